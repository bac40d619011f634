package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.persistence.settings.PasswordCost;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What an installation takes as given, and tests replace.
 *
 * @param clock the time of day
 * @param passwordCost of new password hashes
 * @param meters the registry of the program
 */
public record Platform(InstantSource clock, PasswordCost passwordCost, Optional<MeterRegistry> meters) {
    /** The machine's clock, and hashes that are as expensive as OWASP recommends. */
    public static final Platform DEFAULT = new Platform(InstantSource.system(), PasswordCost.OWASP, Optional.empty());

    /** The same with another clock. */
    public Platform with(InstantSource clock) {
        return new Platform(clock, passwordCost, meters);
    }

    /** The same with the registry of a program. */
    public Platform with(MeterRegistry meters) {
        return new Platform(clock, passwordCost, Optional.of(meters));
    }
}
