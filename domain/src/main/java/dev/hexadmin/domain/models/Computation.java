package dev.hexadmin.domain.models;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the value of a computed field is calculated. A computed field has no column.
 *
 * @param from names of the fields that the value is computed from, each stored in the same record
 * @param code computes the value, or null, of the field's Java class ({@link FieldType}) from the values of {@code
 *     from} by name; a null among them has no entry. It must be thread-safe, quick, and depend on nothing but its
 *     argument
 */
public record Computation(List<String> from, Function<Map<String, @Nullable Object>, @Nullable Object> code) {
    public Computation {
        from = List.copyOf(from);
        if (from.isEmpty() || new HashSet<>(from).size() != from.size()) {
            throw new IllegalArgumentException("a computed field names the fields it is made from, each once");
        }
    }

    /**
     * The code of a computed field has failed or has returned a value that the field cannot hold. The cause is logged
     * and never sent to clients.
     */
    public static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Failed(String model, String field, String reason, @Nullable Throwable cause) {
            super("model '" + model + "': computed field '" + field + "': " + reason, cause);
        }
    }

    @Nullable
    Object value(String model, FieldDefinition field, Map<String, @Nullable Object> values) {
        @Nullable Object value;
        try {
            value = code.apply(values);
        } catch (RuntimeException e) {
            throw new Failed(model, field.name(), "its code has failed", e);
        }
        if (value != null && !field.valueType().holds(field, value)) {
            throw new Failed(
                    model,
                    field.name(),
                    "a value of " + value.getClass().getName() + " is not one of type '"
                            + field.type().word() + "'",
                    null);
        }
        return value;
    }
}
