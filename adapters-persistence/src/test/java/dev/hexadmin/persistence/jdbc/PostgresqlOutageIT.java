package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PostgresqlOutageIT extends OutageContract {
    private static final String SILENCE =
            "SELECT concat_ws(' ', current_setting('idle_in_transaction_session_timeout'),"
                    + " current_setting('tcp_user_timeout'), current_setting('tcp_keepalives_idle'),"
                    + " current_setting('tcp_keepalives_interval'))";

    private final DatabaseSettings.Server settings = TestDatabases.postgresql();

    @Override
    DatabaseSettings settings(Path folder) {
        return settings;
    }

    @Override
    Connection other() throws SQLException {
        return TestDatabases.source(settings).getConnection();
    }

    @Override
    String locking() {
        return "SELECT 1 FROM t WHERE id = 1 FOR UPDATE";
    }

    @Test
    void a_disk_without_space_is_a_full_database_that_can_be_read() {
        change("""
            CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$
            """);
        change("CREATE TRIGGER full_disk BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION full_disk()");
        assertThat(refusal("INSERT INTO t VALUES (2, 'two')")).isEqualTo(Reason.DATABASE_FULL);
        assertThat(count()).isEqualTo(1);
        change("DROP TRIGGER full_disk ON t");
        while (database.outage().isPresent()) {
            Thread.onSpinWait();
        }
        change("INSERT INTO t VALUES (2, 'two')");
    }

    @Test
    void the_server_ends_a_transaction_that_pauses_for_too_long() {
        assertThat(refusalAfterPause("SET LOCAL idle_in_transaction_session_timeout = 1"))
                .isEqualTo(Reason.DATABASE_UNAVAILABLE);
        assertThat(text("SELECT n FROM t")).isEqualTo("theirs");
        change("UPDATE t SET n = 'mine' WHERE id = 1");
    }

    @Test
    void how_long_the_server_waits_for_a_silent_program_is_limited_except_during_migrations() throws SQLException {
        assertThat(text(SILENCE)).isEqualTo("30s 30000 10 5");
        try (Connection migrating = database.migrationSource().getConnection();
                Statement statement = migrating.createStatement();
                ResultSet row = statement.executeQuery(SILENCE)) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).startsWith("0 ");
        }
    }

    @Test
    void a_limit_that_is_set_for_the_database_stays() {
        change("ALTER DATABASE " + settings.database() + " SET idle_in_transaction_session_timeout = '5min'");
        database.close();
        database = Database.open(settings);
        assertThat(text(SILENCE)).isEqualTo("5min 30000 10 5");
    }

    private String text(String query) {
        return database.read(session -> {
            List<String> rows = new ArrayList<>();
            session.forEach(query, row -> rows.add(row.getString(1)));
            return rows.getFirst();
        });
    }

    @Test
    void a_server_that_only_reads_is_an_outage_of_writes_that_ends_by_itself() throws SQLException {
        assertThat(database.outage()).isEmpty();
        try (Connection other = other();
                Statement statement = other.createStatement()) {
            for (String only : List.of("on", "off")) {
                statement.execute("SET default_transaction_read_only = off");
                statement.execute(
                        "ALTER DATABASE " + settings.database() + " SET default_transaction_read_only = " + only);
                statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
                        + settings.database() + "' AND pid <> pg_backend_pid()");
                boolean readOnly = only.equals("on");
                while (!database.outage()
                        .equals(
                                readOnly
                                        ? java.util.Optional.of(Reason.DATABASE_READ_ONLY)
                                        : java.util.Optional.empty())) {
                    Thread.onSpinWait();
                }
                if (readOnly) {
                    assertThat(refusal("INSERT INTO t VALUES (2, 'two')")).isEqualTo(Reason.DATABASE_READ_ONLY);
                }
                assertThat(count()).isEqualTo(1);
            }
        }
        change("INSERT INTO t VALUES (2, 'two')");
    }

    @Test
    void a_server_that_is_stopped_under_load_is_an_outage_that_ends_by_itself() throws Exception {
        try (Relay relay = new Relay(settings.port())) {
            database.close();
            database = Database.open(new DatabaseSettings.Server(
                    "PostgreSQL",
                    "localhost",
                    relay.port(),
                    settings.database(),
                    settings.user(),
                    settings.password(),
                    "",
                    4));
            try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
                relay.stop();
                List<Future<Reason>> refused = new CopyOnWriteArrayList<>();
                for (int i = 0; i < 50; i++) {
                    refused.add(clients.submit(() -> {
                        while (true) {
                            try {
                                count();
                            } catch (ServiceUnavailableException e) {
                                return e.reason();
                            }
                        }
                    }));
                }
                assertThat(refused).allSatisfy(one -> assertThat(one.get()).isEqualTo(Reason.DATABASE_UNAVAILABLE));
                assertThat(database.outage()).contains(Reason.DATABASE_UNAVAILABLE);
                relay.start();
                while (database.outage().isPresent()) {
                    Thread.onSpinWait();
                }
                assertThat(count()).isEqualTo(1);
                change("INSERT INTO t VALUES (2, 'two')");
            }
        }
    }

    /** A proxy in front of a server that can be stopped and started again. */
    private static final class Relay implements AutoCloseable {
        private final int target;
        private final int port;
        private final List<Socket> open = new CopyOnWriteArrayList<>();
        private ServerSocket listening;

        Relay(int target) throws IOException {
            this.target = target;
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            this.port = listening.getLocalPort();
            accept(listening);
        }

        int port() {
            return port;
        }

        void start() throws IOException {
            listening = new ServerSocket();
            listening.setReuseAddress(true);
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            accept(listening);
        }

        void stop() throws IOException {
            listening.close();
            for (Socket socket : open) {
                socket.close();
            }
            open.clear();
        }

        @Override
        public void close() throws IOException {
            stop();
        }

        private void accept(ServerSocket server) {
            Thread.startVirtualThread(() -> {
                try {
                    while (true) {
                        Socket client = server.accept();
                        Socket behind = new Socket(InetAddress.getLoopbackAddress(), target);
                        open.add(client);
                        open.add(behind);
                        Thread.startVirtualThread(() -> copy(client, behind));
                        Thread.startVirtualThread(() -> copy(behind, client));
                    }
                } catch (IOException e) {
                    assertThat(server.isClosed()).isTrue();
                }
            });
        }

        private static void copy(Socket from, Socket to) {
            try (from;
                    to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException e) {
                assertThat(e).isNotNull(); // the other side has closed
            }
        }
    }
}
