package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.ExternalIdentity;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.LocaleChoice;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stored accounts. Thread-safe; changes are only legal inside a unit of work. */
public interface Users {
    Optional<User> byEmail(EmailAddress email);

    Optional<User> byId(UserId id);

    /** The state that every request needs: one narrow read by key. */
    Optional<Standing> standing(UserId id);

    /** The user, locked until the unit of work ends. */
    Optional<User> hold(UserId id);

    /** The names of the user's roles, by name. */
    List<String> roleNames(UserId id);

    /** All accounts, by address. */
    List<Account> all();

    boolean any();

    /**
     * Makes concurrent callers of this method wait until this unit of work ends, so that a count stays valid. A call
     * that waited sees the changes of the other.
     */
    void serialize();

    /** Whether one of these roles makes its users superusers. */
    boolean superuserAmong(Collection<Long> roleIds);

    /** Number of other active superusers, by flag or by role. */
    long activeSuperusersBesides(UserId id);

    /**
     * Creates an active user; empty when the address is already used, or the external user already has an account.
     *
     * @param external the external identity, if there is one
     */
    Optional<UserId> insert(
            EmailAddress email,
            String fullName,
            boolean superuser,
            String passwordHash,
            Optional<ExternalIdentity> external,
            Instant now);

    /** Stores a completed sign-in; false when the user was deleted, is inactive, or has another token version. */
    boolean signedIn(UserId id, long tokenVersion, Instant now);

    /** Replaces a hash; false, without a change, when it was replaced meanwhile. */
    boolean rehash(UserId id, String before, String after);

    void rename(UserId id, String fullName);

    /** Stores in which language and zone the user reads. */
    void choose(UserId id, LocaleChoice locale);

    /** The account of an external user. */
    Optional<User> byIdentity(ExternalIdentity identity);

    /** Updates an account with data of its source; false, without a change, when another account has the address. */
    boolean update(UserId id, EmailAddress email, String fullName, boolean superuser);

    /** Deactivates an account whose source no longer knows the user; false when it is inactive. */
    boolean gone(UserId id, Instant now);

    /** Reactivates an account that {@link #gone} has deactivated; false for others. */
    boolean back(UserId id);

    /** The keys of the existing roles among these names. */
    Map<String, Long> roles(Collection<String> names);

    /** Replaces the user's roles. */
    void assign(UserId id, Collection<Long> roleIds);

    void changePassword(UserId id, String passwordHash);

    /** Raises the token version, and deletes refresh tokens, panel sessions and pending sign-ins. */
    void endSessions(UserId id, Instant now);

    /**
     * The state against which tokens are checked.
     *
     * @param active whether the user may sign in
     * @param tokenVersion the version that tokens must carry
     * @param external the external identity, if there is one
     * @param locale how the user reads texts and times
     */
    record Standing(
            EmailAddress email,
            boolean active,
            long tokenVersion,
            Optional<ExternalIdentity> external,
            LocaleChoice locale) {}
}
