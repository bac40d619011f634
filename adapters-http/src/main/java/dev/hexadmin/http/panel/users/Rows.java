package dev.hexadmin.http.panel.users;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the few records of a page, each as its values by field name; related ones as lists of such. What is null is not there. */
final class Rows implements PlainSink {
    private final Shape shape;
    private final List<Map<String, @Nullable Object>> all;

    Rows(Shape shape) {
        this(shape, new ArrayList<>());
    }

    private Rows(Shape shape, List<Map<String, @Nullable Object>> all) {
        this.shape = shape;
        this.all = all;
    }

    /** What was given so far. */
    List<Map<String, @Nullable Object>> all() {
        return all;
    }

    @Override
    public void begin() {
        all.add(new HashMap<>());
    }

    @Override
    public void take(int field, Object value) {
        all.getLast().put(shape.fields().get(field).name(), value);
    }

    @Override
    public RecordSink related(int field) {
        return relatedList(field);
    }

    @Override
    public RecordSink relatedList(int field) {
        FieldDefinition reference = shape.fields().get(field);
        List<Map<String, @Nullable Object>> related = new ArrayList<>();
        take(field, related);
        return new Rows(shape.expansion(reference).orElseThrow().shape(), related);
    }

    @Override
    public void endRelatedList(int field) {}
}
