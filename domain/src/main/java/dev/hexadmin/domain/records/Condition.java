package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldPath;
import java.util.ArrayList;
import java.util.List;

/** A condition on records: filters, {@code q}, and row policies with the caller's attributes filled in. */
public sealed interface Condition {

    /** Matches every record. */
    static Condition always() {
        return new All(List.of());
    }

    /** Matches no record. */
    static Condition never() {
        return new Any(List.of());
    }

    /**
     * A conjunction: every condition must hold; true when empty.
     *
     * @param conditions the parts
     */
    record All(List<Condition> conditions) implements Condition {
        public All {
            conditions = List.copyOf(conditions);
        }
    }

    /**
     * A disjunction: at least one condition must hold; false when empty.
     *
     * @param conditions the parts
     */
    record Any(List<Condition> conditions) implements Condition {
        public Any {
            conditions = List.copyOf(conditions);
        }
    }

    /**
     * A negation; where {@code condition} is unknown (null), this is unknown, too, and does not match.
     *
     * @param condition the part
     */
    record Not(Condition condition) implements Condition {}

    /**
     * A comparison of a field with values of its Java class. Through a many-to-many step it holds when one linked
     * record matches.
     *
     * @param path the field
     * @param lookup how; {@code NE} does not match null
     * @param values as many as the lookup takes, of the class that it compares with
     */
    record Compare(FieldPath path, Lookup lookup, List<Object> values) implements Condition {
        public Compare {
            values = List.copyOf(values);
            if (!lookup.operand().takes(values.size())) {
                throw new IllegalArgumentException(lookup + " with " + values.size() + " values");
            }
        }
    }

    /**
     * A text search: each word occurs, ignoring case, in at least one of the fields.
     *
     * @param paths text fields
     * @param words not empty, none blank; {@code %} and {@code _} are literal
     */
    record Matches(List<FieldPath> paths, List<String> words) implements Condition {
        public Matches {
            paths = List.copyOf(paths);
            words = List.copyOf(words);
        }
    }

    /** The conjunction of both. Conditions that always hold are omitted. */
    default Condition and(Condition other) {
        if (equals(always())) {
            return other;
        }
        if (other.equals(always())) {
            return this;
        }
        List<Condition> parts = new ArrayList<>();
        parts.addAll(this instanceof All(List<Condition> mine) ? mine : List.of(this));
        parts.addAll(other instanceof All(List<Condition> theirs) ? theirs : List.of(other));
        return new All(parts);
    }
}
