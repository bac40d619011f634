package dev.hexadmin.http.panel.users;

import dev.hexadmin.application.identity.ManagingApiKeys;

/**
 * An API key in a list.
 *
 * @param role its role's name, or that the role no longer exists
 * @param trouble why it is not valid, or {@code ""}
 */
public record KeyLine(
        long id,
        String name,
        String prefix,
        String role,
        Moment createdAt,
        Moment expiresAt,
        Moment lastUsedAt,
        String trouble) {
    static KeyLine of(ManagingApiKeys.Key key) {
        return new KeyLine(
                key.id(),
                key.name(),
                key.prefix(),
                key.role().orElse("deleted"),
                Moment.of(key.createdAt()),
                Moment.of(key.expiresAt(), "never"),
                Moment.of(key.lastUsedAt(), "never"),
                switch (key.state()) {
                    case GOOD -> "";
                    case EXPIRED -> "expired";
                    case ROLE_GONE -> "without a role";
                    case BEYOND_OWNER -> "rests: its role allows more than its owner";
                });
    }
}
