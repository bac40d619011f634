package dev.hexadmin.domain.identity;

import java.time.Instant;

/**
 * A session that has not ended.
 *
 * @param id identifies it in lists; not secret
 * @param email the user's
 * @param address the client's; empty for the API
 * @param browser the client's {@code User-Agent}; empty for the API
 */
public record OpenSession(
        String id,
        Kind kind,
        UserId user,
        EmailAddress email,
        Instant createdAt,
        Instant expiresAt,
        String address,
        String browser) {
    /** How a session began. */
    public enum Kind {
        /** In the panel. */
        PANEL,
        /** Over the API: a family of refresh tokens. */
        API
    }
}
