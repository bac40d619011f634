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
 * The driving port for the dashboard, put together.
 *
 * @param viewing looking at it
 */
public record DashboardAssembly(ViewingDashboard viewing) {
    /**
     * Puts it together.
     *
     * @param cards in order; empty: the usual ones
     * @param more behind those
     * @throws IllegalArgumentException when {@link #wrong} finds something
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

    /** What a card names that is not there, or cannot do what is asked of it. */
    public static Optional<Wrong> wrong(ModelRegistry models, CardDefinition card) {
        return Lookups.wrong(models, card);
    }

    /**
     * Why a card cannot be.
     *
     * @param key of the card: {@code model}, {@code field}, {@code sum} or {@code filter}
     * @param given what it says
     * @param known what it could say
     */
    public record Wrong(String key, String message, String given, Collection<String> known) {
        public Wrong {
            known = List.copyOf(known);
        }
    }
}
