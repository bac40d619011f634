package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The models and records that an actor may access, by rights, row policies of roles, and hooks. */
public final class AccessScope {
    private static final RecordHooks NONE = RecordHooks.none();

    private final RowPolicies policies;
    private final Map<String, RecordHooks> hooks;

    /**
     * @param hooks by model name
     */
    public AccessScope(RowPolicies policies, Map<String, RecordHooks> hooks) {
        this.policies = policies;
        this.hooks = Map.copyOf(hooks);
    }

    /** All models and records: the rights of the program. */
    static AccessScope unrestricted() {
        return new AccessScope((actor, model, action) -> Condition.always(), Map.of());
    }

    RecordHooks hooks(Model model) {
        @Nullable RecordHooks own = hooks.get(model.name());
        return own == null ? NONE : own;
    }

    /** Whether the model has hooks. */
    boolean ruled(Model model) {
        return hooks.containsKey(model.name());
    }

    /** Whether the hooks of the model may change other records than the one that is changed. */
    boolean changesOthers(Model model) {
        return ruled(model) && hooks(model).changesOthers();
    }

    /** Rejects an actor without the right. */
    void require(Actor actor, Action action, Model model) {
        if (!actor.rights().allows(action, model)) {
            throw RequestRejectedException.missingRight(action, model.name());
        }
    }

    /** Whether the actor may view every record of the model. */
    boolean seesAll(Actor actor, Model model) {
        return actor.rights().allows(Action.VIEW, model)
                && condition(actor, model, Action.VIEW).equals(Condition.always());
    }

    /** The condition that a record must meet for the action. */
    Condition condition(Actor actor, Model model, Action action) {
        return policies.condition(actor, model, action).and(hooks(model).rowPolicy(actor));
    }
}
