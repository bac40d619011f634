package dev.hexadmin.application.dashboard;

import dev.hexadmin.application.dashboard.DateRange.Preset;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * A configured dashboard.
 *
 * @param period the range without a request
 * @param until the last day of the ranges that a preset gives; empty: today in UTC
 * @param widgets in order; empty: the default widgets
 */
public record DashboardDefinition(Preset period, Optional<LocalDate> until, Optional<List<WidgetDefinition>> widgets) {
    /** The default widgets, for the last 30 days. */
    public static final DashboardDefinition DEFAULT =
            new DashboardDefinition(Preset.DAYS_30, Optional.empty(), Optional.empty());

    public DashboardDefinition {
        widgets = widgets.map(List::copyOf);
    }
}
