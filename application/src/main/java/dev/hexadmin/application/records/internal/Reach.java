package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which models and records an actor reaches: rights, the roles' row policies, and the models' own rules. */
public final class Reach {
    private static final RecordHooks NONE = RecordHooks.none();

    private final RowPolicies policies;
    private final Map<String, RecordHooks> hooks;

    /**
     * @param hooks by model name
     */
    public Reach(RowPolicies policies, Map<String, RecordHooks> hooks) {
        this.policies = policies;
        this.hooks = Map.copyOf(hooks);
    }

    RecordHooks hooks(Model model) {
        @Nullable RecordHooks own = hooks.get(model.name());
        return own == null ? NONE : own;
    }

    /** Whether the model has rules in code. */
    boolean ruled(Model model) {
        return hooks.containsKey(model.name());
    }

    /** Refuses an actor without the right. */
    void require(Actor actor, Action action, Model model) {
        if (!actor.rights().allows(action, model)) {
            throw Refused.forbidden(
                    "forbidden", "This needs the right '" + action.word() + "' on '" + model.name() + "'.");
        }
    }

    /** What a record must meet for the actor to do this with it. */
    Condition condition(Actor actor, Model model, Action action) {
        return policies.condition(actor, model, action).and(hooks(model).rowPolicy(actor));
    }
}
