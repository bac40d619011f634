package dev.hexadmin.cache.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LocalRateWindowsTest {
    private static final Limit THREE = new Limit("three", 3, Duration.ofSeconds(10));

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L); // the clock may wrap
    private final LocalRateWindows windows = new LocalRateWindows(1_000, nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void the_fourth_try_is_refused_until_the_first_one_leaves_the_window() {
        assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Allowed.class);
        pass(Duration.ofSeconds(4));
        windows.acquire(THREE, "a");
        windows.acquire(THREE, "a");
        assertThat(windows.acquire(THREE, "a")).isEqualTo(new Decision.Exceeded(Duration.ofSeconds(6)));
        assertThat(windows.acquire(THREE, "b")).isInstanceOf(Decision.Allowed.class);
        pass(Duration.ofSeconds(6).minusNanos(1));
        assertThat(windows.acquire(THREE, "a")).isEqualTo(new Decision.Exceeded(Duration.ofNanos(1)));
        pass(Duration.ofNanos(1));
        assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Allowed.class);
        assertThat(windows.acquire(THREE, "a")).isEqualTo(new Decision.Exceeded(Duration.ofSeconds(4)));
    }

    @Test
    void a_try_that_is_given_back_does_not_count_and_leaves_nothing_behind() {
        for (int i = 0; i < 100; i++) {
            if (windows.acquire(THREE, "a") instanceof Decision.Allowed allowed) {
                windows.giveBack(THREE, "a", allowed);
            } else {
                throw new AssertionError("refused at " + i);
            }
        }
        assertThat(windows.size()).isZero();
    }

    @Test
    void of_many_tries_at_once_exactly_as_many_as_allowed_pass() throws Exception {
        Limit limit = new Limit("fifty", 50, Duration.ofMinutes(1));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Decision>> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                Callable<Decision> one = () -> windows.acquire(limit, "a");
                all.add(executor.submit(one));
            }
            int passed = 0;
            for (Future<Decision> one : all) {
                passed += one.get() instanceof Decision.Allowed ? 1 : 0;
            }
            assertThat(passed).isEqualTo(50);
        }
    }

    @Test
    void it_agrees_with_a_plain_list_of_moments() {
        Random random = new Random(7);
        List<Long> plain = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            pass(Duration.ofMillis(random.nextInt(4_000)));
            long now = nanos.get();
            plain.removeIf(moment -> now - moment >= THREE.window().toNanos());
            boolean expected = plain.size() < 3;
            assertThat(windows.acquire(THREE, "a") instanceof Decision.Allowed).isEqualTo(expected);
            if (expected) {
                plain.add(now);
            }
        }
    }

    @Test
    void a_flood_of_keys_does_not_grow_it_past_its_bound() {
        for (int i = 0; i < 100_000; i++) {
            windows.acquire(THREE, "key " + i);
        }
        assertThat(windows.size()).isLessThanOrEqualTo(1_024);
    }
}
