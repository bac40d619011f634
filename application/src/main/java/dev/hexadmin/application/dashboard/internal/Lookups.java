package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.dashboard.CardDefinition.Step;
import dev.hexadmin.application.dashboard.DashboardAssembly.Wrong;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Aggregation;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Resolves the names in cards. */
public final class Lookups {
    private Lookups() {}

    /** The first error of a card. */
    public static Optional<Wrong> wrong(ModelRegistry models, CardDefinition card) {
        return switch (card) {
            case CardDefinition.Count count -> model(models, count.model(), count.filter());
            case CardDefinition.RecentChanges changes -> Optional.empty();
            case CardDefinition.SignInFailures failures -> Optional.empty();
            case CardDefinition.Chart chart ->
                model(models, chart.model(), chart.filter()).or(() -> chart(models, chart));
        };
    }

    private static Optional<Wrong> model(ModelRegistry models, String name, Map<String, String> filter) {
        Optional<Model> model = models.model(name);
        return model.isEmpty()
                ? Optional.of(new Wrong(
                        "model",
                        "there is no model '" + name + "'",
                        name,
                        models.models().stream().map(Model::name).toList()))
                : filter.keySet().stream()
                        .filter(parameter -> !ListRequest.isFilter(model.get(), parameter))
                        .findFirst()
                        .map(parameter -> new Wrong(
                                "filter",
                                "'" + parameter + "' is no filter of '" + name + "'",
                                parameter,
                                names(model.get(), FieldDefinition::queryable)));
    }

    private static Optional<Wrong> chart(ModelRegistry models, CardDefinition.Chart chart) {
        Model model = models.model(chart.model()).orElseThrow();
        Predicate<FieldDefinition> groups = chart.by() == Step.VALUE
                ? field -> field.stored() && field.queryable() && field.type().isOrdered()
                : field -> field.queryable() && Aggregation.hasDays(field);
        return field(
                        model,
                        "field",
                        chart.field(),
                        groups,
                        chart.by() == Step.VALUE ? "cannot make groups" : "is no date or datetime")
                .or(() -> chart.sum()
                        .flatMap(sum -> field(
                                model,
                                "sum",
                                sum,
                                field -> field.queryable() && Aggregation.addsUp(field),
                                "does not add up")));
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
