package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.LoginAttempts;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import java.time.Instant;

/** {@code admin_login_attempts}. */
public final class JdbcLoginAttempts implements LoginAttempts {
    private final Database database;

    public JdbcLoginAttempts(Database database) {
        this.database = database;
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
            return execute.delete("DELETE FROM admin_login_attempts WHERE id <= ?", newest - keep);
        });
    }

    @Override
    public int sweep(Instant before, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                database.kind()
                        .sql()
                        .deleteSelected(
                                "admin_login_attempts",
                                "id",
                                "SELECT id FROM admin_login_attempts WHERE at < ? LIMIT ?"),
                database.parameter(before),
                limit));
    }
}
