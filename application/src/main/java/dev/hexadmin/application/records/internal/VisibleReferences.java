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
 * Rejects references to records that an actor may not view exactly like those to missing records, so that the actor
 * cannot distinguish them. Thread-safe.
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
     * Checks references in client input. When the actor may view every record of the target, the foreign key is
     * sufficient.
     *
     * @param values by field name
     * @param given the fields that the client has given
     * @param seen the stored values that the actor may view, by field name: references among them are not checked. Of others
     *     a guess of the stored key would succeed
     * @throws RequestRejectedException {@code CONFLICT reference_not_found}
     */
    void require(
            Actor actor,
            Model model,
            Map<String, @Nullable Object> values,
            Set<String> given,
            Map<String, @Nullable Object> seen) {
        if (actor.rights().superuser()) {
            return;
        }
        List<Violation> wrong = new ArrayList<>();
        for (FieldDefinition field : model.fields()) {
            if (given.contains(field.name())
                    && field.reference().isPresent()
                    && !accessScope.seesAll(actor, model.target(field))) {
                List<Object> added = new ArrayList<>(keys(values.get(field.name())));
                added.removeAll(keys(seen.get(field.name())));
                find(actor, model, field, added, wrong);
            }
        }
        refuse(wrong);
    }

    /** Checks the references of a form without a record: no foreign key covers them. */
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

    /** A reference to the actor's own account is allowed, even if they may not view users. */
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
