package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A stored field's column.
 *
 * @param index its position among the stored fields
 * @param name quoted
 * @param codec how it holds values
 * @param nullable whether null may be in it
 */
record Column(FieldDefinition field, int index, String name, ColumnCodec codec, boolean nullable) {
    /** The same column of a row that may be missing. */
    Column orNull() {
        return new Column(field, index, name, codec, true);
    }

    Column with(ColumnCodec other) {
        return new Column(field, index, name, other, nullable);
    }

    /** The column's value; null where it is none of the names of an enum, but for a key, which is the record's address. */
    @Nullable
    Object value(ResultSet rows, int at) throws SQLException {
        @Nullable Object value = codec.read(rows, at);
        return value == null || isKnown(value) ? value : null;
    }

    private boolean isKnown(Object value) {
        return field.type() != FieldType.ENUM
                || field.primaryKey()
                || field.valueType().holds(field, value);
    }

    /** The column of the row called {@code alias}, of a reference, as it is compared with the key that it leads to. */
    String referring(String alias) {
        return codec.referring(of(alias));
    }

    /** The column of the row called {@code alias}. */
    String of(String alias) {
        return alias + "." + name;
    }
}
