package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.FeedEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes to users' inboxes in the running unit of work, and publishes the events after the commit. */
final class Inbox {
    /** A user's event log is trimmed each time its number passes a multiple of this. */
    private static final int TRIM_INTERVAL = 256;

    private final Feeds feeds;
    private final EventHub hub;

    Inbox(Feeds feeds, EventHub hub) {
        this.feeds = feeds;
        this.hub = hub;
    }

    /** The events of the notifications, in order. */
    List<FeedEvent.Notified> add(UnitOfWork.Scope scope, List<Feeds.NewNotification> notifications, Instant now) {
        if (notifications.isEmpty()) {
            return List.of();
        }
        List<FeedEvent.Notified> events = feeds.append(notifications, now);
        Map<Addressee, List<FeedEvent>> byUser = new LinkedHashMap<>();
        for (int i = 0; i < notifications.size(); i++) {
            Addressee user = notifications.get(i).user();
            FeedEvent event = events.get(i);
            byUser.computeIfAbsent(user, u -> new ArrayList<>(1)).add(event);
            cut(user, event);
        }
        scope.afterCommit(() -> hub.publish(byUser));
        return events;
    }

    /** Another event of an inbox. */
    void happened(UnitOfWork.Scope scope, Addressee user, FeedEvent event) {
        cut(user, event);
        scope.afterCommit(() -> hub.publish(Map.of(user, List.of(event))));
    }

    private void cut(Addressee user, FeedEvent event) {
        if (event.seq() % TRIM_INTERVAL == 0 && event.seq() > NotificationsSettings.EVENTS_PER_USER) {
            feeds.prune(user, event.seq() - NotificationsSettings.EVENTS_PER_USER);
        }
    }
}
