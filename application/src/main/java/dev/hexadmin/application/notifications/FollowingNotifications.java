package dev.hexadmin.application.notifications;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.FeedEvent;
import java.util.OptionalLong;

/**
 * Subscriptions to the live events of an inbox. Thread-safe.
 *
 * <p>Actors may follow their own inbox, superusers and operators all; others are rejected with {@code FORBIDDEN
 * not_yours}. An API key follows with {@code view} on {@code admin_notifications}, else it is {@code FORBIDDEN
 * forbidden}.
 */
public interface FollowingNotifications {
    /**
     * Subscribes to events: in order, each once, including events caused by other servers. The first call, {@link
     * Follower#ready}, and missed events are delivered before this method returns.
     *
     * @param since the last event that the client knows; later ones are delivered first, or {@link Follower#reset} when
     *     they were deleted or {@code since} is not from this feed
     * @return ends the subscription
     */
    Subscription follow(Actor actor, Addressee user, OptionalLong since, Follower follower);

    /** Whether {@link #follow} would allow the actor. */
    boolean mayFollow(Actor actor, Addressee user);

    /**
     * A subscriber. Calls are sequential and in order. All subscribers of a user are called one after the other, so a
     * call must not block: it puts the event into a queue. An exception ends the subscription.
     */
    interface Follower {
        /** Called first, with the newest event and the number of unread notifications after it. */
        void ready(long seq, long unread);

        /**
         * Delivers an event. All subscribers of the user get the same instance, so that its serialized form can be
         * created once.
         */
        void event(FeedEvent event);

        /** Missed events are no longer available: the client must read the list again. Later events are delivered. */
        void reset();
    }

    /** A subscription. */
    interface Subscription extends AutoCloseable {
        /** Ends the subscription: after this method returns no call begins. A second call has no effect. */
        @Override
        void close();
    }
}
