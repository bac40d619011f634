package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.records.RecordSink;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds the columns of one record in their wire form until its values from other tables have been read. */
final class BufferedRecord implements RecordSink {
    /** Of a shape that needs no other table. */
    static final BufferedRecord NONE = new BufferedRecord(0, null, new @Nullable Object[0]);

    private final @Nullable Object[] values;
    private final @Nullable Object key;
    private final @Nullable Object[] references;

    /**
     * A record without values yet.
     *
     * @param fields number of fields of the shape
     * @param key the first value of its primary key
     * @param references for each related field, what the record's own column points to
     */
    BufferedRecord(int fields, @Nullable Object key, @Nullable Object[] references) {
        this.values = new @Nullable Object[fields];
        this.key = key;
        this.references = references;
    }

    @Nullable
    Object key() {
        return key;
    }

    @Nullable
    Object reference(int related) {
        return references[related];
    }

    /** Passes one field to the sink. */
    void give(int field, RecordSink sink) {
        @Nullable Object value = values[field];
        if (value == null) {
            sink.none(field);
        } else if (value instanceof Unreadable(String stored)) {
            sink.unreadable(field, stored);
        } else {
            sink.value(field, value);
        }
    }

    private record Unreadable(String stored) {}

    @Override
    public void unreadable(int field, String stored) {
        values[field] = new Unreadable(stored);
    }

    @Override
    public void none(int field) {
        values[field] = null;
    }

    @Override
    public void text(int field, String value) {
        values[field] = value;
    }

    @Override
    public void whole(int field, long value) {
        values[field] = value;
    }

    @Override
    public void real(int field, double value) {
        values[field] = value;
    }

    @Override
    public void decimal(int field, BigDecimal value) {
        values[field] = value;
    }

    @Override
    public void flag(int field, boolean value) {
        values[field] = value;
    }

    @Override
    public void json(int field, String document) {
        values[field] = new JsonText(document);
    }

    @Override
    public void binary(int field, byte[] value) {
        values[field] = value;
    }

    @Override
    public void file(int field, FileReference value) {
        values[field] = value;
    }

    @Override
    public void keys(int field, List<?> keys) {
        values[field] = keys;
    }

    @Override
    public void begin() {
        throw new UnsupportedOperationException("one record is held");
    }

    @Override
    public void end() {
        throw new UnsupportedOperationException("one record is held");
    }

    @Override
    public RecordSink related(int field) {
        throw new UnsupportedOperationException("columns are held");
    }

    @Override
    public RecordSink relatedList(int field) {
        throw new UnsupportedOperationException("columns are held");
    }

    @Override
    public void endRelatedList(int field) {
        throw new UnsupportedOperationException("columns are held");
    }
}
