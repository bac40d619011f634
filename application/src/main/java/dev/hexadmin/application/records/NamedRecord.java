package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A record with its display name.
 *
 * @param label without fields that are hidden from the reader; the key if nothing is left
 */
public record NamedRecord(RecordKey key, String label) {

    /** The display name of a record that the actor may view. */
    public static NamedRecord of(
            Actor actor, Model model, RecordKey key, Function<FieldDefinition, @Nullable Object> values) {
        String name = model.display()
                .render(field -> actor.rights().allows(Action.VIEW, model, field) ? values.apply(field) : null);
        return new NamedRecord(key, name.isEmpty() ? key.label() : name);
    }
}
