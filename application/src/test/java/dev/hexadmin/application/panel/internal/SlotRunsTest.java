package dev.hexadmin.application.panel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.RequestId;
import dev.hexadmin.application.panel.Html;
import dev.hexadmin.application.panel.internal.SlotRuns.Slot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SlotRunsTest {
    private static Slot slot(String name, Supplier<Html> code) {
        return new Slot(name, code);
    }

    private static Html never() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Html.NOTHING;
    }

    @Test
    void a_slot_that_fails_or_never_ends_leaves_the_others_as_they_are() {
        List<Optional<Html>> contents = new SlotRuns(Duration.ofMillis(200), System::nanoTime)
                .run(List.of(
                        slot("good", () -> Html.text("one")),
                        slot("failing", () -> {
                            throw new IllegalStateException("broken");
                        }),
                        slot("with an error", () -> {
                            throw new NoClassDefFoundError("com/example/Missing");
                        }),
                        slot("slow", SlotRunsTest::never),
                        slot("last", () -> Html.text("two"))));
        assertThat(contents.stream().map(one -> one.map(Html::markup).orElse("-")))
                .containsExactly("one", "-", "-", "-", "two");
    }

    @Test
    void the_code_of_a_slow_slot_is_interrupted() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        new SlotRuns(Duration.ofMillis(50), System::nanoTime).run(List.of(slot("slow", () -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return Html.NOTHING;
        })));
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void code_that_never_ends_holds_a_bounded_number_of_threads() {
        SlotRuns runs = new SlotRuns(Duration.ofMillis(1), System::nanoTime);
        AtomicInteger begun = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 40; i++) {
            runs.run(List.of(slot("stuck", () -> {
                begun.incrementAndGet();
                while (end.getCount() > 0) {
                    Thread.onSpinWait();
                    Thread.yield();
                }
                return Html.NOTHING;
            })));
        }
        end.countDown();
        assertThat(begun.get()).isLessThanOrEqualTo(16);
    }

    @Test
    void the_log_of_a_slot_has_the_id_of_the_request() {
        List<Optional<Html>> contents = ScopedValue.where(RequestId.CURRENT, "r-1")
                .call(() -> new SlotRuns(Duration.ofSeconds(20), System::nanoTime)
                        .run(List.of(slot("one", () -> Html.text(RequestId.CURRENT.get())))));
        assertThat(contents.getFirst().orElseThrow().markup()).isEqualTo("r-1");
    }
}
