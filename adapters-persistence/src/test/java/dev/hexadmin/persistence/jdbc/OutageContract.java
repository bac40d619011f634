package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The errors that a caller gets while the database is unavailable, and that service resumes without intervention
 * afterwards.
 */
abstract class OutageContract {
    @TempDir
    Path folder;

    Database database;

    abstract DatabaseSettings settings(Path folder);

    /** A direct connection to the database, without Hexadmin. */
    abstract Connection other() throws SQLException;

    /** Takes the lock that a change of row 1 needs. */
    abstract String locking();

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        change("CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT)");
        change("INSERT INTO t VALUES (1, 'one')");
    }

    @AfterEach
    void close() {
        database.close();
    }

    final void change(String sql) {
        database.write(scope -> database.change(session -> {
            try (Statement statement = session.connection().createStatement()) {
                return statement.execute(sql);
            }
        }));
    }

    final Reason refusal(String sql) {
        return catchThrowableOfType(ServiceUnavailableException.class, () -> change(sql))
                .reason();
    }

    /**
     * What the caller gets after its transaction, which has changed row 1, was ended by the server for a pause that is longer
     * than the limit, and its locks were released.
     */
    final Reason refusalAfterPause(String limit) {
        return catchThrowableOfType(
                        ServiceUnavailableException.class,
                        () -> database.write(scope -> database.change(session -> {
                            session.execute("UPDATE t SET n = 'mine' WHERE id = 1");
                            session.execute(limit);
                            try (Connection other = other();
                                    Statement statement = other.createStatement()) {
                                statement.execute("UPDATE t SET n = 'theirs' WHERE id = 1");
                            }
                            session.execute("UPDATE t SET n = 'mine' WHERE id = 1");
                            return session;
                        })))
                .reason();
    }

    final long count() {
        return database.query(execute ->
                Columns.whole(execute.get("SELECT count(*) AS c FROM t").orElseThrow(), "c"));
    }

    @Test
    void a_row_that_another_transaction_holds_is_reported_as_locked() throws SQLException {
        try (Connection other = other();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute(locking());
            assertThat(refusal("UPDATE t SET n = 'mine' WHERE id = 1")).isEqualTo(Reason.DATABASE_LOCKED);
            assertThat(count()).isEqualTo(1);
            assertThat(database.outage()).isEmpty();
            other.rollback();
        }
        change("UPDATE t SET n = 'mine' WHERE id = 1");
    }
}
