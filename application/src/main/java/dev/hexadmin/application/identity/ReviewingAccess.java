package dev.hexadmin.application.identity;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.OpenSession;
import dev.hexadmin.domain.identity.UserId;
import java.util.List;
import java.util.Optional;

/**
 * Administrators see the sessions and API keys of all users, and end them. Needs {@code edit} on {@code admin_users}; row
 * policies hold. Only superusers end sessions of superusers. Keys are revoked with {@link ManagingApiKeys#revoke}, all
 * sessions of a user ended with {@link ManagingUsers#endSessions}. Thread-safe.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN forbidden}, {@code escalation} and {@code
 *     not_by_key}, {@code NOT_FOUND}
 */
public interface ReviewingAccess {
    /** Whether the actor may see the access of others. */
    boolean may(Actor actor);

    /** Sessions that have not ended, newest first. */
    Listing<OpenSession> sessions(Actor.SignedIn actor, Wanted wanted);

    /**
     * Ends a session.
     *
     * @param dryRun whether it is rolled back
     */
    void endSession(Actor.SignedIn actor, String id, boolean dryRun);

    /** API keys that are not revoked, newest first. */
    Listing<OwnedKey> keys(Actor.SignedIn actor, Wanted wanted);

    /**
     * What is listed.
     *
     * @param user only the access of this user
     * @param email only that of users whose address contains this text; empty: of all
     * @param page from 1
     */
    record Wanted(Optional<UserId> user, String email, int page, int perPage) {}

    /**
     * A page of a list.
     *
     * @param <T> sessions or keys
     */
    record Listing<T>(List<T> items, long total, int page, int perPage) {}

    /** An API key of a user. */
    record OwnedKey(UserId user, EmailAddress email, ManagingApiKeys.Key key) {}
}
