package dev.hexadmin.persistence.schema;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.settings.SchemaMismatchException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One pass over the models inside the transaction. It reads nothing that its statements have changed. */
final class SchemaUpdate {
    private static final System.Logger LOG = System.getLogger(ManagedSchema.class.getName());

    private final Session session;
    private final Ddl ddl;
    private final SchemaSyntax syntax;
    private final StatementHandler handler;
    private final List<String> reasons = new ArrayList<>();

    SchemaUpdate(Session session, Ddl ddl, SchemaSyntax syntax, StatementHandler handler) {
        this.session = session;
        this.ddl = ddl;
        this.syntax = syntax;
        this.handler = handler;
    }

    /** Receives each statement. */
    interface StatementHandler {
        void handle(String sql, String subject) throws SQLException;
    }

    /** A table that exists, with its columns as they are once it is renamed. */
    private record ExistingTable(String name, Map<String, String> columns, List<String> needed, boolean empty) {}

    /**
     * Creates and renames what the models need.
     *
     * @param dropping whether columns that belong to no field are dropped afterwards, so that none of them matters
     */
    void run(List<Model> models, boolean dropping) throws SQLException {
        List<Model> made = new ArrayList<>();
        Map<Model, ExistingTable> existing = new LinkedHashMap<>();
        for (Model model : models) {
            Optional<ExistingTable> found = existingTable(model);
            if (found.isPresent()) {
                existing.put(model, found.get());
            } else {
                made.add(model);
            }
        }
        for (Map.Entry<Model, ExistingTable> table : existing.entrySet()) {
            rename(table.getKey(), table.getValue());
        }
        for (Map.Entry<Model, ExistingTable> table : existing.entrySet()) {
            if (!dropping) {
                refuseLeftOver(table.getKey(), table.getValue());
            }
        }
        for (Model model : made) {
            handler.handle(ddl.table(model), "model '" + model.name() + "':");
        }
        // foreign keys of both are added when all tables exist
        for (Map.Entry<Model, ExistingTable> table : existing.entrySet()) {
            add(table.getKey(), table.getValue());
            allowLateChecks(table.getKey(), table.getValue());
        }
        check();
        for (Model model : made) {
            for (String statement : ddl.foreignKeys(model)) {
                handler.handle(statement, "model '" + model.name() + "':");
            }
        }
        for (Model model : models) {
            joinTables(model);
            for (Ddl.Index index : ddl.indexes(model)) {
                if (!exists(index.name())) {
                    handler.handle(index.statement(), index.subject());
                }
                if (index.replaces().isPresent() && exists(index.replaces().get())) {
                    LOG.log(
                            System.Logger.Level.INFO,
                            "{0} the index {1} is rebuilt, so that lists are read from it in order; a large table"
                                    + " takes a while",
                            index.subject(),
                            index.replaces().get());
                    handler.handle(ddl.dropIndex(index.replaces().get(), model.table()), index.subject());
                }
            }
        }
        check();
    }

    /** Drops the columns that belong to no field, with their indexes; reads the tables before they are renamed. */
    void drop(List<Model> models) throws SQLException {
        for (Model model : models) {
            Optional<ExistingTable> found = existingTable(model);
            if (found.isEmpty()) {
                continue;
            }
            String subject = "model '" + model.name() + "':";
            for (String column : superfluous(model, found.get())) {
                if (syntax.foreignKeysOfColumnQuery().isPresent()) {
                    String query = syntax.foreignKeysOfColumnQuery().get();
                    for (String key : texts(query, found.get().name(), column)) {
                        handler.handle(ddl.dropForeignKey(model.table(), key), subject);
                    }
                }
                if (syntax.indexesOfColumnQuery().isPresent()) {
                    String query = syntax.indexesOfColumnQuery().get();
                    for (String index : texts(query, found.get().name(), column)) {
                        handler.handle(ddl.dropIndex(index, model.table()), subject);
                    }
                }
                handler.handle(ddl.dropColumn(model.table(), column), subject);
            }
        }
    }

    private List<String> superfluous(Model model, ExistingTable table) {
        List<String> columns = new ArrayList<>(table.columns().keySet());
        for (FieldDefinition field : model.storedFields()) {
            columns.remove(syntax.folded(field.column()));
            Optional<String> before = field.storage().renamedFrom().map(syntax::folded);
            if (before.isPresent() && !table.columns().containsKey(syntax.folded(field.column()))) {
                columns.remove(before.get()); // it is renamed first
            }
        }
        return columns;
    }

    private void check() {
        if (!reasons.isEmpty()) {
            throw new SchemaMismatchException(reasons);
        }
    }

    private Optional<ExistingTable> existingTable(Model model) throws SQLException {
        Optional<String> before = model.definition().storage().renamedFrom();
        for (String name :
                Stream.concat(Stream.of(model.table()), before.stream()).toList()) {
            Map<String, String> columns = columns(name);
            if (!columns.isEmpty()) {
                return Optional.of(
                        new ExistingTable(name, columns, texts(syntax.neededColumnsQuery(), name), isEmpty(name)));
            }
        }
        return Optional.empty();
    }

