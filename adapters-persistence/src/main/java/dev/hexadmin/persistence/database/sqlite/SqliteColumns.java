package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.ColumnMapping;
import dev.hexadmin.persistence.dialect.Moments;
import dev.hexadmin.persistence.dialect.TypedCodec;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.Wire;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The codecs of SQLite. Any value may be in any column there, so what is read is looked at, not believed. */
final class SqliteColumns {
    private static final Pattern TIME_OF_DAY =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d([ T])\\d\\d:\\d\\d:\\d\\d(?:\\.(\\d{1,9}))?(Z|[+-]00:?00)?");

    private static final int LONGEST_BYTES = 1_000;
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("9999-12-31T00:00:00Z").plusSeconds(86_400);
    private static final BigDecimal MOST_MICROS =
            BigDecimal.valueOf(END.getEpochSecond()).movePointRight(6);

    /** A finite number: text and bytes are larger than any. */
    private static final String NUMBER = " BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308";

    private SqliteColumns() {}

    /**
     * A column as it was found.
     *
     * @param declared the declared type, in upper case
     * @param sample a value that is in the column, if there is one
     */
    record Found(String declared, @Nullable Object sample) {
        /** Section 3.1 of SQLite's "Datatypes". */
        boolean hasTextAffinity() {
            return !declared.contains("INT")
                    && (declared.contains("CHAR") || declared.contains("CLOB") || declared.contains("TEXT"));
        }
    }

    private static final ColumnMapping<Found> TEXT = ColumnMapping.of("TEXT", (field, found) -> new Text());

    private static final Map<FieldType, ColumnMapping<Found>> MAPPINGS = ColumnMapping.table(List.of(
            Map.entry(FieldType.STRING, TEXT),
            Map.entry(FieldType.TEXT, TEXT),
            Map.entry(FieldType.ENUM, TEXT),
            Map.entry(FieldType.EMAIL, TEXT),
            Map.entry(FieldType.URL, TEXT),
            Map.entry(
                    FieldType.INTEGER,
                    ColumnMapping.<Found>of(
                                    "INTEGER",
                                    (field, found) -> found.hasTextAffinity() ? new PlainWhole() : new Whole())
                            .literal(FieldText::write)),
            Map.entry(
                    FieldType.FLOAT,
                    ColumnMapping.<Found>of(
                                    "REAL", (field, found) -> found.hasTextAffinity() ? new PlainReal() : new Real())
                            .literal(FieldText::write)),
            Map.entry(
                    FieldType.BOOLEAN,
                    ColumnMapping.<Found>of("INTEGER", (field, found) -> new Flag(found.hasTextAffinity()))
                            .literal(flag -> (Boolean) flag ? "1" : "0")
                            .named("BOOL", "BOOLEAN")),
            Map.entry(
                    FieldType.DECIMAL,
                    ColumnMapping.of(SqliteColumns::managedDecimal, SqliteColumns::decimal)
                            .literal((field, number) -> managedDecimal(field).startsWith("DECIMAL_TEXT")
                                    ? ColumnMapping.quoted(SortableDecimal.write((BigDecimal) number))
                                    : FieldText.write(number))),
            Map.entry(
                    FieldType.DATE,
                    ColumnMapping.<Found>of("TEXT", (field, found) -> date(found.sample()))
                            .now("(date('now'))")
                            .named("DATE")),
            Map.entry(
                    FieldType.TIME,
                    ColumnMapping.<Found>of("TEXT", (field, found) -> new Time())
                            .now("(time('now'))")
                            .named("TIME")),
            Map.entry(
                    FieldType.DATETIME,
                    ColumnMapping.<Found>of("TEXT", (field, found) -> moment(found.sample()))
                            .literal(moment -> ColumnMapping.quoted(Moments.fixed((Instant) moment)))
                            .now("(strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'))")),
            Map.entry(
                    FieldType.DURATION,
                    ColumnMapping.<Found>of("INTEGER", (field, found) -> new Span())
                            .literal(duration -> Long.toString(DurationType.micros((Duration) duration)))),
            Map.entry(
                    FieldType.UUID,
                    ColumnMapping.<Found>of("TEXT", (field, found) -> uuid(found.sample()))
                            .named("UUID", "GUID", "UNIQUEIDENTIFIER")),
            Map.entry(
                    FieldType.JSON,
                    ColumnMapping.<Found>of("TEXT", (field, found) -> new Json())
                            .named("JSON", "JSONB")),
            Map.entry(
                    FieldType.BINARY,
                    ColumnMapping.<Found>of("BLOB", (field, found) -> new Binary())
                            .literal(bytes -> "X'" + HexFormat.of().formatHex((byte[]) bytes) + "'"))));

