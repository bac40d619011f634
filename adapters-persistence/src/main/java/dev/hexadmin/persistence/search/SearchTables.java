package dev.hexadmin.persistence.search;

import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.Session;
import dev.hexadmin.persistence.jdbc.SqlFailure;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the indexes of managed tables, and keeps those of SQLite up to date. Thread-safe.
 *
 * <p>Names are {@code admin_search_} and a number, so they fit and tell that they are ours. A start without changes costs
 * one query.
 */
public final class SearchTables {
    static final String NAME = "admin_search_";

    private static final System.Logger LOG = System.getLogger(SearchTables.class.getName());
    // any number that nothing else in the database locks on
    private static final long LOCK = 0x6865_7861_7372_6368L;
    private static final int LONGEST_MILLIS = 30 * 60 * 1000;
    private static final int BATCH = 200;
    private static final int WORTH_TELLING = 10_000;

    private final Database database;
    private final Dialect dialect;
    private volatile Map<String, Indexed> indexes = Map.of();

    public SearchTables(Database database) {
        this.database = database;
        this.dialect = Dialect.of(database);
    }

    /**
     * A model whose words are indexed.
     *
     * @param fields in the order of the index's columns
     */
    record Indexed(long id, Model model, List<FieldDefinition> fields) {
        String table() {
            return NAME + id;
        }

        String column(FieldDefinition field) {
            return "f" + fields.indexOf(field);
        }
    }

    /** A row of {@code admin_search_indexes}. */
    private record Kept(long id, String table, String covers) {}

    /**
     * Makes the indexes that are missing, and drops those of models and fields that are not searched any more. To be
     * called once the tables are there, and only when they are managed.
     *
     * @param models all registered models; built-in ones are left alone
     */
    public void apply(Collection<Model> models) {
        Map<String, Model> wanted = new LinkedHashMap<>();
        for (Model model : models) {
            if (!model.builtIn() && indexable(model)) {
                wanted.put(model.name(), model);
            }
        }
        Map<String, Kept> kept = database.read(SearchTables::kept);
        if (!isCurrent(wanted, kept)) {
            kept = database.sqlite() ? applySqlite(wanted) : applyPostgresql(wanted);
        }
        Map<String, Indexed> made = new HashMap<>();
        kept.forEach((name, row) -> {
            Model model = wanted.get(name);
            if (model != null && row.covers().equals(covers(model))) {
                made.put(name, new Indexed(row.id(), model, SearchIndex.searched(model)));
            }
        });
        indexes = Map.copyOf(made);
    }

    /** The index of a model that has one. */
    Optional<Indexed> of(Model model) {
        return Optional.ofNullable(indexes.get(model.name()));
    }

    private boolean indexable(Model model) {
        // SQLite's index knows a record by a number that never changes: only an integer key is that
        boolean numbered = model.key().size() == 1 && model.key().getFirst().type() == FieldType.INTEGER;
        return (numbered || !database.sqlite()) && !SearchIndex.searched(model).isEmpty();
    }

    private static String covers(Model model) {
        StringBuilder columns = new StringBuilder(model.table()).append('\n');
        columns.append(model.key().getFirst().column());
        SearchIndex.searched(model).forEach(field -> columns.append('\n').append(field.column()));
        return columns.toString();
    }

    private static boolean isCurrent(Map<String, Model> wanted, Map<String, Kept> kept) {
        return wanted.keySet().equals(kept.keySet())
                && wanted.entrySet().stream()
                        .allMatch(one -> Optional.ofNullable(kept.get(one.getKey()))
                                .filter(row -> row.covers().equals(covers(one.getValue())))
                                .isPresent());
    }

    private static Map<String, Kept> kept(Session session) throws SQLException {
        Map<String, Kept> kept = new LinkedHashMap<>();
        try (Session.Prepared prepared =
                        session.prepare("SELECT model, id, table_name, covers FROM admin_search_indexes ORDER BY id");
                ResultSet row = prepared.statement().executeQuery()) {
            while (row.next()) {
                kept.put(row.getString(1), new Kept(row.getLong(2), row.getString(3), row.getString(4)));
            }
        }
        return kept;
    }

