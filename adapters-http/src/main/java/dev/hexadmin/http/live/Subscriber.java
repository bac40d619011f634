package dev.hexadmin.http.live;

import dev.hexadmin.application.notifications.FollowingNotifications;
import dev.hexadmin.application.notifications.FollowingNotifications.Subscription;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.http.server.security.LongLivedAuthentication.Admitted;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A subscriber to the events of one user, over a socket or a stream. Thread-safe. */
abstract sealed class Subscriber implements FollowingNotifications.Follower permits SocketSubscriber, StreamSubscriber {
    private static final Actor GATEWAY = new Actor.Operator("gateway");
    private static final long NONE = Long.MIN_VALUE;

    final Subscriptions followers;
    final SendQueue queue;
    private final long since;

    // under the feed's lock
    private boolean replaying = true;
    private long newest;

    // under this monitor
    private @Nullable Seat seat;
    private @Nullable Subscription subscription;

    /**
     * The counters that the subscriber occupies.
     *
     * @param address the key of the limit per address
     * @param admitted empty for a user whom a gateway has authenticated
     */
    record Seat(UserSubscribers audience, Addressee user, String address, Optional<Admitted> admitted) {}

    Subscriber(Subscriptions followers, OptionalLong since) {
        this.followers = followers;
        this.since = since.orElse(NONE);
        this.queue = new SendQueue(followers.settings().mostWaiting(), followers::sent);
    }

    /** The frame in the encoding of this connection; callers do not change the array. */
    abstract byte[] bytes(EventFrame frame);

    /** Called when frames wait and no sender is running. Returns at once. */
    abstract void send();

    /** Ends it, in an orderly way if the client plays along. A second call does nothing. Returns at once. */
    abstract void end(CloseReason closing);

    /**
     * Called again and again by one thread; returns at once.
     *
     * @param now of {@link System#nanoTime}
     */
    abstract void tick(long now);

    /**
     * Begins to follow.
     *
     * @return false when there are too many already
     * @throws dev.hexadmin.application.RequestRejectedException when the user is not theirs to follow
     */
    final boolean follow(Addressee user, String address, Optional<Admitted> admitted) {
        String key = LimitingRequests.key(address);
        Optional<UserSubscribers> audience = followers.enter(user, key);
        if (audience.isEmpty()) {
            return false;
        }
        synchronized (this) {
            seat = new Seat(audience.get(), user, key, admitted);
        }
        Actor actor = admitted.<Actor>map(Admitted::actor).orElse(GATEWAY);
        OptionalLong known = since == NONE ? OptionalLong.empty() : OptionalLong.of(since);
        Subscription begun = followers.feeds().follow(actor, user, known, this);
        synchronized (this) {
            subscription = begun;
        }
        if (queue.ended()) {
            leave(); // it was ended before its seat and subscription were set
        }
        return true;
    }

    /** Whether the subscriber is authenticated and counted. */
    final synchronized boolean seated() {
        return seat != null;
    }

    /** Gives back its seat and its place in the feed. A second call does nothing. */
    final void leave() {
        @Nullable Seat left;
        @Nullable Subscription begun;
        synchronized (this) {
            left = seat;
            begun = subscription;
            seat = null;
            subscription = null;
        }
        if (begun != null) {
            begun.close();
        }
        if (left != null) {
            followers.leave(left);
        }
    }

    /** Ends the subscription when its user is no longer authorized. May read the database. */
    final void check() {
        @Nullable Seat at;
        synchronized (this) {
            at = seat;
        }
        if (at == null || at.admitted().isEmpty()) {
            return;
        }
        Optional<Actor.SignedIn> now = at.admitted().get().again().get();
        if (now.isEmpty()) {
            end(CloseReason.NO_LONGER_WELCOME);
        } else if (!followers.feeds().mayFollow(now.get(), at.user())) {
            end(CloseReason.NOT_YOURS);
        }
    }

    final void forgetLastFrame() {
        @Nullable Seat at;
        synchronized (this) {
            at = seat;
        }
        if (at != null) {
            at.audience().forget();
        }
    }

    // ---- callbacks of the feed, under its lock

    @Override
    public final void ready(long seq, long unread) {
        newest = seq;
        put(EventFrame.ready(seq, unread, since == NONE ? seq : since), true);
        replaying = since != NONE && since != seq;
    }

    @Override
    public final void event(FeedEvent event) {
        @Nullable Seat at;
        synchronized (this) {
            at = seat;
        }
        if (at != null) {
            put(at.audience().frame(event), replaying);
            replaying &= event.seq() < newest;
        }
    }

    @Override
    public final void reset() {
        put(EventFrame.reset(replaying ? OptionalLong.of(newest) : OptionalLong.empty()), true);
        replaying = false;
    }

    private void put(EventFrame frame, boolean roomy) {
        put(bytes(frame), roomy);
    }

    final void put(byte[] bytes, boolean roomy) {
        after(queue.put(bytes, roomy));
    }

    /** Whether it was taken. */
    final boolean after(SendQueue.Put put) {
        switch (put) {
            case QUEUED, ENDED -> {}
            case SENDER_NEEDED -> send();
            case FULL -> end(CloseReason.TOO_SLOW);
        }
        return put == SendQueue.Put.QUEUED || put == SendQueue.Put.SENDER_NEEDED;
    }
}
