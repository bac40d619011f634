package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What fields the type of a column is for. Immutable.
 *
 * @param declared the type as the database writes it
 * @param usual the type of fields of such columns unless a model says otherwise; empty when there is none
 * @param held the types of fields whose values it can hold; of a relation, that of the key
 * @param room whether it has room for all values that a field of such a type declares
 */
public record StoredColumn(
        String declared, Optional<FieldType> usual, Set<FieldType> held, Predicate<FieldDefinition> room) {

    /** Whether a field can use the column. */
    public boolean holds(Model model, FieldDefinition field) {
        return held.contains(Dialect.leaf(model, field).type());
    }

    /** The sentence about a field that cannot use the column. */
    public String misfit(Model model, FieldDefinition field) {
        String others = held.stream()
                .filter(type -> type != FieldType.FILE && type != FieldType.IMAGE)
                .filter(type -> !type.isText() || type == FieldType.STRING || type == FieldType.TEXT)
                .map(FieldType::word)
                .collect(Collectors.joining(", "));
        return "the column '" + field.column() + "' of the table '" + model.table() + "' is of the type " + declared
                + ", which cannot hold the field '" + field.name() + "' of the type "
                + Dialect.leaf(model, field).type().word() + "; change the column"
                + (others.isEmpty() ? "" : ", or the field's 'type:' to one that the column can hold: " + others);
    }
}
