package dev.hexadmin.domain.notifications;

import java.time.Duration;
import java.time.Instant;

/**
 * Keeps a provider that is down from being asked for every message: after some failures in a row it is left alone for a
 * while, then one try decides.
 */
public sealed interface Breaker {
    /** One whose provider has not failed. */
    static Breaker closed() {
        return new Closed(0);
    }

    /**
     * When it opens and for how long.
     *
     * @param failures in a row, from 1
     * @param pause until the one try
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
     * Tries go through.
     *
     * @param failures in a row so far
     */
    record Closed(int failures) implements Breaker {}

    /**
     * Nothing goes through.
     *
     * @param until then one try may
     */
    record Open(Instant until) implements Breaker {}

    /**
     * One try is under way.
     *
     * @param until when it has said nothing by then, another may
     */
    record Trying(Instant until) implements Breaker {}

    /** Whether a try may go through now. */
    default boolean admits(Instant now) {
        return switch (this) {
            case Closed(int failures) -> true;
            case Open(Instant until) -> !now.isBefore(until);
            case Trying(Instant until) -> !now.isBefore(until);
        };
    }

    /** After a try was let through. */
    default Breaker begun(Instant now, Rules rules) {
        return this instanceof Closed ? this : new Trying(now.plus(rules.pause()));
    }

    /** After a try that the provider answered, whatever it said. */
    default Breaker answered() {
        return closed();
    }

    /** After a try that may succeed later. */
    default Breaker failed(Instant now, Rules rules) {
        return switch (this) {
            case Closed(int failures) when failures + 1 < rules.failures() -> new Closed(failures + 1);
            case Closed closed -> new Open(now.plus(rules.pause()));
            case Trying trying -> new Open(now.plus(rules.pause()));
            case Open open -> open; // a try begun before it opened
        };
    }

    /** When it is worth asking again; {@code now} when it is now. */
    default Instant worthAsking(Instant now) {
        return switch (this) {
            case Closed(int failures) -> now;
            case Open(Instant until) -> until.isBefore(now) ? now : until;
            case Trying(Instant until) -> until.isBefore(now) ? now : until;
        };
    }
}
