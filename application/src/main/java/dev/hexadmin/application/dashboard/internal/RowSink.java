package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.ViewingDashboard.Row;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Collects the records of a list. The shape has their key. Used by one thread. */
final class RowSink implements PlainSink {
    private static final int LONGEST_LABEL = 120;

    private final Shape shape;
    private final Consumer<Row> rows;
    private Map<FieldDefinition, Object> values = new HashMap<>();

    RowSink(Shape shape, Consumer<Row> rows) {
        this.shape = shape;
        this.rows = rows;
    }

    @Override
    public void begin() {
        values = new HashMap<>();
    }

    @Override
    public void take(int field, Object value) {
        values.put(shape.fields().get(field), value instanceof List<?> keys ? List.copyOf(keys) : value);
    }

    @Override
    public void json(int field, String document) {
        take(field, new JsonText(document));
    }

    @Override
    public void unreadable(int field, String stored) {}

    @Override
    public void end() {
        Model model = shape.model();
        List<Object> parts = new ArrayList<>(1);
        for (FieldDefinition field : model.key()) {
            parts.add(values.getOrDefault(field, ""));
        }
        Optional<RecordKey> key = parts.isEmpty() ? Optional.empty() : Optional.of(new RecordKey(parts));
        String label = model.display().render(values::get);
        rows.accept(new Row(
                key, shortened(label.isEmpty() ? key.map(RecordKey::encoded).orElse("") : label), values));
    }

    private static String shortened(String label) {
        return label.codePointCount(0, label.length()) <= LONGEST_LABEL
                ? label
                : label.substring(0, label.offsetByCodePoints(0, LONGEST_LABEL)) + "…";
    }

    /** The key of a record that a reference names: the value itself, or its wire form. */
    static RecordKey key(FieldDefinition field, Model model, Object value) {
        return new RecordKey(List.of(
                value instanceof String text
                        ? FieldText.parse(model, field, text).orElse(text)
                        : value));
    }
}
