package dev.hexadmin.persistence.schema;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.settings.SchemaMismatchException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the tables of registered models, and only ever adds to them: tables, columns, indexes. Nothing is dropped or
 * given another type, and renamed only where a model or field says what it was called before. Thread-safe; servers that start at once take turns.
 *
 * <p>What was applied last is kept as a digest in {@code admin_schema_state}, so a start without changes costs one
 * query. Built-in models have their tables from migrations and are left alone.
 */
public final class ManagedSchema {
    private static final System.Logger LOG = System.getLogger(ManagedSchema.class.getName());
    private static final String STATE = "admin_schema_state";
    private static final String READ_STATE = "SELECT digest FROM " + STATE + " WHERE name = ?";

    // any number that nothing else in the database locks on
    private static final long TURN = 0x6865_7861_646d_696eL;

    private final Database database;

    public ManagedSchema(Database database) {
        this.database = database;
    }

    /** What a call did. */
    public enum Outcome {
        /** The tables were as the models say. */
        CURRENT,
        /** Something was added. */
        CHANGED
    }

    /**
     * Brings the tables to what the models say, in one transaction.
     *
     * @param models all registered models; built-in ones are skipped
     * @throws SchemaMismatchException when adding is not enough; nothing is changed then
     */
    public Outcome apply(Collection<Model> models) {
        return apply("models", models);
    }

    /**
     * The same for models of another kind.
     *
     * @param kind under which it is kept what has been applied
     */
    public Outcome apply(String kind, Collection<Model> models) {
        List<Model> managed = managed(models);
        Ddl ddl = new Ddl(database.kind());
        refuseWhatCannotBeMade(managed);
        String digest = digest(ddl, managed);
        if (database.read(session -> kept(session, kind)).equals(digest)) {
            return Outcome.CURRENT;
        }
        return database.write(scope -> database.change(session -> {
            prepareState(session);
            if (kept(session, kind).equals(digest)) {
                return Outcome.CURRENT;
            }
            new Application(session, ddl, syntax(), (sql, subject) -> execute(session, sql, subject)).run(managed);
            keep(session, kind, digest);
            return Outcome.CHANGED;
        }));
    }

    /**
     * The statements that {@link #apply(Collection)} would carry out now, in their order; nothing is changed.
     *
     * @throws SchemaMismatchException when adding is not enough
     */
    public List<String> plan(Collection<Model> models) {
        List<Model> managed = managed(models);
        Ddl ddl = new Ddl(database.kind());
        refuseWhatCannotBeMade(managed);
        String digest = digest(ddl, managed);
        return database.read(session -> {
            List<String> statements = new ArrayList<>();
            if (!kept(session, "models").equals(digest)) {
                new Application(session, ddl, syntax(), (sql, subject) -> statements.add(sql)).run(managed);
            }
            return statements;
        });
    }

    private SchemaSyntax syntax() {
        return database.kind().schema();
    }

    private static List<Model> managed(Collection<Model> models) {
        return models.stream().filter(model -> !model.builtIn()).toList();
    }

    private static void refuseWhatCannotBeMade(List<Model> models) {
        List<String> reasons = new ArrayList<>();
        for (Model model : models) {
            for (FieldDefinition field : model.fields()) {
                if (field.input()
                        .defaultValue()
                        .filter(DefaultValue.DatabaseExpression.class::isInstance)
                        .isPresent()) {
                    reasons.add(at(model, field)
                            + "an expression as default is for tables that exist; give a constant, or use"
                            + " 'schema: existing'");
                }
                if (field.type() == FieldType.REFERENCES && model.key().size() > 1) {
                    reasons.add(at(model, field) + "a model with a composite key cannot have many-to-many fields");
                }
            }
        }
        if (!reasons.isEmpty()) {
            throw new SchemaMismatchException(reasons);
        }
    }

    static String at(Model model, FieldDefinition field) {
        return "model '" + model.name() + "', field '" + field.name() + "': ";
    }

