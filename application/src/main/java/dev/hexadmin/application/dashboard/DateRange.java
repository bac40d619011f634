package dev.hexadmin.application.dashboard;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A range of days of a time zone, in buckets of a day, a week or a month.
 *
 * @param from the first day
 * @param to the last day
 * @param preset the preset that the range was made from
 * @param zone the one whose days are meant
 */
public record DateRange(LocalDate from, LocalDate to, Optional<Preset> preset, ZoneId zone) {
    /** The maximum number of days: five years. */
    public static final int MOST_DAYS = 1_827;

    /** The first day that a range can have. */
    public static final LocalDate EARLIEST = LocalDate.of(1000, 1, 1);

    /** The last day that a range can have. */
    public static final LocalDate LATEST = LocalDate.of(9998, 12, 31);

    private static final int MOST_DAYS_IN_DAYS = 45;
    private static final int MOST_DAYS_IN_WEEKS = 200;

    /** @throws IllegalArgumentException when the range ends before it begins, is too long, or is too far away */
    public DateRange {
        if (from.isAfter(to)
                || ChronoUnit.DAYS.between(from, to) >= MOST_DAYS
                || from.isBefore(EARLIEST)
                || to.isAfter(LATEST)) {
            throw new IllegalArgumentException("no range: " + from + " to " + to);
        }
    }

    /** A range of any days, in UTC. */
    public DateRange(LocalDate from, LocalDate to) {
        this(from, to, Optional.empty(), ZoneOffset.UTC);
    }

    /** Ranges that end on a given day. */
    public enum Preset {
        DAYS_7("7d", 7),
        DAYS_30("30d", 30),
        DAYS_90("90d", 90),
        /** The month of the day, and the eleven months before it. */
        MONTHS_12("12m", 0);

        /** All words. */
        public static final List<String> WORDS =
                List.of(values()).stream().map(Preset::word).toList();

        private final String word;
        private final int days;

        Preset(String word, int days) {
            this.word = word;
            this.days = days;
        }

        /** The preset as settings and requests name it, such as {@code 30d}. */
        public String word() {
            return word;
        }

        /** The preset of a word. */
        public static Optional<Preset> of(String word) {
            return List.of(values()).stream()
                    .filter(preset -> preset.word.equals(word))
                    .findFirst();
        }

        /** The range whose last day this is, in UTC. */
        public DateRange endingOn(LocalDate last) {
            return new DateRange(
                    days == 0 ? last.withDayOfMonth(1).minusMonths(11) : last.minusDays(days - 1L),
                    last,
                    Optional.of(this),
                    ZoneOffset.UTC);
        }
    }

    /** The length of a bucket. */
    public enum Bucket {
        DAY,
        /** From Monday. */
        WEEK,
        MONTH;

        /** The bucket as responses name it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The same days in a time zone. */
    public DateRange in(ZoneId other) {
        return new DateRange(from, to, preset, other);
    }

    /** Number of days. */
    public int days() {
        return (int) ChronoUnit.DAYS.between(from, to) + 1;
    }

    /** Days for up to 45 days, weeks for up to 200 days, months for longer ranges. */
    public Bucket bucket() {
        return days() <= MOST_DAYS_IN_DAYS ? Bucket.DAY : days() <= MOST_DAYS_IN_WEEKS ? Bucket.WEEK : Bucket.MONTH;
    }

    /** The range before this one: the same months a year earlier for twelve months, otherwise as many days. */
    public DateRange previous() {
        return new DateRange(earlier(from), earlier(to)).in(zone);
    }

    private LocalDate earlier(LocalDate day) {
        return day.minus(preset.equals(Optional.of(Preset.MONTHS_12)) ? Period.ofMonths(12) : Period.ofDays(days()));
    }

    /** The first days of the buckets. The first and the last bucket end where the range ends. */
    public List<LocalDate> starts() {
        List<LocalDate> starts = new ArrayList<>();
        for (LocalDate start = from; !start.isAfter(to); start = next(start)) {
            starts.add(start);
        }
        return starts;
    }

    /** The first days of the buckets of {@link #previous}, one for each bucket of this range. */
    public List<LocalDate> previousStarts() {
        return starts().stream().map(this::earlier).toList();
    }

    private LocalDate next(LocalDate start) {
        return switch (bucket()) {
            case DAY -> start.plusDays(1);
            case WEEK -> start.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
            case MONTH -> start.with(TemporalAdjusters.firstDayOfNextMonth());
        };
    }
}
