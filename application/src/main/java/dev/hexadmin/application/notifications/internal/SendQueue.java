package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.port.Outbox.Capacity;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The claimed rows of this server, waiting or in progress. Thread-safe.
 *
 * <p>Each channel has a limit of concurrent attempts and a separate one of status requests. Where each address leads to another
 * server, a receiver gets a quarter of the attempts at most, so that one that does not respond leaves the others to
 * other receivers.
 */
final class SendQueue {
    private static final int STATUS_REQUESTS = 4;
    private static final int RECEIVERS = 4;

    private final Executor executor;
    private final Consumer<Entry> send;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Channel, Lanes> lanes = new HashMap<>();
    private boolean wanted;
    private boolean stopped;

    /**
     * @param most maximum number of concurrent attempts per channel, unless the channel allows fewer
     * @param severalServers the channels on which each address leads to another server
     * @param send performs the next step of a row, on a new thread
     */
    SendQueue(
            MessageChannels channels,
            int most,
            Predicate<Channel> severalServers,
            Executor executor,
            Consumer<Entry> send) {
        this.executor = executor;
        this.send = send;
        for (Channel channel : channels.outside()) {
            int allowed = Math.min(channels.get(channel).limits().atOnce(), most);
            OptionalInt ofReceiver = severalServers.test(channel)
                    ? OptionalInt.of(Math.max(1, allowed / RECEIVERS))
                    : OptionalInt.empty();
            lanes.put(
                    channel,
                    new Lanes(
                            new Lane(allowed, ofReceiver),
                            new Lane(Math.min(allowed, STATUS_REQUESTS), OptionalInt.empty())));
        }
    }

    private record Lanes(Lane attempts, Lane statusRequests) {
        Lane of(ClaimedDelivery row) {
            return row.status() == DeliveryStatus.SENT ? statusRequests : attempts;
        }
    }

    /** Rows with the same next step of one channel; guarded by the lock. */
    private static final class Lane {
        private final Deque<Entry> waiting = new ArrayDeque<>();
        private final int atOnce;
        private final OptionalInt ofReceiver;
        private final Map<String, Integer> receivers = new HashMap<>(); // of running rows
        private int running;
        private boolean full; // the poller found no capacity for some rows

        Lane(int atOnce, OptionalInt ofReceiver) {
            this.atOnce = atOnce;
            this.ofReceiver = ofReceiver;
        }

        /** Without a limit for one receiver, all rows count as those of one. */
        private String receiver(Entry entry) {
            return ofReceiver.isEmpty() ? "" : entry.row().receiver();
        }

        private int most() {
            return ofReceiver.orElse(atOnce);
        }

        /** The first waiting row that may start, which counts as running from now on. */
        @Nullable
        Entry start() {
            if (running >= atOnce) {
                return null;
            }
            for (Iterator<Entry> each = waiting.iterator(); each.hasNext(); ) {
                Entry entry = each.next();
                if (receivers.getOrDefault(receiver(entry), 0) < most()) {
                    each.remove();
                    running++;
                    receivers.merge(receiver(entry), 1, Integer::sum);
                    return entry;
                }
            }
            return null;
        }

        void end(Entry entry) {
            running--;
            receivers.computeIfPresent(receiver(entry), (receiver, rows) -> rows == 1 ? null : rows - 1);
        }

        /** Running and waiting rows by receiver. */
        Map<String, Integer> held() {
            Map<String, Integer> held = new HashMap<>(receivers);
            waiting.forEach(entry -> held.merge(receiver(entry), 1, Integer::sum));
            return held;
        }

        /** How many more rows can start; rows that wait for their receiver leave room for others. */
        int room(Map<String, Integer> held) {
            int taken = held.values().stream()
                    .mapToInt(rows -> ofReceiver.isEmpty() ? rows : Math.min(rows, most()))
                    .sum();
            return Math.max(0, atOnce - taken);
        }
    }

    /**
     * A claimed row.
     *
     * @param ended counted down when this server has finished with it
     */
    record Entry(ClaimedDelivery row, CountDownLatch ended) {}

