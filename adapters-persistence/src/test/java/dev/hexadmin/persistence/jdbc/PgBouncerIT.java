package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.PgBouncer;
import dev.hexadmin.testing.TestDatabases;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class PgBouncerIT {
    private static final String TRANSACTIONS = "pool_mode = transaction";
    private static final String LOCK_TIMEOUT = "SELECT current_setting('lock_timeout')";
    private static final String LIMITS =
            LOCK_TIMEOUT + " || ' ' || current_setting('idle_in_transaction_session_timeout')";

    private final DatabaseSettings.Server direct = TestDatabases.postgresql();

    @Test
    void built_in_tables_are_made_and_nothing_of_a_session_is_left_behind() {
        try (PgBouncer pooler =
                PgBouncer.start(direct.port(), TRANSACTIONS, "default_pool_size = 2" /* migrations take two */)) {
            try (Persistence persistence = Persistence.open(pooler.before(direct))) {
                assertThat(persistence.migrate()).isPositive();
                assertThat(persistence.migrate()).isZero();
            }
            for (int connection = 0; connection < 4; connection++) { // the pooler gives its two in turns
                assertThat(TestDatabases.texts(
                                pooler.before(direct), LIMITS + " || current_schemas(false)::text || current_user"))
                        .containsExactly("0 0{public}postgres");
            }
        }
    }

    @Test
    void the_same_statements_run_on_whichever_connection_of_the_server_is_free() throws Exception {
        TestDatabases.execute(direct, List.of("CREATE TABLE t (id BIGINT PRIMARY KEY, at TIMESTAMPTZ)"));
        try (PgBouncer pooler = PgBouncer.start(direct.port(), TRANSACTIONS);
                Database database = Database.open(pooler.before(direct));
                var clients = Executors.newFixedThreadPool(4)) {
            Set<Long> backends = ConcurrentHashMap.newKeySet();
            clients.invokeAll(List.of(0, 1, 2, 3).stream()
                            .map(client -> Executors.callable(() -> {
                                for (int i = 0; i < 30; i++) {
                                    long first = client * 1_000L + i * 10L;
                                    database.write(scope -> database.change(session -> insert(session, first)));
                                    backends.add(number(database, "SELECT pg_backend_pid()"));
                                }
                            }))
                            .toList())
                    .forEach(done -> assertThat(done).succeedsWithin(Duration.ofMinutes(1)));
            assertThat(backends).hasSizeGreaterThan(1);
            assertThat(number(database, "SELECT count(*) FROM t WHERE at::text = '2026-01-01 00:00:00+00'"))
                    .isEqualTo(4 * 30 * 10);
        }
    }

    private static long number(Database database, String sql) {
        return database.read(session -> session.number(sql).orElseThrow());
    }

    private static int insert(Session session, long first) throws SQLException {
        try (Session.Prepared prepared = session.prepare("INSERT INTO t VALUES (?, '2026-01-01 00:00')")) {
            PreparedStatement statement = prepared.statement();
            for (int i = 0; i < 10; i++) {
                statement.setLong(1, first + i);
                statement.addBatch();
            }
            return statement.executeBatch().length;
        }
    }

    @Test
    void waiting_for_locks_and_pauses_are_limited_in_each_transaction_or_by_the_role() {
        try (PgBouncer pooler = PgBouncer.start(direct.port(), TRANSACTIONS)) {
            try (Database database = Database.open(pooler.before(direct))) {
                assertThat(limit(database)).isEqualTo("4s 30s");
            }
            TestDatabases.execute(
                    direct,
                    List.of(
                            "CREATE ROLE limited LOGIN SUPERUSER PASSWORD 'postgres'",
                            "ALTER ROLE limited SET lock_timeout = '3s'"));
            DatabaseSettings.Server limited = new DatabaseSettings.Server(
                    direct.product(),
                    "127.0.0.1",
                    pooler.before(direct).port(),
                    direct.database(),
                    "limited",
                    "postgres",
                    "",
                    4);
            try (Database database = Database.open(limited)) {
                assertThat(limit(database)).isEqualTo("3s 30s");
            } finally {
                TestDatabases.execute(direct, List.of("DROP ROLE limited"));
            }
        }
    }

    private static String limit(Database database) {
        return database.write(scope -> database.query(
                        execute -> execute.get(LIMITS + " AS limited").map(row -> Columns.text(row, "limited"))))
                .orElseThrow();
    }

    @Test
    void a_pooler_that_cuts_transactions_apart_is_refused_at_the_start() {
        try (PgBouncer pooler = PgBouncer.start(direct.port(), "pool_mode = statement")) {
            assertThatThrownBy(() -> Database.open(pooler.before(direct)))
                    .isInstanceOf(ServiceUnavailableException.class)
                    .cause()
                    .hasMessageContaining("pool_mode");
        }
    }
}
