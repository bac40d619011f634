package dev.hexadmin.persistence.database.postgresql;

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
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The codecs of PostgreSQL. Parameters are bound so that the column is never cast in a comparison, which would keep an
 * index from being used, unless its type has no such comparison.
 */
final class PostgresqlColumns {
    /** Types that have infinities and NaN, which are larger than any number or smaller. */
    private static final Set<String> INFINITE = Set.of("float4", "float8", "numeric");

    private static final String DATES = " BETWEEN '0001-01-01' AND '9999-12-31'";
    private static final String TIMES = " BETWEEN '0001-01-01' AND '9999-12-31 23:59:59.999999'";
    private static final String TIMES_WITH_ZONE =
            " BETWEEN '0001-01-01 00:00:00+00' AND '9999-12-31 23:59:59.999999+00'";

    private PostgresqlColumns() {}

    private static String finite(String column) {
        return column + " <> ALL ('{NaN,Infinity,-Infinity}')";
    }

    /** What a decimal is compared with to know whether it has more digits than the field; empty when it cannot have. */
    private static String decimals(FieldDefinition field, Found found) {
        if (!INFINITE.contains(found.type())) {
            return "";
        }
        boolean fewEnough = field.scale().isEmpty()
                || (found.type().equals("numeric")
                        && found.modifier() >= 4
                        && scale(found) <= field.scale().getAsInt());
        String number = found.type().equals("numeric") ? "%s" : "%s::numeric";
        return finite("%s")
                + (fewEnough
                        ? ""
                        : " AND " + number + " = round(" + number + ", "
                                + field.scale().getAsInt() + ")");
    }

    /**
     * A column as the catalog has it.
     *
     * @param type {@code pg_type.typname}, of the base type for a domain
     * @param modifier {@code pg_attribute.atttypmod}
     * @param labels the values of an enum type; empty when it is none
     * @param foldCollation what to add to text for comparison without regard to case, or nothing
     * @param folding the collation of that comparison
     * @param trigrams whether an index has the trigrams of such text in lower case
     */
    record Found(
            String type, int modifier, Set<String> labels, String foldCollation, String folding, boolean trigrams) {}

    private static final ColumnMapping<Found> TEXT = ColumnMapping.of("text COLLATE \"C\"", PostgresqlColumns::text);

    private static final Map<FieldType, ColumnMapping<Found>> MAPPINGS = ColumnMapping.table(List.of(
            Map.entry(FieldType.STRING, TEXT.named("varchar", "bpchar", "citext")),
            Map.entry(FieldType.TEXT, TEXT.named("text")),
            Map.entry(FieldType.ENUM, TEXT),
            Map.entry(FieldType.EMAIL, TEXT),
            Map.entry(FieldType.URL, TEXT),
            Map.entry(
                    FieldType.INTEGER,
                    ColumnMapping.<Found>of("bigint", (field, found) -> whole(found))
                            .literal(FieldText::write)
                            .named("int2", "int4", "int8")),
            Map.entry(
                    FieldType.FLOAT,
                    ColumnMapping.<Found>of("double precision", (field, found) -> real(found))
                            .literal(FieldText::write)
                            .named("float4", "float8")),
            Map.entry(
                    FieldType.BOOLEAN,
                    ColumnMapping.<Found>of("boolean", (field, found) -> new Flag())
                            .literal(flag -> (Boolean) flag ? "TRUE" : "FALSE")
                            .named("bool")),
            Map.entry(
                    FieldType.DECIMAL,
                    ColumnMapping.of(PostgresqlColumns::managedDecimal, PostgresqlColumns::decimal)
                            .literal(FieldText::write)
                            .named("numeric")),
            Map.entry(
                    FieldType.DATE,
                    ColumnMapping.<Found>of("date", (field, found) -> date(found))
                            .now("((now() AT TIME ZONE 'UTC')::date)")
                            .named("date")),
            Map.entry(
                    FieldType.TIME,
                    ColumnMapping.<Found>of("time", (field, found) -> new Time())
                            .now("((now() AT TIME ZONE 'UTC')::time)")
                            .named("time")),
            Map.entry(
                    FieldType.DATETIME,
                    ColumnMapping.<Found>of("timestamptz", (field, found) -> moment(found))
                            .literal(moment -> ColumnMapping.quoted(Moments.fixed((Instant) moment)))
                            .now("now()")
                            .named("timestamp", "timestamptz")),
            Map.entry(
                    FieldType.DURATION,
                    ColumnMapping.<Found>of("interval", (field, found) -> new Span())
                            .literal(duration -> ColumnMapping.quoted(Span.text((Duration) duration)))
                            .named("interval")),
            Map.entry(
                    FieldType.UUID,
                    ColumnMapping.<Found>of(
                                    "uuid", (field, found) -> found.type().equals("uuid") ? new Uuid() : new UuidText())
                            .named("uuid")),
            Map.entry(
                    FieldType.JSON,
                    ColumnMapping.<Found>of("jsonb", (field, found) -> new Json())
                            .named("json", "jsonb")),
            Map.entry(
                    FieldType.BINARY,
                    ColumnMapping.<Found>of("bytea", (field, found) -> new Binary())
                            .literal(bytes -> "'\\x" + HexFormat.of().formatHex((byte[]) bytes) + "'")
                            .named("bytea"))));

