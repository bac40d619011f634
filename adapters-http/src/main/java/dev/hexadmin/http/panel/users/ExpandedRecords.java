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

/** The records of a page: values by field name, records of expanded references as lists of such. Null values are missing. */
final class ExpandedRecords implements PlainSink {
    private final Shape shape;
    private final List<Map<String, @Nullable Object>> all;

    ExpandedRecords(Shape shape) {
        this(shape, new ArrayList<>());
    }

    private ExpandedRecords(Shape shape, List<Map<String, @Nullable Object>> all) {
        this.shape = shape;
        this.all = all;
    }

    /** The records so far. */
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
        return new ExpandedRecords(shape.expansion(reference).orElseThrow().shape(), related);
    }

    @Override
    public void endRelatedList(int field) {}
}
