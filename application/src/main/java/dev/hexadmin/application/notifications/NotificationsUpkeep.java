package dev.hexadmin.application.notifications;

import java.time.Duration;

/**
 * What has to be done again and again, on every server. Thread-safe. A loop of
 *
 * <pre>{@code
 * while (running) {
 *     while (upkeep.dispatch()) {}
 *     upkeep.catchUp();
 *     upkeep.awaitWork(Duration.ofMillis(500));
 * }
 * }</pre>
 *
 * and {@link #sweep} every few minutes are enough. Exceptions, such as
 * {@link dev.hexadmin.application.port.ServiceUnavailable}, leave nothing undone that a later call does not do.
 */
public interface NotificationsUpkeep {
    /**
     * Claims deliveries and status polls that are due, and starts them; does not wait for them. Costs one read when
     * nothing is due.
     *
     * @return whether more may be due now
     */
    boolean dispatch();

    /**
     * Tells followers on this server what other servers have committed without their being heard, and what could not be
     * told before. One read, none without followers or where nothing of this can be.
     */
    void catchUp();

    /** Returns when something has been committed that is due at once, or after {@code longest}. */
    void awaitWork(Duration longest) throws InterruptedException;

    /**
     * Deletes what is old: events, logs, texts of messages; a bounded number of each, in short transactions.
     *
     * @return how many rows went
     */
    int sweep();

    /**
     * Begins nothing new, and waits for what is under way. What does not end in time is tried again by another server,
     * or after the next start.
     *
     * @return whether all has ended
     */
    boolean close(Duration patience);
}
