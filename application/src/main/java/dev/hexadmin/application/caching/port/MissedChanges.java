package dev.hexadmin.application.caching.port;

/**
 * A word from server to server by way of the database, for when the place where pages are kept cannot be told of a
 * change. Thread-safe.
 */
public interface MissedChanges {
    /** How often {@link #note} was called by any server. */
    long noted();

    /** Notes that changes were made which the pages that are kept do not show. */
    void note();
}
