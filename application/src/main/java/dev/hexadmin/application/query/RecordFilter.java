package dev.hexadmin.application.query;

import dev.hexadmin.domain.records.Lookup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A filter of records, as code writes it: comparisons joined by AND, OR and NOT. Immutable.
 *
 * <pre>{@code
 * import static dev.hexadmin.application.query.RecordFilter.*;
 *
 * orders.filter(any(where("status", "new"), where("total", Lookup.GT, 1_000)))
 * }</pre>
 */
public sealed interface RecordFilter {
    /**
     * A comparison.
     *
     * @param field a name, or a path through references such as {@code customer__city}
     * @param value what it compares with; a {@link java.util.Collection} for a lookup that takes several
     */
    record Comparison(String field, Lookup lookup, Object value) implements RecordFilter {}

    /**
     * All parts hold; true when empty.
     *
     * @param parts in any order
     */
    record All(List<RecordFilter> parts) implements RecordFilter {
        public All {
            parts = List.copyOf(parts);
        }
    }

    /**
     * At least one part holds; false when empty.
     *
     * @param parts in any order
     */
    record Any(List<RecordFilter> parts) implements RecordFilter {
        public Any {
            parts = List.copyOf(parts);
        }
    }

    /**
     * The part does not hold.
     *
     * @param part what is negated
     */
    record Not(RecordFilter part) implements RecordFilter {}

    /**
     * Records whose field compares with a value.
     *
     * @param value null with {@link Lookup#EXACT} finds records without a value, with {@link Lookup#NE} those with one
     * @throws IllegalArgumentException for null with another lookup
     */
    static RecordFilter where(String field, Lookup lookup, @Nullable Object value) {
        if (value != null) {
            return new Comparison(field, lookup, value);
        }
        return switch (lookup) {
            case EXACT -> new Comparison(field, Lookup.ISNULL, true);
            case NE -> new Comparison(field, Lookup.ISNULL, false);
            default ->
                throw new IllegalArgumentException("filter '" + field + "': " + lookup + " compares with no null");
        };
    }

    /** Records with this value in the field; null finds those without a value. */
    static RecordFilter where(String field, @Nullable Object value) {
        return where(field, Lookup.EXACT, value);
    }

    /** All of them hold. */
    static RecordFilter all(RecordFilter... parts) {
        return new All(List.of(parts));
    }

    /** At least one of them holds. */
    static RecordFilter any(RecordFilter... parts) {
        return new Any(List.of(parts));
    }

    /** It does not hold. */
    static RecordFilter not(RecordFilter part) {
        return new Not(part);
    }
}
