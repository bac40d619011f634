package dev.hexadmin.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.persistence.settings.DatabaseSettings;
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
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Real, empty databases for tests: a file of SQLite, or a database of a PostgreSQL server that the test JVM shares. */
public final class TestDatabases {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TestDatabases() {}

    public static DatabaseSettings.Embedded sqlite(Path folder) {
        return new DatabaseSettings.Embedded("SQLite", folder.resolve("test-" + NUMBER.incrementAndGet() + ".db"));
    }

    public static DatabaseSettings.Server postgresql() {
        String name = "test_" + NUMBER.incrementAndGet();
        try (Connection connection = Server.RUNNING.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new DatabaseSettings.Server(
                "PostgreSQL", "localhost", Server.RUNNING.getPort(), name, "postgres", "postgres", "", 8);
    }

    /** The driver's own source of connections to such a database. */
    public static PGSimpleDataSource source(DatabaseSettings.Server postgresql) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {postgresql.host()});
        source.setPortNumbers(new int[] {postgresql.port()});
        source.setDatabaseName(postgresql.database());
        source.setUser(postgresql.user());
        source.setPassword(postgresql.password());
        return source;
    }

    /** A program's own pool, to be closed, whose connections come otherwise than they are used: in Tokyo, without commit. */
    public static HikariDataSource pool(DataSource source, int size) {
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(source);
        pool.setMaximumPoolSize(size);
        pool.setMinimumIdle(0);
        pool.setAutoCommit(false);
        pool.setIsolateInternalQueries(true);
        pool.setConnectionInitSql("SET TIME ZONE 'Asia/Tokyo'");
        pool.setConnectionTimeout(500);
        return new HikariDataSource(pool);
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
            case DatabaseSettings.Embedded(String product, Path file) ->
                DriverManager.getConnection("jdbc:sqlite:" + file);
            case DatabaseSettings.Server postgresql ->
                DriverManager.getConnection(
                        "jdbc:postgresql://" + postgresql.host() + ":" + postgresql.port() + "/"
                                + postgresql.database(),
                        postgresql.user(),
                        postgresql.password());
            case DatabaseSettings.Given given -> given.source().getConnection();
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
