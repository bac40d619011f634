package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.persistence.session.DriverAdapter;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.postgresql.jdbc.PgConnection;

/**
 * Prepares new connections, and begins transactions on them. Thread-safe.
 *
 * <p>A pooler between program and server, such as PgBouncer, may execute each transaction on another connection of the
 * server. So a pooled connection has no prepared statements at the server, and the time limit for locks is set in each
 * transaction. PgBouncer itself carries the time zone along.
 */
final class PostgresqlSessions implements DriverAdapter {
    private static final System.Logger LOG = System.getLogger(PostgresqlSessions.class.getName());
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(4);
    private static final String SET_ZONE = "SET TIME ZONE 'UTC'";

    private final boolean preparesAnyway;
    private volatile boolean pooled;
    private volatile boolean limited = true;

    /** @param preparesAnyway whether the operator says how statements are prepared: newer poolers can do it */
    PostgresqlSessions(boolean preparesAnyway) {
        this.preparesAnyway = preparesAnyway;
    }

    /** Prepares a new connection, and closes it when this fails. */
    Connection prepared(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            PgConnection driver = connection.unwrap(PgConnection.class);
            try (ResultSet row =
                    statement.executeQuery("SELECT pg_backend_pid(), current_setting('lock_timeout') <> '0'")) {
                row.next();
                if (row.getInt(1) == driver.getBackendPID()) {
                    statement.execute(SET_ZONE + "; SET lock_timeout = " + LOCK_PATIENCE.toMillis());
                } else {
                    behindPooler(connection, row.getBoolean(2));
                    if (!preparesAnyway) {
                        driver.setPrepareThreshold(0);
                    }
                    statement.execute(SET_ZONE);
                }
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            try (connection) {
                throw e;
            }
        }
    }

    private void behindPooler(Connection connection, boolean limitedByRole) throws SQLException {
        limited = limitedByRole;
        if (!pooled) {
            requireTransactions(connection);
            pooled = true;
            LOG.log(
                    Level.INFO,
                    "A pooler is between Hexadmin and PostgreSQL: statements are {0} at the server, and waiting for locks is"
                            + " limited {1}",
                    preparesAnyway ? "prepared as the URL says" : "not prepared",
                    limitedByRole
                            ? "by lock_timeout of the role"
                            : "in each transaction; ALTER ROLE … SET lock_timeout = '4s' saves a round trip");
        }
    }

    /** PgBouncer can also cut transactions into statements. */
    private static void requireTransactions(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        } catch (SQLException e) {
            throw new SQLException(
                    "the pooler between Hexadmin and PostgreSQL has no transactions; with PgBouncer, set pool_mode ="
                            + " transaction: " + e.getMessage(),
                    e.getSQLState(),
                    e);
        }
        connection.rollback();
        connection.setAutoCommit(true);
    }

    /** The driver sends both statements before it waits for their results. When the insert fails, the server ignores the commit. */
    @Override
    public Optional<String> insertAndCommit(String insert) {
        return Optional.of(insert + "; COMMIT");
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        if (!limited) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET LOCAL lock_timeout = " + LOCK_PATIENCE.toMillis());
            }
        }
    }
}
