package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Tables of SQLite. It ignores the case of names. */
final class SqliteSchema implements SchemaSyntax {
    private static final String MOMENT = "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')";

    @Override
    public void begin(Session session, long lock) {}

    /** SQLite has no limit. Existing indexes are found by their names, so this value must not change. */
    @Override
    public int longestName() {
        return 63;
    }

    /** SQLite has no limit; with longer ones an index has few entries on a page, and reading it costs more than it saves. */
    @Override
    public int longestIndexEntry() {
        return 2_600;
    }

    @Override
    public String generatedKey(boolean whole) {
        return " PRIMARY KEY" + (whole ? " AUTOINCREMENT" : "");
    }

    @Override
    public boolean foreignKeysInTable() {
        return true;
    }

    @Override
    public boolean addsPlainColumnsOnly() {
        return true;
    }

    @Override
    public String keyOnlyTable() {
        return " WITHOUT ROWID";
    }

    @Override
    public String columnsQuery() {
        return "SELECT name, type FROM pragma_table_xinfo(?)";
    }

    @Override
    public String requiredColumnsQuery() {
        return "SELECT name, dflt_value IS NULL FROM pragma_table_xinfo(?) WHERE \"notnull\" AND pk = 0 AND hidden = 0";
    }

    @Override
    public String leadingColumnsQuery() {
        // SQLite itself leaves out what follows a unique column in an order
        return "SELECT i.name, 1, 0 FROM pragma_index_list(?) AS l JOIN pragma_index_info(l.name) AS i"
                + " WHERE i.seqno = 0 AND l.partial = 0 AND i.name IS NOT NULL";
    }

    @Override
    public String keyColumnsQuery() {
        return "SELECT name FROM pragma_table_info(?) WHERE pk > 0";
    }

    @Override
    public Optional<String> indexQuery() {
        return Optional.of("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?");
    }

    @Override
    public String indexesQuery() {
        return "SELECT l.name, i.name, NOT l.partial, l.\"unique\" FROM pragma_index_list(?) AS l"
                + " JOIN pragma_index_info(l.name) AS i ORDER BY l.name, i.seqno";
    }

    @Override
    public String foreignKeysQuery() {
        return "SELECT k.\"from\", k.\"table\" = n.name COLLATE NOCASE, k.\"table\" FROM (SELECT ? AS name) AS n,"
                + " pragma_foreign_key_list(?) AS k";
    }

    @Override
    public Optional<String> indexesOfColumnQuery() {
        return Optional.of("SELECT DISTINCT l.name FROM pragma_index_list(?) AS l JOIN pragma_index_info(l.name) AS i"
                + " WHERE l.origin = 'c' AND lower(i.name) = ?");
    }

    @Override
    public String momentQuery() {
        return "SELECT " + MOMENT;
    }

    @Override
    public String tableParameter(String table) {
        return table;
    }

    @Override
    public String normalType(String type) {
        return type.toLowerCase(Locale.ROOT).replace(" ", "");
    }

    @Override
    public String folded(String column) {
        return column.toLowerCase(Locale.ROOT);
    }

    /** SQLite gives a new row the largest number plus one; it remembers numbers of deleted rows if the key asks for it. */
    @Override
    public void continueKeys(Session session, String table, String column, long last) throws SQLException {
        if (last == 0 || !remembersKeys(session, table)) {
            return;
        }
        try (PreparedStatement statement = session.connection()
                .prepareStatement("INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? WHERE NOT EXISTS (SELECT 1"
                        + " FROM sqlite_sequence WHERE name = ?)")) {
            statement.setString(1, table);
            statement.setLong(2, last);
            statement.setString(3, table);
            statement.executeUpdate();
        }
        try (PreparedStatement statement =
                session.connection().prepareStatement("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?")) {
            statement.setLong(1, last);
            statement.setString(2, table);
            statement.executeUpdate();
        }
    }

    private static boolean remembersKeys(Session session, String table) throws SQLException {
        List<String> found = new ArrayList<>();
        session.forEach(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ? AND sql LIKE '%AUTOINCREMENT%'",
                row -> found.add(row.getString(1)), table);
        return !found.isEmpty();
    }

    @Override
    public Optional<Long> lastKey(Session session, String table, String column) throws SQLException {
        List<Long> last = new ArrayList<>();
        session.forEach("SELECT seq FROM sqlite_sequence WHERE name = ?", row -> last.add(row.getLong(1)), table);
        return last.stream().findFirst();
    }

    @Override
    public <T> T filling(Session session, Collection<String> tables, SqlWork<T> work) throws SQLException {
        session.execute("PRAGMA defer_foreign_keys = ON"); // until the transaction ends
        return work.run(session);
    }

    @Override
    public void drop(Session session, Collection<String> tables) throws SQLException {
        for (String table : tables) {
            session.execute("DROP TABLE IF EXISTS \"" + table.replace("\"", "\"\"") + "\"");
        }
    }
}
