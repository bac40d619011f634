package dev.hexadmin.application.dashboard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A configured card of the dashboard. Names are resolved when the dashboard is assembled. */
public sealed interface CardDefinition {
    /** The maximum number of cards on a dashboard. */
    int MOST = 24;

    /** The title, unless the default is used. */
    Optional<String> title();

    /**
     * The number of records.
     *
     * @param model its name
     * @param filter parameters of a list that select the records
     */
    record Count(Optional<String> title, String model, Map<String, String> filter) implements CardDefinition {
        public Count {
            filter = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(filter));
        }
    }

    /**
     * The latest changes.
     *
     * @param limit maximum number, 1..{@link #MOST_CHANGES}
     */
    record RecentChanges(Optional<String> title, int limit) implements CardDefinition {
        /** The maximum of {@code limit}. */
        public static final int MOST_CHANGES = 50;
    }

    /**
     * Failed sign-in attempts.
     *
     * @param hours length of the period, 1..{@link #MOST_HOURS}
     */
    record SignInFailures(Optional<String> title, int hours) implements CardDefinition {
        /** The maximum of {@code hours}: 90 days, the retention of attempts. */
        public static final int MOST_HOURS = 2_160;
    }

    /**
     * Records in groups.
     *
     * @param model its name
     * @param field the field by which records are grouped
     * @param sum a numeric field to sum; empty: records are counted
     * @param filter parameters of a list that select the records
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

    /** The type of a chart. */
    enum Look {
        BAR,
        LINE
    }

    /** The grouping of a chart. */
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
