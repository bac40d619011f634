package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.FollowingNotifications.Follower;
import dev.hexadmin.domain.notifications.FeedEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A subscriber that records its events. */
final class Followed implements Follower {
    final List<String> told = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void ready(long seq, long unread) {
        told.add("ready " + seq + " " + unread);
    }

    @Override
    public void event(FeedEvent event) {
        told.add(
                switch (event) {
                    case FeedEvent.Notified notified -> "notified " + event.seq() + " " + event.unread();
                    case FeedEvent.Read read -> "read " + event.seq() + " " + event.unread();
                    case FeedEvent.Unread unread -> "unread " + event.seq() + " " + event.unread();
                    case FeedEvent.AllRead all -> "read_all " + event.seq() + " " + event.unread();
                });
    }

    @Override
    public void reset() {
        told.add("reset");
    }

    /** The numbers of the events. */
    List<Long> numbers() {
        synchronized (told) {
            return told.stream()
                    .filter(line -> !line.startsWith("re") || line.startsWith("read ") || line.startsWith("read_"))
                    .filter(line -> !line.startsWith("ready"))
                    .map(line -> Long.parseLong(line.split(" ")[1]))
                    .toList();
        }
    }
}
