package dev.hexadmin.application.notifications.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.port.Outbox.Capacity;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.DeliveryReference;
import dev.hexadmin.application.notifications.port.Outbox.Progress;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SendQueueTest {
    private final BlockingQueue<String> started = new LinkedBlockingQueue<>();
    private final Semaphore mayEnd = new Semaphore(0);
    private SendQueue queue = queue(false);

    private SendQueue queue(boolean severalServers) {
        return new SendQueue(
                MessageChannels.BUILT_IN,
                16,
                channel -> severalServers,
                task -> Thread.ofVirtual().start(task),
                entry -> {
                    started.add(entry.row().destination().address());
                    mayEnd.acquireUninterruptibly();
                });
    }

    @AfterEach
    void end() {
        queue.stop();
        mayEnd.release(1_000);
    }

    private void add(Channel channel, DeliveryStatus status, String address, int rows) {
        List<ClaimedDelivery> all = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            all.add(new ClaimedDelivery(
                    i,
                    new DeliveryReference(UUID.randomUUID(), Optional.empty(), 0, OptionalLong.empty()),
                    new Destination(new Addressee("ada"), channel, address),
                    Optional.empty(),
                    Progress.initial(status),
                    Optional.empty(),
                    Instant.EPOCH,
                    Instant.EPOCH));
        }
        assertThat(queue.add(all, new CountDownLatch(rows))).isTrue();
    }

    private List<String> next(int rows) throws InterruptedException {
        List<String> next = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            next.add(started.take());
        }
        return next;
    }

    @Test
    void a_receiver_that_does_not_respond_leaves_capacity_to_others() throws InterruptedException {
        queue = queue(true);
        add(Channel.SMS, DeliveryStatus.PENDING, "https://slow.example/hook", 20);
        assertThat(next(4)).containsOnly("https://slow.example/hook");
        Capacity capacity = queue.capacity(Channel.SMS).orElseThrow();
        assertThat(capacity.attempts()).isEqualTo(12);
        assertThat(capacity.busy()).containsExactly("slow.example");
        add(Channel.SMS, DeliveryStatus.PENDING, "https://quick.example/hook", 1);
        assertThat(next(1)).containsExactly("https://quick.example/hook");
        assertThat(queue.running()).isEqualTo(5);
        mayEnd.release();
        mayEnd.release();
        assertThat(next(1)).containsExactly("https://slow.example/hook");
    }

    @Test
    void without_a_limit_for_one_receiver_all_attempts_may_go_to_it() throws InterruptedException {
        add(Channel.SMS, DeliveryStatus.PENDING, "+15017122661", 20);
        assertThat(next(16)).hasSize(16);
        assertThat(queue.capacity(Channel.SMS)).isEmpty();
    }

    @Test
    void no_more_mails_are_sent_at_once_than_there_are_connections() {
        assertThat(queue.capacity(Channel.EMAIL)).contains(Capacity.of(Channel.EMAIL, 8, 4));
    }

    @Test
    void status_requests_take_no_capacity_of_attempts() throws InterruptedException {
        add(Channel.SMS, DeliveryStatus.SENT, "+15017122661", 20);
        assertThat(next(4)).hasSize(4);
        assertThat(queue.capacity(Channel.SMS)).contains(Capacity.of(Channel.SMS, 16, 0));
        add(Channel.SMS, DeliveryStatus.RETRYING, "+15017122662", 16);
        assertThat(next(16)).containsOnly("+15017122662");
        assertThat(queue.running()).isEqualTo(20);
    }
}
