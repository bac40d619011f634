package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldPath;
import java.util.ArrayList;
import java.util.List;

/** Which records are meant: filters, {@code q}, and row policies with the caller's values put in. */
public sealed interface Condition {

    /** Every record. */
    static Condition always() {
        return new All(List.of());
    }

    /** No record. */
    static Condition never() {
        return new Any(List.of());
    }

    /**
     * All hold; true when empty.
     *
     * @param conditions the parts
     */
    record All(List<Condition> conditions) implements Condition {
        public All {
            conditions = List.copyOf(conditions);
        }
    }

    /**
     * At least one holds; false when empty.
     *
     * @param conditions the parts
     */
    record Any(List<Condition> conditions) implements Condition {
        public Any {
            conditions = List.copyOf(conditions);
        }
    }

    /**
     * It does not hold; where {@code condition} is unknown (null), this is unknown too, and so not met.
     *
     * @param condition the part
     */
    record Not(Condition condition) implements Condition {}

    /**
     * A field compared with values of its Java class. Through a many-to-many step it holds when one linked record meets
     * it.
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
     * Each word is found, ignoring case, in at least one of the fields.
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

    /** Both hold. Conditions that always hold are left out. */
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
