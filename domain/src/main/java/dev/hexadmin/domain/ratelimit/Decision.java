package dev.hexadmin.domain.ratelimit;

import java.time.Duration;

/** Whether a request is allowed. */
public sealed interface Decision {
    /**
     * The request is allowed and counted.
     *
     * @param remaining how many further requests are allowed now
     * @param ticket identifies the request, to take it off the count later
     * @param fresh until the oldest counted request leaves the window
     */
    record Allowed(int remaining, long ticket, Duration fresh) implements Decision {}

    /**
     * The request is rejected and not counted.
     *
     * @param retryAfter until the next request is allowed
     */
    record Exceeded(Duration retryAfter) implements Decision {}
}
