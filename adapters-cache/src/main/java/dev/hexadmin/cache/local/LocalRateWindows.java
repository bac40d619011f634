package dev.hexadmin.cache.local;

import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sliding windows of this process: the moments of the last tries of each key. Thread-safe; a key's lock is shared with
 * about a sixty-fourth of the others.
 *
 * <p>Memory is bounded by {@code keys}: past it the key that was tried longest ago is forgotten.
 */
public final class LocalRateWindows implements RateWindows {
    private static final int STRIPES = 64;

    private final LongSupplier nanos;
    private final Stripe[] stripes = new Stripe[STRIPES];

    /**
     * @param keys how many are remembered at most, rounded up to a multiple of 64
     * @param nanos a clock that never goes back, such as {@link System#nanoTime}
     */
    public LocalRateWindows(int keys, LongSupplier nanos) {
        this.nanos = nanos;
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe((keys + STRIPES - 1) / STRIPES);
        }
    }

    @Override
    public Decision acquire(Limit limit, String key) {
        String name = limit.name() + " " + key;
        Stripe stripe = stripe(name);
        synchronized (stripe) {
            return stripe.computeIfAbsent(name, k -> new Window(limit.most()))
                    .acquire(limit.window().toNanos(), nanos.getAsLong());
        }
    }

    @Override
    public void giveBack(Limit limit, String key, Decision.Allowed attempt) {
        String name = limit.name() + " " + key;
        Stripe stripe = stripe(name);
        synchronized (stripe) {
            @Nullable Window window = stripe.get(name);
            if (window != null && window.giveBack(attempt.ticket())) {
                stripe.remove(name);
            }
        }
    }

    /** How many keys are remembered now. */
    public int size() {
        int size = 0;
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                size += stripe.size();
            }
        }
        return size;
    }

    private Stripe stripe(String name) {
        int hash = name.hashCode();
        return stripes[(hash ^ hash >>> 16) & (STRIPES - 1)];
    }

    /** Windows by key, the one tried longest ago first. */
    private static final class Stripe extends LinkedHashMap<String, Window> {
        private static final long serialVersionUID = 1L;
        private final int most;

        Stripe(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Window> eldest) {
            return size() > most;
        }
    }

    /** The moments of the tries that still count, oldest first. */
    private static final class Window {
        private long[] moments = new long[4];
        private final int most;
        private int size;

        Window(int most) {
            this.most = most;
        }

        Decision acquire(long window, long now) {
            int gone = 0;
            while (gone < size && now - moments[gone] >= window) {
                gone++;
            }
            drop(0, gone);
            if (size >= most) {
                return new Decision.Exceeded(Duration.ofNanos(moments[0] + window - now));
            }
            if (size == moments.length) {
                moments = java.util.Arrays.copyOf(moments, Math.min(most, size * 2));
            }
            moments[size++] = now;
            return new Decision.Allowed(most - size, now, Duration.ofNanos(moments[0] + window - now));
        }

        /** Whether nothing is left. */
        boolean giveBack(long moment) {
            for (int i = 0; i < size; i++) {
                if (moments[i] == moment) {
                    drop(i, 1);
                    break;
                }
            }
            return size == 0;
        }

        private void drop(int from, int count) {
            if (count > 0) {
                System.arraycopy(moments, from + count, moments, from, size - from - count);
                size -= count;
            }
        }
    }
}
