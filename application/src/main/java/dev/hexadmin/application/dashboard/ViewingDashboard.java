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
 * An actor looks at the dashboard. Thread-safe. Numbers are over what the actor may view and nothing else; they may be
 * half a minute old, so that a large table is not counted for every look.
 */
public interface ViewingDashboard {
    /** The cards that the actor may see, in order; what the actor has no right to is left out. */
    Board board(Actor actor);

    /**
     * What there is to see.
     *
     * @param models how many models that are not built in the actor may view
     */
    record Board(List<Card> cards, int models) {
        public Board {
            cards = List.copyOf(cards);
        }
    }

    /** One thing to see. */
    sealed interface Card {
        /** What stands above it. */
        String title();

        /**
         * How many records there are.
         *
         * @param filter the parameters of the list that shows them
         * @param count empty: it takes too long to count them
         */
        record Count(String title, Model model, Map<String, String> filter, OptionalLong count) implements Card {}

        /** What was changed last. */
        record RecentChanges(String title, List<ReviewingChanges.Entry> entries) implements Card {}

        /**
         * Failed attempts to sign in.
         *
         * @param count in these hours; empty: it takes too long to count them
         * @param latest of them, newest first
         */
        record SignInFailures(String title, int hours, OptionalLong count, List<Attempt> latest) implements Card {}

        /**
         * Groups of records.
         *
         * @param by what makes the groups
         * @param sum what is added up; empty: records are counted
         * @param points of days, weeks and months in their order and without gaps, of values the largest first
         * @param more whether there are values besides these
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
         * A card without numbers.
         *
         * @param why a sentence for people
         */
        record Unavailable(String title, String why) implements Card {}
    }

    /** Somebody could not sign in. */
    record Attempt(Instant at, String email, String address, String reason) {}

    /**
     * A group of records.
     *
     * @param label for people
     * @param filter the parameters of the list that shows them
     */
    record Point(String label, BigDecimal value, Map<String, String> filter) {}
}
