package dev.hexadmin.persistence.schema;

import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The renames of tables and columns that were carried out, in {@code admin_schema_renames}: by them, a start with former
 * models is recognized.
 */
final class Renames {
    static final String TABLE = "admin_schema_renames";

    private Renames() {}

    /**
     * A rename.
     *
     * @param table the former name of a table, or the present one of a column's table
     * @param column the former name of a column; empty for a table
     * @param present the name now
     */
    record Rename(String table, String column, String present) {}

    static void prepare(Session session) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS " + TABLE + " (table_name VARCHAR(200) NOT NULL, column_name"
                            + " VARCHAR(200) NOT NULL, present_name VARCHAR(200) NOT NULL, PRIMARY KEY (table_name, column_name))");
        }
    }

    /** All renames, after the first {@link #prepare}. */
    static List<Rename> read(Session session) throws SQLException {
        List<Rename> renames = new ArrayList<>();
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT table_name, column_name, present_name FROM " + TABLE)) {
            while (row.next()) {
                renames.add(new Rename(row.getString(1), row.getString(2), row.getString(3)));
            }
        }
        return renames;
    }

    /** Adds a rename. Earlier ones lead to the new name; a name that is in use again is a former one no longer. */
    static void add(Session session, Rename rename) throws SQLException {
        if (rename.column().isEmpty()) {
            execute(session, "DELETE FROM " + TABLE + " WHERE table_name = ?", rename.present());
            execute(
                    session,
                    "UPDATE " + TABLE + " SET present_name = ? WHERE column_name = '' AND present_name = ?",
                    rename.present(),
                    rename.table());
            execute(session, "DELETE FROM " + TABLE + " WHERE column_name = '' AND table_name = ?", rename.table());
            execute(
                    session,
                    "UPDATE " + TABLE + " SET table_name = ? WHERE table_name = ?",
                    rename.present(),
                    rename.table());
        } else {
            execute(
                    session,
                    "UPDATE " + TABLE
                            + " SET present_name = ? WHERE table_name = ? AND column_name <> '' AND present_name = ?",
                    rename.present(),
                    rename.table(),
                    rename.column());
            execute(
                    session,
                    "DELETE FROM " + TABLE + " WHERE table_name = ? AND column_name IN (?, ?)",
                    rename.table(),
                    rename.column(),
                    rename.present());
        }
        execute(
                session,
                "INSERT INTO " + TABLE + " (table_name, column_name, present_name) VALUES (?, ?, ?)",
                rename.table(),
                rename.column(),
                rename.present());
    }

    private static void execute(Session session, String sql, String... values) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql)) {
            for (int i = 0; i < values.length; i++) {
                prepared.statement().setString(i + 1, values[i]);
            }
            prepared.statement().executeUpdate();
        }
    }
}
