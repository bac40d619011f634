package dev.hexadmin.application.ratelimit;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.domain.text.Message;
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
 * The rate limits of contract section 7. Thread-safe, open to anonymous callers: requests are counted by key.
 *
 * <p>Limits apply across servers when their {@link RateWindows} are shared.
 */
public final class LimitingRequests {
    /** The maximum length of a user's address: see {@link dev.hexadmin.domain.identity.EmailAddress}. */
    private static final int MAX_EMAIL_LENGTH = 254;

    private final RateWindows windows;
    private final Map<RateLimitRule, Limit> limits;

    /**
     * @param limits a rule without a limit is switched off
     */
    public LimitingRequests(RateWindows windows, Map<RateLimitRule, Limit> limits) {
        this.windows = windows;
        this.limits = new EnumMap<>(RateLimitRule.class);
        this.limits.putAll(limits);
    }

    /** The default limits. */
    public static Map<RateLimitRule, Limit> usual() {
        return Arrays.stream(RateLimitRule.values())
                .collect(Collectors.toMap(occasion -> occasion, RateLimitRule::usual));
    }

    /**
     * The key of a client address; for IPv6 the 64-bit network, since one client usually has a whole network (RFC 6177,
     * RFC 8981).
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

    /** The key of a client address and an e-mail address as typed. All addresses that are too long share a key. */
    public static String key(String address, String email) {
        String bare = email.strip();
        return key(address) + " " + (bare.length() > MAX_EMAIL_LENGTH ? "…" : bare.toLowerCase(Locale.ROOT));
    }

    /**
     * Counts a request.
     *
     * @return empty when the rule is switched off
     * @throws RequestRejectedException {@code TOO_MANY rate_limited} with the wait
     */
    public Optional<Counted> count(RateLimitRule occasion, String key) {
        return Optional.ofNullable(limits.get(occasion)).map(limit -> count(limit, key));
    }

    /**
     * Counts a request.
     *
     * @throws RequestRejectedException {@code TOO_MANY rate_limited} with the wait
     */
    public Counted count(Limit limit, String key) {
        Decision.Allowed allowed = acquire(limit, key);
        return new Counted(limit, allowed.remaining(), allowed.fresh());
    }

    /**
     * Runs {@code work}, which is counted only when it is rejected for a reason that {@code failure} accepts. While it
     * runs it is counted.
     *
     * @throws RequestRejectedException {@code TOO_MANY rate_limited} with the wait, and what the work throws
     */
    public <T> T countFailures(
            RateLimitRule occasion, String key, Supplier<T> work, Predicate<RequestRejectedException> failure) {
        Optional<Limit> limit = Optional.ofNullable(limits.get(occasion));
        return limit.isPresent() ? countFailures(limit.get(), key, work, failure) : work.get();
    }

    /**
     * Runs an authentication attempt, which is counted when it fails: by its own rule, and by the rule for all kinds of
     * sign-in of the address, so that other e-mail addresses or tokens give no further attempts.
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

    /**
     * Runs a change that needs the current password of its user: a wrong one is counted as a sign-in that failed.
     *
     * @throws RequestRejectedException {@code TOO_MANY rate_limited} with the wait, and what the work throws
     */
    public <T> T countWrongPasswords(Actor.SignedIn actor, Supplier<T> work) {
        String address = actor.origin().address();
        return countFailedSignIns(
                RateLimitRule.SIGN_IN,
                key(address, actor.email().value()),
                address,
                work,
                refused -> refused.violations().stream()
                        .anyMatch(violation -> violation.code().equals("wrong_password")));
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
                                Message.of(
                                                "{seconds, plural, one {Too many tries. The next one can pass in # second.} other {Too many tries. The next one can pass in # seconds.}}")
                                        .with("seconds", seconds),
                                wait)
                        .under(limit);
            }
        };
    }

    /** Whole seconds, rounded up, so that a request after this time is allowed. */
    public static long wholeSeconds(Duration wait) {
        return wait.getSeconds() + (wait.getNano() > 0 ? 1 : 0);
    }
}
