package dev.hexadmin.persistence.introspection;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.catalogue.TableFinder;
import dev.hexadmin.persistence.catalogue.TableFinder.BrokenKey;
import dev.hexadmin.persistence.catalogue.TableFinder.ColumnAccess;
import dev.hexadmin.persistence.catalogue.TableFinder.TableAccess;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares models with the tables that they are stored in. Thread-safe; changes nothing. */
public final class TableCheck {
    private static final System.Logger LOG = System.getLogger(TableCheck.class.getName());

    private final Database database;
    private final TableFinder finder;

    public TableCheck(Database database) {
        this.database = database;
        this.finder = database.kind().tables();
    }

    /**
     * A problem that prevents a model from working.
     *
     * @param model its name
     * @param problem a sentence that names the table
     * @param missing whether a table or column is missing, or a column is of a type that its field cannot use: what the
     *     start adds or changes in managed tables
     */
    public record Finding(String model, String problem, boolean missing) {}

    /**
     * What can be done with the rows of a model.
     *
     * @param operations those that the database user may perform
     * @param view whether the rows are computed from others
     */
    public record Possible(Set<Operation> operations, boolean view) {}

    /** What can be done with the rows of each model. Models without a table are left out. */
    public Map<String, Possible> possible(Collection<ModelDefinition> models) {
        return database.read(session -> {
            Set<String> names = new LinkedHashSet<>();
            models.forEach(model -> {
                names.add(model.table());
                names.addAll(joinTables(model));
            });
            Map<String, TableAccess> tables = finder.find(session, names);
            List<BrokenKey> broken = finder.brokenKeys(session);
            Map<String, Possible> found = new HashMap<>();
            for (ModelDefinition model : models) {
                @Nullable TableAccess table = tables.get(model.table());
                if (table != null) {
                    found.put(
                            model.name(),
                            new Possible(
                                    isTransactional(model, tables)
                                            ? possible(model, table, broken)
                                            : EnumSet.noneOf(Operation.class),
                                    table.view()));
                }
            }
            return found;
        });
    }

