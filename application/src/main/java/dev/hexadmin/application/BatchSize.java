package dev.hexadmin.application;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Adapts the batch size of a long job, so that each transaction takes about 50 ms and other writers can run in between:
 * the size doubles after a batch that took less than half of it, and is halved after a slower one. Used by one thread.
 */
public final class BatchSize {
    private static final long AIM = Duration.ofMillis(50).toNanos();
    private static final int FIRST = 50;
    private static final int MAX_SIZE = 2_000;

    private final LongSupplier nanos;
    private int size = FIRST;
    private long began;

    public BatchSize() {
        this(System::nanoTime);
    }

    BatchSize(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The number of items of the next transaction. */
    public int size() {
        return size;
    }

    /** Must be called as the first and last step inside the transaction: waiting for the transaction does not count. */
    public void begin() {
        began = nanos.getAsLong();
    }

    /** Adapts the size to the duration of the last batch. */
    public void end() {
        long took = nanos.getAsLong() - began;
        if (took > AIM) {
            size = Math.max(1, size / 2);
        } else if (took < AIM / 2) {
            size = Math.min(MAX_SIZE, size * 2);
        }
    }
}
