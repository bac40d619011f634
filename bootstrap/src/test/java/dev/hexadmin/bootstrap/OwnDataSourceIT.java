package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.waiting.Waiting;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** Whole servers on connections that an embedding program brings. */
class OwnDataSourceIT {
    private static final ModelDefinition NOTES = ModelDefinition.builder("notes")
            .field("id", FieldType.INTEGER, f -> f.primaryKey())
            .field("text", FieldType.STRING, f -> f.required().maxLength(80))
            .field("noted", FieldType.DATETIME, f -> f)
            .build();

    @TempDir
    Path folder;

    private static RunningServer start(DataSource source) {
        return RunningServer.start(new DatabaseSettings.Given(source, 16), b -> b.register(NOTES));
    }

    /** Signs in, writes and reads; {@code already} notes are there. */
    private static void use(RunningServer server, int already) {
        String token = server.token();
        var written = server.send(
                "POST", "/admin/api/notes/", token, "{\"text\":\"milk\",\"noted\":\"2026-11-20T23:30:00Z\"}");
        assertThat(written.statusCode()).as(written.body()).isEqualTo(201);
        var list = RunningServer.json(server.send("GET", "/admin/api/notes/", token, ""));
        assertThat(list.path("total").asInt()).isEqualTo(already + 1);
        assertThat(list.at("/items/0/noted").asText()).isEqualTo("2026-11-20T23:30:00Z");
    }

    private static String one(DataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_plain_source_of_the_driver_works_and_is_left_without_connections() {
        DatabaseSettings.Server database = TestDatabases.postgresql();
        PGSimpleDataSource source = TestDatabases.source(database);
        source.setApplicationName("the program");
        for (int already = 0; already < 2; already++) {
            try (RunningServer server = start(source)) {
                use(server, already);
            }
        }
        assertThat(one(source, "SELECT count(*) FROM notes")).isEqualTo("2");
        Waiting.until(() -> one(
                        TestDatabases.source(database),
                        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'the program'")
                .equals("0"));
    }

    @Test
    void a_pool_of_the_program_gets_its_connections_back_as_they_were() throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(TestDatabases.source(TestDatabases.postgresql()), 3)) {
            List<String> before = facts(pool);
            assertThat(before).contains("Asia/Tokyo", "false");
            try (RunningServer server = start(pool)) {
                use(server, 0);
                manyAtOnce(server);
                Waiting.until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
            }
            assertThat(pool.isClosed()).isFalse();
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            List<Connection> all = new ArrayList<>();
            try {
                for (int i = 0; i < 3; i++) {
                    Connection connection = pool.getConnection();
                    all.add(connection);
                    assertThat(facts(connection)).isEqualTo(before);
                }
            } finally {
                for (Connection each : all) {
                    each.close();
                }
            }
            try (RunningServer server = start(pool)) { // again, on existing tables
                use(server, 1);
            }
            assertThat(facts(pool)).isEqualTo(before);
        }
    }

