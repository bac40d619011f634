package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.database.postgresql.PostgresqlKind;
import dev.hexadmin.testing.ReplicatedPostgresql;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReplicasIT {
    private static final UserId READER = new UserId(1);

    private final AtomicLong nanos = new AtomicLong();

    /** No user has written. */
    private static final class NoMarks implements WriteMarks {
        @Override
        public void wrote(UserId user, long position) {}

        @Override
        public long of(UserId user) {
            return NONE;
        }
    }

    private boolean isRead(Replicas replicas, Duration later) throws SQLException {
        nanos.addAndGet(later.toNanos());
        Optional<Connection> connection = replicas.connection(READER);
        if (connection.isPresent()) {
            connection.get().close();
        }
        return connection.isPresent();
    }

    @Test
    void a_replica_that_is_more_than_ten_seconds_behind_is_not_read() throws IOException, SQLException {
        try (ReplicatedPostgresql servers = new ReplicatedPostgresql();
                Replicas replicas = new Replicas(
                        new PostgresqlKind().replication().orElseThrow(),
                        List.of(servers.replica()),
                        new NoMarks(),
                        () -> Long.parseLong(TestDatabases.texts(
                                        servers.primary(),
                                        "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint::text")
                                .getFirst()),
                        nanos::get)) {
            servers.catchUp();
            assertThat(isRead(replicas, Duration.ZERO)).isTrue();
            servers.pause();
            TestDatabases.execute(servers.primary(), List.of("CREATE TABLE t (id INTEGER)"));
            assertThat(isRead(replicas, Duration.ofSeconds(2))).isTrue();
            assertThat(isRead(replicas, Duration.ofSeconds(9)))
                    .isTrue(); // the first position with the table is nine seconds old
            assertThat(isRead(replicas, Duration.ofSeconds(2))).isFalse();
            servers.resume();
            assertThat(isRead(replicas, Duration.ofSeconds(1))).isTrue();
            servers.pause();
            TestDatabases.execute(servers.primary(), List.of("DROP TABLE t"));
            assertThat(isRead(replicas, Duration.ofMinutes(1))).isFalse(); // nothing was read in the meantime
            servers.resume();
            assertThat(isRead(replicas, Duration.ofSeconds(1))).isTrue();
        }
    }
}
