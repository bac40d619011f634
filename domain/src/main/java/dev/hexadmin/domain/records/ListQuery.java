package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resolved query for one page of records: all text from the client has been parsed.
 *
 * @param shape the fields to read
 * @param condition the records, row policies included
 * @param ordering the sort fields, the whole primary key among them: the order is total
 * @param position the page
 * @param limit maximum number of records, 1..200
 * @param count how {@code total} is counted
 */
public record ListQuery(
        Shape shape, Condition condition, List<Order> ordering, Position position, int limit, CountMode count) {
    /** The maximum number of records that a bounded or estimated count reads, so that large tables stay fast. */
    public static final int COUNTED = 10_000;

    /**
     * One sort field.
     *
     * @param through the references followed to the model that has the field; empty for a field of the listed model
     * @param field stored and ordered
     * @param descending largest first; null is smaller than any value, on every database
     */
    public record Order(List<Step> through, FieldDefinition field, boolean descending) {
        public Order {
            through = List.copyOf(through);
        }

        /** Sorts by a field of the listed model. */
        public Order(FieldDefinition field, boolean descending) {
            this(List.of(), field, descending);
        }

        /** The sort field without the direction, as written in a query: {@code customer_id__last_name}. */
        public String path() {
            StringBuilder path = new StringBuilder();
            through.forEach(step -> path.append(step.reference().name()).append("__"));
            return path.append(field.name()).toString();
        }

        /** The model that has the field, when {@code model} is listed. */
        public Model owner(Model model) {
            Model owner = model;
            for (Step step : through) {
                owner = owner.target(step.reference());
            }
            return owner;
        }
    }

    /**
     * A reference on the way to a field by which records are sorted or grouped.
     *
     * @param reference to one record
     * @param visible which records the caller may view; the fields of any other record count as null
     */
    public record Step(FieldDefinition reference, Condition visible) {}

    /** The position of a page. */
    public sealed interface Position {
        /**
         * By page number.
         *
         * @param number from 1
         */
        record Page(int number) implements Position {}

        /** The skip of a position that begins with the record that has its sort values. */
        int INCLUSIVE = -1;

        /**
         * The records after the one with these sort values.
         *
         * @param values one for each {@link Order}, null where the value is; none at all for the start of the list
         * @param skip number of records between that record and the page, or {@link #INCLUSIVE}
         */
        record After(List<@Nullable Object> values, long skip) implements Position {
            public After(List<@Nullable Object> values) {
                this(values, 0);
            }
        }

        /**
         * The records before the one with these sort values, still in the query's order.
         *
         * @param values one for each {@link Order}, null where the value is
         * @param skip number of records between the page and that record, or {@link #INCLUSIVE}
         */
        record Before(List<@Nullable Object> values, long skip) implements Position {
            public Before(List<@Nullable Object> values) {
                this(values, 0);
            }
        }
    }

    /** How {@code total} is counted. */
    public enum CountMode {
        EXACT,
        ESTIMATED,
        /** Exact up to {@link #COUNTED}; beyond that, only that there are more. */
        BOUNDED,
        NONE
    }

    public ListQuery {
        ordering = List.copyOf(ordering);
        if (ordering.isEmpty() && !shape.model().key().isEmpty()) {
            throw new IllegalArgumentException("a list needs an order");
        }
    }

    public Model model() {
        return shape.model();
    }

    /**
     * The position of the page after this one.
     *
     * @param size number of records of this page
     * @param last sort values of its last record; empty when they make no position, as one that cannot be read
     */
    public Position next(int size, List<@Nullable Object> last) {
        if (!last.isEmpty()) {
            return new Position.After(last);
        }
        return switch (position) {
            case Position.Page(int number) -> new Position.After(last, (long) number * limit);
            case Position.After(List<@Nullable Object> values, long skip) -> new Position.After(values, skip + size);
            case Position.Before(List<@Nullable Object> values, long skip) ->
                skip > 0
                        ? new Position.Before(values, Math.max(skip - limit, Position.INCLUSIVE))
                        : new Position.After(values, Position.INCLUSIVE - skip);
        };
    }

    /**
     * The position of the page before this one.
     *
     * @param size number of records of this page
     * @param first sort values of its first record; empty when they make no position
     */
    public Position previous(int size, List<@Nullable Object> first) {
        if (!first.isEmpty()) {
            return new Position.Before(first);
        }
        return switch (position) {
            case Position.Page(int number) -> new Position.After(first, Math.max((number - 2L) * limit, 0));
            case Position.After(List<@Nullable Object> values, long skip) ->
                skip > 0 || values.isEmpty()
                        ? new Position.After(values, Math.max(skip - limit, values.isEmpty() ? 0 : Position.INCLUSIVE))
                        : new Position.Before(values, Position.INCLUSIVE - skip);
            case Position.Before(List<@Nullable Object> values, long skip) -> new Position.Before(values, skip + size);
        };
    }

    /** The same query with other fields. */
    public ListQuery reading(Shape other) {
        return other.equals(shape) ? this : new ListQuery(other, condition, ordering, position, limit, count);
    }
}
