package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** TOTP secrets, backup codes, and pending sign-ins. Thread-safe; changes are only legal inside a unit of work. */
public interface SecondFactors {
    /** The user's secret, confirmed or not; locked inside a unit of work. */
    Optional<Totp> totp(UserId user);

    /** Stores an unconfirmed secret, replacing any other. */
    void put(UserId user, String sealedSecret);

    /** Stores the same secret, encrypted with another key. */
    void sealAgain(UserId user, String sealedSecret);

    /** Confirms the secret. */
    void confirm(UserId user, Instant now);

    /** Deletes the secret; false when there was none. */
    boolean remove(UserId user);

    /** Uses up a code's time step; false when it or a later one was used before. Resets failures. */
    boolean useStep(UserId user, long step);

    /** Replaces all backup codes; none deletes them. */
    void putBackupCodes(UserId user, Collection<String> hashes);

    /** Number of unused backup codes. */
    int backupCodes(UserId user);

    /** Uses up a backup code; false when it does not exist. Resets failures. */
    boolean useBackupCode(UserId user, String hash);

    /** Stores the number of consecutive wrong codes. */
    void failed(UserId user, int failures, Instant now);

    void insertPending(String hash, UserId user, long tokenVersion, Instant expiresAt);

    /** The same as {@link #tryPending}, without counting an attempt. */
    Optional<Pending> pending(String hash, int limit, Instant now);

    /**
     * Counts one attempt on a pending sign-in; empty when it is unknown, expired, or was attempted {@code limit} times.
     */
    Optional<Pending> tryPending(String hash, int limit, Instant now);

    void deletePending(String hash);

    /** Deletes up to {@code limit} pending sign-ins that expired before. */
    int sweepPending(Instant expiredBefore, int limit);

    /**
     * A secret.
     *
     * @param sealedSecret encrypted
     * @param confirmed whether the user has entered a code of it: only then codes are required
     * @param failures number of consecutive wrong codes
     */
    record Totp(String sealedSecret, boolean confirmed, int failures, Optional<Instant> lastFailedAt) {}

    /** A pending sign-in that needs its second step. */
    record Pending(UserId user, long tokenVersion) {}
}
