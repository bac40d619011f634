package dev.hexadmin.http;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.FollowingNotifications;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.Notification;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/** Feeds in memory, that are followed and added to, and nothing else. */
final class MemoryFeeds implements FollowingNotifications {
    static final int MOST_MISSED = 500;

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final Map<Addressee, Feed> feeds = new ConcurrentHashMap<>();
    /** What following fails with. */
    volatile Optional<RuntimeException> trouble = Optional.empty();

    private static final class Feed {
        private final ReentrantLock lock = new ReentrantLock();
        private final List<FeedEvent> events = new ArrayList<>();
        private final List<Follower> followers = new CopyOnWriteArrayList<>();
        private long unread;
    }

    private Feed feed(String user) {
        return feeds.computeIfAbsent(new Addressee(user), key -> new Feed());
    }

    /** A new notification; its id. */
    long notify(String user, String title, String body) {
        Feed feed = feed(user);
        feed.lock.lock();
        try {
            long seq = feed.events.size() + 1;
            long id = 100 + seq;
            tell(
                    feed,
                    new FeedEvent.Notified(
                            seq,
                            ++feed.unread,
                            new Notification(id, title, body, List.of(Channel.IN_APP), Optional.empty(), NOON)));
            return id;
        } finally {
            feed.lock.unlock();
        }
    }

    void read(String user, long notificationId) {
        Feed feed = feed(user);
        feed.lock.lock();
        try {
            tell(feed, new FeedEvent.Read(feed.events.size() + 1, --feed.unread, notificationId));
        } finally {
            feed.lock.unlock();
        }
    }

    void readAll(String user) {
        Feed feed = feed(user);
        feed.lock.lock();
        try {
            feed.unread = 0;
            tell(feed, new FeedEvent.AllRead(feed.events.size() + 1, 0));
        } finally {
            feed.lock.unlock();
        }
    }

    private static void tell(Feed feed, FeedEvent event) {
        feed.events.add(event);
        feed.followers.forEach(follower -> follower.event(event));
    }

    int followers(String user) {
        return feed(user).followers.size();
    }

    @Override
    public boolean mayFollow(Actor actor, Addressee user) {
        return switch (actor) {
            case Actor.SignedIn signedIn ->
                signedIn.rights().superuser() || Addressee.of(signedIn.id()).equals(user);
            case Actor.Operator operator -> true;
            case Actor.Anonymous anonymous -> false;
        };
    }

    @Override
    public Subscription follow(Actor actor, Addressee user, OptionalLong since, Follower follower) {
        if (!mayFollow(actor, user)) {
            throw RequestRejectedException.forbidden("not_yours", "These are another user's notifications.");
        }
        trouble.ifPresent(e -> {
            throw e;
        });
        Feed feed = feed(user.id());
        feed.lock.lock();
        try {
            long newest = feed.events.size();
            follower.ready(newest, feed.unread);
            if (since.isPresent() && since.getAsLong() != newest) {
                long from = since.getAsLong();
                if (from < 0 || from > newest || newest - from > MOST_MISSED) {
                    follower.reset();
                } else {
                    feed.events.subList((int) from, (int) newest).forEach(follower::event);
                }
            }
            feed.followers.add(follower);
            return () -> feed.followers.remove(follower);
        } finally {
            feed.lock.unlock();
        }
    }
}
