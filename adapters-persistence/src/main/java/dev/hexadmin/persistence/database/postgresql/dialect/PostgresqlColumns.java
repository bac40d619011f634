package dev.hexadmin.persistence.database.postgresql.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.ColumnMapping;
import dev.hexadmin.persistence.dialect.ColumnMappings;
import dev.hexadmin.persistence.dialect.FileCodec;
import dev.hexadmin.persistence.dialect.StoredColumn;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The columns of PostgreSQL. */
public final class PostgresqlColumns {
    /** Types whose values are read and written as the text that the server writes. */
    private static final List<String> WRITTEN_AS_TEXT = List.of(
            "inet",
            "cidr",
            "macaddr",
            "macaddr8",
            "point",
            "line",
            "lseg",
            "box",
            "path",
            "polygon",
            "circle",
            "bit",
            "varbit",
            "timetz",
            "tsquery",
            "ltree",
            "lquery",
            "cube",
            "seg",
            "isbn",
            "isbn13",
            "issn",
            "ean13",
            "upc",
            "pg_lsn",
            "oid");

    /** Types of arrays whose elements are of the field's type; the elements of others are texts. */
    private static final Set<String> ARRAYS = Set.of(
            "_text",
            "_varchar",
            "_bpchar",
            "_citext",
            "_int2",
            "_int4",
            "_int8",
            "_float4",
            "_float8",
            "_numeric",
            "_bool",
            "_uuid",
            "_date",
            "_time",
            "_timestamp",
            "_timestamptz");

    /** Types whose declared numbers limit the values. */
    private static final Set<String> SIZED = Set.of("varchar", "bpchar", "bit", "varbit", "numeric");

    private static final ColumnMapping<PostgresqlColumn> TEXT = ColumnMapping.<PostgresqlColumn>of(
                    "text COLLATE \"C\"", PostgresqlTextCodecs::text)
            .in(column -> !column.is("bytea"))
            .room(PostgresqlColumns::hasRoomForText);

    static final ColumnMappings<PostgresqlColumn> MAPPINGS = ColumnMappings.<PostgresqlColumn>builder()
            .with(
                    FieldType.STRING,
                    TEXT.named(Stream.concat(
                                    Stream.of("varchar", "bpchar", "citext", "name", "char"), WRITTEN_AS_TEXT.stream())
                            .toArray(String[]::new)))
            .with(FieldType.TEXT, TEXT.named("text", "xml", "hstore", "tsvector", "geometry", "geography"))
            .with(FieldType.ENUM, TEXT)
            .with(FieldType.EMAIL, TEXT)
            .with(FieldType.URL, TEXT)
            .with(FieldType.COLOUR, TEXT)
            .with(FieldType.MARKDOWN, TEXT)
            .with(FieldType.CODE, TEXT)
            .with(
                    FieldType.INTEGER,
                    ColumnMapping.<PostgresqlColumn>ofNumber(
                                    "bigint", (field, column) -> PostgresqlNumberCodecs.integer(column))
                            .named("int2", "int4", "int8")
                            .in(column -> column.isNumber() || column.is("oid")))
            .with(
                    FieldType.FLOAT,
                    ColumnMapping.<PostgresqlColumn>ofNumber(
                                    "double precision", (field, column) -> PostgresqlNumberCodecs.real(column))
                            .named("float4", "float8")
                            .in(PostgresqlColumn::isNumber)
                            .room((field, column) -> column.isFloat() || (column.is("numeric") && !column.isSized())))
            .with(
                    FieldType.BOOLEAN,
                    ColumnMapping.<PostgresqlColumn>of(
                                    "boolean", (field, column) -> new PostgresqlNumberCodecs.BooleanCodec())
                            .literal(flag -> (Boolean) flag ? "TRUE" : "FALSE")
                            .named("bool")
                            .in(column -> column.is("bool")))
            .with(
                    FieldType.DECIMAL,
                    ColumnMapping.of(PostgresqlColumns::managedDecimal, PostgresqlNumberCodecs::decimal)
                            .literal(FieldText::write)
                            .named("numeric", "money")
                            .in(column -> column.isNumber() || column.is("money"))
                            .room(PostgresqlColumns::hasRoomForDecimal))
            .with(
                    FieldType.DATE,
                    ColumnMapping.<PostgresqlColumn>of("date", (field, column) -> PostgresqlTimeCodecs.date(column))
                            .now("((now() AT TIME ZONE 'UTC')::date)")
                            .named("date")
                            .in(column -> column.is("date") || column.isMoment()))
            .with(
                    FieldType.TIME,
                    ColumnMapping.<PostgresqlColumn>of("time", (field, column) -> new PostgresqlTimeCodecs.TimeCodec())
                            .now("((now() AT TIME ZONE 'UTC')::time)")
                            .named("time")
                            .in(column -> column.is("time")))
            .with(
                    FieldType.DATETIME,
                    ColumnMapping.<PostgresqlColumn>ofMoment(
                                    "timestamptz", (field, column) -> PostgresqlTimeCodecs.moment(column))
                            .now("now()")
                            .named("timestamp", "timestamptz")
                            .in(PostgresqlColumn::isMoment))
            .with(
                    FieldType.DURATION,
                    ColumnMapping.<PostgresqlColumn>of(
                                    "interval", (field, column) -> new PostgresqlTimeCodecs.DurationCodec())
                            .literal(duration ->
                                    ColumnMapping.quoted(PostgresqlTimeCodecs.DurationCodec.text((Duration) duration)))
                            .named("interval")
                            .in(column -> column.is("interval")))
            .with(
                    FieldType.UUID,
                    ColumnMapping.<PostgresqlColumn>of("uuid", (field, column) -> PostgresqlTextCodecs.uuid(column))
                            .named("uuid")
                            .in(PostgresqlColumns::holdsUuid))
            .with(
                    FieldType.FILE,
                    ColumnMapping.<PostgresqlColumn>of("uuid", (field, column) -> file(column))
                            .in(PostgresqlColumns::holdsUuid))
            .with(
                    FieldType.IMAGE,
                    ColumnMapping.<PostgresqlColumn>of("uuid", (field, column) -> file(column))
                            .in(PostgresqlColumns::holdsUuid))
            .with(
                    FieldType.JSON,
                    ColumnMapping.<PostgresqlColumn>of(
                                    "jsonb", (field, column) -> new PostgresqlTextCodecs.JsonCodec(column))
                            .named("json", "jsonb")
                            .in(column -> column.isDocument() || column.isText()))
            .with(
                    FieldType.LIST,
                    ColumnMapping.<PostgresqlColumn>of(
                                    "jsonb",
                                    (field, column) -> column.isArray()
                                            ? new PostgresqlArrayCodec(field, column)
                                            : new PostgresqlTextCodecs.ListCodec(column))
                            .in(column -> column.isDocument() || column.isArray()))
            .with(
                    FieldType.BINARY,
                    ColumnMapping.<PostgresqlColumn>of(
                                    "bytea", (field, column) -> new PostgresqlTextCodecs.BinaryCodec())
                            .literal(bytes -> "'\\x" + HexFormat.of().formatHex((byte[]) bytes) + "'")
                            .named("bytea")
                            .in(column -> column.is("bytea")))
            .build();

