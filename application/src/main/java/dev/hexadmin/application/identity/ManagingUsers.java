package dev.hexadmin.application.identity;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Accounts, beyond what the records of {@code admin_users} offer: the command line, the first start, and people
 * changing their own password. Thread-safe.
 *
 * @see dev.hexadmin.application.Refused {@code INVALID} with the password policy's reasons, {@code CONFLICT} for an
 *     address in use, {@code FORBIDDEN}
 */
public interface ManagingUsers {
    /** Creates an active superuser. Only for {@link Actor.Operator} and superusers. */
    UserId createSuperuser(Actor actor, String email, String password, String fullName);

    /** Sets a password and ends every session of the user. */
    void changePassword(Actor actor, String email, String newPassword);

    /** All users, by address. Only for {@link Actor.Operator} and superusers. */
    List<Account> list(Actor actor);

    /** Whether no user exists yet. */
    boolean empty();

    /**
     * A one-time token for the set-up link of an empty installation, good until it is used or the process ends; empty
     * when users exist.
     */
    Optional<String> openSetup();

    /** Creates the first superuser with the token of {@link #openSetup}. */
    UserId completeSetup(Actor actor, String setupToken, String email, String password, String fullName);

    /** One user, for a list. */
    record Account(
            UserId id,
            EmailAddress email,
            String fullName,
            boolean active,
            boolean superuser,
            List<String> roles,
            Optional<Instant> lastLogin) {}
}
