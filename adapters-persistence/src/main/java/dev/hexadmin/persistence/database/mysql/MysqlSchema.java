package dev.hexadmin.persistence.database.mysql;

import dev.hexadmin.persistence.database.ColumnConversions;
import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tables of MySQL and MariaDB. A statement that changes tables commits what was done before it. */
final class MysqlSchema implements SchemaSyntax {
    private static final Duration LONGEST = Duration.ofMinutes(30);

    /** What comes before it has no other than in quotes: the type, and the values of an enum. */
    private static final Pattern NOT_NULL = Pattern.compile("^((?:[^']|'[^']*')*?) NOT NULL");

    /** Its last line has the options of the table, and a comment of them comes later. */
    private static final Pattern NEXT_KEY = Pattern.compile("\\n\\)[^\\n']* AUTO_INCREMENT=(\\d+)");

    private final Dialect dialect;

    MysqlSchema(Dialect dialect) {
        this.dialect = dialect;
    }

    /** A lock of the connection, since the first statement ends the transaction; the pool resets the time-out. */
    @Override
    public void begin(Session session, long lock) throws SQLException {
        session.connection().setNetworkTimeout(Runnable::run, (int) LONGEST.toMillis());
        session.execute("SET SESSION lock_wait_timeout = " + LONGEST.toSeconds());
        if (session.number("SELECT get_lock(" + name(lock) + ", ?)", LONGEST.toSeconds())
                        .orElse(0L)
                != 1) {
            throw new SQLException("another server is changing the tables", "HY000", 1205);
        }
    }

    @Override
    public void end(Session session, long lock) throws SQLException {
        session.execute("COMMIT"); // what the next server reads once it has the lock
        session.execute("SET SESSION lock_wait_timeout = " + MysqlConnections.LOCK_PATIENCE.toSeconds());
        session.execute("DO release_lock(" + name(lock) + ")");
    }

    /** Locks are those of the whole server, so each database has its own. */
    private static String name(long lock) {
        return "left(concat('hexadmin " + lock + " ', sha2(database(), 256)), 64)";
    }

    @Override
    public int longestName() {
        return 63;
    }

    @Override
    public int longestIndexEntry() {
        return 3_072;
    }

    @Override
    public String generatedKey(boolean whole) {
        return " AUTO_INCREMENT PRIMARY KEY";
    }

    @Override
    public boolean foreignKeysInTable() {
        return false;
    }

    @Override
    public boolean referencesInColumns() {
        return false;
    }

    @Override
    public boolean addsPlainColumnsOnly() {
        return false;
    }

    @Override
    public String keyOnlyTable() {
        return "";
    }

    @Override
    public String unlessIndexed() {
        return "";
    }

    @Override
    public boolean isIndexed(String type) {
        return !type.equals("json");
    }

    /** A text without a length is in an index with its beginning, and so are texts that are too long together. */
    @Override
    public String indexed(String column, String type, int bytes) {
        if (!type.startsWith("varchar") && !type.startsWith("long")) {
            return column;
        }
        int longest = bytes / 4;
        boolean fits = type.startsWith("varchar(")
                && Integer.parseInt(type.substring("varchar(".length(), type.indexOf(')'))) <= longest;
        return fits ? column : column + "(" + longest + ")";
    }

    @Override
    public String dropIndex(String index, String table) {
        return "DROP INDEX " + index + " ON " + table;
    }

    @Override
    public Optional<ColumnConversions> conversions() {
        return Optional.of(new MysqlConversions(dialect));
    }

    /** Repeats the definition as the server tells it, which has more than the tables of the catalog: checks, for one. */
    @Override
    public String allowNull(Session session, String storedTable, String storedColumn, String table, String column)
            throws SQLException {
        List<String> tables = new ArrayList<>();
        session.forEach("SHOW CREATE TABLE " + dialect.quote(storedTable), row -> tables.add(row.getString(2)));
        String start = "  " + dialect.quote(storedColumn).toLowerCase(Locale.ROOT) + " ";
        String definition = tables.getFirst()
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                .findFirst()
                .orElseThrow()
                .substring(start.length());
        return "ALTER TABLE " + table + " MODIFY COLUMN " + column + " "
                + NOT_NULL.matcher(definition).replaceFirst("$1 NULL").replaceFirst(",$", "");
    }

    @Override
    public boolean indexesBeginnings() {
        return true;
    }

    @Override
    public String columnsQuery() {
        return "SELECT column_name, column_type FROM information_schema.columns"
                + " WHERE table_schema = database() AND table_name = ? ORDER BY ordinal_position";
    }

    @Override
    public String requiredColumnsQuery() {
        return "SELECT column_name, column_default IS NULL"
                + " FROM information_schema.columns WHERE table_schema = database() AND table_name = ?"
                + " AND is_nullable = 'NO' AND extra NOT LIKE '%auto_increment%'"
                + " AND coalesce(generation_expression, '') = ''";
    }