    /** The mapping of a field that is no relation. */
    static ColumnMapping<Found> mapping(FieldDefinition field) {
        return ColumnMapping.of(MAPPINGS, field);
    }

    /** The type of fields of columns of this {@code pg_type.typname}. */
    static Optional<FieldType> typeOf(String name) {
        return ColumnMapping.typeOf(MAPPINGS, name);
    }

    /** The codec of a column; {@code field} says the type, for a reference that of the key it leads to. */
    static ColumnCodec of(FieldDefinition field, Found found) {
        return mapping(field).codec().apply(field, found);
    }

    private static String managedDecimal(FieldDefinition field) {
        return field.precision().isEmpty()
                ? "numeric"
                : "numeric(" + field.precision().getAsInt() + ","
                        + field.scale().orElse(0) + ")";
    }

    private static ColumnCodec whole(Found found) {
        return switch (found.type()) {
            case "int2" -> new Whole(Short.MIN_VALUE, Short.MAX_VALUE);
            case "int4" -> new Whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "numeric" -> {
                int digits = found.modifier() < 4 ? 1000 : precision(found) - scale(found);
                long most = digits > 18
                        ? Long.MAX_VALUE
                        : BigInteger.TEN.pow(digits).longValue() - 1;
                yield new PartlyWhole(digits > 18 ? Long.MIN_VALUE : -most, most);
            }
            case "float4", "float8" -> new PartlyWhole(Long.MIN_VALUE, Long.MAX_VALUE);
            default -> new Whole(Long.MIN_VALUE, Long.MAX_VALUE);
        };
    }

    private static ColumnCodec real(Found found) {
        return found.type().equals("float4") ? new Single() : new Real(INFINITE.contains(found.type()));
    }

    private static ColumnCodec decimal(FieldDefinition field, Found found) {
        return new Decimal(
                field.scale().orElse(-1),
                decimals(field, found),
                found.type().equals("numeric") && found.modifier() >= 4
                        ? precision(found) - scale(found)
                        : Integer.MAX_VALUE);
    }

    private static ColumnCodec date(Found found) {
        return switch (found.type()) {
            case "timestamp" -> new Date(TIMES, LocalDateTime.class);
            case "timestamptz" -> new Date(TIMES_WITH_ZONE, OffsetDateTime.class);
            default -> new Date(found.type().equals("date") ? DATES : "", LocalDate.class);
        };
    }

    private static ColumnCodec moment(Found found) {
        return switch (found.type()) {
            case "timestamp" -> new LocalMoment(TIMES);
            case "date" -> new LocalMoment(DATES);
            case "timestamptz" -> new Moment(TIMES_WITH_ZONE);
            default -> new Moment("");
        };
    }

