package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The rows of {@code admin_invitations}. Thread-safe; changes are only legal inside a unit of work. */
public interface Invitations {
    /**
     * Adds an invitation.
     *
     * @param hash of the token in the link
     */
    StoredInvitation insert(NewInvitation invitation, String hash, Instant now, Instant expiresAt);

    Optional<StoredInvitation> byId(long id);

    /** The invitation whose link has this token: neither accepted nor withdrawn, perhaps expired. */
    Optional<StoredInvitation> byHash(String hash);

    /** Whether the address has an invitation that can be accepted. */
    boolean pending(EmailAddress email, Instant now);

    /**
     * Some invitations, newest first.
     *
     * @param inviter only those of this user
     */
    List<StoredInvitation> list(Optional<UserId> inviter, long offset, int limit);

    long count(Optional<UserId> inviter);

    /**
     * Replaces the token, so that the link before is no longer valid; false, without a change, when the invitation was
     * accepted or withdrawn.
     */
    boolean renew(long id, UserId inviter, String hash, Instant now, Instant expiresAt);

    /** Withdraws an invitation; false, without a change, when it was accepted or withdrawn. */
    boolean withdraw(long id, Instant now);

    /** Marks an invitation as accepted, for exactly one of all callers, and only while it can be accepted. */
    boolean accept(String hash, Instant now);

    /** Deletes up to {@code limit} invitations that expired before. */
    int sweep(Instant expiredBefore, int limit);

    /**
     * An invitation to store.
     *
     * @param roles by id; roles that do not exist are left out
     */
    record NewInvitation(EmailAddress email, String fullName, Collection<Long> roles, UserId inviter) {}

    /**
     * An invitation.
     *
     * @param inviter empty when the user was deleted
     */
    record StoredInvitation(
            long id,
            EmailAddress email,
            String fullName,
            List<InvitedRole> roles,
            Optional<Inviter> inviter,
            Times times) {}

    /** A role that the user gets. */
    record InvitedRole(long id, String name) {}

    /** The user who sent an invitation last. */
    record Inviter(UserId id, EmailAddress email) {}

    /**
     * What happened to an invitation.
     *
     * @param sentAt when its last mail was sent
     */
    record Times(
            Instant createdAt,
            Instant sentAt,
            Instant expiresAt,
            Optional<Instant> acceptedAt,
            Optional<Instant> withdrawnAt) {}
}
