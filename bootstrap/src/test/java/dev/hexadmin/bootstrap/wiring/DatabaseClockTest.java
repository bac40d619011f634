package dev.hexadmin.bootstrap.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Instant now = NOON;
    private Duration trip = Duration.ZERO; // there, and back

    /** A server whose machine's clock differs from the database's by this. */
    private DatabaseClock server(Duration ahead) {
        return new DatabaseClock(machine(ahead), this::ask);
    }

    private InstantSource machine(Duration ahead) {
        return () -> now.plus(ahead);
    }

    private Instant ask() {
        now = now.plus(trip);
        Instant there = now;
        now = now.plus(trip);
        return there;
    }

    @Test
    void servers_with_different_clocks_agree_on_the_time() {
        trip = Duration.ofMillis(40);
        DatabaseClock ahead = server(Duration.ofSeconds(200));
        DatabaseClock behind = server(Duration.ofSeconds(-15));
        assertThat(ahead.instant()).isEqualTo(now);
        assertThat(behind.instant()).isEqualTo(now);
    }

    @Test
    void differences_that_the_measurement_may_have_caused_change_nothing() {
        DatabaseClock clock = server(Duration.ofMillis(250));
        assertThat(clock.instant()).isEqualTo(now.plusMillis(250));
        DatabaseClock slow = new DatabaseClock(machine(Duration.ZERO), () -> {
            Instant there = now;
            now = now.plusSeconds(3); // the way back alone took it
            return there;
        });
        assertThat(slow.instant()).isEqualTo(now);
    }

    @Test
    void a_clock_that_is_set_is_followed() {
        List<Duration> ahead = new ArrayList<>(List.of(Duration.ZERO));
        DatabaseClock clock = new DatabaseClock(() -> now.plus(ahead.getLast()), this::ask);
        ahead.add(Duration.ofMinutes(-5));
        clock.compare();
        assertThat(clock.instant()).isEqualTo(now);
        ahead.add(Duration.ZERO);
        clock.compare();
        assertThat(clock.instant()).isEqualTo(now);
    }

    @Test
    void a_large_difference_is_logged_once() {
        List<String> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(DatabaseClock.class.getName());
        logger.addHandler(handler);
        try {
            server(Duration.ofSeconds(1));
            server(Duration.ofSeconds(15)).compare();
            server(Duration.ofSeconds(-90)).compare();
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(logged)
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).startsWith(Level.WARNING.toString()))
                .satisfiesExactly(
                        first -> assertThat(first).contains("15 s ahead of"),
                        second -> assertThat(second).contains("90 s behind"));
    }
}
