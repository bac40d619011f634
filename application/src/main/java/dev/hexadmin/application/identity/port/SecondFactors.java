package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/**
 * TOTP secrets, backup codes, and sign-ins that wait for one of them. Thread-safe; changes are only legal inside a unit
 * of work.
 */
public interface SecondFactors {
    /** The user's secret, confirmed or not; inside a unit of work kept from changing by others until its end. */
    Optional<Totp> totp(UserId user);

    /** Stores a secret that is not confirmed yet, in place of any other. */
    void put(UserId user, String sealedSecret);

    /** Confirms the secret and replaces all backup codes. */
    void confirm(UserId user, Instant now, Collection<String> backupCodeHashes);

    /** Forgets secret and backup codes; false when there were none. */
    boolean remove(UserId user);

    /** Takes a code's time step; false when it or a later one was used before. Forgets failures. */
    boolean useStep(UserId user, long step);

    /** How many backup codes are left. */
    int backupCodes(UserId user);

    /** Takes a backup code; false when there is no such code any more. Forgets failures. */
    boolean useBackupCode(UserId user, String hash);

    /** Notes that {@code failures} wrong codes in a row have been tried. */
    void failed(UserId user, int failures, Instant now);

    void insertPending(String hash, UserId user, long tokenVersion, Instant expiresAt);

    /** Counts one try on a waiting sign-in; empty when it is unknown, expired, or was tried {@code limit} times. */
    Optional<Pending> tryPending(String hash, int limit, Instant now);

    void deletePending(String hash);

    /** Deletes up to {@code limit} waiting sign-ins that expired before. */
    int sweepPending(Instant expiredBefore, int limit);

    /**
     * A secret.
     *
     * @param sealedSecret encrypted
     * @param confirmed whether the user has shown that they have it: only then it is asked for
     * @param failures wrong codes in a row
     */
    record Totp(String sealedSecret, boolean confirmed, int failures, Optional<Instant> lastFailedAt) {}

    /** A sign-in that waits for its second step. */
    record Pending(UserId user, long tokenVersion) {}
}
