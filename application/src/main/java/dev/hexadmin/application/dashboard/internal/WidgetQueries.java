package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.DashboardAssembly.Sources;
import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.ViewingDashboard.Attempt;
import dev.hexadmin.application.dashboard.ViewingDashboard.Content;
import dev.hexadmin.application.dashboard.ViewingDashboard.Group;
import dev.hexadmin.application.dashboard.ViewingDashboard.Measured;
import dev.hexadmin.application.dashboard.ViewingDashboard.Records;
import dev.hexadmin.application.dashboard.ViewingDashboard.Row;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Queries the content of widgets with the actor's rights. Thread-safe. */
final class WidgetQueries {
    static final Content.Unavailable TOO_SLOW = new Content.Unavailable(
            Message.of("This takes too long to compute. A filter in the dashboard's settings would help."));

    private static final Content.Unavailable NO_NUMBERS =
            new Content.Unavailable(Message.of("The database holds this field in a form that it cannot add up."));
    private static final int LATEST = 5;

    /** As many groups are read, so that those that are not shown can be added up. */
    private static final int MOST_GROUPS = 200;

    private final ModelRegistry models;
    private final Sources sources;
    private final InstantSource clock;

    WidgetQueries(ModelRegistry models, Sources sources, InstantSource clock) {
        this.models = models;
        this.sources = sources;
        this.clock = clock;
    }

    /** The content of a widget; empty when there is nothing that the actor may see. */
    Optional<Content> content(Actor actor, WidgetDefinition widget, DateRange range) {
        return switch (widget) {
            case WidgetDefinition.Figure figure -> Optional.of(figure(actor, figure, range));
            case WidgetDefinition.Chart chart ->
                Optional.of(chart.field().isPresent() ? groups(actor, chart, range) : series(actor, chart, range));
            case WidgetDefinition.Table table -> Optional.of(table(actor, table, range));
            case WidgetDefinition.RecentChanges changes -> {
                List<ReviewingChanges.Entry> entries = sources.reviewing().recent(actor, changes.limit());
                yield entries.isEmpty() ? Optional.empty() : Optional.of(new Content.RecentChanges(entries));
            }
            case WidgetDefinition.SignInFailures failures -> Optional.of(failures(actor, failures.hours()));
        };
    }

    private Model model(WidgetDefinition.Source source) {
        return models.model(source.model()).orElseThrow();
    }

    private static Optional<FieldDefinition> date(Model model, WidgetDefinition.Source source) {
        return source.dateField().map(model::fieldNamed);
    }

    private static Measured measured(Model model, Measure measure) {
        return new Measured(measure.kind(), measure.field().map(model::fieldNamed));
    }

    /** The records of a widget in the range. */
    private Records records(Model model, WidgetDefinition.Source source, DateRange range) {
        return new Records(
                model,
                date(model, source)
                        .map(date -> Buckets.within(source.filter(), date, range))
                        .orElse(source.filter()));
    }

    private Summed summed(Actor actor, Model model, Map<String, String> filter, By by, Measured measured) {
        Map<String, String> measurable = filter;
        if (measured.kind() == Measure.Kind.AVERAGE) {
            FieldDefinition field = measured.field().orElseThrow();
            if (field.nullable()) {
                measurable = new HashMap<>(filter);
                measurable.put(ListParameter.FILTER_PREFIX + field.name() + "__isnull", "false");
            }
        }
        return sources.browsing().summarise(actor, ListRequest.of(model, measurable), by, measured.field());
    }

    // ---- over the range

    private Content figure(Actor actor, WidgetDefinition.Figure figure, DateRange range) {
        Model model = model(figure.source());
        Measured measured = measured(model, figure.measure());
        Records records = records(model, figure.source(), range);
        Optional<FieldDefinition> date = date(model, figure.source());
        if (date.isPresent()) {
            return buckets(
                    actor,
                    records,
                    date.get(),
                    figure.source(),
                    measured,
                    range,
                    buckets -> new Content.Figure(
                            records,
                            measured,
                            figure.better(),
                            buckets.value(measured),
                            buckets.previous(measured),
                            buckets.buckets(measured, figure.source().filter())));
        }
        return switch (summed(actor, model, records.filter(), new By.Nothing(), measured)) {
            case Summed.TooSlow() -> TOO_SLOW;
            case Summed.NoNumbers() -> NO_NUMBERS;
            case Summed.Groups(List<Summed.Group> groups) ->
                new Content.Figure(
                        records,
                        measured,
                        figure.better(),
                        Tally.of(groups).read(measured),
                        Optional.empty(),
                        List.of());
        };
    }

