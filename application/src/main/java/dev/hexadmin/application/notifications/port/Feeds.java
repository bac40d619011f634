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
 * Users' lists of notifications, with a numbered log of what happened to each. Thread-safe; what changes them is only
 * legal inside a unit of work.
 *
 * <p>A change of a feed keeps other changes of it waiting until the unit of work ends, so events of one user are
 * committed in the order of their numbers: whoever sees an event can read all before it, but those that were pruned.
 */
public interface Feeds {
    /**
     * Adds notifications, each as an event. Costs the same few statements however many there are.
     *
     * @param notifications a user may come several times
     * @return for each entry, in order, the event of it
     */
    List<FeedEvent.Notified> append(List<NewNotification> notifications, Instant now);

    /** Where each feed is; users without one have no entry. */
    Map<Addressee, Position> positions(Collection<Addressee> users);

    /** The events after {@code after} up to {@code to}, in order, at most {@code limit} of them. */
    List<FeedEvent> events(Addressee user, long after, long to, int limit);

    /** Notifications with an id below {@code before}, newest first. */
    List<InboxNotification> list(Addressee user, OptionalLong before, boolean unreadOnly, int limit);

    /**
     * Marks one as read.
     *
     * @return empty when the user has none with this id
     */
    Optional<Marked> markRead(Addressee user, long notificationId, Instant now);

    /** Marks all as read. */
    Marked markAllRead(Addressee user, Instant now);

    /** Deletes the user's events up to this number. */
    void prune(Addressee user, long upTo);

    /**
     * Deletes old events of all users.
     *
     * @return how many went, at most {@code limit}
     */
    int prune(Instant before, int limit);

    /** Deletes the user's feed with everything in it. */
    void forget(Addressee user);

    /**
     * A notification to be added.
     *
     * @param deliveryId no other has it
     */
    record NewNotification(
            Addressee user,
            UUID deliveryId,
            String title,
            String body,
            List<Channel> channels,
            Optional<JsonText> data) {}

    /**
     * Where a feed is.
     *
     * @param seq of its newest event, 0 before the first
     */
    record Position(long seq, long unread) {
        /** Of a feed that nothing happened to. */
        public static final Position START = new Position(0, 0);
    }

    /**
     * What came of marking.
     *
     * @param event what happened; empty when nothing did
     */
    record Marked(long unread, Optional<FeedEvent> event) {}
}
