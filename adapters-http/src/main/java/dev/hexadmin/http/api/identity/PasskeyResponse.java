package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.identity.ManagingPasskeys.Passkey;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A passkey of the caller. */
public record PasskeyResponse(
        long id,
        String name,

        @Schema(description = "Whether it is copied to other devices of the user.")
        boolean synced,

        Instant createdAt,
        @Nullable Instant lastUsedAt)
        implements ResponseBody {
    static PasskeyResponse of(Passkey passkey) {
        return new PasskeyResponse(
                passkey.id(),
                passkey.name(),
                passkey.synced(),
                passkey.createdAt(),
                passkey.lastUsedAt().orElse(null));
    }
}
