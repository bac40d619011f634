package dev.hexadmin.application.ratelimit;

import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;

/**
 * A call that a limit has counted and let pass.
 *
 * @param remaining further calls that would pass now
 * @param fresh until the oldest call that counts leaves the window
 */
public record Counted(Limit limit, int remaining, Duration fresh) {}
