package dev.hexadmin.persistence.database.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sqlite.SQLiteDataSource;

@Timeout(60) // without the bound it never ends
class GroupCommitTest {
    private final SQLiteDataSource source = new SQLiteDataSource();
    private final GroupCommit writer = new GroupCommit(this::begin, new Checkpoints(source), Duration.ofMillis(20));

    GroupCommitTest() {
        source.setUrl("jdbc:sqlite::memory:");
    }

    private Transaction begin() throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return new Transaction(new Session(connection, new SqliteDriverAdapter(), sql -> {}), null);
    }

    @Test
    void closing_does_not_wait_for_a_unit_of_work_that_never_ends() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Thread caller = Thread.ofVirtual()
                .start(() -> assertThatThrownBy(() -> writer.run(
                                scope -> {
                                    running.countDown();
                                    try {
                                        never.await();
                                    } catch (InterruptedException e) {
                                        throw new IllegalStateException("interrupted", e);
                                    }
                                    return scope;
                                },
                                true))
                        .hasMessage("interrupted"));
        running.await();
        writer.close();
        caller.join();
    }

    @Test
    void a_unit_of_work_can_close_it() {
        assertThat(writer.<Integer>run(
                        scope -> {
                            writer.close();
                            return 7;
                        },
                        true))
                .isEqualTo(7);
    }
}
