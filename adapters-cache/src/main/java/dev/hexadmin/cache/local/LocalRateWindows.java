package dev.hexadmin.cache.local;

import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Sliding windows of this process: the moments of the last tries of each key. Thread-safe; tries of different keys do not
 * wait for each other, but for the first of a key.
 *
 * <p>Memory is bounded: of each limit {@code keys} are remembered at most, and not less than the half of them that was
 * tried last, and of each key as many moments as tries may pass.
 */
public final class LocalRateWindows implements RateWindows {
    /** Longer keys are stored as a digest, because clients choose their content. */
    private static final int LONGEST_KEY = 80;

    private final int keys;
    private final LongSupplier nanos;
    private final Map<String, Keys> limits = new ConcurrentHashMap<>();

    /**
     * @param keys how many of one limit are remembered at most, 2 or more
     * @param nanos a clock that never goes back, such as {@link System#nanoTime}
     */
    public LocalRateWindows(int keys, LongSupplier nanos) {
        this.keys = keys;
        this.nanos = nanos;
    }

    @Override
    public Decision acquire(Limit limit, String key) {
        String name = bounded(key);
        Keys all = keys(limit);
        while (true) {
            Window window = all.window(name, limit.most());
            synchronized (window) {
                if (!window.gone) {
                    return window.acquire(limit.most(), limit.window().toNanos(), nanos.getAsLong());
                }
            }
            all.remove(name, window);
        }
    }

    @Override
    public void giveBack(Limit limit, String key, Decision.Allowed attempt) {
        String name = bounded(key);
        Keys all = keys(limit);
        Window window = all.window(name, limit.most());
        synchronized (window) {
            window.giveBack(attempt.ticket());
            window.gone = window.size == 0;
            if (!window.gone) {
                return;
            }
        }
        all.remove(name, window);
    }

    /** How many keys are remembered now. */
    public int size() {
        return limits.values().stream().mapToInt(Keys::size).sum();
    }

    private Keys keys(Limit limit) {
        Keys found = limits.get(limit.name());
        return found != null ? found : limits.computeIfAbsent(limit.name(), each -> new Keys(keys / 2));
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

    /** Windows by key, in two generations: when the younger one is full, it becomes the older, which is forgotten. */
    private static final class Keys {
        private final int most;
        private volatile Map<String, Window> young = new ConcurrentHashMap<>();
        private volatile Map<String, Window> old = new ConcurrentHashMap<>();

        Keys(int most) {
            this.most = most;
        }

        Window window(String name, int tries) {
            Window window = young.get(name);
            return window != null ? window : rejuvenated(name, tries);
        }

        private synchronized Window rejuvenated(String name, int tries) {
            Window window = young.get(name);
            if (window != null) {
                return window;
            }
            window = old.remove(name);
            if (window == null) {
                window = new Window(Math.min(tries, 4));
            }
            if (young.size() >= most) {
                old = young;
                young = new ConcurrentHashMap<>();
            }
            young.put(name, window);
            return window;
        }

        synchronized void remove(String name, Window window) {
            young.remove(name, window);
            old.remove(name, window);
        }

        synchronized int size() {
            return young.size() + old.size();
        }
    }

    /** The moments of the tries that still count, oldest first, in a ring. */
    private static final class Window {
        private long[] moments;
        private int first;
        private int size;
        private boolean gone; // removed: its key has another one, or none

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

        void giveBack(long moment) {
            for (int i = size - 1; i >= 0; i--) { // most likely one of the last
                if (moments[at(i)] == moment) {
                    for (int later = i + 1; later < size; later++) {
                        moments[at(later - 1)] = moments[at(later)];
                    }
                    size--;
                    return;
                }
            }
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
