package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.persistence.session.DriverAdapter;
import dev.hexadmin.persistence.session.Session;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteException;
import org.sqlite.core.CoreStatement;

/** Caches prepared statements for each connection, since the driver compiles the text at each call; very long ones are closed. */
final class SqliteDriverAdapter implements DriverAdapter {
    private static final int PER_CONNECTION = 256;
    private static final int LONGEST_KEPT = 8_192;

    private final Map<Connection, Kept> byConnection = new ConcurrentHashMap<>();

    @Override
    public Session.Prepared prepare(Connection connection, String sql) throws SQLException {
        SQLiteConnection physical = connection.unwrap(SQLiteConnection.class);
        if (sql.length() > LONGEST_KEPT) {
            return new Session.Prepared(physical.prepareStatement(sql), false);
        }
        Kept kept = byConnection.computeIfAbsent(physical, c -> new Kept());
        @Nullable PreparedStatement statement = kept.get(sql);
        if (statement == null || !isOpen(statement)) {
            statement = physical.prepareStatement(sql);
            kept.put(sql, statement);
        }
        return new Session.Prepared(statement, true);
    }

    /** A statement that has failed is still open for the driver when it has released the compiled one. */
    private static boolean isOpen(PreparedStatement statement) throws SQLException {
        return !statement.isClosed() && statement instanceof CoreStatement compiled && !compiled.pointer.isClosed();
    }

    @Override
    public void dropStatements(Connection connection) throws SQLException {
        @Nullable Kept kept = byConnection.remove(connection.unwrap(SQLiteConnection.class));
        if (kept != null) {
            for (PreparedStatement statement : kept.values()) {
                statement.close();
            }
        }
    }

    /**
     * When it fails, the driver continues as if in a transaction. The connection is discarded then: {@code setAutoCommit(true)} would
     * commit a transaction that was left open.
     */
    @Override
    public void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
    }

    /** SQLite may already have rolled back, as after SQLITE_FULL, while its driver continues as if in a transaction. */
    @Override
    public void rollBack(Connection connection) throws SQLException {
        try {
            connection.rollback();
        } catch (SQLException e) {
            if (!(e instanceof SQLiteException)) {
                throw e;
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("BEGIN");
            }
            connection.rollback();
        }
    }

    /** One connection's statements. Used only by the thread that has borrowed the connection. */
    private static final class Kept extends LinkedHashMap<String, PreparedStatement> {
        private static final long serialVersionUID = 1L;

        Kept() {
            super(64, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PreparedStatement> eldest) {
            if (size() <= PER_CONNECTION) {
                return false;
            }
            try {
                eldest.getValue().close();
            } catch (SQLException e) {
                System.getLogger(SqliteDriverAdapter.class.getName())
                        .log(System.Logger.Level.DEBUG, "closing an evicted statement", e);
            }
            return true;
        }
    }
}
