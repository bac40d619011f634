package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class MysqlOutageIT extends OutageContract {
    private final DatabaseSettings.Server settings = TestDatabases.migratedMysql();

    @Override
    DatabaseSettings settings(Path folder) {
        return settings;
    }

    @Override
    Connection other() throws SQLException {
        return TestDatabases.connect(settings);
    }

    @Override
    String locking() {
        return "SELECT 1 FROM t WHERE id = 1 FOR UPDATE";
    }

    @Test
    void what_a_full_disk_raises_is_a_full_database_that_can_be_read() {
        change("CREATE TRIGGER full_disk BEFORE INSERT ON t FOR EACH ROW"
                + " SIGNAL SQLSTATE 'HY000' SET MESSAGE_TEXT = 'The table is full', MYSQL_ERRNO = 1114");
        assertThat(refusal("INSERT INTO t VALUES (2, 'two')")).isEqualTo(Reason.DATABASE_FULL);
        assertThat(count()).isEqualTo(1);
        change("DROP TRIGGER full_disk");
        while (database.outage().isPresent()) {
            Thread.onSpinWait();
        }
        change("INSERT INTO t VALUES (2, 'two')");
    }

    @Test
    void a_connection_that_the_server_ends_is_replaced() throws SQLException {
        assertThat(count()).isEqualTo(1);
        String sessions = "SELECT concat('KILL ', id) FROM information_schema.processlist WHERE db = '"
                + settings.database() + "' AND id <> connection_id()";
        TestDatabases.execute(settings, TestDatabases.texts(settings, sessions));
        for (int i = 0; i < 20; i++) {
            try {
                assertThat(count()).isEqualTo(1);
                return;
            } catch (ServiceUnavailableException e) {
                assertThat(e.reason()).isEqualTo(Reason.DATABASE_UNAVAILABLE);
            }
        }
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void mariadb_ends_a_transaction_that_pauses_for_too_long() {
        assumeThat(TestDatabases.texts(settings, "SELECT version()").getFirst()).contains("MariaDB");
        database.read(session -> {
            assertThat(session.number("SELECT @@idle_transaction_timeout")).contains(30L);
            return session;
        });
        assertThat(refusalAfterPause("SET SESSION idle_transaction_timeout = 1"))
                .isEqualTo(Reason.DATABASE_UNAVAILABLE);
        assertThat(TestDatabases.texts(settings, "SELECT n FROM t")).containsExactly("theirs");
        change("UPDATE t SET n = 'mine' WHERE id = 1");
    }

    @Test
    void a_server_that_is_away_is_said_to_be_away() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> Database.open(
                        new DatabaseSettings.Server("MySQL", "127.0.0.1", port, "none", "root", "", "", 2)))
                .isInstanceOf(ServiceUnavailableException.class);
    }
}
