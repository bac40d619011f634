package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.ColumnMapping;
import dev.hexadmin.persistence.dialect.ColumnMappings;
import dev.hexadmin.persistence.dialect.FileCodec;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/** The columns of SQLite. Any column of SQLite may hold any value, so codecs check what they read. */
public final class SqliteColumns {
    private static final ColumnMapping<SqliteColumn> TEXT =
            ColumnMapping.of("TEXT", (field, column) -> new SqliteTextCodecs.TextCodec(column, field));

    static final ColumnMappings<SqliteColumn> MAPPINGS = ColumnMappings.<SqliteColumn>builder()
            .with(FieldType.STRING, TEXT)
            .with(FieldType.TEXT, TEXT)
            .with(FieldType.ENUM, TEXT)
            .with(FieldType.EMAIL, TEXT)
            .with(FieldType.URL, TEXT)
            .with(FieldType.COLOUR, TEXT)
            .with(FieldType.MARKDOWN, TEXT)
            .with(FieldType.CODE, TEXT)
            .with(
                    FieldType.INTEGER,
                    ColumnMapping.ofNumber("INTEGER", (field, column) -> SqliteNumberCodecs.integer(column)))
            .with(FieldType.FLOAT, ColumnMapping.ofNumber("REAL", (field, column) -> SqliteNumberCodecs.real(column)))
            .with(
                    FieldType.BOOLEAN,
                    ColumnMapping.<SqliteColumn>of(
                                    "INTEGER",
                                    (field, column) -> new SqliteNumberCodecs.BooleanCodec(column.hasTextAffinity()))
                            .literal(flag -> (Boolean) flag ? "1" : "0")
                            .named("BOOL", "BOOLEAN"))
            .with(
                    FieldType.DECIMAL,
                    ColumnMapping.of(SqliteColumns::managedDecimal, SqliteNumberCodecs::decimal)
                            .literal((field, number) -> managedDecimal(field).startsWith("DECIMAL_TEXT")
                                    ? ColumnMapping.quoted(SortableDecimal.write((BigDecimal) number))
                                    : FieldText.write(number)))
            .with(
                    FieldType.DATE,
                    ColumnMapping.<SqliteColumn>of(
                                    "TEXT",
                                    (field, column) -> SqliteTimeCodecs.date(column.samples(), field.primaryKey()))
                            .now("(date('now'))")
                            .named("DATE"))
            .with(
                    FieldType.TIME,
                    ColumnMapping.<SqliteColumn>of(
                                    "TEXT",
                                    (field, column) -> SqliteTimeCodecs.time(column.samples(), field.primaryKey()))
                            .now("(time('now'))")
                            .named("TIME"))
            .with(
                    FieldType.DATETIME,
                    ColumnMapping.<SqliteColumn>ofMoment(
                                    "TEXT",
                                    (field, column) -> SqliteTimeCodecs.moment(
                                            column.samples(), field.primaryKey(), column.start()))
                            .now("(strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'))"))
            .with(
                    FieldType.DURATION,
                    ColumnMapping.<SqliteColumn>of(
                                    "INTEGER",
                                    (field, column) ->
                                            new SqliteTimeCodecs.DurationCodec(SqliteNumberCodecs.integer(column)))
                            .literal(duration -> Long.toString(DurationType.micros((Duration) duration))))
            .with(
                    FieldType.UUID,
                    ColumnMapping.<SqliteColumn>of("TEXT", (field, column) -> SqliteTextCodecs.uuid(column))
                            .named("UUID", "GUID", "UNIQUEIDENTIFIER"))
            .with(FieldType.FILE, ColumnMapping.of("TEXT", (field, column) -> file()))
            .with(FieldType.IMAGE, ColumnMapping.of("TEXT", (field, column) -> file()))
            .with(
                    FieldType.JSON,
                    ColumnMapping.<SqliteColumn>of("TEXT", (field, column) -> new SqliteTextCodecs.JsonCodec())
                            .named("JSON", "JSONB"))
            .with(
                    FieldType.LIST,
                    ColumnMapping.<SqliteColumn>of("TEXT", (field, column) -> new SqliteTextCodecs.ListCodec()))
            .with(
                    FieldType.BINARY,
                    ColumnMapping.<SqliteColumn>of("BLOB", (field, column) -> new SqliteTextCodecs.BinaryCodec())
                            .literal(bytes -> "X'" + HexFormat.of().formatHex((byte[]) bytes) + "'"))
            .build();

    /** Types whose values existing tables store in several forms. */
    private static final Set<FieldType> SAMPLED =
            EnumSet.of(FieldType.DATETIME, FieldType.DATE, FieldType.TIME, FieldType.UUID);

    private SqliteColumns() {}

    private static ColumnCodec file() {
        return new FileCodec(SqliteTextCodecs.uuid(SqliteColumn.of("TEXT")), "");
    }

    /** Whether a value that is in the column says in which of several forms it holds the field's values. */
    static boolean isSampled(FieldDefinition field) {
        return SAMPLED.contains(field.type());
    }

    /**
     * The type of fields of columns of a declared type: names in use for what a column holds first, then the rules of
     * SQLite's "Datatypes", section 3.1.
     *
     * @param word the declared type without what is in parentheses
     * @param sized whether there is a number in parentheses
     */
    public static FieldType typeOf(String word, boolean sized) {
        String name = word.toUpperCase(Locale.ROOT);
        return MAPPINGS.typeOf(name).orElseGet(() -> {
            if (name.startsWith("BOOL")) {
                return FieldType.BOOLEAN;
            }
            if (name.startsWith("DATETIME") || name.startsWith("TIMESTAMP")) {
                return FieldType.DATETIME;
            }
            if (name.contains("INT")) {
                return FieldType.INTEGER;
            }
            if (name.startsWith("DECIMAL") || name.startsWith("NUMERIC") || name.startsWith("MONEY")) {
                return FieldType.DECIMAL;
            }
            if (name.contains("CHAR") || name.startsWith("STRING")) {
                return sized || name.contains("CHAR") ? FieldType.STRING : FieldType.TEXT;
            }
            if (name.contains("BLOB") || name.contains("BINARY")) {
                return FieldType.BINARY;
            }
            return name.contains("REAL") || name.contains("FLOA") || name.contains("DOUB")
                    ? FieldType.FLOAT
                    : FieldType.TEXT;
        });
    }

    private static String managedDecimal(FieldDefinition field) {
        String digits = field.constraints().precision().isEmpty()
                ? ""
                : "(" + field.constraints().precision().getAsInt() + ","
                        + field.constraints().scale().orElse(0) + ")";
        return (field.constraints().precision().orElse(16) <= 15 ? "DECIMAL" : "DECIMAL_TEXT") + digits;
    }
}
