package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.records.RecordSink;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A codec whose column is read as values of one class.
 *
 * @param <T> that class
 */
public abstract class TypedCodec<T> extends ColumnCodec {
    private final WireForm<T> wire;

    protected TypedCodec(WireForm<T> wire) {
        this.wire = wire;
    }

    /** What is in the column; null where it is no value of the field's type. */
    public abstract @Nullable T value(ResultSet rows, int column) throws SQLException;

    /** A value of the field's Java class as the driver takes it. */
    protected Object stored(Object value) {
        return value;
    }

    /**
     * The codecs of texts, numbers and booleans, of which most cells are, override this with a copy of their own: a
     * method that every codec shares makes two calls that the JIT compiler cannot inline, for every cell of a list.
     */
    @Override
    public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
        @Nullable T value = value(rows, column);
        if (value == null) {
            unread(rows, column, sink, field);
        } else {
            wire.give(sink, field, value);
        }
    }

    @Override
    public final @Nullable Object read(ResultSet rows, int column) throws SQLException {
        @Nullable T value = value(rows, column);
        return value == null ? null : wire.value(value);
    }
}
