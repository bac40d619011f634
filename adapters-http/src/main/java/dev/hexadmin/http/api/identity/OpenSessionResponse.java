package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A session of a user that has not ended. */
public record OpenSessionResponse(
        String id,
        @Schema(oneOf = {"panel", "api"}) String kind,
        long userId,
        @Schema(format = "email") String email,
        Instant createdAt,
        Instant expiresAt,

        @Schema(description = "The client's address: for a session of the API, of the client that got its tokens last.")
        String address,

        @Schema(description = "The header User-Agent; empty for a session of the API.")
        String userAgent,

        @Schema(
                description = "How the user signed in: password, password_code, password_passkey, passkey or provider;"
                        + " null for a session that began before this was stored.")
        @Nullable
        String method) {}
