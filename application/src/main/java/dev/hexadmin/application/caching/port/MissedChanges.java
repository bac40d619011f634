package dev.hexadmin.application.caching.port;

/**
 * Signals between servers through the database, for changes that could not be published to the page store. Thread-safe.
 */
public interface MissedChanges {
    /** How often any server has called {@link #note}. */
    long noted();

    /** Records that cached pages may be outdated. */
    void note();
}
