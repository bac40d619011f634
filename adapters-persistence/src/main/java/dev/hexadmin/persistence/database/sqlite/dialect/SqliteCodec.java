package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.dialect.TypedCodec;
import dev.hexadmin.persistence.dialect.WireForm;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The common part of all SQLite codecs. They bind a {@link String}, {@link Long}, {@link Double} or {@code byte[]}, and
 * several values as one JSON array.
 */
abstract class SqliteCodec<T> extends TypedCodec<T> {
    private static final int LONGEST_BYTES = 1_000;

    SqliteCodec(WireForm<T> wire) {
        super(wire);
    }

    @Override
    protected void unread(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
        switch (rows.getObject(column)) {
            case null -> sink.none(field);
            case byte[] bytes ->
                sink.unreadable(
                        field,
                        "x'" + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, LONGEST_BYTES)) + "'"
                                + (bytes.length > LONGEST_BYTES ? "…" : ""));
            case Object other -> sink.unreadable(field, other.toString());
        }
    }

    /** A text; null where there is a value of another kind. */
    static @Nullable String text(ResultSet rows, int column) throws SQLException {
        return rows.getObject(column) instanceof String text ? text : null;
    }

    @Override
    public final void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        switch (stored(value)) {
            case String text -> statement.setString(parameter, text);
            case Long number -> statement.setLong(parameter, number);
            case Double number -> statement.setDouble(parameter, number);
            case byte[] bytes -> statement.setBytes(parameter, bytes);
            case Object other -> throw new IllegalStateException("cannot bind " + other.getClass());
        }
    }

    @Override
    public final void bindAll(PreparedStatement statement, int parameter, Collection<?> values) throws SQLException {
        StringBuilder json = new StringBuilder(values.size() * 8 + 2).append('[');
        for (Object value : values) {
            if (json.length() > 1) {
                json.append(',');
            }
            switch (stored(value)) {
                case String text -> quote(json, text);
                case byte[] bytes -> quote(json, HexFormat.of().formatHex(bytes));
                case Object number -> json.append(number);
            }
        }
        statement.setString(parameter, json.append(']').toString());
    }

    @Override
    public String in(String column, int places) {
        return compared(column) + " IN (SELECT value FROM json_each(?))";
    }

    @Override
    protected final int nullType() {
        return Types.NULL;
    }

    /** Unlike {@code sum()} it never overflows. */
    static Optional<String> total(String column) {
        return Optional.of("total(" + column + ")");
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
