package dev.hexadmin.application.dashboard;

import dev.hexadmin.application.dashboard.internal.Dashboard;
import dev.hexadmin.application.dashboard.internal.Lookups;
import dev.hexadmin.application.dashboard.port.DashboardLayouts;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Assembles the driving port of the dashboard.
 *
 * @param viewing the port
 */
@SuppressWarnings("exports") // of use to modules of Hexadmin only
public record DashboardAssembly(ViewingDashboard viewing) {
    /**
     * What the widgets read.
     *
     * @param searching for the names of records
     */
    public record Sources(BrowsingRecords browsing, SearchingRecords searching, ReviewingChanges reviewing) {}

    /**
     * What runs the queries of a page.
     *
     * @param executor runs them at the same time
     * @param nanoTicker a monotonic clock in nanoseconds, such as {@link System#nanoTime}
     */
    public record Execution(Executor executor, LongSupplier nanoTicker) {}

    /** Where the layouts of users are. */
    public record Storage(UnitOfWork work, DashboardLayouts layouts) {}

    /**
     * Assembles the port.
     *
     * @param more further widgets, placed after those of the definition
     * @throws IllegalArgumentException when {@link #wrong} finds an error
     */
    public static DashboardAssembly of(
            ModelRegistry models,
            DashboardDefinition definition,
            List<WidgetDefinition> more,
            Sources sources,
            Storage storage,
            Execution execution,
            InstantSource clock) {
        return new DashboardAssembly(new Dashboard(models, definition, more, sources, storage, execution, clock));
    }

    /** The first error of a widget: a name that does not exist, or an operation that is not supported. */
    public static Optional<Wrong> wrong(ModelRegistry models, WidgetDefinition widget) {
        return Lookups.wrong(models, widget);
    }

    /**
     * An error of a widget.
     *
     * @param key the option, such as {@code model} or {@code date_field}
     * @param given its value
     * @param known the valid values
     */
    public record Wrong(String key, String message, String given, Collection<String> known) {
        public Wrong {
            known = List.copyOf(known);
        }
    }
}
