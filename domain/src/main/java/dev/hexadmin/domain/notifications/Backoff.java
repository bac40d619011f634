package dev.hexadmin.domain.notifications;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * When a failed try is repeated: after a wait that doubles each time, give or take a fifth, so that what failed together
 * does not come back together.
 *
 * @param tries in all, from 1
 * @param first the wait after the first try
 * @param longest no wait is longer, before the jitter
 */
public record Backoff(int tries, Duration first, Duration longest) {
    /** Eight tries over about half an hour. */
    public static final Backoff USUAL = new Backoff(8, Duration.ofSeconds(14), Duration.ofMinutes(15));

    private static final double JITTER = 0.2;

    public Backoff {
        if (tries < 1 || tries > 100) {
            throw new IllegalArgumentException("1 to 100 tries, not " + tries);
        }
        if (!first.isPositive() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("the first wait is positive and not longer than the longest: " + first);
        }
    }

    /**
     * The wait after a failed try.
     *
     * @param tried tries made so far, from 1
     * @return empty when there are no more
     */
    public Optional<Duration> after(int tried, RandomGenerator random) {
        if (tried >= tries) {
            return Optional.empty();
        }
        double wait =
                Math.min((double) longest.toMillis(), (double) first.toMillis() * Math.pow(2, Math.max(0, tried - 1)));
        return Optional.of(Duration.ofMillis(Math.round(wait * (1 - JITTER + 2 * JITTER * random.nextDouble()))));
    }
}
