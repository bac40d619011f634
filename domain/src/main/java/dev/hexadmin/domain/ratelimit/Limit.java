package dev.hexadmin.domain.ratelimit;

import java.time.Duration;

/**
 * A sliding window: at most {@code most} requests of one key within any period of length {@code window}.
 *
 * @param name its name in the {@code RateLimit-Policy} field and in keys: {@code [a-z0-9_-]+}
 * @param most maximum number of requests, 1..10 000
 * @param window at least a second
 */
public record Limit(String name, int most, Duration window) {
    public Limit {
        if (!name.matches("[a-z0-9_-]+")) {
            throw new IllegalArgumentException("a limit's name is [a-z0-9_-]+, not '" + name + "'");
        }
        if (most < 1 || most > 10_000) {
            throw new IllegalArgumentException("limit '" + name + "': 1 to 10000 tries, not " + most);
        }
        if (window.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("limit '" + name + "': a window of a second or more, not " + window);
        }
    }
}
