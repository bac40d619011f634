package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.session.StatementObserver;
import dev.hexadmin.persistence.session.Transaction;
import io.helidon.dbclient.DbClientException;
import io.helidon.dbclient.jdbc.JdbcConnectionPool;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The connections of a {@code DbClient}: that of the running transaction if there is one, otherwise a connection that
 * reads.
 */
final class ClientConnections implements JdbcConnectionPool {
    private final String name;
    private final Source readers;
    private final StatementObserver observer;

    /** Where a connection that reads comes from. */
    interface Source {
        Connection connection() throws SQLException;
    }

    /** @param observer of the statements in a transaction */
    ClientConnections(String name, Source readers, StatementObserver observer) {
        this.name = name;
        this.readers = readers;
        this.observer = observer;
    }

    @Override
    public Connection connection() {
        if (Transaction.isRunning()) {
            return LentConnection.keptOpen(Transaction.current().session().connection(), observer);
        }
        try {
            return readers.connection();
        } catch (SQLException e) {
            throw new DbClientException("no connection", e);
        }
    }

    @Override
    public String dbType() {
        return name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String type() {
        return name;
    }
}
