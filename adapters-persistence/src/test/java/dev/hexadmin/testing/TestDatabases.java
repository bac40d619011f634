package dev.hexadmin.testing;

import dev.hexadmin.persistence.DatabaseSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
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

    /** Carries out statements as the database takes them, past everything that Hexadmin knows. */
    public static void execute(DatabaseSettings database, List<String> statements) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Connection connect(DatabaseSettings database) throws SQLException {
        return switch (database) {
            case DatabaseSettings.Sqlite(Path file) -> DriverManager.getConnection("jdbc:sqlite:" + file);
            case DatabaseSettings.Postgresql postgresql ->
                DriverManager.getConnection(
                        "jdbc:postgresql://" + postgresql.host() + ":" + postgresql.port() + "/"
                                + postgresql.database(),
                        postgresql.user(),
                        postgresql.password());
        };
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
