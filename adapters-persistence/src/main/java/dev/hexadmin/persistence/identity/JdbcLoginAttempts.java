package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.LoginAttempts;
import dev.hexadmin.persistence.database.MonthlyTable;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.MonthlyTables;
import java.time.Instant;

/** {@code admin_login_attempts}. Where it has partitions, the number of rows is limited for each month. */
public final class JdbcLoginAttempts implements LoginAttempts {
    private static final int BATCH = 1_000;

    private final Database database;
    private final MonthlyTables months;

    public JdbcLoginAttempts(Database database) {
        this.database = database;
        this.months = new MonthlyTables(database);
    }

    @Override
    public void add(String email, String address, boolean success, String reason, Instant at, long keep) {
        database.execute(execute -> {
            execute.insert(
                    "INSERT INTO admin_login_attempts (email, address, success, reason, at) VALUES (?, ?, ?, ?, ?)",
                    email,
                    address,
                    database.parameter(success),
                    reason,
                    database.parameter(at));
            // Keys grow by one: this reads both ends of an index, and mostly deletes one row or none. In one statement,
            // MySQL
            // would wait for the rows that others are inserting, and they for this one.
            long newest = execute.get("SELECT max(id) AS newest FROM admin_login_attempts")
                    .map(row -> Columns.whole(row, "newest"))
                    .orElseThrow();
            return execute.delete(
                    "DELETE FROM admin_login_attempts WHERE id <= ? AND id >= ?",
                    newest - keep,
                    newest - newest % MonthlyTable.KEYS); // of the newest row's month, where numbers begin with it
        });
    }

    @Override
    public void sweep(Instant before) {
        if (months.exist()) {
            months.drop(MonthlyTable.LOGIN_ATTEMPTS, before);
            return;
        }
        String delete = database.kind()
                .sql()
                .deleteSelected(
                        "admin_login_attempts",
                        "id",
                        "SELECT id FROM admin_login_attempts WHERE at < ? LIMIT " + BATCH);
        long deleted;
        do {
            deleted = database.write(
                    scope -> database.execute(execute -> execute.delete(delete, database.parameter(before))));
        } while (deleted == BATCH);
    }
}
