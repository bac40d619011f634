package dev.hexadmin.application.identity.port;

import dev.hexadmin.application.identity.ManagingUsers.Account;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Accounts as stored. Thread-safe; what changes them is only legal inside a unit of work. */
public interface Users {
    Optional<User> byEmail(EmailAddress email);

    Optional<User> byId(UserId id);

    /** What every request asks: one narrow read by key. */
    Optional<Standing> standing(UserId id);

    /** The user, kept from changing by others until the unit of work ends. */
    Optional<User> hold(UserId id);

    /** The names of the user's roles, by name. */
    List<String> roleNames(UserId id);

    /** All accounts, by address. */
    List<Account> all();

    boolean any();

    /**
     * Makes others who ask the same wait until this unit of work ends, so that what was counted stays true. A call that
     * waited sees what they did.
     */
    void serialize();

    /** Whether one of these roles makes its users superusers. */
    boolean superuserAmong(Collection<Long> roleIds);

    /** How many active superusers there are besides this one, by their own flag or by a role. */
    long activeSuperusersBesides(UserId id);

    /** Stores an active user; empty when the address is taken. */
    Optional<UserId> insert(EmailAddress email, String fullName, boolean superuser, String passwordHash, Instant now);

    /** Notes a completed sign-in; false when the user is gone, inactive, or has another token version by now. */
    boolean signedIn(UserId id, long tokenVersion, Instant now);

    /** Replaces a hash; false, and nothing is done, when it has been replaced in between. */
    boolean rehash(UserId id, String before, String after);

    void rename(UserId id, String fullName);

    void changePassword(UserId id, String passwordHash);

    /** Raises the token version and ends refresh tokens, panel sessions and half-done sign-ins. */
    void endSessions(UserId id, Instant now);

    /**
     * What a token is held against.
     *
     * @param active whether the account may be used
     * @param tokenVersion what its tokens must say
     */
    record Standing(EmailAddress email, boolean active, long tokenVersion) {}
}
