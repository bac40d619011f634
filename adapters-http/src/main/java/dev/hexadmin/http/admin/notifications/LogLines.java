package dev.hexadmin.http.admin.notifications;

import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects a page of the log, as text by field; what is null or hidden is not there. Not thread-safe. */
final class LogLines implements RecordSink {
    private final Shape shape;
    private final List<Map<String, String>> lines;
    private Map<String, String> line = new HashMap<>();

    LogLines(Shape shape, List<Map<String, String>> lines) {
        this.shape = shape;
        this.lines = lines;
    }

    @Override
    public void begin() {
        line = new HashMap<>();
    }

    @Override
    public void end() {
        lines.add(line);
    }

    private void put(int field, Object value) {
        line.put(shape.fields().get(field).name(), FieldText.write(value));
    }

    @Override
    public void none(int field) {}

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
        throw new IllegalStateException("the log has no such field");
    }

    @Override
    public void keys(int field, List<?> keys) {
        throw new IllegalStateException("the log has no such field");
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
