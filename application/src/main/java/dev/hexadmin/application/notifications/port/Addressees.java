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

    /** Notes whether a user wants channels. */
    void want(Addressee user, Map<Channel, Boolean> channels);

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
     */
    record Known(Set<Channel> unwanted, Optional<String> email) {
        /** Of somebody never heard of. */
        public static final Known NOTHING = new Known(Set.of(), Optional.empty());
    }

    /** An active user of {@code admin_users}. */
    record Account(UserId id, EmailAddress email) {}
}
