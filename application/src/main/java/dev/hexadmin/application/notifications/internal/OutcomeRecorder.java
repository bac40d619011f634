package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.DeliveryObserver;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.Settlement;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Writes the attempts at rows that this server has claimed, and their outcomes. Thread-safe. */
final class OutcomeRecorder {
    private static final Logger LOG = System.getLogger(OutcomeRecorder.class.getName());
    private static final int WRITE_ATTEMPTS = 6;
    static final Duration FIRST_WAIT = Duration.ofMillis(200);

    private final UUID server;
    private final Outbox outbox;
    private final Addressees addressees;
    private final FallbackPlanner fallbacks;
    private final UnitOfWork work;
    private final NotificationsSettings settings;
    private final DeliveryObserver observer;
    private final InstantSource clock;

    OutcomeRecorder(
            UUID server,
            Outbox outbox,
            Addressees addressees,
            FallbackPlanner fallbacks,
            UnitOfWork work,
            NotificationsSettings settings,
            DeliveryObserver observer,
            InstantSource clock) {
        this.server = server;
        this.outbox = outbox;
        this.addressees = addressees;
        this.fallbacks = fallbacks;
        this.work = work;
        this.settings = settings;
        this.observer = observer;
        this.clock = clock;
    }

    /** This server's id in the outbox. */
    UUID server() {
        return server;
    }

    /** This server's claim: it covers waiting for a free slot; the row is due again when the lease has ended. */
    Claim claim(Instant now) {
        return new Claim(server, lease(now));
    }

    private Instant lease(Instant now) {
        return now.plus(settings.deadline()).plus(settings.attempts().lease());
    }

    /** Counts an attempt; false when another server has the row, or it could not be written. */
    boolean begin(ClaimedDelivery row) {
        Duration wait = FIRST_WAIT;
        for (int i = 1; ; i++) {
            try {
                return work.write(scope -> outbox.begin(server, row, lease(clock.instant())));
            } catch (ServiceUnavailableException e) {
                if (i == WRITE_ATTEMPTS || !pause(wait)) {
                    LOG.log(
                            Level.WARNING,
                            "The start of an attempt at delivery row {0} could not be stored; the row is tried when its"
                                    + " lease has ended",
                            row.id());
                    return false;
                }
                wait = wait.multipliedBy(2);
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "The start of an attempt at delivery row " + row.id() + " could not be stored", e);
                return false;
            }
        }
    }

    /**
     * Writes the outcome, and returns the row of the fallback channel, if there is one for this server to send.
     *
     * @throws ServiceUnavailableException when it can be written later
     */
    Optional<ClaimedDelivery> settle(ClaimedDelivery row, ChannelSender.Outcome outcome) {
        try {
            return work.write(scope -> settle(scope, row, outcome));
        } catch (ServiceUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "The outcome of delivery row " + row.id() + " could not be stored", e);
            return Optional.empty();
        }
    }

    private Optional<ClaimedDelivery> settle(
            UnitOfWork.Scope scope, ClaimedDelivery row, ChannelSender.Outcome outcome) {
        Settlement settlement = outcome.settlement();
        Instant now = clock.instant();
        if (!outbox.settle(row, settlement, now)) {
            return Optional.empty();
        }
        if (outcome.addressGone()) {
            addressees.dropAddress(row.user(), row.channel(), row.destination().address());
        }
        scope.afterCommit(() -> observer.settled(row.channel(), settlement.status()));
        return settlement.status() == DeliveryStatus.FAILED
                ? fallbacks.next(scope, row, claim(now), now)
                : Optional.empty();
    }

    /** Releases every claimed row whose provider was not called. */
    void releaseAll() {
        release(() -> work.write(scope -> outbox.release(server, clock.instant())));
    }

    /** Releases these rows unless their providers were called; {@code then} runs after the commit. */
    void release(List<Long> ids, Runnable then) {
        release(() -> work.write(scope -> {
            scope.afterCommit(then);
            return outbox.release(server, ids, clock.instant());
        }));
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

    /** False when the thread is interrupted. */
    static boolean pause(Duration wait) {
        try {
            Thread.sleep(wait);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
