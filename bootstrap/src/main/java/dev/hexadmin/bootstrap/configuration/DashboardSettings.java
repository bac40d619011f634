package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.dashboard.DashboardAssembly;
import dev.hexadmin.application.dashboard.DashboardAssembly.Wrong;
import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.DateRange.Preset;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Nearest;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** The dashboard that the operator has configured: the widgets in order, with their positions in the file. */
public final class DashboardSettings {
    /** No configuration. */
    static final DashboardSettings UNSAID = new DashboardSettings(
            DashboardDefinition.DEFAULT.period(), DashboardDefinition.DEFAULT.until(), Optional.empty());

    private final Preset period;
    private final Optional<LocalDate> until;
    private final Optional<List<ConfiguredWidget>> widgets;

    /**
     * A widget of a file.
     *
     * @param path such as {@code dashboard[2]}
     */
    record ConfiguredWidget(WidgetDefinition widget, Place place, String path) {}

    DashboardSettings(Preset period, Optional<LocalDate> until, Optional<List<ConfiguredWidget>> widgets) {
        this.period = period;
        this.until = until;
        this.widgets = widgets.map(List::copyOf);
    }

    /** The dashboard. */
    public DashboardDefinition definition() {
        DashboardDefinition.Builder definition = DashboardDefinition.builder().period(period);
        until.ifPresent(definition::until);
        widgets.ifPresent(all ->
                definition.widgets(all.stream().map(ConfiguredWidget::widget).toList()));
        return definition.build();
    }

    /**
     * Looks up the names in the widgets.
     *
     * @throws ConfigurationException with everything that names what is not there
     */
    public void check(ModelRegistry models) {
        Problems problems = new Problems();
        for (ConfiguredWidget configured : widgets.orElse(List.of())) {
            Optional<Wrong> wrong = DashboardAssembly.wrong(models, configured.widget());
            wrong.ifPresent(what -> problems.add(
                    configured.place(),
                    configured.path() + "." + what.key(),
                    what.message(),
                    Nearest.to(what.given(), what.known())));
        }
        problems.check();
    }
}
