package dev.hexadmin.http;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what happens by itself. */
final class Waiting {
    static final Duration LONGEST = Duration.ofSeconds(30);

    private Waiting() {}

    /** Looks until it is so; fails after half a minute. */
    static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("it did not happen in " + LONGEST);
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }
    }
}
