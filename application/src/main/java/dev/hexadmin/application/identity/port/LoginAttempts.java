package dev.hexadmin.application.identity.port;

import java.time.Instant;

/** The rows of {@code admin_login_attempts}. Thread-safe; changes are only legal inside a unit of work. */
public interface LoginAttempts {
    /**
     * Adds an attempt, and deletes the oldest ones beyond {@code keep}.
     *
     * @param email as typed, shortened
     * @param reason of the failure, such as {@code wrong_password}; empty for a success
     */
    void add(String email, String address, boolean success, String reason, Instant at, long keep);

    /**
     * Deletes older attempts: all of them in separate short transactions, or only those of whole months at once, where the
     * database has partitions. Must not be called inside a unit of work.
     */
    void sweep(Instant before);
}
