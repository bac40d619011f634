package dev.hexadmin.domain.identity;

import java.time.Instant;
import java.util.Optional;

/**
 * A session that has not ended.
 *
 * @param id identifies it in lists; not secret
 * @param email the user's
 */
public record OpenSession(
        String id, Kind kind, UserId user, EmailAddress email, Instant createdAt, Instant expiresAt, SignIn signIn) {
    /** How a session began. */
    public enum Kind {
        /** In the panel. */
        PANEL,
        /** Over the API: a family of refresh tokens. */
        API
    }

    /**
     * The sign-in of a session.
     *
     * @param address the client's: for the API, of the client that got tokens last
     * @param browser the client's {@code User-Agent}; empty for the API
     * @param method empty for sessions that began before methods were stored
     */
    public record SignIn(String address, String browser, Optional<SignInMethod> method) {}
}
