package dev.hexadmin.application.ratelimit;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Holds the limits of contract section 7. Thread-safe, open to anonymous callers: the key says whose tries are counted.
 *
 * <p>It holds across servers when their {@link RateWindows} do.
 */
public final class LimitingRequests {
    /** No address of a user is longer: see {@link dev.hexadmin.domain.identity.EmailAddress}. */
    private static final int LONGEST_EMAIL = 254;

    private final RateWindows windows;
    private final Map<RateLimitRule, Limit> limits;

    /** @param limits what is not in it is not limited */
    public LimitingRequests(RateWindows windows, Map<RateLimitRule, Limit> limits) {
        this.windows = windows;
        this.limits = new EnumMap<>(RateLimitRule.class);
        this.limits.putAll(limits);
    }

    /** The limits where nothing else is said. */
    public static Map<RateLimitRule, Limit> usual() {
        return Arrays.stream(RateLimitRule.values())
                .collect(Collectors.toMap(occasion -> occasion, RateLimitRule::usual));
    }

    /**
     * The key of a client's address: of IPv6 the network of 64 bits, since whoever has one address there has all of them
     * (RFC 6177, RFC 8981).
     *
     * @param address as in {@link dev.hexadmin.domain.access.Actor.Origin}
     */
    public static String key(String address) {
        int end = address.indexOf(':');
        for (int groups = 1; end >= 0 && groups < 4; groups++) {
            end = address.indexOf(':', end + 1);
        }
        return end < 0 ? address : address.substring(0, end) + "::/64";
    }

    /** The key of an address and an e-mail address as typed. All that is too long to be one is one. */
    public static String key(String address, String email) {
        String bare = email.strip();
        return key(address) + " " + (bare.length() > LONGEST_EMAIL ? "…" : bare.toLowerCase(Locale.ROOT));
    }

    /**
     * Counts a call.
     *
     * @return empty when the occasion is not limited
     * @throws RequestRejectedException {@code TOO_MANY rate_limited} with the wait
     */
    public Optional<Counted> count(RateLimitRule occasion, String key) {
        return Optional.ofNullable(limits.get(occasion)).map(limit -> count(limit, key));
    }

    /**
     * Counts a call.
     *
     * @throws RequestRejectedException {@code TOO_MANY rate_limited} with the wait
     */
    public Counted count(Limit limit, String key) {
        Decision.Allowed allowed = acquire(limit, key);
        return new Counted(limit, allowed.remaining(), allowed.fresh());
    }

    /**
     * Runs {@code work}, which counts only when it is refused for a reason that {@code failure} accepts. While it runs it
     * counts.
     *
     * @throws RequestRejectedException {@code TOO_MANY rate_limited} with the wait, and what the work throws
     */
    public <T> T countFailures(
            RateLimitRule occasion, String key, Supplier<T> work, Predicate<RequestRejectedException> failure) {
        Optional<Limit> limit = Optional.ofNullable(limits.get(occasion));
        return limit.isPresent() ? countFailures(limit.get(), key, work, failure) : work.get();
    }

    /**
     * Runs a try to prove who one is, which counts when it fails: for its own occasion, and for the address over all
     * occasions, so that other e-mail addresses or tokens give no further tries.
     *
     * @param address as in {@link dev.hexadmin.domain.access.Actor.Origin}
     * @throws RequestRejectedException {@code TOO_MANY rate_limited} with the wait, and what the work throws
     */
    public <T> T countFailedSignIns(
            RateLimitRule occasion,
            String key,
            String address,
            Supplier<T> work,
            Predicate<RequestRejectedException> failure) {
        return countFailures(
                RateLimitRule.SIGN_IN_OF_ADDRESS,
                key(address),
                () -> countFailures(occasion, key, work, failure),
                failure);
    }

    private <T> T countFailures(
            Limit limit, String key, Supplier<T> work, Predicate<RequestRejectedException> failure) {
        Decision.Allowed attempt = acquire(limit, key);
        boolean counts = false;
        try {
            return work.get();
        } catch (RequestRejectedException e) {
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
            case Decision.Exceeded(Duration wait) -> {
                long seconds = wholeSeconds(wait);
                throw RequestRejectedException.later(
                                RequestRejectedException.Category.TOO_MANY,
                                "rate_limited",
                                "Too many tries. The next one can pass in " + seconds
                                        + (seconds == 1 ? " second." : " seconds."),
                                wait)
                        .under(limit);
            }
        };
    }

    /** Whole seconds, rounded up: a client that waits them passes. */
    public static long wholeSeconds(Duration wait) {
        return wait.getSeconds() + (wait.getNano() > 0 ? 1 : 0);
    }
}
