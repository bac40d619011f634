package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Better;
import dev.hexadmin.application.dashboard.WidgetDefinition.Look;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The widgets of a dashboard without settings: the first models of the sidebar, and recent activity. */
final class DefaultWidgets {
    private static final int COUNTS = 4;
    private static final int CHANGES = 10;
    private static final int HOURS = 24;

    private DefaultWidgets() {}

    /** @param own the models that the rights allow to view, without built-in ones */
    static List<WidgetDefinition> of(Rights rights, List<Model> own) {
        List<Model> first = own.stream()
                .filter(model -> model.definition().exposure().html())
                .sorted(Comparator.<Model>comparingInt(
                                model -> model.definition().navigation().order())
                        .thenComparing(model -> model.definition().labelPlural()))
                .toList();
        List<WidgetDefinition> widgets = new ArrayList<>();
        first.stream().limit(COUNTS).forEach(model -> {
            WidgetDefinition.Builder count =
                    WidgetDefinition.count(model.name()).better(Better.NEITHER);
            created(rights, model).ifPresent(count::dateField);
            widgets.add(count.build());
        });
        first.stream()
                .flatMap(model -> created(rights, model).stream()
                        .map(field -> WidgetDefinition.chart(Look.BAR, model.name())
                                .dateField(field)
                                .build()))
                .findFirst()
                .ifPresent(widgets::add);
        widgets.add(WidgetDefinition.recentChanges().limit(CHANGES).build());
        widgets.add(WidgetDefinition.signInFailures().hours(HOURS).build());
        return widgets;
    }

    /** The field that says when a record was created. */
    private static Optional<String> created(Rights rights, Model model) {
        return model.fields().stream()
                .filter(field -> field.type() == FieldType.DATETIME
                        && field.queryable()
                        && field.input().defaultValue().orElse(null) instanceof DefaultValue.Now
                        && rights.allows(Action.VIEW, model, field))
                .map(FieldDefinition::name)
                .findFirst();
    }
}
