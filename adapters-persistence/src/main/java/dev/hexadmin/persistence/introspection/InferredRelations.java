package dev.hexadmin.persistence.introspection;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Where the foreign keys of tables lead, and which tables join two others. Used by one thread. */
final class InferredRelations {
    private final Catalogue catalogue;
    private final InferredNames names;
    private final Map<String, ModelDefinition> registered;

    /** @param registered models that have tables already, by table */
    InferredRelations(Catalogue catalogue, InferredNames names, Map<String, ModelDefinition> registered) {
        this.catalogue = catalogue;
        this.names = names;
        this.registered = registered;
    }

    /** Where a foreign key leads: a model with a key of one column. */
    record Target(String model, Optional<TableDescription> table, Reference.OnDelete onDelete) {}

    /** A table that only joins two others. */
    record JoinTable(
            TableDescription table, TableDescription source, String sourceColumn, Target target, String targetColumn) {}

    /** The target of a column's foreign key; empty for a cycle of keys, whose type no column defines. */
    Optional<Target> reference(TableDescription table, TableDescription.Column column) {
        Optional<Target> target = target(table, column.name());
        if (table.key().size() == 1 && catalogue.same(table.key().getFirst(), column.name())) {
            Optional<Target> next = target;
            for (int steps = 0; next.isPresent() && next.get().table().isPresent(); steps++) {
                TableDescription at = next.get().table().get();
                if (at.equals(table) || steps > names.tables().size()) {
                    return Optional.empty();
                }
                next = target(at, at.key().getFirst());
            }
        }
        return target;
    }

    /** The foreign keys of several columns that lead to the key of a table: the columns in key order, and its model. */
    List<ModelDefinition.JointReference> joint(TableDescription table) {
        List<ModelDefinition.JointReference> joint = new ArrayList<>();
        for (TableDescription.ForeignKey key : table.foreignKeys()) {
            Optional<TableDescription> target = names.tables().stream()
                    .filter(one -> key.columns().size() > 1 && catalogue.same(one.name(), key.target()))
                    .filter(one -> one.key().size() == key.columns().size())
                    .findFirst();
            if (target.isEmpty()) {
                continue;
            }
            List<String> to = key.targetColumns().isEmpty() ? target.get().key() : key.targetColumns();
            List<String> fields = new ArrayList<>();
            for (String part : target.get().key()) {
                for (int i = 0; i < to.size(); i++) {
                    if (catalogue.same(to.get(i), part)) {
                        names.field(table, key.columns().get(i)).ifPresent(fields::add);
                    }
                }
            }
            if (fields.size() == key.columns().size()) {
                joint.add(new ModelDefinition.JointReference(fields, names.model(target.get())));
            }
        }
        return joint;
    }

    /**
     * A join table has two columns with foreign keys, which are its key, or unique together beside a key that the database
     * generates.
     */
    Optional<JoinTable> joinTable(TableDescription table) {
        List<String> pair = table.columns().stream()
                .filter(column -> table.columns().size() == 2 || !isGeneratedKey(table, column))
                .map(TableDescription.Column::name)
                .toList();
        boolean unique = Stream.concat(Stream.of(table.key()), table.uniques().stream())
                .anyMatch(columns -> columns.size() == 2
                        && pair.stream()
                                .allMatch(one -> columns.stream().anyMatch(column -> catalogue.same(column, one))));
        if (pair.size() != 2 || !unique) {
            return Optional.empty();
        }
        List<String> ordered = table.key().size() == 2 ? table.key() : pair;
        Optional<Target> source = target(table, ordered.getFirst());
        Optional<Target> target = target(table, ordered.getLast());
        return source.flatMap(Target::table)
                .flatMap(from ->
                        target.map(to -> new JoinTable(table, from, ordered.getFirst(), to, ordered.getLast())));
    }

    private boolean isGeneratedKey(TableDescription table, TableDescription.Column column) {
        return table.key().size() == 1
                && catalogue.same(table.key().getFirst(), column.name())
                && (column.generated()
                        || column.initial() instanceof TableDescription.Initial.Expression
                        || column.initial() instanceof TableDescription.Initial.Now);
    }

    private Optional<Target> target(TableDescription table, String column) {
        return table.foreignKeys().stream()
                .filter(key -> key.columns().size() == 1
                        && catalogue.same(key.columns().getFirst(), column))
                .map(this::target)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Target> target(TableDescription.ForeignKey key) {
        Optional<TableDescription> found = names.tables().stream()
                .filter(table -> catalogue.same(table.name(), key.target()))
                .findFirst();
        Optional<ModelDefinition> model = registered.values().stream()
                .filter(definition -> catalogue.same(definition.table(), key.target()))
                .findFirst();
        List<String> targetKey = found.map(TableDescription::key)
                .or(() -> model.map(definition -> definition.fields().stream()
                        .filter(FieldDefinition::primaryKey)
                        .map(FieldDefinition::column)
                        .toList()))
                .orElse(List.of());
        boolean leadsToKey = targetKey.size() == 1
                && (key.targetColumns().isEmpty()
                        || catalogue.same(
                                targetKey.getFirst(), key.targetColumns().getFirst()));
        return leadsToKey
                ? found.map(table -> new Target(names.model(table), found, key.onDelete()))
                        .or(() -> model.map(definition -> new Target(definition.name(), found, key.onDelete())))
                : Optional.empty();
    }
}