    private static int precision(Found found) {
        return ((found.modifier() - 4) >>> 16) & 0xffff;
    }

    private static int scale(Found found) {
        return (short) ((found.modifier() - 4) << 5) >> 5; // 11 bits with a sign, since PostgreSQL 15
    }

    private static ColumnCodec text(FieldDefinition field, Found found) {
        int longest = found.modifier() < 4 ? Integer.MAX_VALUE : found.modifier() - 4;
        Text.Folding fold = new Text.Folding(
                found.foldCollation(), "lower(?::text COLLATE \"" + found.folding() + "\")", found.trigrams());
        if (!found.labels().isEmpty()) {
            boolean safe = !field.values().isEmpty() && found.labels().containsAll(field.values());
            return new Enumerated(safe ? Text.Kind.LIKE_TEXT : Text.Kind.OTHER, found.labels(), fold);
        }
        return switch (found.type()) {
            case "text", "varchar" -> new Text(Text.Kind.PLAIN, fold, longest);
            case "bpchar" -> new Text(Text.Kind.PADDED, fold, longest);
            case "citext", "name" -> new Text(Text.Kind.LIKE_TEXT, fold, Integer.MAX_VALUE);
            default -> new Text(Text.Kind.OTHER, fold, Integer.MAX_VALUE);
        };
    }

