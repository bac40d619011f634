package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.Optional;

/**
 * Many records as a few numbers, resolved: how many there are, and what one of their fields adds up to. Equal
 * aggregations have equal answers, whoever asks.
 *
 * @param model whose records
 * @param condition which of them, row policies included
 * @param by what makes groups of them
 * @param sum a field of numbers to add up, besides counting
 */
public record Aggregation(Model model, Condition condition, By by, Optional<FieldDefinition> sum) {

    /** What makes groups. */
    public sealed interface By {
        /** Nothing: all of them are one group. */
        record Nothing() implements By {}

        /**
         * The field's value; null is one too.
         *
         * @param field stored and ordered
         * @param most groups at most, the largest first: by the sum if there is one, else by the count
         */
        record Value(FieldDefinition field, int most) implements By {}

        /**
         * The field's day in UTC; records without one make a group too.
         *
         * @param field a date or a datetime
         */
        record Day(FieldDefinition field) implements By {}
    }

    public Aggregation {
        switch (by) {
            case By.Nothing() -> {}
            case By.Value(FieldDefinition field, int most) -> {
                require(field.stored() && field.type().isOrdered() && field.queryable(), field, "makes no groups");
                require(most >= 1, field, "with no group at all");
            }
            case By.Day(FieldDefinition field) -> require(hasDays(field) && field.queryable(), field, "has no days");
        }
        sum.ifPresent(field -> require(addsUp(field) && field.queryable(), field, "does not add up"));
    }

    /** Whether records can be grouped by the field's day. */
    public static boolean hasDays(FieldDefinition field) {
        return field.valueType().hasDays();
    }

    /** Whether the field's values can be added up. */
    public static boolean addsUp(FieldDefinition field) {
        return !field.primaryKey() && field.valueType().isNumber();
    }

    private static void require(boolean holds, FieldDefinition field, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("field '" + field.name() + "' " + rule);
        }
    }
}
