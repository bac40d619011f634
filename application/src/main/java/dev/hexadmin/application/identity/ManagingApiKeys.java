package dev.hexadmin.application.identity;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Keys that let programs act for a user, with the rights of one role. Thread-safe.
 *
 * <p>A key is 256 random bits, shown once; only its SHA-256 is stored. It is valid while its owner is active, its role
 * exists, the owner has every right of that role, and it is neither expired nor revoked. A new password does not revoke
 * it. Callers that authenticate with a key cannot use these operations.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN not_by_key}, {@code forbidden} and {@code
 *     escalation}, {@code NOT_FOUND}, {@code INVALID} with pointers to the draft's members, {@code CONFLICT
 *     too_many_keys}
 */
public interface ManagingApiKeys {
    /** The prefix of every key. */
    String START = "hx_";

    /** The maximum number of keys of a user. */
    int MOST = 50;

    /**
     * The actor of a request with this key, with its current rights; empty when the key is not valid.
     *
     * @param key as received
     */
    Optional<Actor.SignedIn> actor(String key, Actor.Origin origin);

    /**
     * A user's keys that are not revoked, newest first. For other users' keys, {@code edit} on that user's record in
     * {@code admin_users} is required.
     */
    List<Key> of(Actor.SignedIn actor, UserId owner);

    /** The roles that the actor can give to a key: those whose rights the actor has, by name. */
    List<Role> possibleRoles(Actor.SignedIn actor);

    /** Creates a key for the actor. */
    Created create(Actor.SignedIn actor, Draft draft);

    /**
     * Revokes a key immediately. For other users' keys, {@code edit} on that user's record in {@code admin_users} is
     * required; only superusers revoke keys of superusers.
     *
     * @param dryRun whether it is rolled back
     */
    void revoke(Actor.SignedIn actor, long id, boolean dryRun);

    /**
     * The requested properties of a key.
     *
     * @param name its purpose: 1..80 characters; blanks around it are dropped
     * @param role the id of its role
     * @param expiresAt when it expires; empty: never
     */
    record Draft(String name, long role, Optional<Instant> expiresAt) {}

    /** A role to choose. */
    record Role(long id, String name) {}

    /**
     * A new key; {@link #toString} does not contain it.
     *
     * @param text the key itself, shown only once
     */
    record Created(Key key, String text) {
        @Override
        public String toString() {
            return "Created[" + key + "]";
        }
    }

    /** Whether a key is valid, apart from its owner being active. */
    enum State {
        GOOD,
        EXPIRED,
        /** The role was deleted. */
        ROLE_GONE,
        /** The role allows more than its owner may do now; the key works again when that changes. */
        BEYOND_OWNER
    }

    /**
     * A key without its secret part.
     *
     * @param prefix its beginning, {@code hx_} and six characters
     * @param role its role's name; empty when the role was deleted
     * @param lastUsedAt with a precision of about a minute
     */
    record Key(
            long id,
            String name,
            String prefix,
            Optional<String> role,
            Instant createdAt,
            Optional<Instant> expiresAt,
            Optional<Instant> lastUsedAt,
            State state) {}
}