    private PostgresqlColumns() {}

    private static ColumnCodec file(PostgresqlColumn column) {
        return new FileCodec(PostgresqlTextCodecs.uuid(column), "::text");
    }

    private static boolean holdsUuid(PostgresqlColumn column) {
        return column.is("uuid") || column.isText();
    }

    /** A column whose fields have another type by default is not one of texts. */
    private static boolean hasRoomForText(FieldDefinition field, PostgresqlColumn column) {
        return typeOf(column.type()).filter(type -> !type.isText()).isEmpty()
                && !((column.is("varchar") || column.is("bpchar"))
                        && column.isSized()
                        && field.constraints().maxLength().orElse(0) > column.length());
    }

    private static boolean hasRoomForDecimal(FieldDefinition field, PostgresqlColumn column) {
        int scale = field.constraints().scale().orElse(0);
        return !column.isWhole()
                && !(column.is("numeric")
                        && column.isSized()
                        && field.constraints().precision().isPresent()
                        && (scale > column.scale()
                                || field.constraints().precision().getAsInt() - scale
                                        > column.precision() - column.scale()));
    }

    /** What fields a column is for. */
    static StoredColumn stored(PostgresqlColumn column) {
        return MAPPINGS.stored(column, column.declared(), typeOf(column.type()));
    }

    /** The type of fields of columns of this {@code pg_type.typname}; empty when none fits. */
    public static Optional<FieldType> typeOf(String name) {
        return MAPPINGS.typeOf(name);
    }

    /** Whether the elements of arrays of this type are of the type of the field's items, and not texts. */
    public static boolean isArrayOfOwnType(String name) {
        return ARRAYS.contains(name);
    }

    /** Whether the numbers in the declaration of a type of this name are a length, or digits. */
    public static boolean isSized(String name) {
        return SIZED.contains(name) || (name.startsWith("_") && SIZED.contains(name.substring(1)));
    }

    /** Whether values are usually made of other columns by the database. */
    public static boolean isDerived(String name) {
        return name.equals("tsvector");
    }

    private static String managedDecimal(FieldDefinition field) {
        return field.constraints().precision().isEmpty()
                ? "numeric"
                : "numeric(" + field.constraints().precision().getAsInt() + ","
                        + field.constraints().scale().orElse(0) + ")";
    }
}
