package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.ListQuery.Step;
import java.util.List;
import java.util.Optional;

/**
 * A resolved aggregation of records: their count, and optionally the sum of a field. Equal aggregations have equal
 * results for all callers.
 *
 * @param model the records' model
 * @param condition the records, row policies included
 * @param by how records are grouped
 * @param sum a numeric field to sum, in addition to the count
 */
public record Aggregation(Model model, Condition condition, By by, Optional<FieldDefinition> sum) {

    /** How records are grouped. */
    public sealed interface By {
        /** No grouping: all records are one group. */
        record Nothing() implements By {}

        /**
         * By the value of a field of the records, or of records that they reference; null forms a group.
         *
         * @param through the references followed, outermost first, at most {@link #MOST_STEPS}; empty for a field of the
         *     records themselves
         * @param field stored and ordered
         * @param most maximum number of groups, largest first: by the sum if there is one, otherwise by the count
         */
        record Value(List<Step> through, FieldDefinition field, int most) implements By {
            /** The maximum number of references. */
            public static final int MOST_STEPS = 2;

            public Value {
                through = List.copyOf(through);
            }

            /** By a field of the records themselves. */
            public Value(FieldDefinition field, int most) {
                this(List.of(), field, most);
            }

            /** Along a path through records that all callers may view. */
            public static Value of(FieldPath path, int most) {
                return new Value(
                        path.through().stream()
                                .map(reference -> new Step(reference, Condition.always()))
                                .toList(),
                        path.field(),
                        most);
            }

            /** Whether records can be grouped along the path. */
            public static boolean fits(FieldPath path) {
                return path.through().size() <= MOST_STEPS
                        && path.through().stream().allMatch(step -> step.type() == FieldType.REFERENCE)
                        && makesGroups(path.field());
            }

            private static boolean makesGroups(FieldDefinition field) {
                return field.stored() && field.type().isOrdered() && field.queryable();
            }
        }

        /**
         * By the field's day; records without a value form a group.
         *
         * @param field a date or a datetime
         * @param offsets of the zone whose days are meant; of no meaning for a date, which has no zone
         */
        record Day(FieldDefinition field, ZoneOffsets offsets) implements By {
            public Day {
                offsets = field.type() == FieldType.DATE ? ZoneOffsets.UTC : offsets;
            }

            /** By the day in UTC. */
            public Day(FieldDefinition field) {
                this(field, ZoneOffsets.UTC);
            }
        }
    }

    public Aggregation {
        switch (by) {
            case By.Nothing() -> {}
            case By.Value(List<Step> through, FieldDefinition field, int most) -> {
                require(By.Value.makesGroups(field), field, "makes no groups");
                require(through.size() <= By.Value.MOST_STEPS, field, "is too far away");
                require(most >= 1, field, "with no group at all");
            }
            case By.Day(FieldDefinition field, ZoneOffsets offsets) ->
                require(hasDays(field) && field.queryable(), field, "has no days");
        }
        sum.ifPresent(field -> require(addsUp(field) && field.queryable(), field, "does not add up"));
    }

    /** Whether records can be grouped by the field's day. */
    public static boolean hasDays(FieldDefinition field) {
        return field.valueType().hasDays();
    }

    /** Whether the field's values can be summed. */
    public static boolean addsUp(FieldDefinition field) {
        return !field.primaryKey() && field.valueType().isNumber();
    }

    private static void require(boolean holds, FieldDefinition field, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("field '" + field.name() + "' " + rule);
        }
    }
}
