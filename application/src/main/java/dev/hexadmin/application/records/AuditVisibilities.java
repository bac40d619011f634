package dev.hexadmin.application.records;

import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import java.util.Map;
import java.util.Optional;

/** Determines which actors see which parts of the changes in the audit log. Thread-safe. */
@SuppressWarnings("exports") // of use to modules of Hexadmin only
public final class AuditVisibilities {
    private static final RecordHooks NO_HOOKS = RecordHooks.none();

    private final ModelRegistry models;
    private final RowPolicies policies;
    private final Map<String, RecordHooks> hooks;

    /**
     * @param hooks by model name
     */
    public AuditVisibilities(ModelRegistry models, RowPolicies policies, Map<String, RecordHooks> hooks) {
        this.models = models;
        this.policies = policies;
        this.hooks = Map.copyOf(hooks);
    }

    /**
     * The visibility of entries about any records of a model. An actor who is restricted by a row policy sees no
     * values, since an entry does not say whether its record was covered by the policy.
     *
     * @param model the model's name in the log
     */
    public AuditVisibility of(Actor actor, String model) {
        Optional<Model> known = models.model(model);
        return new AuditVisibility(
                actor,
                known,
                known.filter(one -> covered(actor, one).equals(Condition.always()))
                        .isPresent());
    }

    /** The records of a model that an actor with the right to view the model may view. */
    public Condition covered(Actor actor, Model model) {
        return policies.condition(actor, model, Action.VIEW)
                .and(hooks.getOrDefault(model.name(), NO_HOOKS).rowPolicy(actor));
    }
}
