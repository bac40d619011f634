package dev.hexadmin.application.notifications;

import java.time.Duration;

/**
 * Periodic jobs of every server. Thread-safe. A loop of
 *
 * <pre>{@code
 * while (running) {
 *     while (upkeep.dispatch()) {}
 *     upkeep.catchUp();
 *     upkeep.awaitWork(Duration.ofMillis(500));
 * }
 * }</pre>
 *
 * with {@link #beat} every {@link #BEAT_EVERY} in parallel, and {@link #sweepDeliveries} and {@link #sweepFeeds} every few
 * minutes are enough. Exceptions, such as {@link dev.hexadmin.application.ServiceUnavailableException}, leave nothing undone
 * that a later call does not do.
 */
public interface NotificationsMaintenance {
    /** The interval of {@link #beat}. */
    Duration BEAT_EVERY = Duration.ofSeconds(2);

    /**
     * Stores this server's heartbeat, and makes messages due that dead servers have claimed and not attempted. When no
     * other process can use the database, only the first call has an effect.
     */
    void beat();

    /**
     * Stores outcomes that could not be stored before. Claims deliveries and status polls that are due and can start now, and
     * starts them; does not wait for them. One read when nothing is due.
     *
     * @return whether more may be due now
     */
    boolean dispatch();

    /**
     * Delivers events to subscribers on this server that other servers have committed without publishing them, and
     * events whose delivery failed before. One read; none without subscribers or when this cannot happen.
     */
    void catchUp();

    /** Returns when something has been committed that is due at once, or after {@code longest}. */
    void awaitWork(Duration longest) throws InterruptedException;

    /** Deletes old rows of the delivery log, and their messages, in short transactions. */
    void sweepDeliveries();

    /**
     * Deletes old events and after them old in-app notifications, in short transactions.
     *
     * @return number of deleted events
     */
    int sweepFeeds();

    /**
     * Stops starting deliveries, and releases everything that was not attempted: another server, or the next start,
     * takes it over at once.
     */
    void stop();

    /**
     * Stops, and waits for attempts in progress and until their outcomes are stored. Attempts that do not end in time are repeated
     * after their lease, since the provider may have the message.
     *
     * @return number of messages whose outcome is not stored
     */
    int close(Duration patience);
}
