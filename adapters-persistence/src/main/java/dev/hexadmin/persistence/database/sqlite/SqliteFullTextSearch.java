package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.FullTextQuery;
import dev.hexadmin.persistence.database.FullTextSearch;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.lang.System.Logger.Level;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * An FTS5 table of trigrams for each model. Writing to it takes many times as long as writing the record. So triggers
 * only store in {@code admin_search_queue} which records changed, and these are indexed later. A search checks the
 * records that are not indexed yet one by one.
 */
final class SqliteFullTextSearch implements FullTextSearch {
    private static final System.Logger LOG = System.getLogger(SqliteFullTextSearch.class.getName());
    private static final int BATCH = 200;
    private static final int WORTH_TELLING = 10_000;
    private static final int NOTED_LOOKED_THROUGH = 5_000;
    private static final int LEADING = 100;
    private static final int TRIGRAM = 3;

    private final Dialect dialect;

    SqliteFullTextSearch(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The index identifies a record by a number that never changes, so the key must be an integer. */
    @Override
    public boolean indexes(Model model) {
        return model.key().size() == 1 && model.key().getFirst().type() == FieldType.INTEGER;
    }

    @Override
    public boolean isInstalled(Session session) {
        return true;
    }

    @Override
    public void install(Session session) {}

    @Override
    public void create(Session session, Index index) throws SQLException {
        Model model = index.model();
        String table = dialect.table(model.table());
        String key = dialect.quote(model.key().getFirst().column());
        List<String> columns = index.fields().stream()
                .map(field -> dialect.quote(field.column()))
                .toList();
        session.execute("CREATE VIRTUAL TABLE " + index.name() + " USING fts5("
                + String.join(", ", index.fields().stream().map(index::column).toList())
                + ", content = '', contentless_delete = 1, tokenize = 'trigram')");
        String note = "INSERT INTO admin_search_queue (index_id, record) VALUES (" + index.id() + ", ";
        // not OR IGNORE, which gives way to the OR of the statement that fires the trigger
        String once = ") ON CONFLICT DO NOTHING";
        trigger(session, index, "insert", "INSERT", note + "new." + key + once);
        trigger(session, index, "update", "UPDATE OF " + String.join(", ", columns), note + "new." + key + once);
        trigger(session, index, "delete", "DELETE", note + "old." + key + once);
        Optional<Long> newest = session.number("SELECT max(" + key + ") FROM " + table);
        if (newest.isPresent()) {
            session.update(
                    "UPDATE admin_search_indexes SET unfilled_below = ? WHERE id = ?",
                    newest.get() == Long.MAX_VALUE ? newest.get() : newest.get() + 1,
                    index.id());
        }
    }

    private void trigger(Session session, Index index, String name, String event, String note) throws SQLException {
        session.execute("CREATE TRIGGER " + index.name() + "_" + name + " AFTER " + event + " ON "
                + dialect.table(index.model().table()) + " BEGIN " + note + "; END");
    }

    @Override
    public void drop(Session session, long id) throws SQLException {
        for (String event : List.of("insert", "update", "delete")) {
            session.execute("DROP TRIGGER IF EXISTS " + FullTextSearch.nameOf(id) + "_" + event);
        }
        session.execute("DROP TABLE IF EXISTS " + FullTextSearch.nameOf(id));
        session.update("DELETE FROM admin_search_queue WHERE index_id = ?", id);
    }

    @Override
    public boolean isBehind(Session session) throws SQLException {
        return session.number("SELECT 1 FROM admin_search_queue LIMIT 1").isPresent()
                || session.number("SELECT 1 FROM admin_search_indexes WHERE unfilled_below IS NOT NULL LIMIT 1")
                        .isPresent();
    }

    /** Indexes first the records that changed, then those that are older than the index. */
    @Override
    public boolean catchUp(Session session, Collection<Index> indexes) throws SQLException {
        return changed(session, indexes) || fill(session, indexes);
    }

    /**
     * Indexes a batch of one model's changed records, with as few statements as possible: each statement that inserts
     * from a query makes FTS5 flush its buffer, which takes forty times as long as one record.
     */
    private boolean changed(Session session, Collection<Index> indexes) throws SQLException {
        Optional<Long> id = session.number("SELECT min(index_id) FROM admin_search_queue");
        if (id.isEmpty()) {
            return false;
        }
        long last = session.number(
                        "SELECT max(record) FROM (SELECT record FROM admin_search_queue WHERE index_id = ?"
                                + " ORDER BY record LIMIT " + BATCH + ")",
                        id.get())
                .orElseThrow();
        Optional<Index> index =
                indexes.stream().filter(one -> one.id() == id.get()).findFirst();
        if (index.isPresent()) {
            indexChanged(session, index.get(), last);
        }
        session.update("DELETE FROM admin_search_queue WHERE index_id = ? AND record <= ?", id.get(), last);
        return true;
    }

    private void indexChanged(Session session, Index index, long last) throws SQLException {
        try {
            String batch = "SELECT record FROM admin_search_queue WHERE index_id = ? AND record <= ?";
            String table = dialect.table(index.model().table());
            String key = dialect.quote(key(index));
            String gone = batch + " AND NOT EXISTS (SELECT 1 FROM " + table + " WHERE " + key + " = record)";
            if (session.number(gone + " LIMIT 1", index.id(), last).isPresent()) {
                session.update("DELETE FROM " + index.name() + " WHERE rowid IN (" + gone + ")", index.id(), last);
            }
            session.update(insert(index) + key + " IN (" + batch + ")", index.id(), last);
        } catch (SQLException e) {
            if (dialect.unusable(e).isEmpty()) {
                throw e;
            }
            // the indexes of other models do not wait for this table
            LOG.log(
                    Level.WARNING,
                    "The search index of {0} is not brought up to date: {1}",
                    index.model().name(),
                    e.getMessage());
        }
    }

    private boolean fill(Session session, Collection<Index> indexes) throws SQLException {
        for (Index index : indexes) {
            Optional<Long> below =
                    session.number("SELECT unfilled_below FROM admin_search_indexes WHERE id = ?", index.id());
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

    private void fill(Session session, Index index, long below) throws SQLException {
        String key = dialect.quote(key(index));
        Optional<Long> first = session.number(
                "SELECT min(k) FROM (SELECT " + key + " AS k FROM "
                        + dialect.table(index.model().table()) + " WHERE " + key + " < ? ORDER BY " + key
                        + " DESC LIMIT " + BATCH + ")",
                below);
        if (first.isEmpty()) {
            session.update("UPDATE admin_search_indexes SET unfilled_below = NULL WHERE id = ?", index.id());
            LOG.log(
                    Level.DEBUG,
                    "the search index of {0} is complete",
                    index.model().name());
            return;
        }
        session.update(insert(index) + key + " >= ? AND " + key + " < ?", first.get(), below);
        session.update("UPDATE admin_search_indexes SET unfilled_below = ? WHERE id = ?", first.get(), index.id());
        if (below / WORTH_TELLING != first.get() / WORTH_TELLING) {
            LOG.log(
                    Level.INFO,
                    "Indexing {0} for searches, newest records first: down to key {1}",
                    index.model().name(),
                    Long.toString(first.get()));
        }
    }

    private static String key(Index index) {
        return index.model().key().getFirst().column();
    }

    /** The statement up to the condition on the records to be indexed. */
    private String insert(Index index) {
        List<String> names = index.fields().stream().map(index::column).toList();
        List<String> columns = index.fields().stream()
                .map(field -> dialect.quote(field.column()))
                .toList();
        return "INSERT OR REPLACE INTO " + index.name() + " (rowid, " + String.join(", ", names) + ") SELECT "
                + dialect.quote(key(index)) + ", " + String.join(", ", columns) + " FROM "
                + dialect.table(index.model().table()) + " WHERE ";
    }

    @Override
    public boolean helps(String word) {
        return word.codePointCount(0, word.length()) >= TRIGRAM;
    }

    @Override
    public void find(FullTextQuery query, Index index) throws SQLException {
        SearchIndex.Wish wish = query.wish();
        String key = dialect.quote(wish.model().key().getFirst().column());
        String noted = " WHERE t0." + key + " IN (SELECT record FROM admin_search_queue WHERE index_id = ?"
                + " ORDER BY record DESC LIMIT " + NOTED_LOOKED_THROUGH + ")";
        query.lookThrough(query.newest(noted, NOTED_LOOKED_THROUGH), List.of(index.id()));
        Optional<Long> unfilled =
                query.session().number("SELECT unfilled_below FROM admin_search_indexes WHERE id = ?", index.id());
        if (unfilled.isPresent()) {
            query.lookThrough(
                    query.newest(" WHERE t0." + key + " < ?", FullTextQuery.LOOKED_THROUGH), List.of(unfilled.get()));
        }
        String match =
                "SELECT rowid FROM " + index.name() + " WHERE " + index.name() + " MATCH ? ORDER BY rowid DESC LIMIT ?";
        if (wish.leading().isPresent() && helps(wish.phrase())) {
            String start = "{" + index.column(wish.leading().get()) + "} : ^ " + quoted(wish.phrase());
            query.collect(match, List.of(start, (long) LEADING), query.leading());
        }
        StringBuilder columns = new StringBuilder("{");
        for (FieldDefinition field : wish.fields()) {
            columns.append(columns.length() == 1 ? "" : " ").append(index.column(field));
        }
        columns.append("} : ");
        String words = String.join(
                " AND ",
                query.indexedWords().stream()
                        .map(word -> columns + quoted(word))
                        .toList());
        query.collect(match, List.of(words, (long) query.most()), query.others());
    }

    /** What FTS5 finds, what it does not have yet, and, while it is filled, what is older than that. */
    @Override
    public Optional<Match> candidates(Index index, FieldDefinition field, String alias, String text) {
        if (!index.fields().contains(field) || !isFolded(text)) {
            return Optional.empty();
        }
        String key = dialect.quote(key(index));
        String sql = alias + "." + key + " IN (SELECT rowid FROM " + index.name() + " WHERE " + index.name()
                + " MATCH ? UNION ALL SELECT record FROM admin_search_queue WHERE index_id = " + index.id()
                + " UNION ALL SELECT " + key + " FROM "
                + dialect.table(index.model().table()) + " WHERE " + key
                + " < (SELECT unfilled_below FROM admin_search_indexes WHERE id = " + index.id() + "))";
        return Optional.of(new Match(sql, List.of("{" + index.column(field) + "} : " + quoted(text))));
    }

    /** Whether FTS5 ignores the case of a text of three letters or more as {@link String#toUpperCase} does. */
    private static boolean isFolded(String text) {
        return text.codePointCount(0, text.length()) >= TRIGRAM
                && text.codePoints()
                        .allMatch(c -> c != 0
                                && (c < 128
                                        || (Character.toUpperCase(c) == c && Character.toLowerCase(c) == c)
                                        || (c >= 'À' && c <= 'ž' && c != 'İ' && c != 'ı')
                                        || (c >= 'А' && c <= 'я')));
    }

    /** A string of FTS5's query language: nothing in it is an operator. */
    private String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    /** Its statements are bounded by the number of rows alone. */
    @Override
    public <T> Optional<T> limited(Session session, PreparedStatement statement, SqlWork<T> work) throws SQLException {
        return Optional.of(work.run(session));
    }
}
