package dev.hexadmin.persistence.database.mysql.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.ColumnMapping;
import dev.hexadmin.persistence.dialect.ColumnMappings;
import dev.hexadmin.persistence.dialect.FileCodec;
import dev.hexadmin.persistence.dialect.StoredColumn;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/** The columns of MySQL and MariaDB. Defaults are in parentheses, which a text needs. */
public final class MysqlColumns {
    /** How many digits a decimal has at most, and how many of them after the point. */
    private static final int MOST_DIGITS = 65;

    private static final int MOST_AFTER_POINT = 30;

    /** Longer texts have no length: all columns of a row together have 65 535 bytes, four for each character. */
    private static final int SHORT = 255;

    /** How many characters an index of one text takes, in bytes three quarters of the 3 072 of an index. */
    private static final int LONGEST_UNIQUE = 700;

    private static final String EXACT = " CHARACTER SET utf8mb4 COLLATE " + Products.EXACT;

    private static final String UUID_TEXT = "char(36) CHARACTER SET ascii COLLATE ascii_bin";

    private static final ColumnMapping<MysqlColumn> TEXT = ColumnMapping.<MysqlColumn>of(
                    MysqlColumns::managedText, (field, column) -> MysqlTextCodecs.text(field, column))
            .literal(MysqlColumns::constant)
            .room(MysqlColumns::hasRoomForText);

    static final ColumnMappings<MysqlColumn> MAPPINGS = ColumnMappings.<MysqlColumn>builder()
            .with(FieldType.STRING, TEXT.named("varchar", "char", "set", "inet4", "inet6"))
            .with(FieldType.TEXT, TEXT.named("tinytext", "text", "mediumtext", "longtext"))
            .with(FieldType.ENUM, TEXT.named("enum"))
            .with(FieldType.EMAIL, TEXT)
            .with(FieldType.URL, TEXT)
            .with(FieldType.COLOUR, TEXT)
            .with(FieldType.MARKDOWN, TEXT)
            .with(FieldType.CODE, TEXT)
            .with(
                    FieldType.INTEGER,
                    ColumnMapping.<MysqlColumn>ofNumber("bigint", (field, column) -> MysqlNumberCodecs.integer(column))
                            .named("tinyint", "smallint", "mediumint", "int", "bigint", "year", "bit")
                            .in(column -> column.isNumber() || column.is("year") || column.is("bit") || column.isText())
                            .room((field, column) ->
                                    !column.isText() && !column.declared().equals("tinyint(1)")))
            .with(
                    FieldType.FLOAT,
                    ColumnMapping.<MysqlColumn>ofNumber("double", (field, column) -> MysqlNumberCodecs.real(column))
                            .named("float", "double")
                            .in(MysqlColumn::isNumber)
                            .room((field, column) -> column.isFloat()))
            .with(
                    FieldType.BOOLEAN,
                    ColumnMapping.<MysqlColumn>of("boolean", (field, column) -> MysqlNumberCodecs.flag(column))
                            .literal(flag -> (Boolean) flag ? "TRUE" : "FALSE")
                            .in(column -> column.isNumber() || column.is("bit")))
            .with(
                    FieldType.DECIMAL,
                    ColumnMapping.of(MysqlColumns::managedDecimal, MysqlNumberCodecs::decimal)
                            .literal(FieldText::write)
                            .named("decimal")
                            .in(MysqlColumn::isNumber)
                            .room(MysqlColumns::hasRoomForDecimal))
            .with(
                    FieldType.DATE,
                    ColumnMapping.<MysqlColumn>of("date", (field, column) -> new MysqlTimeCodecs.DateCodec(column))
                            .now("(utc_date())")
                            .named("date")
                            .in(column -> column.is("date") || column.isMoment() || column.isText())
                            .room((field, column) -> !column.isText()))
            .with(
                    FieldType.TIME,
                    ColumnMapping.<MysqlColumn>of("time(6)", (field, column) -> new MysqlTimeCodecs.TimeCodec(column))
                            .now("(utc_time(6))")
                            .named("time")
                            .in(column -> column.is("time") || column.isText())
                            .room((field, column) -> column.is("time")))
            .with(
                    FieldType.DATETIME,
                    ColumnMapping.<MysqlColumn>of(
                                    "datetime(6)", (field, column) -> new MysqlTimeCodecs.MomentCodec(column))
                            .literal(moment -> ColumnMapping.quoted(
                                    FieldText.write(moment).replace('T', ' ').replace("Z", "")))
                            .now("(utc_timestamp(6))")
                            .named("datetime", "timestamp")
                            .in(column -> column.isMoment() || column.is("date") || column.isText())
                            .room((field, column) -> column.isMoment()))
            .with(
                    FieldType.DURATION,
                    ColumnMapping.<MysqlColumn>of("bigint", (field, column) -> new MysqlTimeCodecs.DurationCodec())
                            .literal(duration -> Long.toString(DurationType.micros((Duration) duration)))
                            .in(column -> column.isInteger()
                                    || column.is("decimal")
                                    || column.is("double")
                                    || column.isText()))
            .with(
                    FieldType.UUID,
                    ColumnMapping.<MysqlColumn>of(UUID_TEXT, (field, column) -> MysqlTextCodecs.uuid(column))
                            .named("uuid")
                            .in(MysqlColumns::holdsUuid))
            .with(
                    FieldType.FILE,
                    ColumnMapping.<MysqlColumn>of(UUID_TEXT, (field, column) -> file(column))
                            .in(MysqlColumns::holdsUuid))
            .with(
                    FieldType.IMAGE,
                    ColumnMapping.<MysqlColumn>of(UUID_TEXT, (field, column) -> file(column))
                            .in(MysqlColumns::holdsUuid))
            .with(
                    FieldType.JSON,
                    ColumnMapping.<MysqlColumn>of("json", (field, column) -> new MysqlTextCodecs.JsonCodec(column))
                            .literal(MysqlColumns::constant)
                            .named("json")
                            .in(MysqlColumns::holdsDocuments))
            .with(
                    FieldType.LIST,
                    ColumnMapping.<MysqlColumn>of("json", (field, column) -> new MysqlTextCodecs.ListCodec(column))
                            .literal(MysqlColumns::constant)
                            .in(MysqlColumns::holdsDocuments))
            .with(
                    FieldType.BINARY,
                    ColumnMapping.<MysqlColumn>of(
                                    "longblob", (field, column) -> new MysqlTextCodecs.BinaryCodec(column))
                            .literal(bytes -> "(X'" + HexFormat.of().formatHex((byte[]) bytes) + "')")
                            .named("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob")
                            .in(column -> column.isBytes() || column.isText()))
            .build();

