package dev.hexadmin.persistence.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/**
 * Keeps statements prepared on SQLite's connections, whose driver compiles the text anew each time. PostgreSQL's driver
 * keeps its own, so there a statement is made and closed.
 */
final class StatementCache {
    private static final int PER_CONNECTION = 256;

    private final Map<Connection, Kept> byConnection = new ConcurrentHashMap<>();
    private final boolean keeps;

    StatementCache(boolean keeps) {
        this.keeps = keeps;
    }

    Session.Prepared prepare(Connection connection, String sql) throws SQLException {
        if (!keeps) {
            return new Session.Prepared(connection.prepareStatement(sql), false);
        }
        SQLiteConnection physical = connection.unwrap(SQLiteConnection.class);
        Kept kept = byConnection.computeIfAbsent(physical, c -> new Kept());
        @Nullable PreparedStatement statement = kept.get(sql);
        if (statement == null || statement.isClosed()) {
            statement = physical.prepareStatement(sql);
            kept.put(sql, statement);
        }
        return new Session.Prepared(statement, true);
    }

    /** Closes what is kept for a connection: a statement that met a changed table cannot be executed again. */
    void drop(Connection connection) throws SQLException {
        if (!keeps) {
            return;
        }
        @Nullable Kept kept = byConnection.remove(connection.unwrap(SQLiteConnection.class));
        if (kept != null) {
            for (PreparedStatement statement : kept.values()) {
                statement.close();
            }
        }
    }

    /** One connection's statements: used by whoever has the connection, so by one thread at a time. */
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
                System.getLogger(StatementCache.class.getName())
                        .log(System.Logger.Level.DEBUG, "closing an evicted statement", e);
            }
            return true;
        }
    }
}
