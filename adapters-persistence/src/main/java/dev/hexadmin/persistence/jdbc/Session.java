package dev.hexadmin.persistence.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Consumer;

/** A connection for the length of one piece of work, with the statements it keeps prepared. Used by one thread. */
public final class Session {
    private final Connection connection;
    private final StatementCache statements;
    private final Consumer<String> noting;

    /** @param noting told of the text of each statement */
    Session(Connection connection, StatementCache statements, Consumer<String> noting) {
        this.connection = connection;
        this.statements = statements;
        this.noting = noting;
    }

    /** The connection; not to be closed, committed or rolled back. */
    public Connection connection() {
        return connection;
    }

    /**
     * A prepared statement, to be closed after use, which may keep it prepared. One text is in use once at a time in a
     * session.
     */
    public Prepared prepare(String sql) throws SQLException {
        noting.accept(sql);
        return statements.prepare(connection, sql);
    }

    /** Forgets the statements that are kept prepared, after one of them found a table other than it was. */
    public void dropStatements() throws SQLException {
        statements.drop(connection);
    }

    /** A statement on loan. */
    public static final class Prepared implements AutoCloseable {
        private final PreparedStatement statement;
        private final boolean kept;

        Prepared(PreparedStatement statement, boolean kept) {
            this.statement = statement;
            this.kept = kept;
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
