package dev.hexadmin.domain.models;

import java.util.List;

/**
 * A field of a model, or one reached through its references, such as {@code category__name}.
 *
 * @param root where the path starts
 * @param through the references followed, outermost first; empty for a field of {@code root}
 * @param field the field at the end
 */
public record FieldPath(Model root, List<FieldDefinition> through, FieldDefinition field) {
    public FieldPath {
        through = List.copyOf(through);
    }

    /** A field of {@code model} itself. */
    public static FieldPath of(Model model, FieldDefinition field) {
        return new FieldPath(model, List.of(), field);
    }

    /** The model that has {@link #field()}. */
    public Model owner() {
        Model model = root;
        for (FieldDefinition step : through) {
            model = model.target(step);
        }
        return model;
    }

    /** Whether it leads to several values of a record: those of its linked records. */
    public boolean isToMany() {
        return field.type() == FieldType.REFERENCES
                || through.stream().anyMatch(step -> step.type() == FieldType.REFERENCES);
    }

    /** As written in a query: {@code category__name}. */
    public String text() {
        StringBuilder out = new StringBuilder();
        for (FieldDefinition step : through) {
            out.append(step.name()).append("__");
        }
        return out.append(field.name()).toString();
    }
}
