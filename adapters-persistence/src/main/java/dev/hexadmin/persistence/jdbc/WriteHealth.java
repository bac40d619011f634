package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.application.port.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.session.SqlFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether the database takes writes, for readiness checks: what writes have failed with, and a small write of its own
 * every ten seconds, every second after a failure, and only when asked. Thread-safe.
 */
final class WriteHealth {
    private static final long RARELY = Duration.ofSeconds(10).toNanos();
    private static final long OFTEN = Duration.ofSeconds(1).toNanos();

    private final Runnable probe;
    private final LongSupplier nanos;
    private Optional<Reason> outage = Optional.empty();
    private long lookedAt;

    /** @param probe writes a little; throws what the database does */
    WriteHealth(Runnable probe) {
        this(probe, System::nanoTime);
    }

    WriteHealth(Runnable probe, LongSupplier nanos) {
        this.probe = probe;
        this.nanos = nanos;
        this.lookedAt = nanos.getAsLong() - RARELY;
    }

    /** Runs a write and keeps in mind that the database did not take it. */
    <T> T noting(Supplier<T> write) {
        try {
            return write.get();
        } catch (ServiceUnavailableException e) {
            note(e.reason());
            throw e;
        }
    }

    private synchronized void note(Reason reason) {
        if (reason == Reason.DATABASE_FULL || reason == Reason.DATABASE_READ_ONLY) {
            outage = Optional.of(reason);
            lookedAt = nanos.getAsLong();
        }
    }

    synchronized boolean failing() {
        return outage.isPresent();
    }

    /** Why writes fail now; empty when they do not. */
    Optional<Reason> outage() {
        if (due()) {
            try {
                probe.run();
                look(Optional.empty());
            } catch (ServiceUnavailableException e) {
                // one that waits for another transaction says nothing about the database
                look(e.reason() == Reason.DATABASE_LOCKED ? Optional.empty() : Optional.of(e.reason()));
            } catch (SqlFailure e) {
                look(Optional.empty()); // the probe itself is at fault, such as for a right that it lacks
            }
        }
        return last();
    }

    private synchronized boolean due() {
        long now = nanos.getAsLong();
        boolean due = now - lookedAt >= (outage.isPresent() ? OFTEN : RARELY);
        if (due) {
            lookedAt = now;
        }
        return due;
    }

    private synchronized void look(Optional<Reason> found) {
        outage = found;
    }

    private synchronized Optional<Reason> last() {
        return outage;
    }
}
