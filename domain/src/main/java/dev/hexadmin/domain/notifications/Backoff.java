package dev.hexadmin.domain.notifications;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The retry schedule of a failed attempt: the wait doubles after each attempt. A jitter of 20 % keeps attempts that
 * failed together from being repeated together.
 *
 * @param tries total number of attempts, from 1
 * @param first wait after the first attempt
 * @param longest the maximum wait, before the jitter
 */
public record Backoff(int tries, Duration first, Duration longest) {
    /** Eight attempts within about half an hour. */
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
     * The wait after a failed attempt.
     *
     * @param tried number of attempts so far, from 1
     * @return the wait; empty when no attempts are left
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
