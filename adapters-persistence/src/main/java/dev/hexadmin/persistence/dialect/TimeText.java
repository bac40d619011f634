package dev.hexadmin.persistence.dialect;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times as text: the wire form, the fixed form of managed tables that hold times as text, and the forms found in
 * existing tables.
 */
public final class TimeText {
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");
    private static final Pattern SHORT_OFFSET = Pattern.compile(".*[+-]\\d{2}");
    private static final DateTimeFormatter FIXED_FORM = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final String FIXED = "0000-00-00T00:00:00.000000Z";
    private static final double UNIX_EPOCH_AS_JULIAN_DAY = 2440587.5;

    private TimeText() {}

    /** RFC 3339 in UTC with 0, 3 or 6 digits of a second; null outside the years 1 to 9999. */
    public static @Nullable String wire(LocalDateTime utc) {
        int micros = utc.get(ChronoField.NANO_OF_SECOND) / 1000;
        return write(utc, 'T', micros == 0 ? 0 : micros % 1000 == 0 ? 3 : 6, "Z");
    }

    /** The fixed form of managed columns, {@code 2026-11-20T17:30:00.123456Z}. */
    public static String fixed(Instant moment) {
        return FIXED_FORM.format(moment);
    }

    /** The wire form of text of the fixed form {@code 2026-11-20T17:30:00.123456Z}; null when it is of another. */
    public static @Nullable String wireOfFixed(String text) {
        if (text.length() != 27 || text.charAt(26) != 'Z' || text.charAt(10) != 'T' || text.charAt(19) != '.') {
            return null;
        }
        if (text.charAt(25) != '0' || text.charAt(24) != '0' || text.charAt(23) != '0') {
            return text;
        }
        boolean whole = text.charAt(22) == '0' && text.charAt(21) == '0' && text.charAt(20) == '0';
        return text.substring(0, whole ? 19 : 23) + "Z";
    }

    /**
     * Whether the text is certainly a date, checked without parsing. False for days after the 28th, which need the
     * calendar.
     */
    public static boolean isDate(String text) {
        if (text.length() != 10 || text.charAt(4) != '-' || text.charAt(7) != '-') {
            return false;
        }
        for (int i = 0; i < 10; i++) {
            char c = text.charAt(i);
            if (i != 4 && i != 7 && (c < '0' || c > '9')) {
                return false;
            }
        }
        int month = (text.charAt(5) - '0') * 10 + text.charAt(6) - '0';
        int day = (text.charAt(8) - '0') * 10 + text.charAt(9) - '0';
        return month >= 1 && month <= 12 && day >= 1 && day <= 28 && !text.startsWith("0000");
    }

    /** A local date and time with a fixed number of digits of a second; null outside the years 1 to 9999. */
    public static @Nullable String write(LocalDateTime time, char separator, int digits, String suffix) {
        int year = time.getYear();
        if (year < 1 || year > 9999) {
            return null;
        }
        StringBuilder out = new StringBuilder(27);
        two(out, year / 100);
        two(out, year % 100);
        out.append('-');
        two(out, time.getMonthValue());
        out.append('-');
        two(out, time.getDayOfMonth());
        out.append(separator);
        two(out, time.getHour());
        out.append(':');
        two(out, time.getMinute());
        out.append(':');
        two(out, time.getSecond());
        if (digits > 0) {
            out.append('.');
            int rest = time.get(ChronoField.NANO_OF_SECOND);
            for (int i = 0, unit = 100_000_000; i < digits; i++, unit /= 10) {
                out.append((char) ('0' + rest / unit));
                rest %= unit;
            }
        }
        return out.append(suffix).toString();
    }

    private static void two(StringBuilder out, int number) {
        out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    /** A time of the fixed form {@code 2026-11-20T17:30:00.123456Z}, read without a parser; null when it is of another. */
    private static @Nullable Instant ofFixed(String text) {
        if (text.length() != FIXED.length()) {
            return null;
        }
        for (int i = 0; i < FIXED.length(); i++) {
            char wanted = FIXED.charAt(i);
            char c = text.charAt(i);
            if (wanted == '0' ? c < '0' || c > '9' : c != wanted) {
                return null;
            }
        }
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        String day = text.substring(0, 10);
        if (!isDate(day) || hour > 23 || minute > 59 || second > 59) {
            return null; // needs the calendar
        }
        long days = LocalDate.of(number(day, 0, 4), number(day, 5, 7), number(day, 8, 10))
                .toEpochDay();
        return Instant.ofEpochSecond(
                days * 86_400 + hour * 3_600L + minute * 60L + second, number(text, 20, 26) * 1_000L);
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }

    /**
     * A time in any form a table may hold it in, in UTC when it has no time zone; null when the text is not a valid
     * time.
     */
    public static @Nullable Instant parse(String text) {
        @Nullable Instant fixed = ofFixed(text);
        if (fixed != null) {
            return fixed;
        }
        try {
            if (NUMBER.matcher(text).matches()) {
                return ofNumber(new BigDecimal(text));
            }
            if (text.length() == 10) {
                return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            if (text.length() < 16) {
                return null;
            }
            String normal = text.charAt(10) == ' ' ? text.substring(0, 10) + 'T' + text.substring(11) : text;
            boolean offset = normal.endsWith("Z") || normal.indexOf('+', 16) > 0 || normal.indexOf('-', 16) > 0;
            if (!offset) {
                return LocalDateTime.parse(normal).toInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
            }
            normal = normal.replace(" ", "");
            if (SHORT_OFFSET.matcher(normal).matches()) {
                normal += ":00";
            }
            return OffsetDateTime.parse(normal).toInstant().truncatedTo(ChronoUnit.MICROS);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Seconds, milliseconds or microseconds since 1970 by size, or a Julian day when it looks like one. */
    private static @Nullable Instant ofNumber(BigDecimal number) {
        double size = Math.abs(number.doubleValue());
        try {
            if (number.stripTrailingZeros().scale() > 0 && size > 1_000_000 && size < 5_500_000) {
                return ofJulianDay(number.doubleValue());
            }
            BigDecimal micros =
                    size < 1e11 ? number.movePointRight(6) : size < 1e14 ? number.movePointRight(3) : number;
            long whole = micros.longValue();
            return Instant.ofEpochSecond(Math.floorDiv(whole, 1_000_000L), Math.floorMod(whole, 1_000_000L) * 1000);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** To the millisecond, as SQLite reads it. */
    public static Instant ofJulianDay(double day) {
        return Instant.ofEpochMilli(Math.round((day - UNIX_EPOCH_AS_JULIAN_DAY) * 86_400_000));
    }

    public static double julianDay(Instant instant) {
        return UNIX_EPOCH_AS_JULIAN_DAY + instant.toEpochMilli() / 86_400_000.0;
    }

    /** {@code 17:30:00} with as many digits of a second as it has; ordered as text like in time. */
    public static String write(LocalTime time) {
        return java.time.format.DateTimeFormatter.ISO_LOCAL_TIME.format(time.truncatedTo(ChronoUnit.MICROS));
    }

    public static @Nullable LocalTime time(String text) {
        try {
            String time = text.length() > 10 && (text.charAt(10) == ' ' || text.charAt(10) == 'T')
                    ? text.substring(11)
                    : text;
            return LocalTime.parse(time).truncatedTo(ChronoUnit.MICROS);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
