package dev.hexadmin.bootstrap.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.waiting.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepsIT {
    private static final String EVENTS = "SELECT user_id FROM admin_notification_events";

    @TempDir
    Path folder;

    @Test
    void what_cannot_be_deleted_does_not_keep_the_rest_from_being_deleted() {
        DatabaseSettings.Embedded database = TestDatabases.sqlite(folder);
        Settings settings = Settings.load(Map.of(), Map.of("DATABASE_URL", "sqlite:" + database.file()), folder);
        try (Installation installation = Installation.open(settings, Registrations.NONE, Platform.DEFAULT)) {
            TestDatabases.execute(
                    database,
                    List.of(
                            "INSERT INTO admin_notification_events (user_id, seq, kind, unread, created_at)"
                                    + " VALUES ('7', 1, 'read_all', 0, '2020-01-01T00:00:00.000000Z')",
                            "DROP TABLE admin_login_attempts",
                            "DROP TABLE admin_notification_logs"));
            assertThat(TestDatabases.texts(database, EVENTS)).hasSize(1);
            try (BackgroundJobs jobs = new BackgroundJobs(installation, Duration.ofMillis(1))) {
                assertThat(jobs).isNotNull();
                Waiting.until(() -> TestDatabases.texts(database, EVENTS).isEmpty());
            }
        }
    }
}
