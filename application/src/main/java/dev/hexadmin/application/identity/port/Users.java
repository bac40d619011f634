package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.ExternalIdentity;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

    /**
     * Stores an active user; empty when the address is taken, or the user of another source is there already.
     *
     * @param external where the user lives, if not here
     */
    Optional<UserId> insert(
            EmailAddress email,
            String fullName,
            boolean superuser,
            String passwordHash,
            Optional<ExternalIdentity> external,
            Instant now);

    /** Notes a completed sign-in; false when the user is gone, inactive, or has another token version by now. */
    boolean signedIn(UserId id, long tokenVersion, Instant now);

    /** Replaces a hash; false, and nothing is done, when it has been replaced in between. */
    boolean rehash(UserId id, String before, String after);

    void rename(UserId id, String fullName);

    /** The account of somebody who lives elsewhere. */
    Optional<User> byIdentity(ExternalIdentity identity);

    /** Brings an account to what its source says of it; false, and nothing is done, when the address is another's. */
    boolean update(UserId id, EmailAddress email, String fullName, boolean superuser);

    /** Makes an account inactive whose source does not know the user any more; false when it is inactive. */
    boolean gone(UserId id, Instant now);

    /** Makes an account active again that is inactive because of {@link #gone}; false for others. */
    boolean back(UserId id);

    /** The keys of roles by their names, of those that are there. */
    Map<String, Long> roles(Collection<String> names);

    /** Gives the user these roles and takes all others. */
    void assign(UserId id, Collection<Long> roleIds);

    void changePassword(UserId id, String passwordHash);

    /** Raises the token version and ends refresh tokens, panel sessions and half-done sign-ins. */
    void endSessions(UserId id, Instant now);

    /**
     * What a token is held against.
     *
     * @param active whether the account may be used
     * @param tokenVersion what its tokens must say
     * @param external where the user lives, if not here
     */
    record Standing(EmailAddress email, boolean active, long tokenVersion, Optional<ExternalIdentity> external) {}
}
