package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.port.Outbox.Capacity;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.Settlement;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Sends the rows that this server has claimed, and writes their outcomes. Thread-safe. */
final class Deliveries {
    private static final Logger LOG = System.getLogger(Deliveries.class.getName());

    private final OutcomeRecorder recorder;
    private final ChannelSender sender;
    private final SendQueue queue;
    private final Duration deadline;
    private final InstantSource clock;
    /** No more than the rows that were in progress when the database became unavailable: then no attempt can begin. */
    private final Queue<Unsettled> unsettled = new ConcurrentLinkedQueue<>();

    private volatile boolean taken; // any row before this one
    private volatile boolean abandoned;

    /** @param severalServers the channels on which each address leads to another server */
    Deliveries(
            OutcomeRecorder recorder,
            ChannelSender sender,
            NotificationsSettings settings,
            Predicate<Channel> severalServers,
            Executor executor,
            InstantSource clock) {
        this.clock = clock;
        this.recorder = recorder;
        this.sender = sender;
        this.deadline = settings.deadline();
        this.queue =
                new SendQueue(settings.channels(), settings.attempts().atOnce(), severalServers, executor, this::send);
    }

    /** This server's id in the outbox. */
    UUID server() {
        return recorder.server();
    }

    /** This server's claim on rows. */
    Claim claim(Instant now) {
        return recorder.claim(now);
    }

    /** What can start now; empty when no attempt can. */
    Optional<Capacity> capacity(Channel channel) {
        return queue.capacity(channel);
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

    /** An outcome that is not stored yet. */
    private record Unsettled(ClaimedDelivery row, ChannelSender.Outcome outcome, CountDownLatch ended) {}

    private void send(SendQueue.Entry entry) {
        Optional<Unsettled> known = Optional.empty();
        try {
            known = perform(entry);
        } finally {
            if (known.isEmpty()) {
                entry.ended().countDown();
            }
        }
        known.filter(outcome -> !stored(outcome)).ifPresent(outcome -> {
            LOG.log(
                    Level.WARNING,
                    "The outcome of delivery row {0} is stored when the database is available again",
                    outcome.row().id());
            unsettled.add(outcome);
        });
    }

    private Optional<Unsettled> perform(SendQueue.Entry entry) {
        ClaimedDelivery row = entry.row();
        if (row.status() == DeliveryStatus.SENT) {
            return Optional.of(new Unsettled(row, ChannelSender.Outcome.of(sender.pollStatus(row)), entry.ended()));
        }
        Attempt attempt = new Attempt(row);
        return sender.send(attempt).map(outcome -> new Unsettled(attempt.row(), outcome, entry.ended()));
    }

    private boolean stored(Unsettled known) {
        Optional<ClaimedDelivery> fallback;
        try {
            fallback = recorder.settle(known.row(), known.outcome());
        } catch (ServiceUnavailableException e) {
            return false;
        }
        fallback.ifPresentOrElse(row -> take(List.of(row), known.ended()), known.ended()::countDown);
        return true;
    }

    /** Stores the outcomes that could not be stored before, until the database is unavailable again. */
    void settleLate() {
        @Nullable Unsettled known = unsettled.poll();
        while (known != null) {
            if (!stored(known)) {
                unsettled.add(known); // the next call begins with another one
                return;
            }
            known = unsettled.poll();
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

    /**
     * Writes a provider's report about a row that is {@code sent}.
     *
     * @throws ServiceUnavailableException when the provider must repeat it
     */
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
     * Waits for sends in progress and for outcomes to be stored; rows that fail after that keep their lease, since the provider may
     * have the message.
     *
     * @return number of rows whose outcome is not stored
     */
    int close(Duration patience) {
        Instant end = clock.instant().plus(patience);
        queue.awaitIdle(patience);
        abandoned = true;
        settleLate();
        while (!unsettled.isEmpty()
                && clock.instant().isBefore(end)
                && OutcomeRecorder.pause(OutcomeRecorder.FIRST_WAIT)) {
            settleLate();
        }
        return queue.running() + unsettled.size();
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
