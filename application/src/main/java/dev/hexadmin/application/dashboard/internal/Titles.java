package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Message;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The titles of widgets. */
record Titles(ModelRegistry models) {
    /** The types whose names are words. */
    private static final Set<String> TYPES = Set.of("count", "sum", "average", "line", "bar", "donut", "table");

    /**
     * The configured title, or one made of the names of the model and its fields.
     *
     * @param bucket of the range that the page shows
     */
    private Message of(WidgetDefinition widget, DateRange.Bucket bucket) {
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

    /**
     * The titles of the widgets of a page, by id. A title that was not configured is not repeated: the second one ends in its
     * type, such as {@code (donut)}, or in a number.
     */
    Map<String, Message> of(Map<String, WidgetDefinition> widgets, DateRange.Bucket bucket) {
        Map<String, Message> titles = new HashMap<>();
        Set<String> taken = new HashSet<>();
        widgets.forEach((id, widget) -> {
            Message plain = of(widget, bucket);
            Message title = plain;
            if (!taken.add(plain.english()) && widget.titleLabels().isEmpty()) {
                title = TYPES.contains(widget.type()) ? detailed(plain, Message.of(widget.type())) : detailed(plain, 2);
                for (int number = 2; !taken.add(title.english()); number++) {
                    title = detailed(plain, number);
                }
            }
            titles.put(id, title);
        });
        return titles;
    }

    private static Message detailed(Message title, Object detail) {
        return Message.of("{title} ({detail})").with("title", title).with("detail", detail);
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
