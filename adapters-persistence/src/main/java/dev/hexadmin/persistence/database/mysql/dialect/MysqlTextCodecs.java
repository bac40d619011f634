package dev.hexadmin.persistence.database.mysql.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Codecs of MySQL for texts, UUIDs, documents and bytes. */
final class MysqlTextCodecs {
    private MysqlTextCodecs() {}

    static ColumnCodec text(FieldDefinition field, MysqlColumn column) {
        Set<String> choices = Set.copyOf(field.constraints().values());
        return column.isBytes() ? new TextBytesCodec(column, choices) : new TextCodec(column, choices);
    }

    static ColumnCodec uuid(MysqlColumn column) {
        return column.isBytes() ? new UuidBytesCodec() : new UuidCodec();
    }

    /** Text. Equality and order are those of the column's collation; lookups of parts of a text look at each character. */
    static class TextCodec extends MysqlCodec<String> {
        private final MysqlColumn column;
        private final Set<String> choices;

        TextCodec(MysqlColumn column, Set<String> choices) {
            super(WireForm.TEXT, Types.VARCHAR);
            this.column = column;
            this.choices = choices;
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
        public @Nullable String value(ResultSet rows, int column) throws SQLException {
            return rows.getString(column);
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setString(parameter, comparable(storable((String) value)));
        }

        /**
         * A text that the server can compare with the column, which fails for characters that the column's character set does
         * not have: these become one that no stored text is expected to have.
         */
        private String comparable(String text) {
            if (column.takes(text)) {
                return text;
            }
            int other = column.takes("\uFFFF") ? 0xFFFF : 1;
            StringBuilder out = new StringBuilder(text.length());
            text.codePoints().forEach(c -> out.appendCodePoint(column.takes(Character.toString(c)) ? c : other));
            return out.toString();
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (!(value instanceof String text)) {
                super.store(statement, parameter, value);
                return;
            }
            if (column.isSized()
                    && text.length() > column.length()
                    && text.codePointCount(0, text.length()) > column.length()) {
                throw new UnstorableValueException("a text that is longer than its column");
            }
            statement.setString(parameter, storable(text)); // the server refuses what the column cannot hold
        }

        @Override
        public String selected(String name) {
            return compared(name);
        }

        /** Of what is neither text nor a number only the text that the server writes is shown. */
        @Override
        public String compared(String name) {
            return column.isShape()
                    ? "st_astext(" + name + ")"
                    : column.isOther() ? "CAST(" + name + " AS char)" : name;
        }

        /** The database orders labels by their place in the type, and compares them as texts. */
        @Override
        public String ordered(String name) {
            return column.is("enum") || column.is("set") ? "CAST(" + name + " AS char)" : compared(name);
        }

        @Override
        public String text(String column) {
            String name = compared(column);
            return this.column.exact() ? name : "CONVERT(" + name + " USING utf8mb4) COLLATE " + Products.EXACT;
        }

        @Override
        public String anyCase(String name) {
            return text(name);
        }
    }

    /** Text in UTF-8 in a column of bytes, which are no text when they are not UTF-8. */
    static final class TextBytesCodec extends TextCodec {
        /** The column has values of one length, filled up with bytes 0. */
        private final boolean filled;

        TextBytesCodec(MysqlColumn column, Set<String> choices) {
            super(column, choices);
            this.filled = column.is("binary");
        }

        @Override
        public String compared(String name) {
            return filled ? "TRIM(TRAILING X'00' FROM " + name + ")" : name;
        }

        @Override
        public @Nullable String value(ResultSet rows, int column) throws SQLException {
            byte @Nullable [] bytes = rows.getBytes(column);
            if (bytes == null) {
                return null;
            }
            try {
                String text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
                return text.indexOf('\0') < 0 ? text : null;
            } catch (CharacterCodingException e) {
                return null;
            }
        }
    }

    static final class UuidCodec extends MysqlCodec<UUID> {
        UuidCodec() {
            super(WireForm.UUID, Types.VARCHAR);
        }

