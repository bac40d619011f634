package dev.hexadmin.application.notifications;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.InboxNotification;
import java.util.List;
import java.util.Optional;

/**
 * A user reads their inbox, follows it live, and sets preferences. Thread-safe.
 *
 * <p>{@code user} is the owner of the inbox. Actors may act for themselves, superusers and operators for all users;
 * others are rejected with {@code FORBIDDEN not_yours}. An API key reads with {@code view} and marks as read with
 * {@code edit} on {@code admin_notifications}, else it is {@code FORBIDDEN forbidden}; preferences are {@code FORBIDDEN
 * not_by_key}.
 */
public interface ReadingNotifications extends FollowingNotifications {
    /** The maximum page size. */
    int MOST = 200;

    /** The default page size. */
    int USUAL = 50;

    /**
     * A page, newest first.
     *
     * @param limit 1..{@value #MOST}
     * @param cursor from the previous page
     * @throws dev.hexadmin.application.RequestRejectedException {@code MALFORMED} with {@code ?limit} or {@code
     *     ?cursor}
     */
    Page list(Actor actor, Addressee user, int limit, Optional<String> cursor, boolean unreadOnly);

    /**
     * One notification.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} when it does not exist, or belongs to
     *     another user
     */
    InboxNotification get(Actor actor, Addressee user, long notificationId);

    /** Number of unread notifications. */
    long unread(Actor actor, Addressee user);

    /**
     * The same for the frame of every page: changes that other servers have not announced are seen after at most two
     * seconds.
     */
    long recentUnread(Actor actor, Addressee user);

    /**
     * Marks one as read; no effect when it already is.
     *
     * @param dryRun whether it is rolled back
     * @return number of unread notifications afterwards
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} when it does not exist, or belongs to
     *     another user
     */
    long markRead(Actor actor, Addressee user, long notificationId, boolean dryRun);

    /**
     * Marks one as unread; no effect when it already is.
     *
     * @param dryRun whether it is rolled back
     * @return number of unread notifications afterwards
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #markRead}
     */
    long markUnread(Actor actor, Addressee user, long notificationId, boolean dryRun);

    /** Marks all as read. Afterwards no notification is unread. */
    long markAllRead(Actor actor, Addressee user, boolean dryRun);

    /** Whether the user wants each channel, in the channels' order; true unless the user has opted out. */
    List<Preference> preferences(Actor actor, Addressee user);

    /**
     * Sets a preference.
     *
     * @param channel the name of a channel
     * @param address the user's new address for the channel; empty text removes it; absent: unchanged
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID unknown_channel} with {@code /channel};
     *     with {@code /address} {@code not_settable} when users do not set the address of this channel, or the error of
     *     the address
     */
    Preference setPreference(
            Actor actor, Addressee user, String channel, boolean enabled, Optional<String> address, boolean dryRun);

    /**
     * Sets several, all or none.
     *
     * @return the preferences, in the given order
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #setPreference} does, and {@code repeated},
     *     below {@code /{n}}
     */
    List<Preference> setPreferences(Actor actor, Addressee user, List<PreferenceChange> changes, boolean dryRun);

    /** The channel that a link to unsubscribe turns off; empty when its token is not valid. */
    Optional<Channel> unsubscription(String token);

    /**
     * Turns off the channel of a link to unsubscribe for the recipient of the message, as {@link #setPreference} does. The
     * token of the link is all that it needs, and can be used again.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} when the token is not valid
     */
    Channel unsubscribe(Actor actor, String token);

    /**
     * A page of an inbox.
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
     * A user's preference for a channel.
     *
     * @param address the address that the user has set, if any
     */
    record Preference(Channel channel, boolean enabled, Optional<String> address) {}

    /**
     * A new preference.
     *
     * @param channel a name, not validated
     * @param address not validated; absent: unchanged; empty text: removes the address
     */
    record PreferenceChange(String channel, boolean enabled, Optional<String> address) {}
}
