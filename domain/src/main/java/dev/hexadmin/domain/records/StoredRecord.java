package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A whole record as stored, including write-only fields. It must not be sent to a client unfiltered.
 *
 * @param model its model
 * @param key its primary key
 * @param values by field name, of the fields' Java classes; every field of the model but the computed ones has an entry
 * @param unreadable by field name, the stored value where the field's type cannot hold it; the field's value is then
 *     null
 * @param version over every stored value and link except write-only ones: the version for clients that may view every
 *     field
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

    /** A record without unreadable values. */
    public StoredRecord(Model model, RecordKey key, Map<String, @Nullable Object> values, Version version) {
        this(model, key, values, Map.of(), version);
    }

    /** The field's value, or null; a computed field is calculated on each call. */
    public @Nullable Object value(FieldDefinition field) {
        return field.computed().isPresent() ? model.compute(field, values) : values.get(field.name());
    }

    /**
     * A field's value; empty when it has none.
     *
     * @param type the Java class of the field's values
     * @throws IllegalArgumentException when the model has no such field; the message has the nearest name
     * @throws ClassCastException when the field has values of another class; the message names field and class
     */
    public <T> Optional<T> value(String field, Class<T> type) {
        return Optional.ofNullable(value(model.fieldNamed(field))).map(value -> TypedValue.of(field, value, type));
    }

    /** Writes the record to a sink. The shape must not expand relations. */
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

    /** The record's display name. */
    public String label() {
        return model.display().render(this::value);
    }
}
