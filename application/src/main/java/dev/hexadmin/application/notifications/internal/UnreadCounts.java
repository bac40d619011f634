package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.notifications.Addressee;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The numbers of unread notifications, which every page shows, until an event of the user's feed. Thread-safe. */
final class UnreadCounts {
    private static final Duration MAX_AGE = Duration.ofSeconds(2);
    private static final int MAX_USERS = 10_000;

    private final InstantSource clock;
    private final ConcurrentHashMap<Addressee, Count> counts = new ConcurrentHashMap<>();
    /** Counts evictions: a number that was read before an eviction is not stored after it. */
    private final AtomicLong evictions = new AtomicLong();

    private record Count(long unread, long readAt) {}

    UnreadCounts(ClusterEvents events, InstantSource clock) {
        this.clock = clock;
        events.listen(this::heard);
    }

    /** The number of unread notifications; {@code read} is called when it is not known. */
    long of(Addressee user, ToLongFunction<Addressee> read) {
        long now = clock.millis();
        @Nullable Count known = counts.get(user);
        if (known != null && now >= known.readAt() && now - known.readAt() < MAX_AGE.toMillis()) {
            return known.unread();
        }
        long before = evictions.get();
        long unread = read.applyAsLong(user);
        if (counts.size() >= MAX_USERS) {
            counts.clear();
        }
        counts.compute(user, (same, old) -> evictions.get() == before ? new Count(unread, now) : null);
        return unread;
    }

    private void heard(ClusterEvent event) {
        switch (event) {
            case ClusterEvent.FeedsGrown grown -> {
                evictions.incrementAndGet();
                grown.signals().forEach(signal -> counts.remove(signal.user()));
            }
            case ClusterEvent.Missed all -> {
                evictions.incrementAndGet();
                counts.clear();
            }
            case ClusterEvent.UserChanged others -> {}
            case ClusterEvent.RightsChanged others -> {}
            case ClusterEvent.SignInEnded others -> {}
            case ClusterEvent.SessionsEnded others -> {}
            case ClusterEvent.ApiKeysChanged others -> {}
        }
    }
}
