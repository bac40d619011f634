package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.domain.notifications.Channel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The claimed rows of this server, waiting or being sent, with a limit of concurrent sends per channel. Thread-safe.
 */
final class SendQueue {
    private final Executor executor;
    private final Consumer<Entry> send;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Channel, Lane> lanes = new HashMap<>();
    private boolean wanted;
    private boolean stopped;

    /**
     * @param most maximum number of concurrent sends per channel, unless the channel allows fewer
     * @param send sends a row, on a new thread
     */
    SendQueue(MessageChannels channels, int most, Executor executor, Consumer<Entry> send) {
        this.executor = executor;
        this.send = send;
        for (Channel channel : channels.outside()) {
            int allowed = channels.get(channel).limits().atOnce();
            lanes.put(channel, new Lane(Math.min(allowed, most)));
        }
    }

    /** The rows of one channel; guarded by the lock. */
    private static final class Lane {
        private final Deque<Entry> waiting = new ArrayDeque<>();
        private final int atOnce;
        private int running;
        private boolean full; // the poller found no capacity

        Lane(int atOnce) {
            this.atOnce = atOnce;
        }
    }

    /**
     * A claimed row.
     *
     * @param ended counted down when this server has finished with it
     */
    record Entry(ClaimedDelivery row, CountDownLatch ended) {}

    /** How many more rows of a channel can start now. */
    int room(Channel channel) {
        lock.lock();
        try {
            Lane lane = lane(channel);
            int room = stopped ? 0 : Math.max(0, lane.atOnce - lane.running - lane.waiting.size());
            lane.full = room == 0;
            return room;
        } finally {
            lock.unlock();
        }
    }

    private Lane lane(Channel channel) {
        Lane lane = lanes.get(channel);
        if (lane == null) {
            throw new IllegalStateException("rows of the channel " + channel.word() + " are never sent");
        }
        return lane;
    }

    /**
     * Starts rows as soon as there is capacity.
     *
     * @return false, with none of them started, after {@link #stop}
     */
    boolean add(List<ClaimedDelivery> rows, CountDownLatch ended) {
        Set<Channel> started = new HashSet<>();
        lock.lock();
        try {
            if (stopped) {
                return false;
            }
            for (ClaimedDelivery row : rows) {
                lane(row.channel()).waiting.add(new Entry(row, ended));
                started.add(row.channel());
            }
        } finally {
            lock.unlock();
        }
        started.forEach(channel -> startWaiting(lane(channel)));
        return true;
    }

    private void startWaiting(Lane lane) {
        while (true) {
            Entry entry;
            lock.lock();
            try {
                if (lane.running >= lane.atOnce || lane.waiting.isEmpty()) {
                    return;
                }
                entry = lane.waiting.remove();
                lane.running++;
            } finally {
                lock.unlock();
            }
            try {
                executor.execute(() -> run(lane, entry));
            } catch (RejectedExecutionException e) {
                entry.ended().countDown(); // closed; the row is due again when its lease has ended
                leave(lane);
                return;
            }
        }
    }

    private void run(Lane lane, Entry first) {
        try {
            @Nullable Entry entry = first;
            while (entry != null) {
                send.accept(entry);
                entry = next(lane);
            }
        } finally {
            leave(lane);
            startWaiting(lane); // a row may have been added after the last check
        }
    }

    private @Nullable Entry next(Lane lane) {
        lock.lock();
        try {
            return lane.waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    private void leave(Lane lane) {
        lock.lock();
        try {
            lane.running--;
            wanted |= lane.full; // there is capacity again
            lane.full = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
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
            lanes.values().forEach(lane -> {
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
        return lanes.values().stream().mapToInt(lane -> lane.running).sum();
    }

    /** Removes the rows of a latch that have not started, and returns their ids. */
    List<Long> withdraw(CountDownLatch ended) {
        List<Long> ids = new ArrayList<>();
        lock.lock();
        try {
            for (Lane lane : lanes.values()) {
                for (Iterator<Entry> each = lane.waiting.iterator(); each.hasNext(); ) {
                    Entry entry = each.next();
                    if (entry.ended().equals(ended)) {
                        each.remove();
                        ids.add(entry.row().id());
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        return ids;
    }
}
