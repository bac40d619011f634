package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.identity.ManagingPasskeys.Passkey;

/** A passkey in a list. */
public record PasskeyLine(long id, String name, boolean synced, Moment createdAt, Moment lastUsedAt) {
    static PasskeyLine of(Passkey passkey) {
        return new PasskeyLine(
                passkey.id(),
                passkey.name(),
                passkey.synced(),
                Moment.of(passkey.createdAt()),
                Moment.of(passkey.lastUsedAt(), text("never")));
    }
}
