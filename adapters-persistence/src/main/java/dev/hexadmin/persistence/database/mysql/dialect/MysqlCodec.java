package dev.hexadmin.persistence.database.mysql.dialect;

import dev.hexadmin.persistence.dialect.TypedCodec;
import dev.hexadmin.persistence.dialect.WireForm;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/** The common part of all codecs. There are no arrays: a list of values is a parameter for each, of few different numbers. */
abstract class MysqlCodec<T> extends TypedCodec<T> {
    private final int nullType;

    /** @param nullType of {@link java.sql.Types} */
    MysqlCodec(WireForm<T> wire, int nullType) {
        super(wire);
        this.nullType = nullType;
    }

    @Override
    public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        statement.setObject(parameter, stored(value));
    }

    @Override
    protected final int nullType() {
        return nullType;
    }

    /** The next power of two. */
    @Override
    public final int places(int values) {
        return values <= 1 ? values : Integer.highestOneBit(values - 1) << 1;
    }

    /** Repeats the last value, since every parameter needs one. */
    @Override
    public final void bindAll(PreparedStatement statement, int parameter, Collection<?> values) throws SQLException {
        int at = parameter;
        int left = places(values.size());
        for (Object value : values) {
            bind(statement, at++, value);
            left--;
            if (at - parameter == values.size()) {
                for (; left > 0; left--) {
                    bind(statement, at++, value);
                }
            }
        }
    }

    @Override
    public final String in(String column, int places) {
        return places == 0 ? "1 = 0" : compared(column) + " IN (?" + ", ?".repeat(places - 1) + ")";
    }
}
