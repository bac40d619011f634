package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A record that a page shows, as it came from the database: texts in their wire form, numbers, flags, documents.
 *
 * @param values one for each field of the shape, in its order
 */
record Captured(Shape shape, @Nullable Object[] values) {
    /** A name is in headings, links and every button of its row. */
    private static final int LONGEST_LABEL = 120;

    /**
     * In place of a value: what is stored, and the field's type cannot hold.
     *
     * @param text as the database writes it
     */
    record Unreadable(String text) {}

    /** The value of a field; null also when it is not shown, or cannot be read. */
    @Nullable
    Object value(FieldDefinition field) {
        return shown(field) instanceof Unreadable ? null : shown(field);
    }

    /** What a page shows of a field: its value, or what is {@link Unreadable}. */
    @Nullable
    Object shown(FieldDefinition field) {
        int index = shape.fields().indexOf(field);
        return index < 0 ? null : values[index];
    }

    /** Whether the field is shown. */
    boolean has(FieldDefinition field) {
        return shape.fields().contains(field);
    }

    /** The primary key; the shape has it. */
    RecordKey key() {
        List<Object> key = new ArrayList<>(1);
        for (FieldDefinition field : shape.model().key()) {
            @Nullable Object value = value(field);
            if (value == null) {
                String message = "the table '" + shape.model().table() + "' has a row whose key '" + field.column()
                        + "' is NULL";
                throw ServiceUnavailableException.ofModel(
                        shape.model().name(), message, new IllegalStateException(message));
            }
            key.add(value);
        }
        return new RecordKey(key);
    }

    /** What people call it. */
    String label() {
        Model model = shape.model();
        String label = Cell.shortened(model.display().render(this::value), LONGEST_LABEL);
        return label.isEmpty() ? model.definition().label() + " " + key().encoded() : label;
    }

    /** A sink that gives each record away once it is complete. */
    static RecordSink sink(Shape shape, Consumer<Captured> records) {
        return new Sink(shape, records);
    }

    private static final class Sink implements PlainSink {
        private final Shape shape;
        private final Consumer<Captured> records;
        private @Nullable Object[] values;

        Sink(Shape shape, Consumer<Captured> records) {
            this.shape = shape;
            this.records = records;
            this.values = new @Nullable Object[shape.fields().size()];
        }

        @Override
        public void begin() {
            values = new @Nullable Object[shape.fields().size()];
        }

        @Override
        public void end() {
            records.accept(new Captured(shape, values));
        }

        @Override
        public void unreadable(int field, String stored) {
            values[field] = new Unreadable(stored);
        }

        @Override
        public void json(int field, String document) {
            values[field] = new JsonText(document);
        }

        @Override
        public void take(int field, Object value) {
            values[field] = value instanceof List<?> keys ? List.copyOf(keys) : value;
        }
    }
}
