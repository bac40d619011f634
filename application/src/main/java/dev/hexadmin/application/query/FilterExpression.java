package dev.hexadmin.application.query;

import java.util.List;
import java.util.stream.Stream;

/**
 * Filters that are joined by AND, OR and NOT: the parameter {@code filter}. It is evaluated in SQL's logic of three
 * values: a comparison with an empty field is unknown, the negation of unknown is unknown, and a record of which the
 * whole is unknown is not in the list.
 */
public sealed interface FilterExpression {

    /**
     * All parts hold; true when empty.
     *
     * @param parts in the order given
     */
    record And(List<FilterExpression> parts) implements FilterExpression {
        public And {
            parts = List.copyOf(parts);
        }
    }

    /**
     * At least one part holds; false when empty.
     *
     * @param parts in the order given
     */
    record Or(List<FilterExpression> parts) implements FilterExpression {
        public Or {
            parts = List.copyOf(parts);
        }
    }

    /**
     * The part does not hold.
     *
     * @param part what is negated
     */
    record Not(FilterExpression part) implements FilterExpression {}

    /**
     * A comparison.
     *
     * @param filter its {@code parameter} is the place in the query, such as {@code filter/or/1/total__gt}
     */
    record Comparison(ListRequest.Filter filter) implements FilterExpression {}

    /** All comparisons in it. */
    default Stream<ListRequest.Filter> comparisons() {
        return switch (this) {
            case And(List<FilterExpression> parts) -> parts.stream().flatMap(FilterExpression::comparisons);
            case Or(List<FilterExpression> parts) -> parts.stream().flatMap(FilterExpression::comparisons);
            case Not(FilterExpression part) -> part.comparisons();
            case Comparison(ListRequest.Filter filter) -> Stream.of(filter);
        };
    }
}
