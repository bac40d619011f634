package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Message;

/** The titles of widgets. */
record Titles(ModelRegistry models) {
    /**
     * The configured title, or one made of the names of the model and its fields.
     *
     * @param bucket of the range that the page shows
     */
    Message of(WidgetDefinition widget, DateRange.Bucket bucket) {
        return widget.titleLabels().map(Message::verbatim).orElseGet(() -> switch (widget) {
            case WidgetDefinition.Figure figure -> measured(figure.source(), figure.measure());
            case WidgetDefinition.Chart chart -> divided(chart, bucket);
            case WidgetDefinition.Table table ->
                Message.verbatim(models.model(table.source().model())
                        .orElseThrow()
                        .definition()
                        .labels()
                        .many());
            case WidgetDefinition.RecentChanges changes -> Message.of("Recent changes");
            case WidgetDefinition.SignInFailures failures -> Message.of("Failed sign-ins");
        });
    }

    private Message divided(WidgetDefinition.Chart chart, DateRange.Bucket bucket) {
        Model model = models.model(chart.source().model()).orElseThrow();
        Message what = measured(chart.source(), chart.measure());
        return chart.field()
                .map(field -> Message.of("{what} by {field}")
                        .with("field", Lookups.path(model, field).field().labels()))
                .orElseGet(() -> Message.of(
                                "{bucket, select, day {{what} per day} week {{what} per week} other {{what} per month}}")
                        .with("bucket", bucket.word()))
                .with("what", what);
    }

    private Message measured(WidgetDefinition.Source source, Measure measure) {
        Model model = models.model(source.model()).orElseThrow();
        Label records = model.definition().labels().many();
        Label field =
                measure.field().map(name -> model.fieldNamed(name).labels()).orElse(Label.of(""));
        return switch (measure.kind()) {
            case COUNT -> Message.verbatim(records);
            case SUM -> Message.of("{field} of {model}").with("field", field).with("model", records);
            case AVERAGE ->
                Message.of("Average {field} of {model}").with("field", field).with("model", records);
        };
    }
}
