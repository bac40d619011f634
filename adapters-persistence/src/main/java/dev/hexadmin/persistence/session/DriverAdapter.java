package dev.hexadmin.persistence.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Adapts the differences between JDBC drivers on a connection. The defaults follow JDBC. Thread-safe. */
public interface DriverAdapter {
    /** A statement, which may come from a cache of prepared statements. */
    default Session.Prepared prepare(Connection connection, String sql) throws SQLException {
        return new Session.Prepared(connection.prepareStatement(sql), false);
    }

    /** Closes the cached prepared statements: a statement whose table was changed cannot be executed again. */
    default void dropStatements(Connection connection) throws SQLException {}

    /** Begins a transaction, which the connection does not auto-commit. */
    default void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
    }

    /** The text that executes an insert and commits with one round trip; empty where that takes two. */
    default Optional<String> insertAndCommit(String insert) {
        return Optional.empty();
    }

    /** Rolls the connection's transaction back. */
    default void rollBack(Connection connection) throws SQLException {
        connection.rollback();
    }
}
