package dev.hexadmin.application.identity;

/** Periodic maintenance. Thread-safe. */
public interface IdentityMaintenance {
    /**
     * Deletes expired refresh tokens, pending sign-ins, used tokens and old login attempts; a bounded number of each, in short
     * transactions.
     *
     * @return number of deleted rows
     */
    int sweep();

    /** Writes deferred rows: the last use of API keys. Cheap when there are none. */
    void catchUp();
}