    private Content series(Actor actor, WidgetDefinition.Chart chart, DateRange range) {
        Model model = model(chart.source());
        Measured measured = measured(model, chart.measure());
        Records records = records(model, chart.source(), range);
        return buckets(
                actor,
                records,
                date(model, chart.source()).orElseThrow(),
                chart.source(),
                measured,
                range,
                buckets -> new Content.Series(
                        records,
                        measured,
                        chart.look(),
                        buckets.buckets(measured, chart.source().filter())));
    }

    private Content buckets(
            Actor actor,
            Records records,
            FieldDefinition date,
            WidgetDefinition.Source source,
            Measured measured,
            DateRange range,
            Function<Buckets, Content> content) {
        Map<String, String> both = Buckets.both(source.filter(), date, range);
        return switch (summed(actor, records.model(), both, Buckets.days(date, range), measured)) {
            case Summed.TooSlow() -> TOO_SLOW;
            case Summed.NoNumbers() -> NO_NUMBERS;
            case Summed.Groups(List<Summed.Group> groups) -> content.apply(Buckets.of(range, date, groups));
        };
    }

    // ---- groups

    private Content groups(Actor actor, WidgetDefinition.Chart chart, DateRange range) {
        Model model = model(chart.source());
        FieldPath by = Lookups.path(model, chart.field().orElseThrow());
        Measured measured = measured(model, chart.measure());
        Records records = records(model, chart.source(), range);
        return switch (summed(actor, model, records.filter(), By.Value.of(by, MOST_GROUPS + 1), measured)) {
            case Summed.TooSlow() -> TOO_SLOW;
            case Summed.NoNumbers() -> NO_NUMBERS;
            case Summed.Groups(List<Summed.Group> all) -> {
                List<Summed.Group> sorted = sorted(all, measured);
                List<Summed.Group> first = sorted.subList(0, Math.min(chart.limit(), sorted.size()));
                List<Summed.Group> rest = sorted.subList(first.size(), sorted.size());
                Map<RecordKey, String> names = names(actor, by, first);
                yield new Content.Groups(
                        records,
                        measured,
                        by,
                        chart.look(),
                        first.stream()
                                .map(group -> group(records, by, group, measured, names))
                                .toList(),
                        rest.isEmpty() || all.size() > MOST_GROUPS || measured.kind() == Measure.Kind.AVERAGE
                                ? Optional.empty()
                                : Tally.of(rest).read(measured),
                        !rest.isEmpty());
            }
        };
    }

    /** Groups come by their sums, which is not the order of their averages. */
    private static List<Summed.Group> sorted(List<Summed.Group> groups, Measured measured) {
        return measured.kind() == Measure.Kind.AVERAGE
                ? groups.stream()
                        .sorted(Comparator.comparing((Summed.Group group) ->
                                        Tally.of(group).read(measured).orElse(BigDecimal.ZERO))
                                .reversed())
                        .toList()
                : groups;
    }

    private static Group group(
            Records records, FieldPath by, Summed.Group group, Measured measured, Map<RecordKey, String> names) {
        BigDecimal value = Tally.of(group).read(measured).orElse(BigDecimal.ZERO);
        Map<String, String> filter = new HashMap<>(records.filter());
        @Nullable Object key = group.key();
        if (key == null) {
            filter.put(ListParameter.FILTER_PREFIX + by.text() + "__isnull", "true");
            return new Group(Optional.empty(), Optional.empty(), value, filter);
        }
        String text = FieldText.write(key);
        filter.put(ListParameter.FILTER_PREFIX + by.text(), text);
        return new Group(Optional.of(text), Optional.ofNullable(names.get(new RecordKey(List.of(key)))), value, filter);
    }

    private Map<RecordKey, String> names(Actor actor, FieldPath by, List<Summed.Group> groups) {
        if (by.field().type() != FieldType.REFERENCE) {
            return Map.of();
        }
        List<RecordKey> keys = new ArrayList<>();
        for (Summed.Group group : groups) {
            @Nullable Object key = group.key();
            if (key != null) {
                keys.add(new RecordKey(List.of(key)));
            }
        }
        return keys.isEmpty()
                ? Map.of()
                : sources.searching().labels(actor, by.owner().target(by.field()), keys);
    }

    // ---- records

