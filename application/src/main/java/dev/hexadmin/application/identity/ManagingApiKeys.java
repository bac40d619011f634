package dev.hexadmin.application.identity;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Keys that let programs act for a user, with the rights of one role. Thread-safe.
 *
 * <p>A key is 256 random bits, shown once; only its SHA-256 is stored. It is good as long as its owner is active, its role
 * is there, the owner holds every right of that role, and it is neither expired nor revoked. A new password does not end
 * it. Nothing here may be done with a key.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN not_by_key}, {@code forbidden} and {@code escalation},
 *     {@code NOT_FOUND}, {@code INVALID} with pointers to the draft's members, {@code CONFLICT too_many_keys}
 */
public interface ManagingApiKeys {
    /** What every key begins with. */
    String START = "hx_";

    /** Keys that one user may have at a time. */
    int MOST = 50;

    /**
     * On whose behalf a request with this key comes, as things are now; empty when it is not good.
     *
     * @param key as it came
     */
    Optional<Actor.SignedIn> actor(String key, Actor.Origin origin);

    /**
     * A user's keys that are not revoked, newest first. Those of others need {@code edit} on that user's record in
     * {@code admin_users}.
     */
    List<Key> of(Actor.SignedIn actor, UserId owner);

    /** The roles a key of this actor can have: all whose rights the actor holds, by name. */
    List<Role> possibleRoles(Actor.SignedIn actor);

    /** Makes a key for the actor. */
    Created create(Actor.SignedIn actor, Draft draft);

    /**
     * Ends a key at once. Those of others need {@code edit} on that user's record in {@code admin_users}; only a superuser
     * ends those of a superuser.
     */
    void revoke(Actor.SignedIn actor, long id);

    /**
     * A key as somebody wants it.
     *
     * @param name what it is for: 1..80 characters; blanks around it are dropped
     * @param role the id of its role
     * @param expiresAt when it ends by itself; empty: never
     */
    record Draft(String name, long role, Optional<Instant> expiresAt) {}

    /** A role to choose. */
    record Role(long id, String name) {}

    /**
     * A new key; its text form hides it.
     *
     * @param text the key itself, shown this once
     */
    record Created(Key key, String text) {
        @Override
        public String toString() {
            return "Created[" + key + "]";
        }
    }

    /** Whether a key is good, apart from its owner being active. */
    enum State {
        GOOD,
        EXPIRED,
        /** The role was deleted. */
        ROLE_GONE,
        /** The role allows more than its owner may do now; good again when that changes. */
        BEYOND_OWNER
    }

    /**
     * A key as it may be seen.
     *
     * @param prefix how it begins, {@code hx_} and six characters
     * @param role its role's name; empty when that is gone
     * @param lastUsedAt to about a minute
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
