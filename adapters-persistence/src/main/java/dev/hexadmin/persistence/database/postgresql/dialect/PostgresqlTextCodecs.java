package dev.hexadmin.persistence.database.postgresql.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Codecs of PostgreSQL for texts, UUIDs, documents and bytes. */
final class PostgresqlTextCodecs {
    private PostgresqlTextCodecs() {}

    static ColumnCodec text(FieldDefinition field, PostgresqlColumn column) {
        int longest = column.isSized() ? column.length() : Integer.MAX_VALUE;
        TextCodec.Folding fold = new TextCodec.Folding(column.collations(), column.trigrams());
        Set<String> choices = Set.copyOf(field.constraints().values());
        if (!column.labels().isEmpty() && !column.isArray()) {
            boolean safe = !column.domain() // the server has no comparison of it with a text
                    && !field.constraints().values().isEmpty()
                    && column.labels().containsAll(field.constraints().values());
            return new EnumCodec(
                    safe ? TextCodec.Kind.LIKE_TEXT : TextCodec.Kind.OTHER, column.labels(), fold, choices);
        }
        return switch (column.type()) {
            case "text", "varchar" -> new TextCodec(TextCodec.Kind.PLAIN, fold, choices, longest);
            case "bpchar" -> new TextCodec(TextCodec.Kind.PADDED, fold, choices, longest);
            case "citext" -> new TextCodec(TextCodec.Kind.LIKE_TEXT, fold, choices, Integer.MAX_VALUE);
            case "name" -> new BytesOfTextCodec(TextCodec.Kind.LIKE_TEXT, fold, choices, 63);
            case "char" -> new BytesOfTextCodec(TextCodec.Kind.OTHER, fold, choices, 1);
            default -> new TextCodec(TextCodec.Kind.OTHER, fold, choices, Integer.MAX_VALUE, column.asText());
        };
    }

    static ColumnCodec uuid(PostgresqlColumn column) {
        return column.is("uuid") ? new UuidCodec() : new UuidTextCodec();
    }

    /** Text, or a type that is used like text. */
    static class TextCodec extends PostgresqlCodec<String> {
        private final Kind kind;
        private final Folding fold;
        private final Set<String> choices;
        private final int longest;
        private final String asText;

        /** How text is compared with patterns and without regard to case. */
        record Folding(PostgresqlColumn.Collations collations, boolean trigrams) {}

        /** How the column's type differs from plain text. */
        enum Kind {
            /** Nothing. */
            PLAIN,
            /** Blanks at the end do not count. */
            PADDED,
            /** It has a special equality, but patterns and order are those of text. */
            LIKE_TEXT,
            /** It is compared as text. */
            OTHER
        }

        TextCodec(Kind kind, Folding fold, Set<String> choices, int longest) {
            this(kind, fold, choices, longest, "%s::text");
        }

        TextCodec(Kind kind, Folding fold, Set<String> choices, int longest, String asText) {
            super(WireForm.TEXT, kind == Kind.OTHER ? "::text[]" : "", Types.OTHER);
            this.kind = kind;
            this.fold = fold;
            this.choices = choices;
            this.longest = longest;
            this.asText = asText;
        }

        @Override
        public final void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable String text = value(rows, column);
            if (text == null) {
                unread(rows, column, sink, field);
            } else {
                emit(text, choices, sink, field);
            }
        }

