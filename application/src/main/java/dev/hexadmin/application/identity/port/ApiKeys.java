package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of {@code admin_api_keys}. Thread-safe; changes are only legal inside a unit of work. */
public interface ApiKeys {
    /** A key that is not revoked, by the hash of its text. */
    Optional<StoredKey> byHash(String hash);

    /** A key that is not revoked. */
    Optional<StoredKey> byId(long id);

    /** The user's keys that are not revoked, newest first. */
    List<StoredKey> of(UserId owner);

    /** Stores a key; its owner is locked until the unit of work ends. */
    StoredKey insert(
            UserId owner, long role, String name, String prefix, String hash, Instant now, Optional<Instant> expiresAt);

    /** Revokes a key; false when it does not exist or is already revoked. */
    boolean revoke(long id, Instant now);

    /** Stores the time of use, unless the stored one is less than {@code every} older. */
    void used(String hash, Instant at, Duration every);

    /** Deletes up to {@code limit} keys that were revoked or expired before. */
    int sweep(Instant before, int limit);

    /**
     * A key, valid or not.
     *
     * @param role empty when it was deleted
     */
    record StoredKey(
            long id,
            UserId owner,
            Optional<LentRole> role,
            String name,
            String prefix,
            Instant createdAt,
            Optional<Instant> expiresAt,
            Optional<Instant> lastUsedAt) {
        /** Whether it has expired. */
        public boolean expired(Instant now) {
            return expiresAt.filter(end -> !now.isBefore(end)).isPresent();
        }
    }

    /** The role whose rights a key has. */
    record LentRole(long id, String name) {}
}
