package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of records, resolved: nothing in it is text from a client any more.
 *
 * @param shape what is shown
 * @param condition which records, row policies included
 * @param ordering the sort fields, the whole primary key among them: the order is total
 * @param position where the page is
 * @param limit records at most, 1..200
 * @param count how {@code total} is found
 */
public record ListQuery(
        Shape shape, Condition condition, List<Order> ordering, Position position, int limit, CountMode count) {
    /** Records that a bounded or estimated count looks at, so that a large table does not make it slow. */
    public static final int COUNTED = 10_000;

    /**
     * One sort field.
     *
     * @param through the references followed to the model that has the field; empty for an own field
     * @param field stored and ordered
     * @param descending largest first; null is smaller than any value, on every database
     */
    public record Order(List<Step> through, FieldDefinition field, boolean descending) {
        public Order {
            through = List.copyOf(through);
        }

        /** By an own field. */
        public Order(FieldDefinition field, boolean descending) {
            this(List.of(), field, descending);
        }

        /** As written in a query, without the direction: {@code customer_id__last_name}. */
        public String path() {
            StringBuilder path = new StringBuilder();
            through.forEach(step -> path.append(step.reference().name()).append("__"));
            return path.append(field.name()).toString();
        }

        /** The model that has the field, of a list of {@code model}. */
        public Model owner(Model model) {
            Model owner = model;
            for (Step step : through) {
                owner = owner.target(step.reference());
            }
            return owner;
        }
    }

    /**
     * A reference on the way to a sort field.
     *
     * @param reference to one record
     * @param visible which records the caller may view: one that they may not view has null in all of its fields
     */
    public record Step(FieldDefinition reference, Condition visible) {}

    /** Where a page is. */
    public sealed interface Position {
        /**
         * By number.
         *
         * @param number from 1
         */
        record Page(int number) implements Position {}

        /**
         * The records after the one with these sort values.
         *
         * @param values one for each {@link Order}, null where the value is
         */
        record After(List<@Nullable Object> values) implements Position {}

        /**
         * The records before the one with these sort values, still in the query's order.
         *
         * @param values one for each {@link Order}, null where the value is
         */
        record Before(List<@Nullable Object> values) implements Position {}
    }

    /** How {@code total} is found. */
    public enum CountMode {
        EXACT,
        ESTIMATED,
        /** Exact up to {@link #COUNTED}: beyond that it is only known that there are more. */
        BOUNDED,
        NONE
    }

    public ListQuery {
        ordering = List.copyOf(ordering);
        if (ordering.isEmpty()) {
            throw new IllegalArgumentException("a list needs an order");
        }
    }

    public Model model() {
        return shape.model();
    }

    /** The same records, with other fields read. */
    public ListQuery reading(Shape other) {
        return other.equals(shape) ? this : new ListQuery(other, condition, ordering, position, limit, count);
    }
}