    private Content table(Actor actor, WidgetDefinition.Table table, DateRange range) {
        Model model = model(table.source());
        List<String> names =
                table.columns().isEmpty() ? model.definition().list().columns() : table.columns();
        List<FieldDefinition> columns = names.stream()
                .flatMap(name -> model.field(name).stream())
                .filter(field -> !field.writeOnly() && actor.rights().allows(Action.VIEW, model, field))
                .toList();
        List<FieldDefinition> shown = columns.isEmpty() ? model.key() : columns;
        Set<String> read = new LinkedHashSet<>();
        model.key().forEach(field -> read.add(field.name()));
        shown.forEach(field -> {
            read.add(field.name());
            field.style()
                    .currencyField()
                    .filter(currency -> actor.rights().allows(Action.VIEW, model, model.fieldNamed(currency)))
                    .ifPresent(read::add);
        });
        model.display().fields().stream()
                .filter(field -> actor.rights().allows(Action.VIEW, model, field))
                .forEach(field -> read.add(field.name()));
        Map<String, String> filter =
                new LinkedHashMap<>(records(model, table.source(), range).filter());
        table.ordering().ifPresent(ordering -> filter.put(ListParameter.ORDERING.word(), ordering));
        Map<String, String> parameters = new LinkedHashMap<>(filter);
        parameters.put(ListParameter.FIELDS.word(), String.join(",", read));
        parameters.put(ListParameter.PER_PAGE.word(), Integer.toString(table.limit()));
        List<Row> rows = new ArrayList<>();
        BrowsingRecords.Page page = sources.browsing()
                .list(
                        actor,
                        ListRequest.of(model, parameters),
                        CountMode.BOUNDED,
                        shape -> new RowSink(shape, rows::add));
        return new Content.Table(
                new Records(model, filter),
                shown,
                rows,
                referenced(actor, model, shown, rows),
                page.more() ? OptionalLong.empty() : page.total());
    }

    private Map<FieldDefinition, Map<RecordKey, String>> referenced(
            Actor actor, Model model, List<FieldDefinition> columns, List<Row> rows) {
        Map<FieldDefinition, Map<RecordKey, String>> names = new HashMap<>();
        for (FieldDefinition field : columns) {
            if (field.reference().isPresent()) {
                Model target = model.target(field);
                Set<RecordKey> keys = new LinkedHashSet<>();
                for (Row row : rows) {
                    @Nullable Object value = row.values().get(field);
                    for (Object one :
                            value instanceof List<?> many ? many : value == null ? List.of() : List.of(value)) {
                        keys.add(RowSink.key(target.key().getFirst(), target, one));
                    }
                }
                names.put(field, keys.isEmpty() ? Map.of() : sources.searching().labels(actor, target, keys));
            }
        }
        return names;
    }

    private Content failures(Actor actor, int hours) {
        Model model = models.model(Visibility.ATTEMPTS).orElseThrow();
        // whole minutes, so that the queries of all users are equal, and cached, for a while
        Instant since = clock.instant().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofHours(hours));
        Map<String, String> failed = Map.of("success", "false", "at__gte", since.toString());
        Measured counted = new Measured(Measure.Kind.COUNT, Optional.empty());
        return switch (summed(actor, model, failed, new By.Nothing(), counted)) {
            case Summed.TooSlow(), Summed.NoNumbers() -> TOO_SLOW;
            case Summed.Groups(List<Summed.Group> groups) -> {
                long count = Tally.of(groups).count();
                List<Attempt> latest = new ArrayList<>();
                if (count > 0) {
                    Map<String, String> page = new HashMap<>(failed);
                    page.put(ListParameter.PER_PAGE.word(), Integer.toString(LATEST));
                    page.put(ListParameter.COUNT.word(), "none");
                    page.put(ListParameter.ORDERING.word(), "-at");
                    sources.browsing()
                            .list(
                                    actor,
                                    ListRequest.of(model, page),
                                    shape -> new RowSink(shape, row -> latest.add(attempt(model, row))));
                }
                yield new Content.SignInFailures(hours, count, latest);
            }
        };
    }

    private static Attempt attempt(Model model, Row row) {
        return new Attempt(
                Instant.parse(text(model, row, "at", Instant.EPOCH.toString())),
                text(model, row, "email", ""),
                text(model, row, "address", ""),
                text(model, row, "reason", ""));
    }

    private static String text(Model model, Row row, String field, String otherwise) {
        return row.values().getOrDefault(model.fieldNamed(field), otherwise).toString();
    }
}
