package dev.hexadmin.http;

import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Windows whose clock does not advance, 7.5 s after the first try of each key. Thread-safe. */
final class CountingWindows implements RateWindows {
    private static final Duration AGO = Duration.ofMillis(7_500);

    /** Tries by limit and key. */
    final Map<String, Integer> tries = new ConcurrentHashMap<>();

    @Override
    public Decision acquire(Limit limit, String key) {
        Duration left = limit.window().minus(AGO);
        int count = tries.merge(limit.name() + " " + key, 1, (one, other) -> Math.min(limit.most() + 1, one + other));
        return count > limit.most()
                ? new Decision.Exceeded(left)
                : new Decision.Allowed(limit.most() - count, count, left);
    }

    @Override
    public void giveBack(Limit limit, String key, Decision.Allowed attempt) {
        tries.merge(limit.name() + " " + key, -1, Integer::sum);
    }
}
