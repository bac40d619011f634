package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects records as maps, and fails on calls that {@link RecordSink} does not allow. */
final class CollectingSink implements PlainSink {
    final List<Map<String, @Nullable Object>> records = new ArrayList<>();
    /** Unreadable values by field. */
    final Map<String, String> unreadable = new TreeMap<>();

    private final Shape shape;
    private @Nullable Map<String, @Nullable Object> current;
    private final Map<Integer, CollectingSink> lists = new LinkedHashMap<>();

    CollectingSink(Shape shape) {
        this.shape = shape;
    }

    Map<String, @Nullable Object> only() {
        if (records.size() != 1) {
            throw new AssertionError(records.size() + " records");
        }
        return records.getFirst();
    }

    @Override
    public void begin() {
        if (current != null) {
            throw new AssertionError("a record begins inside another");
        }
        current = new LinkedHashMap<>();
    }

    @Override
    public void end() {
        Map<String, @Nullable Object> record = current;
        if (record == null
                || record.size() != shape.fields().size() + 2 * shape.children().size()) {
            throw new AssertionError("a record ends with " + record);
        }
        records.add(record);
        current = null;
    }

    private void put(int field, @Nullable Object value) {
        Map<String, @Nullable Object> record = current;
        String name = shape.fields().get(field).name();
        if (record == null || record.containsKey(name)) {
            throw new AssertionError(name + " is given outside a record or twice");
        }
        if (record.size() != field) {
            throw new AssertionError(name + " is given after " + record.keySet());
        }
        record.put(name, value);
    }

    @Override
    public void take(int field, Object value) {
        put(field, value);
    }

    @Override
    public void none(int field) {
        put(field, null);
    }

    @Override
    public void unreadable(int field, String stored) {
        put(field, null);
        unreadable.put(shape.fields().get(field).name(), stored);
    }

    @Override
    public void json(int field, String document) {
        put(field, new JsonText(document.replace(" ", "")));
    }

    @Override
    public void binary(int field, byte[] value) {
        put(field, HexFormat.of().formatHex(value));
    }

    @Override
    public void keys(int field, List<?> keys) {
        put(field, List.copyOf(keys));
    }

    @Override
    public RecordSink related(int field) {
        CollectingSink sink = inner(field);
        put(field, sink.records);
        return sink;
    }

    @Override
    public RecordSink relatedList(int field) {
        CollectingSink sink = inner(field);
        lists.put(field, sink);
        return sink;
    }

    @Override
    public void endRelatedList(int field) {
        put(field, lists.remove(field).records);
    }

    @Override
    public RecordSink children(int list) {
        if (current == null) {
            throw new AssertionError("children outside a record");
        }
        CollectingSink sink = new CollectingSink(shape.children().get(list).shape());
        current.put(shape.children().get(list).children().name(), sink.records);
        return sink;
    }

    @Override
    public void endChildren(int list, long total) {
        if (current == null) {
            throw new AssertionError("children outside a record");
        }
        current.put(shape.children().get(list).children().total(), total);
    }

    private CollectingSink inner(int field) {
        return new CollectingSink(
                shape.expansion(shape.fields().get(field)).orElseThrow().shape());
    }
}