    private static void execute(Session session, String sql) throws SQLException {
        LOG.log(Level.DEBUG, sql);
        try (Statement statement = session.connection().createStatement()) {
            statement.execute(sql);
        }
    }

    /** The models without an index that fits, after the indexes that fit nothing were dropped. */
    private List<Model> missing(Session session, Map<String, Model> wanted) throws SQLException {
        List<Model> missing = new ArrayList<>(wanted.values());
        for (Map.Entry<String, Kept> one : kept(session).entrySet()) {
            @Nullable Model model = wanted.get(one.getKey());
            if (model != null && one.getValue().covers().equals(covers(model))) {
                missing.remove(model);
            } else {
                drop(session, one.getValue().id());
            }
        }
        return missing;
    }

    private void drop(Session session, long id) throws SQLException {
        if (database.sqlite()) {
            for (String event : List.of("insert", "update", "delete")) {
                execute(session, "DROP TRIGGER IF EXISTS " + NAME + id + "_" + event);
            }
            execute(session, "DROP TABLE IF EXISTS " + NAME + id);
            change(session, "DELETE FROM admin_search_queue WHERE index_id = ?", id);
        } else {
            execute(session, "DROP INDEX IF EXISTS " + NAME + id);
        }
        change(session, "DELETE FROM admin_search_indexes WHERE id = ?", id);
    }

    private static long keep(Session session, Model model) throws SQLException {
        String sql = "INSERT INTO admin_search_indexes (model, table_name, covers) VALUES (?, ?, ?) RETURNING id";
        try (Session.Prepared prepared = session.prepare(sql)) {
            prepared.statement().setString(1, model.name());
            prepared.statement().setString(2, model.table());
            prepared.statement().setString(3, covers(model));
            try (ResultSet row = prepared.statement().executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static int change(Session session, String sql, long... values) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql)) {
            for (int i = 0; i < values.length; i++) {
                prepared.statement().setLong(i + 1, values[i]);
            }
            return prepared.statement().executeUpdate();
        }
    }

