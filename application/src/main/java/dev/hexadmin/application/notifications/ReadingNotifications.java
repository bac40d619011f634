package dev.hexadmin.application.notifications;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.InboxNotification;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Somebody reads what came for them, says what they want, and follows it live. Thread-safe.
 *
 * <p>{@code user} is whose it is. An actor may act for themselves; a superuser and an operator for everybody; anybody
 * else is {@code FORBIDDEN not_yours}. An API key reads with {@code view} and marks as read with {@code edit} on {@code
 * admin_notifications}, else it is {@code FORBIDDEN forbidden}; preferences are {@code FORBIDDEN not_by_key}.
 */
public interface ReadingNotifications {
    /** On one page at most. */
    int MOST = 200;

    /** On one page unless asked otherwise. */
    int USUAL = 50;

    /**
     * A page, newest first.
     *
     * @param limit 1..{@value #MOST}
     * @param cursor of the page before
     * @throws dev.hexadmin.application.RequestRejectedException {@code MALFORMED} with {@code ?limit} or {@code ?cursor}
     */
    Page list(Actor actor, Addressee user, int limit, Optional<String> cursor, boolean unreadOnly);

    /** How many are unread. */
    long unread(Actor actor, Addressee user);

    /**
     * Marks one as read; nothing happens when it is already.
     *
     * @param dryRun whether it is rolled back
     * @return how many are unread then
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} when there is none, or it is another user's
     */
    long markRead(Actor actor, Addressee user, long notificationId, boolean dryRun);

    /** Marks all as read; nothing happens when they are already. How many are unread then: 0. */
    long markAllRead(Actor actor, Addressee user, boolean dryRun);

    /** Whether the user wants each channel, in their order; what was never said is wanted. */
    List<Preference> preferences(Actor actor, Addressee user);

    /**
     * Sets one.
     *
     * @param channel a word
     * @param address where the channel reaches the user from now on; empty text: nowhere. Without it the address stays
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID unknown_channel} with {@code /channel}; with
     *     {@code /address} {@code not_settable} when users do not set that of this channel, or what is wrong with it
     */
    Preference setPreference(
            Actor actor, Addressee user, String channel, boolean enabled, Optional<String> address, boolean dryRun);

    /**
     * Sets several, all or none.
     *
     * @return the same, in the order given
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #setPreference} does, and {@code repeated}, below
     *     {@code /{n}}
     */
    List<Preference> setPreferences(Actor actor, Addressee user, List<PreferenceChange> changes, boolean dryRun);

    /**
     * Tells what happens from now on, in order, each event once, also those that other servers caused. The first call,
     * {@link Follower#ready} and then what was missed, comes before this returns.
     *
     * @param since the last event already known; what came after it is told first, or {@link Follower#reset} when that
     *     is no longer known or {@code since} is not of this feed
     * @return ends it
     */
    Subscription follow(Actor actor, Addressee user, OptionalLong since, Follower follower);

    /** Whether {@link #follow} would let the actor in. */
    boolean mayFollow(Actor actor, Addressee user);

    /**
     * Who is told. Calls come one at a time and never out of order; all followers of a user are told one after the
     * other, so a follower does not wait for anything: it puts what it is told into a queue of its own. Throwing ends
     * the subscription.
     */
    interface Follower {
        /** First of all: the newest event there is, and how many are unread after it. */
        void ready(long seq, long unread);

        /**
         * Something happened. The same instance goes to all followers of the user, so that its text for the wire can be
         * made once.
         */
        void event(FeedEvent event);

        /** What was missed cannot be told any more: read the list anew. Events go on after it. */
        void reset();
    }

    /** A follower's place. */
    interface Subscription extends AutoCloseable {
        /** Ends it; nothing is told after this returns, except a call that is under way. A second call does nothing. */
        @Override
        void close();
    }

    /**
     * A page of a list.
     *
     * @param nextCursor opaque; empty at the end
     * @param unread of the whole list
     */
    record Page(List<InboxNotification> items, Optional<String> nextCursor, long unread) {
        public Page {
            items = List.copyOf(items);
        }
    }

    /**
     * Whether a channel is wanted.
     *
     * @param address where it reaches the user, if they have set one
     */
    record Preference(Channel channel, boolean enabled, Optional<String> address) {}

    /**
     * A preference as a user sets it.
     *
     * @param channel a word, not yet checked
     * @param address not yet checked; empty: stays as it is; empty text: is removed
     */
    record PreferenceChange(String channel, boolean enabled, Optional<String> address) {}
}
