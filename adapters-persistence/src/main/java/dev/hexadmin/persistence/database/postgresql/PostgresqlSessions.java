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
 * <p>The server ends the session of a program that was frozen, or whose host or network was lost, after 30 s: its transaction
 * would hold locks as long as the program is gone. What is set for the user, the database or the connection stays.
 *
 * <p>A pooler between program and server, such as PgBouncer, may execute each transaction on another connection of the
 * server. So a pooled connection has no prepared statements at the server, and the time limits for locks and pauses are set in
 * each transaction. PgBouncer itself carries the time zone along.
 */
final class PostgresqlSessions implements DriverAdapter {
    private static final System.Logger LOG = System.getLogger(PostgresqlSessions.class.getName());
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(4);
    private static final Duration SILENCE = Duration.ofSeconds(30); // as long as a statement may take
    private static final String SET_ZONE = "SET TIME ZONE 'UTC'";
    private static final String LIMIT_LOCKS = "lock_timeout = " + LOCK_PATIENCE.toMillis();
    private static final String IDLE_TIMEOUT = "idle_in_transaction_session_timeout";
    private static final String LIMIT_SILENCE = "SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES"
            + " ('" + IDLE_TIMEOUT + "', '" + SILENCE.toMillis() + "'), ('tcp_user_timeout', '" + SILENCE.toMillis()
            + "'), ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5')) AS limits (name, value) USING (name)"
            + " WHERE source NOT IN ('user', 'database', 'database user', 'client')";

    private final boolean preparesAnyway;
    private volatile boolean pooled;
    private volatile String limits = ""; // statements at the start of each transaction

    /** @param preparesAnyway whether the operator says how statements are prepared: newer poolers can do it */
    PostgresqlSessions(boolean preparesAnyway) {
        this.preparesAnyway = preparesAnyway;
    }

    /** Prepares a new connection, and closes it when this fails. */
    Connection prepared(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            PgConnection driver = connection.unwrap(PgConnection.class);
            try (ResultSet row =
                    statement.executeQuery("SELECT pg_backend_pid(), current_setting('lock_timeout') <> '0',"
                            + " current_setting('" + IDLE_TIMEOUT + "') <> '0'")) {
                row.next();
                if (row.getInt(1) == driver.getBackendPID()) {
                    statement.execute(SET_ZONE + "; SET " + LIMIT_LOCKS + "; " + LIMIT_SILENCE);
                } else {
                    behindPooler(connection, row.getBoolean(2), row.getBoolean(3));
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

    /** The same for a connection whose transactions may pause for any time. */
    Connection preparedForMigrations(Connection connection) throws SQLException {
        Connection prepared = prepared(connection);
        if (!pooled) {
            try (Statement statement = prepared.createStatement()) {
                statement.execute("SET " + IDLE_TIMEOUT + " = 0");
            } catch (SQLException e) {
                try (prepared) {
                    throw e;
                }
            }
        }
        return prepared;
    }

    private void behindPooler(Connection connection, boolean locksLimited, boolean silenceLimited) throws SQLException {
        limits = (locksLimited ? "" : "SET LOCAL " + LIMIT_LOCKS + ";")
                + (silenceLimited ? "" : "SET LOCAL " + IDLE_TIMEOUT + " = " + SILENCE.toMillis() + ";");
        if (!pooled) {
            requireTransactions(connection);
            pooled = true;
            LOG.log(
                    Level.INFO,
                    "A pooler is between Hexadmin and PostgreSQL: statements are {0} at the server, and waiting for locks and"
                            + " pauses in transactions are limited {1}",
                    preparesAnyway ? "prepared as the URL says" : "not prepared",
                    limits.isEmpty()
                            ? "by settings of the role"
                            : "in each transaction; ALTER ROLE … SET lock_timeout = '4s' and ALTER ROLE … SET "
                                    + IDLE_TIMEOUT + " = '30s' save a round trip");
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
        if (!limits.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(limits);
            }
        }
    }
}
