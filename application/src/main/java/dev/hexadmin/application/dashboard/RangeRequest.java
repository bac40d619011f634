package dev.hexadmin.application.dashboard;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.dashboard.DateRange.Preset;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.domain.text.Message;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The range that a client asks for: a preset, or days; neither: the default of the dashboard.
 *
 * @param days the range of {@code from} and {@code to}
 * @param zone the time zone whose days are meant
 */
public record RangeRequest(Optional<Preset> preset, Optional<DateRange> days, ZoneId zone) {
    /** The default of the dashboard, in UTC. */
    public static final RangeRequest DEFAULT = new RangeRequest(Optional.empty(), Optional.empty(), ZoneOffset.UTC);

    /**
     * Reads parameters.
     *
     * @param parameters decoded: {@code period}, or {@code from} and {@code to}; and {@code tz}, UTC without it
     * @throws RequestRejectedException {@code MALFORMED invalid_query} with {@code ?name} pointers
     */
    public static RangeRequest of(Map<String, String> parameters) {
        List<Violation> wrong = new ArrayList<>();
        Optional<Preset> preset = Optional.empty();
        Optional<LocalDate> from = Optional.empty();
        Optional<LocalDate> to = Optional.empty();
        Optional<ZoneId> zone = Optional.empty();
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            String name = parameter.getKey();
            String text = parameter.getValue();
            switch (name) {
                case "period" -> {
                    preset = Preset.of(text);
                    if (preset.isEmpty()) {
                        wrong.add(new Violation(
                                "?period",
                                "type",
                                Message.of("One of {values} is expected.")
                                        .with("values", String.join(", ", Preset.WORDS))));
                    }
                }
                case "from" -> from = day(name, text, wrong);
                case "to" -> to = day(name, text, wrong);
                case "tz" -> zone = zone(text, wrong);
                default ->
                    wrong.add(new Violation("?" + name, "unknown_parameter", "There is no such parameter here."));
            }
        }
        if (wrong.isEmpty()) {
            check(parameters, from, to, wrong);
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.malformed("invalid_query", "The query is not valid.", wrong);
        }
        return new RangeRequest(preset, from.flatMap(first -> to(first, parameters)), zone.orElse(ZoneOffset.UTC));
    }

    private static Optional<DateRange> to(LocalDate first, Map<String, String> parameters) {
        return Optional.ofNullable(parameters.get("to")).map(last -> new DateRange(first, LocalDate.parse(last)));
    }

    private static void check(
            Map<String, String> parameters, Optional<LocalDate> from, Optional<LocalDate> to, List<Violation> wrong) {
        if (from.isPresent() != to.isPresent()) {
            String missing = from.isPresent() ? "?to" : "?from";
            wrong.add(new Violation(missing, "required", "'from' and 'to' go together."));
        } else if (from.isPresent() && parameters.containsKey("period")) {
            wrong.add(new Violation("?period", "conflict", "Either a period or days are expected, not both."));
        } else if (from.isPresent() && from.get().isAfter(to.orElseThrow())) {
            wrong.add(new Violation("?to", "range", "The last day is before the first day."));
        } else if (from.isPresent() && ChronoUnit.DAYS.between(from.get(), to.orElseThrow()) >= DateRange.MOST_DAYS) {
            wrong.add(new Violation(
                    "?to",
                    "range",
                    Message.of("{limit, plural, one {A range has at most # day.} other {A range has at most # days.}}")
                            .with("limit", DateRange.MOST_DAYS)));
        }
    }

    private static Optional<ZoneId> zone(String text, List<Violation> wrong) {
        Optional<ZoneId> zone = LocaleChoice.zone(text);
        if (zone.isEmpty()) {
            wrong.add(new Violation(
                    "?tz", "type", Message.of("A time zone of the IANA database is expected, such as Europe/Berlin.")));
        }
        return zone;
    }

    private static Optional<LocalDate> day(String name, String text, List<Violation> wrong) {
        LocalDate day;
        try {
            day = LocalDate.parse(text);
        } catch (DateTimeException e) {
            wrong.add(new Violation("?" + name, "type", "A date such as 2026-11-20 is expected."));
            return Optional.empty();
        }
        if (day.isBefore(DateRange.EARLIEST) || day.isAfter(DateRange.LATEST)) {
            wrong.add(new Violation(
                    "?" + name,
                    "range",
                    Message.of("A day from {earliest} to {latest} is expected.")
                            .with("earliest", DateRange.EARLIEST.toString())
                            .with("latest", DateRange.LATEST.toString())));
            return Optional.empty();
        }
        return Optional.of(day);
    }

    /**
     * The range.
     *
     * @param usual the preset without a request
     * @param last the last day of presets
     */
    public DateRange resolve(Preset usual, LocalDate last) {
        return days.orElseGet(() -> preset.orElse(usual).endingOn(last)).in(zone);
    }

    /** The same range in the days of a time zone. */
    public RangeRequest in(ZoneId other) {
        return new RangeRequest(preset, days, other);
    }
}
