package dev.hexadmin.application.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Users are invited by mail: the link in the mail leads to a page where the invited user sets name and password.
 * Thread-safe.
 *
 * <p>A link is valid once, until the invitation expires, is withdrawn or sent again, and only while the user who sent it
 * is active and may create users with its roles. Its token is 256 random bits, of which only the SHA-256 is stored.
 *
 * <p>Needs {@code create} on {@code admin_users}, and all rights of the roles. Actors with a row policy for creating users
 * see and change only their own invitations.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN forbidden} and {@code escalation}, {@code
 *     NOT_FOUND}, {@code CONFLICT mail_not_configured}
 */
public interface InvitingUsers {
    /** Whether invitations can be sent. */
    boolean available();

    /**
     * Invites an address.
     *
     * @param dryRun whether it is rolled back
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} with pointers to the draft's members,
     *     {@code CONFLICT unique} when a user has the address, {@code invitation_pending} when it is invited already
     */
    Invitation invite(Actor.SignedIn actor, Draft draft, boolean dryRun);

    /**
     * Sends an invitation again, with a new link and from the beginning of its lifetime.
     *
     * @param language of the mail
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT invitation_closed} when it was accepted
     *     or withdrawn
     */
    Invitation sendAgain(Actor.SignedIn actor, long id, Language language, boolean dryRun);

    /**
     * Withdraws an invitation.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT invitation_closed}
     */
    void withdraw(Actor.SignedIn actor, long id, boolean dryRun);

    /** Whether the actor may invite users. */
    boolean may(Actor actor);

    /** The roles that the actor can give to an invited user, by name. */
    List<Role> possibleRoles(Actor.SignedIn actor);

    /**
     * Invitations, newest first.
     *
     * @param page from 1
     */
    Listing list(Actor.SignedIn actor, int page, int perPage);

    /** One invitation. */
    Invitation get(Actor.SignedIn actor, long id);

    /** The invitation of a link; empty when the link is not valid. */
    Optional<Invited> find(String token);

    /**
     * Creates the user; the part before the transaction checks the link and hashes the password.
     *
     * @param dryRun whether it is rolled back
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN invalid_link}, {@code INVALID} at {@code
     *     /full_name} and {@code /password}, {@code CONFLICT unique} when a user has the address by now
     */
    Prepared<UserId> prepareAccept(Actor actor, String token, String fullName, String password, boolean dryRun);

    /**
     * Whom to invite.
     *
     * @param fullName may be empty
     * @param roles by id
     * @param language of the mail
     */
    record Draft(String email, String fullName, List<Long> roles, Language language) {}

    /** A role. */
    record Role(long id, String name) {}

    /** Whether an invitation can be accepted. */
    enum State {
        PENDING,
        EXPIRED,
        ACCEPTED,
        WITHDRAWN
    }

    /**
     * An invitation.
     *
     * @param invitedBy the address of the user who sent it last; empty when the user was deleted
     */
    record Invitation(
            long id,
            EmailAddress email,
            String fullName,
            List<Role> roles,
            Optional<EmailAddress> invitedBy,
            State state,
            Instant sentAt,
            Instant expiresAt) {}

    /** A page of invitations. */
    record Listing(List<Invitation> items, long total, int page, int perPage) {}

    /** What the link of an invitation shows. */
    record Invited(EmailAddress email, String fullName) {}
}
