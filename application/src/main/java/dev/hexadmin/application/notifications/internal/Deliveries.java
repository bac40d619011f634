package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.Claimed;
import dev.hexadmin.application.notifications.port.Outbox.Kept;
import dev.hexadmin.application.notifications.port.Outbox.NewRow;
import dev.hexadmin.application.notifications.port.Outbox.Settlement;
import dev.hexadmin.application.port.ServiceUnavailable;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.FeedEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Carries claimed rows out, each on a thread of its own, and writes down what came of them; where a channel has failed,
 * another one takes its place. Thread-safe.
 */
final class Deliveries {
    private static final Logger LOG = System.getLogger(Deliveries.class.getName());
    private static final int SETTLING_TRIES = 6;
    private static final Duration SETTLING_WAIT = Duration.ofMillis(200);

    private final Outbox outbox;
    private final Addressees addressees;
    private final Inbox inbox;
    private final Carrying carrying;
    private final UnitOfWork work;
    private final NotificationsSettings settings;
    private final InstantSource clock;
    private final Executor executor;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int underWay;
    private boolean wanted;
    private boolean crowded;
    private boolean closed;

    Deliveries(
            Outbox outbox,
            Addressees addressees,
            Inbox inbox,
            Carrying carrying,
            UnitOfWork work,
            NotificationsSettings settings,
            InstantSource clock,
            Executor executor) {
        this.outbox = outbox;
        this.addressees = addressees;
        this.inbox = inbox;
        this.carrying = carrying;
        this.work = work;
        this.settings = settings;
        this.clock = clock;
        this.executor = executor;
    }

    /** Until when a row that is tried from now on is this server's: it may wait for its turn first. */
    Instant lease(Instant now) {
        return now.plus(settings.deadline()).plus(settings.lease());
    }

    /** Starts all of them; the latch, of as many, is counted down as each comes to its end. */
    void begin(List<Claimed> rows, CountDownLatch ended) {
        for (Claimed row : rows) {
            if (!register()) {
                ended.countDown();
                continue;
            }
            try {
                executor.execute(() -> {
                    try {
                        carryOut(row);
                    } finally {
                        done();
                        ended.countDown();
                    }
                });
            } catch (RejectedExecutionException e) {
                done(); // comes up again when its lease has ended
                ended.countDown();
            }
        }
    }

    private void carryOut(Claimed first) {
        Optional<Claimed> next = Optional.of(first);
        while (next.isPresent()) {
            Claimed row = next.get();
            Settlement settlement = row.status() == DeliveryStatus.SENT ? carrying.enquire(row) : carrying.carry(row);
            next = settle(row, settlement);
        }
    }

    /** What a provider reported by itself about a row that is {@code sent}. */
    void reported(Claimed row, Settlement settlement) {
        Optional<Claimed> next = settle(row, settlement);
        next.ifPresent(fallback -> begin(List.of(fallback), new CountDownLatch(1)));
    }

    /** Writes it down, and gives the row that takes this one's place, if there is one to be tried. */
    private Optional<Claimed> settle(Claimed row, Settlement settlement) {
        Duration wait = SETTLING_WAIT;
        for (int i = 1; ; i++) {
            try {
                return work.write(scope -> {
                    Instant now = clock.instant();
                    if (!outbox.settle(row, settlement, now) || settlement.status() != DeliveryStatus.FAILED) {
                        return Optional.empty();
                    }
                    return fallback(scope, row, now);
                });
            } catch (ServiceUnavailable e) {
                // a message that was sent would be sent again if this were lost
                if (i == SETTLING_TRIES || !pause(wait)) {
                    LOG.log(
                            Level.WARNING,
                            "What came of delivery row {0} could not be written down; it is tried again later",
                            row.id());
                    return Optional.empty();
                }
                wait = wait.multipliedBy(2);
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "What came of delivery row " + row.id() + " could not be written down", e);
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
        Set<Channel> not = EnumSet.noneOf(Channel.class);
        not.addAll(outbox.channels(failed.deliveryId()));
        not.addAll(addressees
                .known(List.of(failed.user()))
                .getOrDefault(failed.user(), Addressees.Known.NOTHING)
                .unwanted());
        for (Channel channel : kept.fallbacks()) {
            Optional<String> address = kept.address(channel);
            if (not.contains(channel) || address.isEmpty()) {
                continue;
            }
            return switch (channel) {
                case IN_APP -> {
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
                    outbox.append(
                            List.of(row(
                                    failed,
                                    channel,
                                    "",
                                    OptionalLong.of(event.notification().id()),
                                    DeliveryStatus.SENT,
                                    0,
                                    Optional.empty())),
                            List.of(),
                            now);
                    yield Optional.empty();
                }
                case EMAIL, SMS -> {
                    NewRow row = row(
                            failed,
                            channel,
                            address.get(),
                            failed.notificationId(),
                            DeliveryStatus.PENDING,
                            1,
                            Optional.of(lease(now)));
                    long id = outbox.append(List.of(row), List.of(), now).getFirst();
                    yield Optional.of(claimed(id, row, kept, now));
                }
            };
        }
        return Optional.empty();
    }

    private static NewRow row(
            Claimed failed,
            Channel channel,
            String address,
            OptionalLong notificationId,
            DeliveryStatus status,
            int attempts,
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
                attempts,
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
                row.attempts(),
                Optional.empty(),
                Optional.empty(),
                row.fallbackOf(),
                Optional.of(kept.content()),
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
            while (!wanted && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            wanted = false;
        } finally {
            lock.unlock();
        }
    }

    /** How many rows more may be taken up. */
    int room(int most) {
        lock.lock();
        try {
            crowded = underWay >= most;
            return closed ? 0 : Math.max(0, most - underWay);
        } finally {
            lock.unlock();
        }
    }

    private boolean register() {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            underWay++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void done() {
        lock.lock();
        try {
            underWay--;
            wanted |= crowded; // there is room again
            crowded = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean close(Duration patience) {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            long left = patience.toNanos();
            while (underWay > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
            return underWay == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the latch until the deadline. */
    void await(CountDownLatch latch) {
        try {
            if (!latch.await(settings.deadline().toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.log(Level.DEBUG, "A caller is answered at the deadline");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
