package dev.hexadmin.application.identity;

import dev.hexadmin.application.secrets.SecretKeys;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of sign-in.
 *
 * @param tokens lifetimes of tokens
 * @param sessions lifetimes of panel sessions
 * @param attemptsKept retention of {@code admin_login_attempts}; 90 days by default
 * @param hashesAtOnce maximum number of concurrent password hashes, each on a separate thread with 12 MiB
 * @param hashingPatience how long a sign-in waits for its turn to be hashed before it is rejected
 * @param keys from which those for successors of refresh tokens, for stored TOTP secrets, for backup codes and for forms are
 *     derived
 * @param issuer the product's name in authenticator apps
 * @param mailing mails about accounts
 */
public record IdentitySettings(
        TokenLifetimes tokens,
        SessionTimeouts sessions,
        Duration attemptsKept,
        int hashesAtOnce,
        Duration hashingPatience,
        SecretKeys keys,
        String issuer,
        Mailing mailing) {

    /**
     * Lifetimes of tokens.
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
     * Lifetimes of a panel session.
     *
     * @param idle without a request; 8 hours by default
     * @param absolute the maximum; 7 days by default
     */
    public record SessionTimeouts(Duration idle, Duration absolute) {
        public SessionTimeouts {
            requirePositive(idle);
            requirePositive(absolute);
        }
    }

    /**
     * Mails about accounts.
     *
     * @param links empty: mails with links are not sent, since no public address of the panel is known
     * @param invitation lifetime of an invitation; 7 days by default
     * @param passwordReset lifetime of a link for a new password; 30 minutes by default
     * @param signInNotices whether users get a notice of a sign-in with a device that is new for them
     */
    public record Mailing(
            Optional<LinkAddresses> links, Duration invitation, Duration passwordReset, boolean signInNotices) {
        /** The lifetime of a link that confirms an e-mail address. */
        public static final Duration EMAIL_CONFIRMATION = Duration.ofDays(1);

        /** The defaults, without links. */
        public static final Mailing USUAL =
                new Mailing(Optional.empty(), Duration.ofDays(7), Duration.ofMinutes(30), true);

        public Mailing {
            requirePositive(invitation);
            requirePositive(passwordReset);
        }
    }

    /** The addresses of the pages to which links lead; a token is added at the end. */
    public record LinkAddresses(String invitation, String passwordReset, String emailConfirmation) {}

    /** The maximum number of stored attempts. */
    public static final long MOST_ATTEMPTS = 100_000;

    public IdentitySettings {
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

    /** The defaults. */
    public static IdentitySettings of(SecretKeys keys, int processors) {
        return new IdentitySettings(
                new TokenLifetimes(Duration.ofSeconds(600), Duration.ofDays(7)),
                new SessionTimeouts(Duration.ofHours(8), Duration.ofDays(7)),
                Duration.ofDays(90),
                processors,
                Duration.ofSeconds(5),
                keys,
                "Hexadmin",
                Mailing.USUAL);
    }

    /** The same settings with other lifetimes of tokens and sessions. */
    public IdentitySettings with(TokenLifetimes otherTokens, SessionTimeouts otherSessions) {
        return new IdentitySettings(
                otherTokens, otherSessions, attemptsKept, hashesAtOnce, hashingPatience, keys, issuer, mailing);
    }

    /** The same settings with other mails about accounts. */
    public IdentitySettings with(Mailing other) {
        return new IdentitySettings(tokens, sessions, attemptsKept, hashesAtOnce, hashingPatience, keys, issuer, other);
    }

    /** The same settings with another name in authenticator apps. */
    public IdentitySettings named(String name) {
        return new IdentitySettings(tokens, sessions, attemptsKept, hashesAtOnce, hashingPatience, keys, name, mailing);
    }

    @Override
    public String toString() {
        return "IdentitySettings[" + tokens.access() + ", " + tokens.refresh() + "]";
    }
}