    private static Optional<Long> number(Session session, String sql, long... values) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql)) {
            for (int i = 0; i < values.length; i++) {
                prepared.statement().setLong(i + 1, values[i]);
            }
            try (ResultSet row = prepared.statement().executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                long number = row.getLong(1);
                return row.wasNull() ? Optional.empty() : Optional.of(number);
            }
        }
    }

    // ---- PostgreSQL

    private Map<String, Kept> applyPostgresql(Map<String, Model> wanted) {
        if (!hasTrigrams()) {
            return Map.of();
        }
        try {
            return database.write(scope -> database.change(session -> {
                // an index on a large table takes longer than any other statement may; the pool resets this
                session.connection().setNetworkTimeout(Runnable::run, LONGEST_MILLIS);
                database.waitForLocks();
                execute(session, "SELECT pg_advisory_xact_lock(" + LOCK + ")");
                for (Model model : missing(session, wanted)) {
                    long id = keep(session, model);
                    TableFacts facts = dialect.inspect(session, model);
                    List<String> columns = new ArrayList<>();
                    for (FieldDefinition field : SearchIndex.searched(model)) {
                        TableFacts.Column column = facts.columns().get(field.name());
                        if (column != null) {
                            columns.add("(" + folded(column, dialect.quote(field.column())) + ") gin_trgm_ops");
                        }
                    }
                    execute(
                            session,
                            "CREATE INDEX " + NAME + id + " ON " + dialect.quote(model.table()) + " USING gin ("
                                    + String.join(", ", columns) + ")");
                }
                return kept(session);
            }));
        } catch (SqlFailure e) {
            LOG.log(Level.WARNING, "The search indexes could not be made; a search looks through the tables", e);
            return Map.of();
        }
    }

    /** The column in lower case by its own rules: trigrams by themselves know only those of the database. */
    static String folded(TableFacts.Column column, String name) {
        return "lower(" + column.codec().anyCase(name) + ")";
    }

    private boolean hasTrigrams() {
        try {
            boolean there = database.read(
                            session -> number(session, "SELECT count(*) FROM pg_extension WHERE extname = 'pg_trgm'"))
                    .filter(count -> count > 0)
                    .isPresent();
            if (!there) {
                database.write(scope -> database.change(session -> {
                    database.waitForLocks();
                    execute(session, "SELECT pg_advisory_xact_lock(" + LOCK + ")");
                    execute(session, "CREATE EXTENSION IF NOT EXISTS pg_trgm");
                    return true;
                }));
            }
            return true;
        } catch (SqlFailure e) {
            LOG.log(
                    Level.WARNING,
                    "The extension pg_trgm is not there and cannot be made: a search looks through the tables. {0}",
                    e.getMessage());
            return false;
        }
    }

    // ---- SQLite

    private Map<String, Kept> applySqlite(Map<String, Model> wanted) {
        return database.write(scope -> database.change(session -> {
            for (Model model : missing(session, wanted)) {
                makeSqlite(session, new Indexed(keep(session, model), model, SearchIndex.searched(model)));
            }
            return kept(session);
        }));
    }

    private void makeSqlite(Session session, Indexed index) throws SQLException {
        Model model = index.model();
        String table = dialect.quote(model.table());
        String key = dialect.quote(model.key().getFirst().column());
        List<String> columns = index.fields().stream()
                .map(field -> dialect.quote(field.column()))
                .toList();
        execute(
                session,
                "CREATE VIRTUAL TABLE " + index.table() + " USING fts5("
                        + String.join(
                                ", ", index.fields().stream().map(index::column).toList())
                        + ", content = '', contentless_delete = 1, tokenize = 'trigram')");
        String note = "INSERT OR IGNORE INTO admin_search_queue (index_id, record) VALUES (" + index.id() + ", ";
        trigger(session, index, "insert", "INSERT", note + "new." + key + ")");
        trigger(session, index, "update", "UPDATE OF " + String.join(", ", columns), note + "new." + key + ")");
        trigger(session, index, "delete", "DELETE", note + "old." + key + ")");
        Optional<Long> newest = number(session, "SELECT max(" + key + ") FROM " + table);
        if (newest.isPresent()) {
            change(
                    session,
                    "UPDATE admin_search_indexes SET unfilled_below = ? WHERE id = ?",
                    newest.get() == Long.MAX_VALUE ? newest.get() : newest.get() + 1,
                    index.id());
        }
    }

    private void trigger(Session session, Indexed index, String name, String event, String note) throws SQLException {
        execute(
                session,
                "CREATE TRIGGER " + index.table() + "_" + name + " AFTER " + event + " ON "
                        + dialect.quote(index.model().table()) + " BEGIN " + note + "; END");
    }

    /**
     * Writes a little of what the indexes are behind, if they are, in one short transaction: first records that changed,
     * then those that were there before the index. On PostgreSQL there is nothing to do.
     *
     * @return whether there may be more to do
     */
    public boolean catchUp() {
        if (!database.sqlite() || indexes.isEmpty()) {
            return false;
        }
        boolean behind = database.read(session -> number(session, "SELECT 1 FROM admin_search_queue LIMIT 1")
                        .isPresent()
                || number(session, "SELECT 1 FROM admin_search_indexes WHERE unfilled_below IS NOT NULL LIMIT 1")
                        .isPresent());
        if (!behind) {
            return false;
        }
        return database.write(scope -> database.change(session -> changed(session) || fill(session)));
    }

    /**
     * Indexes a batch of one model's changed records, with as few statements as can be: each statement that inserts from
     * a query makes FTS5 write out what it has gathered, which costs forty times what a record does.
     */
    private boolean changed(Session session) throws SQLException {
        Optional<Long> id = number(session, "SELECT min(index_id) FROM admin_search_queue");
        if (id.isEmpty()) {
            return false;
        }
        long last = number(
                        session,
                        "SELECT max(record) FROM (SELECT record FROM admin_search_queue WHERE index_id = ?"
                                + " ORDER BY record LIMIT " + BATCH + ")",
                        id.get())
                .orElseThrow();
        Optional<Indexed> index =
                indexes.values().stream().filter(one -> one.id() == id.get()).findFirst();
        if (index.isPresent()) {
            indexChanged(session, index.get(), last);
        }
        change(session, "DELETE FROM admin_search_queue WHERE index_id = ? AND record <= ?", id.get(), last);
        return true;
    }

    private void indexChanged(Session session, Indexed index, long last) throws SQLException {
        try {
            String batch = "SELECT record FROM admin_search_queue WHERE index_id = ? AND record <= ?";
            String table = dialect.quote(index.model().table());
            String key = dialect.quote(key(index));
            String gone = batch + " AND NOT EXISTS (SELECT 1 FROM " + table + " WHERE " + key + " = record)";
            if (number(session, gone + " LIMIT 1", index.id(), last).isPresent()) {
                change(session, "DELETE FROM " + index.table() + " WHERE rowid IN (" + gone + ")", index.id(), last);
            }
            change(session, insert(index) + key + " IN (" + batch + ")", index.id(), last);
        } catch (SQLException e) {
            if (dialect.unusable(e).isEmpty()) {
                throw e;
            }
            // the indexes of other models are not to wait for this table
            LOG.log(
                    Level.WARNING,
                    "The search index of {0} is not brought up to date: {1}",
                    index.model().name(),
                    e.getMessage());
        }
    }

    private boolean fill(Session session) throws SQLException {
        for (Indexed index : indexes.values()) {
            Optional<Long> below =
                    number(session, "SELECT unfilled_below FROM admin_search_indexes WHERE id = ?", index.id());
            if (below.isPresent()) {
                try {
                    fill(session, index, below.get());
                    return true;
                } catch (SQLException e) {
                    if (dialect.unusable(e).isEmpty()) {
                        throw e;
                    }
                    LOG.log(
                            Level.DEBUG,
                            "The search index of {0} waits: {1}",
                            index.model().name(),
                            e.getMessage());
                }
            }
        }
        return false;
    }

    private void fill(Session session, Indexed index, long below) throws SQLException {
        String key = dialect.quote(key(index));
        Optional<Long> first = number(
                session,
                "SELECT min(k) FROM (SELECT " + key + " AS k FROM "
                        + dialect.quote(index.model().table()) + " WHERE " + key + " < ? ORDER BY " + key
                        + " DESC LIMIT " + BATCH + ")",
                below);
        if (first.isEmpty()) {
            change(session, "UPDATE admin_search_indexes SET unfilled_below = NULL WHERE id = ?", index.id());
            LOG.log(
                    Level.DEBUG,
                    "the search index of {0} is complete",
                    index.model().name());
            return;
        }
        change(session, insert(index) + key + " >= ? AND " + key + " < ?", first.get(), below);
        change(session, "UPDATE admin_search_indexes SET unfilled_below = ? WHERE id = ?", first.get(), index.id());
        if (below / WORTH_TELLING != first.get() / WORTH_TELLING) {
            LOG.log(
                    Level.INFO,
                    "Indexing {0} for searches, newest records first: down to key {1}",
                    index.model().name(),
                    Long.toString(first.get()));
        }
    }

    private static String key(Indexed index) {
        return index.model().key().getFirst().column();
    }

    /** Up to the condition on the records to be indexed. */
    private String insert(Indexed index) {
        List<String> names = index.fields().stream().map(index::column).toList();
        List<String> columns = index.fields().stream()
                .map(field -> dialect.quote(field.column()))
                .toList();
        return "INSERT OR REPLACE INTO " + index.table() + " (rowid, " + String.join(", ", names) + ") SELECT "
                + dialect.quote(key(index)) + ", " + String.join(", ", columns) + " FROM "
                + dialect.quote(index.model().table()) + " WHERE ";
    }
}
