package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of a record an answer shows, in order, and which of them show the related record.
 *
 * <p>Shapes are few and long-lived: whoever makes them keeps them, and statements and writers are cached by identity
 * of {@code model} and equality of the rest.
 *
 * @param model the records' model
 * @param fields the fields shown; never a write-only one
 * @param expanded for each expanded reference among {@code fields}, the related records' shape and which of them the
 *     caller may see; one that may not be seen stays a key
 */
public record Shape(Model model, List<FieldDefinition> fields, Map<String, Expansion> expanded) {

    /**
     * How a related record is shown.
     *
     * @param shape its fields; not expanded further
     * @param policy which records the caller may see
     */
    public record Expansion(Shape shape, Condition policy) {}

    public Shape {
        fields = List.copyOf(fields);
        expanded = Map.copyOf(expanded);
        for (FieldDefinition field : fields) {
            if (field.writeOnly()) {
                throw new IllegalArgumentException("write-only field '" + field.name() + "' in a shape");
            }
        }
    }

    /** By model and field names: cheap, as shapes key caches on every request. */
    @Override
    public int hashCode() {
        int hash = model.hashCode();
        for (FieldDefinition field : fields) {
            hash = 31 * hash + field.hashCode();
        }
        return hash;
    }

    /** Every field that is not write-only, nothing expanded. */
    public static Shape full(Model model) {
        return new Shape(
                model, model.fields().stream().filter(f -> !f.writeOnly()).toList(), Map.of());
    }

    /** The expansion of a field, if it is expanded. */
    public Optional<Expansion> expansion(FieldDefinition field) {
        @Nullable Expansion expansion = expanded.get(field.name());
        return Optional.ofNullable(expansion);
    }
}
