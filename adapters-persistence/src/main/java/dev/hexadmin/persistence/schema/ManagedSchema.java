package dev.hexadmin.persistence.schema;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.settings.SchemaMismatchException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Creates the tables of registered models and adds to them: tables, columns, foreign keys, indexes. A column gets another
 * type only if it cannot hold what its field declares, and no value is lost; only {@link #drop} drops columns. Indexes of
 * fields that were unique are dropped, and columns of fields that were required become nullable. A table or column is
 * renamed only where a model or field states its previous name.
 * Thread-safe; servers that start at the same time update the schema one after the other.
 *
 * <p>A digest of the applied definitions is stored in {@code admin_schema_state}, so a start without changes needs one
 * query. Migrations create the tables of built-in models, which are skipped.
 */
public final class ManagedSchema {
    private static final System.Logger LOG = System.getLogger(ManagedSchema.class.getName());
    private static final String STATE = "admin_schema_state";
    private static final String READ_STATE = "SELECT digest FROM " + STATE + " WHERE name = ?";

    /** Changes when a start does more for unchanged models than before, so that the next one compares their tables. */
    private static final byte VERSION = 3;

    // any number that nothing else in the database locks on
    private static final long TURN = 0x6865_7861_646d_696eL;

    private final Database database;

    public ManagedSchema(Database database) {
        this.database = database;
    }

    /** The result of a call. */
    public enum Outcome {
        /** The tables matched the models already. */
        CURRENT,
        /** Something was added. */
        CHANGED
    }

    /**
     * Makes the tables match the models: in one transaction, and each index of a table that has rows in another one after it.
     *
     * @param models all registered models; built-in ones are skipped
     * @throws SchemaMismatchException when additions are not enough; nothing is changed then
     */
    public Outcome apply(Collection<Model> models) {
        return apply("models", models);
    }

    /**
     * The same for models of another kind.
     *
     * @param kind the name under which the digest is stored
     */
    public Outcome apply(String kind, Collection<Model> models) {
        return apply(kind, models, false, false);
    }

    /**
     * The same as {@link #apply(Collection)}, and compares the tables also when they had matched the models at the last
     * start: indexes and columns that were dropped since are created again.
     */
    public Outcome repair(Collection<Model> models) {
        return apply("models", models, false, true);
    }

    /**
     * The same as {@link #repair} before {@link #drop}, so that columns which need a value and belong to no field are not refused.
     *
     * @throws SchemaMismatchException when additions are not enough; nothing is changed then
     */
    public Outcome applyBeforeDrop(Collection<Model> models) {
        return apply("models", models, true, true);
    }

    /** Drops the columns of the models' tables that belong to no field, in one transaction. Tables are never dropped. */
    public void drop(Collection<Model> models) {
        Ddl ddl = new Ddl(database.kind());
        database.changeTables(TURN, session -> {
            SchemaUpdate update = new SchemaUpdate(session, ddl, syntax());
            update.drop(managed(models));
            execute(session, update.planned());
            return true;
        });
    }

    private Outcome apply(String kind, Collection<Model> models, boolean dropping, boolean comparing) {
        List<Model> managed = managed(models);
        Ddl ddl = new Ddl(database.kind());
        requireManageable(database.kind(), managed);
        String digest = digest(ddl, managed);
        if (!comparing && database.read(session -> kept(session, kind)).equals(digest)) {
            return Outcome.CURRENT;
        }
        Optional<SchemaUpdate> done = database.changeTables(TURN, session -> {
            prepareState(session);
            if (!comparing && kept(session, kind).equals(digest)) {
                return Optional.empty();
            }
            // all of them first: what additions cannot make is refused before anything is changed
            SchemaUpdate update = new SchemaUpdate(session, ddl, syntax());
            update.run(managed, dropping);
            // where each statement is final, a failed change must not leave the digest of models that no longer fit
            keep(session, kind, "");
            for (Renames.Rename rename : update.renames()) {
                Renames.add(session, rename);
            }
            execute(session, update.planned());
            update.keepRequired();
            if (update.indexes().later().isEmpty()) {
                finish(session, update, kind, digest);
            }
            return Optional.of(update);
        });
        if (done.isEmpty()) {
            return Outcome.CURRENT;
        }
        SchemaUpdate update = done.get();
        build(ddl, update.indexes().later());
        if (!update.indexes().later().isEmpty()) {
            database.changeTables(TURN, session -> {
                finish(session, update, kind, digest);
                return true;
            });
        }
        return Outcome.CHANGED;
    }

    private void finish(Session session, SchemaUpdate update, String kind, String digest) throws SQLException {
        execute(session, update.indexes().obsolete());
        keep(session, kind, digest);
    }

    /** Each in a transaction of its own, so that the tables are locked only as long as one takes. */
    private void build(Ddl ddl, List<Ddl.Index> indexes) {
        for (Ddl.Index index : indexes) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "{0} an index of the table {1} is built; a large table takes a while",
                    index.subject(),
                    index.table());
            database.changeTables(TURN, session -> {
                SchemaUpdate update = new SchemaUpdate(session, ddl, syntax());
                update.indexes().add(index);
                execute(session, update.planned());
                return true;
            });
        }
    }

    /**
     * The statements that {@link #repair} would run now, in their order; nothing is changed.
     *
     * @param dropping whether {@link #drop} follows
     * @throws SchemaMismatchException when additions are not enough
     */
    public List<String> plan(Collection<Model> models, boolean dropping) {
        List<Model> managed = managed(models);
        Ddl ddl = new Ddl(database.kind());
        requireManageable(database.kind(), managed);
        return database.read(session -> {
            SchemaUpdate update = new SchemaUpdate(session, ddl, syntax());
            update.run(managed, dropping);
            List<String> statements = new ArrayList<>(update.statements());
            if (dropping) {
                SchemaUpdate drop = new SchemaUpdate(session, ddl, syntax());
                drop.drop(managed);
                statements.addAll(drop.statements());
            }
            return statements;
        });
    }

    /** The statement that creates the index of an order by a field, if possible while others write to the table. */
    public String indexWithoutBlocking(Model model, FieldDefinition field) {
        return new Ddl(database.kind()).indexWithoutBlocking(model, field);
    }

    private SchemaSyntax syntax() {
        return database.kind().schema();
    }

    private static List<Model> managed(Collection<Model> models) {
        return models.stream().filter(model -> !model.builtIn()).toList();
    }

    /**
     * Checks what the models say, without a database.
     *
     * @throws SchemaMismatchException when no table can be made for one
     */
    public static void requireManageable(DatabaseKind kind, Collection<Model> models) {
        Ddl ddl = new Ddl(kind);
        List<String> reasons = new ArrayList<>();
        for (Model model : managed(models)) {
            if (model.key().isEmpty()) {
                reasons.add("model '" + model.name()
                        + "': it has no key, and a managed table needs one; name its fields with 'key', or set"
                        + " 'database.schema' to 'existing' for a table that exists");
            }
            if (!kind.dialect().schemaOf(model.table()).isEmpty()) {
                reasons.add(
                        "model '" + model.name() + "': 'table' names a schema, and Hexadmin creates tables only in the"
                                + " schema of its connection. Set 'database.schema' to 'existing' for a table that exists");
            }
            Set<String> columns = new HashSet<>();
            for (FieldDefinition field : model.fields()) {
                if (field.stored() && !columns.add(kind.schema().folded(field.column()))) {
                    reasons.add(at(model, field) + "another field has the column '" + field.column()
                            + "', or one that differs only in case, which the database ignores");
                }
                reasons.addAll(reasons(ddl, model, field));
            }
        }
        if (!reasons.isEmpty()) {
            throw new SchemaMismatchException(reasons);
        }
    }

    private static List<String> reasons(Ddl ddl, Model model, FieldDefinition field) {
        List<String> reasons = new ArrayList<>();
        if (model.storedFields().stream().anyMatch(other -> exchanges(field, other))) {
            reasons.add(at(model, field) + "two fields cannot exchange their columns: rename one of them to a third"
                    + " name first, and start with it");
        }
        if (field.input()
                .defaultValue()
                .filter(DefaultValue.DatabaseExpression.class::isInstance)
                .isPresent()) {
            reasons.add(at(model, field) + "an expression as default is for tables that exist; give a constant, or use"
                    + " 'schema: existing'");
        }
        if (field.storage().index()) {
            ddl.unindexable(model, field).ifPresent(reason -> reasons.add(at(model, field) + reason));
        }
        if (field.type() == FieldType.REFERENCES && model.key().size() > 1) {
            reasons.add(at(model, field) + "a model with a composite key cannot have many-to-many fields");
        }
        return reasons;
    }

    private static boolean exchanges(FieldDefinition one, FieldDefinition other) {
        return !one.column().equals(other.column())
                && one.storage().renamedFrom().equals(Optional.of(other.column()))
                && other.storage().renamedFrom().equals(Optional.of(one.column()));
    }

    static String at(Model model, FieldDefinition field) {
        return "model '" + model.name() + "', field '" + field.name() + "': ";
    }

    private static String digest(Ddl ddl, List<Model> models) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(VERSION);
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

    /** The stored digest, or an empty text before the first update. */
    private static String kept(Session session, String kind) {
        try (Session.Prepared prepared = session.prepare(READ_STATE)) {
            prepared.statement().setString(1, kind);
            try (ResultSet row = prepared.statement().executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        } catch (SQLException e) {
            return ""; // the table does not exist yet; any other failure occurs again in the work that follows
        }
    }

    private static void prepareState(Session session) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + STATE
                    + " (name VARCHAR(100) PRIMARY KEY, digest VARCHAR(100) NOT NULL)");
        }
        Renames.prepare(session);
        RequiredColumns.prepare(session);
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

    private void execute(Session session, List<Planned> planned) throws SQLException {
        for (Planned each : planned) {
            if (each.slow()) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "{0} the type of the column is changed; a large table takes a while",
                        each.subject());
            }
            execute(session, each.sql(), each.subject());
        }
    }

    private void execute(Session session, String sql, String subject) throws SQLException {
        LOG.log(System.Logger.Level.DEBUG, sql);
        try (Statement statement = session.connection().createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            if (database.kind().errors().reason(e).isPresent()) {
                throw new SQLException(
                        subject + " " + sql + ": " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
            }
            throw new SchemaMismatchException(
                    subject + " the database refused to change the table: " + String.valueOf(e.getMessage()), e);
        }
    }

    /** The message about a column that needs a value and belongs to no field of its model any more. */
    public static String leftOver(Model model, String column) {
        return "model '" + model.name() + "': the column '" + column + "' of the table '" + model.table()
                + "' needs a value and is no field any more, so no record could be created: if its field was renamed,"
                + " say 'renamed_from: " + column + "' at the new one; if not, keep a field '" + column
                + "' with a default, or drop the column with 'hexadmin migrate --drop'";
    }

    static String shortened(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
