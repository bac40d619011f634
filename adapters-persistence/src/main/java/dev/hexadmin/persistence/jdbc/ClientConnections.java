package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.session.Transaction;
import io.helidon.dbclient.DbClientException;
import io.helidon.dbclient.jdbc.JdbcConnectionPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;

/**
 * The connections of a {@code DbClient}: that of the running transaction if there is one, otherwise a connection that
 * reads.
 */
final class ClientConnections implements JdbcConnectionPool {
    private final String name;
    private final Source readers;
    private final Consumer<String> statements;

    /** Where a connection that reads comes from. */
    interface Source {
        Connection connection() throws SQLException;
    }

    /** @param statements receives the text of each statement in a transaction */
    ClientConnections(String name, Source readers, Consumer<String> statements) {
        this.name = name;
        this.readers = readers;
        this.statements = statements;
    }

    @Override
    public Connection connection() {
        if (Transaction.isRunning()) {
            return LentConnection.keptOpen(Transaction.current().session().connection(), statements);
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
