package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;

/** A session of a user that has not ended. */
public record OpenSessionResponse(
        String id,
        @Schema(oneOf = {"panel", "api"}) String kind,
        long userId,
        @Schema(format = "email") String email,
        Instant createdAt,
        Instant expiresAt,

        @Schema(description = "The client's address; empty for a session of the API.")
        String address,

        @Schema(description = "The header User-Agent; empty for a session of the API.")
        String userAgent) {}
