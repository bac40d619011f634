package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a record in a response, in order, the relations that are expanded, and the children.
 *
 * <p>Shapes are few and long-lived: their creators cache them, and statements and writers are cached by identity of
 * {@code model} and equality of the other components.
 *
 * @param model the records' model
 * @param fields the fields; never a write-only one
 * @param expanded for each expanded reference among {@code fields}, the related records' shape and which of them the
 *     caller may view; a record that the caller may not view appears as its key
 * @param children the children that are shown with a record
 */
public record Shape(
        Model model, List<FieldDefinition> fields, Map<String, Expansion> expanded, List<ChildList> children) {
    /** The maximum number of children that are shown with one record. */
    public static final int MOST_CHILDREN = 200;

    /**
     * How a related record is expanded.
     *
     * @param shape its fields; without further expansion
     * @param policy which records the caller may view
     */
    public record Expansion(Shape shape, Condition policy) {}

    /**
     * The children of one model that are shown with a record.
     *
     * @param children the model and its reference to the parent
     * @param shape their fields; without further expansion
     * @param policy which of them the caller may view
     * @param ordering their order, the whole primary key in it
     */
    public record ChildList(Model.Children children, Shape shape, Condition policy, List<ListQuery.Order> ordering) {
        public ChildList {
            ordering = List.copyOf(ordering);
        }
    }

    public Shape {
        children = List.copyOf(children);
        fields = List.copyOf(fields);
        expanded = Map.copyOf(expanded);
        for (FieldDefinition field : fields) {
            if (field.writeOnly()) {
                throw new IllegalArgumentException("write-only field '" + field.name() + "' in a shape");
            }
        }
    }

    /** Fields without children. */
    public Shape(Model model, List<FieldDefinition> fields, Map<String, Expansion> expanded) {
        this(model, fields, expanded, List.of());
    }

    /** Compares model and field names, which is cheap: shapes are cache keys on every request. */
    @Override
    public int hashCode() {
        int hash = model.hashCode();
        for (FieldDefinition field : fields) {
            hash = 31 * hash + field.hashCode();
        }
        return hash;
    }

    /** Every field that is not write-only, without expansion. */
    public static Shape full(Model model) {
        return new Shape(
                model, model.fields().stream().filter(f -> !f.writeOnly()).toList(), Map.of());
    }

    /** The position of a field by its name, or -1. */
    public int indexOf(FieldDefinition field) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(field.name())) {
                return i;
            }
        }
        return -1;
    }

    /** The expansion of a field, if it is expanded. */
    public Optional<Expansion> expansion(FieldDefinition field) {
        @Nullable Expansion expansion = expanded.get(field.name());
        return Optional.ofNullable(expansion);
    }
}
