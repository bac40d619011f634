package dev.hexadmin.application;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Generates version 7 UUIDs (RFC 9562 section 5.7): time-ordered to the millisecond, 74 random bits. Thread-safe. */
public final class Uuids {
    private final InstantSource clock;
    private final RandomGenerator random;

    /**
     * @param random thread-safe and unpredictable
     */
    public Uuids(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** Generates a UUID. */
    public UUID next() {
        long high = clock.millis() << 16 | 0x7000 | random.nextInt(0x1000);
        long low = random.nextLong() >>> 2 | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}
