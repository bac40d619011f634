package dev.hexadmin.application.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.access.RightsOverview;
import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.LocaleChoice;
import java.util.List;
import java.util.Optional;

/**
 * Accounts, beyond what the records of {@code admin_users} offer: the command line, the first start, and users who
 * change their own password. Thread-safe.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code INVALID} with the password policy's reasons, {@code
 *     CONFLICT} for an address in use, {@code FORBIDDEN}
 */
public interface ManagingUsers {
    /** Creates an active superuser. Only for {@link Actor.Operator} and superusers. */
    UserId createSuperuser(Actor actor, String email, String password, String fullName);

    /**
     * The same when no user exists, also while other servers do it at the same time. Only for {@link Actor.Operator} and
     * superusers.
     *
     * @return whether the user was created
     */
    boolean createFirstSuperuser(Actor actor, String email, String password, String fullName);

    /** Sets a password and ends every session of the user. */
    void changePassword(Actor actor, String email, String newPassword);

    /**
     * Sets the actor's own name.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} at {@code /full_name}
     */
    void rename(Actor.SignedIn actor, String fullName);

    /** Sets in which language and zone the actor reads. Also for users whose account is managed elsewhere. */
    void choose(Actor.SignedIn actor, LocaleChoice locale);

    /**
     * Sets the actor's own password, and ends every session of the user, including the current one. The caller must
     * limit the rate of attempts: {@code wrong_password} is a failed one, also in a dry run.
     *
     * @param dryRun whether it is rolled back
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} at {@code /current_password} with
     *     {@code wrong_password}, and at {@code /password}; {@code FORBIDDEN not_by_key}
     */
    void changeOwnPassword(Actor.SignedIn actor, String currentPassword, String newPassword, boolean dryRun);

    /**
     * The rights of a user and their sources. Needs {@code view} on that user's record in {@code admin_users}; users
     * may always see their own.
     */
    RightsOverview rightsOf(Actor actor, UserId user);

    /**
     * The account of a user of the identity source, created or updated as at a sign-in. Only for {@link Actor.Operator}
     * and superusers.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT unique} when another account has the
     *     address
     * @throws IllegalStateException when there is no identity source
     */
    UserId keep(Actor actor, ExternalUser user);

    /** The identity source of the account; empty for a local account. Needs the rights of {@link #rightsOf}. */
    Optional<Keeper> keeper(Actor actor, UserId user);

    /** The ids of the roles that the actor may assign to users. */
    List<Long> assignableRoles(Actor actor);

    /** Whether the user's sign-in requires a code. Needs the rights of {@link #rightsOf}. */
    boolean secondFactorOn(Actor actor, UserId user);

    /**
     * Turns off the second factor of a user who has lost it. Needs {@code edit} on that user's record in {@code
     * admin_users}, and every right of that user, since it makes it easier to sign in as them. Users turn off their own
     * with a code, by {@link SettingUpSecondFactor#remove}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT second_factor_off}, {@code FORBIDDEN
     *     own_second_factor}, {@code escalation} and {@code not_by_key}
     */
    void removeSecondFactor(Actor actor, UserId user);

    /**
     * Ends every session of a user. Needs {@code edit} on that user's record in {@code admin_users}; only superusers
     * end those of a superuser.
     *
     * @param dryRun whether it is rolled back
     * @return how many sessions have ended
     */
    long endSessions(Actor actor, UserId user, boolean dryRun);

    /** All users, by address. Only for {@link Actor.Operator} and superusers. */
    List<Account> list(Actor actor);

    /** Whether no user exists yet. */
    boolean empty();

    /**
     * A one-time token for the set-up link of an installation without users, valid until it is used or the process
     * ends; empty when users exist.
     */
    Optional<String> createSetupToken();

    /** Creates the first superuser with the token of {@link #createSetupToken}. */
    default UserId completeSetup(Actor actor, String setupToken, String email, String password, String fullName) {
        return prepareSetup(actor, setupToken, email, password, fullName, false).carryOut();
    }

    /**
     * The part of {@link #completeSetup} before its transaction: checks the token and hashes the password.
     *
     * @param dryRun whether it is rolled back
     */
    Prepared<UserId> prepareSetup(
            Actor actor, String setupToken, String email, String password, String fullName, boolean dryRun);

    /**
     * An identity source of the program.
     *
     * @param fields fields of {@code admin_users} that can only be changed in the source
     */
    record Keeper(String source, List<String> fields) {}
}
