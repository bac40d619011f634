package dev.hexadmin.bootstrap;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A custom limit on requests, counted in a sliding window, as in {@code rate_limits.more} of the configuration file.
 * Immutable.
 *
 * <pre>{@code
 * RateLimit.builder("exports")
 *         .paths("/admin/api/products")
 *         .per(RateLimit.Per.USER)
 *         .calls(10, Duration.ofMinutes(1))
 *         .build()
 * }</pre>
 */
public final class RateLimit {
    private static final int MAX_CALLS = 10_000;
    private static final Duration MAX_WINDOW = Duration.ofDays(1);
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private final String name;
    private final List<String> paths;
    private final Set<String> methods;
    private final Per per;
    private final int calls;
    private final Duration window;

    /** Which requests are counted together. */
    public enum Per {
        /** Those of a client address, counted before authentication. */
        ADDRESS,
        /** Those of a user, including the user's API keys. */
        USER,
        /** Those of an API key. */
        API_KEY
    }

    private RateLimit(Builder builder) {
        this.name = builder.name;
        this.paths = builder.paths;
        this.methods = builder.methods;
        this.per = builder.per;
        this.calls = builder.calls;
        this.window = builder.window;
        require(!paths.isEmpty(), "it needs at least one path");
        require(METHODS.containsAll(methods), "methods are GET, POST, PUT, PATCH, DELETE");
        require(calls >= 1 && calls <= MAX_CALLS, "calls are 1 to " + MAX_CALLS);
        require(
                window.equals(window.truncatedTo(ChronoUnit.SECONDS))
                        && window.isPositive()
                        && window.compareTo(MAX_WINDOW) <= 0,
                "a window is 1 second to 1 day, in whole seconds");
    }

    private void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("rate limit '" + name + "': " + rule);
        }
    }

    /**
     * A builder; it needs {@link Builder#paths} and {@link Builder#calls}.
     *
     * @param name unique, {@code [a-z][a-z0-9_]*}; clients see it in {@code RateLimit-Policy}
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The paths whose requests are counted. */
    public List<String> paths() {
        return paths;
    }

    /** The methods whose requests are counted; empty: all. */
    public Set<String> methods() {
        return methods;
    }

    /** Which requests are counted together. */
    public Per per() {
        return per;
    }

    /** The maximum number in a window. */
    public int calls() {
        return calls;
    }

    /** The length of the window. */
    public Duration window() {
        return window;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RateLimit that
                && name.equals(that.name)
                && paths.equals(that.paths)
                && methods.equals(that.methods)
                && per == that.per
                && calls == that.calls
                && window.equals(that.window);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "RateLimit[" + name + ": " + calls + " in " + window + "]";
    }

    /** Collects one limit. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private List<String> paths = List.of();
        private Set<String> methods = Set.of();
        private Per per = Per.ADDRESS;
        private int calls;
        private Duration window = Duration.ZERO;

        private Builder(String name) {
            this.name = Objects.requireNonNull(name, "name");
        }

        /** The paths, such as {@code /admin/api/products} or {@code /admin/api/**}; at least one. */
        public Builder paths(String... paths) {
            this.paths = List.of(paths);
            return this;
        }

        /** The methods of HTTP. Default: all. */
        public Builder methods(String... methods) {
            this.methods = Set.of(methods);
            return this;
        }

        /** Which requests are counted together. Default: those of a client address. */
        public Builder per(Per per) {
            this.per = Objects.requireNonNull(per, "per");
            return this;
        }

        /**
         * How many requests may pass in a window.
         *
         * @param most 1 to 10 000
         * @param window 1 second to 1 day, in whole seconds
         */
        public Builder calls(int most, Duration window) {
            this.calls = most;
            this.window = Objects.requireNonNull(window, "window");
            return this;
        }

        /**
         * The limit, with everything checked that can be checked without the other limits.
         *
         * @throws IllegalArgumentException naming the limit and the rule
         */
        public RateLimit build() {
            return new RateLimit(this);
        }
    }
}
