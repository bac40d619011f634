package dev.hexadmin.cache.local;

import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sliding windows of this process: the moments of the last tries of each key. Thread-safe; a key's lock is shared with
 * about a sixty-fourth of the others of its limit.
 *
 * <p>Memory is bounded: of each limit {@code keys} are remembered, past them the one that was tried longest ago is
 * forgotten, and of each key as many moments as tries may pass.
 */
public final class LocalRateWindows implements RateWindows {
    private static final int STRIPES = 64;

    /** Longer keys are kept as a digest: strangers choose what is in them. */
    private static final int LONGEST_KEY = 80;

    private final int keysOfStripe;
    private final LongSupplier nanos;
    private final Map<String, Stripe[]> limits = new ConcurrentHashMap<>();

    /**
     * @param keys how many of one limit are remembered at most, rounded up to a multiple of 64
     * @param nanos a clock that never goes back, such as {@link System#nanoTime}
     */
    public LocalRateWindows(int keys, LongSupplier nanos) {
        this.keysOfStripe = (keys + STRIPES - 1) / STRIPES;
        this.nanos = nanos;
    }

    @Override
    public Decision acquire(Limit limit, String key) {
        String name = bounded(key);
        Stripe stripe = stripe(limit, name);
        synchronized (stripe) {
            @Nullable Window window = stripe.get(name);
            if (window == null) {
                window = new Window(Math.min(limit.most(), 4));
                stripe.put(name, window);
            }
            return window.acquire(limit.most(), limit.window().toNanos(), nanos.getAsLong());
        }
    }

    @Override
    public void giveBack(Limit limit, String key, Decision.Allowed attempt) {
        String name = bounded(key);
        Stripe stripe = stripe(limit, name);
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
        for (Stripe[] stripes : limits.values()) {
            for (Stripe stripe : stripes) {
                synchronized (stripe) {
                    size += stripe.size();
                }
            }
        }
        return size;
    }

    private Stripe stripe(Limit limit, String name) {
        Stripe[] stripes = limits.get(limit.name());
        if (stripes == null) {
            stripes = limits.computeIfAbsent(limit.name(), each -> stripes());
        }
        int hash = name.hashCode();
        return stripes[(hash ^ hash >>> 16) & (STRIPES - 1)];
    }

    private Stripe[] stripes() {
        Stripe[] stripes = new Stripe[STRIPES];
        Arrays.setAll(stripes, each -> new Stripe(keysOfStripe));
        return stripes;
    }

    private static String bounded(String key) {
        if (key.length() <= LONGEST_KEY) {
            return key;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e); // every Java machine has it
        }
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

    /** The moments of the tries that still count, oldest first, in a ring. */
    private static final class Window {
        private long[] moments;
        private int first;
        private int size;

        Window(int room) {
            this.moments = new long[room];
        }

        Decision acquire(int most, long window, long now) {
            while (size > 0 && now - moments[first] >= window) {
                first = at(1);
                size--;
            }
            if (size >= most) {
                return new Decision.Exceeded(Duration.ofNanos(moments[first] + window - now));
            }
            if (size == moments.length) {
                grow(Math.min(most, size * 2));
            }
            moments[at(size)] = now;
            size++;
            return new Decision.Allowed(most - size, now, Duration.ofNanos(moments[first] + window - now));
        }

        /** Whether nothing is left. */
        boolean giveBack(long moment) {
            for (int i = size - 1; i >= 0; i--) { // most likely one of the last
                if (moments[at(i)] == moment) {
                    for (int later = i + 1; later < size; later++) {
                        moments[at(later - 1)] = moments[at(later)];
                    }
                    size--;
                    break;
                }
            }
            return size == 0;
        }

        private int at(int index) {
            int at = first + index;
            return at < moments.length ? at : at - moments.length;
        }

        private void grow(int room) {
            long[] larger = new long[room];
            for (int i = 0; i < size; i++) {
                larger[i] = moments[at(i)];
            }
            moments = larger;
            first = 0;
        }
    }
}
