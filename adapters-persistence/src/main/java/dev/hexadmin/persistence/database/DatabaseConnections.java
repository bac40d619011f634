package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.session.DriverAdapter;
import dev.hexadmin.persistence.session.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** Open connections to one database, until they are closed. Thread-safe. */
public interface DatabaseConnections extends AutoCloseable {
    /** Connections that read committed data. */
    DataSource readers();

    /** Connections that write. */
    DataSource writers();

    /** Removes the access of other users of the machine to the files of an embedded database. */
    default void protectFiles() {}

    /** Connections that change the built-in tables. */
    default DataSource migrations() {
        return writers();
    }

    /** How many tasks use connections of {@link #readers} at one time. */
    int atOnce();

    /** How to use them. */
    DriverAdapter driver();

    /** Whether a request for a connection fails soon while a connection is still being opened, and must be repeated. */
    boolean failsFast();

    /** Connects to the database's server and disconnects. Does nothing without a server. */
    void probe() throws SQLException;

    /** While the server is unavailable, no connections are opened in advance: requests would wait longer each time. */
    void pause(boolean unavailable);

    /** Runs units of work; empty when each unit of work has a separate transaction and connection. */
    Optional<UnitOfWorkRunner> runner(Transaction.Start start);

    /** Has a connection on which no transaction could be begun closed, and not used again. */
    default void discard(Connection connection) {}

    /** A connection of a program's transaction while a unit of work uses it. */
    @FunctionalInterface
    interface Adoption {
        /** Sets the connection as it was before. A rollback to an earlier savepoint does the same. */
        void end() throws SQLException;
    }

    /** Prepares the connection of a program's running transaction for a unit of work. */
    default Adoption adopt(Connection connection) throws SQLException {
        return () -> {};
    }

    /** Closes all connections, except those of a program's data source. */
    @Override
    void close();
}
