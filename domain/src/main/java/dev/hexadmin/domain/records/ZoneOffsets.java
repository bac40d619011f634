package dev.hexadmin.domain.records;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The offsets from UTC that the clocks of a zone have over a span of time. With them a database finds the day of a moment
 * without a list of time zones of its own. Equal ones are of zones whose days are the same in that span.
 *
 * @param first until the first change
 * @param changes by time
 */
public record ZoneOffsets(ZoneOffset first, List<Change> changes) {
    public static final ZoneOffsets UTC = new ZoneOffsets(ZoneOffset.UTC, List.of());

    private static final Instant LONG_AGO = Instant.parse("1800-01-01T00:00:00Z");
    private static final Instant LAST_CHANGE = Instant.parse("2100-01-01T00:00:00Z");

    public ZoneOffsets {
        changes = List.copyOf(changes);
    }

    /** The clocks have this offset from then on. */
    public record Change(Instant at, ZoneOffset offset) {}

    /** The offsets from one moment to another; the clocks do not change after the year 2099. */
    public static ZoneOffsets between(ZoneId zone, Instant from, Instant to) {
        ZoneRules rules = zone.getRules();
        Instant end = to.isBefore(LAST_CHANGE) ? to : LAST_CHANGE;
        List<Change> changes = new ArrayList<>();
        @Nullable ZoneOffsetTransition next = rules.nextTransition(from);
        while (next != null && next.getInstant().isBefore(end)) {
            changes.add(new Change(next.getInstant(), next.getOffsetAfter()));
            next = rules.nextTransition(next.getInstant());
        }
        return new ZoneOffsets(rules.getOffset(from), changes);
    }

    /** The offsets for moments of any time. */
    public static ZoneOffsets of(ZoneId zone) {
        return between(zone, LONG_AGO, LAST_CHANGE);
    }

    /** The offset after so many changes. */
    public ZoneOffset after(int count) {
        return count == 0 ? first : changes.get(count - 1).offset();
    }

    /** The day of a moment. */
    public LocalDate day(Instant moment) {
        int count = 0;
        while (count < changes.size() && !moment.isBefore(changes.get(count).at())) {
            count++;
        }
        return LocalDate.ofInstant(moment, after(count));
    }
}
