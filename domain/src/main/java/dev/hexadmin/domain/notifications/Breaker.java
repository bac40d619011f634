package dev.hexadmin.domain.notifications;

import java.time.Duration;
import java.time.Instant;

/**
 * A circuit breaker for a provider: after a number of consecutive failures it rejects attempts for a while, then lets
 * one attempt decide.
 */
public sealed interface Breaker {
    /** A closed breaker. */
    static Breaker closed() {
        return new Closed(0);
    }

    /**
     * When the breaker opens and for how long.
     *
     * @param failures consecutive failures, from 1
     * @param pause until the next attempt
     */
    record Rules(int failures, Duration pause) {
        /** Five failures, thirty seconds. */
        public static final Rules USUAL = new Rules(5, Duration.ofSeconds(30));

        public Rules {
            if (failures < 1 || !pause.isPositive()) {
                throw new IllegalArgumentException("a breaker opens after 1 failure or more, for some time");
            }
        }
    }

    /**
     * Attempts are allowed.
     *
     * @param failures consecutive failures so far
     */
    record Closed(int failures) implements Breaker {}

    /**
     * Attempts are rejected.
     *
     * @param until when one attempt is allowed
     */
    record Open(Instant until) implements Breaker {}

    /**
     * Half open: one attempt is in progress.
     *
     * @param until when that attempt has not ended by then, another one is allowed
     */
    record Trying(Instant until) implements Breaker {}

    /** Whether an attempt is allowed now. */
    default boolean admits(Instant now) {
        return switch (this) {
            case Closed(int failures) -> true;
            case Open(Instant until) -> !now.isBefore(until);
            case Trying(Instant until) -> !now.isBefore(until);
        };
    }

    /** The state after an attempt was allowed. */
    default Breaker begun(Instant now, Rules rules) {
        return this instanceof Closed ? this : new Trying(now.plus(rules.pause()));
    }

    /** The state after an attempt to which the provider responded, with any result. */
    default Breaker answered() {
        return closed();
    }

    /** The state after an attempt that failed temporarily. */
    default Breaker failed(Instant now, Rules rules) {
        return switch (this) {
            case Closed(int failures) when failures + 1 < rules.failures() -> new Closed(failures + 1);
            case Closed closed -> new Open(now.plus(rules.pause()));
            case Trying trying -> new Open(now.plus(rules.pause()));
            case Open open -> open; // an attempt that began before the breaker opened
        };
    }

    /** When the next attempt is allowed; {@code now} when it is allowed now. */
    default Instant worthAsking(Instant now) {
        return switch (this) {
            case Closed(int failures) -> now;
            case Open(Instant until) -> until.isBefore(now) ? now : until;
            case Trying(Instant until) -> until.isBefore(now) ? now : until;
        };
    }
}
