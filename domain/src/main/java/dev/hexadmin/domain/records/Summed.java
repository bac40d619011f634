package dev.hexadmin.domain.records;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of an {@link Aggregation}. */
public sealed interface Summed {
    /**
     * The groups: days in their order, values with the largest first. Without records there are no groups, or one with
     * count 0 when all records are one group.
     *
     * @param groups in that order
     */
    record Groups(List<Group> groups) implements Summed {
        public Groups {
            groups = List.copyOf(groups);
        }
    }

    /** The query exceeded its time limit. */
    record TooSlow() implements Summed {}

    /** The database stores the field in a form that it cannot sum. */
    record NoNumbers() implements Summed {}

    /**
     * One group.
     *
     * @param key the value of the field's Java class, the {@link java.time.LocalDate}, or null
     * @param count number of records
     * @param sum zero without a summed field; for {@code float} and SQLite's numbers with the precision of a {@code
     *     double}
     */
    record Group(@Nullable Object key, long count, BigDecimal sum) {}
}
