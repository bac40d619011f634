package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.persistence.database.sqlite.dialect.SqliteTimeCodecs.MomentCodec;
import dev.hexadmin.persistence.dialect.TimeText;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Points in time that several programs have written in different forms, such as texts with and without {@code T} or a time
 * zone, and numbers. They are compared and ordered as microseconds since 1970, which no index has, and written in the form
 * of the first.
 */
final class MixedMomentCodec extends MomentCodec {
    /** A smaller number of seconds among texts may be anything, such as a day written as {@code 20261120}. */
    private static final long LEAST_AMONG_TEXTS = 100_000_000;

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
    private static final long FIRST_MICROS = ChronoUnit.MICROS.between(Instant.EPOCH, SqliteTimeCodecs.FIRST);
    private static final long END_MICROS = ChronoUnit.MICROS.between(Instant.EPOCH, SqliteTimeCodecs.END);

    private static final long BEFORE_ALL = -1_000_000_000_000_000_000L;

    private final MomentCodec form;
    private final long startMicros;
    private final boolean julian;
    private final long microsPerUnit;
    private final double least;
    private final double most;

    /**
     * @param form the form of the first value
     * @param samples values of the column
     * @param start when numbers of seconds begin, in seconds since 1970; 0 for numbers of any unit since 1970
     */
    MixedMomentCodec(MomentCodec form, List<?> samples, long start) {
        this.form = form;
        this.startMicros = start * MICROS_PER_SECOND;
        this.julian = start == 0 && SqliteTimeCodecs.areJulianDays(samples);
        long unitsPerSecond = start == 0 ? SqliteTimeCodecs.unitsPerSecond(samples) : 1;
        boolean texts = !samples.isEmpty() && samples.getFirst() instanceof String;
        this.microsPerUnit = MICROS_PER_SECOND / unitsPerSecond;
        this.least = texts ? (double) LEAST_AMONG_TEXTS * unitsPerSecond : 0;
        this.most = (double) END_MICROS / microsPerUnit;
    }

    /** Whether a codec writes each of the values that is a time as it is. */
    boolean areWrittenBy(MomentCodec codec, List<?> samples) {
        return samples.stream().allMatch(sample -> {
            @Nullable Instant instant = instant(sample);
            return instant == null || isSame(codec.stored(instant), sample);
        });
    }

    private static boolean isSame(Object written, Object sample) {
        return (written instanceof Number a && sample instanceof Number b)
                ? a.doubleValue() == b.doubleValue()
                : written.equals(sample);
    }

    @Override
    public @Nullable Instant value(ResultSet rows, int column) throws SQLException {
        @Nullable Object stored = rows.getObject(column);
        return stored == null ? null : instant(stored);
    }

    private @Nullable Instant instant(Object stored) {
        return switch (stored) {
            case String text when isDated(text) -> known(TimeText.parse(text));
            case Number number when julian -> known(TimeText.ofJulianDay(number.doubleValue()));
            case Number number
            when isTime(number.doubleValue()) ->
                known(Instant.EPOCH.plus(
                        startMicros
                                + (number instanceof Double real
                                        ? Math.round(real * microsPerUnit)
                                        : number.longValue() * microsPerUnit),
                        ChronoUnit.MICROS));
            default -> null;
        };
    }

    private static boolean isDated(String text) {
        return text.length() >= 10 && text.charAt(4) == '-' && text.charAt(7) == '-';
    }

    private boolean isTime(double number) {
        return Math.abs(number) >= least && Math.abs(number) <= most;
    }

    @Override
    protected Object stored(Object value) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, (Instant) value);
    }

    @Override
    public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
        form.store(statement, parameter, value);
    }

    @Override
    public String compared(String column) {
        String number = julian
                ? "CASE WHEN " + column + " BETWEEN " + SqliteTimeCodecs.FIRST_JULIAN_DAY + " AND "
                        + SqliteTimeCodecs.END_OF_JULIAN_DAYS + " THEN CAST(round((" + column
                        + " - 2440587.5) * 86400000) AS INTEGER) * 1000 END"
                : "CASE WHEN " + column + " BETWEEN " + -most + " AND " + -least + " OR " + column + " BETWEEN " + least
                        + " AND " + most + " THEN " + (startMicros == 0 ? "" : startMicros + " + ") + "iif(typeof("
                        + column + ") = 'integer', " + column + " * "
                        + microsPerUnit + ", CAST(round(" + column + " * " + microsPerUnit + ") AS INTEGER)) END";
        return "(CASE typeof(" + column + ") WHEN 'text' THEN CASE WHEN " + SqliteTimeCodecs.dated(column) + " THEN "
                + micros(column) + " END WHEN 'integer' THEN " + number + " WHEN 'real' THEN " + number + " END)";
    }

    @Override
    public String ordered(String column) {
        return beforeAll(column, compared(column));
    }

    /** What is no time is before all times: null is for rows without a value alone, and has its own place in an order. */
    static String beforeAll(String column, String micros) {
        return "iif(" + column + " IS NULL, NULL, coalesce(" + micros + ", " + BEFORE_ALL + "))";
    }

    /**
     * Of a text with a date: SQLite reads it to the millisecond only, so without the fraction of the second, which is
     * added to it.
     */
    static String micros(String text) {
        return "(unixepoch(substr(" + text + ", 1, 19) || ltrim(substr(" + text + ", 20), '.0123456789') || iif(length("
                + text + ") > 16 AND " + text + " GLOB '*[+-][0-9][0-9]', ':00', '')) * " + MICROS_PER_SECOND
                + " + CAST(CAST('0' || substr(" + text + ", 20) AS REAL) * " + MICROS_PER_SECOND
                + " + 0.0001 AS INTEGER))";
    }

    @Override
    public String readable(String column) {
        return "coalesce(" + compared(column) + " BETWEEN " + FIRST_MICROS + " AND " + (END_MICROS - 1) + ", 0)";
    }

    @Override
    String midnight(String column) {
        return compared(column) + " % " + MICROS_PER_DAY + " = 0";
    }

    @Override
    public String day(String column) {
        return day(column, ZoneOffset.UTC);
    }

    @Override
    public String day(String column, ZoneOffset offset) {
        // from the first year, because a division rounds towards zero
        return "date((" + compared(column) + " - (" + FIRST_MICROS + ")) / " + MICROS_PER_SECOND + " + "
                + (SqliteTimeCodecs.FIRST.getEpochSecond() + offset.getTotalSeconds()) + ", 'unixepoch')";
    }
}