        @Override
        public final @Nullable String value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            if (kind != Kind.PADDED || text == null) {
                return text;
            }
            int end = text.length();
            while (end > 0 && text.charAt(end - 1) == ' ') {
                end--;
            }
            return text.substring(0, end);
        }

        @Override
        public final void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            // without a type: PostgreSQL uses that of the column
            statement.setObject(parameter, storable((String) value), Types.OTHER);
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof String text
                    && text.length() > longest
                    && text.codePointCount(0, text.length()) > longest) {
                throw new UnstorableValueException("a text that is longer than its column");
            }
            super.store(statement, parameter, value);
        }

        @Override
        public final String selected(String column) {
            return compared(column); // the driver's text of an inet, say, is not the server's
        }

        @Override
        public final String compared(String column) {
            return kind == Kind.OTHER ? asText.replace("%s", column) : column;
        }

        @Override
        public final String ordered(String column) {
            return kind == Kind.PLAIN || kind == Kind.PADDED ? column : asText.replace("%s", column);
        }

        @Override
        public final String text(String column) {
            return plain(column) + fold.collations().pattern();
        }

        private String plain(String column) {
            return kind == Kind.PLAIN ? column : asText.replace("%s", column);
        }

        @Override
        public final String anyCase(String column) {
            return plain(column) + fold.collations().fold();
        }

        @Override
        public final String loweredParameter() {
            return "lower(?::text COLLATE \"" + fold.collations().folding() + "\")";
        }

        @Override
        public final boolean hasTrigrams() {
            return fold.trigrams();
        }

        @Override
        protected final Object stored(Object value) {
            return storable((String) value);
        }
    }

    /** Of a type that the server cuts longer texts to. */
    static final class BytesOfTextCodec extends TextCodec {
        private final int most;

        BytesOfTextCodec(Kind kind, Folding fold, Set<String> choices, int most) {
            super(kind, fold, choices, Integer.MAX_VALUE);
            this.most = most;
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof String text && text.getBytes(StandardCharsets.UTF_8).length > most) {
                throw new UnstorableValueException(Message.of(
                                "{limit, plural, one {At most # byte is allowed.} other {At most # bytes are allowed.}}")
                        .with("limit", most));
            }
            super.store(statement, parameter, value);
        }
    }

    static final class EnumCodec extends TextCodec {
        private final Set<String> labels;

        EnumCodec(Kind kind, Set<String> labels, Folding fold, Set<String> choices) {
            super(kind, fold, choices, Integer.MAX_VALUE);
            this.labels = labels;
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof String text && !labels.contains(text)) {
                throw new UnstorableValueException("a name that the column's type does not have");
            }
            super.store(statement, parameter, value);
        }
    }

    static class UuidCodec extends PostgresqlCodec<UUID> {
        UuidCodec() {
            this("::uuid[]");
        }

        UuidCodec(String arrayType) {
            super(WireForm.UUID, arrayType, Types.OTHER);
        }

        @Override
        @Nullable
        public UUID value(ResultSet rows, int column) throws SQLException {
            return rows.getObject(column, UUID.class);
        }
    }

    static final class UuidTextCodec extends UuidCodec {
        UuidTextCodec() {
            super("");
        }

        @Override
        @Nullable
        public UUID value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            try {
                return text == null ? null : UUID.fromString(text.strip());
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setObject(parameter, value.toString(), Types.OTHER);
        }
    }

    /** Of a text that is no document, filters see only that it is not null: before version 16 the server cannot tell. */
    static class JsonCodec extends PostgresqlCodec<String> {
        private final boolean checked;

        JsonCodec(PostgresqlColumn column) {
            super(WireForm.JSON, "", Types.OTHER);
            this.checked = column.isDocument();
        }

        @Override
        @Nullable
        public String value(ResultSet rows, int column) throws SQLException {
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
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setObject(parameter, ((JsonText) value).text(), Types.OTHER);
        }
    }

    /** A list as a JSON array; a document of another kind is no value of the field. */
    static final class ListCodec extends JsonCodec {
        ListCodec(PostgresqlColumn column) {
            super(column);
        }

        @Override
        boolean isValue(String text) {
            return text.startsWith("[");
        }

        @Override
        public String readable(String column) {
            return "jsonb_typeof(" + column + "::jsonb) IN ('array', 'null')";
        }

        @Override
        public String contains(String column) {
            return column + "::jsonb @> ?::jsonb";
        }
    }

    static final class BinaryCodec extends PostgresqlCodec<byte[]> {
        BinaryCodec() {
            super(WireForm.BINARY, "::bytea[]", Types.BINARY);
        }

        @Override
        public byte @Nullable [] value(ResultSet rows, int column) throws SQLException {
            return rows.getBytes(column);
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setBytes(parameter, (byte[]) value);
        }
    }
}
