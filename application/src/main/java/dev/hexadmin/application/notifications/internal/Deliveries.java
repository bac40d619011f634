package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.Settlement;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Sends the rows that this server has claimed, and writes their outcomes. Thread-safe. */
final class Deliveries {
    private final OutcomeRecorder recorder;
    private final ChannelSender sender;
    private final SendQueue queue;
    private final Duration deadline;
    private volatile boolean taken; // any row before this one
    private volatile boolean abandoned;

    Deliveries(OutcomeRecorder recorder, ChannelSender sender, NotificationsSettings settings, Executor executor) {
        this.recorder = recorder;
        this.sender = sender;
        this.deadline = settings.deadline();
        this.queue = new SendQueue(settings.channels(), settings.attempts().atOnce(), executor, this::send);
    }

    /** This server's id in the outbox. */
    UUID server() {
        return recorder.server();
    }

    /** This server's claim on rows. */
    Claim claim(Instant now) {
        return recorder.claim(now);
    }

    /** How many more rows of a channel can start now. */
    int room(Channel channel) {
        return queue.room(channel);
    }

    /**
     * Starts claimed rows as soon as there is capacity; releases them when the server is stopping.
     *
     * @param ended counted down once for each of them
     */
    void take(List<ClaimedDelivery> rows, CountDownLatch ended) {
        if (rows.isEmpty()) {
            return;
        }
        taken = true;
        if (!queue.add(rows, ended)) {
            recorder.releaseAll();
            rows.forEach(row -> ended.countDown());
        }
    }

    private void send(SendQueue.Entry entry) {
        Optional<ClaimedDelivery> fallback = Optional.empty();
        try {
            ClaimedDelivery row = entry.row();
            if (row.status() == DeliveryStatus.SENT) {
                fallback = recorder.settle(row, ChannelSender.Outcome.of(sender.pollStatus(row)));
            } else {
                Attempt attempt = new Attempt(row);
                Optional<ChannelSender.Outcome> outcome = sender.send(attempt);
                if (outcome.isPresent()) {
                    fallback = recorder.settle(attempt.row(), outcome.get());
                }
            }
        } finally {
            if (fallback.isPresent()) {
                take(List.of(fallback.get()), entry.ended());
            } else {
                entry.ended().countDown();
            }
        }
    }

    /** One attempt at a row. */
    private final class Attempt implements ChannelSender.Attempt {
        private ClaimedDelivery row;
        private boolean begun;

        Attempt(ClaimedDelivery row) {
            this.row = row;
        }

        @Override
        public ClaimedDelivery row() {
            return row;
        }

        @Override
        public boolean begin() {
            if (begun) {
                return true;
            }
            if (queue.stopped()) {
                return false; // the row has been released
            }
            begun = recorder.begin(row);
            if (begun) {
                row = row.begun();
            }
            return begun;
        }

        @Override
        public boolean abandoned() {
            return abandoned;
        }
    }

    /** Writes a provider's report about a row that is {@code sent}. */
    void reported(ClaimedDelivery row, Settlement settlement) {
        recorder.settle(row, ChannelSender.Outcome.of(settlement))
                .ifPresent(fallback -> take(List.of(fallback), new CountDownLatch(1)));
    }

    /** Something is due at once: wakes the poller. */
    void wake() {
        queue.wake();
    }

    void awaitWork(Duration longest) throws InterruptedException {
        queue.awaitWork(longest);
    }

    /** Stops starting rows, and releases every row whose provider was not called. */
    void stop() {
        if (queue.stopped()) {
            return;
        }
        List<SendQueue.Entry> waiting = queue.stop();
        if (taken) {
            recorder.releaseAll();
        }
        waiting.forEach(entry -> entry.ended().countDown());
    }

    /**
     * Waits for sends in progress; rows that fail after that keep their lease, since the provider may have the message.
     *
     * @return number of sends in progress
     */
    int close(Duration patience) {
        queue.awaitIdle(patience);
        abandoned = true;
        return queue.running();
    }

    /** Waits for the latch until the deadline; then rows that have not started are released for any server. */
    void await(CountDownLatch ended) {
        try {
            if (ended.await(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<Long> ids = queue.withdraw(ended);
        if (!ids.isEmpty()) {
            recorder.release(ids, this::wake);
        }
    }
}
