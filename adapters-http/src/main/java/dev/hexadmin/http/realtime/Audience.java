package dev.hexadmin.http.realtime;

import dev.hexadmin.domain.notifications.FeedEvent;
import org.jspecify.annotations.Nullable;

/**
 * The followers of one user. They are told of an event one right after the other, so what is made of it for the first is
 * kept for the others, until the next tick. Thread-safe.
 */
final class Audience {
    private volatile @Nullable Made last;

    /** Changed by {@link Followers} alone, while it holds the user's place in its map. */
    int size;

    private record Made(FeedEvent event, Frame frame) {}

    @SuppressWarnings("ReferenceEquality") // all followers get the same instance, and comparing texts would cost more
    Frame frame(FeedEvent event) {
        @Nullable Made made = last;
        if (made == null || made.event() != event) {
            made = new Made(event, Frame.of(event));
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
