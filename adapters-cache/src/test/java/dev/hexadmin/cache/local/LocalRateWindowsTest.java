package dev.hexadmin.cache.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LocalRateWindowsTest extends RateWindowsContract {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L); // the clock may wrap
    private final LocalRateWindows windows = new LocalRateWindows(1_000, nanos::get);

    @Override
    protected RateWindows windows() {
        return windows;
    }

    @Override
    protected void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    protected int size() {
        return windows.size();
    }

    @Test
    void a_try_is_refused_to_the_nanosecond() {
        windows.acquire(THREE, "a");
        pass(Duration.ofMillis(400));
        windows.acquire(THREE, "a");
        windows.acquire(THREE, "a");
        assertThat(windows.acquire(THREE, "a")).isEqualTo(new Decision.Exceeded(Duration.ofMillis(600)));
        pass(Duration.ofMillis(600).minusNanos(1));
        assertThat(windows.acquire(THREE, "a")).isEqualTo(new Decision.Exceeded(Duration.ofNanos(1)));
        pass(Duration.ofNanos(1));
        allowed(windows.acquire(THREE, "a"));
        assertThat(windows.acquire(THREE, "a")).isEqualTo(new Decision.Exceeded(Duration.ofMillis(400)));
    }

    @Test
    void it_agrees_with_a_plain_list_of_moments() {
        Random random = new Random(7);
        Limit limit = new Limit("seven", 7, Duration.ofSeconds(1));
        List<Decision.Allowed> plain = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            pass(Duration.ofMillis(1 + random.nextInt(200)));
            long now = nanos.get();
            plain.removeIf(each -> now - each.ticket() >= limit.window().toNanos());
            if (!plain.isEmpty() && random.nextInt(4) == 0) {
                windows.giveBack(limit, "a", plain.remove(random.nextInt(plain.size())));
            }
            Decision decision = windows.acquire(limit, "a");
            if (plain.size() < 7) {
                plain.add(allowed(decision));
                assertThat(plain.getLast().remaining()).isEqualTo(7 - plain.size());
            } else {
                assertThat(refused(decision))
                        .isEqualTo(
                                limit.window().minusNanos(now - plain.getFirst().ticket()));
            }
        }
    }

    @Test
    void a_flood_of_keys_does_not_grow_it_past_its_bound_nor_make_it_forget_who_keeps_trying() {
        for (int i = 0; i < 3; i++) {
            allowed(windows.acquire(THREE, "a"));
        }
        for (int i = 0; i < 100_000; i++) {
            windows.acquire(THREE, "key " + i);
            if (i % 400 == 0) {
                refused(windows.acquire(THREE, "a"));
            }
        }
        assertThat(windows.size()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void tries_that_are_counted_and_given_back_at_once_by_many_are_never_more_than_the_limit() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger passed = new AtomicInteger();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                executor.execute(() -> {
                    for (int j = 0; j < 20_000; j++) {
                        if (windows.acquire(THREE, "a") instanceof Decision.Allowed allowed) {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            passed.incrementAndGet();
                            Thread.yield();
                            running.decrementAndGet();
                            windows.giveBack(THREE, "a", allowed);
                        }
                    }
                });
            }
        }
        assertThat(most.get()).isBetween(1, 3);
        assertThat(passed.get()).isPositive();
        assertThat(windows.size()).isZero();
    }
}
