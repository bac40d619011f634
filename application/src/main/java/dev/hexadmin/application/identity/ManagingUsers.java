package dev.hexadmin.application.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.access.RightsOverview;
import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.domain.identity.UserId;
import java.util.List;
import java.util.Optional;

/**
 * Accounts, beyond what the records of {@code admin_users} offer: the command line, the first start, and people
 * changing their own password. Thread-safe.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code INVALID} with the password policy's reasons, {@code CONFLICT} for an
 *     address in use, {@code FORBIDDEN}
 */
public interface ManagingUsers {
    /** Creates an active superuser. Only for {@link Actor.Operator} and superusers. */
    UserId createSuperuser(Actor actor, String email, String password, String fullName);

    /** Sets a password and ends every session of the user. */
    void changePassword(Actor actor, String email, String newPassword);

    /**
     * Sets a new name for oneself.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} at {@code /full_name}
     */
    void rename(Actor.SignedIn actor, String fullName);

    /**
     * Sets a new password for oneself, and ends every session of the user, the one at hand too. Whoever calls this limits
     * the tries: {@code wrong_password} is a failed one.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} at {@code /current_password} with {@code wrong_password},
     *     and at {@code /password}; {@code FORBIDDEN not_by_key}
     */
    void changeOwnPassword(Actor.SignedIn actor, String currentPassword, String newPassword);

    /**
     * What somebody may do, and why. Needs {@code view} on that user's record in {@code admin_users}; everybody may look at
     * themselves.
     */
    RightsOverview rightsOf(Actor actor, UserId user);

    /**
     * The account of a user of the identity source, made or brought up to date as at a sign-in. Only for {@link
     * Actor.Operator} and superusers.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT unique} when another account has the address
     * @throws IllegalStateException when there is no identity source
     */
    UserId keep(Actor actor, ExternalUser user);

    /** Who keeps the account, if not Hexadmin. Needs what {@link #rightsOf} needs. */
    Optional<Keeper> keeper(Actor actor, UserId user);

    /** The ids of the roles that the actor may give to users. */
    List<Long> assignableRoles(Actor actor);

    /** Whether the user's sign-in asks for a code. Needs what {@link #rightsOf} needs. */
    boolean secondFactorOn(Actor actor, UserId user);

    /**
     * Turns off the second factor of somebody who has lost it. Needs {@code edit} on that user's record in
     * {@code admin_users}, and every right of that user: whoever does it can go on to sign in as them. One's own is turned
     * off with a code, by {@link SettingUpSecondFactor#remove}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT second_factor_off}, {@code FORBIDDEN own_second_factor},
     *     {@code escalation} and {@code not_by_key}
     */
    void removeSecondFactor(Actor actor, UserId user);

    /**
     * Ends every session of a user. Needs {@code edit} on that user's record in {@code admin_users}; only a superuser ends
     * those of a superuser.
     */
    void endSessions(Actor actor, UserId user);

    /** All users, by address. Only for {@link Actor.Operator} and superusers. */
    List<Account> list(Actor actor);

    /** Whether no user exists yet. */
    boolean empty();

    /**
     * A one-time token for the set-up link of an empty installation, good until it is used or the process ends; empty
     * when users exist.
     */
    Optional<String> createSetupToken();

    /** Creates the first superuser with the token of {@link #createSetupToken}. */
    default UserId completeSetup(Actor actor, String setupToken, String email, String password, String fullName) {
        return prepareSetup(actor, setupToken, email, password, fullName).carryOut();
    }

    /** {@link #completeSetup} up to its transaction: the token is checked and the password hashed. */
    Prepared<UserId> prepareSetup(Actor actor, String setupToken, String email, String password, String fullName);

    /**
     * An identity source of the program.
     *
     * @param fields of {@code admin_users} that can only be changed there
     */
    record Keeper(String source, List<String> fields) {}
}
