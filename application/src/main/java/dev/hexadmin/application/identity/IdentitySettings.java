package dev.hexadmin.application.identity;

import java.time.Duration;

/**
 * What an operator decides about signing in.
 *
 * @param accessLifetime of an access token; 600 s by default
 * @param refreshLifetime of a refresh token; 7 days by default
 * @param sessionIdleTimeout how long a session of the panel lasts without a request; 8 hours by default
 * @param sessionAbsoluteTimeout how long it lasts at most, however much it is used; 7 days by default
 * @param attemptsKept how long {@code admin_login_attempts} go back; 90 days by default
 * @param hashesAtOnce passwords hashed at the same time, each on a thread and in 12 MiB of its own
 * @param hashingPatience how long a sign-in waits for its turn to be hashed before it is refused
 * @param secret of the server, at least 32 bytes: keys for successors of refresh tokens, for TOTP secrets at rest and for
 *     backup codes are derived from it
 * @param issuer the product's name in authenticators
 */
public record IdentitySettings(
        Duration accessLifetime,
        Duration refreshLifetime,
        Duration sessionIdleTimeout,
        Duration sessionAbsoluteTimeout,
        Duration attemptsKept,
        int hashesAtOnce,
        Duration hashingPatience,
        byte[] secret,
        String issuer) {

    /** Attempts in the table at most, whatever their age. */
    public static final long MOST_ATTEMPTS = 100_000;

    public IdentitySettings {
        if (secret.length < 32) {
            throw new IllegalArgumentException("the server's secret has " + secret.length + " bytes; 32 are needed");
        }
        if (!accessLifetime.isPositive()
                || !refreshLifetime.isPositive()
                || !sessionIdleTimeout.isPositive()
                || !sessionAbsoluteTimeout.isPositive()
                || !attemptsKept.isPositive()) {
            throw new IllegalArgumentException("a lifetime must be positive");
        }
        if (hashesAtOnce < 1) {
            throw new IllegalArgumentException("at least one password must be hashed at a time, not " + hashesAtOnce);
        }
    }

    /** What holds unless the operator says otherwise. */
    public static IdentitySettings of(byte[] secret, int processors) {
        return new IdentitySettings(
                Duration.ofSeconds(600),
                Duration.ofDays(7),
                Duration.ofHours(8),
                Duration.ofDays(7),
                Duration.ofDays(90),
                processors,
                Duration.ofSeconds(5),
                secret,
                "Hexadmin");
    }

    /** The same with other lives of tokens. */
    public IdentitySettings withLifetimes(Duration access, Duration refresh) {
        return new IdentitySettings(
                access,
                refresh,
                sessionIdleTimeout,
                sessionAbsoluteTimeout,
                attemptsKept,
                hashesAtOnce,
                hashingPatience,
                secret,
                issuer);
    }

    /** The same with other timeouts of sessions. */
    public IdentitySettings withSessionTimeouts(Duration idle, Duration absolute) {
        return new IdentitySettings(
                accessLifetime,
                refreshLifetime,
                idle,
                absolute,
                attemptsKept,
                hashesAtOnce,
                hashingPatience,
                secret,
                issuer);
    }

    @Override
    public String toString() {
        return "IdentitySettings[" + accessLifetime + ", " + refreshLifetime + "]";
    }
}