    private void rename(Model model, ExistingTable table) throws SQLException {
        if (!syntax.folded(table.name()).equals(syntax.folded(model.table()))) {
            handler.handle(ddl.renameTable(table.name(), model.table()), "model '" + model.name() + "':");
        }
        for (FieldDefinition field : model.storedFields()) {
            Optional<String> before = field.storage().renamedFrom().map(syntax::folded);
            String now = syntax.folded(field.column());
            if (before.isPresent()
                    && !table.columns().containsKey(now)
                    && table.columns().containsKey(before.get())) {
                handler.handle(
                        ddl.renameColumn(
                                model.table(), field.storage().renamedFrom().orElseThrow(), field.column()),
                        ManagedSchema.at(model, field).strip());
                table.columns().put(now, String.valueOf(table.columns().remove(before.get())));
                table.needed().replaceAll(name -> syntax.folded(name).equals(before.get()) ? field.column() : name);
            }
        }
    }

    /** Throws for a column that belongs to no field any more and needs a value: no record could be created. */
    private void refuseLeftOver(Model model, ExistingTable table) {
        for (String column : table.needed()) {
            if (model.storedFields().stream()
                    .noneMatch(field -> syntax.folded(field.column()).equals(syntax.folded(column)))) {
                reasons.add(ManagedSchema.leftOver(model, column));
            }
        }
    }

    private void add(Model model, ExistingTable table) throws SQLException {
        for (FieldDefinition field : model.storedFields()) {
            @Nullable String type = table.columns().get(syntax.folded(field.column()));
            if (type != null) {
                if (!ddl.isOfType(model, field, type)) {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "model {0}, field {1}: the column is of type {2}, and is left so",
                            model.name(),
                            field.name(),
                            type);
                }
            } else if (field.primaryKey()) {
                reasons.add(ManagedSchema.at(model, field) + "a key cannot be added to the table '" + model.table()
                        + "', which exists without it");
            } else if (field.nullable() || ddl.hasDefault(model, field) || table.empty()) {
                handler.handle(
                        ddl.addColumn(model, field, now()),
                        ManagedSchema.at(model, field).strip());
            } else {
                reasons.add(ManagedSchema.at(model, field) + "the table '" + model.table()
                        + "' has rows, which would have no value: give it a default, or 'nullable: true'; if it is a"
                        + " field that was called otherwise, say so with 'renamed_from:'");
            }
        }
    }

    /** Lets records of one call refer to each other, in tables of earlier versions too. */
    private void allowLateChecks(Model model, ExistingTable table) throws SQLException {
        Optional<String> query = syntax.ownForeignKeysCheckedAtOnceQuery();
        if (query.isPresent()) {
            for (String key : texts(query.get(), table.name())) {
                handler.handle(ddl.checkLaterOnDemand(model, key), "model '" + model.name() + "':");
            }
        }
    }

    private void joinTables(Model model) throws SQLException {
        for (FieldDefinition field : model.referencesFields()) {
            Reference.JoinTable join = field.target().through().orElseThrow();
            Map<String, String> columns = columns(join.table());
            String before = model.definition().storage().renamedFrom().orElse(model.table()) + "_"
                    + field.storage().renamedFrom().orElse(field.column());
            if (columns.isEmpty()
                    && !before.equals(join.table())
                    && !columns(before).isEmpty()) {
                handler.handle(
                        ddl.renameTable(before, join.table()),
                        ManagedSchema.at(model, field).strip());
                columns = columns(before);
            }
            if (columns.isEmpty()) {
                handler.handle(
                        ddl.joinTable(model, field),
                        ManagedSchema.at(model, field).strip());
            }
            for (String column : List.of(join.sourceColumn(), join.targetColumn())) {
                if (!columns.isEmpty() && !columns.containsKey(syntax.folded(column))) {
                    reasons.add(ManagedSchema.at(model, field) + "the table '" + join.table()
                            + "' exists without the column '" + column + "'");
                }
            }
        }
    }

    /** Types by name, in lower case where the database ignores case; empty when there is no such table. */
    private Map<String, String> columns(String table) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        try (PreparedStatement statement = session.connection().prepareStatement(syntax.columnsQuery())) {
            statement.setString(1, syntax.tableParameter(table));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    columns.put(syntax.folded(row.getString(1)), row.getString(2));
                }
            }
        }
        return columns;
    }

    private List<String> texts(String query, String table, String... more) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (PreparedStatement statement = session.connection().prepareStatement(query)) {
            statement.setString(1, syntax.tableParameter(table));
            for (int i = 0; i < more.length; i++) {
                statement.setString(i + 2, more[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    texts.add(row.getString(1));
                }
            }
        }
        return texts;
    }

    private boolean exists(String index) throws SQLException {
        return !texts(syntax.indexQuery(), index).isEmpty();
    }

    private boolean isEmpty(String table) throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM " + ddl.quote(table) + " LIMIT 1")) {
            return !row.next();
        }
    }

    private String now() throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery(syntax.momentQuery())) {
            row.next();
            return row.getString(1);
        }
    }
}
