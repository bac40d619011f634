package dev.hexadmin.application.dashboard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A card of the dashboard as the operator wants it. Names are looked up when the dashboard is put together. */
public sealed interface CardDefinition {
    /** Cards on one dashboard at most. */
    int MOST = 24;

    /** What stands above it, when it is not the usual. */
    Optional<String> title();

    /**
     * How many records there are.
     *
     * @param model its name
     * @param filter which of them, as parameters of a list
     */
    record Count(Optional<String> title, String model, Map<String, String> filter) implements CardDefinition {
        public Count {
            filter = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(filter));
        }
    }

    /**
     * What was changed last.
     *
     * @param limit how many, 1..{@link #MOST_CHANGES}
     */
    record RecentChanges(Optional<String> title, int limit) implements CardDefinition {
        /** Entries at most. */
        public static final int MOST_CHANGES = 50;
    }

    /**
     * Failed attempts to sign in.
     *
     * @param hours how far back, 1..{@link #MOST_HOURS}
     */
    record SignInFailures(Optional<String> title, int hours) implements CardDefinition {
        /** Hours at most: 90 days, for which attempts are kept. */
        public static final int MOST_HOURS = 2_160;
    }

    /**
     * Records in groups.
     *
     * @param model its name
     * @param field what makes the groups
     * @param sum a field of numbers to add up; empty: records are counted
     * @param filter which records, as parameters of a list
     */
    record Chart(
            Optional<String> title,
            String model,
            String field,
            Look look,
            Step by,
            Optional<String> sum,
            Map<String, String> filter)
            implements CardDefinition {
        public Chart {
            filter = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(filter));
        }
    }

    /** How a chart is drawn. */
    enum Look {
        BAR,
        LINE
    }

    /** What makes the groups of a chart. */
    enum Step {
        /** Each value; the most frequent ones, or the largest sums. */
        VALUE,
        /** Days in UTC, up to today. */
        DAY,
        /** Weeks from Monday. */
        WEEK,
        MONTH
    }
}
