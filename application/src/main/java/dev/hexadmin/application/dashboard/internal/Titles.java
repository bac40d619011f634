package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;

/** The titles of widgets. */
record Titles(ModelRegistry models) {
    /**
     * The configured title, or one made of the names of the model and its fields.
     *
     * @param bucket of the range that the page shows
     */
    String of(WidgetDefinition widget, DateRange.Bucket bucket) {
        return widget.title().orElseGet(() -> switch (widget) {
            case WidgetDefinition.Figure figure -> measured(figure.source(), figure.measure());
            case WidgetDefinition.Chart chart -> {
                Model model = models.model(chart.source().model()).orElseThrow();
                yield measured(chart.source(), chart.measure())
                        + chart.field()
                                .map(field -> " by "
                                        + Lookups.path(model, field).field().label())
                                .orElse(" per " + bucket.word());
            }
            case WidgetDefinition.Table table ->
                models.model(table.source().model()).orElseThrow().definition().labelPlural();
            case WidgetDefinition.RecentChanges changes -> "Recent changes";
            case WidgetDefinition.SignInFailures failures -> "Failed sign-ins";
        });
    }

    private String measured(WidgetDefinition.Source source, Measure measure) {
        Model model = models.model(source.model()).orElseThrow();
        String records = model.definition().labelPlural();
        String field =
                measure.field().map(name -> model.fieldNamed(name).label()).orElse("");
        return switch (measure.kind()) {
            case COUNT -> records;
            case SUM -> field + " of " + records;
            case AVERAGE -> "Average " + field + " of " + records;
        };
    }
}