    @Test
    void a_stop_breaks_no_connection_of_the_program_that_a_job_uses() throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(TestDatabases.source(TestDatabases.postgresql()), 4)) {
            try (RunningServer server = start(slow(pool))) {
                use(server, 0);
            }
            List<String> before = processes(pool);
            for (int stops = 0; stops < 8; stops++) {
                start(slow(pool)).close();
            }
            assertThat(processes(pool)).containsExactlyInAnyOrderElementsOf(before);
        }
    }

    /** A source that is slow for the server's jobs, so that a stop finds them at work. */
    private static DataSource slow(DataSource source) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    if (Thread.currentThread().getName().startsWith("hexadmin-")) {
                        for (int i = 0; i < 30; i++) { // keeps an interrupt for the driver
                            LockSupport.parkNanos(2_000_000);
                        }
                    }
                    return method.invoke(source, arguments);
                });
    }

    /** The processes of the server that the connections of a pool lead to. */
    private static List<String> processes(HikariDataSource pool) throws SQLException {
        List<Connection> all = new ArrayList<>();
        List<String> processes = new ArrayList<>();
        try {
            for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
                all.add(pool.getConnection());
                try (Statement statement = all.getLast().createStatement();
                        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
                    row.next();
                    processes.add(row.getString(1));
                }
            }
        } finally {
            for (Connection each : all) {
                each.close();
            }
        }
        return processes;
    }

    /** More than the pool has: they wait for their turn, and none is refused. */
    private static void manyAtOnce(RunningServer server) {
        String token = server.token();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                String path = i % 3 == 0 ? "/admin/api/admin_audit_log/" : "/admin/api/notes/";
                answers.add(clients.submit(
                        () -> server.exchange("GET", path, token, "").statusCode()));
            }
            assertThat(answers).allSatisfy(answer -> assertThat(answer.get()).isEqualTo(200));
        }
    }

    private static List<String> facts(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return facts(connection);
        }
    }

    private static List<String> facts(Connection connection) throws SQLException {
        List<String> facts = new ArrayList<>();
        facts.add(String.valueOf(connection.getAutoCommit()));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('TimeZone'),"
                        + " current_setting('search_path'), current_setting('statement_timeout'), current_user,"
                        + " current_setting('transaction_isolation'), (SELECT count(*) FROM pg_locks"
                        + " WHERE locktype = 'advisory' AND pid = pg_backend_pid())")) {
            row.next();
            for (int column = 1; column <= 6; column++) {
                facts.add(row.getString(column));
            }
        }
        connection.rollback();
        return facts;
    }

    @Test
    void while_the_pool_gives_no_connection_requests_are_asked_to_retry() throws SQLException {
        try (HikariDataSource pool = TestDatabases.pool(TestDatabases.source(TestDatabases.postgresql()), 2);
                RunningServer server = start(pool)) {
            String token = server.token();
            try (Connection one = taken(pool);
                    Connection other = taken(pool)) {
                assertThat(List.of(one, other)).doesNotHaveDuplicates();
                var answer = server.send("GET", "/admin/api/notes/", token, "");
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            }
            use(server, 0);
        }
    }

    /** What looks after the search index may have it just now. */
    private static Connection taken(HikariDataSource pool) {
        while (true) {
            try {
                return pool.getConnection();
            } catch (SQLException e) {
                assertThat(pool.isClosed()).isFalse();
            }
        }
    }

    @Test
    void a_schema_of_the_programs_connections_is_where_tables_are_made() {
        DatabaseSettings.Server database = TestDatabases.postgresql();
        TestDatabases.execute(database, List.of("CREATE SCHEMA shop"));
        PGSimpleDataSource source = TestDatabases.source(database);
        source.setCurrentSchema("shop");
        try (HikariDataSource pool = TestDatabases.pool(source, 4);
                RunningServer server = start(pool)) {
            use(server, 0);
        }
        assertThat(one(TestDatabases.source(database), "SELECT count(*) FROM shop.notes"))
                .isEqualTo("1");
    }

    @Test
    void of_a_source_of_sqlite_the_file_is_taken() {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:file:" + folder.resolve("own.db") + "?cache=private");
        for (int already = 0; already < 2; already++) {
            try (RunningServer server = start(source)) {
                use(server, already);
                assertThat(one(source, "SELECT count(*) FROM notes")).isEqualTo("" + (already + 1));
            }
        }
        assertThat(one(source, "SELECT count(*) FROM notes")).isEqualTo("2");
        assertThat(folder.resolve("secret.key")).doesNotExist();
    }

    /** Recognized by the name of its class. */
    private static final class TransactionAwareDataSourceProxy extends PGSimpleDataSource {
        private static final long serialVersionUID = 1L;

        TransactionAwareDataSourceProxy() throws Exception {
            PGSimpleDataSource source = TestDatabases.source(TestDatabases.postgresql());
            setUrl(source.getUrl());
            setUser(source.getUser());
            setPassword(source.getPassword());
        }
    }

    @Test
    void what_cannot_be_used_is_refused_with_the_reason() throws Exception {
        SQLiteDataSource memory = new SQLiteDataSource();
        for (String url : List.of("jdbc:sqlite::memory:", "jdbc:sqlite:file:x?mode=memory&cache=shared")) {
            memory.setUrl(url);
            refused(memory, "in memory");
        }
        refused(of("Oracle"), "it leads to Oracle; PostgreSQL 14 or later and files of SQLite are supported");
        DatabaseSettings.Server database = TestDatabases.postgresql();
        try (HikariDataSource narrow = TestDatabases.pool(TestDatabases.source(database), 1)) {
            refused(narrow, "one connection");
        }
        refused(new TransactionAwareDataSourceProxy(), "whose transactions Hexadmin would end");
        for (Map.Entry<String, String> each : Map.of(
                        "-c default_transaction_read_only=on", "only read",
                        "-c default_transaction_isolation=serializable", "'serializable'",
                        "-c search_path=nowhere", "no schema")
                .entrySet()) {
            PGSimpleDataSource source = TestDatabases.source(database);
            source.setOptions(each.getKey());
            refused(source, each.getValue());
        }
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    private void refused(DataSource source, String because) {
        try (Hexadmin hexadmin = builder().dataSource(source).build()) {
            assertThatThrownBy(hexadmin::start)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageStartingWith("dataSource: ")
                    .hasMessageContaining(because);
        }
    }

    private Hexadmin.Builder builder() {
        return Hexadmin.builder()
                .folder(folder)
                .setting("server.port", "0")
                .setting("secret_key", "a secret of more than thirty-two characters");
    }

    /** A source whose connections say that they lead to another database. */
    private static DataSource of(String product) {
        DatabaseMetaData facts = proxy(DatabaseMetaData.class, Map.of("getDatabaseProductName", product));
        Connection connection = proxy(Connection.class, Map.of("getMetaData", facts));
        return proxy(DataSource.class, Map.of("getConnection", connection));
    }

    private static <T> T proxy(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.get(method.getName())));
    }

    @Test
    void a_source_without_connections_counts_as_an_unavailable_database() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {1});
        source.setDatabaseName("nothing");
        try (Hexadmin hexadmin = builder().dataSource(source).build()) {
            assertThatThrownBy(hexadmin::start).isInstanceOf(ServiceUnavailableException.class);
        }
    }

    @Test
    void a_second_database_and_a_missing_secret_are_rejected() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        assertThatThrownBy(() -> Hexadmin.builder()
                        .folder(folder)
                        .setting("database.url", "sqlite:x.db")
                        .dataSource(source)
                        .build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("database.url: the program provides a DataSource, too")
                .hasMessageContaining("HEXADMIN_SECRET_KEY");
        assertThatThrownBy(() -> builder().dataSource(source).dataSource(source))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