    /** Types that tables made elsewhere hold in several forms. */
    private static final Set<FieldType> SAMPLED = EnumSet.of(FieldType.DATETIME, FieldType.DATE, FieldType.UUID);

    /** The mapping of a field that is no relation. */
    static ColumnMapping<Found> mapping(FieldDefinition field) {
        return ColumnMapping.of(MAPPINGS, field);
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
    static FieldType typeOf(String word, boolean sized) {
        String name = word.toUpperCase(Locale.ROOT);
        return ColumnMapping.typeOf(MAPPINGS, name).orElseGet(() -> {
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

    /**
     * The codec of a column.
     *
     * @param field says the type; for a reference, the key it leads to
     * @param declared the column's declared type, as in the table's text
     * @param sample a value that is in the column, if there is one
     */
    static ColumnCodec of(FieldDefinition field, String declared, @Nullable Object sample) {
        return mapping(field).codec().apply(field, new Found(declared.toUpperCase(Locale.ROOT), sample));
    }

    private static String managedDecimal(FieldDefinition field) {
        String digits = field.precision().isEmpty()
                ? ""
                : "(" + field.precision().getAsInt() + "," + field.scale().orElse(0) + ")";
        return (field.precision().orElse(16) <= 15 ? "DECIMAL" : "DECIMAL_TEXT") + digits;
    }

    private static ColumnCodec decimal(FieldDefinition field, Found found) {
        int scale = field.scale().orElse(-1);
        return found.declared().startsWith("DECIMAL_TEXT")
                ? new SortedDecimal(scale)
                : found.hasTextAffinity() ? new PlainDecimal(scale) : new NumericDecimal(scale);
    }

    /** That a text starts with a date of the calendar. */
    private static String dated(String column) {
        return "coalesce(date(substr(" + column + ", 1, 10)) = substr(" + column + ", 1, 10), 0)";
    }

    private static AnyMoment moment(@Nullable Object sample) {
        if (sample instanceof Double) {
            return new Julian();
        }
        if (sample instanceof Number number) {
            long size = Math.abs(number.longValue());
            return new Epoch(size < 100_000_000_000L ? 1 : size < 100_000_000_000_000L ? 1000 : 1_000_000);
        }
        if (sample instanceof String text) {
            Matcher form = TIME_OF_DAY.matcher(text);
            if (form.matches()) {
                return new Moment(
                        form.group(1).charAt(0),
                        form.group(2) == null ? 0 : form.group(2).length(),
                        form.group(3) == null ? "" : form.group(3));
            }
            if (text.length() == 10 && Moments.parse(text) != null) {
                return new Moment(' ', Moment.DATE_ALONE, "");
            }
        }
        return new Moment('T', 6, "Z");
    }

    private static ColumnCodec date(@Nullable Object sample) {
        if (sample instanceof Number) {
            return new NumberedDate(moment(sample));
        }
        return new Date(sample instanceof String text && text.length() > 10 ? text.substring(10) : "");
    }

    private static ColumnCodec uuid(@Nullable Object sample) {
        String text = sample instanceof String known ? known : "";
        return new Uuid(text.length() != 32, !text.equals(text.toLowerCase(Locale.ROOT)));
    }

    /** What all of SQLite's codecs do alike. */
    private abstract static class Codec<T> extends TypedCodec<T> {
        Codec(Wire<T> wire) {
            super(wire);
        }

        /** The value as it is bound: {@link String}, {@link Long}, {@link Double} or {@code byte[]}. */
        Object stored(Object value) {
            return value;
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
        public final void bindAll(PreparedStatement statement, int parameter, Collection<?> values)
                throws SQLException {
            StringBuilder json = new StringBuilder(values.size() * 8 + 2).append('[');
            for (Object value : values) {
                if (json.length() > 1) {
                    json.append(',');
                }
                switch (stored(value)) {
                    case String text -> quote(json, text);
                    case Object number -> json.append(number);
                }
            }
            statement.setString(parameter, json.append(']').toString());
        }

        @Override
        public final String in(String column) {
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

    private static final class Text extends Codec<String> {
        Text() {
            super(Wire.TEXT);
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

        @Override
        public String readable(String column) {
            return "typeof(" + column + ") <> 'blob'";
        }

        @Override
        Object stored(Object value) {
            return storable((String) value);
        }
    }

    private static class Whole extends Codec<Long> {
        Whole() {
            super(Wire.WHOLE);
        }

        private static final double EXACT = 0x1p53;

        @Override
        public final @Nullable Long value(ResultSet rows, int column) throws SQLException {
            return number(rows.getObject(column));
        }

        @Nullable
        Long number(@Nullable Object value) {
            return switch (value) {
                case Integer number -> number.longValue();
                case Long number -> number;
                case Double number when number == Math.rint(number) && Math.abs(number) <= EXACT -> number.longValue();
                case null, default -> null;
            };
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") IN ('integer', 'real') AND " + column + " = CAST(" + column
                    + " AS INTEGER))";
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column);
        }
    }

    /** In a column of text, of a table made elsewhere. */
    private static final class PlainWhole extends Whole {
        @Override
        @Nullable
        Long number(@Nullable Object value) {
            try {
                return value instanceof String text
                                && Long.toString(Long.parseLong(text)).equals(text)
                        ? (Long) Long.parseLong(text)
                        : null;
            } catch (NumberFormatException e) {
                return null;
            }
        }

        @Override
        public String compared(String column) {
            return "CAST(" + column + " AS INTEGER)";
        }

        @Override
        public String readable(String column) {
            return "CAST(CAST(" + column + " AS INTEGER) AS TEXT) = " + column;
        }
    }

    private static class Real extends Codec<Double> {
        Real() {
            super(Wire.REAL);
        }

        @Override
        public final @Nullable Double value(ResultSet rows, int column) throws SQLException {
            return number(rows.getObject(column));
        }

        @Nullable
        Double number(@Nullable Object value) {
            return value instanceof Number number && Double.isFinite(number.doubleValue())
                    ? (Double) number.doubleValue()
                    : null;
        }

        @Override
        public String readable(String column) {
            return column + NUMBER;
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column);
        }
    }

    /** In a column of text, of a table made elsewhere. */
    private static final class PlainReal extends Real {
        @Override
        @Nullable
        Double number(@Nullable Object value) {
            @Nullable BigDecimal number = value instanceof String text ? SortableDecimal.plain(text) : null;
            return number == null ? null : super.number(number.doubleValue());
        }

        @Override
        public String compared(String column) {
            return "CAST(" + column + " AS REAL)";
        }

        /** Only a text that is a number as a whole is equal to that number. */
        @Override
        public String readable(String column) {
            return column + " = CAST(" + column + " AS NUMERIC)";
        }
    }

    private static final class Flag extends Codec<Boolean> {
        private final boolean asText;

        Flag(boolean asText) {
            super(Wire.FLAG);
            this.asText = asText;
        }

        @Override
        @Nullable
        public Boolean value(ResultSet rows, int column) throws SQLException {
            return switch (rows.getObject(column)) {
                case Number number when number.doubleValue() == 1 -> true;
                case Number number when number.doubleValue() == 0 -> false;
                case String text when asText && text.equals("1") -> true;
                case String text when asText && text.equals("0") -> false;
                case null, default -> null;
            };
        }

        @Override
        public String readable(String column) {
            return column + " IN (0, 1)";
        }

        @Override
        Object stored(Object value) {
            return (Boolean) value ? 1L : 0L;
        }
    }

    /** A decimal in one of three forms. */
    private abstract static class Decimal extends Codec<BigDecimal> {
        final int scale;

        Decimal(int scale) {
            super(Wire.DECIMAL);
            this.scale = scale;
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column);
        }

        final @Nullable BigDecimal exactly(@Nullable BigDecimal number) {
            return number == null ? null : ColumnCodec.exactly(number, scale);
        }

        /** That a number has no more digits than the field. */
        final String fits(String number) {
            return scale < 0 || scale > 15 ? "" : " AND " + number + " = round(" + number + ", " + scale + ")";
        }
    }

    /**
     * In a column of numbers. A decimal of up to 15 digits is told from every other one by its nearest {@code double}
     * (IEEE 754, DBL_DIG), so that equality, order and what is read back are exact.
     */
    private static final class NumericDecimal extends Decimal {
        private static final double EXACT = 1e15;
        private static final double[] POWERS = {1, 10, 100, 1e3, 1e4, 1e5, 1e6};

        NumericDecimal(int scale) {
            super(scale);
        }

        @Override
        @Nullable
        public BigDecimal value(ResultSet rows, int column) throws SQLException {
            return switch (rows.getObject(column)) {
                case Double real -> Double.isFinite(real) ? number(real) : null;
                case Number whole -> exactly(BigDecimal.valueOf(whole.longValue()));
                case null, default -> null;
            };
        }

        private @Nullable BigDecimal number(double number) {
            if (scale >= 0 && scale < POWERS.length) {
                double moved = number * POWERS[scale];
                if (Math.abs(moved) < EXACT) {
                    long unscaled = Math.round(moved);
                    return unscaled / POWERS[scale] == number ? BigDecimal.valueOf(unscaled, scale) : null;
                }
            }
            return exactly(BigDecimal.valueOf(number));
        }

        @Override
        public String readable(String column) {
            return "(" + column + NUMBER + fits(column) + ")";
        }

        @Override
        Object stored(Object value) {
            BigDecimal number = (BigDecimal) value;
            if (number.stripTrailingZeros().scale() <= 0 && number.precision() - number.scale() <= 18) {
                return number.longValue();
            }
            return number.doubleValue();
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof BigDecimal number
                    && stored(number) instanceof Double real
                    && (!Double.isFinite(real) || BigDecimal.valueOf(real).compareTo(number) != 0)) {
                throw new UnstorableValueException("a decimal with more digits than a column of numbers keeps");
            }
            super.store(statement, parameter, value);
        }
    }

    private static final class SortedDecimal extends Decimal {
        SortedDecimal(int scale) {
            super(scale);
        }

        @Override
        @Nullable
        public BigDecimal value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            return text == null ? null : exactly(SortableDecimal.read(text));
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND (" + column + " = 'O' OR " + column + " GLOB 'P[0-9]*' OR "
                    + column + " GLOB 'N[0-9]*~'))";
        }

        @Override
        public Optional<String> sum(String column) {
            return Optional.empty(); // it sorts like a number, and is none
        }

        @Override
        Object stored(Object value) {
            return SortableDecimal.write((BigDecimal) value);
        }
    }

    /** As plain text in a table made elsewhere: exact to read, compared as the nearest {@code double}. */
    private static final class PlainDecimal extends Decimal {
        PlainDecimal(int scale) {
            super(scale);
        }

        @Override
        @Nullable
        public BigDecimal value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            return text == null ? null : exactly(SortableDecimal.plain(text));
        }

        @Override
        public String compared(String column) {
            return "CAST(" + column + " AS REAL)";
        }

        /** Only a text that is a number as a whole is equal to that number. */
        @Override
        public String readable(String column) {
            return "(" + column + " = CAST(" + column + " AS NUMERIC)" + fits(compared(column)) + ")";
        }

        @Override
        Object stored(Object value) {
            return ((BigDecimal) value).doubleValue();
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            statement.setString(parameter, value == null ? null : ((BigDecimal) value).toPlainString());
        }
    }

    /** A point in time in one of several forms. */
    private abstract static class AnyMoment extends Codec<Instant> {
        AnyMoment() {
            super(Wire.MOMENT);
        }

        /** That the time is midnight in UTC. */
        abstract String midnight(String column);

        static @Nullable Instant known(@Nullable Instant instant) {
            return instant == null || instant.isBefore(FIRST) || !instant.isBefore(END) ? null : instant;
        }
    }

    /** As text; never with fewer digits than the value has. */
    private static final class Moment extends AnyMoment {
        /** In place of digits: a midnight is a date and nothing more. */
        static final int DATE_ALONE = -1;

        private final char separator;
        private final int digits;
        private final String suffix;

        Moment(char separator, int digits, String suffix) {
            this.separator = separator;
            this.digits = digits;
            this.suffix = suffix;
        }

        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            return text == null ? null : known(Moments.parse(text));
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable String text = text(rows, column);
            @Nullable
            String wire = text == null || !Moments.isDate(text.substring(0, Math.min(10, text.length())))
                    ? null
                    : Moments.wireOfFixed(text);
            if (wire != null) {
                sink.text(field, wire);
            } else {
                super.emit(rows, column, sink, field);
            }
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND " + dated(column) + ")";
        }

        @Override
        String midnight(String column) {
            return "substr(" + column + ", 11) NOT GLOB '*[1-9]*'";
        }

        @Override
        public String day(String column) {
            return "substr(" + column + ", 1, 10)";
        }

        @Override
        Object stored(Object value) {
            LocalDateTime time = LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC);
            int nanos = time.get(java.time.temporal.ChronoField.NANO_OF_SECOND);
            int needed = nanos == 0 ? 0 : nanos % 1_000_000 == 0 ? 3 : 6;
            @Nullable String text = Moments.write(time, separator, Math.max(digits, needed), suffix);
            if (text != null && digits == DATE_ALONE && time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
                return text.substring(0, 10);
            }
            if (text == null) {
                throw new UnstorableValueException("a time outside the years 1 to 9999");
            }
            return text;
        }
    }

