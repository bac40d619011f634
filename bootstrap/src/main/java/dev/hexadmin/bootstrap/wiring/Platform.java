package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.persistence.settings.PasswordCost;
import java.time.InstantSource;

/**
 * What an installation takes as given, and tests replace.
 *
 * @param clock the time of day
 * @param passwordCost of new password hashes
 */
public record Platform(InstantSource clock, PasswordCost passwordCost) {
    /** The machine's clock, and hashes that are as expensive as OWASP recommends. */
    public static final Platform DEFAULT = new Platform(InstantSource.system(), PasswordCost.OWASP);
}
