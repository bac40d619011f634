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
 * with {@link #beat} every {@link #BEAT_EVERY} beside it, and {@link #sweep} every few minutes are enough. Exceptions, such as
 * {@link dev.hexadmin.application.port.ServiceUnavailableException}, leave nothing undone that a later call does not do.
 */
public interface NotificationsMaintenance {
    /** How often {@link #beat} is to be called. */
    Duration BEAT_EVERY = Duration.ofSeconds(2);

    /**
     * Notes that this server is alive, and makes what dead servers have claimed and not tried due at once. Where no other
     * process can have the database, only the first call does anything.
     */
    void beat();

    /**
     * Claims deliveries and status polls that are due and can start now, and starts them; does not wait for them. Costs
     * one read when nothing is due.
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
     * Starts nothing more, here or for callers who wait, and gives back everything that was not tried: another server, or
     * the next start, takes it at once.
     */
    void stop();

    /**
     * Stops, and waits for what is being tried. What does not end in time is tried again when its lease has ended, since
     * the provider may have it.
     *
     * @return how many messages are still being tried
     */
    int close(Duration patience);
}
