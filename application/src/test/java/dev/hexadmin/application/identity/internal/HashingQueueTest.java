package dev.hexadmin.application.identity.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.port.PasswordHashes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HashingQueueTest {
    /** Hashes that wait to be let go, and count how many run. */
    private static final class Slow implements PasswordHashes {
        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger nothings = new AtomicInteger();

        @Override
        public String hash(String password) {
            assertThat(Thread.currentThread().isVirtual()).isFalse();
            if (password.equals("bad")) {
                throw new IllegalArgumentException("bad");
            }
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            started.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            running.decrementAndGet();
            return "hash of " + password;
        }

        @Override
        public boolean matches(String password, String hash) {
            return hash.equals("hash of " + password);
        }

        @Override
        public boolean outdated(String hash) {
            return false;
        }

        @Override
        public void matchesNothing(String password) {
            nothings.incrementAndGet();
        }
    }

    private final Slow slow = new Slow();

    @Test
    void no_more_run_at_once_than_allowed_and_all_get_their_turn() throws Exception {
        HashingQueue queue = new HashingQueue(slow, 3, Duration.ofMinutes(1));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String password = "p" + i;
                all.add(executor.submit(() -> queue.hash(password)));
            }
            slow.started.await();
            slow.go.countDown();
            for (int i = 0; i < 20; i++) {
                assertThat(all.get(i).get()).isEqualTo("hash of p" + i);
            }
        }
        assertThat(slow.most.get()).isBetween(1, 3);
    }

    @Test
    void a_caller_that_waits_too_long_is_asked_to_retry() throws Exception {
        HashingQueue queue = new HashingQueue(slow, 1, Duration.ofMillis(1));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = executor.submit(() -> queue.hash("a"));
            slow.started.await();
            assertThatThrownBy(() -> queue.hash("b"))
                    .isInstanceOfSatisfying(RequestRejectedException.class, refused -> {
                        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.UNAVAILABLE);
                        assertThat(refused.retryAfter()).hasValue(Duration.ofSeconds(2));
                    });
            slow.go.countDown();
            assertThat(first.get()).isEqualTo("hash of a");
        }
    }

    @Test
    void a_failure_comes_out_and_gives_the_turn_back() {
        HashingQueue queue = new HashingQueue(slow, 1, Duration.ofMinutes(1));
        slow.go.countDown();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> queue.hash("bad"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("bad");
        }
        assertThat(queue.hash("a")).isEqualTo("hash of a");
    }

    @Test
    void an_unknown_user_costs_a_check_of_nothing() {
        HashingQueue queue = new HashingQueue(slow, 1, Duration.ofMinutes(1));
        assertThat(queue.matches("a", Optional.empty())).isFalse();
        assertThat(slow.nothings.get()).isEqualTo(1);
        assertThat(queue.matches("a", Optional.of("hash of a"))).isTrue();
        assertThat(slow.nothings.get()).isEqualTo(1);
    }
}
