package dev.hexadmin.application.ratelimit;

import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;

/**
 * A request that a limit has counted and allowed.
 *
 * @param remaining number of further requests that are allowed now
 * @param fresh until the oldest counted request leaves the window
 */
public record Counted(Limit limit, int remaining, Duration fresh) {}
