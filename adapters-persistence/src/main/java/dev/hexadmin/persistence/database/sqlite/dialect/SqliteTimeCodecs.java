package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.TimeText;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Codecs of SQLite for dates, times and durations, in the forms in which existing tables store them.
 *
 * <p>A column may have the same time in several forms. A key that is not stored in the form in which it is compared reads
 * as no value: a link with it would lead to no record, or to another one.
 */
final class SqliteTimeCodecs {
    private static final Pattern TIME_OF_DAY = Pattern.compile(
            "\\d{4}-\\d\\d-\\d\\d([ T])\\d\\d:\\d\\d:\\d\\d(?:\\.(\\d{1,9}))?( ?(?:Z|[+-]\\d\\d(?::?\\d\\d)?))?");

    private static final String DATE = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]";
    private static final String TIME = "[0-9][0-9]:[0-9][0-9]:[0-9][0-9]";

    /** Of the years 1 to 9999. */
    static final double FIRST_JULIAN_DAY = 1_721_425.5;

    static final double END_OF_JULIAN_DAYS = 5_373_484.5;

    static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    static final Instant END = Instant.parse("9999-12-31T00:00:00Z").plusSeconds(86_400);
    private static final BigDecimal MOST_MICROS =
            BigDecimal.valueOf(END.getEpochSecond()).movePointRight(6);

    private SqliteTimeCodecs() {}

    /**
     * @param samples values of the column; the first one is in its form
     * @param key whether the column is one of a key
     * @param start when numbers of seconds begin, in seconds since 1970; numbers of another unit begin in 1970
     */
    static MomentCodec moment(List<?> samples, boolean key, long start) {
        if (start != 0) {
            return new MixedMomentCodec(new EpochCodec(1, key, true, start), samples, start);
        }
        MomentCodec form = form(samples, key);
        if (key || samples.isEmpty()) {
            return form;
        }
        boolean text = samples.getFirst() instanceof String;
        MixedMomentCodec mixed = new MixedMomentCodec(text ? form(samples.subList(0, 1), false) : form, samples, 0);
        return mixed.areWrittenBy(form, samples) && !hasFractions(samples) ? form : mixed;
    }

    private static boolean hasFractions(List<?> samples) {
        return samples.stream().anyMatch(Double.class::isInstance);
    }

    private static MomentCodec form(List<?> samples, boolean key) {
        @Nullable Object sample = samples.isEmpty() ? null : samples.getFirst();
        if (sample instanceof Number) {
            return areJulianDays(samples)
                    ? new JulianDayCodec()
                    : new EpochCodec(unitsPerSecond(samples), key, hasFractions(samples) && !key, 0);
        }
        if (sample instanceof String text) {
            Matcher form = TIME_OF_DAY.matcher(text);
            if (form.matches()) {
                return new MomentTextCodec(
                        form.group(1).charAt(0),
                        fractions(samples),
                        false,
                        form.group(3) == null ? "" : inUtc(form.group(3)),
                        key);
            }
            if (text.length() == 10 && TimeText.parse(text) != null) {
                return new MomentTextCodec(' ', fractions(samples), true, "", key);
            }
        }
        return new MomentTextCodec('T', List.of(6), false, "Z", key);
    }

    /** The offset of UTC as this offset is written. */
    private static String inUtc(String offset) {
        return offset.replaceAll("[0-9]", "0").replace('-', '+');
    }

    /** Whether the numbers among the values are days with a fraction, which count from 4713 BC. */
    static boolean areJulianDays(List<?> samples) {
        return samples.stream().anyMatch(Double.class::isInstance)
                && numbers(samples).allMatch(number -> number >= FIRST_JULIAN_DAY && number < END_OF_JULIAN_DAYS);
    }

    /** Of the numbers among the values, by the largest: a number near zero is a time near 1970 in any unit. */
    static long unitsPerSecond(List<?> samples) {
        double most = numbers(samples).map(Math::abs).max().orElse(0);
        return most < 1e11 ? 1 : most < 1e14 ? 1_000 : 1_000_000;
    }

    private static DoubleStream numbers(List<?> samples) {
        return samples.stream().filter(Number.class::isInstance).mapToDouble(number -> ((Number) number).doubleValue());
    }

    /**
     * The numbers of digits of a second that a column has, least first; a time has the first one that shows all of it.
     * Programs write the same number always, none or six (Python), none, three, six or nine (Java), or as many as there are
     * without zeros at the end (Go).
     */
    private static List<Integer> fractions(List<?> samples) {
        TreeSet<Integer> digits = new TreeSet<>();
        for (Object sample : samples) {
            if (sample instanceof String text) {
                Matcher form = TIME_OF_DAY.matcher(text);
                if (form.matches()) {
                    digits.add(form.group(2) == null ? 0 : form.group(2).length());
                }
            }
        }
        if (digits.isEmpty()) {
            digits.add(0);
        }
        int most = digits.last();
        if (digits.size() > 1 && digits.stream().anyMatch(number -> number % 3 != 0)) {
            return IntStream.rangeClosed(0, Math.max(most, 6)).boxed().toList();
        }
        List.of(3, 6).stream().filter(number -> number > most).forEach(digits::add);
        return List.copyOf(digits);
    }

    /**
     * @param samples values of the column; the first one is in its form
     * @param key whether the column is one of a key
     */
    static ColumnCodec date(List<?> samples, boolean key) {
        @Nullable Object sample = samples.isEmpty() ? null : samples.getFirst();
        if (sample instanceof Number) {
            return new DateOfMomentCodec(moment(samples, key, 0));
        }
        String tail = sample instanceof String text && text.length() > 10 ? text.substring(10) : "";
        boolean same = samples.stream()
                .allMatch(value -> value instanceof String text
                        && (text.length() < 10
                                || text.substring(10).equals(tail)
                                || !isMidnight(TimeText.parse(text))));
        return same || key ? new DateCodec(tail) : new DateOfMomentCodec(moment(samples, false, 0));
    }

    /**
     * @param samples values of the column
     * @param key whether the column is one of a key
     */
    static ColumnCodec time(List<?> samples, boolean key) {
        boolean same = samples.stream().allMatch(value -> {
            @Nullable LocalTime time = value instanceof String text ? TimeText.time(text) : null;
            return time == null || TimeText.write(time).equals(value);
        });
        return same || key ? new TimeCodec(key) : new MixedTimeCodec(samples.getFirst());
    }

    private static boolean isMidnight(@Nullable Instant instant) {
        return instant != null && instant.equals(instant.truncatedTo(ChronoUnit.DAYS));
    }

    /** That a text starts with a date of the calendar. */
    static String dated(String column) {
        return "coalesce(date(substr(" + column + ", 1, 10)) = substr(" + column + ", 1, 10), 0)";
    }

    /** A point in time in one of several forms. */
    abstract static class MomentCodec extends SqliteCodec<Instant> {
        MomentCodec() {
            super(WireForm.MOMENT);
        }

        @Override
        protected abstract Object stored(Object value);

        /** That the time is midnight in UTC. */
        abstract String midnight(String column);

        static @Nullable Instant known(@Nullable Instant instant) {
            return instant == null || instant.isBefore(FIRST) || !instant.isBefore(END) ? null : instant;
        }
    }

    /** As text; never with fewer digits than the value has. */
    static final class MomentTextCodec extends MomentCodec {
        private final char separator;
        private final List<Integer> fractions;
        private final boolean dateAlone;
        private final String suffix;
        private final boolean key;

        /**
         * @param fractions numbers of digits of a second, least first
         * @param dateAlone whether a midnight is written as a date only
         */
        MomentTextCodec(char separator, List<Integer> fractions, boolean dateAlone, String suffix, boolean key) {
            this.separator = separator;
            this.fractions = fractions;
            this.dateAlone = dateAlone;
            this.suffix = suffix;
            this.key = key;
        }

        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            @Nullable Instant instant = text == null ? null : known(TimeText.parse(text));
            return instant == null || (key && !stored(instant).equals(text)) ? null : instant;
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable String text = text(rows, column);
            @Nullable
            String wire = key || text == null || !TimeText.isDate(text.substring(0, Math.min(10, text.length())))
                    ? null
                    : TimeText.wireOfFixed(text);
            if (wire != null) {
                sink.text(field, wire);
            } else {
                super.emit(rows, column, sink, field);
            }
        }

        /** A column may have times in several forms, which are ordered as texts. */
        @Override
        public boolean isBound(ResultSet rows, int column, Object value) throws SQLException {
            return stored(value).equals(text(rows, column));
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND " + dated(column) + (key ? " AND " + inForm(column) : "")
                    + ")";
        }

        /** That a text is what {@link #stored} makes of its time. */
        private String inForm(String column) {
            List<String> forms = new ArrayList<>();
            if (dateAlone) {
                forms.add(column + " GLOB '" + DATE + "'");
            }
            int least = fractions.getFirst();
            int before = least;
            for (int after : fractions) {
                String form = column + " GLOB '" + DATE + separator + TIME + (after == 0 ? "" : ".")
                        + "[0-9]".repeat(after) + suffix + "'";
                forms.add(
                        after > least
                                ? form + " AND " + column + " NOT GLOB '*" + "0".repeat(after - before) + suffix + "'"
                                : dateAlone
                                        ? form + " AND " + column + " NOT GLOB '* 00:00:00"
                                                + (least == 0 ? "" : "." + "0".repeat(least)) + "'"
                                        : form);
                before = after;
            }
            return "((" + String.join(") OR (", forms) + ")) AND (length(" + column + ") = 10 OR (substr(" + column
                    + ", 12, 2) < '24' AND substr(" + column + ", 15, 2) < '60' AND substr(" + column
                    + ", 18, 2) < '60'))";
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
        public String day(String column, ZoneOffset offset) {
            // without the fraction of the second, which SQLite rounds
            return "date(substr(" + column + ", 1, 19), '" + offset.getTotalSeconds() + " seconds')";
        }

        @Override
        protected Object stored(Object value) {
            LocalDateTime time = LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC);
            int nanos = time.get(ChronoField.NANO_OF_SECOND);
            int digits = fractions.stream()
                    .filter(number -> nanos % Math.powExact(10, 9 - number) == 0)
                    .findFirst()
                    .orElse(fractions.getLast());
            @Nullable String text = TimeText.write(time, separator, digits, suffix);
            if (text != null && dateAlone && time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
                return text.substring(0, 10);
            }
            if (text == null) {
                throw new UnstorableValueException("a time outside the years 1 to 9999");
            }
            return text;
        }
    }

    static final class EpochCodec extends MomentCodec {
        private final long unitsPerSecond;
        private final boolean key;
        private final boolean fractions;
        private final long start;

        /**
         * @param fractions whether fractions of the unit are written
         * @param start when the numbers begin, in seconds since 1970; others than those since 1970 are only written
         */
        EpochCodec(long unitsPerSecond, boolean key, boolean fractions, long start) {
            this.unitsPerSecond = unitsPerSecond;
            this.key = key;
            this.fractions = fractions;
            this.start = start;
        }

        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            if (rows.getObject(column) instanceof Number number && !(key && number instanceof Double)) {
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
            return (key ? "typeof(" + column + ") = 'integer' AND " : "") + column + " >= "
                    + FIRST.getEpochSecond() * unitsPerSecond + " AND " + column + " < "
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
        public String day(String column, ZoneOffset offset) {
            return "date(" + column + " / " + unitsPerSecond + " + " + offset.getTotalSeconds() + ", 'unixepoch')";
        }

        @Override
        protected Object stored(Object value) {
            Instant instant = ((Instant) value).minusSeconds(start);
            if (fractions) {
                return BigDecimal.valueOf(instant.getEpochSecond())
                        .add(BigDecimal.valueOf(instant.getNano(), 9))
                        .multiply(BigDecimal.valueOf(unitsPerSecond))
                        .doubleValue();
            }
            return instant.getEpochSecond() * unitsPerSecond + instant.getNano() / (1_000_000_000L / unitsPerSecond);
        }
    }

    static final class JulianDayCodec extends MomentCodec {
        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            return rows.getObject(column) instanceof Number number && Double.isFinite(number.doubleValue())
                    ? known(TimeText.ofJulianDay(number.doubleValue()))
                    : null;
        }

        @Override
        public String readable(String column) {
            return column + " >= " + FIRST_JULIAN_DAY + " AND " + column + " < " + END_OF_JULIAN_DAYS;
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
        public String day(String column, ZoneOffset offset) {
            return "date(" + column + ", '" + offset.getTotalSeconds() + " seconds')";
        }

        @Override
        protected Object stored(Object value) {
            return TimeText.julianDay((Instant) value);
        }
    }

    static final class DateCodec extends SqliteCodec<LocalDate> {
        /** What follows the date in the column, such as a time of midnight. */
        private final String tail;

        DateCodec(String tail) {
            super(WireForm.DATE);
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
            if (text != null && tail.isEmpty() && TimeText.isDate(text)) {
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
        protected Object stored(Object value) {
            return value + tail;
        }
    }

    /** The midnights of a column of points in time. */
    static final class DateOfMomentCodec extends SqliteCodec<LocalDate> {
        private final MomentCodec moment;

        DateOfMomentCodec(MomentCodec moment) {
            super(WireForm.DATE);
            this.moment = moment;
        }

        @Override
        @Nullable
        public LocalDate value(ResultSet rows, int column) throws SQLException {
            @Nullable Instant instant = moment.value(rows, column);
            return isMidnight(instant) ? LocalDate.ofInstant(instant, ZoneOffset.UTC) : null;
        }

        @Override
        public String readable(String column) {
            return "(" + moment.readable(column) + " AND " + moment.midnight(column) + ")";
        }

        @Override
        public String compared(String column) {
            return moment.compared(column);
        }

        @Override
        public String ordered(String column) {
            return moment.ordered(column);
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            moment.store(statement, parameter, value == null ? null : midnight(value));
        }

        @Override
        public String day(String column) {
            return moment.day(column);
        }

        @Override
        protected Object stored(Object value) {
            return moment.stored(midnight(value));
        }

        private static Instant midnight(Object date) {
            return ((LocalDate) date).atStartOfDay().toInstant(ZoneOffset.UTC);
        }
    }

    static final class TimeCodec extends SqliteCodec<LocalTime> {
        private final boolean key;

        /** @param key whether the column is one of a key */
        TimeCodec(boolean key) {
            super(WireForm.TIME);
            this.key = key;
        }

        @Override
        @Nullable
        public LocalTime value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            @Nullable LocalTime time = text == null ? null : TimeText.time(text);
            return time == null || (key && !stored(time).equals(text)) ? null : time;
        }

        @Override
        public boolean isBound(ResultSet rows, int column, Object value) throws SQLException {
            return stored(value).equals(text(rows, column));
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND time(" + column + ") IS NOT NULL"
                    + (key
                            ? " AND substr(" + column + ", 1, 2) < '24' AND (" + column + " GLOB '" + TIME
                                    + "' OR (length(" + column + ") <= 15 AND " + column + " GLOB '" + TIME
                                    + ".*[1-9]' AND substr(" + column + ", 10) NOT GLOB '*[^0-9]*'))"
                            : "")
                    + ")";
        }

        @Override
        protected Object stored(Object value) {
            return TimeText.write((LocalTime) value);
        }
    }

    /** As microseconds: exact, and in the order of durations, which their texts do not have. */
    static final class DurationCodec extends SqliteCodec<Duration> {
        private final SqliteNumberCodecs.IntegerCodec micros;

        /** @param micros the codec of whole numbers in the column */
        DurationCodec(SqliteNumberCodecs.IntegerCodec micros) {
            super(WireForm.DURATION);
            this.micros = micros;
        }

        @Override
        public @Nullable Duration value(ResultSet rows, int column) throws SQLException {
            @Nullable Long number = micros.value(rows, column);
            return number == null ? null : Duration.of(number, ChronoUnit.MICROS);
        }

        @Override
        public String readable(String column) {
            return micros.readable(column);
        }

        @Override
        public String compared(String column) {
            return micros.compared(column);
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            micros.store(statement, parameter, value == null ? null : stored(value));
        }

        @Override
        protected Object stored(Object value) {
            return DurationType.micros((Duration) value);
        }
    }
}
