package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.type.ValueType.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How the tables of a database differ from models. A model may be stricter than its table, leave out columns that can stay
 * empty, and use a type that its column can hold; this is no difference.
 */
public final class ModelDifferences {
    private final List<ModelDefinition> tables;
    private final Set<FieldType> heldAsNumbers;
    private final Set<FieldType> heldAsTexts;
    private final List<String> lines = new ArrayList<>();

    private ModelDifferences(List<ModelDefinition> tables, Set<FieldType> heldAsNumbers, Set<FieldType> heldAsTexts) {
        this.tables = tables;
        this.heldAsNumbers = heldAsNumbers;
        this.heldAsTexts = heldAsTexts;
    }

    /**
     * A line for each difference: {@code +} before what only the database has, as the file would have it, {@code -} before
     * what only the model has, and {@code ~} before what both have.
     *
     * @param tables the models that introspection makes of the database
     * @param heldAsNumbers the types of fields, besides those of numbers, whose values its columns of numbers can hold
     * @param heldAsTexts the same of texts
     */
    public static List<String> of(
            List<ModelDefinition> models,
            List<ModelDefinition> tables,
            Set<FieldType> heldAsNumbers,
            Set<FieldType> heldAsTexts) {
        ModelDifferences differences = new ModelDifferences(tables, heldAsNumbers, heldAsTexts);
        models.forEach(differences::compare);
        return differences.lines;
    }

    /** The tables that no model uses. */
    public static List<String> unused(List<ModelDefinition> models, List<ModelDefinition> tables) {
        List<String> used = models.stream()
                .flatMap(model -> Stream.concat(
                        Stream.of(model.table()),
                        model.fields().stream()
                                .flatMap(field -> field.reference().stream())
                                .flatMap(reference -> reference.through().stream())
                                .map(join -> join.table())))
                .toList();
        return tables.stream()
                .map(ModelDefinition::table)
                .filter(table -> used.stream().noneMatch(table::equalsIgnoreCase))
                .toList();
    }

    private void compare(ModelDefinition model) {
        Optional<ModelDefinition> table = tables.stream()
                .filter(one -> one.table().equals(model.table()))
                .findFirst()
                .or(() -> tables.stream()
                        .filter(one -> one.table().equalsIgnoreCase(model.table()))
                        .findFirst());
        if (table.isEmpty()) {
            lines.add("- " + model.name() + ": there is no table '" + model.table() + "'");
            return;
        }
        List<FieldDefinition> stored =
                model.fields().stream().filter(FieldDefinition::stored).toList();
        for (FieldDefinition found : table.get().fields()) {
            if (!found.stored()) {
                continue;
            }
            Optional<FieldDefinition> field = stored.stream()
                    .filter(one -> one.column().equalsIgnoreCase(found.column()))
                    .findFirst();
            if (field.isEmpty()) {
                lines.add("+ " + model.name() + "." + found.name() + ": " + written(found));
            } else {
                compare(model, field.get(), found);
            }
        }
        for (FieldDefinition field : stored) {
            if (table.get().fields().stream().noneMatch(one -> one.column().equalsIgnoreCase(field.column()))) {
                lines.add("- " + model.name() + "." + field.name() + ": the table '" + model.table()
                        + "' has no column '" + field.column() + "'");
            }
        }
    }

    private void compare(ModelDefinition model, FieldDefinition field, FieldDefinition found) {
        String at = "~ " + model.name() + "." + field.name() + ": ";
        if (!fits(field.type(), found.type())) {
            lines.add(at + "the column is of the type " + found.type().word() + ", the field "
                    + field.type().word() + "; in the file it would be " + written(found));
            return;
        }
        if (found.required()
                && field.nullable()
                && !field.primaryKey()
                && !field.readOnly()
                && field.input().defaultValue().isEmpty()) {
            lines.add(at + "the column takes no null and has no default, so the field needs 'required: true'");
        }
        OptionalInt most = found.constraints().maxLength();
        if (most.isPresent() && field.valueType().takes(Option.LENGTH) && longest(field) > most.getAsInt()) {
            lines.add(
                    at + "the column has room for " + most.getAsInt() + " characters: max_length: " + most.getAsInt());
        }
        List<String> values = found.constraints().values();
        if (field.type() == FieldType.ENUM
                && !values.isEmpty()
                && !values.equals(field.constraints().values())) {
            lines.add(at + "values: [" + String.join(", ", values) + "] in the database, ["
                    + String.join(", ", field.constraints().values()) + "] in the model");
        }
        if (field.reference().isEmpty() && found.reference().isPresent() && !field.primaryKey()) {
            lines.add(at + "the column has a foreign key; as a reference the field is " + written(found));
        }
    }

    private static int longest(FieldDefinition field) {
        return field.constraints()
                .maxLength()
                .orElseGet(() -> field.constraints().values().stream()
                        .mapToInt(value -> value.codePointCount(0, value.length()))
                        .max()
                        .orElse(Integer.MAX_VALUE));
    }

    /** Whether a field of the one type can use a column that introspection gives the other. */
    private boolean fits(FieldType field, FieldType column) {
        return field == column
                || field == FieldType.REFERENCE
                || column == FieldType.REFERENCE
                || (column.isText() && (field.isText() || heldAsTexts.contains(field)))
                || (column == FieldType.JSON && (field.isText() || field == FieldType.LIST))
                || (column.valueType().isNumber() && (field.valueType().isNumber() || heldAsNumbers.contains(field)));
    }

    /** The field as a file has it. */
    private static String written(FieldDefinition field) {
        return ModelsWriter.field(field);
    }
}
