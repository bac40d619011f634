package dev.hexadmin.application.identity;

import java.time.Duration;

/**
 * What an operator decides about signing in.
 *
 * @param tokens how long tokens are good
 * @param sessions how long sessions of the panel last
 * @param attemptsKept how long {@code admin_login_attempts} go back; 90 days by default
 * @param hashesAtOnce passwords hashed at the same time, each on a thread and in 12 MiB of its own
 * @param hashingPatience how long a sign-in waits for its turn to be hashed before it is refused
 * @param secret of the server, at least 32 bytes: keys for successors of refresh tokens, for TOTP secrets at rest and for
 *     backup codes are derived from it
 * @param issuer the product's name in authenticators
 */
public record IdentitySettings(
        TokenLifetimes tokens,
        SessionTimeouts sessions,
        Duration attemptsKept,
        int hashesAtOnce,
        Duration hashingPatience,
        byte[] secret,
        String issuer) {

    /**
     * How long tokens are good.
     *
     * @param access of an access token; 600 s by default
     * @param refresh of a refresh token; 7 days by default
     */
    public record TokenLifetimes(Duration access, Duration refresh) {
        public TokenLifetimes {
            requirePositive(access);
            requirePositive(refresh);
        }
    }

    /**
     * How long a session of the panel lasts.
     *
     * @param idle without a request; 8 hours by default
     * @param absolute at most, however much it is used; 7 days by default
     */
    public record SessionTimeouts(Duration idle, Duration absolute) {
        public SessionTimeouts {
            requirePositive(idle);
            requirePositive(absolute);
        }
    }

    /** Attempts in the table at most, whatever their age. */
    public static final long MOST_ATTEMPTS = 100_000;

    public IdentitySettings {
        if (secret.length < 32) {
            throw new IllegalArgumentException("the server's secret has " + secret.length + " bytes; 32 are needed");
        }
        requirePositive(attemptsKept);
        if (hashesAtOnce < 1) {
            throw new IllegalArgumentException("at least one password must be hashed at a time, not " + hashesAtOnce);
        }
    }

    private static void requirePositive(Duration lifetime) {
        if (!lifetime.isPositive()) {
            throw new IllegalArgumentException("a lifetime must be positive");
        }
    }

    /** What holds unless the operator says otherwise. */
    public static IdentitySettings of(byte[] secret, int processors) {
        return new IdentitySettings(
                new TokenLifetimes(Duration.ofSeconds(600), Duration.ofDays(7)),
                new SessionTimeouts(Duration.ofHours(8), Duration.ofDays(7)),
                Duration.ofDays(90),
                processors,
                Duration.ofSeconds(5),
                secret,
                "Hexadmin");
    }

    /** The same with other lives of tokens and sessions. */
    public IdentitySettings with(TokenLifetimes otherTokens, SessionTimeouts otherSessions) {
        return new IdentitySettings(
                otherTokens, otherSessions, attemptsKept, hashesAtOnce, hashingPatience, secret, issuer);
    }

    @Override
    public String toString() {
        return "IdentitySettings[" + tokens.access() + ", " + tokens.refresh() + "]";
    }
}
