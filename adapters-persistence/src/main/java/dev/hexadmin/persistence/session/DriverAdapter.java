package dev.hexadmin.persistence.session;

import java.sql.Connection;
import java.sql.SQLException;

/** What the drivers of databases do differently on a connection. By default as JDBC says. Thread-safe. */
public interface DriverAdapter {
    /** A statement, which may be one that was kept prepared. */
    default Session.Prepared prepare(Connection connection, String sql) throws SQLException {
        return new Session.Prepared(connection.prepareStatement(sql), false);
    }

    /** Closes the statements that are kept prepared: one that met a changed table cannot be executed again. */
    default void dropStatements(Connection connection) throws SQLException {}

    /** Begins a transaction, which the connection does not commit by itself. */
    default void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
    }

    /** Rolls the connection's transaction back. */
    default void rollBack(Connection connection) throws SQLException {
        connection.rollback();
    }
}
