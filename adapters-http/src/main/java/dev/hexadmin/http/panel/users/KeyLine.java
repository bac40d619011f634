package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

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
                key.role().orElseGet(() -> text("deleted")),
                Moment.of(key.createdAt()),
                Moment.of(key.expiresAt(), text("never")),
                Moment.of(key.lastUsedAt(), text("never")),
                switch (key.state()) {
                    case GOOD -> "";
                    case EXPIRED -> text("expired");
                    case ROLE_GONE -> text("without a role");
                    case BEYOND_OWNER -> text("rests: its role allows more than its owner");
                });
    }
}
