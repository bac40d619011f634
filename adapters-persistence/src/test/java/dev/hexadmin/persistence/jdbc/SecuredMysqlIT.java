package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecuredMysqlIT {
    private final DatabaseSettings.Server plain = TestDatabases.mysql();

    private DatabaseSettings.Server database(String host, String user, String parameters) {
        return new DatabaseSettings.Server("MySQL", host, plain.port(), plain.database(), user, "", parameters, 2);
    }

    private static String text(Database database, String query) {
        AtomicReference<String> text = new AtomicReference<>("");
        database.read(session -> {
            session.forEach(
                    query, row -> text.set(row.getString(row.getMetaData().getColumnCount())));
            return query;
        });
        return text.get();
    }

    @Test
    void the_certificate_and_the_name_of_the_server_are_verified() {
        String certificate = "&serverSslCert=" + TestDatabases.mysqlCertificate();
        String cipher = "SHOW SESSION STATUS LIKE 'Ssl_cipher'";
        for (String mode : List.of("verify-full", "VERIFY_IDENTITY")) {
            try (Database database = Database.open(database("localhost", "root", "sslMode=" + mode + certificate))) {
                assertThat(text(database, cipher)).isNotEmpty();
            }
            assertThatThrownBy(() -> Database.open(database("127.0.0.1", "root", "sslMode=" + mode + certificate)))
                    .isInstanceOf(ServiceUnavailableException.class);
        }
        assertThatThrownBy(() -> Database.open(database("localhost", "root", "sslMode=verify-full")))
                .isInstanceOf(ServiceUnavailableException.class); // no authority of this machine has signed it
    }

    @Test
    void a_password_is_changed_without_a_restart(@TempDir Path folder) throws IOException {
        String user = "rotated_" + plain.database();
        TestDatabases.execute(
                plain,
                List.of(
                        "CREATE USER " + user + " IDENTIFIED BY 'first'",
                        "GRANT ALL ON " + plain.database() + ".* TO " + user));
        Path file = Files.writeString(folder.resolve("password"), "first\n");
        String one = "SELECT 1";
        DatabaseSettings.Server rotated = database("localhost", user, "").withPasswordFrom(file);
        try (Database database = Database.open(rotated)) {
            TestDatabases.execute(plain, List.of("ALTER USER " + user + " IDENTIFIED BY 'second'"));
            assertThat(text(database, one)).isEqualTo("1"); // on the open connection
            assertThatThrownBy(() -> Database.open(rotated)).isInstanceOf(ServiceUnavailableException.class);
            Files.writeString(file, "second\n");
            TestDatabases.execute(
                    plain,
                    TestDatabases.texts(
                            plain,
                            "SELECT concat('KILL ', id) FROM information_schema.processlist WHERE user = '" + user
                                    + "'"));
            while (!answers(database)) {
                Thread.onSpinWait(); // the pool notices that its connection is gone
            }
        }
    }

    private static boolean answers(Database database) {
        try {
            return text(database, "SELECT 1").equals("1");
        } catch (ServiceUnavailableException e) {
            return false;
        }
    }
}
