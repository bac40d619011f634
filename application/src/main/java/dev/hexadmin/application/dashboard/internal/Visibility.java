package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;

/** Which widgets rights allow to see: those whose model and fields they allow to view, fields of filters included. */
record Visibility(ModelRegistry models, Rights rights) {
    static final String ATTEMPTS = "admin_login_attempts";

    boolean of(WidgetDefinition widget) {
        return switch (widget) {
            case WidgetDefinition.RecentChanges changes ->
                models.models().stream().anyMatch(model -> rights.allows(Action.VIEW, model));
            case WidgetDefinition.SignInFailures failures ->
                models.model(ATTEMPTS)
                        .filter(model -> rights.allows(Action.VIEW, model))
                        .isPresent();
            case WidgetDefinition.Figure figure -> ofRecords(figure);
            case WidgetDefinition.Chart chart -> ofRecords(chart);
            case WidgetDefinition.Table table -> ofRecords(table);
        };
    }

    private boolean ofRecords(WidgetDefinition widget) {
        WidgetDefinition.Source source = Lookups.source(widget).orElseThrow();
        Model model = models.model(source.model()).orElseThrow();
        return rights.allows(Action.VIEW, model)
                && Lookups.fields(widget).stream().allMatch(name -> along(Lookups.path(model, name)))
                && ListRequest.of(model, source.filter()).filters().stream().allMatch(filter -> along(filter.path()));
    }

    private boolean along(FieldPath path) {
        Model at = path.root();
        for (FieldDefinition step : path.through()) {
            Model target = at.target(step);
            if (!rights.allows(Action.VIEW, at, step) || !rights.allows(Action.VIEW, target)) {
                return false;
            }
            at = target;
        }
        return rights.allows(Action.VIEW, at, path.field());
    }
}