    /** Of PostgreSQL's array syntax. */
    private static String array(Collection<?> values) {
        StringBuilder out = new StringBuilder(values.size() * 8 + 2).append('{');
        for (Object value : values) {
            if (out.length() > 1) {
                out.append(',');
            }
            String text = value.toString();
            out.append('"');
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"' || c == '\\') {
                    out.append('\\');
                }
                out.append(c);
            }
            out.append('"');
        }
        return out.append('}').toString();
    }

    /** What all of PostgreSQL's codecs do alike. */
    private abstract static class Codec<T> extends TypedCodec<T> {
        private final String arrayType;
        private final int nullType;

        /**
         * @param arrayType of an array to compare with, such as {@code ::int8[]}; empty: the column's own
         * @param nullType of {@link Types}
         */
        Codec(Wire<T> wire, String arrayType, int nullType) {
            super(wire);
            this.arrayType = arrayType;
            this.nullType = nullType;
        }

        /** The value as the driver takes it. */
        Object element(Object value) {
            return value;
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setObject(parameter, element(value));
        }

        @Override
        protected final int nullType() {
            return nullType;
        }

        @Override
        public final void bindAll(PreparedStatement statement, int parameter, Collection<?> values)
                throws SQLException {
            // of no type: it gets that of the cast, or the one the column wants
            statement.setObject(
                    parameter, array(values.stream().map(this::element).toList()), Types.OTHER);
        }

        @Override
        public final String in(String column) {
            return compared(column) + " = ANY (?" + arrayType + ")";
        }
    }

    /** Text, or a type that takes its place. */
    private static class Text extends Codec<String> {
        private final Kind kind;
        private final Folding fold;
        private final int longest;

        /** How text is compared without regard to case. */
        record Folding(String collation, String lowered, boolean trigrams) {}

        /** What the column's type makes different. */
        enum Kind {
            /** Nothing. */
            PLAIN,
            /** Blanks at the end do not count. */
            PADDED,
            /** It has equality of its own, but patterns and order are those of text. */
            LIKE_TEXT,
            /** It is compared as text. */
            OTHER
        }

        Text(Kind kind, Folding fold, int longest) {
            super(Wire.TEXT, kind == Kind.OTHER ? "::text[]" : "", Types.OTHER);
            this.kind = kind;
            this.fold = fold;
            this.longest = longest;
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
            // of no type: it gets the column's
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
            return kind == Kind.OTHER ? column + "::text" : column;
        }

        @Override
        public final String ordered(String column) {
            return kind == Kind.PLAIN || kind == Kind.PADDED ? column : column + "::text";
        }

        @Override
        public final String text(String column) {
            return kind == Kind.PLAIN ? column : column + "::text";
        }

        @Override
        public final String anyCase(String column) {
            return text(column) + fold.collation();
        }

        @Override
        public final String loweredParameter() {
            return fold.lowered();
        }

        @Override
        public final boolean hasTrigrams() {
            return fold.trigrams();
        }

        @Override
        final Object element(Object value) {
            return storable((String) value);
        }
    }

    private static final class Enumerated extends Text {
        private final Set<String> labels;

        Enumerated(Kind kind, Set<String> labels, Folding fold) {
            super(kind, fold, Integer.MAX_VALUE);
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

    private static class Whole extends Codec<Long> {
        private final long least;
        private final long most;

        Whole(long least, long most) {
            super(Wire.WHOLE, "::int8[]", Types.BIGINT);
            this.least = least;
            this.most = most;
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof Long number && (number < least || number > most)) {
                throw new UnstorableValueException("a whole number that is too large for its column");
            }
            super.store(statement, parameter, value);
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            long number = rows.getLong(column);
            if (number == 0 && rows.wasNull()) {
                sink.none(field);
            } else {
                sink.whole(field, number);
            }
        }

        @Override
        @Nullable
        public Long value(ResultSet rows, int column) throws SQLException {
            long number = rows.getLong(column);
            return (number == 0 && rows.wasNull()) ? null : (Long) number;
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setLong(parameter, (Long) value);
        }

        @Override
        public Optional<String> sum(String column) {
            return Optional.of("coalesce(sum(" + column + "), 0)");
        }
    }

    /** In a column of numbers that may have a fraction. */
    private static final class PartlyWhole extends Whole {
        PartlyWhole(long least, long most) {
            super(least, most);
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            emitValue(rows, column, sink, field);
        }

        @Override
        @Nullable
        public Long value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            try {
                return text == null ? null : (Long) new BigDecimal(text).longValueExact();
            } catch (ArithmeticException | NumberFormatException e) {
                return null; // a fraction, too large, or NaN
            }
        }

        @Override
        public String readable(String column) {
            return "(" + finite(column) + " AND " + column + " = trunc(" + column + ") AND " + column
                    + " BETWEEN -9223372036854775808 AND 9223372036854775807)";
        }
    }

    private static class Real extends Codec<Double> {
        private final boolean infinite;

        Real(boolean infinite) {
            super(Wire.REAL, "::float8[]", Types.DOUBLE);
            this.infinite = infinite;
        }

        @Override
        public final String readable(String column) {
            return infinite ? finite(column) : "";
        }

        double number(ResultSet rows, int column) throws SQLException {
            return rows.getDouble(column);
        }

        @Override
        public final void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            double number = number(rows, column);
            if (!Double.isFinite(number) || (number == 0 && rows.wasNull())) {
                unread(rows, column, sink, field);
            } else {
                sink.real(field, number);
            }
        }

        @Override
        public final @Nullable Double value(ResultSet rows, int column) throws SQLException {
            double number = number(rows, column);
            return (!Double.isFinite(number) || (number == 0 && rows.wasNull())) ? null : (Double) number;
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setDouble(parameter, (Double) value);
        }

        @Override
        public Optional<String> sum(String column) {
            return Optional.of("coalesce(sum(" + column + "), 0)");
        }
    }

    /** Of 32 bits: 1.1 is read and found as 1.1, not as the double next to the float next to it. */
    private static final class Single extends Real {
        Single() {
            super(true);
        }

        @Override
        double number(ResultSet rows, int column) throws SQLException {
            return Double.parseDouble(Float.toString(rows.getFloat(column)));
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setDouble(parameter, ((Double) value).floatValue());
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof Double number && !Float.isFinite(number.floatValue())) {
                throw new UnstorableValueException("a number that is too large for its column");
            }
            super.store(statement, parameter, value);
        }

        @Override
        Object element(Object value) {
            return (double) ((Double) value).floatValue();
        }
    }

    private static final class Flag extends Codec<Boolean> {
        Flag() {
            super(Wire.FLAG, "::boolean[]", Types.BOOLEAN);
        }

        @Override
        @Nullable
        public Boolean value(ResultSet rows, int column) throws SQLException {
            boolean flag = rows.getBoolean(column);
            return (!flag && rows.wasNull()) ? null : (Boolean) flag;
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setBoolean(parameter, (Boolean) value);
        }
    }

    private static final class Decimal extends Codec<BigDecimal> {
        private final int scale;
        private final String readable;
        private final int digitsBefore;

        Decimal(int scale, String readable, int digitsBefore) {
            super(Wire.DECIMAL, "::numeric[]", Types.NUMERIC);
            this.scale = scale;
            this.readable = readable;
            this.digitsBefore = digitsBefore;
        }

        @Override
        public String readable(String column) {
            return readable.replace("%s", column);
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof BigDecimal number && number.precision() - number.scale() > digitsBefore) {
                throw new UnstorableValueException("a decimal that is too large for its column");
            }
            super.store(statement, parameter, value);
        }

        @Override
        @Nullable
        public BigDecimal value(ResultSet rows, int column) throws SQLException {
            @Nullable BigDecimal number;
            try {
                number = rows.getBigDecimal(column);
            } catch (SQLException e) {
                @Nullable String text = rows.getString(column);
                if ("NaN".equals(text) || "Infinity".equals(text) || "-Infinity".equals(text)) {
                    return null;
                }
                throw e;
            }
            return number == null ? null : ColumnCodec.exactly(number, scale);
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setBigDecimal(parameter, (BigDecimal) value);
        }

        @Override
        public Optional<String> sum(String column) {
            return Optional.of("coalesce(sum(" + column + "), 0)");
        }
    }

    private static class Moment extends Codec<Instant> {
        private final String range;

        Moment(String range) {
            this(range, "::timestamptz[]", Types.TIMESTAMP_WITH_TIMEZONE);
        }

        Moment(String range, String arrayType, int nullType) {
            super(Wire.MOMENT, arrayType, nullType);
            this.range = range;
        }

        @Override
        public final String readable(String column) {
            return range.isEmpty() ? "" : column + range;
        }

        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            return instant(rows.getObject(column, OffsetDateTime.class));
        }

        static @Nullable Instant instant(@Nullable OffsetDateTime time) {
            // infinity comes as the first or last moment there is
            return time == null || time.getYear() < 1 || time.getYear() > 9999 ? null : time.toInstant();
        }

        @Override
        Object element(Object value) {
            return ((Instant) value).truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
        }

        @Override
        public String day(String column) {
            return "(" + column + " AT TIME ZONE 'UTC')::date";
        }
    }

    /** Without a time zone: UTC. */
    private static final class LocalMoment extends Moment {
        LocalMoment(String range) {
            super(range, "::timestamp[]", Types.TIMESTAMP);
        }

        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            @Nullable LocalDateTime time = rows.getObject(column, LocalDateTime.class);
            return time == null || time.getYear() < 1 || time.getYear() > 9999 ? null : time.toInstant(ZoneOffset.UTC);
        }

        @Override
        Object element(Object value) {
            return LocalDateTime.ofInstant(((Instant) value).truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
        }

        @Override
        public String day(String column) {
            return column + "::date";
        }
    }

    private static final class Date extends Codec<LocalDate> {
        private final String range;
        private final Class<?> type;

        /**
         * @param type what the column holds; of a time only its midnight is a date
         */
        Date(String range, Class<?> type) {
            super(Wire.DATE, "::date[]", Types.DATE);
            this.range = range;
            this.type = type;
        }

        @Override
        public String readable(String column) {
            return range.isEmpty()
                    ? ""
                    : type == LocalDate.class
                            ? column + range
                            : "(" + column + range + " AND " + column + " = date_trunc('day', " + column + "))";
        }

        @Override
        @Nullable
        public LocalDate value(ResultSet rows, int column) throws SQLException {
            @Nullable
            LocalDateTime time = switch (rows.getObject(column, type)) {
                case LocalDate date -> date.atStartOfDay();
                case LocalDateTime local -> local;
                case OffsetDateTime zoned ->
                    zoned.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
                case null, default -> null;
            };
            return time == null
                            || time.getYear() < 1
                            || time.getYear() > 9999
                            || !time.toLocalTime().equals(LocalTime.MIDNIGHT)
                    ? null
                    : time.toLocalDate();
        }

        @Override
        public String day(String column) {
            return column;
        }
    }

    private static final class Time extends Codec<LocalTime> {
        Time() {
            super(Wire.TIME, "::time[]", Types.TIME);
        }

        @Override
        @Nullable
        public LocalTime value(ResultSet rows, int column) throws SQLException {
            @Nullable LocalTime time = rows.getObject(column, LocalTime.class);
            return time == null ? null : time.truncatedTo(ChronoUnit.MICROS);
        }

        @Override
        Object element(Object value) {
            return ((LocalTime) value).truncatedTo(ChronoUnit.MICROS);
        }
    }

    /**
     * As {@code interval}, which is exact to the microsecond, has the order of durations, and is what other programs
     * calculate with. One with months, whose lengths differ, or of more microseconds than 64 bits count is no duration.
     */
    private static final class Span extends Codec<Duration> {
        /** Before what is no duration. */
        private static final String OTHER = "!";

        Span() {
            super(
                    (sink, field, duration) -> sink.text(field, DurationType.canonical(duration)),
                    "::interval[]",
                    Types.OTHER);
        }

        /** In days and seconds: the server takes no sign before a duration in ISO 8601. */
        static String text(Duration duration) {
            long micros = DurationType.micros(duration);
            long day = 86_400_000_000L;
            return micros / day + " days " + BigDecimal.valueOf(micros % day, 6).toPlainString() + " seconds";
        }

        @Override
        public String selected(String column) {
            return "CASE WHEN " + readable(column) + " THEN extract(epoch FROM " + column + ")::text ELSE '" + OTHER
                    + "' || " + column + "::text END";
        }

        @Override
        public String readable(String column) {
            return "(extract(year FROM " + column + ") = 0 AND extract(month FROM " + column + ") = 0 AND " + column
                    + " BETWEEN '-106751991 days' AND '106751991 days')";
        }

        @Override
        public @Nullable Duration value(ResultSet rows, int column) throws SQLException {
            @Nullable String seconds = rows.getString(column);
            return seconds == null || seconds.startsWith(OTHER)
                    ? null
                    : Duration.of(new BigDecimal(seconds).movePointRight(6).longValue(), ChronoUnit.MICROS);
        }

        @Override
        protected void unread(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable String other = rows.getString(column);
            if (other == null) {
                sink.none(field);
            } else {
                sink.unreadable(field, other.substring(OTHER.length()));
            }
        }

        /** Of no type: it gets the column's. */
        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setObject(parameter, element(value), Types.OTHER);
        }

        @Override
        Object element(Object value) {
            return text((Duration) value);
        }
    }

    private static class Uuid extends Codec<UUID> {
        Uuid() {
            this("::uuid[]");
        }

        Uuid(String arrayType) {
            super(Wire.UUID, arrayType, Types.OTHER);
        }

        @Override
        @Nullable
        public UUID value(ResultSet rows, int column) throws SQLException {
            return rows.getObject(column, UUID.class);
        }
    }

    private static final class UuidText extends Uuid {
        UuidText() {
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

    private static final class Json extends Codec<String> {
        Json() {
            super(Wire.JSON, "", Types.OTHER);
        }

        @Override
        @Nullable
        public String value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            return text == null || text.equals("null") ? null : text;
        }

        @Override
        protected void unread(ResultSet rows, int column, RecordSink sink, int field) {
            sink.none(field); // a document that is null
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setObject(parameter, ((JsonText) value).text(), Types.OTHER);
        }
    }

    private static final class Binary extends Codec<byte[]> {
        Binary() {
            super(Wire.BINARY, "::bytea[]", Types.BINARY);
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
