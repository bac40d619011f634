package dev.hexadmin.application.dashboard;

import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An actor views the dashboard. Thread-safe. Numbers cover only records that the actor may view. They may be up to half
 * a minute old, so that large tables are not counted on every view.
 */
public interface ViewingDashboard {
    /** The cards that the actor has the rights to see, in order. */
    Board board(Actor actor);

    /**
     * The content of the dashboard.
     *
     * @param models number of models, except built-in ones, that the actor may view
     */
    record Board(List<Card> cards, int models) {
        public Board {
            cards = List.copyOf(cards);
        }
    }

    /** A card with its content. */
    sealed interface Card {
        /** The title. */
        String title();

        /**
         * The number of records.
         *
         * @param filter the parameters of the list that shows them
         * @param count empty: counting takes too long
         */
        record Count(String title, Model model, Map<String, String> filter, OptionalLong count) implements Card {}

        /** The latest changes. */
        record RecentChanges(String title, List<ReviewingChanges.Entry> entries) implements Card {}

        /**
         * Failed sign-in attempts.
         *
         * @param count in these hours; empty: counting takes too long
         * @param latest the latest attempts, newest first
         */
        record SignInFailures(String title, int hours, OptionalLong count, List<Attempt> latest) implements Card {}

        /**
         * Groups of records.
         *
         * @param by the grouping
         * @param sum the summed field; empty: records are counted
         * @param points days, weeks and months in their order without gaps, values with the largest first
         * @param more whether there are further values
         */
        record Chart(
                String title,
                Model model,
                FieldDefinition by,
                Optional<FieldDefinition> sum,
                CardDefinition.Look look,
                CardDefinition.Step step,
                List<Point> points,
                boolean more)
                implements Card {
            public Chart {
                points = List.copyOf(points);
            }
        }

        /**
         * A card whose numbers are not available.
         *
         * @param why a sentence for users
         */
        record Unavailable(String title, String why) implements Card {}
    }

    /** A failed sign-in attempt. */
    record Attempt(Instant at, String email, String address, String reason) {}

    /**
     * A group of records.
     *
     * @param label for users
     * @param filter the parameters of the list that shows them
     */
    record Point(String label, BigDecimal value, Map<String, String> filter) {}
}
