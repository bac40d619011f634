package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.session.SqlFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether the database accepts writes, for readiness checks. It records failures of writes, and a readiness check runs
 * a small write, at most every ten seconds, after a failure every second. Thread-safe.
 */
final class WriteHealth {
    private static final long RARELY = Duration.ofSeconds(10).toNanos();
    private static final long OFTEN = Duration.ofSeconds(1).toNanos();

    private final Runnable probe;
    private final LongSupplier nanos;
    private Optional<Reason> outage = Optional.empty();
    private long lookedAt;

    /** @param probe runs a small write; throws the exception of the database */
    WriteHealth(Runnable probe) {
        this(probe, System::nanoTime);
    }

    WriteHealth(Runnable probe, LongSupplier nanos) {
        this.probe = probe;
        this.nanos = nanos;
        this.lookedAt = nanos.getAsLong() - RARELY;
    }

    /** Runs a write and records when the database does not accept it. */
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
                // a write that waits for another transaction says nothing about the database
                look(e.reason() == Reason.DATABASE_LOCKED ? Optional.empty() : Optional.of(e.reason()));
            } catch (SqlFailure e) {
                look(Optional.empty()); // the probe itself failed, for example because of a missing right
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