    private MysqlColumns() {}

    /** MySQL writes an apostrophe or a backslash in a default in a way that it cannot read in this SQL mode. */
    private static String constant(Object value) {
        String text = FieldText.write(value);
        return text.indexOf('\'') < 0 && text.indexOf('\\') < 0
                ? "(" + ColumnMapping.quoted(text) + ")"
                : "(convert(X'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' USING utf8mb4))";
    }

    private static ColumnCodec file(MysqlColumn column) {
        return new FileCodec(MysqlTextCodecs.uuid(column), "");
    }

    /**
     * The type of fields of columns of a type; empty when none fits.
     *
     * @param type {@code data_type}
     * @param declared {@code column_type}
     */
    public static Optional<FieldType> typeOf(String type, String declared) {
        return switch (declared) {
            case "tinyint(1)", "bit(1)" -> Optional.of(FieldType.BOOLEAN);
            case "binary(16)" -> Optional.of(FieldType.UUID); // each value of 16 bytes has one form as a UUID
            default -> MAPPINGS.typeOf(type);
        };
    }

    private static boolean holdsUuid(MysqlColumn column) {
        return column.is("uuid") || column.isText() || column.isBytes();
    }

    /** In bytes of one length, which are filled up, a document would be another text. */
    private static boolean holdsDocuments(MysqlColumn column) {
        return column.is("json") || column.isText() || (column.isBytes() && !column.is("binary"));
    }

    /** A column whose fields have another type by default is not one of texts. */
    private static boolean hasRoomForText(FieldDefinition field, MysqlColumn column) {
        return typeOf(column.type(), column.declared())
                        .filter(type -> !type.isText())
                        .isEmpty()
                && !(column.isSized() && field.constraints().maxLength().orElse(0) > column.length());
    }

    private static boolean hasRoomForDecimal(FieldDefinition field, MysqlColumn column) {
        int precision = Math.min(field.constraints().precision().orElse(0), MOST_DIGITS);
        int scale = Math.min(field.constraints().scale().orElse(0), MOST_AFTER_POINT);
        return !column.isInteger()
                && !(column.is("decimal")
                        && field.constraints().precision().isPresent()
                        && (scale > column.scale() || precision - scale > column.precision() - column.scale()));
    }

    /** What fields a column is for. */
    static StoredColumn stored(MysqlColumn column) {
        return MAPPINGS.stored(column, column.declared(), typeOf(column.type(), column.declared()));
    }

    private static String managedText(FieldDefinition field) {
        boolean unique = field.primaryKey() || field.storage().unique();
        return isShort(field) ? text(SHORT) : unique ? text(longest(field, LONGEST_UNIQUE)) : "longtext" + EXACT;
    }

    /**
     * The type of a column in a unique index of several columns: MySQL has none on a text without a length.
     *
     * @param texts how many columns of the index hold texts
     */
    static String uniqueTogether(FieldDefinition field, int texts) {
        return isText(field) && !isShort(field)
                ? text(longest(field, LONGEST_UNIQUE / texts))
                : MAPPINGS.managedType(field);
    }

    static boolean isText(FieldDefinition field) {
        return MAPPINGS.managedType(field).endsWith(EXACT);
    }

    private static boolean isShort(FieldDefinition field) {
        return longest(field, Integer.MAX_VALUE) <= SHORT;
    }

    private static int longest(FieldDefinition field, int most) {
        return Math.min(field.valueType().longest(field).orElse(most), most);
    }

    private static String text(int characters) {
        return "varchar(" + characters + ")" + EXACT;
    }

    private static String managedDecimal(FieldDefinition field) {
        int precision = Math.min(field.constraints().precision().orElse(MOST_DIGITS), MOST_DIGITS);
        int scale = field.constraints().precision().isEmpty()
                ? MOST_AFTER_POINT
                : Math.min(field.constraints().scale().orElse(0), MOST_AFTER_POINT);
        return "decimal(" + precision + "," + scale + ")";
    }
}
