package dev.hexadmin.http.panel.notifications;

import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.Shape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects a page of the log, as text by field; what is null or hidden is not there. Not thread-safe. */
final class LogLines implements PlainSink {
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

    @Override
    public void take(int field, Object value) {
        line.put(shape.fields().get(field).name(), FieldText.write(value));
    }
}
