package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole record as stored, write-only fields included: never handed to a client as it is.
 *
 * @param model its model
 * @param key its primary key
 * @param values by field name, of the fields' Java classes; every field of the model but the computed ones
 *     has an entry
 * @param unreadable by field name, what is stored where the field's type cannot hold it; the field's value is null
 * @param version over every stored value and link but the write-only ones: what a client may have who may view all
 */
public record StoredRecord(
        Model model,
        RecordKey key,
        Map<String, @Nullable Object> values,
        Map<String, String> unreadable,
        Version version) {
    public StoredRecord {
        values = Collections.unmodifiableMap(values);
        unreadable = Map.copyOf(unreadable);
    }

    /** A record whose values can all be read. */
    public StoredRecord(Model model, RecordKey key, Map<String, @Nullable Object> values, Version version) {
        this(model, key, values, Map.of(), version);
    }

    /** The field's value, or null; one that is computed is made anew. */
    public @Nullable Object value(FieldDefinition field) {
        return field.computed().isPresent() ? model.compute(field, values) : values.get(field.name());
    }

    /** Gives this record to a sink. Nothing may be expanded in the shape. */
    public void writeTo(Shape shape, RecordSink sink) {
        sink.begin();
        for (int i = 0; i < shape.fields().size(); i++) {
            FieldDefinition field = shape.fields().get(i);
            @Nullable Object value = value(field);
            @Nullable String stored = unreadable.get(field.name());
            if (stored != null) {
                sink.unreadable(i, stored);
            } else if (value == null) {
                sink.none(i);
            } else {
                sink.value(i, value);
            }
        }
        sink.end();
    }

    /** The record's name for people. */
    public String label() {
        return model.display().render(this::value);
    }
}
