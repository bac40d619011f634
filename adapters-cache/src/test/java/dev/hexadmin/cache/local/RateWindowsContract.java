package dev.hexadmin.cache.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The contract of sliding windows, for every store. */
public abstract class RateWindowsContract {
    protected static final Limit THREE = new Limit("three", 3, Duration.ofSeconds(1));

    protected RateWindowsContract() {}

    protected abstract RateWindows windows();

    /** Lets at least this much time pass by the clock of the windows. */
    protected abstract void pass(Duration time);

    /** How many keys are remembered. */
    protected abstract int size();

    protected static Decision.Allowed allowed(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Allowed.class);
        return (Decision.Allowed) decision;
    }

    protected static Duration refused(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Exceeded.class);
        return ((Decision.Exceeded) decision).retryAfter();
    }

    @Test
    void tries_pass_until_the_limit_and_are_told_how_many_are_left_and_until_when() {
        Decision.Allowed first = allowed(windows().acquire(THREE, "a"));
        assertThat(first.remaining()).isEqualTo(2);
        assertThat(first.fresh()).isEqualTo(Duration.ofSeconds(1));
        pass(Duration.ofMillis(10));
        Decision.Allowed second = allowed(windows().acquire(THREE, "a"));
        assertThat(second.remaining()).isEqualTo(1);
        assertThat(second.fresh()).isPositive().isLessThanOrEqualTo(Duration.ofMillis(990));
        assertThat(allowed(windows().acquire(THREE, "a")).remaining()).isZero();
        assertThat(refused(windows().acquire(THREE, "a"))).isPositive().isLessThanOrEqualTo(Duration.ofMillis(990));
    }

    @Test
    void whoever_waits_as_long_as_told_passes_and_has_one_try() {
        windows().acquire(THREE, "a");
        pass(Duration.ofMillis(600));
        windows().acquire(THREE, "a");
        windows().acquire(THREE, "a");
        pass(refused(windows().acquire(THREE, "a")));
        assertThat(allowed(windows().acquire(THREE, "a")).remaining()).isZero();
        assertThat(refused(windows().acquire(THREE, "a"))).isPositive().isLessThan(THREE.window());
    }

    @Test
    void keys_and_limits_are_apart() {
        Limit other = new Limit("other", 1, Duration.ofMinutes(1));
        for (String key : List.of("a", "b", "a b", "", "ä\u0000\n", "x".repeat(100_000), "x".repeat(100_000) + "y")) {
            assertThat(allowed(windows().acquire(THREE, key)).remaining()).isEqualTo(2);
            allowed(windows().acquire(other, key));
            refused(windows().acquire(other, key));
        }
    }

    @Test
    void a_refused_try_does_not_count() {
        for (int i = 0; i < 3; i++) {
            windows().acquire(THREE, "a");
        }
        Duration wait = refused(windows().acquire(THREE, "a"));
        for (int i = 0; i < 10; i++) {
            assertThat(refused(windows().acquire(THREE, "a"))).isLessThanOrEqualTo(wait);
        }
        pass(wait);
        allowed(windows().acquire(THREE, "a"));
    }

    @Test
    void a_try_that_is_given_back_does_not_count_and_leaves_nothing_behind() {
        for (int i = 0; i < 20; i++) {
            windows().giveBack(THREE, "a", allowed(windows().acquire(THREE, "a")));
        }
        assertThat(size()).isZero();
    }

    @Test
    void giving_back_takes_one_of_many_and_only_once() {
        allowed(windows().acquire(THREE, "a"));
        pass(Duration.ofMillis(1));
        Decision.Allowed middle = allowed(windows().acquire(THREE, "a"));
        pass(Duration.ofMillis(1));
        allowed(windows().acquire(THREE, "a"));
        windows().giveBack(THREE, "a", middle);
        windows().giveBack(THREE, "a", middle);
        windows().giveBack(THREE, "b", middle);
        allowed(windows().acquire(THREE, "a"));
        refused(windows().acquire(THREE, "a"));
    }

    @Test
    void what_has_left_the_window_may_be_given_back_without_effect() {
        Decision.Allowed old = allowed(windows().acquire(THREE, "a"));
        pass(THREE.window());
        for (int i = 0; i < 3; i++) {
            allowed(windows().acquire(THREE, "a"));
        }
        windows().giveBack(THREE, "a", old);
        refused(windows().acquire(THREE, "a"));
    }

    @Test
    void of_many_tries_at_once_exactly_as_many_as_allowed_pass() throws Exception {
        Limit limit = new Limit("fifty", 50, Duration.ofMinutes(1));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Decision>> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                Callable<Decision> one = () -> windows().acquire(limit, "a");
                all.add(executor.submit(one));
            }
            int passed = 0;
            for (Future<Decision> one : all) {
                passed += one.get() instanceof Decision.Allowed ? 1 : 0;
            }
            assertThat(passed).isEqualTo(50);
        }
    }
}
