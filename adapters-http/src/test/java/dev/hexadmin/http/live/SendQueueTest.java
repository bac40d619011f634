package dev.hexadmin.http.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.http.live.SendQueue.Put;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SendQueueTest {
    private final AtomicInteger taken = new AtomicInteger();
    private final SendQueue queue = new SendQueue(3, taken::addAndGet);

    private Put put(String text) {
        return queue.put(text.getBytes(StandardCharsets.UTF_8), false);
    }

    private String next() {
        byte[] bytes = queue.next();
        return bytes == null ? "nothing" : new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void a_sender_is_called_once_until_it_has_gone() {
        assertThat(put("a")).isEqualTo(Put.SENDER_NEEDED);
        assertThat(put("b")).isEqualTo(Put.QUEUED);
        assertThat(next()).isEqualTo("ab");
        assertThat(put("c")).isEqualTo(Put.QUEUED);
        assertThat(next()).isEqualTo("c");
        assertThat(next()).isEqualTo("nothing");
        assertThat(put("d")).isEqualTo(Put.SENDER_NEEDED);
        assertThat(next()).isEqualTo("d");
        assertThat(taken).hasValue(4);
    }

    @Test
    void there_is_room_for_so_many_and_no_more() {
        put("a");
        put("b");
        assertThat(put("c")).isEqualTo(Put.QUEUED);
        assertThat(put("d")).isEqualTo(Put.FULL);
        assertThat(next()).isEqualTo("abc");
        assertThat(put("e")).isEqualTo(Put.QUEUED);
    }

    @Test
    void what_came_first_and_free_takes_no_room() {
        byte[] large = new byte[20_000];
        for (int i = 0; i < 5; i++) {
            queue.put(large, true);
        }
        put("a");
        put("b");
        assertThat(queue.next()).hasSize(20_000);
        assertThat(put("c")).isEqualTo(Put.QUEUED);
        assertThat(put("d")).isEqualTo(Put.FULL);
        for (int i = 0; i < 4; i++) {
            assertThat(queue.next()).hasSize(20_000);
        }
        assertThat(next()).isEqualTo("abc");
        put("d");
        put("e");
        put("f");
        assertThat(put("g")).isEqualTo(Put.FULL);
    }

    @Test
    void a_single_piece_is_not_copied_and_large_ones_go_alone() {
        byte[] large = new byte[16 << 10];
        Arrays.fill(large, (byte) 1);
        queue.put(large, false);
        put("a");
        assertThat(queue.next()).isSameAs(large);
        assertThat(next()).isEqualTo("a");
    }

    @Test
    void the_last_piece_is_the_last() throws InterruptedException {
        put("a");
        assertThat(queue.putLast("z".getBytes(StandardCharsets.UTF_8))).isEqualTo(Put.QUEUED);
        assertThat(put("b")).isEqualTo(Put.ENDED);
        assertThat(queue.putLast(new byte[1])).isEqualTo(Put.ENDED);
        assertThat(queue.awaitSent(Duration.ofMillis(1))).isFalse();
        assertThat(next()).isEqualTo("az");
        assertThat(next()).isEqualTo("nothing");
        assertThat(queue.awaitSent(Duration.ofMillis(1))).isTrue();
        assertThat(queue.await()).isNull();
        assertThat(queue.end()).isFalse();
    }

    @Test
    void also_of_what_takes_no_room_there_may_be_too_much() {
        byte[] large = new byte[100 << 10];
        for (int i = 0; i < 6; i++) {
            assertThat(queue.put(large, true)).isNotEqualTo(Put.FULL);
        }
        assertThat(queue.put(large, true)).isEqualTo(Put.FULL);
        assertThat(put("a")).isEqualTo(Put.QUEUED);
    }

    @Test
    void an_end_throws_away_what_waits() throws InterruptedException {
        put("a");
        assertThat(queue.end()).isTrue();
        assertThat(next()).isEqualTo("nothing");
        assertThat(put("b")).isEqualTo(Put.ENDED);
        assertThat(queue.awaitSent(Duration.ofMillis(1))).isTrue();
    }
}
