package dev.hexadmin.persistence;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.sql.DataSource;

/** Which database to keep things in: what {@code DATABASE_URL} says, or what an embedding program brings. */
public sealed interface DatabaseSettings {
    /**
     * An embedded database.
     *
     * @param file made when it does not exist, with its folder
     */
    record Sqlite(Path file) implements DatabaseSettings {}

    /**
     * A PostgreSQL server, 14 or later.
     *
     * @param database its name
     * @param parameters the URL's query, as it is, or empty
     * @param poolSize connections at most
     */
    record Postgresql(
            String host, int port, String database, String user, String password, String parameters, int poolSize)
            implements DatabaseSettings {
        @Override
        public String toString() {
            return "Postgresql[" + host + ":" + port + "/" + database + "]";
        }
    }

    /**
     * A source of connections that an embedding program brings and closes itself. What it leads to is found out when it
     * is opened: PostgreSQL, whose connections are borrowed, or a file of SQLite, which is opened anew.
     *
     * @param connections to PostgreSQL that are in use at one time, at most
     */
    record Given(DataSource source, int connections) implements DatabaseSettings {
        @Override
        public String toString() {
            return "Given[" + source.getClass().getName() + "]"; // what a source says of itself may hold a password
        }
    }

    /** Connections to PostgreSQL unless the operator says otherwise. */
    int DEFAULT_POOL_SIZE = 16;

    /**
     * Reads {@code sqlite:path/to/file.db} or {@code postgresql://user:password@host:5432/db}.
     *
     * @throws IllegalArgumentException when it is neither; the message never holds the password
     */
    static DatabaseSettings parse(String url, int poolSize) {
        if (url.startsWith("sqlite:")) {
            String file = url.substring("sqlite:".length());
            if (file.startsWith("//")) {
                file = file.substring(2);
            }
            if (file.isBlank()) {
                throw new IllegalArgumentException("'sqlite:' needs a file, such as sqlite:data/hexadmin.db");
            }
            return new Sqlite(Path.of(file));
        }
        if (url.startsWith("postgresql://") || url.startsWith("postgres://")) {
            try {
                URI uri = new URI(url);
                String info = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
                int colon = info.indexOf(':');
                String path = uri.getPath() == null ? "" : uri.getPath();
                if (uri.getHost() == null || path.length() < 2) {
                    throw new IllegalArgumentException(
                            "a PostgreSQL URL looks like postgresql://user:password@host:5432/db");
                }
                return new Postgresql(
                        uri.getHost(),
                        uri.getPort() < 0 ? 5432 : uri.getPort(),
                        path.substring(1),
                        decoded(colon < 0 ? info : info.substring(0, colon)),
                        colon < 0 ? "" : decoded(info.substring(colon + 1)),
                        uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                        poolSize);
            } catch (URISyntaxException e) {
                throw new IllegalArgumentException(
                        "the database URL cannot be read: " + e.getReason() + " (percent-encode special characters)",
                        e);
            }
        }
        throw new IllegalArgumentException(
                "the database URL must start with 'sqlite:' or 'postgresql://', such as sqlite:data/hexadmin.db");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
