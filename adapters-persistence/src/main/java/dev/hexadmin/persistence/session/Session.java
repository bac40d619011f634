package dev.hexadmin.persistence.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** A connection for the duration of one task, with its cached prepared statements. Used by one thread. */
public final class Session {
    private final Connection connection;
    private final DriverAdapter driver;
    private final StatementObserver observer;
    private final boolean onReplica;
    private int prepared;

    public Session(Connection connection, DriverAdapter driver, StatementObserver observer) {
        this(connection, driver, observer, false);
    }

    private Session(Connection connection, DriverAdapter driver, StatementObserver observer, boolean onReplica) {
        this.connection = connection;
        this.driver = driver;
        this.observer = observer;
        this.onReplica = onReplica;
    }

    /** A session with a replica of the database. */
    public static Session onReplica(Connection connection, DriverAdapter driver, StatementObserver observer) {
        return new Session(connection, driver, observer, true);
    }

    /** How many statements it has been asked for. */
    public int prepared() {
        return prepared;
    }

    /** Whether it may miss what was committed in the last seconds. */
    public boolean isOnReplica() {
        return onReplica;
    }

    /** The connection; not to be closed, committed or rolled back. */
    public Connection connection() {
        return connection;
    }

    /**
     * A prepared statement, which must be closed after use; closing may return it to a cache. A text must not be in use
     * twice at the same time in a session.
     */
    public Prepared prepare(String sql) throws SQLException {
        prepared++;
        observer.preparing(sql);
        return driver.prepare(connection, sql).observed(sql, observer);
    }

    /** Executes a statement that is not cached. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs a statement whose parameters are numbers, and returns the number of changed rows. */
    public int update(String sql, long... values) throws SQLException {
        try (Prepared prepared = prepare(sql)) {
            bind(prepared.statement(), values);
            return prepared.statement().executeUpdate();
        }
    }

    /** The number in the first row of a query whose parameters are numbers; empty for no row, or null. */
    public Optional<Long> number(String sql, long... values) throws SQLException {
        try (Prepared prepared = prepare(sql)) {
            bind(prepared.statement(), values);
            try (ResultSet row = prepared.statement().executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                long number = row.getLong(1);
                return row.wasNull() ? Optional.empty() : Optional.of(number);
            }
        }
    }

    /** Receives each row of a query. */
    @FunctionalInterface
    public interface RowHandler {
        void handle(ResultSet row) throws SQLException;
    }

    /** Passes each row of a query whose parameters are texts to {@code handler}. */
    public void forEach(String sql, RowHandler handler, String... values) throws SQLException {
        try (Prepared prepared = prepare(sql)) {
            PreparedStatement statement = prepared.statement();
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    handler.handle(row);
                }
            }
        }
    }

    private static void bind(PreparedStatement statement, long... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setLong(i + 1, values[i]);
        }
    }

    /** Closes the cached prepared statements, after the table of one of them was changed. */
    public void dropStatements() throws SQLException {
        driver.dropStatements(connection);
    }

    /** The text of {@link DriverAdapter#insertAndCommit}. */
    Optional<String> insertAndCommit(String insert) {
        return driver.insertAndCommit(insert);
    }

    void rollBack() throws SQLException {
        driver.rollBack(connection);
    }

    /** A borrowed statement. */
    public static final class Prepared implements AutoCloseable {
        private final PreparedStatement statement;
        private final boolean kept;

        public Prepared(PreparedStatement statement, boolean kept) {
            this.statement = statement;
            this.kept = kept;
        }

        private Prepared observed(String sql, StatementObserver observer) {
            PreparedStatement observed = observer.observed(sql, statement);
            return statement.equals(observed) ? this : new Prepared(observed, kept);
        }

        public PreparedStatement statement() {
            return statement;
        }

        @Override
        public void close() throws SQLException {
            if (!kept) {
                statement.close();
            }
        }
    }
}
