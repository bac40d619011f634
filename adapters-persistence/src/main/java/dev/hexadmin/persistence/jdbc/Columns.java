package dev.hexadmin.persistence.jdbc;

import io.helidon.dbclient.DbRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Columns of rows of built-in tables; drivers differ in the classes of values. */
public final class Columns {
    private Columns() {}

    /** A whole number that is not null. */
    public static long whole(DbRow row, String column) {
        return optionalWhole(row, column).orElseThrow(() -> missing(column));
    }

    /** A whole number. */
    public static Optional<Long> optionalWhole(DbRow row, String column) {
        return value(row, column) instanceof Number number ? Optional.of(number.longValue()) : Optional.empty();
    }

    /** A boolean that is not null, or 0 or 1. */
    public static boolean flag(DbRow row, String column) {
        @Nullable Object value = value(row, column);
        return value instanceof Boolean flag ? flag : value instanceof Number number && number.intValue() != 0;
    }

    /** A text that is not null. */
    public static String text(DbRow row, String column) {
        return optionalText(row, column).orElseThrow(() -> missing(column));
    }

    /** A text, or anything else as its text. */
    public static Optional<String> optionalText(DbRow row, String column) {
        return Optional.ofNullable(value(row, column)).map(Object::toString);
    }

    /** A moment that is not null. */
    public static Instant instant(DbRow row, String column) {
        return optionalInstant(row, column).orElseThrow(() -> missing(column));
    }

    /** A moment, or its RFC 3339 text. */
    public static Optional<Instant> optionalInstant(DbRow row, String column) {
        return moment(column, value(row, column));
    }

    /** A moment that is not null, or its RFC 3339 text. */
    public static Instant instant(ResultSet row, String column) throws SQLException {
        return moment(column, row.getObject(column)).orElseThrow(() -> missing(column));
    }

    private static Optional<Instant> moment(String column, @Nullable Object value) {
        return switch (value) {
            case String text -> Optional.of(Instant.parse(text));
            case Timestamp timestamp -> Optional.of(timestamp.toInstant());
            case OffsetDateTime time -> Optional.of(time.toInstant());
            case null -> Optional.empty();
            case Object other ->
                throw new IllegalStateException(
                        "column " + column + " holds a " + other.getClass().getName());
        };
    }

    private static @Nullable Object value(DbRow row, String column) {
        // asOptional() throws for a null
        return row.column(column).get(Object.class);
    }

    private static IllegalStateException missing(String column) {
        return new IllegalStateException("column " + column + " is null");
    }
}
