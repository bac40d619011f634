package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.Claimed;
import dev.hexadmin.application.notifications.port.Outbox.Kept;
import dev.hexadmin.application.notifications.port.Outbox.NewRow;
import dev.hexadmin.application.notifications.port.Outbox.Settlement;
import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.FeedEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the rows that this server has claimed, so many at once for each channel, and stores what came of them; where
 * a channel has failed, another one takes its place. Thread-safe.
 */
final class Deliveries {
    private static final Logger LOG = System.getLogger(Deliveries.class.getName());
    private static final int STORING_TRIES = 6;
    private static final Duration STORING_WAIT = Duration.ofMillis(200);

    private final UUID server;
    private final Outbox outbox;
    private final Addressees addressees;
    private final Inbox inbox;
    private final ChannelSender carrying;
    private final UnitOfWork work;
    private final NotificationsSettings settings;
    private final InstantSource clock;
    private final Executor executor;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final MessageChannels channels;
    private final Map<Channel, Lane> lanes = new HashMap<>();
    private boolean wanted;
    private boolean taken; // any row so far
    private boolean stopped;
    private volatile boolean abandoned;

    Deliveries(
            UUID server,
            Outbox outbox,
            Addressees addressees,
            Inbox inbox,
            ChannelSender carrying,
            UnitOfWork work,
            NotificationsSettings settings,
            InstantSource clock,
            Executor executor) {
        this.server = server;
        this.outbox = outbox;
        this.addressees = addressees;
        this.inbox = inbox;
        this.carrying = carrying;
        this.work = work;
        this.settings = settings;
        this.clock = clock;
        this.executor = executor;
        this.channels = settings.channels();
        for (Channel channel : channels.outside()) {
            int most = channels.get(channel).limits().atOnce();
            lanes.put(channel, new Lane(Math.min(most, settings.triesAtOnce())));
        }
    }

    /** The rows of one channel; guarded by the lock. */
    private static final class Lane {
        private final Deque<Item> waiting = new ArrayDeque<>();
        private final int atOnce;
        private int running;
        private boolean crowded; // the dispatcher found no place

        Lane(int atOnce) {
            this.atOnce = atOnce;
        }
    }

    /**
     * A claimed row.
     *
     * @param ended counted down when nothing more happens to it here
     */
    private record Item(Claimed row, CountDownLatch ended) {}

    /** This server, as the outbox knows it. */
    UUID server() {
        return server;
    }

    /** When a row that is claimed now comes up again if nothing else happens to it: it may wait for its turn first. */
    Instant lease(Instant now) {
        return now.plus(settings.deadline()).plus(settings.lease());
    }

    /** How many more rows of a channel could start now. */
    int room(Channel channel) {
        lock.lock();
        try {
            Lane lane = lane(channel);
            int room = stopped ? 0 : Math.max(0, lane.atOnce - lane.running - lane.waiting.size());
            lane.crowded = room == 0;
            return room;
        } finally {
            lock.unlock();
        }
    }

    private Lane lane(Channel channel) {
        Lane lane = lanes.get(channel);
        if (lane == null) {
            throw new IllegalStateException("rows of the channel " + channel.word() + " are never tried");
        }
        return lane;
    }

    /**
     * Starts claimed rows, each as soon as there is room for it; gives them back when no more are started.
     *
     * @param ended counted down once for each of them
     */
    void take(List<Claimed> rows, CountDownLatch ended) {
        if (rows.isEmpty()) {
            return;
        }
        Set<Channel> started = new HashSet<>();
        lock.lock();
        try {
            taken = true;
            if (!stopped) {
                for (Claimed row : rows) {
                    lane(row.channel()).waiting.add(new Item(row, ended));
                    started.add(row.channel());
                }
            }
        } finally {
            lock.unlock();
        }
        if (started.isEmpty()) {
            releaseAll();
            rows.forEach(row -> ended.countDown());
        }
        started.forEach(channel -> startWaiting(lane(channel)));
    }

    private void startWaiting(Lane lane) {
        while (true) {
            Item item;
            lock.lock();
            try {
                if (lane.running >= lane.atOnce || lane.waiting.isEmpty()) {
                    return;
                }
                item = lane.waiting.remove();
                lane.running++;
            } finally {
                lock.unlock();
            }
            try {
                executor.execute(() -> run(lane, item));
            } catch (RejectedExecutionException e) {
                item.ended().countDown(); // closed; the row comes up again when its lease has ended
                leave(lane);
                return;
            }
        }
    }

