package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.dashboard.DashboardAssembly;
import dev.hexadmin.application.dashboard.DashboardAssembly.Wrong;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.List;
import java.util.Optional;

/** The cards that the operator has configured, in order, with their positions in the file. */
public final class DashboardSettings {
    /** No configuration. */
    static final DashboardSettings UNSAID = new DashboardSettings(Optional.empty());

    private final Optional<List<ConfiguredCard>> cards;

    /**
     * A card of a file.
     *
     * @param path such as {@code dashboard[2]}
     */
    record ConfiguredCard(CardDefinition card, Place place, String path) {}

    private DashboardSettings(Optional<List<ConfiguredCard>> cards) {
        this.cards = cards;
    }

    static DashboardSettings of(List<ConfiguredCard> cards) {
        return new DashboardSettings(Optional.of(List.copyOf(cards)));
    }

    /** The cards; empty: the default cards are used. */
    public Optional<List<CardDefinition>> cards() {
        return cards.map(all -> all.stream().map(ConfiguredCard::card).toList());
    }

    /**
     * Looks up the names in the cards.
     *
     * @throws ConfigurationException with everything that names what is not there
     */
    public void check(ModelRegistry models) {
        Problems problems = new Problems();
        for (ConfiguredCard configured : cards.orElse(List.of())) {
            Optional<Wrong> wrong = DashboardAssembly.wrong(models, configured.card());
            wrong.ifPresent(what -> problems.add(
                    configured.place(),
                    configured.path() + "." + what.key(),
                    what.message(),
                    Nearest.to(what.given(), what.known())));
        }
        problems.check();
    }
}