        @Override
        public @Nullable UUID value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            try {
                return text == null ? null : UUID.fromString(text.strip());
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        @Override
        protected Object stored(Object value) {
            return value.toString();
        }
    }

    /** In 16 bytes, in their order. */
    static final class UuidBytesCodec extends MysqlCodec<UUID> {
        UuidBytesCodec() {
            super(WireForm.UUID, Types.BINARY);
        }

        @Override
        public @Nullable UUID value(ResultSet rows, int column) throws SQLException {
            byte @Nullable [] bytes = rows.getBytes(column);
            if (bytes == null || bytes.length != 16) {
                return null;
            }
            ByteBuffer halves = ByteBuffer.wrap(bytes);
            return new UUID(halves.getLong(), halves.getLong());
        }

        @Override
        protected Object stored(Object value) {
            UUID uuid = (UUID) value;
            return ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        }

        @Override
        public String text(String column) {
            return "insert(insert(insert(insert(lower(hex(" + column
                    + ")), 9, 0, '-'), 14, 0, '-'), 19, 0, '-'), 24, 0," + " '-')";
        }

        @Override
        public String anyCase(String column) {
            return text(column);
        }
    }

    static class JsonCodec extends MysqlCodec<String> {
        private final boolean checked;
        private final boolean bytes;

        /** The server checks documents of the type {@code json} only, and MariaDB has none. */
        JsonCodec(MysqlColumn column) {
            super(WireForm.JSON, Types.VARCHAR);
            this.checked = column.is("json");
            this.bytes = column.isBytes();
        }

        @Override
        public @Nullable String value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            return text == null || text.equals("null") || !isValue(text) ? null : text;
        }

        boolean isValue(String text) {
            return checked || new JsonText(text).isWellFormed();
        }

        @Override
        protected void unread(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable String text = rows.getString(column);
            if (text == null || text.equals("null")) {
                sink.none(field); // a document that is null
            } else {
                sink.unreadable(field, text);
            }
        }

        @Override
        public String readable(String column) {
            return checked ? "" : "json_valid(" + document(column) + ")";
        }

        final String document(String column) {
            return bytes ? "convert(" + column + " USING utf8mb4)" : column;
        }

        @Override
        protected Object stored(Object value) {
            return ((JsonText) value).text();
        }
    }

    /** A list as a JSON array; a document of another kind is no value of the field. */
    static final class ListCodec extends JsonCodec {
        ListCodec(MysqlColumn column) {
            super(column);
        }

        @Override
        boolean isValue(String text) {
            return text.startsWith("[") && super.isValue(text);
        }

        /** MySQL has no type of what is no document, but an error. */
        @Override
        public String readable(String column) {
            String text = document(column);
            return "CASE WHEN json_valid(" + text + ") THEN json_type(" + text + ") IN ('ARRAY', 'NULL') ELSE 0 END";
        }

        @Override
        public String contains(String column) {
            String text = document(column);
            return "CASE WHEN json_valid(" + text + ") THEN json_contains(" + text + ", ?) END";
        }
    }

    static final class BinaryCodec extends MysqlCodec<byte[]> {
        private final MysqlColumn column;

        BinaryCodec(MysqlColumn column) {
            super(WireForm.BINARY, Types.BINARY);
            this.column = column;
        }

        @Override
        public byte @Nullable [] value(ResultSet rows, int column) throws SQLException {
            return rows.getBytes(column);
        }

        /** The server would fill up bytes of one length with zeros. */
        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (column.is("binary") && value instanceof byte[] bytes && bytes.length != column.length()) {
                throw new UnstorableValueException(Message.of(
                                "{length, plural, one {Exactly # byte is expected.} other {Exactly # bytes are expected.}}")
                        .with("length", column.length()));
            }
            super.store(statement, parameter, value);
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setBytes(parameter, (byte[]) value);
        }
    }
}
