package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.Certificates;
import dev.hexadmin.testing.TestDatabases;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that takes only connections with TLS, with a password or a certificate of the client. */
class SecuredPostgresqlIT {
    private static final String TLS = "SELECT ssl::int FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

    @TempDir
    static Path folder;

    private static EmbeddedPostgres server;
    private static Certificates own;
    private static Certificates client;

    @BeforeAll
    static void start() throws IOException {
        own = Certificates.make(folder, "server", "dns:localhost");
        client = Certificates.make(folder, "certified", "dns:certified");
        Path data = folder.resolve("data");
        server = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
        TestDatabases.execute(
                database("localhost", "postgres", "", ""),
                List.of(
                        "CREATE ROLE certified LOGIN",
                        "CREATE ROLE rotated LOGIN PASSWORD 'first'",
                        "ALTER SYSTEM SET ssl = on",
                        "ALTER SYSTEM SET ssl_cert_file = '" + own.certificate() + "'",
                        "ALTER SYSTEM SET ssl_key_file = '" + own.key() + "'",
                        "ALTER SYSTEM SET ssl_ca_file = '" + client.certificate() + "'"));
        Files.write(
                data.resolve("pg_hba.conf"),
                List.of(
                        "hostssl all postgres all trust",
                        "hostssl all certified all cert",
                        "hostssl all rotated all scram-sha-256"));
        TestDatabases.execute(database("localhost", "postgres", "", ""), List.of("SELECT pg_reload_conf()"));
        while (takesPlainConnections()) {
            Thread.onSpinWait();
        }
    }

    private static boolean takesPlainConnections() {
        try (Connection connection = DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + server.getPort() + "/postgres?sslmode=disable", "postgres", "")) {
            return !connection.isClosed();
        } catch (SQLException e) {
            return false;
        }
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static DatabaseSettings.Server database(String host, String user, String password, String parameters) {
        return new DatabaseSettings.Server(
                "PostgreSQL", host, server.getPort(), "postgres", user, password, parameters, 2);
    }

    private static String verified(String mode, Certificates root) {
        return "sslmode=" + mode + "&sslrootcert=" + root.certificate();
    }

    private static long number(Database database, String query) {
        return database.read(session -> session.number(query).orElseThrow());
    }

    @Test
    void the_certificate_and_the_name_of_the_server_are_verified() {
        try (Database database = Database.open(database("localhost", "postgres", "", verified("verify-full", own)))) {
            assertThat(number(database, TLS)).isOne();
        }
        try (Database database = Database.open(database("127.0.0.1", "postgres", "", verified("verify-ca", own)))) {
            assertThat(number(database, TLS)).isOne();
        }
        assertThatThrownBy(() -> Database.open(database("127.0.0.1", "postgres", "", verified("verify-full", own))))
                .isInstanceOf(ServiceUnavailableException.class)
                .rootCause()
                .hasMessageContaining("127.0.0.1");
        assertThatThrownBy(() -> Database.open(database("localhost", "postgres", "", verified("verify-full", client))))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasStackTraceContaining("SSL error");
    }

    @Test
    void a_client_has_a_certificate() {
        String certified =
                verified("verify-full", own) + "&sslkey=" + client.store() + "&sslpassword=" + Certificates.PASSWORD;
        try (Database database = Database.open(database("localhost", "certified", "", certified))) {
            assertThat(number(database, TLS)).isOne();
        }
        assertThatThrownBy(() -> Database.open(database("localhost", "certified", "", verified("verify-full", own))))
                .isInstanceOf(ServiceUnavailableException.class)
                .cause()
                .hasMessageContaining("certificate");
    }

    @Test
    void a_password_is_changed_without_a_restart() throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "first\n");
        DatabaseSettings.Server rotated = database("localhost", "rotated", "", verified("verify-full", own))
                .withPasswordFrom(file);
        DatabaseSettings.Server operator = database("localhost", "postgres", "", verified("verify-full", own));
        String inUse = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'rotated'";
        try (Database database = Database.open(rotated);
                Database other = Database.open(operator)) {
            assertThat(number(database, "SELECT 1")).isOne();
            assertThat(number(other, inUse)).isOne();
            other.write(scope -> other.change(session -> session.update("ALTER ROLE rotated PASSWORD 'second'")));
            assertThat(number(database, "SELECT 1")).isOne(); // on the open connection
            Files.writeString(file, "second\n");
            long together = database.write(scope -> {
                long held = database.change(session -> session.number(inUse).orElseThrow());
                return held + otherConnection(database);
            });
            assertThat(together).isEqualTo(2);
            assertThat(number(other, inUse)).isEqualTo(2);
            Files.delete(file);
            assertThatThrownBy(() -> Database.open(rotated))
                    .isInstanceOf(ServiceUnavailableException.class)
                    .hasStackTraceContaining("the file of the password");
        }
    }

    /** Needs a second connection while the first is in use. */
    private static long otherConnection(Database database) {
        try {
            AtomicLong read = new AtomicLong();
            Thread.startVirtualThread(() -> read.set(number(database, "SELECT 1")))
                    .join();
            return read.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
