package dev.hexadmin.application;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How much of a long piece of work goes into one transaction, so that each takes about 50 ms and others come in between:
 * twice as much after one that was faster than half of it, half as much after a slower one. Used by one thread.
 */
public final class BatchSize {
    private static final long AIM = Duration.ofMillis(50).toNanos();
    private static final int FIRST = 50;
    private static final int MOST = 2_000;

    private final LongSupplier nanos;
    private int size = FIRST;
    private long began;

    public BatchSize() {
        this(System::nanoTime);
    }

    BatchSize(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** How many items the next transaction has. */
    public int size() {
        return size;
    }

    /** To be called inside the transaction, first and last: what it waited for before does not count. */
    public void begin() {
        began = nanos.getAsLong();
    }

    /** Learns from how long the items of a transaction have taken. */
    public void end() {
        long took = nanos.getAsLong() - began;
        if (took > AIM) {
            size = Math.max(1, size / 2);
        } else if (took < AIM / 2) {
            size = Math.min(MOST, size * 2);
        }
    }
}
