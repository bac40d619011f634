package dev.hexadmin.application.identity.port;

import java.time.Instant;

/** The rows of {@code admin_used_tokens}: what is accepted once. Thread-safe; changes are only legal inside a unit of work. */
public interface UsedTokens {
    /**
     * Marks a token as used, atomically.
     *
     * @param hash of the token
     * @param expiresAt when the token is rejected for its age anyway
     * @return true for exactly one of all callers
     */
    boolean use(String hash, Instant expiresAt);

    /** Deletes up to {@code limit} tokens that expired before. */
    int sweep(Instant expiredBefore, int limit);
}
