package dev.hexadmin.application.ratelimit;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Holds the limits of contract section 7. Thread-safe, open to anonymous callers: the key says whose tries are counted.
 *
 * <p>Only for what one process can count; where several share windows, they share {@link RateWindows}.
 */
public final class LimitingRequests {
    /** Failed sign-ins of one address and e-mail address, both token paths together. */
    public static final Limit SIGN_IN = new Limit("sign-in", 10, Duration.ofMinutes(15));

    /** Failed sign-ins to the panel of one address. */
    public static final Limit PANEL_SIGN_IN = new Limit("panel-sign-in", 5, Duration.ofMinutes(15));

    /** Token refreshes of one address. */
    public static final Limit REFRESH = new Limit("refresh", 60, Duration.ofMinutes(5));

    /** Sign-outs of one address. */
    public static final Limit SIGN_OUT = new Limit("sign-out", 30, Duration.ofMinutes(5));

    private final RateWindows windows;

    public LimitingRequests(RateWindows windows) {
        this.windows = windows;
    }

    /** The key of an address and an e-mail address as typed. */
    public static String key(String address, String email) {
        return address + " " + email.strip().toLowerCase(Locale.ROOT);
    }

    /**
     * Counts a call.
     *
     * @throws Refused {@code TOO_MANY rate_limited} with the wait
     */
    public void count(Limit limit, String key) {
        acquire(limit, key);
    }

    /**
     * Runs {@code work}, which counts only when it is refused for a reason that {@code failure} accepts. While it runs it
     * counts.
     *
     * @throws Refused {@code TOO_MANY rate_limited} with the wait, and what the work throws
     */
    public <T> T countFailures(Limit limit, String key, Supplier<T> work, Predicate<Refused> failure) {
        Decision.Allowed attempt = acquire(limit, key);
        boolean counts = false;
        try {
            return work.get();
        } catch (Refused e) {
            counts = failure.test(e);
            throw e;
        } finally {
            if (!counts) {
                windows.giveBack(limit, key, attempt);
            }
        }
    }

    private Decision.Allowed acquire(Limit limit, String key) {
        return switch (windows.acquire(limit, key)) {
            case Decision.Allowed allowed -> allowed;
            case Decision.Exceeded(Duration wait) ->
                throw Refused.later(
                                Refused.Category.TOO_MANY,
                                "rate_limited",
                                "Too many tries. The next one can pass in " + wholeSeconds(wait) + " seconds.",
                                wait)
                        .under(limit);
        };
    }

    /** Whole seconds, rounded up: a client that waits them passes. */
    public static long wholeSeconds(Duration wait) {
        return wait.getSeconds() + (wait.getNano() > 0 ? 1 : 0);
    }
}