    @Override
    public String leadingColumnsQuery() {
        return "SELECT min(CASE seq_in_index WHEN 1 THEN column_name END), 1, max(non_unique) = 0 AND count(*) = 1"
                + " FROM information_schema.statistics WHERE table_schema = database() AND table_name = ?"
                + " AND index_type = 'BTREE' GROUP BY index_name"
                + " HAVING min(CASE seq_in_index WHEN 1 THEN column_name END) IS NOT NULL";
    }

    @Override
    public String keyColumnsQuery() {
        return "SELECT column_name FROM information_schema.statistics WHERE table_schema = database() AND table_name = ?"
                + " AND index_name = 'PRIMARY'";
    }

    @Override
    public Optional<String> indexQuery() {
        return Optional.empty();
    }

    @Override
    public String indexesQuery() {
        return "SELECT index_name, column_name, 1, non_unique = 0 FROM information_schema.statistics"
                + " WHERE table_schema = database() AND table_name = ? ORDER BY index_name, seq_in_index";
    }

    @Override
    public String foreignKeysQuery() {
        return "SELECT column_name, lower(referenced_table_name) = lower(?), referenced_table_name"
                + " FROM information_schema.key_column_usage WHERE table_schema = database() AND table_name = ?"
                + " AND referenced_table_name IS NOT NULL";
    }

    /** An index loses the column otherwise, and a unique one may then have equal rows. */
    @Override
    public Optional<String> indexesOfColumnQuery() {
        return Optional.of(
                "SELECT DISTINCT index_name FROM information_schema.statistics WHERE table_schema = database()"
                        + " AND table_name = ? AND column_name = ? AND index_name <> 'PRIMARY'");
    }

    @Override
    public Optional<String> foreignKeysOfColumnQuery() {
        return Optional.of(
                "SELECT constraint_name FROM information_schema.key_column_usage WHERE table_schema = database()"
                        + " AND table_name = ? AND column_name = ? AND referenced_table_name IS NOT NULL");
    }

    @Override
    public void analyze(Session session) throws SQLException {
        List<String> tables = new ArrayList<>();
        session.forEach(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = database()"
                        + " AND table_type = 'BASE TABLE'",
                row -> tables.add(dialect.quote(row.getString(1))));
        if (!tables.isEmpty()) {
            session.execute("ANALYZE TABLE " + String.join(", ", tables));
        }
    }

    @Override
    public String momentQuery() {
        return "SELECT date_format(utc_timestamp(6), '%Y-%m-%dT%H:%i:%s.%fZ')";
    }

    @Override
    public String tableParameter(String table) {
        return table;
    }

    /** MariaDB has JSON as text, and tells how wide numbers are shown. */
    @Override
    public String normalType(String type) {
        return type.toLowerCase(Locale.ROOT)
                .replaceFirst(" character set .*", "")
                .replaceFirst("^json$", "longtext")
                .replaceFirst("^boolean$", "tinyint(1)")
                .replaceFirst("^bigint\\(\\d+\\)", "bigint")
                .replace(" ", "");
    }

    @Override
    public String folded(String column) {
        return column.toLowerCase(Locale.ROOT);
    }

    /** A larger number that is inserted moves the next one. The statement for numbers of deleted rows commits. */
    @Override
    public void continueKeys(Session session, String table, String column, long last) throws SQLException {
        if (last > 0 && lastKey(session, table, column).orElse(0L) < last) {
            setNextKey(session, table, last + 1);
        }
    }

    /** Of the statement that made the table, since the catalogue of MySQL may have a number of the day before. */
    @Override
    public Optional<Long> lastKey(Session session, String table, String column) throws SQLException {
        List<Long> last = new ArrayList<>();
        session.forEach("SHOW CREATE TABLE " + dialect.table(table), row -> {
            Matcher next = NEXT_KEY.matcher(row.getString(2));
            if (next.find()) {
                last.add(Long.parseLong(next.group(1)) - 1);
            }
        });
        return last.stream().findFirst();
    }

    @Override
    public boolean movesKeysForGood() {
        return true;
    }

    @Override
    public void setNextKey(Session session, String table, long number) throws SQLException {
        session.execute("ALTER TABLE " + dialect.table(table) + " AUTO_INCREMENT = " + number);
    }

    @Override
    public <T> T filling(Session session, Collection<String> tables, SqlWork<T> work) throws SQLException {
        session.execute("SET SESSION foreign_key_checks = 0");
        try {
            return work.run(session);
        } finally {
            session.execute("SET SESSION foreign_key_checks = 1");
        }
    }

    @Override
    public void drop(Session session, Collection<String> tables) throws SQLException {
        session.execute("SET SESSION foreign_key_checks = 0");
        try {
            session.execute("DROP TABLE IF EXISTS "
                    + tables.stream().map(dialect::quote).collect(Collectors.joining(", ")));
        } finally {
            session.execute("SET SESSION foreign_key_checks = 1");
        }
    }
}
