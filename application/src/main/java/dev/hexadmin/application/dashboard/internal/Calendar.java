package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.CardDefinition.Step;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.domain.models.FieldDefinition;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The last days, weeks or months in UTC, up to today's.
 *
 * @param first the first day of the first period
 * @param count number of periods
 */
record Calendar(ChronoUnit unit, LocalDate first, int count) {
    private static final int DAYS = 30;
    private static final int WEEKS = 26;
    private static final int MONTHS = 12;

    /** The calendar of a chart; empty for a chart of values. */
    static Optional<Calendar> of(Step step, LocalDate today) {
        return switch (step) {
            case VALUE -> Optional.empty();
            case DAY -> Optional.of(new Calendar(ChronoUnit.DAYS, today.minusDays(DAYS - 1), DAYS));
            case WEEK ->
                Optional.of(new Calendar(
                        ChronoUnit.WEEKS,
                        today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                                .minusWeeks(WEEKS - 1),
                        WEEKS));
            case MONTH ->
                Optional.of(
                        new Calendar(ChronoUnit.MONTHS, today.withDayOfMonth(1).minusMonths(MONTHS - 1), MONTHS));
        };
    }

    /** The first day of each period, and the first day after the last one. */
    List<LocalDate> edges() {
        List<LocalDate> edges = new ArrayList<>(count + 1);
        for (int i = 0; i <= count; i++) {
            edges.add(first.plus(i, unit));
        }
        return edges;
    }

    /** The index of the period that contains a day. */
    int indexOf(LocalDate day) {
        return (int) unit.between(first, day);
    }

    /** List parameters that select the records of all periods. */
    Map<String, String> within(FieldDefinition field) {
        return between(field, first, first.plus(count, unit));
    }

    /** List parameters that select the records of the days from the first to before the second. */
    static Map<String, String> between(FieldDefinition field, LocalDate from, LocalDate to) {
        return Map.of(
                ListParameter.FILTER_PREFIX + field.name() + "__gte",
                from.toString(),
                ListParameter.FILTER_PREFIX + field.name() + "__lt",
                to.toString());
    }

    String label(LocalDate start) {
        return unit == ChronoUnit.MONTHS ? start.toString().substring(0, 7) : start.toString();
    }
}
