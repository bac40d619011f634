package dev.hexadmin.persistence.schema;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.SchemaRefused;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.Session;
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
import org.jspecify.annotations.Nullable;

/**
 * Makes the tables of registered models, and only ever adds to them: tables, columns, indexes. Nothing is dropped,
 * renamed or given another type. Thread-safe; servers that start at once take turns.
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

    private static final int LONGEST_MILLIS = 30 * 60 * 1000;

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
     * @throws SchemaRefused when adding is not enough; nothing is changed then
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
        List<Model> managed = models.stream().filter(model -> !model.builtIn()).toList();
        Ddl ddl = new Ddl(database.sqlite(), Dialect.of(database));
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
            new Application(session, ddl).run(managed);
            keep(session, kind, digest);
            return Outcome.CHANGED;
        }));
    }

    private static void refuseWhatCannotBeMade(List<Model> models) {
        List<String> reasons = new ArrayList<>();
        for (Model model : models) {
            for (FieldDefinition field : model.fields()) {
                if (field.defaultValue()
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
            throw new SchemaRefused(reasons);
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
        try (Statement statement = session.connection().createStatement()) {
            if (!database.sqlite()) {
                // an index on a large table takes longer than any other statement may; the pool resets this
                session.connection().setNetworkTimeout(Runnable::run, LONGEST_MILLIS);
                database.waitForLocks();
                statement.execute("SELECT pg_advisory_xact_lock(" + TURN + ")");
            }
            statement.execute("CREATE TABLE IF NOT EXISTS " + STATE + " (name "
                    + (database.sqlite() ? "TEXT" : "text") + " PRIMARY KEY, digest "
                    + (database.sqlite() ? "TEXT" : "text") + " NOT NULL)");
        }
    }

    private static void keep(Session session, String kind, String digest) throws SQLException {
        String sql = "INSERT INTO " + STATE
                + " (name, digest) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET digest = excluded.digest";
        try (Session.Prepared prepared = session.prepare(sql)) {
            prepared.statement().setString(1, kind);
            prepared.statement().setString(2, digest);
            prepared.statement().executeUpdate();
        }
    }

    /** One pass over the models inside the transaction. */
    private static final class Application {
        private final Session session;
        private final Ddl ddl;
        private final List<String> reasons = new ArrayList<>();

        Application(Session session, Ddl ddl) {
            this.session = session;
            this.ddl = ddl;
        }

        void run(List<Model> models) throws SQLException {
            List<Model> made = new ArrayList<>();
            Map<Model, Map<String, String>> there = new LinkedHashMap<>();
            for (Model model : models) {
                Map<String, String> columns = columns(model.table());
                if (columns.isEmpty()) {
                    execute(ddl.table(model), "model '" + model.name() + "':");
                    made.add(model);
                } else {
                    there.put(model, columns);
                }
            }
            // foreign keys of both come when all tables are there
            for (Map.Entry<Model, Map<String, String>> table : there.entrySet()) {
                add(table.getKey(), table.getValue());
            }
            check();
            for (Model model : made) {
                for (String statement : ddl.foreignKeys(model)) {
                    execute(statement, "model '" + model.name() + "':");
                }
            }
            for (Model model : models) {
                joinTables(model);
                for (Ddl.Index index : ddl.indexes(model)) {
                    if (index.replaces().isPresent()) {
                        drop(index.replaces().get(), index.subject());
                    }
                    execute(index.statement(), index.subject());
                }
            }
            check();
        }

        private void check() {
            if (!reasons.isEmpty()) {
                throw new SchemaRefused(reasons);
            }
        }

        private void add(Model model, Map<String, String> columns) throws SQLException {
            for (FieldDefinition field : model.storedFields()) {
                @Nullable String type = columns.get(ddl.folded(field.column()));
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
                } else if (field.nullable() || ddl.hasDefault(model, field) || isEmpty(model.table())) {
                    execute(ddl.addColumn(model, field, now()), at(model, field).strip());
                } else {
                    reasons.add(at(model, field) + "the table '" + model.table()
                            + "' has rows, which would have no value: give it a default, or 'nullable: true'");
                }
            }
        }

        /** Drops an index that an earlier version made. */
        private void drop(String index, String subject) throws SQLException {
            try (PreparedStatement statement = session.connection().prepareStatement("SELECT to_regclass(?)")) {
                statement.setString(1, Ddl.quote(index));
                try (ResultSet row = statement.executeQuery()) {
                    if (!row.next() || row.getString(1) == null) {
                        return;
                    }
                }
            }
            LOG.log(
                    System.Logger.Level.INFO,
                    "{0} the index {1} is rebuilt, so that lists are read from it in order; a large table takes a while",
                    subject,
                    index);
            execute("DROP INDEX " + Ddl.quote(index), subject);
        }

        private void joinTables(Model model) throws SQLException {
            for (FieldDefinition field : model.referencesFields()) {
                Reference.JoinTable join = field.target().through().orElseThrow();
                Map<String, String> columns = columns(join.table());
                if (columns.isEmpty()) {
                    execute(ddl.joinTable(model, field), at(model, field).strip());
                }
                for (String column : List.of(join.sourceColumn(), join.targetColumn())) {
                    if (!columns.isEmpty() && !columns.containsKey(ddl.folded(column))) {
                        reasons.add(at(model, field) + "the table '" + join.table() + "' exists without the column '"
                                + column + "'");
                    }
                }
            }
        }

        /** Types by name, in lower case where the database ignores case; empty when there is no such table. */
        private Map<String, String> columns(String table) throws SQLException {
            Map<String, String> columns = new LinkedHashMap<>();
            try (PreparedStatement statement = session.connection().prepareStatement(ddl.columnsQuery())) {
                statement.setString(1, ddl.columnsParameter(table));
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        columns.put(ddl.folded(row.getString(1)), row.getString(2));
                    }
                }
            }
            return columns;
        }

        private boolean isEmpty(String table) throws SQLException {
            try (Statement statement = session.connection().createStatement();
                    ResultSet row = statement.executeQuery("SELECT 1 FROM " + Ddl.quote(table) + " LIMIT 1")) {
                return !row.next();
            }
        }

        private String now() throws SQLException {
            try (Statement statement = session.connection().createStatement();
                    ResultSet row = statement.executeQuery(ddl.nowQuery())) {
                row.next();
                return row.getString(1);
            }
        }

        private void execute(String sql, String subject) throws SQLException {
            LOG.log(System.Logger.Level.DEBUG, sql);
            try (Statement statement = session.connection().createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                String state = String.valueOf(e.getSQLState());
                if (state.startsWith("08") || state.startsWith("57") || state.startsWith("53")) {
                    throw e;
                }
                throw new SchemaRefused(
                        subject + " the database refused to add to the table: " + String.valueOf(e.getMessage()), e);
            }
        }
    }
}