    private void run(Lane lane, Item first) {
        try {
            @Nullable Item item = first;
            while (item != null) {
                carryOut(item);
                item = next(lane);
            }
        } finally {
            leave(lane);
            startWaiting(lane); // one may have come after the last look
        }
    }

    private @Nullable Item next(Lane lane) {
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
            wanted |= lane.crowded; // there is room again
            lane.crowded = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void carryOut(Item item) {
        Optional<Claimed> fallback = Optional.empty();
        try {
            Claimed row = item.row();
            if (row.status() == DeliveryStatus.SENT) {
                fallback = settle(row, carrying.enquire(row));
            } else {
                Attempt attempt = new Attempt(row);
                Optional<Settlement> settlement = carrying.carry(attempt);
                if (settlement.isPresent()) {
                    fallback = settle(attempt.row(), settlement.get());
                }
            }
        } finally {
            if (fallback.isPresent()) {
                take(List.of(fallback.get()), item.ended());
            } else {
                item.ended().countDown();
            }
        }
    }

    /** One try of a row. */
    private final class Attempt implements ChannelSender.Attempt {
        private Claimed row;
        private boolean begun;

        Attempt(Claimed row) {
            this.row = row;
        }

        @Override
        public Claimed row() {
            return row;
        }

        @Override
        public boolean begin() {
            if (begun) {
                return true;
            }
            if (stopped()) {
                return false; // the row was released, or is with all others
            }
            begun = stored(
                            "The start of a try",
                            row,
                            () -> work.write(scope -> outbox.begin(server, row, lease(clock.instant()))))
                    .orElse(false);
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

    private boolean stopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** What a provider reported by itself about a row that is {@code sent}. */
    void reported(Claimed row, Settlement settlement) {
        settle(row, settlement).ifPresent(fallback -> take(List.of(fallback), new CountDownLatch(1)));
    }

    /** Stores it, and gives the row that takes this one's place, if there is one to be tried here. */
    private Optional<Claimed> settle(Claimed row, Settlement settlement) {
        return stored(
                        "The outcome",
                        row,
                        () -> work.write(scope -> {
                            Instant now = clock.instant();
                            if (!outbox.settle(row, settlement, now) || settlement.status() != DeliveryStatus.FAILED) {
                                return Optional.<Claimed>empty();
                            }
                            return fallback(scope, row, now);
                        }))
                .flatMap(fallback -> fallback);
    }

    /** Stores something about a row, again while the database is unavailable; empty when it could not be stored. */
    private static <T> Optional<T> stored(String what, Claimed row, Supplier<T> step) {
        Duration wait = STORING_WAIT;
        for (int i = 1; ; i++) {
            try {
                return Optional.of(step.get());
            } catch (ServiceUnavailableException e) {
                if (i == STORING_TRIES || !pause(wait)) {
                    LOG.log(
                            Level.WARNING,
                            "{0} of delivery row {1} could not be stored; the row is tried again when its lease has ended",
                            what,
                            row.id());
                    return Optional.empty();
                }
                wait = wait.multipliedBy(2);
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, what + " of delivery row " + row.id() + " could not be stored", e);
                return Optional.empty();
            }
        }
    }

    private static boolean pause(Duration wait) {
        try {
            Thread.sleep(wait);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Optional<Claimed> fallback(UnitOfWork.Scope scope, Claimed failed, Instant now) {
        Optional<Kept> held = outbox.hold(failed.deliveryId());
        if (held.isEmpty() || held.get().fallbacks().isEmpty()) {
            return Optional.empty();
        }
        Kept kept = held.get();
        Set<Channel> not = new HashSet<>(outbox.channels(failed.deliveryId()));
        not.addAll(addressees
                .known(List.of(failed.user()))
                .getOrDefault(failed.user(), Addressees.Known.NOTHING)
                .unwanted());
        for (Channel channel : kept.fallbacks()) {
            boolean reachable = channels.find(channel)
                    .filter(one -> one.address().isEmpty() || kept.addresses().containsKey(channel))
                    .isPresent();
            if (not.contains(channel) || !reachable) {
                continue;
            }
            if (channels.isInbox(channel)) {
                list(scope, failed, kept, channel, now);
                return Optional.empty();
            }
            NewRow row = row(
                    failed,
                    channel,
                    kept.addresses().getOrDefault(channel, ""),
                    failed.notificationId(),
                    DeliveryStatus.PENDING,
                    Optional.of(server),
                    Optional.of(lease(now)));
            long id = outbox.append(List.of(row), List.of(), now).getFirst();
            return Optional.of(claimed(id, row, kept, now));
        }
        return Optional.empty();
    }

    private void list(UnitOfWork.Scope scope, Claimed failed, Kept kept, Channel inApp, Instant now) {
        FeedEvent.Notified event = inbox.add(
                        scope,
                        List.of(new Feeds.Entry(
                                failed.user(),
                                failed.deliveryId(),
                                kept.content().title(),
                                kept.content().body(),
                                kept.channels(),
                                kept.data())),
                        now)
                .getFirst();
        NewRow row = row(
                failed,
                inApp,
                "",
                OptionalLong.of(event.notification().id()),
                DeliveryStatus.SENT,
                Optional.empty(),
                Optional.empty());
        outbox.append(List.of(row), List.of(), now);
    }

    private static NewRow row(
            Claimed failed,
            Channel channel,
            String address,
            OptionalLong notificationId,
            DeliveryStatus status,
            Optional<UUID> claimedBy,
            Optional<Instant> dueAt) {
        return new NewRow(
                failed.deliveryId(),
                failed.batchId(),
                failed.position(),
                failed.user(),
                notificationId,
                channel,
                address,
                status,
                claimedBy,
                dueAt,
                Optional.empty(),
                Optional.of(failed.fallbackOf().orElse(failed.channel())));
    }

    /** A row that was added as this server's own. */
    static Claimed claimed(long id, NewRow row, Kept kept, Instant now) {
        return new Claimed(
                id,
                row.deliveryId(),
                row.batchId(),
                row.position(),
                row.user(),
                row.notificationId(),
                row.channel(),
                row.recipient(),
                row.status(),
                0,
                Optional.empty(),
                Optional.empty(),
                row.fallbackOf(),
                Optional.of(kept.content()),
                kept.data(),
                now,
                now);
    }

    /** Something is due at once: wakes the dispatcher. */
    void wake() {
        lock.lock();
        try {
            wanted = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

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

    /** Starts nothing more, and gives back every row whose provider was not called. */
    void stop() {
        List<Item> waiting = new ArrayList<>();
        boolean claimed;
        lock.lock();
        try {
            if (stopped) {
                return;
            }
            stopped = true;
            claimed = taken;
            lanes.values().forEach(lane -> {
                waiting.addAll(lane.waiting);
                lane.waiting.clear();
            });
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (claimed) {
            releaseAll();
        }
        waiting.forEach(item -> item.ended().countDown());
    }

    private void releaseAll() {
        release(() -> work.write(scope -> outbox.release(server, clock.instant())));
    }

    private static void release(Supplier<Integer> step) {
        try {
            int rows = step.get();
            LOG.log(Level.DEBUG, "{0} messages that were not tried were released", rows);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "Messages that were not tried could not be released; they are taken over when this server is gone",
                    e);
        }
    }

    /**
     * Waits for what is being tried; what fails after that stays with its lease, since the provider may have it.
     *
     * @return how many are still being tried
     */
    int close(Duration patience) {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (running() > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        abandoned = true;
        lock.lock();
        try {
            return running();
        } finally {
            lock.unlock();
        }
    }

    private int running() {
        return lanes.values().stream().mapToInt(lane -> lane.running).sum();
    }

    /** Waits for the latch until the deadline; what has not started by then any server may start. */
    void await(CountDownLatch ended) {
        try {
            if (ended.await(settings.deadline().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<Long> ids = withdraw(ended);
        if (!ids.isEmpty()) {
            release(() -> work.write(scope -> {
                scope.afterCommit(this::wake);
                return outbox.release(server, ids, clock.instant());
            }));
        }
    }

    private List<Long> withdraw(CountDownLatch ended) {
        List<Long> ids = new ArrayList<>();
        lock.lock();
        try {
            for (Lane lane : lanes.values()) {
                for (Iterator<Item> each = lane.waiting.iterator(); each.hasNext(); ) {
                    Item item = each.next();
                    if (item.ended().equals(ended)) {
                        each.remove();
                        ids.add(item.row().id());
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        return ids;
    }
}
