package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.DashboardAssembly.Wrong;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Look;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.application.dashboard.WidgetDefinition.Source;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Aggregation.By;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Resolves the names in widgets. */
public final class Lookups {
    private Lookups() {}

    /** The records of a widget; empty for widgets that are not about the records of a model. */
    static Optional<Source> source(WidgetDefinition widget) {
        return switch (widget) {
            case WidgetDefinition.Figure figure -> Optional.of(figure.source());
            case WidgetDefinition.Chart chart -> Optional.of(chart.source());
            case WidgetDefinition.Table table -> Optional.of(table.source());
            case WidgetDefinition.RecentChanges changes -> Optional.empty();
            case WidgetDefinition.SignInFailures failures -> Optional.empty();
        };
    }

    /** The names of the fields that a widget reads, without those of its filter. */
    static List<String> fields(WidgetDefinition widget) {
        return switch (widget) {
            case WidgetDefinition.Figure figure ->
                Stream.concat(figure.measure().field().stream(), figure.source().dateField().stream())
                        .toList();
            case WidgetDefinition.Chart chart ->
                Stream.of(chart.field(), chart.measure().field(), chart.source().dateField())
                        .flatMap(Optional::stream)
                        .toList();
            case WidgetDefinition.Table table ->
                table.source().dateField().stream().toList();
            case WidgetDefinition.RecentChanges changes -> List.of();
            case WidgetDefinition.SignInFailures failures -> List.of();
        };
    }

    /** A field of a model, or of records that it references; the name was checked when the dashboard was assembled. */
    static FieldPath path(Model model, String name) {
        return ModelRegistry.path(model, name).orElseThrow();
    }

    /** The first error of a widget. */
    public static Optional<Wrong> wrong(ModelRegistry models, WidgetDefinition widget) {
        Optional<Source> source = source(widget);
        if (source.isEmpty()) {
            return Optional.empty();
        }
        Optional<Model> model = models.model(source.get().model());
        if (model.isEmpty()) {
            String name = source.get().model();
            return Optional.of(new Wrong(
                    "model",
                    "there is no model '" + name + "'",
                    name,
                    models.models().stream().map(Model::name).toList()));
        }
        return source(model.get(), source.get()).or(() -> switch (widget) {
            case WidgetDefinition.Figure figure -> measure(model.get(), "field", figure.measure());
            case WidgetDefinition.Chart chart -> chart(model.get(), chart);
            case WidgetDefinition.Table table -> table(model.get(), table);
            case WidgetDefinition.RecentChanges changes -> Optional.empty();
            case WidgetDefinition.SignInFailures failures -> Optional.empty();
        });
    }

    private static Optional<Wrong> source(Model model, Source source) {
        return source.filter().keySet().stream()
                .filter(parameter -> !ListRequest.isFilter(model, parameter))
                .findFirst()
                .map(parameter -> new Wrong(
                        "filter",
                        "'" + parameter + "' is no filter of '" + model.name() + "'",
                        parameter,
                        names(model, FieldDefinition::queryable)))
                .or(() -> source.dateField()
                        .flatMap(date -> field(
                                model,
                                "date_field",
                                date,
                                field -> field.queryable() && Aggregation.hasDays(field),
                                "is no date or datetime")));
    }

    private static Optional<Wrong> measure(Model model, String key, Measure measure) {
        return measure.field()
                .flatMap(name -> field(
                        model, key, name, field -> field.queryable() && Aggregation.addsUp(field), "does not add up"));
    }

    private static Optional<Wrong> chart(Model model, WidgetDefinition.Chart chart) {
        boolean dated = chart.source().dateField().isPresent();
        if (chart.look() == Look.LINE && !dated) {
            return Optional.of(new Wrong("date_field", "a line requires it", "", List.of()));
        }
        if (chart.look() == Look.LINE && chart.field().isPresent()) {
            return Optional.of(new Wrong("field", "a line has none, a bar or a donut has", "", List.of()));
        }
        if (chart.look() == Look.DONUT && chart.field().isEmpty()) {
            return Optional.of(new Wrong("field", "a donut requires it", "", List.of()));
        }
        if (chart.field().isEmpty() && !dated) {
            return Optional.of(new Wrong("field", "a bar requires it, or a 'date_field'", "", List.of()));
        }
        return chart.field()
                .flatMap(name -> grouping(model, name))
                .or(() -> measure(model, "measure", chart.measure()));
    }

    private static Optional<Wrong> grouping(Model model, String name) {
        Optional<FieldPath> path = ModelRegistry.path(model, name);
        if (path.isEmpty() || path.get().through().isEmpty()) {
            return field(
                    model, "field", name, field -> By.Value.fits(FieldPath.of(model, field)), "cannot make groups");
        }
        return path.filter(By.Value::fits).isPresent()
                ? Optional.empty()
                : Optional.of(new Wrong(
                        "field",
                        "'" + name + "' cannot make groups: the path follows at most " + By.Value.MOST_STEPS
                                + " references to one record each, and ends at a stored field with an order",
                        name,
                        List.of()));
    }

    private static Optional<Wrong> table(Model model, WidgetDefinition.Table table) {
        Predicate<FieldDefinition> shown = field -> !field.writeOnly();
        return table.columns().stream()
                .flatMap(name -> field(model, "columns", name, shown, "is never shown").stream())
                .findFirst()
                .or(() -> table.ordering().stream()
                        .flatMap(ordering -> Stream.of(ordering.split(",", -1)))
                        .map(part -> SortKey.parse(part.strip()).field().split("__", 2)[0])
                        .flatMap(name ->
                                field(model, "ordering", name, FieldDefinition::queryable, "does not sort").stream())
                        .findFirst());
    }

    private static Optional<Wrong> field(
            Model model, String key, String name, Predicate<FieldDefinition> fits, String otherwise) {
        Optional<FieldDefinition> field = model.field(name);
        return field.filter(fits).isPresent()
                ? Optional.empty()
                : Optional.of(new Wrong(
                        key,
                        field.isEmpty()
                                ? "'" + model.name() + "' has no field '" + name + "'"
                                : "field '" + name + "' " + otherwise,
                        name,
                        names(model, fits)));
    }

    private static Collection<String> names(Model model, Predicate<FieldDefinition> fits) {
        return model.fields().stream().filter(fits).map(FieldDefinition::name).toList();
    }
}