    private static final class Epoch extends AnyMoment {
        private final long unitsPerSecond;

        Epoch(long unitsPerSecond) {
            this.unitsPerSecond = unitsPerSecond;
        }

        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            if (rows.getObject(column) instanceof Number number) {
                BigDecimal micros = new BigDecimal(number.toString()).movePointRight(6);
                BigDecimal whole = micros.divideToIntegralValue(BigDecimal.valueOf(unitsPerSecond));
                if (whole.abs().compareTo(MOST_MICROS) > 0) {
                    return null;
                }
                long exact = whole.longValue();
                return known(Instant.ofEpochSecond(
                        Math.floorDiv(exact, 1_000_000L), Math.floorMod(exact, 1_000_000L) * 1000));
            }
            return null;
        }

        @Override
        public String readable(String column) {
            return column + " >= " + FIRST.getEpochSecond() * unitsPerSecond + " AND " + column + " < "
                    + END.getEpochSecond() * unitsPerSecond;
        }

        @Override
        String midnight(String column) {
            return column + " % " + 86_400 * unitsPerSecond + " = 0";
        }

        @Override
        public String day(String column) {
            return "date(" + column + " / " + unitsPerSecond + ", 'unixepoch')";
        }

        @Override
        Object stored(Object value) {
            Instant instant = (Instant) value;
            return instant.getEpochSecond() * unitsPerSecond + instant.getNano() / (1_000_000_000L / unitsPerSecond);
        }
    }

    private static final class Julian extends AnyMoment {
        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            return rows.getObject(column) instanceof Number number && Double.isFinite(number.doubleValue())
                    ? known(Moments.ofNumber(new BigDecimal(number.toString())))
                    : null;
        }

        @Override
        public String readable(String column) {
            return column + " >= 1721425.5 AND " + column + " < 5373484.5";
        }

        @Override
        String midnight(String column) {
            return column + " + 0.5 = CAST(" + column + " + 0.5 AS INTEGER)";
        }

        @Override
        public String day(String column) {
            return "date(" + column + ")";
        }

        @Override
        Object stored(Object value) {
            return Moments.julianDay((Instant) value);
        }
    }

    private static final class Date extends Codec<LocalDate> {
        /** What follows the date in the column, such as a time of midnight. */
        private final String tail;

        Date(String tail) {
            super(Wire.DATE);
            this.tail = tail;
        }

        @Override
        @Nullable
        public LocalDate value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            if (text == null || text.length() < 10 || !text.substring(10).equals(tail)) {
                return null;
            }
            try {
                return LocalDate.parse(text.substring(0, 10));
            } catch (DateTimeException e) {
                return null;
            }
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable String text = text(rows, column);
            if (text != null && tail.isEmpty() && Moments.isDate(text)) {
                sink.text(field, text);
            } else {
                super.emit(rows, column, sink, field);
            }
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND " + dated(column) + " AND substr(" + column + ", 11) = '"
                    + tail.replace("'", "''") + "')";
        }

        @Override
        public String day(String column) {
            return "substr(" + column + ", 1, 10)";
        }

        @Override
        Object stored(Object value) {
            return value + tail;
        }
    }

    private static final class NumberedDate extends Codec<LocalDate> {
        private final AnyMoment moment;

        NumberedDate(AnyMoment moment) {
            super(Wire.DATE);
            this.moment = moment;
        }

        @Override
        @Nullable
        public LocalDate value(ResultSet rows, int column) throws SQLException {
            @Nullable Instant instant = moment.value(rows, column);
            return instant != null && instant.getEpochSecond() % 86_400 == 0 && instant.getNano() == 0
                    ? LocalDate.ofInstant(instant, ZoneOffset.UTC)
                    : null;
        }

        @Override
        public String readable(String column) {
            return "(" + moment.readable(column) + " AND " + moment.midnight(column) + ")";
        }

        @Override
        public String day(String column) {
            return moment.day(column);
        }

        @Override
        Object stored(Object value) {
            return moment.stored(((LocalDate) value).atStartOfDay().toInstant(ZoneOffset.UTC));
        }
    }

    private static final class Time extends Codec<LocalTime> {
        Time() {
            super(Wire.TIME);
        }

        @Override
        @Nullable
        public LocalTime value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            return text == null ? null : Moments.time(text);
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND time(" + column + ") IS NOT NULL)";
        }

        @Override
        Object stored(Object value) {
            return Moments.write((LocalTime) value);
        }
    }

    /** As microseconds: exact, and in the order of durations, which their texts do not have. */
    private static final class Span extends Codec<Duration> {
        Span() {
            super((sink, field, duration) -> sink.text(field, DurationType.canonical(duration)));
        }

        @Override
        public @Nullable Duration value(ResultSet rows, int column) throws SQLException {
            return switch (rows.getObject(column)) {
                case Integer micros -> Duration.of(micros, ChronoUnit.MICROS);
                case Long micros -> Duration.of(micros, ChronoUnit.MICROS);
                case null, default -> null;
            };
        }

        @Override
        public String readable(String column) {
            return "typeof(" + column + ") = 'integer'";
        }

        @Override
        Object stored(Object value) {
            return DurationType.micros((Duration) value);
        }
    }

    private static final class Uuid extends Codec<UUID> {
        private final boolean dashes;
        private final boolean upper;

        Uuid(boolean dashes, boolean upper) {
            super(Wire.UUID);
            this.dashes = dashes;
            this.upper = upper;
        }

        @Override
        @Nullable
        public UUID value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            if (text == null) {
                return null;
            }
            try {
                if (text.length() == 32) {
                    return new UUID(Long.parseUnsignedLong(text, 0, 16, 16), Long.parseUnsignedLong(text, 16, 32, 16));
                }
                return text.length() == 36 ? UUID.fromString(text) : null;
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND length(" + column + ") IN (32, 36))";
        }

        @Override
        Object stored(Object value) {
            String text = dashes ? value.toString() : value.toString().replace("-", "");
            return upper ? text.toUpperCase(Locale.ROOT) : text;
        }
    }

    private static final class Json extends Codec<String> {
        Json() {
            super(Wire.JSON);
        }

        @Override
        public String selected(String column) {
            // A table made elsewhere may hold anything. No document starts with U+0000.
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
        Object stored(Object value) {
            return ((JsonText) value).text();
        }
    }

    private static final class Binary extends Codec<byte[]> {
        Binary() {
            super(Wire.BINARY);
        }

        @Override
        public byte @Nullable [] value(ResultSet rows, int column) throws SQLException {
            return rows.getObject(column) instanceof String text
                    ? text.getBytes(StandardCharsets.UTF_8)
                    : rows.getBytes(column);
        }
    }
}
