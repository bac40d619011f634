package dev.hexadmin.persistence.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MysqlIdempotencyStoreIT extends DatabaseIdempotencyStoreContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedMysql();
    }

    @Test
    void a_key_is_held_by_one_unit_of_work_at_a_time_and_free_when_it_has_ended() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> first = executor.submit(() -> database.write(scope -> {
                boolean free = responses.hold("user:1", name(1));
                held.countDown();
                await(seen);
                return free;
            }));
            held.await();
            assertThat(hold(database, 1)).isFalse();
            assertThat(hold(database, 2)).isTrue();
            seen.countDown();
            assertThat(first.get()).isTrue();
        }
        assertThat(hold(database, 1)).isTrue();
    }

    private boolean hold(Database database, int number) {
        return database.write(scope -> responses.hold("user:1", name(number)));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
