package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.RefreshToken;
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Optional;

/** Refresh tokens by the hash of their text. Thread-safe; changes are only legal inside a unit of work. */
public interface RefreshTokens {
    Optional<RefreshToken> find(String hash);

    void insert(String hash, Issued issued, Instant now, Instant expiresAt);

    /**
     * Marks the token as exchanged, atomically.
     *
     * @return true for exactly one of concurrent callers, and only while it is neither revoked nor expired
     */
    boolean rotate(String hash, Instant now);

    /** Revokes every token of the family, also one that a rotation adds meanwhile; false when all were revoked already. */
    boolean revokeFamily(String family, Instant now);

    /** Whether the family has a token that is not revoked, be it expired. */
    boolean lasts(String family);

    /**
     * Whom a token is issued to.
     *
     * @param family all tokens that came from one sign-in
     * @param tokenVersion of the user now
     * @param method of the sign-in
     * @param address of the client that gets the token
     */
    record Issued(String family, UserId user, long tokenVersion, Optional<SignInMethod> method, String address) {}

    /** Deletes up to {@code limit} tokens that expired before. */
    int sweep(Instant expiredBefore, int limit);
}
