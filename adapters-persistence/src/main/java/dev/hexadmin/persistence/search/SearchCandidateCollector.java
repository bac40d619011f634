package dev.hexadmin.persistence.search;

import dev.hexadmin.application.search.port.SearchIndex.Candidate;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the few records that a search returns. Not thread-safe. */
final class SearchCandidateCollector implements PlainSink {
    private final Shape shape;
    private final List<Candidate> candidates = new ArrayList<>();
    private Map<String, @Nullable Object> values = new HashMap<>();

    SearchCandidateCollector(Shape shape) {
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
                return; // a database may let keys be null; such a record has no path
            }
            // a value in its wire form, such as a UUID, is parsed
            key.add(
                    value instanceof String text
                            ? FieldText.parse(model, field, text).orElse(text)
                            : value);
        }
        candidates.add(new Candidate(new RecordKey(key), values));
    }

    @Override
    public void take(int field, Object value) {
        values.put(shape.fields().get(field).name(), value);
    }

    @Override
    public void none(int field) {
        values.put(shape.fields().get(field).name(), null);
    }
}
