package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.ServiceUnavailableException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private final List<String> tries = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Boolean> opened = new LinkedBlockingQueue<>();
    private volatile String state = "";
    private final CircuitBreaker breaker = new CircuitBreaker(this::connect, opened::add);

    private void connect() throws SQLException {
        String now = state;
        tries.add(now);
        if (!now.isEmpty()) {
            throw new SQLException("no connection", now);
        }
    }

    @AfterEach
    void close() {
        breaker.close();
    }

    @Test
    void it_is_open_while_the_server_cannot_be_connected_to_and_closes_by_itself() throws InterruptedException {
        state = "08001";
        assertThatCode(breaker::check).doesNotThrowAnyException();
        breaker.suspect();
        assertThat(opened.poll(1, TimeUnit.MINUTES)).isTrue();
        while (tries.size() < 2) { // the outage is set by then
            Thread.onSpinWait();
        }
        assertThatThrownBy(breaker::check)
                .isInstanceOfSatisfying(
                        ServiceUnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(ServiceUnavailableException.Reason.DATABASE_UNAVAILABLE));
        state = "57P03"; // the server is starting
        int before = tries.size();
        while (tries.size() < before + 2) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(breaker::check).isInstanceOf(ServiceUnavailableException.class);
        state = "";
        assertThat(opened.poll(1, TimeUnit.MINUTES)).isFalse();
        assertThatCode(breaker::check).doesNotThrowAnyException();
    }

    @Test
    void a_pool_that_has_no_connection_free_is_no_outage_of_the_server() throws InterruptedException {
        for (Exception failure :
                List.of(new SQLTransientConnectionException("none free"), new IllegalStateException())) {
            CountDownLatch tried = new CountDownLatch(2);
            try (CircuitBreaker other = new CircuitBreaker(
                    () -> {
                        tried.countDown();
                        if (failure instanceof SQLException sql) {
                            throw sql;
                        }
                        throw new IllegalStateException(failure);
                    },
                    opened::add)) {
                while (tried.getCount() > 0) { // each call of suspect() starts another try
                    other.suspect();
                    Thread.sleep(1);
                }
                assertThatCode(other::check).doesNotThrowAnyException();
            }
        }
        assertThat(opened).isEmpty();
    }

    @Test
    void a_server_that_answers_is_no_outage_whatever_it_answers() {
        state = "53300";
        breaker.suspect();
        while (tries.isEmpty()) {
            Thread.onSpinWait();
        }
        assertThatCode(breaker::check).doesNotThrowAnyException();
        assertThat(opened).isEmpty();
    }
}
