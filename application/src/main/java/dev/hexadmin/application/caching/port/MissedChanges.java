package dev.hexadmin.application.caching.port;

/**
 * Signals between servers through the database, for changes that could not be published to the page store. Thread-safe.
 */
public interface MissedChanges {
    /** A number that differs after each {@link #note} of any server, and after the loss of a server. */
    long noted();

    /**
     * Records, in a transaction of its own, that cached pages may be outdated.
     *
     * @return false inside a unit of work, or a transaction of the embedding program, where nothing is recorded
     * @throws dev.hexadmin.application.ServiceUnavailableException when the database is unavailable
     */
    boolean note();
}
