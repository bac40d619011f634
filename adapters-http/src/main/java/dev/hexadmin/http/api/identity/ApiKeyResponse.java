package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An API key of a user, without its secret part. */
public record ApiKeyResponse(
        long id,
        long userId,
        @Schema(format = "email") String email,
        String name,
        String prefix,

        @Schema(description = "The name of its role; null when that was deleted.") @Nullable
        String role,

        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt) {}
