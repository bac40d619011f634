package dev.hexadmin.persistence.settings;

import dev.hexadmin.persistence.spi.ProgramTransactions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** The database to use: from {@code DATABASE_URL}, or passed by an embedding program. */
public sealed interface DatabaseSettings {
    /**
     * A database in a file, without a server.
     *
     * @param product the kind of database, such as {@code SQLite}
     * @param file created with its folder when it does not exist
     */
    record Embedded(String product, Path file) implements DatabaseSettings {
        @Override
        public String toString() {
            return product + "[" + file + "]";
        }
    }

    /**
     * Who connects to a server.
     *
     * @param password used unless there is a file
     * @param file has the password as its only line; read again for each connection
     */
    record Login(String user, String password, Optional<Path> file) {
        @Override
        public String toString() {
            return "Login[" + user + "]";
        }
    }

    /**
     * A database of a server.
     *
     * @param product the kind of database, such as {@code PostgreSQL}
     * @param database its name
     * @param parameters the URL's query, as it is, or empty
     * @param poolSize connections at most
     * @param replicas servers that follow this one, for reads
     */
    record Server(
            String product,
            String host,
            int port,
            String database,
            Login login,
            String parameters,
            int poolSize,
            List<Server> replicas)
            implements DatabaseSettings {
        public Server {
            replicas = List.copyOf(replicas);
        }

        /** Without a file of the password, and without replicas. */
        public Server(
                String product,
                String host,
                int port,
                String database,
                String user,
                String password,
                String parameters,
                int poolSize) {
            this(
                    product,
                    host,
                    port,
                    database,
                    new Login(user, password, Optional.empty()),
                    parameters,
                    poolSize,
                    List.of());
        }

        public String user() {
            return login.user();
        }

        public String password() {
            return login.password();
        }

        /** The same with the password from a file, unless the URL has one. */
        public Server withPasswordFrom(Path file) {
            return password().isEmpty()
                    ? new Server(
                            product,
                            host,
                            port,
                            database,
                            new Login(user(), "", Optional.of(file)),
                            parameters,
                            poolSize,
                            replicas)
                    : this;
        }

        /** The same with replicas for reads. */
        public Server with(List<Server> replicas) {
            return new Server(product, host, port, database, login, parameters, poolSize, replicas);
        }

        @Override
        public String toString() {
            return product + "[" + host + ":" + port + "/" + database + "]";
        }
    }

    /**
     * A data source that an embedding program passes and closes itself. Its kind of database is determined when it is
     * opened: the connections of a server are borrowed, and a file is opened a second time.
     *
     * @param connections to a server that are in use at one time, at most
     * @param transactions the program's transactions on it, to be joined
     */
    record Given(DataSource source, int connections, Optional<ProgramTransactions> transactions)
            implements DatabaseSettings {
        /** Without transactions of the program. */
        public Given(DataSource source, int connections) {
            this(source, connections, Optional.empty());
        }

        @Override
        public String toString() {
            return "Given[" + source.getClass().getName() + "]"; // the text of a data source may contain a password
        }
    }

    /** The default number of connections to a server. */
    int DEFAULT_POOL_SIZE = 16;
}
