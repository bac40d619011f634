package dev.hexadmin.application.notifications.port;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.InboxNotification;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Users' inboxes, each with a numbered event log. Thread-safe; writes are only legal inside a unit of work.
 *
 * <p>A change of a feed blocks other changes of it until the unit of work ends, so events of one user are committed in
 * the order of their numbers: a reader that sees an event can read all earlier ones, except deleted ones.
 */
public interface Feeds {
    /**
     * Adds notifications, each as an event, with a constant number of statements.
     *
     * @param notifications a user may occur several times
     * @return for each entry, in order, its event
     */
    List<FeedEvent.Notified> append(List<NewNotification> notifications, Instant now);

    /** The position of each feed; users without a feed have no entry. */
    Map<Addressee, Position> positions(Collection<Addressee> users);

    /**
     * The events after {@code after} up to {@code to}, in order, at most {@code limit} of them; without those of deleted
     * notifications.
     */
    List<FeedEvent> events(Addressee user, long after, long to, int limit);

    /** Notifications with an id below {@code before}, newest first. */
    List<InboxNotification> list(Addressee user, OptionalLong before, boolean unreadOnly, int limit);

    /** One notification of the user. */
    Optional<InboxNotification> find(Addressee user, long notificationId);

    /**
     * Marks one as read.
     *
     * @return empty when the user has no notification with this id
     */
    Optional<Marked> markRead(Addressee user, long notificationId, Instant now);

    /**
     * Marks one as unread.
     *
     * @return empty when the user has no notification with this id
     */
    Optional<Marked> markUnread(Addressee user, long notificationId, Instant now);

    /** Marks all as read. */
    Marked markAllRead(Addressee user, Instant now);

    /** Deletes the user's events up to this number. */
    void prune(Addressee user, long upTo);

    /**
     * Deletes old events of all users.
     *
     * @return number of deleted events, at most {@code limit}
     */
    int prune(Instant before, int limit);

    /**
     * Deletes old notifications of all users, and lowers the number of unread ones: all of them in separate short
     * transactions, or only those of whole months at once, where the database has partitions. Must not be called inside a
     * unit of work.
     */
    void expire(Instant before);

    /** Deletes the user's feed with everything in it. */
    void forget(Addressee user);

    /**
     * A new notification.
     *
     * @param deliveryId unique
     */
    record NewNotification(
            Addressee user,
            UUID deliveryId,
            String title,
            String body,
            List<Channel> channels,
            Optional<JsonText> data) {}

    /**
     * The position of a feed.
     *
     * @param seq of its newest event, 0 before the first
     */
    record Position(long seq, long unread) {
        /** The position of a feed without events. */
        public static final Position START = new Position(0, 0);
    }

    /**
     * The result of marking.
     *
     * @param event the event; empty when nothing changed
     */
    record Marked(long unread, Optional<FeedEvent> event) {}
}
