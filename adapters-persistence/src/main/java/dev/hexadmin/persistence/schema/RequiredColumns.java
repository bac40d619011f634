package dev.hexadmin.persistence.schema;

import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns whose fields cannot be null, in {@code admin_schema_required}: when the models change, these may become
 * nullable. Any other column that cannot be null is not Hexadmin's to change.
 */
final class RequiredColumns {
    static final String TABLE = "admin_schema_required";

    private RequiredColumns() {}

    /** A column; both names in the form in which two names that mean the same are equal. */
    record Column(String table, String column) {}

    static void prepare(Session session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                + " (table_name VARCHAR(200) NOT NULL, column_name VARCHAR(200) NOT NULL,"
                + " PRIMARY KEY (table_name, column_name))");
    }

    /** All of them, after the first {@link #prepare}. */
    static Set<Column> read(Session session) throws SQLException {
        Set<Column> columns = new HashSet<>();
        session.forEach(
                "SELECT table_name, column_name FROM " + TABLE,
                row -> columns.add(new Column(row.getString(1), row.getString(2))));
        return columns;
    }

    /** Replaces what is known of these tables. */
    static void keep(Session session, Collection<String> tables, List<Column> columns) throws SQLException {
        try (Session.Prepared forget = session.prepare("DELETE FROM " + TABLE + " WHERE table_name = ?");
                Session.Prepared add =
                        session.prepare("INSERT INTO " + TABLE + " (table_name, column_name) VALUES (?, ?)")) {
            for (String table : tables) {
                forget.statement().setString(1, table);
                forget.statement().executeUpdate();
            }
            for (Column column : columns) {
                add.statement().setString(1, column.table());
                add.statement().setString(2, column.column());
                add.statement().addBatch();
            }
            add.statement().executeBatch();
        }
    }
}
