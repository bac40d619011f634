package dev.hexadmin.persistence.database.postgresql;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.database.ConnectionPools;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.settings.DataSourceRejectedException;
import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;

/**
 * A program's pool of connections to PostgreSQL. A connection is borrowed for one task, with the time zone UTC and
 * auto-commit. It is returned without a transaction, with the time zone and the commit mode that it had before. A
 * connection that is already in UTC needs no additional statement. Thread-safe when the pool is.
 */
final class ExternalDataSource implements DataSource {
    private static final System.Logger LOG = System.getLogger(ExternalDataSource.class.getName());
    private static final String ZONE = "TimeZone";
    private static final String TRANSACTION_AWARE = "TransactionAwareDataSourceProxy"; // of Spring
    private static final Set<String> UTC = Set.of("UTC", "Etc/UTC", "GMT");

    private final DataSource source;

    ExternalDataSource(DataSource source) {
        this.source = source;
    }

    /**
     * Checks whether a program's data source can be used.
     *
     * @throws DataSourceRejectedException when it cannot
     * @throws ServiceUnavailableException when it gives no connection
     */
    static void check(DataSource source) {
        if (source.getClass().getSimpleName().equals(TRANSACTION_AWARE)) {
            throw new DataSourceRejectedException("it is a " + TRANSACTION_AWARE
                    + ", whose transactions Hexadmin would end;" + " give the pool itself, with ProgramTransactions");
        }
        try (Connection connection = ConnectionPools.borrow(source)) {
            check(connection);
        } catch (SQLException e) {
            throw new ServiceUnavailableException(
                    new PostgresqlErrorCodes()
                            .reasonOf(e)
                            .orElse(ServiceUnavailableException.Reason.DATABASE_UNAVAILABLE),
                    "the database cannot be used",
                    e);
        }
    }

    /** How many connections to use at one time: no more than the pool has, where that can be seen. */
    static int atOnce(DataSource source, int wanted) {
        return source instanceof HikariDataSource pool ? Math.min(wanted, pool.getMaximumPoolSize()) : wanted;
    }

    private static void check(Connection connection) throws SQLException {
        if (!connection.isWrapperFor(PgConnection.class)) {
            throw new DataSourceRejectedException("its connections do not unwrap to those of PostgreSQL's own driver");
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_schema(),"
                        + " current_setting('transaction_read_only'), current_setting('transaction_isolation')")) {
            row.next();
            if (row.getString(1) == null) {
                throw new DataSourceRejectedException(
                        "its connections have no schema to make tables in: the search_path leads nowhere");
            }
            if (row.getString(2).equals("on")) {
                throw new DataSourceRejectedException("its connections only read; Hexadmin writes, too");
            }
            if (!row.getString(3).equals("read committed")) {
                throw new DataSourceRejectedException(
                        "its transactions are '" + row.getString(3) + "'; 'read committed' is needed");
            }
        } finally {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = ConnectionPools.borrow(source);
        try {
            return (Connection) Proxy.newProxyInstance(
                    ExternalDataSource.class.getClassLoader(), new Class<?>[] {Connection.class}, new Loan(connection));
        } catch (SQLException | RuntimeException e) {
            discard(connection, e);
            throw e;
        }
    }

    /** Sets the time zone of a transaction that the program runs; the result restores it. */
    static DatabaseConnections.Adoption adopt(Connection connection) throws SQLException {
        Optional<String> zone = foreignZone(connection);
        if (zone.isPresent()) {
            setZone(connection, "UTC", true);
        }
        return () -> {
            if (zone.isPresent()) {
                setZone(connection, zone.get(), true);
            }
        };
    }

    /** The time zone of a connection, as the server has reported it; empty for UTC. */
    private static Optional<String> foreignZone(Connection connection) throws SQLException {
        return Optional.ofNullable(connection.unwrap(PgConnection.class).getParameterStatus(ZONE))
                .filter(zone -> !UTC.contains(zone));
    }

    /** @param local whether only for the running transaction */
    private static void setZone(Connection connection, String zone, boolean local) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT set_config('TimeZone', ?, ?)")) {
            statement.setString(1, zone);
            statement.setBoolean(2, local);
            statement.execute();
        }
    }

    /** Aborts a connection that cannot be reset, so that the pool does not hand it out again. */
    private static void discard(Connection connection, Exception because) {
        LOG.log(System.Logger.Level.DEBUG, "a connection of the program's own source is given up", because);
        try {
            connection.abort(Runnable::run);
            connection.close();
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    /** One borrowed connection. Closing it returns it to the pool. Used by one thread. */
    private static final class Loan implements InvocationHandler {
        private final Connection connection;
        private final boolean autoCommit;
        private final Optional<String> zone; // to be restored; empty when the connection was in UTC already
        private boolean over;

        Loan(Connection connection) throws SQLException {
            this.connection = connection;
            this.autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.rollback(); // otherwise the driver would commit a transaction left open
                connection.setAutoCommit(true);
            }
            zone = foreignZone(connection);
            if (zone.isPresent()) {
                setZone(connection, "UTC", false);
            }
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            switch (method.getName()) {
                case "close" -> {
                    giveBack();
                    return null;
                }
                case "isClosed" -> {
                    return over || connection.isClosed();
                }
                default -> {
                    if (over) {
                        throw new SQLException("the connection was given back");
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                }
            }
        }

        private void giveBack() throws SQLException {
            if (over) {
                return;
            }
            over = true;
            try {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
                if (zone.isPresent()) {
                    setZone(connection, zone.get(), false);
                }
                if (!autoCommit) {
                    connection.setAutoCommit(false);
                }
            } catch (SQLException | RuntimeException e) {
                discard(connection, e);
                return;
            }
            connection.close();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("connections of another user");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("the source is the program's own");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("the source is the program's own");
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException("the source is the program's own");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
