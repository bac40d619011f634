package dev.hexadmin.application.identity.internal;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What every request asks for, kept for moments. Thread-safe, bounded.
 *
 * <p>A change made through this process is seen by the next call; one made elsewhere after {@link #OLDEST} at most.
 * Between {@link #AGEING} and that, one caller reads anew while the others go on with what is there, so that a busy entry
 * is not read by hundreds of requests at once.
 *
 * @param <K> what is asked for
 * @param <V> what is read
 */
final class ExpiringCache<K, V> {
    static final Duration OLDEST = Duration.ofSeconds(2);
    static final Duration AGEING = Duration.ofSeconds(1);
    static final int MOST = 10_000;

    private final Function<K, Optional<V>> read;
    private final boolean keepsAbsence;
    private final InstantSource clock;
    private final ConcurrentHashMap<K, Entry<V>> entries = new ConcurrentHashMap<>();
    /** Counts the drops: what was read before one is not kept after it. */
    private final AtomicLong drops = new AtomicLong();

    private record Entry<V>(Optional<V> value, long readAt, AtomicBoolean beingRead) {}

    /**
     * @param keepsAbsence whether it is kept that there is nothing: not where anybody can ask for anything
     */
    ExpiringCache(Function<K, Optional<V>> read, boolean keepsAbsence, InstantSource clock) {
        this.read = read;
        this.keepsAbsence = keepsAbsence;
        this.clock = clock;
    }

    Optional<V> of(K key) {
        long now = clock.millis();
        @Nullable Entry<V> entry = entries.get(key);
        if (entry != null) {
            long age = now - entry.readAt();
            if (age >= 0 && age < AGEING.toMillis()) {
                return entry.value();
            }
            if (age >= 0 && age < OLDEST.toMillis() && !entry.beingRead().compareAndSet(false, true)) {
                return entry.value();
            }
        }
        long before = drops.get();
        Optional<V> value = read.apply(key);
        if (entry == null && value.isEmpty() && !keepsAbsence) {
            return value;
        }
        if (entries.size() >= MOST) {
            entries.clear(); // costs each one read; no order of use has to be kept on the way of every request
        }
        boolean keeps = value.isPresent() || keepsAbsence;
        entries.compute(
                key,
                (same, old) -> keeps && drops.get() == before ? new Entry<>(value, now, new AtomicBoolean()) : null);
        return value;
    }

    /** Forgets one; to be called after the commit of what changed it. */
    void drop(K key) {
        drops.incrementAndGet();
        entries.remove(key);
    }

    /** Forgets all. */
    void drop() {
        drops.incrementAndGet();
        entries.clear();
    }

    int size() {
        return entries.size();
    }
}
