package dev.hexadmin.application.dashboard;

import dev.hexadmin.application.dashboard.internal.Dashboard;
import dev.hexadmin.application.dashboard.internal.Lookups;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Assembles the driving port of the dashboard.
 *
 * @param viewing the port
 */
public record DashboardAssembly(ViewingDashboard viewing) {
    /**
     * Assembles the port.
     *
     * @param cards in order; empty: the default cards
     * @param more further cards, placed after those
     * @throws IllegalArgumentException when {@link #wrong} finds an error
     */
    public static DashboardAssembly of(
            ModelRegistry models,
            Optional<List<CardDefinition>> cards,
            List<CardDefinition> more,
            BrowsingRecords browsing,
            SearchingRecords searching,
            ReviewingChanges reviewing,
            InstantSource clock) {
        return new DashboardAssembly(new Dashboard(models, cards, more, browsing, searching, reviewing, clock));
    }

    /** The first error of a card: a name that does not exist, or an operation that is not supported. */
    public static Optional<Wrong> wrong(ModelRegistry models, CardDefinition card) {
        return Lookups.wrong(models, card);
    }

    /**
     * An error of a card.
     *
     * @param key the option: {@code model}, {@code field}, {@code sum} or {@code filter}
     * @param given its value
     * @param known the valid values
     */
    public record Wrong(String key, String message, String given, Collection<String> known) {
        public Wrong {
            known = List.copyOf(known);
        }
    }
}
