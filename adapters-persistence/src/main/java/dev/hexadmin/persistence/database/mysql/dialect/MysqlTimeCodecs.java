package dev.hexadmin.persistence.database.mysql.dialect;

import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.persistence.dialect.TimeText;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
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
import org.jspecify.annotations.Nullable;

/** Codecs of MySQL for dates, times and durations. */
final class MysqlTimeCodecs {
    /** A date of zeros is before. */
    private static final String DATES = " BETWEEN '0001-01-01' AND '9999-12-31 23:59:59.999999'";

    private MysqlTimeCodecs() {}

    /** That a column has a date of the calendar: with some SQL modes, others such as {@code 2026-02-00} can be stored. */
    private static String dated(String name) {
        return "(" + name + DATES + " AND " + name + " + INTERVAL 0 DAY IS NOT NULL)";
    }

    /**
     * Date and time of a column; null for zeros that are no date. Not from the text of the column, which the driver gives
     * in the time zone of the process.
     */
    private static @Nullable LocalDateTime time(ResultSet rows, int column) throws SQLException {
        try {
            @Nullable LocalDateTime time = rows.getObject(column, LocalDateTime.class);
            return time == null || time.getYear() < 1 ? null : time;
        } catch (SQLDataException | DateTimeException e) {
            return null;
        }
    }

    /** {@code DATETIME} is in UTC, as every session is; {@code TIMESTAMP} is a moment anyway. */
    static final class MomentCodec extends MysqlCodec<Instant> {
        private final MysqlColumn column;

        MomentCodec(MysqlColumn column) {
            super(WireForm.MOMENT, Types.TIMESTAMP);
            this.column = column;
        }

        @Override
        public @Nullable Instant value(ResultSet rows, int column) throws SQLException {
            @Nullable LocalDateTime time = time(rows, column);
            return time == null ? null : time.toInstant(ZoneOffset.UTC);
        }

        @Override
        public String readable(String name) {
            return column.isMoment() || column.is("date") ? dated(name) : "";
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (column.is("date")
                    && value instanceof Instant moment
                    && !moment.equals(moment.truncatedTo(ChronoUnit.DAYS))) {
                throw new UnstorableValueException("a moment that is not midnight in UTC");
            }
            super.store(statement, parameter, value);
        }

        @Override
        protected Object stored(Object value) {
            return LocalDateTime.ofInstant(((Instant) value).truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
        }

        @Override
        public String day(String name) {
            return "date(" + name + ")";
        }

        @Override
        public String day(String name, ZoneOffset offset) {
            return "date(" + name + " + INTERVAL " + offset.getTotalSeconds() + " SECOND)";
        }
    }

    /** Of a time only its midnight is a date. */
    static final class DateCodec extends MysqlCodec<LocalDate> {
        private final MysqlColumn column;

        DateCodec(MysqlColumn column) {
            super(WireForm.DATE, Types.DATE);
            this.column = column;
        }

        @Override
        public @Nullable LocalDate value(ResultSet rows, int column) throws SQLException {
            @Nullable LocalDateTime time = time(rows, column);
            return time == null || !time.toLocalTime().equals(LocalTime.MIDNIGHT) ? null : time.toLocalDate();
        }

        @Override
        public String readable(String name) {
            return column.isMoment()
                    ? "(" + dated(name) + " AND time(" + name + ") = '00:00:00')"
                    : column.is("date") ? dated(name) : "";
        }

        @Override
        protected Object stored(Object value) {
            return value.toString();
        }

        @Override
        public String day(String name) {
            return name;
        }
    }

    /** {@code TIME} has negative ones, and ones of many days. */
    static final class TimeCodec extends MysqlCodec<LocalTime> {
        private final MysqlColumn column;

        TimeCodec(MysqlColumn column) {
            super(WireForm.TIME, Types.TIME);
            this.column = column;
        }

        @Override
        public @Nullable LocalTime value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            try {
                return text == null ? null : LocalTime.parse(text);
            } catch (DateTimeException e) {
                return null;
            }
        }

        @Override
        public String readable(String name) {
            return column.is("time") ? name + " BETWEEN '00:00:00' AND '23:59:59.999999'" : "";
        }

        @Override
        protected Object stored(Object value) {
            return TimeText.write(((LocalTime) value).truncatedTo(ChronoUnit.MICROS));
        }
    }

    /** As microseconds. */
    static final class DurationCodec extends MysqlCodec<Duration> {
        DurationCodec() {
            super(WireForm.DURATION, Types.BIGINT);
        }

        @Override
        public @Nullable Duration value(ResultSet rows, int column) throws SQLException {
            @Nullable String micros = rows.getString(column);
            try {
                return micros == null ? null : Duration.of(Long.parseLong(micros), ChronoUnit.MICROS);
            } catch (NumberFormatException e) {
                return null;
            }
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setLong(parameter, DurationType.micros((Duration) value));
        }
    }
}
