package dev.hexadmin.persistence.database.postgresql.dialect;

import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.WireForm;
import java.math.BigDecimal;
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
import org.jspecify.annotations.Nullable;

/** Codecs of PostgreSQL for dates, times and durations. */
final class PostgresqlTimeCodecs {
    private static final String DATES = " BETWEEN '0001-01-01' AND '9999-12-31'";
    private static final String TIMES = " BETWEEN '0001-01-01' AND '9999-12-31 23:59:59.999999'";
    private static final String TIMES_WITH_ZONE =
            " BETWEEN '0001-01-01 00:00:00+00' AND '9999-12-31 23:59:59.999999+00'";

    private PostgresqlTimeCodecs() {}

    static ColumnCodec date(PostgresqlColumn column) {
        return switch (column.type()) {
            case "timestamp" -> new DateCodec(TIMES, LocalDateTime.class);
            case "timestamptz" -> new DateCodec(TIMES_WITH_ZONE, OffsetDateTime.class);
            default -> new DateCodec(column.is("date") ? DATES : "", LocalDate.class);
        };
    }

    static ColumnCodec moment(PostgresqlColumn column) {
        return switch (column.type()) {
            case "timestamp" -> new LocalMomentCodec(TIMES);
            case "timestamptz" -> new MomentCodec(TIMES_WITH_ZONE);
            default -> new MomentCodec("");
        };
    }

    static class MomentCodec extends PostgresqlCodec<Instant> {
        private final String range;

        MomentCodec(String range) {
            this(range, "::timestamptz[]", Types.TIMESTAMP_WITH_TIMEZONE);
        }

        MomentCodec(String range, String arrayType, int nullType) {
            super(WireForm.MOMENT, arrayType, nullType);
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
        protected Object stored(Object value) {
            return ((Instant) value).truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
        }

        @Override
        public String day(String column) {
            return "(" + column + " AT TIME ZONE 'UTC')::date";
        }

        @Override
        public String day(String column, ZoneOffset offset) {
            return "((" + column + " AT TIME ZONE 'UTC') + interval '" + offset.getTotalSeconds() + " seconds')::date";
        }
    }

    /** Without a time zone: UTC. */
    static final class LocalMomentCodec extends MomentCodec {
        LocalMomentCodec(String range) {
            super(range, "::timestamp[]", Types.TIMESTAMP);
        }

        @Override
        @Nullable
        public Instant value(ResultSet rows, int column) throws SQLException {
            @Nullable LocalDateTime time = rows.getObject(column, LocalDateTime.class);
            return time == null || time.getYear() < 1 || time.getYear() > 9999 ? null : time.toInstant(ZoneOffset.UTC);
        }

        @Override
        protected Object stored(Object value) {
            return LocalDateTime.ofInstant(((Instant) value).truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
        }

        @Override
        public String day(String column) {
            return column + "::date";
        }

        @Override
        public String day(String column, ZoneOffset offset) {
            return "(" + column + " + interval '" + offset.getTotalSeconds() + " seconds')::date";
        }
    }

    static final class DateCodec extends PostgresqlCodec<LocalDate> {
        private final String range;
        private final Class<?> type;

        /**
         * @param type what the column holds; of a time only its midnight is a date
         */
        DateCodec(String range, Class<?> type) {
            super(WireForm.DATE, "::date[]", Types.DATE);
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

    static final class TimeCodec extends PostgresqlCodec<LocalTime> {
        TimeCodec() {
            super(WireForm.TIME, "::time[]", Types.TIME);
        }

        @Override
        @Nullable
        public LocalTime value(ResultSet rows, int column) throws SQLException {
            @Nullable LocalTime time = rows.getObject(column, LocalTime.class);
            // 24:00, which is no time of a day, comes as the last nanosecond
            return LocalTime.MAX.equals(time) ? null : time;
        }

        @Override
        public String readable(String column) {
            return column + " < '24:00'";
        }

        @Override
        protected Object stored(Object value) {
            return ((LocalTime) value).truncatedTo(ChronoUnit.MICROS);
        }
    }

    /**
     * As {@code interval}, which is exact to the microsecond, has the order of durations, and is what other programs
     * calculate with. One with months, whose lengths differ, or of more microseconds than 64 bits count is no duration.
     */
    static final class DurationCodec extends PostgresqlCodec<Duration> {
        /** Before what is no duration. */
        private static final String OTHER = "!";

        DurationCodec() {
            super(WireForm.DURATION, "::interval[]", Types.OTHER);
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
            statement.setObject(parameter, stored(value), Types.OTHER);
        }

        @Override
        protected Object stored(Object value) {
            return text((Duration) value);
        }
    }
}
