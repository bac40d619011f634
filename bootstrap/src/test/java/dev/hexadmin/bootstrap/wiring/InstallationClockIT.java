package dev.hexadmin.bootstrap.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationClockIT {
    private static final Duration SKEW = Duration.ofDays(1);

    @TempDir
    Path folder;

    @Test
    void servers_that_share_a_database_have_its_time() {
        for (DatabaseSettings database : List.of(TestDatabases.postgresql(), TestDatabases.mysql())) {
            try (Persistence persistence = Persistence.open(database)) {
                InstantSource wrong = () -> Instant.now().plus(SKEW);
                assertThat(DatabaseClock.of(persistence)).isInstanceOf(DatabaseClock.class);
                assertThat(new DatabaseClock(wrong, persistence::now).instant())
                        .isBetween(
                                Instant.now().minus(SKEW.dividedBy(2)),
                                Instant.now().plus(SKEW.dividedBy(2)));
            }
        }
    }

    @Test
    void a_server_with_a_database_of_its_own_has_the_time_of_the_machine_and_a_test_its_own() {
        Settings settings = Settings.load(
                Map.of(),
                Map.of("DATABASE_URL", "sqlite:" + TestDatabases.sqlite(folder).file()),
                folder);
        try (Installation installation = Installation.open(settings, Registrations.NONE, Platform.DEFAULT)) {
            assertThat(installation.clock()).isEqualTo(InstantSource.system());
        }
        InstantSource stopped = InstantSource.fixed(Instant.EPOCH);
        try (Installation installation =
                Installation.open(settings, Registrations.NONE, Platform.DEFAULT.with(stopped))) {
            assertThat(installation.clock()).isSameAs(stopped);
        }
    }
}
