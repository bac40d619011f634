package dev.hexadmin.application.notifications.port;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is known of those who get notifications. Thread-safe; what changes it is only legal inside a unit of work. */
public interface Addressees {
    /** What is known of each, in one statement; an entry for every one asked for. */
    Map<Addressee, Known> known(Collection<Addressee> users);

    /** Notes whether a user wants channels, and where those reach them that say so. */
    void want(Addressee user, Map<Channel, Choice> channels);

    /**
     * The active users who are superusers, by their own flag or by a role, or have one of these roles; by id.
     *
     * @param roles by name
     */
    List<Account> accounts(boolean superusers, Collection<String> roles);

    /** The active ones of these users, by id. */
    List<Account> accounts(Collection<UserId> users);

    /** Deletes what the user said they want. */
    void forget(Addressee user);

    /**
     * What is known of one.
     *
     * @param unwanted the channels they opted out of
     * @param email of the active user of {@code admin_users} with this id
     * @param addresses those that they have set, by channel
     */
    record Known(Set<Channel> unwanted, Optional<String> email, Map<Channel, String> addresses) {
        /** Of a user who is not known. */
        public static final Known NOTHING = new Known(Set.of(), Optional.empty(), Map.of());
    }

    /**
     * What a user says about a channel.
     *
     * @param address empty: stays as it is; empty text: none any more
     */
    record Choice(boolean enabled, Optional<String> address) {}

    /** An active user of {@code admin_users}. */
    record Account(UserId id, EmailAddress email) {}
}
