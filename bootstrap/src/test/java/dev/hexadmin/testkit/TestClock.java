package dev.hexadmin.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The clock of a {@link TestServer}: it goes on as the machine's does, and a test turns it. What is due by then, such as
 * a message to be tried again, is done the next time the server looks for it. Thread-safe.
 */
public final class TestClock implements InstantSource {
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    TestClock() {}

    @Override
    public Instant instant() {
        return InstantSource.system().instant().plus(ahead.get());
    }

    /**
     * Turns it forward.
     *
     * @throws IllegalArgumentException when the time is negative: a clock that goes back is not tested with it
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a clock is turned forward, not by " + time);
        }
        ahead.updateAndGet(by -> by.plus(time));
    }
}
