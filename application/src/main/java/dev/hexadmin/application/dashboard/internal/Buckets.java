package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.ViewingDashboard.Bucket;
import dev.hexadmin.application.dashboard.ViewingDashboard.Measured;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.records.ZoneOffsets;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The days of a range and of the range before it, added up to buckets. */
final class Buckets {
    private final DateRange range;
    private final FieldDefinition date;
    private final Tally[] now;
    private final Tally[] before;

    private Buckets(DateRange range, FieldDefinition date, Tally[] now, Tally[] before) {
        this.range = range;
        this.date = date;
        this.now = now;
        this.before = before;
    }

    /** @param groups days, of the records that {@link #both} selects */
    static Buckets of(DateRange range, FieldDefinition date, List<Summed.Group> groups) {
        return new Buckets(
                range,
                date,
                tallies(range.starts(), range.to(), groups),
                tallies(range.previousStarts(), range.previous().to(), groups));
    }

    /** The grouping of both ranges by days. */
    static By.Day days(FieldDefinition date, DateRange range) {
        return new By.Day(
                date,
                ZoneOffsets.between(
                        range.zone(),
                        range.previous().from().atStartOfDay(range.zone()).toInstant(),
                        range.to().plusDays(1).atStartOfDay(range.zone()).toInstant()));
    }

    private static Tally[] tallies(List<LocalDate> starts, LocalDate last, List<Summed.Group> groups) {
        NavigableMap<LocalDate, Integer> index = new TreeMap<>();
        for (int i = 0; i < starts.size(); i++) {
            index.put(starts.get(i), i);
        }
        Tally[] tallies = new Tally[starts.size()];
        Arrays.fill(tallies, Tally.ZERO);
        for (Summed.Group group : groups) {
            if (group.key() instanceof LocalDate day && !day.isAfter(last)) {
                Map.@Nullable Entry<LocalDate, Integer> bucket = index.floorEntry(day);
                if (bucket != null) {
                    tallies[bucket.getValue()] = tallies[bucket.getValue()].plus(Tally.of(group));
                }
            }
        }
        return tallies;
    }

    private static Tally total(Tally[] tallies) {
        Tally total = Tally.ZERO;
        for (Tally tally : tallies) {
            total = total.plus(tally);
        }
        return total;
    }

    Optional<BigDecimal> value(Measured measured) {
        return total(now).read(measured);
    }

    Optional<BigDecimal> previous(Measured measured) {
        return total(before).read(measured);
    }

    /** @param filter of the widget */
    List<Bucket> buckets(Measured measured, Map<String, String> filter) {
        List<LocalDate> starts = range.starts();
        List<Bucket> buckets = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            LocalDate last = i + 1 < starts.size() ? starts.get(i + 1).minusDays(1) : range.to();
            buckets.add(new Bucket(
                    starts.get(i),
                    last,
                    now[i].read(measured).orElse(BigDecimal.ZERO),
                    before[i].read(measured).orElse(BigDecimal.ZERO),
                    within(filter, date, starts.get(i), last, range.zone())));
        }
        return buckets;
    }

    /** The filter, for the records of the range alone. */
    static Map<String, String> within(Map<String, String> filter, FieldDefinition date, DateRange range) {
        return within(filter, date, range.from(), range.to(), range.zone());
    }

    /** The filter, for the records of the range and of the range before it. */
    static Map<String, String> both(Map<String, String> filter, FieldDefinition date, DateRange range) {
        return within(filter, date, range.previous().from(), range.to(), range.zone());
    }

    private static Map<String, String> within(
            Map<String, String> filter, FieldDefinition date, LocalDate first, LocalDate last, ZoneId zone) {
        Map<String, String> all = new HashMap<>(filter);
        if (date.type() == FieldType.DATETIME && !zone.equals(ZoneOffset.UTC)) {
            all.put(ListParameter.TZ.word(), zone.getId());
        }
        all.put(ListParameter.FILTER_PREFIX + date.name() + "__gte", first.toString());
        all.put(
                ListParameter.FILTER_PREFIX + date.name() + "__lt",
                last.plusDays(1).toString());
        return all;
    }
}
