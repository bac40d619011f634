package dev.hexadmin.persistence.copy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.FileCodec;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table that is copied. Immutable.
 *
 * @param selected the column as the source selects it
 * @param reader reads a value from a row of the source
 * @param writer puts it into an insert of the target
 * @param secret whether no message may have its values
 */
record CopiedColumn(String name, String selected, Reader reader, Writer writer, boolean secret) {
    /** Reads the value of a column. */
    @FunctionalInterface
    interface Reader {
        @Nullable
        Object read(ResultSet row, int column) throws SQLException;
    }

    /** Sets a parameter. */
    @FunctionalInterface
    interface Writer {
        void write(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException;
    }

    /** A column of a field. */
    static CopiedColumn ofField(
            String name, FieldDefinition field, ColumnCodec from, ColumnCodec to, DatabaseKind source) {
        ColumnCodec reads = withoutFacts(from);
        ColumnCodec writes = withoutFacts(to);
        return new CopiedColumn(
                name,
                reads.selected(source.dialect().quote(name)),
                (row, column) -> read(reads, row, column),
                (statement, at, value) -> write(writes, statement, at, value),
                field.writeOnly());
    }

    /** The key of a file alone, also when nothing is known of the file. */
    private static ColumnCodec withoutFacts(ColumnCodec codec) {
        return codec instanceof FileCodec file ? file.ids() : codec;
    }

    private static @Nullable Object read(ColumnCodec codec, ResultSet row, int column) throws SQLException {
        @Nullable Object value = codec.read(row, column);
        if (value != null) {
            return value;
        }
        @Nullable String stored = row.getString(column);
        if (stored == null) {
            return null;
        }
        if (stored.equals("null")) {
            return new JsonText(stored); // a document that is null reads as no document
        }
        throw new UnstorableValueException("the stored value is not valid for the type of the field");
    }

    private static void write(ColumnCodec codec, PreparedStatement statement, int parameter, @Nullable Object value)
            throws SQLException {
        if (value instanceof String text && !ColumnCodec.storable(text).equals(text)) {
            throw new UnstorableValueException("a text with a null character");
        }
        codec.store(statement, parameter, value);
    }

    /**
     * A column of a built-in table. SQLite has fewer types than the others, so that the more exact of both counts.
     *
     * @param type of the column in the source
     * @param targetType the same in the target
     */
    static CopiedColumn builtIn(
            String name, FieldType type, FieldType targetType, DatabaseKind source, DatabaseKind target) {
        SqlFragments from = source.sql();
        SqlFragments to = target.sql();
        FieldType exact = isExact(type) ? type : targetType;
        Reader reader = switch (exact) {
            case DATETIME -> (row, column) -> from.moment(row, column).orElse(null);
            case UUID -> (row, column) -> converted(row, column, UUID::fromString);
            case JSON -> (row, column) -> converted(row, column, JsonText::new);
            case BOOLEAN -> (row, column) -> present(row, row.getBoolean(column));
            case INTEGER -> (row, column) -> present(row, row.getLong(column));
            case BINARY -> ResultSet::getBytes;
            default -> ResultSet::getString;
        };
        Writer writer = switch (exact) {
            case DATETIME ->
                (statement, at, value) -> to.setMoment(statement, at, Optional.ofNullable((Instant) value));
            case UUID -> (statement, at, value) -> to.setUuid(statement, at, Optional.ofNullable((UUID) value));
            case JSON -> (statement, at, value) -> to.setJson(statement, at, Optional.ofNullable((JsonText) value));
            case BOOLEAN ->
                (statement, at, value) -> statement.setObject(at, value == null ? null : to.parameter((boolean) value));
            case BINARY -> (statement, at, value) -> statement.setBytes(at, (byte[]) value);
            default -> PreparedStatement::setObject;
        };
        return new CopiedColumn(name, source.dialect().quote(name), reader, writer, true);
    }

    private static boolean isExact(FieldType type) {
        return switch (type) {
            case DATETIME, UUID, JSON, BOOLEAN, BINARY -> true;
            default -> false;
        };
    }

    private static @Nullable Object present(ResultSet row, Object value) throws SQLException {
        return row.wasNull() ? null : value;
    }

    /** Makes a value of a text. */
    private interface Conversion {
        Object of(String text);
    }

    private static @Nullable Object converted(ResultSet row, int column, Conversion conversion) throws SQLException {
        @Nullable String text = row.getString(column);
        return text == null ? null : conversion.of(text);
    }
}
