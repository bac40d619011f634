package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.FollowingNotifications.Follower;
import dev.hexadmin.application.notifications.FollowingNotifications.Subscription;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Feeds.Position;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvent.Signal;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.FeedEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The subscribers of feeds on this server. Thread-safe. Users without subscribers cost nothing.
 *
 * <p>A feed with subscribers stores the number of the last event that it delivered. Events that arrive out of order,
 * because commits overtake each other, or not at all, because another server made them, are read from the log in the
 * database, which is complete up to any number that has been seen (see {@link Feeds}).
 */
final class EventHub {
    private static final Logger LOG = System.getLogger(EventHub.class.getName());
    /** The maximum number of events read at once; greater than the number of missed events that can be replayed. */
    private static final int READ_BATCH_SIZE = 500;

    private final Feeds feeds;
    private final ClusterEvents events;
    private final boolean shared;
    private final Executor executor;
    private final int mostMissed;
    private final ConcurrentHashMap<Addressee, Feed> followed = new ConcurrentHashMap<>();
    /** A delivery failed because the database could not be read. */
    private volatile boolean late;
    /** A check for missed events is scheduled. */
    private final AtomicBoolean looks = new AtomicBoolean();

    /**
     * @param shared whether other servers change feeds, possibly without publishing it
     * @param executor runs the reads of the database after an event of another server
     * @param mostMissed the maximum number of missed events that a reconnecting client gets
     */
    EventHub(Feeds feeds, ClusterEvents events, boolean shared, Executor executor, int mostMissed) {
        this.feeds = feeds;
        this.events = events;
        this.shared = shared;
        this.executor = executor;
        this.mostMissed = mostMissed;
        events.listen(this::heard);
    }

    /** The subscribers of one user. All access holds its lock. */
    private static final class Feed {
        private final ReentrantLock lock = new ReentrantLock();
        /** Replaced, never changed: a subscriber may leave while events are delivered. */
        private List<Place> places = List.of();

        /** Written under the lock. */
        private volatile long told;

        private boolean gone;
    }

    /** One subscriber. */
    private final class Place implements Subscription {
        private final Addressee user;
        private final Feed feed;
        private final Follower follower;

        Place(Addressee user, Feed feed, Follower follower) {
            this.user = user;
            this.feed = feed;
            this.follower = follower;
        }

        @Override
        public void close() {
            feed.lock.lock();
            try {
                feed.places =
                        feed.places.stream().filter(other -> other != this).toList();
                if (feed.places.isEmpty()) {
                    end(user, feed);
                }
            } finally {
                feed.lock.unlock();
            }
        }
    }

    private void end(Addressee user, Feed feed) {
        feed.gone = true;
        followed.remove(user, feed);
    }

    Subscription follow(Addressee user, OptionalLong since, Follower follower) {
        while (true) {
            Feed feed = followed.computeIfAbsent(user, u -> new Feed());
            feed.lock.lock();
            try {
                if (!feed.gone) {
                    return join(user, feed, since, follower);
                }
            } finally {
                feed.lock.unlock();
            }
        }
    }

    private Subscription join(Addressee user, Feed feed, OptionalLong since, Follower follower) {
        try {
            Position now = feeds.positions(List.of(user)).getOrDefault(user, Position.START);
            if (feed.places.isEmpty()) {
                feed.told = now.seq();
            } else {
                tellMissing(user, feed, now.seq());
            }
            follower.ready(now.seq(), now.unread());
            if (since.isPresent()) {
                replay(user, since.getAsLong(), now.seq(), follower);
            }
            Place place = new Place(user, feed, follower);
            List<Place> all = new ArrayList<>(feed.places);
            all.add(place);
            feed.places = List.copyOf(all);
            return place;
        } finally {
            if (feed.places.isEmpty()) {
                end(user, feed);
            }
        }
    }

    private void replay(Addressee user, long since, long newest, Follower follower) {
        if (since == newest) {
            return;
        }
        List<FeedEvent> missed = since < 0 || since > newest || newest - since > mostMissed
                ? List.of()
                : feeds.events(user, since, newest, mostMissed);
        if (missed.isEmpty() || missed.size() != newest - since) {
            follower.reset();
        } else {
            missed.forEach(follower::event);
        }
    }

    /**
     * Publishes committed events: directly to this server's subscribers, to other servers by a message. Never throws,
     * since the commit has been made.
     *
     * @param events of each user, in order
     */
    void publish(Map<Addressee, List<FeedEvent>> events) {
        if (!followed.isEmpty()) {
            events.forEach((user, each) -> {
                @Nullable Feed feed = followed.get(user);
                if (feed != null) {
                    tell(user, feed, each);
                }
            });
        }
        List<Signal> grown = new ArrayList<>(events.size());
        events.forEach((user, each) -> grown.add(new Signal(user, each.getLast().seq())));
        this.events.announce(new ClusterEvent.FeedsGrown(grown));
    }

