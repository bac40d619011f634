package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Servers of a cluster that begins with an empty database. */
class FirstStartIT {
    private static RunningServer start(DatabaseSettings database) {
        return RunningServer.start(
                database,
                options -> options.set(Setting.ADMIN_EMAIL, RunningServer.EMAIL)
                        .set(Setting.ADMIN_PASSWORD, RunningServer.PASSWORD));
    }

    private static void startAtOnce(DatabaseSettings database) throws Exception {
        List<Callable<RunningServer>> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starts.add(() -> start(database));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<RunningServer>> started = threads.invokeAll(starts);
            for (Future<RunningServer> server : started) {
                try (RunningServer running = server.get()) {
                    assertThat(running.token()).isNotEmpty();
                }
            }
        }
        assertThat(TestDatabases.texts(database, "SELECT email FROM admin_users"))
                .containsExactly(RunningServer.EMAIL);
        assertThat(TestDatabases.texts(
                        database, "SELECT event FROM admin_audit_log WHERE model = 'admin_users' AND event = 'create'"))
                .hasSize(1);
    }

    @Test
    void servers_that_start_at_once_on_postgresql_create_the_superuser_once() throws Exception {
        startAtOnce(TestDatabases.postgresql());
    }

    @Test
    void servers_that_start_at_once_on_mysql_create_the_superuser_once() throws Exception {
        startAtOnce(TestDatabases.mysql());
    }
}
