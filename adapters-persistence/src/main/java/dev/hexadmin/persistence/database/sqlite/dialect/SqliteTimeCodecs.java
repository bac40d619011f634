package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.TimeText;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.math.BigDecimal;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Codecs of SQLite for dates, times and durations, in the forms in which existing tables store them. */
final class SqliteTimeCodecs {
    private static final Pattern TIME_OF_DAY =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d([ T])\\d\\d:\\d\\d:\\d\\d(?:\\.(\\d{1,9}))?(Z|[+-]00:?00)?");

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("9999-12-31T00:00:00Z").plusSeconds(86_400);
    private static final BigDecimal MOST_MICROS =
            BigDecimal.valueOf(END.getEpochSecond()).movePointRight(6);

    private SqliteTimeCodecs() {}

    static MomentCodec moment(@Nullable Object sample) {
        if (sample instanceof Double) {
            return new JulianDayCodec();
        }
        if (sample instanceof Number number) {
            long size = Math.abs(number.longValue());
            return new EpochCodec(size < 100_000_000_000L ? 1 : size < 100_000_000_000_000L ? 1000 : 1_000_000);
        }
        if (sample instanceof String text) {
            Matcher form = TIME_OF_DAY.matcher(text);
            if (form.matches()) {
                return new MomentTextCodec(
                        form.group(1).charAt(0),
                        form.group(2) == null ? 0 : form.group(2).length(),
                        form.group(3) == null ? "" : form.group(3));
            }
            if (text.length() == 10 && TimeText.parse(text) != null) {
                return new MomentTextCodec(' ', MomentTextCodec.DATE_ALONE, "");
            }
        }
        return new MomentTextCodec('T', 6, "Z");
    }

    static ColumnCodec date(@Nullable Object sample) {
        if (sample instanceof Number) {
            return new DateNumberCodec(moment(sample));
        }
        return new DateCodec(sample instanceof String text && text.length() > 10 ? text.substring(10) : "");
    }

    /** That a text starts with a date of the calendar. */
    private static String dated(String column) {
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
        /** In place of a number of digits: a midnight is written as a date only. */
        static final int DATE_ALONE = -1;

        private final char separator;
        private final int digits;
        private final String suffix;

        MomentTextCodec(char separator, int digits, String suffix) {
            this.separator = separator;
            this.digits = digits;
            this.suffix = suffix;
        }

        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            return text == null ? null : known(TimeText.parse(text));
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable String text = text(rows, column);
            @Nullable
            String wire = text == null || !TimeText.isDate(text.substring(0, Math.min(10, text.length())))
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
        public String day(String column, ZoneOffset offset) {
            // without the fraction of the second, which SQLite rounds
            return "date(substr(" + column + ", 1, 19), '" + offset.getTotalSeconds() + " seconds')";
        }

        @Override
        protected Object stored(Object value) {
            LocalDateTime time = LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC);
            int nanos = time.get(ChronoField.NANO_OF_SECOND);
            int needed = nanos == 0 ? 0 : nanos % 1_000_000 == 0 ? 3 : 6;
            @Nullable String text = TimeText.write(time, separator, Math.max(digits, needed), suffix);
            if (text != null && digits == DATE_ALONE && time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
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

        EpochCodec(long unitsPerSecond) {
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
        public String day(String column, ZoneOffset offset) {
            return "date(" + column + " / " + unitsPerSecond + " + " + offset.getTotalSeconds() + ", 'unixepoch')";
        }

        @Override
        protected Object stored(Object value) {
            Instant instant = (Instant) value;
            return instant.getEpochSecond() * unitsPerSecond + instant.getNano() / (1_000_000_000L / unitsPerSecond);
        }
    }

    static final class JulianDayCodec extends MomentCodec {
        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            return rows.getObject(column) instanceof Number number && Double.isFinite(number.doubleValue())
                    ? known(TimeText.ofNumber(new BigDecimal(number.toString())))
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

    static final class DateNumberCodec extends SqliteCodec<LocalDate> {
        private final MomentCodec moment;

        DateNumberCodec(MomentCodec moment) {
            super(WireForm.DATE);
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
        protected Object stored(Object value) {
            return moment.stored(((LocalDate) value).atStartOfDay().toInstant(ZoneOffset.UTC));
        }
    }

    static final class TimeCodec extends SqliteCodec<LocalTime> {
        TimeCodec() {
            super(WireForm.TIME);
        }

        @Override
        @Nullable
        public LocalTime value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            return text == null ? null : TimeText.time(text);
        }

        @Override
        public boolean isBound(ResultSet rows, int column, Object value) throws SQLException {
            return stored(value).equals(text(rows, column));
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND time(" + column + ") IS NOT NULL)";
        }

        @Override
        protected Object stored(Object value) {
            return TimeText.write((LocalTime) value);
        }
    }

    /** As microseconds: exact, and in the order of durations, which their texts do not have. */
    static final class DurationCodec extends SqliteCodec<Duration> {
        DurationCodec() {
            super(WireForm.DURATION);
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
        protected Object stored(Object value) {
            return DurationType.micros((Duration) value);
        }
    }
}
