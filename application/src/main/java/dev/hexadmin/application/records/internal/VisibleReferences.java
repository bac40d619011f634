package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses references to records that an actor may not view just as those to records that do not exist: the refusals are
 * the same, and come at the same place, so that nothing tells them apart. Thread-safe.
 */
final class VisibleReferences {
    private static final String USERS = "admin_users";

    private final Records records;
    private final AccessScope accessScope;

    VisibleReferences(Records records, AccessScope accessScope) {
        this.records = records;
        this.accessScope = accessScope;
    }

    /**
     * Checks the references that a client gives. Where the actor may view every record of the target nothing is asked:
     * the database refuses what is not there.
     *
     * @param values by field name
     * @param given which of them are the client's own
     * @param before the values that the record has, by field name: what stays is not looked at
     * @throws RequestRejectedException {@code CONFLICT reference_not_found}
     */
    void require(
            Actor actor,
            Model model,
            Map<String, @Nullable Object> values,
            Set<String> given,
            Map<String, @Nullable Object> before) {
        if (actor.rights().superuser()) {
            return;
        }
        List<Violation> wrong = new ArrayList<>();
        for (FieldDefinition field : model.fields()) {
            if (given.contains(field.name())
                    && field.reference().isPresent()
                    && !accessScope.seesAll(actor, model.target(field))) {
                List<Object> added = new ArrayList<>(keys(values.get(field.name())));
                added.removeAll(keys(before.get(field.name())));
                find(actor, model, field, added, wrong);
            }
        }
        refuse(wrong);
    }

    /** Checks the references of a form that stands for no record: no database looks at them. */
    void requireAll(Actor actor, Model form, Map<String, @Nullable Object> values) {
        List<Violation> wrong = new ArrayList<>();
        for (FieldDefinition field : form.fields()) {
            if (field.reference().isPresent()) {
                find(actor, form, field, keys(values.get(field.name())), wrong);
            }
        }
        refuse(wrong);
    }

    private void find(Actor actor, Model model, FieldDefinition field, List<Object> keys, List<Violation> wrong) {
        Model target = model.target(field);
        for (Object key : keys) {
            if (!isSelf(actor, target, key) && !viewable(actor, target, key)) {
                wrong.add(ConstraintRefusals.referenceNotFound(field));
                return;
            }
        }
    }

    private boolean viewable(Actor actor, Model target, Object key) {
        return actor.rights().allows(Action.VIEW, target)
                && records.matches(
                        target, new RecordKey(List.of(key)), accessScope.condition(actor, target, Action.VIEW));
    }

    /** Whoever may not view users knows themselves. */
    private static boolean isSelf(Actor actor, Model target, Object key) {
        return target.name().equals(USERS)
                && actor instanceof Actor.SignedIn self
                && key.equals(self.id().value());
    }

    private static List<Object> keys(@Nullable Object value) {
        return switch (value) {
            case null -> List.of();
            case List<?> many -> List.copyOf(many);
            default -> List.of(value);
        };
    }

    private static void refuse(List<Violation> wrong) {
        if (!wrong.isEmpty()) {
            throw ConstraintRefusals.referencesNotFound(wrong);
        }
    }
}
