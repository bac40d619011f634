package dev.hexadmin.bootstrap;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/**
 * A custom limit on requests, counted in a sliding window, as in {@code rate_limits.more} of the configuration file.
 * Immutable.
 *
 * @param name unique, {@code [a-z][a-z0-9_]*}; clients see it in {@code RateLimit-Policy}
 * @param paths at least one, such as {@code /admin/api/products} or {@code /admin/api/**}
 * @param methods of HTTP; empty: all
 * @param per which requests are counted together
 * @param calls maximum number in a window, 1 to 10 000
 * @param window 1 second to 1 day, in whole seconds
 */
public record RateLimit(String name, List<String> paths, Set<String> methods, Per per, int calls, Duration window) {
    private static final int MAX_CALLS = 10_000;
    private static final Duration MAX_WINDOW = Duration.ofDays(1);
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    /** Which requests are counted together. */
    public enum Per {
        /** Those of a client address, counted before authentication. */
        ADDRESS,
        /** Those of a user, including the user's API keys. */
        USER,
        /** Those of an API key. */
        API_KEY
    }

    /**
     * Checks everything that can be checked without the other limits.
     *
     * @throws IllegalArgumentException naming the limit and the rule
     */
    public RateLimit {
        paths = List.copyOf(paths);
        methods = Set.copyOf(methods);
        require(!paths.isEmpty(), name, "it needs at least one path");
        require(METHODS.containsAll(methods), name, "methods are GET, POST, PUT, PATCH, DELETE");
        require(calls >= 1 && calls <= MAX_CALLS, name, "calls are 1 to " + MAX_CALLS);
        require(
                window.equals(window.truncatedTo(ChronoUnit.SECONDS))
                        && window.isPositive()
                        && window.compareTo(MAX_WINDOW) <= 0,
                name,
                "a window is 1 second to 1 day, in whole seconds");
    }

    private static void require(boolean holds, String name, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("rate limit '" + name + "': " + rule);
        }
    }
}
