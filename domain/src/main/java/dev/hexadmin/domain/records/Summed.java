package dev.hexadmin.domain.records;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of an {@link Aggregation}. */
public sealed interface Summed {
    /**
     * The groups: of days in their order, of values the largest first. Without records there is none, or one of nothing
     * where all records are one group.
     *
     * @param groups in that order
     */
    record Groups(List<Group> groups) implements Summed {
        public Groups {
            groups = List.copyOf(groups);
        }
    }

    /** It would have taken longer than was allowed. */
    record TooSlow() implements Summed {}

    /** The database holds the field in a form that it cannot add up. */
    record NoNumbers() implements Summed {}

    /**
     * Some records as numbers.
     *
     * @param key the value of the field's Java class, the {@link java.time.LocalDate}, or null
     * @param count how many
     * @param sum zero where nothing is added up; of {@code float} and of SQLite's numbers as exact as a {@code double}
     */
    record Group(@Nullable Object key, long count, BigDecimal sum) {}
}
