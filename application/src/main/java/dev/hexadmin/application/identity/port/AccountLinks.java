package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * The rows of {@code admin_account_links}: links that were mailed to users, by the hash of their token. Thread-safe;
 * changes are only legal inside a unit of work.
 */
public interface AccountLinks {
    void insert(Link link);

    /** A link that has not been used, perhaps an expired one. */
    Optional<Link> find(String hash, Purpose purpose);

    /** The user's newest link for the purpose. */
    Optional<Link> newest(UserId user, Purpose purpose);

    /** Uses a link up: true for exactly one of all callers. */
    boolean take(String hash, Purpose purpose);

    /** Deletes the user's links for the purpose. */
    void forget(UserId user, Purpose purpose);

    /** Deletes up to {@code limit} links that expired before. */
    int sweep(Instant expiredBefore, int limit);

    /** What a link is for. */
    enum Purpose {
        /** Setting a new password without the current one. */
        PASSWORD_RESET,
        /** Confirming that the user reads mail at a new address. */
        EMAIL_CONFIRMATION
    }

    /**
     * A link.
     *
     * @param hash of its token
     * @param tokenVersion the user's when it was made
     * @param email where it was sent to
     */
    record Link(
            String hash,
            Purpose purpose,
            UserId user,
            long tokenVersion,
            EmailAddress email,
            Instant createdAt,
            Instant expiresAt) {}
}