    /** What can start now; empty when no attempt can. */
    Optional<Capacity> capacity(Channel channel) {
        lock.lock();
        try {
            Lane attempts = lanes(channel).attempts();
            Lane requests = lanes(channel).statusRequests();
            Map<String, Integer> held = attempts.held();
            int room = attempts.room(held);
            Capacity capacity = new Capacity(
                    channel,
                    room,
                    requests.room(requests.held()),
                    attempts.ofReceiver,
                    attempts.ofReceiver.isEmpty() ? Map.of() : held);
            attempts.full = room == 0 || !capacity.busy().isEmpty();
            requests.full = capacity.statusRequests() == 0;
            return stopped || room == 0 ? Optional.empty() : Optional.of(capacity);
        } finally {
            lock.unlock();
        }
    }

    private Lanes lanes(Channel channel) {
        Lanes of = lanes.get(channel);
        if (of == null) {
            throw new IllegalStateException("rows of the channel " + channel.word() + " are never sent");
        }
        return of;
    }

    private Stream<Lane> all() {
        return lanes.values().stream().flatMap(each -> Stream.of(each.attempts(), each.statusRequests()));
    }

    /**
     * Starts rows as soon as there is capacity.
     *
     * @return false, with none of them started, after {@link #stop}
     */
    boolean add(List<ClaimedDelivery> rows, CountDownLatch ended) {
        Set<Lane> started = new LinkedHashSet<>();
        lock.lock();
        try {
            if (stopped) {
                return false;
            }
            for (ClaimedDelivery row : rows) {
                Lane lane = lanes(row.channel()).of(row);
                lane.waiting.add(new Entry(row, ended));
                started.add(lane);
            }
        } finally {
            lock.unlock();
        }
        started.forEach(this::startWaiting);
        return true;
    }

    private void startWaiting(Lane lane) {
        while (true) {
            @Nullable Entry entry;
            lock.lock();
            try {
                entry = lane.start();
            } finally {
                lock.unlock();
            }
            if (entry == null) {
                return;
            }
            Entry started = entry;
            try {
                executor.execute(() -> run(lane, started));
            } catch (RejectedExecutionException e) {
                started.ended().countDown(); // closed; the row is due again when its lease has ended
                leave(lane, started);
                return;
            }
        }
    }

    private void run(Lane lane, Entry first) {
        @Nullable Entry entry = first;
        try {
            while (entry != null) {
                send.accept(entry);
                entry = next(lane, entry);
            }
        } finally {
            if (entry != null) { // it failed
                leave(lane, entry);
                startWaiting(lane);
            }
        }
    }

    /** Ends a row, and starts another one in its place. */
    private @Nullable Entry next(Lane lane, Entry ended) {
        lock.lock();
        try {
            lane.end(ended);
            @Nullable Entry next = lane.start();
            if (next == null) {
                wakeIfFull(lane);
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void leave(Lane lane, Entry ended) {
        lock.lock();
        try {
            lane.end(ended);
            wakeIfFull(lane);
        } finally {
            lock.unlock();
        }
    }

    /** There is capacity again. */
    private void wakeIfFull(Lane lane) {
        wanted |= lane.full;
        lane.full = false;
        changed.signalAll();
    }

    boolean stopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the poller, since a row is due at once. */
    void wake() {
        lock.lock();
        try {
            wanted = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns after {@link #wake}, or after {@code longest}. */
    void awaitWork(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!wanted && left > 0) {
                left = changed.awaitNanos(left);
            }
            wanted = false;
        } finally {
            lock.unlock();
        }
    }

    /** Stops starting rows, and returns the waiting ones. */
    List<Entry> stop() {
        List<Entry> waiting = new ArrayList<>();
        lock.lock();
        try {
            stopped = true;
            all().forEach(lane -> {
                waiting.addAll(lane.waiting);
                lane.waiting.clear();
            });
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return waiting;
    }

    /** Waits for sends in progress. */
    void awaitIdle(Duration longest) {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (runningNow() > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Number of sends in progress. */
    int running() {
        lock.lock();
        try {
            return runningNow();
        } finally {
            lock.unlock();
        }
    }

    private int runningNow() {
        return all().mapToInt(lane -> lane.running).sum();
    }

    /** Removes the rows of a latch that have not started, and returns their ids. */
    List<Long> withdraw(CountDownLatch ended) {
        List<Long> ids = new ArrayList<>();
        lock.lock();
        try {
            all().forEach(lane -> lane.waiting.removeIf(entry -> {
                boolean own = entry.ended().equals(ended);
                if (own) {
                    ids.add(entry.row().id());
                }
                return own;
            }));
        } finally {
            lock.unlock();
        }
        return ids;
    }
}
