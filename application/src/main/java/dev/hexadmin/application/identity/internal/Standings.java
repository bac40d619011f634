package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What tokens are held against, kept per user, as every request asks for it. Thread-safe, bounded.
 *
 * <p>A change made through this process is seen by the next call; one made elsewhere after {@link #OLDEST} at most.
 * Between {@link #AGEING} and that, one caller reads anew while the others go on with what is there, so that a busy
 * user's entry is not read by hundreds of requests at once.
 */
public final class Standings {
    static final Duration OLDEST = Duration.ofSeconds(2);
    static final Duration AGEING = Duration.ofSeconds(1);
    static final int MOST = 10_000;

    private final Users users;
    private final InstantSource clock;
    private final ConcurrentHashMap<UserId, Entry> entries = new ConcurrentHashMap<>();
    /** Counts the drops: what was read before one is not kept after it. */
    private final AtomicLong drops = new AtomicLong();

    private record Entry(Optional<Standing> standing, long readAt, AtomicBoolean beingRead) {}

    public Standings(Users users, InstantSource clock) {
        this.users = users;
        this.clock = clock;
    }

    /** The user's standing; empty for a user that is not there. */
    Optional<Standing> of(UserId user) {
        long now = clock.millis();
        @Nullable Entry entry = entries.get(user);
        if (entry != null) {
            long age = now - entry.readAt();
            if (age >= 0 && age < AGEING.toMillis()) {
                return entry.standing();
            }
            if (age >= 0 && age < OLDEST.toMillis() && !entry.beingRead().compareAndSet(false, true)) {
                return entry.standing();
            }
        }
        long before = drops.get();
        Optional<Standing> standing = users.standing(user);
        if (entries.size() >= MOST) {
            entries.clear(); // costs each user one read; no order of use has to be kept on the way of every request
        }
        entries.compute(
                user, (id, old) -> drops.get() == before ? new Entry(standing, now, new AtomicBoolean()) : null);
        return standing;
    }

    /** Forgets a user; to be called after the commit of what changed them. */
    void drop(UserId user) {
        drops.incrementAndGet();
        entries.remove(user);
    }

    int size() {
        return entries.size();
    }
}
