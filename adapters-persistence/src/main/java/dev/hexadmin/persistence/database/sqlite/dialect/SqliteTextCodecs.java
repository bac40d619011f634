package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Codecs of SQLite for texts and for what is stored as one, and of bytes. */
final class SqliteTextCodecs {
    private SqliteTextCodecs() {}

    static ColumnCodec uuid(SqliteColumn column) {
        return column.sample() instanceof byte[] ? new UuidBytesCodec() : new UuidCodec(column);
    }

    static final class TextCodec extends SqliteCodec<String> {
        /** Whether numbers of the column are compared as text only by a cast, which no index serves. */
        private final boolean cast;

        private final SqliteColumn column;
        private final String collation;
        private final Set<String> choices;

        TextCodec(SqliteColumn column, FieldDefinition field) {
            super(WireForm.TEXT);
            this.column = column;
            this.cast = column.hasNoAffinity();
            this.collation = column.key().collation();
            this.choices = Set.copyOf(field.constraints().values());
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof String text && !column.keeps(text)) {
                throw new UnstorableValueException("a text that a column of numbers keeps as another number");
            }
            super.store(statement, parameter, value);
        }

        @Override
        public String compared(String column) {
            return ordered(column) + collation;
        }

        @Override
        public String referring(String column) {
            return compared(column);
        }

        @Override
        public String ordered(String column) {
            return cast ? "CAST(" + column + " AS TEXT)" : column;
        }

        @Override
        @Nullable
        public String value(ResultSet rows, int column) throws SQLException {
            return switch (rows.getObject(column)) {
                case String text -> text;
                case Number number -> rows.getString(column); // it has no text affinity, and is compared as its text
                case null, default -> null;
            };
        }

        /** No parameter can hold U+0000. */
        @Override
        public boolean isBound(ResultSet rows, int column, Object value) {
            return stored(value).equals(value);
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable String text = value(rows, column);
            if (text == null) {
                unread(rows, column, sink, field);
            } else {
                emit(text, choices, sink, field);
            }
        }

        @Override
        public String readable(String column) {
            return "typeof(" + column + ") <> 'blob'";
        }

        @Override
        protected Object stored(Object value) {
            return storable((String) value);
        }
    }

    /** As a text in the form of the first that the column has: with dashes or without, in small or in large letters. */
    static final class UuidCodec extends SqliteCodec<UUID> {
        private static final int LENGTH = 36;
        private static final int BARE_LENGTH = 32;

        private final boolean dashes;
        private final boolean upper;
        private final boolean anyCase;
        private final String collation;

        UuidCodec(SqliteColumn column) {
            super(WireForm.UUID);
            String text = column.sample() instanceof String known ? known : "";
            this.dashes = text.length() != BARE_LENGTH;
            this.upper = !text.equals(text.toLowerCase(Locale.ROOT));
            this.anyCase = column.anyCase();
            this.collation = column.key().collation();
        }

        @Override
        public String compared(String column) {
            return column + collation;
        }

        @Override
        public String referring(String column) {
            return compared(column);
        }

        @Override
        public String ordered(String column) {
            return column;
        }

        /** A text in another form is no value: comparisons do not find it. */
        @Override
        @Nullable
        public UUID value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            if (text == null || text.length() != (dashes ? LENGTH : BARE_LENGTH)) {
                return null;
            }
            try {
                UUID uuid = dashes
                        ? UUID.fromString(text)
                        : new UUID(Long.parseUnsignedLong(text, 0, 16, 16), Long.parseUnsignedLong(text, 16, 32, 16));
                return (anyCase
                                ? stored(uuid).equalsIgnoreCase(text)
                                : stored(uuid).equals(text))
                        ? uuid
                        : null;
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        @Override
        public boolean isBound(ResultSet rows, int column, Object value) throws SQLException {
            return stored(value).equals(text(rows, column));
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND length(" + column + ") = " + (dashes ? LENGTH : BARE_LENGTH)
                    + (anyCase ? "" : " AND " + column + " = " + (upper ? "upper(" : "lower(") + column + ")") + ")";
        }

        @Override
        protected String stored(Object value) {
            String text = dashes ? value.toString() : value.toString().replace("-", "");
            return upper ? text.toUpperCase(Locale.ROOT) : text;
        }
    }

    /** As the 16 bytes of RFC 9562. */
    static final class UuidBytesCodec extends SqliteCodec<UUID> {
        private static final int LENGTH = 16;

        UuidBytesCodec() {
            super(WireForm.UUID);
        }

        @Override
        public @Nullable UUID value(ResultSet rows, int column) throws SQLException {
            if (rows.getObject(column) instanceof byte[] bytes && bytes.length == LENGTH) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                return new UUID(buffer.getLong(), buffer.getLong());
            }
            return null;
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'blob' AND length(" + column + ") = " + LENGTH + ")";
        }

        @Override
        public String in(String column, int places) {
            return column + " IN (SELECT unhex(value) FROM json_each(?))";
        }

        @Override
        protected Object stored(Object value) {
            UUID uuid = (UUID) value;
            return ByteBuffer.allocate(LENGTH)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        }
    }

    static class JsonCodec extends SqliteCodec<String> {
        JsonCodec() {
            super(WireForm.JSON);
        }

        @Override
        public String selected(String column) {
            // An existing table may hold any value. No document starts with U+0000.
            return "CASE WHEN " + readable(column) + " THEN " + column + " ELSE char(0) || CASE typeof("
                    + column + ") WHEN 'blob' THEN 'x''' || lower(hex(" + column + ")) || '''' ELSE " + column
                    + " END END";
        }

        @Override
        public String readable(String column) {
            return "(json_valid(" + column + ") AND typeof(" + column + ") <> 'blob')";
        }

        @Override
        @Nullable
        public String value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            return text == null || text.equals("null") || text.startsWith("\0") ? null : text;
        }

        @Override
        protected void unread(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable String text = rows.getString(column);
            if (text != null && text.startsWith("\0")) {
                sink.unreadable(field, text.substring(1));
            } else {
                sink.none(field);
            }
        }

        @Override
        protected Object stored(Object value) {
            return ((JsonText) value).text();
        }
    }

    /** A list as a JSON array; a document of another kind is no value of the field. */
    static final class ListCodec extends JsonCodec {
        @Override
        public String readable(String column) {
            // CASE: json_type fails on what is no JSON
            return "(CASE WHEN " + super.readable(column) + " THEN json_type(" + column
                    + ") IN ('array', 'null') ELSE 0 END)";
        }

        @Override
        public String contains(String column) {
            return "(CASE WHEN " + readable(column) + " THEN EXISTS (SELECT 1 FROM json_each(" + column
                    + ") held JOIN json_each(?) wanted ON held.value = wanted.value) END)";
        }
    }

    static final class BinaryCodec extends SqliteCodec<byte[]> {
        BinaryCodec() {
            super(WireForm.BINARY);
        }

        @Override
        public byte @Nullable [] value(ResultSet rows, int column) throws SQLException {
            return rows.getObject(column) instanceof String text
                    ? text.getBytes(StandardCharsets.UTF_8)
                    : rows.getBytes(column);
        }
    }
}
