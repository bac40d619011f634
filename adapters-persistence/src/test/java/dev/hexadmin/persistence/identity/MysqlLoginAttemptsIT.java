package dev.hexadmin.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MysqlLoginAttemptsIT {
    private static final int MOST = 100;

    @Test
    void many_people_sign_in_at_the_same_time() throws InterruptedException {
        DatabaseSettings.Server settings = TestDatabases.migratedMysql();
        try (Database database = Database.open(settings);
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            JdbcLoginAttempts attempts = new JdbcLoginAttempts(database);
            List<Future<Integer>> added = clients.invokeAll(IntStream.range(0, 400)
                    .<Callable<Integer>>mapToObj(i -> () -> database.write(scope -> {
                        attempts.add("a@example.com", "192.0.2.1", true, "", Instant.EPOCH, MOST);
                        return i;
                    }))
                    .toList());
            assertThat(added).allSatisfy(each -> assertThat(each.state()).isEqualTo(Future.State.SUCCESS));
            database.write(scope -> {
                attempts.add("a@example.com", "192.0.2.1", true, "", Instant.EPOCH, MOST);
                return scope;
            });
            assertThat(TestDatabases.texts(settings, "SELECT count(*) FROM admin_login_attempts"))
                    .containsExactly(String.valueOf(MOST));
        }
    }
}
