package dev.hexadmin.persistence.database.postgresql.dialect;

import dev.hexadmin.persistence.dialect.TypedCodec;
import dev.hexadmin.persistence.dialect.WireForm;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;

/**
 * The common part of all PostgreSQL codecs. Parameters are bound so that the column is not cast in a comparison, since
 * a cast prevents the use of an index; the exception is a type without such a comparison.
 */
abstract class PostgresqlCodec<T> extends TypedCodec<T> {
    private final String arrayType;
    private final int nullType;

    /**
     * @param arrayType of an array to compare with, such as {@code ::int8[]}; empty: the column's own
     * @param nullType of {@link Types}
     */
    PostgresqlCodec(WireForm<T> wire, String arrayType, int nullType) {
        super(wire);
        this.arrayType = arrayType;
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

    @Override
    public final void bindAll(PreparedStatement statement, int parameter, Collection<?> values) throws SQLException {
        // without a type: PostgreSQL uses that of the cast, or that of the column
        statement.setObject(
                parameter,
                PostgresqlArrayText.write(values.stream().map(this::stored).toList()),
                Types.OTHER);
    }

    @Override
    public final String in(String column, int places) {
        return compared(column) + " = ANY (?" + arrayType + ")";
    }
}
