package dev.hexadmin.application.files.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.files.port.FileFormats;
import dev.hexadmin.application.files.port.FileFormats.Encoded;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ImageQueueTest {
    private static final Actor ADA = new Actor.Operator("ada");
    private static final Actor BOB = new Actor.Operator("bob");
    private static final Encoded DONE = new Encoded(new byte[0], "image/png", new Dimensions(1, 1));

    /** Images whose decoding waits to be let go. */
    private static final class Slow implements FileFormats {
        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();

        @Override
        public String typeOf(byte[] start, String name) {
            return "image/png";
        }

        @Override
        public boolean runsScripts(InputStream svg) {
            return false;
        }

        @Override
        public Rendered render(byte[] content, Map<String, Dimensions> boxes) {
            if (content.length == 0) {
                throw new IllegalArgumentException("damaged");
            }
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            started.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            running.decrementAndGet();
            return new Rendered(DONE, Map.of());
        }
    }

    private final Slow slow = new Slow();

    /** In the queue, or in the decoder until it is let go. */
    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    private static InputStream image() {
        return new ByteArrayInputStream(new byte[] {1});
    }

    private static void assertRefused(Category category, String code, Runnable work) {
        assertThatThrownBy(work::run).isInstanceOfSatisfying(RequestRejectedException.class, refused -> {
            assertThat(refused.category()).isEqualTo(category);
            assertThat(refused.code()).isEqualTo(code);
            assertThat(refused.retryAfter()).isPresent();
        });
    }

    @Test
    void no_more_run_at_once_than_allowed_and_all_get_their_turn() throws Exception {
        ImageQueue queue = new ImageQueue(slow, 2, Duration.ofMinutes(1));
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Actor actor = new Actor.Operator("user " + i);
                all.add(executor.submit(() -> queue.render(actor, ImageQueueTest::image, Map.of())));
            }
            assertThat(slow.started.await(10, TimeUnit.SECONDS)).isTrue();
            slow.go.countDown();
            for (Future<?> one : all) {
                one.get(10, TimeUnit.SECONDS);
            }
        }
        assertThat(slow.most.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void the_images_of_one_caller_leave_turns_to_others_and_are_limited() throws Exception {
        ImageQueue queue = new ImageQueue(slow, 2, Duration.ofMinutes(1));
        List<Thread> callers = new CopyOnWriteArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < ImageQueue.MOST_OF_CALLER; i++) {
                all.add(executor.submit(() -> {
                    callers.add(Thread.currentThread());
                    return queue.render(ADA, ImageQueueTest::image, Map.of());
                }));
            }
            while (callers.stream().filter(ImageQueueTest::isWaiting).count() < ImageQueue.MOST_OF_CALLER) {
                Thread.sleep(5);
            }
            Future<?> other = executor.submit(() -> queue.render(BOB, ImageQueueTest::image, Map.of()));
            while (slow.running.get() < 2) {
                Thread.sleep(5);
            }
            assertThat(slow.running.get()).isEqualTo(2); // one of each
            assertRefused(Category.TOO_MANY, "rate_limited", () -> queue.render(ADA, ImageQueueTest::image, Map.of()));
            slow.go.countDown();
            other.get(10, TimeUnit.SECONDS);
            for (Future<?> one : all) {
                one.get(10, TimeUnit.SECONDS);
            }
        }
        queue.render(ADA, ImageQueueTest::image, Map.of());
    }

    @Test
    void an_image_does_not_wait_for_ever_and_a_slow_store_keeps_no_turn() throws Exception {
        ImageQueue queue = new ImageQueue(slow, 1, Duration.ofMillis(50));
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> stuck = executor.submit(() -> queue.render(
                    BOB,
                    () -> {
                        reading.countDown();
                        try {
                            read.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return image();
                    },
                    Map.of()));
            assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
            Future<?> first = executor.submit(() -> queue.render(ADA, ImageQueueTest::image, Map.of()));
            assertThat(slow.started.await(10, TimeUnit.SECONDS)).isTrue();
            assertRefused(Category.UNAVAILABLE, "busy", () -> queue.render(ADA, ImageQueueTest::image, Map.of()));
            assertRefused(
                    Category.UNAVAILABLE,
                    "busy",
                    () -> queue.render(new Actor.Operator("eve"), ImageQueueTest::image, Map.of()));
            slow.go.countDown();
            first.get(10, TimeUnit.SECONDS);
            read.countDown();
            stuck.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void an_image_that_cannot_be_decoded_gives_its_turn_back() {
        ImageQueue queue = new ImageQueue(slow, 1, Duration.ofMillis(50));
        slow.go.countDown();
        for (int i = 0; i < ImageQueue.MOST_OF_CALLER + 1; i++) {
            assertThatThrownBy(() -> queue.render(ADA, () -> new ByteArrayInputStream(new byte[0]), Map.of()))
                    .hasMessage("damaged");
        }
        queue.render(ADA, ImageQueueTest::image, Map.of());
    }
}
