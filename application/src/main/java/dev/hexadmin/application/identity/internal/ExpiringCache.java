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
 * A short-lived cache for values that every request needs. Thread-safe, bounded.
 *
 * <p>The next call sees a change made by this process; changes by other processes are seen after at most {@link
 * #MAX_AGE}. Between {@link #REFRESH_AFTER} and {@link #MAX_AGE}, one caller refreshes the entry while others use the
 * cached value, so that hundreds of requests do not read a busy entry at once.
 *
 * @param <K> the key
 * @param <V> the value
 */
final class ExpiringCache<K, V> {
    static final Duration MAX_AGE = Duration.ofSeconds(2);
    static final Duration REFRESH_AFTER = Duration.ofSeconds(1);
    static final int MAX_ENTRIES = 10_000;

    private final Function<K, Optional<V>> read;
    private final boolean keepsAbsence;
    private final InstantSource clock;
    private final ConcurrentHashMap<K, Entry<V>> entries = new ConcurrentHashMap<>();
    /** Counts evictions: a value that was read before an eviction is not stored after it. */
    private final AtomicLong drops = new AtomicLong();

    private record Entry<V>(Optional<V> value, long readAt, AtomicBoolean beingRead) {}

    /**
     * @param keepsAbsence whether absent values are cached, too: not for keys that clients can choose freely
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
            if (age >= 0 && age < REFRESH_AFTER.toMillis()) {
                return entry.value();
            }
            if (age >= 0 && age < MAX_AGE.toMillis() && !entry.beingRead().compareAndSet(false, true)) {
                return entry.value();
            }
        }
        long before = drops.get();
        Optional<V> value = read.apply(key);
        if (entry == null && value.isEmpty() && !keepsAbsence) {
            return value;
        }
        if (entries.size() >= MAX_ENTRIES) {
            entries.clear(); // costs one read each; tracking the order of use would cost more on every request
        }
        boolean keeps = value.isPresent() || keepsAbsence;
        entries.compute(
                key,
                (same, old) -> keeps && drops.get() == before ? new Entry<>(value, now, new AtomicBoolean()) : null);
        return value;
    }

    /** Evicts one entry; call it after the commit of the change. */
    void drop(K key) {
        drops.incrementAndGet();
        entries.remove(key);
    }

    /** Evicts all entries. */
    void drop() {
        drops.incrementAndGet();
        entries.clear();
    }

    int size() {
        return entries.size();
    }
}
