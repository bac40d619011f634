package dev.hexadmin.http.admin.people;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the few records of a page, each as its values by field name; related ones as lists of such. */
final class Rows implements RecordSink {
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

    private void put(int field, @Nullable Object value) {
        all.getLast().put(shape.fields().get(field).name(), value);
    }

    @Override
    public void begin() {
        all.add(new HashMap<>());
    }

    @Override
    public void end() {}

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
        put(field, new JsonText(document));
    }

    @Override
    public void binary(int field, byte[] value) {
        put(field, value);
    }

    @Override
    public void keys(int field, List<?> keys) {
        put(field, List.copyOf(keys));
    }

    @Override
    public RecordSink related(int field) {
        return relatedList(field);
    }

    @Override
    public RecordSink relatedList(int field) {
        FieldDefinition reference = shape.fields().get(field);
        List<Map<String, @Nullable Object>> related = new ArrayList<>();
        put(field, related);
        return new Rows(shape.expansion(reference).orElseThrow().shape(), related);
    }

    @Override
    public void endRelatedList(int field) {}
}
