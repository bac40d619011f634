package dev.hexadmin.persistence.search;

import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.FullTextSearch;
import dev.hexadmin.persistence.database.FullTextSearch.Index;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlFailure;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Creates the search indexes of managed tables and updates them. A start without changes needs one query. Thread-safe.
 */
public final class SearchTables {
    private static final System.Logger LOG = System.getLogger(SearchTables.class.getName());
    // any number that nothing else in the database locks on
    private static final long LOCK = 0x6865_7861_7372_6368L;

    private final Database database;
    private final FullTextSearch search;
    private volatile Map<String, Index> indexes = Map.of();

    public SearchTables(Database database) {
        this.database = database;
        this.search = database.kind().search();
    }

    /** A row of {@code admin_search_indexes}. */
    private record Kept(long id, String table, String covers) {}

    /**
     * Creates missing indexes, and drops those of models and fields that are not searched any more. Must be called when
     * the tables exist, and only when they are managed.
     *
     * @param models all registered models; built-in ones are skipped
     */
    public void apply(Collection<Model> models) {
        Map<String, Model> wanted = wanted(models);
        Map<String, Kept> kept = database.read(SearchTables::kept);
        if (!isCurrent(wanted, kept)) {
            kept = make(wanted);
        }
        Map<String, Index> made = new HashMap<>();
        kept.forEach((name, row) -> {
            Model model = wanted.get(name);
            if (model != null && fits(row, model)) {
                made.put(name, new Index(row.id(), model, SearchIndex.searched(model)));
            }
        });
        indexes = Map.copyOf(made);
    }

    /** The names of the models whose index {@link #apply} would create or drop. */
    public List<String> plan(Collection<Model> models) {
        Map<String, Model> wanted = wanted(models);
        Map<String, Kept> kept;
        try {
            kept = database.read(SearchTables::kept);
        } catch (SqlFailure e) {
            kept = Map.of(); // the table does not exist yet
        }
        Set<String> changed = new TreeSet<>(wanted.keySet());
        changed.addAll(kept.keySet());
        for (String name : List.copyOf(changed)) {
            if (fits(kept.get(name), wanted.get(name))) {
                changed.remove(name);
            }
        }
        return List.copyOf(changed);
    }

    /** The index of a model that has one. */
    public Optional<Index> of(Model model) {
        return Optional.ofNullable(indexes.get(model.name()));
    }

    private Map<String, Model> wanted(Collection<Model> models) {
        Map<String, Model> wanted = new LinkedHashMap<>();
        for (Model model : models) {
            if (!model.builtIn() && indexable(model)) {
                wanted.put(model.name(), model);
            }
        }
        return wanted;
    }

    private boolean indexable(Model model) {
        return !SearchIndex.searched(model).isEmpty() && search.indexes(model);
    }

    private static String covers(Model model) {
        StringBuilder columns = new StringBuilder(model.table()).append('\n');
        columns.append(model.key().getFirst().column());
        SearchIndex.searched(model).forEach(field -> columns.append('\n').append(field.column()));
        return columns.toString();
    }

    private static boolean isCurrent(Map<String, Model> wanted, Map<String, Kept> kept) {
        return wanted.keySet().equals(kept.keySet())
                && wanted.keySet().stream().allMatch(name -> fits(kept.get(name), wanted.get(name)));
    }

    private static boolean fits(@Nullable Kept row, @Nullable Model model) {
        return row != null && model != null && row.covers().equals(covers(model));
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

    /** Drops the indexes that fit no model, and returns the models without a fitting index. */
    private List<Model> missing(Session session, Map<String, Model> wanted) throws SQLException {
        List<Model> missing = new ArrayList<>(wanted.values());
        for (Map.Entry<String, Kept> one : kept(session).entrySet()) {
            @Nullable Model model = wanted.get(one.getKey());
            if (model != null && fits(one.getValue(), model)) {
                missing.remove(model);
            } else {
                drop(session, one.getValue().id());
            }
        }
        return missing;
    }

    private void drop(Session session, long id) throws SQLException {
        search.drop(session, id);
        session.update("DELETE FROM admin_search_indexes WHERE id = ?", id);
    }

    private long keep(Session session, Model model) throws SQLException {
        SqlFragments sql = database.kind().sql();
        String insert = "INSERT INTO admin_search_indexes (model, table_name, covers) VALUES (?, ?, ?)";
        try (Session.Prepared prepared = session.prepare(sql.insertWithId(insert))) {
            prepared.statement().setString(1, model.name());
            prepared.statement().setString(2, model.table());
            prepared.statement().setString(3, covers(model));
            return sql.insertWithId(session, prepared.statement());
        }
    }

    private Map<String, Kept> make(Map<String, Model> wanted) {
        if (!install()) {
            return Map.of();
        }
        try {
            return database.changeTables(LOCK, session -> {
                for (Model model : missing(session, wanted)) {
                    search.create(session, new Index(keep(session, model), model, SearchIndex.searched(model)));
                }
                return kept(session);
            });
        } catch (SqlFailure e) {
            LOG.log(Level.WARNING, "The search indexes could not be made; a search looks through the tables", e);
            return Map.of();
        }
    }

    private boolean install() {
        try {
            if (!database.read(search::isInstalled)) {
                database.changeTables(LOCK, session -> {
                    search.install(session);
                    return true;
                });
            }
            return true;
        } catch (SqlFailure e) {
            LOG.log(
                    Level.WARNING,
                    "What search indexes need cannot be added to the database: a search looks through the tables. {0}",
                    e.getMessage());
            return false;
        }
    }

    /**
     * Adds a few of the records that indexes lack, if they lack any, in one short transaction.
     *
     * @return whether there may be more to do
     */
    public boolean catchUp() {
        if (indexes.isEmpty() || !database.read(search::isBehind)) {
            return false;
        }
        return database.write(scope -> database.change(session -> search.catchUp(session, indexes.values())));
    }
}
