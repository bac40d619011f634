package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.session.DriverAdapter;
import dev.hexadmin.persistence.session.Transaction;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** Open connections to one database, until they are closed. Thread-safe. */
public interface DatabaseConnections extends AutoCloseable {
    /** Connections that read what is committed. */
    DataSource readers();

    /** Connections that write. */
    DataSource writers();

    /** How many pieces of work use connections of {@link #readers} at one time. */
    int atOnce();

    /** How to use them. */
    DriverAdapter driver();

    /** Whether a request for a connection fails soon while one is still being made, and is to be repeated. */
    boolean failsFast();

    /** Connects to the database's server and disconnects; nothing without a server. */
    void probe() throws SQLException;

    /** While the server is unavailable, no connections are made in advance: requests would wait longer each time. */
    void pause(boolean unavailable);

    /** What carries out units of work; empty when each has a transaction and a connection of its own. */
    Optional<UnitOfWorkRunner> runner(Transaction.Start start);

    /** Closes all connections, but for those of a program's own source. */
    @Override
    void close();
}
