package dev.hexadmin.domain.ratelimit;

import java.time.Duration;

/** Whether a try may go on. */
public sealed interface Decision {
    /**
     * It may, and counts.
     *
     * @param remaining further tries that would pass now
     * @param ticket what a try that should not count after all is given back by
     * @param fresh until the oldest try that counts leaves the window
     */
    record Allowed(int remaining, long ticket, Duration fresh) implements Decision {}

    /**
     * It may not, and does not count.
     *
     * @param retryAfter until the next try can pass
     */
    record Exceeded(Duration retryAfter) implements Decision {}
}
