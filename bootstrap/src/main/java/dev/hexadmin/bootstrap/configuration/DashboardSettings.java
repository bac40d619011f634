package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.dashboard.DashboardAssembly;
import dev.hexadmin.application.dashboard.DashboardAssembly.Wrong;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.List;
import java.util.Optional;

/** The cards that the operator wants, in order, each with the place where it is written. */
public final class DashboardSettings {
    /** Nothing was said. */
    static final DashboardSettings UNSAID = new DashboardSettings(Optional.empty());

    private final Optional<List<Said>> cards;

    /**
     * A card of a file.
     *
     * @param path such as {@code dashboard[2]}
     */
    record Said(CardDefinition card, Place place, String path) {}

    private DashboardSettings(Optional<List<Said>> cards) {
        this.cards = cards;
    }

    static DashboardSettings of(List<Said> cards) {
        return new DashboardSettings(Optional.of(List.copyOf(cards)));
    }

    /** The cards; empty: the usual ones are meant. */
    public Optional<List<CardDefinition>> cards() {
        return cards.map(all -> all.stream().map(Said::card).toList());
    }

    /**
     * Looks up the names in the cards.
     *
     * @throws ConfigurationException with everything that names what is not there
     */
    public void check(ModelRegistry models) {
        Problems problems = new Problems();
        for (Said said : cards.orElse(List.of())) {
            Optional<Wrong> wrong = DashboardAssembly.wrong(models, said.card());
            wrong.ifPresent(what -> problems.add(
                    said.place(),
                    said.path() + "." + what.key(),
                    what.message(),
                    Nearest.to(what.given(), what.known())));
        }
        problems.check();
    }
}
