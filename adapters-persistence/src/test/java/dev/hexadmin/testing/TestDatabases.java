package dev.hexadmin.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Real databases for tests: a file of SQLite, or a database of a server of PostgreSQL or MariaDB that the test JVM shares. Empty
 * databases are for tests of existing tables; the others are copies in which the built-in tables exist.
 */
public final class TestDatabases {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TestDatabases() {}

    /** An empty file. */
    public static DatabaseSettings.Embedded sqlite(Path folder) {
        return new DatabaseSettings.Embedded("SQLite", folder.resolve("test-" + NUMBER.incrementAndGet() + ".db"));
    }

    /** An empty database. */
    public static DatabaseSettings.Server postgresql() {
        return create("test_" + NUMBER.incrementAndGet(), "template1");
    }

    /** A file in which all migrations have been applied. */
    public static DatabaseSettings.Embedded migratedSqlite(Path folder) {
        DatabaseSettings.Embedded copy = sqlite(folder);
        try {
            Files.write(copy.file(), MigratedSqlite.FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return asInstallationOfItsOwn(copy);
    }

    /** A database in which all migrations have been applied. */
    public static DatabaseSettings.Server migratedPostgresql() {
        return asInstallationOfItsOwn(create("test_" + NUMBER.incrementAndGet(), MigratedPostgresql.NAME));
    }

    /** An empty database of MariaDB, or of MySQL; the test is skipped where there is no server. */
    public static DatabaseSettings.Server mysql() {
        DatabaseSettings.Server database = mysql("test_" + NUMBER.incrementAndGet());
        execute(mysql("mysql"), List.of("CREATE DATABASE " + database.database() + " CHARACTER SET utf8mb4"));
        return database;
    }

    /** The certificate of its server, for the name {@code localhost}. */
    public static Path mysqlCertificate() {
        return MysqlServer.certificate();
    }

    private static DatabaseSettings.Server mysql(String database) {
        return new DatabaseSettings.Server("MySQL", "127.0.0.1", MysqlServer.port(), database, "root", "", "", 8);
    }

    /** The same, in which all migrations have been applied. */
    public static DatabaseSettings.Server migratedMysql() {
        DatabaseSettings.Server copy = mysql();
        execute(copy, MigratedMysql.STATEMENTS);
        return asInstallationOfItsOwn(copy);
    }

    private static DatabaseSettings.Server create(String name, String template) {
        try (Connection connection = Server.RUNNING.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            // twice as fast as a copy through the log, which is the server's default
            statement.execute("CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY FILE_COPY");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new DatabaseSettings.Server(
                "PostgreSQL", "localhost", Server.RUNNING.getPort(), name, "postgres", "postgres", "", 8);
    }

    private static void migrate(DatabaseSettings database) {
        try (Persistence persistence = Persistence.open(database)) {
            persistence.migrate();
        }
    }

    /**
     * Gives the copy a new installation id, so that copies share no data outside the database, such as pages in Redis.
     */
    private static <D extends DatabaseSettings> D asInstallationOfItsOwn(D copy) {
        execute(
                copy,
                List.of("UPDATE admin_installation SET id = '"
                        + UUID.randomUUID().toString().replace("-", "") + "'"));
        return copy;
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

    /**
     * A program's pool, which the test closes. Its connections have other settings than Hexadmin uses: the time zone of
     * Tokyo, and no auto-commit.
     */
    public static HikariDataSource pool(DataSource source, int size) {
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(source);
        pool.setMaximumPoolSize(size);
        pool.setMinimumIdle(0);
        pool.setAutoCommit(false);
        pool.setIsolateInternalQueries(true);
        pool.setConnectionInitSql("SET TIME ZONE 'Asia/Tokyo'");
        pool.setConnectionTimeout(3_000);
        return new HikariDataSource(pool);
    }

    /** Runs statements directly on the database, without Hexadmin. */
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

    /** The first column of the rows of the last statement. */
    public static List<String> texts(DatabaseSettings database, String... statements) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < statements.length - 1; i++) {
                statement.execute(statements[i]);
            }
            List<String> texts = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(statements[statements.length - 1])) {
                while (rows.next()) {
                    texts.add(rows.getString(1));
                }
            }
            return texts;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A connection without Hexadmin. */
    public static Connection connect(DatabaseSettings database) throws SQLException {
        return switch (database) {
            case DatabaseSettings.Embedded(String product, Path file) ->
                DriverManager.getConnection("jdbc:sqlite:" + file);
            case DatabaseSettings.Server mysql
            when mysql.product().equals("MySQL") ->
                DriverManager.getConnection(
                        "jdbc:mariadb://" + mysql.host() + ":" + mysql.port() + "/" + mysql.database()
                                + "?sessionVariables=sql_mode='ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES',"
                                + "time_zone='+00:00'",
                        mysql.user(),
                        mysql.password());
            case DatabaseSettings.Server postgresql ->
                DriverManager.getConnection(
                        "jdbc:postgresql://" + postgresql.host() + ":" + postgresql.port() + "/"
                                + postgresql.database(),
                        postgresql.user(),
                        postgresql.password());
            case DatabaseSettings.Given given -> given.source().getConnection();
        };
    }

    /** What makes a copy of a migrated database, several times faster than its migrations. */
    private static final class MigratedMysql {
        static final List<String> STATEMENTS = make();

        private static List<String> make() {
            DatabaseSettings.Server database = mysql();
            migrate(database);
            List<String> statements = new ArrayList<>(List.of("SET foreign_key_checks = 0"));
            try (Connection connection = connect(database);
                    Statement statement = connection.createStatement()) {
                for (String table : texts(database, "SHOW TABLES")) {
                    try (ResultSet row = statement.executeQuery("SHOW CREATE TABLE \"" + table + '"')) {
                        row.next();
                        statements.add(row.getString(2));
                    }
                    if (!texts(database, "SELECT 1 FROM \"" + table + "\" LIMIT 1")
                            .isEmpty()) {
                        statements.add("INSERT INTO \"" + table + "\" SELECT * FROM \"" + database.database() + "\".\""
                                + table + '"');
                    }
                }
                for (String trigger : texts(database, "SHOW TRIGGERS")) {
                    try (ResultSet row = statement.executeQuery("SHOW CREATE TRIGGER \"" + trigger + '"')) {
                        row.next();
                        statements.add(row.getString("SQL Original Statement"));
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return statements;
        }
    }

    private static final class MigratedSqlite {
        static final byte[] FILE = make();

        private static byte[] make() {
            try {
                Path folder = Files.createTempDirectory("migrated");
                DatabaseSettings.Embedded database = sqlite(folder);
                migrate(database);
                byte[] file = Files.readAllBytes(database.file());
                try (var left = Files.list(folder)) {
                    for (Path each : left.toList()) {
                        Files.delete(each);
                    }
                }
                Files.delete(folder);
                return file;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class MigratedPostgresql {
        static final String NAME = make();

        private static String make() {
            DatabaseSettings.Server database = postgresql();
            migrate(database);
            return database.database();
        }
    }

    private static final class Server {
        static final EmbeddedPostgres RUNNING = start();

        private static EmbeddedPostgres start() {
            try {
                Path folder = Files.createTempDirectory("postgresql");
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("fsync", "off")
                        .setServerConfig("full_page_writes", "off")
                        // it would start a process in each of some hundred databases, every minute
                        .setServerConfig("autovacuum", "off")
                        .setDataDirectory(folder)
                        .setCleanDataDirectory(false)
                        .start();
                long process = Long.parseLong(
                        Files.readAllLines(folder.resolve("postmaster.pid")).getFirst());
                Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder, process)));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /**
         * Ends the server without a checkpoint, and removes the folder of its databases, three hundred files each, while this JVM
         * ends.
         */
        private static void remove(Path folder, long process) {
            try {
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "kill -QUIT $0; while kill -0 $0; do sleep 0.1; done 2> /dev/null; rm -rf \"$1\"",
                                String.valueOf(process),
                                folder.toString())
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
