package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    RecordHooks hooks(Model model) {
        @Nullable RecordHooks own = hooks.get(model.name());
        return own == null ? NONE : own;
    }

    /** Whether the model has hooks. */
    boolean ruled(Model model) {
        return hooks.containsKey(model.name());
    }

    /**
     * The violations that the model's hooks report for the new state of a record.
     *
     * @param given the new or changed values by field name
     */
    List<Violation> broken(
            Actor actor, Model model, Optional<StoredRecord> before, Map<String, @Nullable Object> given) {
        if (!ruled(model)) {
            return List.of();
        }
        Map<String, @Nullable Object> after = new LinkedHashMap<>();
        for (FieldDefinition field : model.fields()) {
            if (field.computed().isPresent()) {
                continue;
            }
            @Nullable Object kept = before.isPresent() ? before.get().value(field) : field.stored() ? null : List.of();
            after.put(field.name(), given.containsKey(field.name()) ? given.get(field.name()) : kept);
        }
        return hooks(model).validate(actor, before, Collections.unmodifiableMap(after)).stream()
                .map(violation -> pointsIntoIt(model, violation)
                        ? violation
                        : new Violation("", violation.code(), violation.message()))
                .toList();
    }

    private static boolean pointsIntoIt(Model model, Violation violation) {
        String pointer = violation.pointer();
        return pointer.startsWith("/")
                && model.field(pointer.substring(1).split("/", 2)[0]).isPresent();
    }

    /** Rejects an actor without the right. */
    void require(Actor actor, Action action, Model model) {
        if (!actor.rights().allows(action, model)) {
            throw RequestRejectedException.forbidden(
                    "forbidden", "This needs the right '" + action.word() + "' on '" + model.name() + "'.");
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
