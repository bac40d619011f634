package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.persistence.Persistence;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * The time of the database, which all servers of an installation have in common: leases and the times of tokens are written by one
 * server and judged by another. It is the machine's clock plus the difference that was measured last. Thread-safe.
 *
 * <p>A difference that the duration of the measurement may have caused, or of less than a quarter of a second, changes nothing, so that
 * the time of synchronized machines is their own and does not go back.
 */
final class DatabaseClock implements InstantSource {
    private static final System.Logger LOG = System.getLogger(DatabaseClock.class.getName());
    private static final Duration TOLERANCE = Duration.ofMillis(250);
    private static final Duration LOGGED_FROM = Duration.ofSeconds(2);

    private final InstantSource machine;
    private final Supplier<Instant> database;
    private volatile Duration difference = Duration.ZERO;

    /**
     * Measures the difference.
     *
     * @param database asks the database for its time
     * @throws dev.hexadmin.application.ServiceUnavailableException when the database is unavailable
     */
    DatabaseClock(InstantSource machine, Supplier<Instant> database) {
        this.machine = machine;
        this.database = database;
        compare();
    }

    /** The clock of a server on this database; that of the machine when there can be no other server. */
    static InstantSource of(Persistence persistence) {
        return persistence.shared()
                ? new DatabaseClock(InstantSource.system(), persistence::now)
                : InstantSource.system();
    }

    /**
     * Measures the difference again; must be called by one thread at a time.
     *
     * @throws dev.hexadmin.application.ServiceUnavailableException when the database is unavailable
     */
    void compare() {
        Instant before = machine.instant();
        Instant there = database.get();
        Duration error = Duration.between(before, machine.instant()).abs().dividedBy(2);
        Duration measured = Duration.between(before.plus(error), there);
        if (measured.minus(difference).abs().compareTo(TOLERANCE.plus(error)) <= 0) {
            return;
        }
        difference = measured;
        if (measured.abs().compareTo(LOGGED_FROM) >= 0) {
            LOG.log(
                    Level.WARNING,
                    "The clock of this machine is {0} s {1} that of the database, whose time is used instead."
                            + " Synchronize the clocks of both machines, such as with NTP",
                    measured.abs().toSeconds(),
                    measured.isNegative() ? "ahead of" : "behind");
        }
    }

    @Override
    public Instant instant() {
        return machine.instant().plus(difference);
    }
}