    private static String digest(Ddl ddl, List<Model> models) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (Model model : models) {
                for (String statement : ddl.everything(model)) {
                    sha.update(statement.getBytes(StandardCharsets.UTF_8));
                    sha.update((byte) 0);
                }
            }
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every Java", e);
        }
    }

    /** The digest kept, or nothing at all before the first time. */
    private static String kept(Session session, String kind) {
        try (Session.Prepared prepared = session.prepare(READ_STATE)) {
            prepared.statement().setString(1, kind);
            try (ResultSet row = prepared.statement().executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        } catch (SQLException e) {
            return ""; // there is no such table yet; if it is another failure, the work that follows meets it too
        }
    }

    private void prepareState(Session session) throws SQLException {
        syntax().begin(session, TURN);
        try (Statement statement = session.connection().createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + STATE + " (name TEXT PRIMARY KEY, digest TEXT NOT NULL)");
        }
    }

    private void keep(Session session, String kind, String digest) throws SQLException {
        String sql = "INSERT INTO " + STATE + " (name, digest) VALUES (?, ?)"
                + database.kind().sql().orUpdate("name", "digest");
        try (Session.Prepared prepared = session.prepare(sql)) {
            prepared.statement().setString(1, kind);
            prepared.statement().setString(2, digest);
            prepared.statement().executeUpdate();
        }
    }

    private void execute(Session session, String sql, String subject) throws SQLException {
        LOG.log(System.Logger.Level.DEBUG, sql);
        try (Statement statement = session.connection().createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            if (database.kind().errors().reason(e).isPresent()) {
                throw e;
            }
            throw new SchemaMismatchException(
                    subject + " the database refused to change the table: " + String.valueOf(e.getMessage()), e);
        }
    }

    /** What is done with a statement. */
    private interface Taker {
        void take(String sql, String subject) throws SQLException;
    }

    /** One pass over the models inside the transaction; it reads nothing that its own statements have changed. */
    private static final class Application {
        private final Session session;
        private final Ddl ddl;
        private final SchemaSyntax syntax;
        private final Taker taker;
        private final List<String> reasons = new ArrayList<>();

        Application(Session session, Ddl ddl, SchemaSyntax syntax, Taker taker) {
            this.session = session;
            this.ddl = ddl;
            this.syntax = syntax;
            this.taker = taker;
        }

        /** A table that exists, with its columns as they are once it is renamed. */
        private record There(String name, Map<String, String> columns, List<String> needed, boolean empty) {}

        void run(List<Model> models) throws SQLException {
            List<Model> made = new ArrayList<>();
            Map<Model, There> there = new LinkedHashMap<>();
            for (Model model : models) {
                Optional<There> found = there(model);
                if (found.isPresent()) {
                    there.put(model, found.get());
                } else {
                    made.add(model);
                }
            }
            for (Map.Entry<Model, There> table : there.entrySet()) {
                rename(table.getKey(), table.getValue());
            }
            for (Map.Entry<Model, There> table : there.entrySet()) {
                refuseLeftOver(table.getKey(), table.getValue());
            }
            for (Model model : made) {
                taker.take(ddl.table(model), "model '" + model.name() + "':");
            }
            // foreign keys of both come when all tables are there
            for (Map.Entry<Model, There> table : there.entrySet()) {
                add(table.getKey(), table.getValue());
            }
            check();
            for (Model model : made) {
                for (String statement : ddl.foreignKeys(model)) {
                    taker.take(statement, "model '" + model.name() + "':");
                }
            }
            for (Model model : models) {
                joinTables(model);
                for (Ddl.Index index : ddl.indexes(model)) {
                    if (!exists(index.name())) {
                        taker.take(index.statement(), index.subject());
                    }
                    if (index.replaces().isPresent() && exists(index.replaces().get())) {
                        LOG.log(
                                System.Logger.Level.INFO,
                                "{0} the index {1} is rebuilt, so that lists are read from it in order; a large table"
                                        + " takes a while",
                                index.subject(),
                                index.replaces().get());
                        taker.take("DROP INDEX " + ddl.quote(index.replaces().get()), index.subject());
                    }
                }
            }
            check();
        }

        private void check() {
            if (!reasons.isEmpty()) {
                throw new SchemaMismatchException(reasons);
            }
        }

        private Optional<There> there(Model model) throws SQLException {
            Optional<String> before = model.definition().storage().renamedFrom();
            for (String name :
                    Stream.concat(Stream.of(model.table()), before.stream()).toList()) {
                Map<String, String> columns = columns(name);
                if (!columns.isEmpty()) {
                    return Optional.of(
                            new There(name, columns, texts(syntax.neededColumnsQuery(), name), isEmpty(name)));
                }
            }
            return Optional.empty();
        }

        private void rename(Model model, There table) throws SQLException {
            if (!syntax.folded(table.name()).equals(syntax.folded(model.table()))) {
                taker.take(ddl.renameTable(table.name(), model.table()), "model '" + model.name() + "':");
            }
            for (FieldDefinition field : model.storedFields()) {
                Optional<String> before = field.storage().renamedFrom().map(syntax::folded);
                String now = syntax.folded(field.column());
                if (before.isPresent()
                        && !table.columns().containsKey(now)
                        && table.columns().containsKey(before.get())) {
                    taker.take(
                            ddl.renameColumn(
                                    model.table(), field.storage().renamedFrom().orElseThrow(), field.column()),
                            at(model, field).strip());
                    table.columns().put(now, String.valueOf(table.columns().remove(before.get())));
                    table.needed().replaceAll(name -> syntax.folded(name).equals(before.get()) ? field.column() : name);
                }
            }
        }

        /** A column that is no field any more and needs a value: no record could be created. */
        private void refuseLeftOver(Model model, There table) {
            for (String column : table.needed()) {
                if (model.storedFields().stream()
                        .noneMatch(field -> syntax.folded(field.column()).equals(syntax.folded(column)))) {
                    reasons.add(leftOver(model, column));
                }
            }
        }

        private void add(Model model, There table) throws SQLException {
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
                    reasons.add(at(model, field) + "a key cannot be added to the table '" + model.table()
                            + "', which exists without it");
                } else if (field.nullable() || ddl.hasDefault(model, field) || table.empty()) {
                    taker.take(
                            ddl.addColumn(model, field, now()), at(model, field).strip());
                } else {
                    reasons.add(at(model, field) + "the table '" + model.table()
                            + "' has rows, which would have no value: give it a default, or 'nullable: true'; if it is a"
                            + " field that was called otherwise, say so with 'renamed_from:'");
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
                    taker.take(
                            ddl.renameTable(before, join.table()),
                            at(model, field).strip());
                    columns = columns(before);
                }
                if (columns.isEmpty()) {
                    taker.take(ddl.joinTable(model, field), at(model, field).strip());
                }
                for (String column : List.of(join.sourceColumn(), join.targetColumn())) {
                    if (!columns.isEmpty() && !columns.containsKey(syntax.folded(column))) {
                        reasons.add(at(model, field) + "the table '" + join.table() + "' exists without the column '"
                                + column + "'");
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

        private List<String> texts(String query, String table) throws SQLException {
            List<String> texts = new ArrayList<>();
            try (PreparedStatement statement = session.connection().prepareStatement(query)) {
                statement.setString(1, syntax.tableParameter(table));
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

    /** What is wrong with a column that needs a value and is no field of its model any more. */
    public static String leftOver(Model model, String column) {
        return "model '" + model.name() + "': the column '" + column + "' of the table '" + model.table()
                + "' needs a value and is no field any more, so no record could be created: if its field was renamed, say"
                + " 'renamed_from: " + column + "' at the new one; if not, keep a field '" + column
                + "' with a default";
    }
}
