package dev.hexadmin.persistence.copy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.BuiltInTables;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The tables that are copied and their columns, by what both databases say of them. Used by one thread. */
final class CopiedTables {
    private final DatabaseKind source;
    private final DatabaseKind target;
    private final Session from;
    private final Session to;
    private final List<TableDescription> present;
    private final List<TableDescription> empty;
    private final Map<String, Facts> facts = new HashMap<>();
    private final Map<String, CopiedTable> tables = new LinkedHashMap<>();

    /** What both databases say of the table of a model. */
    private record Facts(TableFacts source, TableFacts target) {}

    private CopiedTables(Database source, Session from, Database target, Session to) throws SQLException {
        this.source = source.kind();
        this.target = target.kind();
        this.from = from;
        this.to = to;
        this.present = this.source.catalogue().tables(from, List.of(), note -> {});
        this.empty = this.target.catalogue().tables(to, List.of(), note -> {});
    }

    /**
     * What is copied.
     *
     * @param tables in an order in which most foreign keys lead to earlier ones
     * @param others tables of the source that belong to no model
     * @param columns those of the tables that belong to no field, as {@code table.column}
     */
    record Found(List<CopiedTable> tables, List<String> others, List<String> columns) {}

    /**
     * Finds the tables.
     *
     * @param models whose tables are copied; those of the target exist
     */
    static Found find(Database source, Database target, Collection<Model> models) {
        return source.read(from -> target.read(to -> new CopiedTables(source, from, target, to).find(models)));
    }

    /** The names of the tables of models, and of those of their links. */
    static Set<String> names(Collection<Model> models) {
        Set<String> names = new TreeSet<>();
        for (Model model : models) {
            names.add(model.table());
            for (FieldDefinition field : model.referencesFields()) {
                names.add(join(field).table());
            }
        }
        return names;
    }

    private static Reference.JoinTable join(FieldDefinition field) {
        return field.target().through().orElseThrow();
    }

    private Found find(Collection<Model> models) throws SQLException {
        for (String table : OwnTables.COPIED) {
            builtIn(table);
        }
        Set<String> others = new TreeSet<>();
        Set<String> columns = new TreeSet<>();
        for (Model model : models) {
            ofModel(model);
            described(source.catalogue(), present, model.table())
                    .ifPresent(table -> table.columns().stream()
                            .filter(column -> model.storedFields().stream()
                                    .noneMatch(field -> source.catalogue().same(field.column(), column.name())))
                            .forEach(column -> columns.add(model.table() + "." + column.name())));
        }
        for (Model model : models) {
            for (FieldDefinition field : model.referencesFields()) {
                links(model, field);
            }
        }
        for (TableDescription table : present) {
            if (!table.view()
                    && !BuiltInTables.contains(table.name())
                    && tables.keySet().stream()
                            .noneMatch(copied -> source.catalogue().same(copied, table.name()))) {
                others.add(table.name());
            }
        }
        return new Found(ordered(), List.copyOf(others), List.copyOf(columns));
    }

    private static Optional<TableDescription> described(Catalogue catalogue, List<TableDescription> all, String name) {
        return all.stream().filter(table -> catalogue.same(table.name(), name)).findFirst();
    }

    private void add(String name, List<CopiedColumn> columns) {
        TableDescription described = described(target.catalogue(), empty, name)
                .orElseThrow(() -> new IllegalStateException("the table " + name + " was not created"));
        tables.put(name, new CopiedTable(name, described, columns));
    }

    /**
     * Only the renames of managed tables may have no table yet. Where one database numbers rows that have another key in the
     * other, the numbers are left out.
     */
    private void builtIn(String name) {
        Optional<TableDescription> stored = described(source.catalogue(), present, name);
        Optional<TableDescription> created = described(target.catalogue(), empty, name);
        if (stored.isEmpty() || created.isEmpty()) {
            return;
        }
        Map<String, TableDescription.Column> into = new HashMap<>();
        created.get().columns().forEach(column -> into.put(column.name(), column));
        List<CopiedColumn> columns = new ArrayList<>();
        List<TableDescription.Column> single = new ArrayList<>();
        for (TableDescription.Column column : stored.get().columns()) {
            TableDescription.@Nullable Column other = into.remove(column.name());
            if (other == null) {
                single.add(column);
            } else {
                columns.add(CopiedColumn.builtIn(
                        column.name(), column.type().fieldType(), other.type().fieldType(), source, target));
            }
        }
        single.addAll(into.values());
        if (!single.stream().allMatch(TableDescription.Column::generated)) {
            throw new IllegalStateException("columns of the table " + name + " are in one database only: " + single);
        }
        add(name, columns);
    }

    private void ofModel(Model model) throws SQLException {
        Facts known = facts(model);
        List<CopiedColumn> columns = new ArrayList<>();
        for (FieldDefinition field : model.storedFields()) {
            columns.add(CopiedColumn.ofField(
                    field.column(), field, codec(known.source(), field), codec(known.target(), field), source));
        }
        add(model.table(), columns);
    }

    private void links(Model model, FieldDefinition field) throws SQLException {
        Reference.JoinTable join = join(field);
        add(join.table(), List.of(link(join.sourceColumn(), model), link(join.targetColumn(), model.target(field))));
    }

    private CopiedColumn link(String column, Model model) throws SQLException {
        Facts known = facts(model);
        FieldDefinition key = model.key().getFirst();
        return CopiedColumn.ofField(column, key, codec(known.source(), key), codec(known.target(), key), source);
    }

    private Facts facts(Model model) throws SQLException {
        Facts known = facts.get(model.name());
        if (known == null) {
            known = new Facts(
                    source.dialect().inspect(from, model), target.dialect().inspect(to, model));
            facts.put(model.name(), known);
        }
        return known;
    }

    private static ColumnCodec codec(TableFacts facts, FieldDefinition field) {
        return Objects.requireNonNull(facts.columns().get(field.name()), field::name)
                .codec();
    }

    /** Tables after those that their foreign keys lead to, as far as there is such an order. */
    private List<CopiedTable> ordered() {
        List<CopiedTable> waiting = new ArrayList<>(tables.values());
        List<CopiedTable> ordered = new ArrayList<>();
        while (!waiting.isEmpty()) {
            CopiedTable next = waiting.stream()
                    .filter(table -> table.target().foreignKeys().stream()
                            .noneMatch(key -> waiting.stream()
                                    .anyMatch(other -> !other.equals(table)
                                            && target.catalogue().same(other.name(), key.target()))))
                    .findFirst()
                    .orElse(waiting.getFirst());
            waiting.remove(next);
            ordered.add(next);
        }
        return ordered;
    }
}
