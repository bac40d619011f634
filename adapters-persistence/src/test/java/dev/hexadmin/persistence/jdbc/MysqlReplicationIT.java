package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.Caller;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.ReplicatedMysql;
import dev.hexadmin.testing.TestDatabases;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Servers with a binary log. */
class MysqlReplicationIT {
    private static final UserId WRITER = new UserId(1);
    private static final UserId READER = new UserId(2);

    private static ReplicatedMysql servers;

    /** Marks of this test. */
    private static final class Marks implements WriteMarks {
        private final Map<UserId, Long> marks = new ConcurrentHashMap<>();

        @Override
        public void wrote(UserId user, long position) {
            marks.merge(user, position, Math::max);
        }

        @Override
        public long of(UserId user) {
            return marks.getOrDefault(user, NONE);
        }
    }

    @BeforeAll
    static void start() {
        servers = new ReplicatedMysql();
    }

    private static long count(Database database, UserId user) {
        return ScopedValue.where(Caller.CURRENT, user)
                .call(() -> database.readCopy(
                        session -> session.number("SELECT count(*) FROM t").orElseThrow()));
    }

    private static void insert(Database database) {
        ScopedValue.where(Caller.CURRENT, WRITER)
                .run(() ->
                        database.write(scope -> database.change(session -> session.update("INSERT INTO t VALUES ()"))));
    }

    @Test
    void who_has_written_reads_it_and_others_read_the_replica() {
        Marks marks = new Marks();
        try (Database database = Database.open(servers.primary().with(List.of(servers.replica())))) {
            TestDatabases.execute(servers.primary(), List.of("CREATE TABLE t (id BIGINT AUTO_INCREMENT PRIMARY KEY)"));
            database.readReplicas(marks);
            insert(database);
            while (!TestDatabases.texts(
                            servers.replica(),
                            "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'replicated'")
                    .equals(List.of("1"))) {
                Thread.onSpinWait();
            }
            while (!TestDatabases.texts(servers.replica(), "SELECT count(*) FROM t")
                    .equals(List.of("1"))) {
                Thread.onSpinWait();
            }
            servers.pause();
            assertThat(count(database, READER)).isEqualTo(1);
            insert(database);
            assertThat(marks.of(WRITER)).isPositive().isLessThan(WriteMarks.UNKNOWN);
            assertThat(count(database, WRITER)).isEqualTo(2);
            assertThat(count(database, READER)).isEqualTo(1);
            servers.resume();
            while (count(database, READER) < 2) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void a_user_that_may_not_create_triggers_is_told_before_the_first_migration() {
        DatabaseSettings.Server server = servers.primary();
        TestDatabases.execute(
                server,
                List.of(
                        "CREATE DATABASE first_start CHARACTER SET utf8mb4",
                        "CREATE USER starter",
                        "GRANT ALL ON first_start.* TO starter"));
        DatabaseSettings.Server starter =
                new DatabaseSettings.Server("MySQL", "127.0.0.1", server.port(), "first_start", "starter", "", "", 4);
        assertThatThrownBy(() -> migrate(starter))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasMessageContaining("log_bin_trust_function_creators");
        TestDatabases.execute(
                server,
                List.of(
                        "SET GLOBAL log_bin_trust_function_creators = ON",
                        "REVOKE TRIGGER ON first_start.* FROM starter"));
        assertThatThrownBy(() -> migrate(starter))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasMessageContaining("GRANT TRIGGER");
        assertThat(TestDatabases.texts(starter, "SHOW TABLES")).isEmpty();
        TestDatabases.execute(server, List.of("GRANT TRIGGER ON first_start.* TO starter"));
        migrate(starter);
        assertThat(TestDatabases.texts(starter, "SHOW TABLES")).contains("admin_audit_log");
    }

    private static void migrate(DatabaseSettings database) {
        try (Persistence persistence = Persistence.open(database)) {
            persistence.migrate();
        }
    }
}
