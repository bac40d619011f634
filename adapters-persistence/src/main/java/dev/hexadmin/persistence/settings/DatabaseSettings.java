package dev.hexadmin.persistence.settings;

import java.nio.file.Path;
import javax.sql.DataSource;

/** Which database to keep things in: what {@code DATABASE_URL} says, or what an embedding program brings. */
public sealed interface DatabaseSettings {
    /**
     * A database in a file, without a server.
     *
     * @param product the kind of database, such as {@code SQLite}
     * @param file made when it does not exist, with its folder
     */
    record Embedded(String product, Path file) implements DatabaseSettings {}

    /**
     * A database of a server.
     *
     * @param product the kind of database, such as {@code PostgreSQL}
     * @param database its name
     * @param parameters the URL's query, as it is, or empty
     * @param poolSize connections at most
     */
    record Server(
            String product,
            String host,
            int port,
            String database,
            String user,
            String password,
            String parameters,
            int poolSize)
            implements DatabaseSettings {
        @Override
        public String toString() {
            return product + "[" + host + ":" + port + "/" + database + "]";
        }
    }

    /**
     * A source of connections that an embedding program brings and closes itself. What it leads to is found out when it
     * is opened: a server, whose connections are borrowed, or a file, which is opened once more.
     *
     * @param connections to a server that are in use at one time, at most
     */
    record Given(DataSource source, int connections) implements DatabaseSettings {
        @Override
        public String toString() {
            return "Given[" + source.getClass().getName() + "]"; // what a source says of itself may hold a password
        }
    }

    /** Connections to a server unless the operator says otherwise. */
    int DEFAULT_POOL_SIZE = 16;
}
