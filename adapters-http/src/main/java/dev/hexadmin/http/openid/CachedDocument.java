package dev.hexadmin.http.openid;

import dev.hexadmin.application.identity.port.ProviderUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A document of a provider, read again when it is too old. One caller reads at a time. While the provider is unavailable,
 * the last document is used for up to {@link #MAX_AGE}, and reading is not tried again for {@link #PAUSE}. Thread-safe.
 *
 * @param <T> the parsed document
 */
final class CachedDocument<T> {
    static final Duration PAUSE = Duration.ofSeconds(10);
    static final Duration MAX_AGE = Duration.ofDays(1);
    /** The least time between two readings on request. */
    static final Duration REREAD_INTERVAL = Duration.ofSeconds(30);

    private static final System.Logger LOG = System.getLogger(CachedDocument.class.getName());

    private final String name;
    private final Duration lifetime;
    private final Supplier<T> source;
    private final InstantSource clock;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Read<T> last;
    private @Nullable Failure failure;
    private long rereadAt = Long.MIN_VALUE;

    private record Read<T>(T document, long at) {}

    private record Failure(ProviderUnavailableException cause, long at) {}

    /**
     * Creates it without reading.
     *
     * @param name for the log
     * @param source throws {@link ProviderUnavailableException}
     */
    CachedDocument(String name, Duration lifetime, Supplier<T> source, InstantSource clock) {
        this.name = name;
        this.lifetime = lifetime;
        this.source = source;
        this.clock = clock;
    }

    /** The document. */
    T get() {
        @Nullable Read<T> known = last;
        if (known != null && isWithin(lifetime, known.at())) {
            return known.document();
        }
        reading.lock();
        try {
            known = last;
            return known != null && isWithin(lifetime, known.at()) ? known.document() : read(known);
        } finally {
            reading.unlock();
        }
    }

    /** The document, read again now, unless that has happened a short while ago. */
    T reread() {
        reading.lock();
        try {
            @Nullable Read<T> known = last;
            if (known != null && rereadAt != Long.MIN_VALUE && isWithin(REREAD_INTERVAL, rereadAt)) {
                return known.document();
            }
            rereadAt = clock.millis();
            return read(known);
        } finally {
            reading.unlock();
        }
    }

    private T read(@Nullable Read<T> known) {
        @Nullable Failure before = failure;
        if (before == null || !isWithin(PAUSE, before.at())) {
            try {
                T document = source.get();
                last = new Read<>(document, clock.millis());
                failure = null;
                return document;
            } catch (ProviderUnavailableException e) {
                LOG.log(System.Logger.Level.WARNING, name + " cannot be read: " + e.getMessage());
                before = new Failure(e, clock.millis());
                failure = before;
            }
        }
        if (known != null && isWithin(MAX_AGE, known.at())) {
            return known.document();
        }
        throw new ProviderUnavailableException(name + " cannot be read", before.cause());
    }

    private boolean isWithin(Duration time, long since) {
        long passed = clock.millis() - since;
        return passed >= 0 && passed < time.toMillis();
    }
}