    /**
     * Whether changes of a model's records can be rolled back, as a dry run, the preview of a deletion, and a change of which
     * one part fails are.
     */
    private static boolean isTransactional(ModelDefinition model, Map<String, TableAccess> tables) {
        boolean all = true;
        List<String> names = new ArrayList<>(joinTables(model));
        names.add(model.table());
        for (String name : names) {
            @Nullable TableAccess table = tables.get(name);
            if (table != null && !table.transactional()) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "The storage engine of the table ''{0}'' has no transactions, so the records of ''{1}'' cannot"
                                + " be changed; ALTER TABLE {0} ENGINE = InnoDB makes them editable",
                        name,
                        model.name());
                all = false;
            }
        }
        return all;
    }

    private static List<String> joinTables(ModelDefinition model) {
        return model.fields().stream()
                .filter(field -> field.type() == FieldType.REFERENCES)
                .map(field -> join(field).table())
                .toList();
    }

    private Set<Operation> possible(ModelDefinition model, TableAccess table, List<BrokenKey> broken) {
        Set<Operation> possible = EnumSet.noneOf(Operation.class);
        possible.addAll(table.operations());
        if (table.columns().values().stream().noneMatch(ColumnAccess::insertable)) {
            possible.remove(Operation.CREATE);
        }
        if (table.columns().values().stream().noneMatch(ColumnAccess::updatable)) {
            possible.remove(Operation.UPDATE);
        }
        if (!table.sequence().isEmpty() && possible.remove(Operation.CREATE)) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "The database user may not use the sequence ''{0}'', so records of ''{1}'' cannot be created; GRANT"
                            + " USAGE ON SEQUENCE {0} makes that possible",
                    table.sequence(),
                    model.name());
        }
        for (FieldDefinition field : model.fields()) {
            Optional<ColumnAccess> column = field.stored() ? column(table, field.column()) : Optional.empty();
            if (column.isPresent() && field.writableOnCreate() && !column.get().insertable()) {
                possible.remove(Operation.CREATE);
            }
            if (column.isPresent() && field.writableOnUpdate() && !column.get().updatable()) {
                possible.remove(Operation.UPDATE);
            }
        }
        for (BrokenKey key : broken) {
            if (finder.same(key.table(), model.table())) {
                possible.remove(Operation.CREATE);
                possible.remove(Operation.DELETE);
            }
            if (finder.same(key.target(), model.table())) {
                possible.remove(Operation.CREATE); // with RETURNING, SQLite needs the keys that lead to the table
                possible.remove(Operation.DELETE);
            }
        }
        return possible;
    }

    /**
     * The problems that prevent these models from working; empty when there are none.
     *
     * @param managed the models whose tables are managed, and so have only the columns of their fields
     */
    public List<Finding> problems(Collection<Model> models, Collection<Model> managed) {
        return database.read(session -> {
            Set<String> names = new LinkedHashSet<>();
            models.forEach(model -> {
                names.add(model.table());
                model.referencesFields().forEach(field -> names.add(join(field).table()));
            });
            Map<String, TableAccess> tables = finder.find(session, names);
            List<BrokenKey> broken = finder.brokenKeys(session);
            List<Finding> findings = new ArrayList<>();
            for (Model model : models) {
                table(session, model, tables, findings);
                @Nullable TableAccess own = tables.get(model.table());
                if (own != null && managed.contains(model)) {
                    leftOver(model, own, findings);
                }
                for (BrokenKey key : broken) {
                    if (finder.same(key.table(), model.table())) {
                        findings.add(new Finding(
                                model.name(),
                                "the foreign key of '" + model.table() + "' on " + String.join(", ", key.columns())
                                        + (key.missing()
                                                ? " leads to the table '" + key.target()
                                                        + "', which does not exist: the database can neither create nor"
                                                        + " delete its records"
                                                : " leads to columns of '" + key.target()
                                                        + "' that are not unique: the database can neither create nor"
                                                        + " delete records of either"),
                                false));
                    }
                }
            }
            return findings;
        });
    }

    private void table(Session session, Model model, Map<String, TableAccess> tables, List<Finding> findings)
            throws SQLException {
        @Nullable TableAccess table = tables.get(model.table());
        if (table == null) {
            findings.add(new Finding(
                    model.name(),
                    "the database has no table '" + model.table() + "'; create it, or name the right one with 'table'",
                    true));
            return;
        }
        if (!table.readable()) {
            findings.add(new Finding(
                    model.name(),
                    "the database user may not read the table '" + model.table() + "'; it needs the right SELECT",
                    false));
            return;
        }
        boolean whole = true;
        for (FieldDefinition field : model.storedFields()) {
            Optional<ColumnAccess> column = column(table, field.column());
            whole &= column.isPresent();
            if (column.isEmpty()) {
                findings.add(new Finding(
                        model.name(),
                        "the table '" + model.table() + "' has no column '" + field.column() + "' for the field '"
                                + field.name() + "'; add it, or name the right one with 'column:'",
                        true));
            } else if (!column.get().readable()) {
                findings.add(new Finding(
                        model.name(),
                        "the database user may not read the column '" + field.column() + "' of '" + model.table()
                                + "'; it needs the right SELECT",
                        false));
            }
        }
        for (FieldDefinition field : model.referencesFields()) {
            Reference.JoinTable join = join(field);
            @Nullable TableAccess found = tables.get(join.table());
            for (String column : List.of(join.sourceColumn(), join.targetColumn())) {
                if (found == null || column(found, column).isEmpty()) {
                    findings.add(new Finding(
                            model.name(),
                            "there is no table '" + join.table() + "' with the column '" + column + "' for the field '"
                                    + field.name() + "'",
                            true));
                }
            }
        }
        if (whole) {
            misfits(session, model, findings);
        }
        if (whole && hasRowsWithoutKey(session, model, table)) {
            findings.add(new Finding(
                    model.name(),
                    "the table '" + model.table() + "' has rows whose key "
                            + model.key().stream().map(FieldDefinition::column).toList()
                            + " is NULL, so that they cannot be told apart; give them a key",
                    false));
        }
    }

    private void misfits(Session session, Model model, List<Finding> findings) throws SQLException {
        Map<String, StoredColumn> columns = database.kind().dialect().storedColumns(session, model.table());
        columns.forEach((name, column) -> model.storedFields().stream()
                .filter(field -> finder.same(field.column(), name) && !column.holds(model, field))
                .forEach(field -> findings.add(new Finding(model.name(), column.misfit(model, field), true))));
    }

    /** Finds columns of removed fields that need a value: such a column prevents records from being created. */
    private void leftOver(Model model, TableAccess table, List<Finding> findings) {
        table.columns().forEach((name, column) -> {
            if (column.needed()
                    && model.storedFields().stream().noneMatch(field -> finder.same(field.column(), name))) {
                findings.add(new Finding(model.name(), ManagedSchema.leftOver(model, name), false));
            }
        });
    }

    private boolean hasRowsWithoutKey(Session session, Model model, TableAccess table) throws SQLException {
        List<String> nullable = model.key().stream()
                .map(FieldDefinition::column)
                .filter(name ->
                        column(table, name).filter(ColumnAccess::nullable).isPresent())
                .toList();
        return !nullable.isEmpty() && database.kind().dialect().hasNull(session, model.table(), nullable);
    }

    private Optional<ColumnAccess> column(TableAccess table, String name) {
        return table.columns().entrySet().stream()
                .filter(column -> finder.same(column.getKey(), name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static Reference.JoinTable join(FieldDefinition field) {
        return field.target().through().orElseThrow();
    }
}
