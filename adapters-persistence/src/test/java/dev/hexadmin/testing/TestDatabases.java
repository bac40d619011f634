package dev.hexadmin.testing;

import dev.hexadmin.persistence.DatabaseSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** Real, empty databases for tests: a file of SQLite, or a database of a PostgreSQL server that the test JVM shares. */
public final class TestDatabases {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TestDatabases() {}

    public static DatabaseSettings.Sqlite sqlite(Path folder) {
        return new DatabaseSettings.Sqlite(folder.resolve("test-" + NUMBER.incrementAndGet() + ".db"));
    }

    public static DatabaseSettings.Postgresql postgresql() {
        String name = "test_" + NUMBER.incrementAndGet();
        try (Connection connection = Server.RUNNING.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new DatabaseSettings.Postgresql(
                "localhost", Server.RUNNING.getPort(), name, "postgres", "postgres", "", 8);
    }

    private static final class Server {
        static final EmbeddedPostgres RUNNING = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
