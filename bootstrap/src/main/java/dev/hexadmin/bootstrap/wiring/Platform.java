package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.persistence.settings.PasswordCost;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What an installation takes as given, and tests replace.
 *
 * @param clock the time of day; empty: that of {@link DatabaseClock}
 * @param passwordCost of new password hashes
 * @param meters the registry of the program
 * @param traces of the program; empty: the one that is global when the database is opened
 */
public record Platform(
        Optional<InstantSource> clock,
        PasswordCost passwordCost,
        Optional<MeterRegistry> meters,
        Optional<OpenTelemetry> traces) {
    /** The database's time, and hashes that are as expensive as OWASP recommends. */
    public static final Platform DEFAULT =
            new Platform(Optional.empty(), PasswordCost.OWASP, Optional.empty(), Optional.empty());

    /** The same with another clock. */
    public Platform with(InstantSource clock) {
        return new Platform(Optional.of(clock), passwordCost, meters, traces);
    }

    /** The same with the registry of a program. */
    public Platform with(MeterRegistry meters) {
        return new Platform(clock, passwordCost, Optional.of(meters), traces);
    }

    /** The same with the traces of a program. */
    public Platform with(OpenTelemetry traces) {
        return new Platform(clock, passwordCost, meters, Optional.of(traces));
    }
}
