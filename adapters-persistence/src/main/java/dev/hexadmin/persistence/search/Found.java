package dev.hexadmin.persistence.search;

import dev.hexadmin.application.search.port.SearchIndex.Candidate;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the few records that a search gives. Not thread-safe. */
final class Found implements RecordSink {
    private final Shape shape;
    private final List<Candidate> candidates = new ArrayList<>();
    private Map<String, @Nullable Object> values = new HashMap<>();

    Found(Shape shape) {
        this.shape = shape;
    }

    Shape shape() {
        return shape;
    }

    List<Candidate> candidates() {
        return candidates;
    }

    @Override
    public void begin() {
        values = new HashMap<>();
    }

    @Override
    public void end() {
        Model model = shape.model();
        List<Object> key = new ArrayList<>();
        for (FieldDefinition field : model.key()) {
            @Nullable Object value = values.get(field.name());
            if (value == null) {
                return; // SQLite lets text keys be null; such a record has no path
            }
            // what came in its wire form, such as a UUID, is read back
            key.add(
                    value instanceof String text
                            ? FieldText.parse(model, field, text).orElse(text)
                            : value);
        }
        candidates.add(new Candidate(new RecordKey(key), values));
    }

    private void put(int field, @Nullable Object value) {
        values.put(shape.fields().get(field).name(), value);
    }

    @Override
    public void none(int field) {
        put(field, null);
    }

    @Override
    public void text(int field, String value) {
        put(field, value);
    }

    @Override
    public void whole(int field, long value) {
        put(field, value);
    }

    @Override
    public void real(int field, double value) {
        put(field, value);
    }

    @Override
    public void decimal(int field, BigDecimal value) {
        put(field, value);
    }

    @Override
    public void flag(int field, boolean value) {
        put(field, value);
    }

    @Override
    public void json(int field, String document) {
        put(field, document);
    }

    @Override
    public void binary(int field, byte[] value) {
        put(field, value);
    }

    @Override
    public void keys(int field, List<?> keys) {
        put(field, keys);
    }

    @Override
    public RecordSink related(int field) {
        throw new IllegalStateException("nothing is expanded");
    }

    @Override
    public RecordSink relatedList(int field) {
        throw new IllegalStateException("nothing is expanded");
    }

    @Override
    public void endRelatedList(int field) {
        throw new IllegalStateException("nothing is expanded");
    }
}
