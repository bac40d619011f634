package dev.hexadmin.application.notifications.port;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.text.Language;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Stored data of recipients. Thread-safe; writes are only legal inside a unit of work. */
public interface Addressees {
    /** The data of each recipient, in one statement; the result has an entry for every one. */
    Map<Addressee, Known> known(Collection<Addressee> users);

    /** Stores preferences, and the addresses of those that have one. */
    void want(Addressee user, Map<Channel, Choice> channels);

    /** Removes an address that the user has set for this channel; a different one stays. */
    void dropAddress(Addressee user, Channel channel, String address);

    /**
     * The active users who are superusers, by their own flag or by a role, or have one of these roles; by id.
     *
     * @param roles by name
     */
    List<Account> accounts(boolean superusers, Collection<String> roles);

    /** The active users among these, by id. */
    List<Account> accounts(Collection<UserId> users);

    /** Deletes the user's preferences. */
    void forget(Addressee user);

    /**
     * The data of one recipient.
     *
     * @param unwanted the channels that they opted out of
     * @param email of the active user of {@code admin_users} with this id
     * @param addresses the addresses that they have set, by channel
     */
    record Known(Set<Channel> unwanted, Optional<String> email, Map<Channel, String> addresses) {
        /** A recipient without data. */
        public static final Known NOTHING = new Known(Set.of(), Optional.empty(), Map.of());
    }

    /**
     * A preference to store.
     *
     * @param address absent: unchanged; empty text: removes the address
     */
    record Choice(boolean enabled, Optional<String> address) {}

    /**
     * An active user of {@code admin_users}.
     *
     * @param language that they have chosen
     */
    record Account(UserId id, EmailAddress email, Optional<Language> language) {}
}
