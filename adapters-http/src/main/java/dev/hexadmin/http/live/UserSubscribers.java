package dev.hexadmin.http.live;

import dev.hexadmin.domain.notifications.FeedEvent;
import org.jspecify.annotations.Nullable;

/**
 * The subscribers of one user. They are notified of an event one right after the other, so the frame that is made for the
 * first is cached for the others, until the next tick. Thread-safe.
 */
final class UserSubscribers {
    private volatile @Nullable LatestFrame last;

    /** Changed by {@link Subscriptions} alone, while it holds the user's place in its map. */
    int size;

    private record LatestFrame(FeedEvent event, EventFrame frame) {}

    @SuppressWarnings("ReferenceEquality") // all followers get the same instance, and comparing texts would cost more
    EventFrame frame(FeedEvent event) {
        @Nullable LatestFrame made = last;
        if (made == null || made.event() != event) {
            made = new LatestFrame(event, EventFrame.of(event));
            last = made;
        }
        return made.frame();
    }

    void forget() {
        if (last != null) {
            last = null;
        }
    }
}
