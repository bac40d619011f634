package dev.hexadmin.persistence.introspection;

import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.dialect.TableName;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.BuiltInTables;
import dev.hexadmin.persistence.migration.Migrations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Creates a model for every table and every view. System tables and Hexadmin's tables are left out. A column whose type no
 * field type fits is a read-only text. Thread-safe.
 *
 * <p>A view is read-only. A table without a primary key is identified by columns that are unique and never null; one without
 * such columns, and a view, is a read-only list without single records.
 *
 * <p>Names become snake_case; one that is taken or reserved gets a suffix. A foreign key to a single-column primary key
 * becomes a reference. A table that only joins two others stays a model and gives the first of them a many-to-many
 * field.
 */
public final class Introspection {
    private static final System.Logger LOG = System.getLogger(Introspection.class.getName());

    private final Database database;

    private Introspection(Database database) {
        this.database = database;
    }

    public static Introspection of(Database database) {
        return new Introspection(database);
    }

    /**
     * The tables of the program itself. Those of another schema are another program's, unless Hexadmin has a history of
     * migrations there.
     */
    private Predicate<TableDescription> builtIn(Catalogue catalogue, List<TableDescription> tables) {
        Set<String> schemas = tables.stream()
                .map(TableDescription::name)
                .filter(name -> catalogue.ownName(name).equals(Migrations.HISTORY))
                .map(name -> schema(catalogue, name))
                .collect(Collectors.toCollection(HashSet::new));
        schemas.add("");
        return table -> BuiltInTables.contains(catalogue.ownName(table.name()))
                && schemas.contains(schema(catalogue, table.name()));
    }

    private static String schema(Catalogue catalogue, String table) {
        return catalogue.ownName(table).equals(table)
                ? ""
                : TableName.parse(table).schema();
    }

    /** A model for every table, in the order of the tables' names. */
    public List<ModelDefinition> models() {
        return models(List.of(), List.of());
    }

    /**
     * A model for every table that none of {@code registered} is stored in; foreign keys to those tables lead to the
     * registered models, whose names are not used again.
     *
     * @param schemas the schemas to look into; empty: those in which the database finds tables by itself
     * @throws IllegalArgumentException when the database does not have one of them
     */
    public List<ModelDefinition> models(Collection<ModelDefinition> registered, List<String> schemas) {
        return models(registered, schemas, note -> LOG.log(System.Logger.Level.INFO, "introspection: {0}", note));
    }

    /** The same; {@code notes} receives a sentence for each table and column that is left out or has no key. */
    public List<ModelDefinition> models(
            Collection<ModelDefinition> registered, List<String> schemas, Consumer<String> notes) {
        Catalogue catalogue = database.kind().catalogue();
        return database.read(session -> {
            List<String> missing = schemas.isEmpty() ? List.of() : catalogue.missing(session, schemas);
            if (!missing.isEmpty()) {
                throw new IllegalArgumentException("the database has no schema '" + String.join("', '", missing) + "'");
            }
            InferredKeys keys = new InferredKeys(catalogue, database.kind().dialect(), session, notes);
            List<TableDescription> tables = new ArrayList<>();
            List<TableDescription> found = catalogue.tables(session, schemas, notes);
            Predicate<TableDescription> builtIn = builtIn(catalogue, found);
            for (TableDescription table : found) {
                if (builtIn.test(table)
                        || catalogue.ownName(table.name()).startsWith("flyway_")
                        || registered.stream().anyMatch(model -> catalogue.same(table.name(), model.table()))) {
                    continue;
                }
                if (table.columns().isEmpty()) {
                    notes.accept("the table '" + table.name() + "' is left out: it has no columns that can be read");
                } else {
                    tables.add(keys.keyed(table));
                }
            }
            return new ModelInference(
                            catalogue,
                            tables,
                            registered,
                            database.kind().tables().brokenKeys(session))
                    .models();
        });
    }
}