    private void tell(Addressee user, Feed feed, List<FeedEvent> events) {
        feed.lock.lock();
        try {
            for (FeedEvent event : events) {
                if (feed.gone || event.seq() <= feed.told) {
                    continue; // was already read from the log
                }
                if (event.seq() > feed.told + 1) {
                    tellMissing(user, feed, event.seq() - 1);
                }
                if (event.seq() == feed.told + 1) {
                    tell(feed, event);
                }
            }
        } catch (RuntimeException e) {
            late = true;
            LOG.log(
                    Level.WARNING,
                    "The subscribers of {0} are notified later: {1}",
                    user,
                    e.getClass().getName());
        } finally {
            feed.lock.unlock();
        }
    }

    /** Reads the events after the last delivered one up to {@code to}, and delivers them. */
    private void tellMissing(Addressee user, Feed feed, long to) {
        while (!feed.gone && feed.told < to) {
            List<FeedEvent> missing = feeds.events(user, feed.told, to, READ_BATCH_SIZE);
            if (missing.isEmpty() || missing.getFirst().seq() != feed.told + 1) {
                // deleted before they could be delivered: this server had no connection to the database for very long
                feed.told = to;
                tell(feed, Follower::reset);
                return;
            }
            for (FeedEvent event : missing) {
                if (!feed.gone && event.seq() == feed.told + 1) {
                    tell(feed, event);
                }
            }
        }
    }

    private static void tell(Feed feed, FeedEvent event) {
        feed.told = event.seq();
        tell(feed, follower -> follower.event(event));
    }

    private static void tell(Feed feed, Consumer<Follower> what) {
        for (Place place : feed.places) {
            try {
                what.accept(place.follower);
            } catch (RuntimeException e) {
                place.close();
            }
        }
    }

    private void heard(ClusterEvent event) {
        if (followed.isEmpty()) {
            return;
        }
        switch (event) {
            case ClusterEvent.FeedsGrown(List<Signal> grown) -> {
                Map<Addressee, Long> newest = new LinkedHashMap<>();
                for (Signal signal : grown) {
                    @Nullable Feed feed = followed.get(signal.user());
                    if (feed != null && feed.told < signal.seq()) {
                        newest.merge(signal.user(), signal.seq(), Math::max);
                    }
                }
                if (!newest.isEmpty()) {
                    aside(() -> newest.forEach(this::catchUp));
                }
            }
            case ClusterEvent.Missed all -> {
                if (looks.compareAndSet(false, true)) {
                    aside(() -> {
                        looks.set(false);
                        look();
                    });
                }
            }
            case ClusterEvent.UserChanged others -> {}
            case ClusterEvent.RightsChanged others -> {}
            case ClusterEvent.SignInEnded others -> {}
            case ClusterEvent.SessionsEnded others -> {}
            case ClusterEvent.ApiKeysChanged others -> {}
        }
    }

    private void aside(Runnable reading) {
        try {
            executor.execute(() -> {
                try {
                    reading.run();
                } catch (RuntimeException e) {
                    LOG.log(
                            Level.WARNING,
                            "Subscribers are notified later: {0}",
                            e.getClass().getName());
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "Closing: no more events are sent");
        }
    }

    /** Delivers pending events, if there can be any. */
    void catchUp() {
        if (shared || late) {
            look();
        }
    }

    private void look() {
        if (followed.isEmpty()) {
            return;
        }
        late = false;
        try {
            feeds.positions(List.copyOf(followed.keySet())).forEach((user, at) -> catchUp(user, at.seq()));
        } catch (RuntimeException e) {
            late = true;
            throw e;
        }
    }

    private void catchUp(Addressee user, long newest) {
        @Nullable Feed feed = followed.get(user);
        if (feed == null) {
            return;
        }
        feed.lock.lock();
        try {
            tellMissing(user, feed, newest);
        } catch (RuntimeException e) {
            late = true;
            LOG.log(
                    Level.WARNING,
                    "The subscribers of {0} are notified later: {1}",
                    user,
                    e.getClass().getName());
        } finally {
            feed.lock.unlock();
        }
    }

    /** The events that this hub publishes and hears. */
    ClusterEvents clusterEvents() {
        return events;
    }

    /** Users with subscribers on this server. */
    int users() {
        return followed.size();
    }
}
