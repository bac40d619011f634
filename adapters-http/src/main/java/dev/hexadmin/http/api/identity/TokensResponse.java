package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.Schema;

/** A session's tokens (RFC 6749, 5.1), each with its lifetime in seconds. */
public record TokensResponse(
        String accessToken,
        String refreshToken,
        @Schema(constant = "\"bearer\"") String tokenType,
        @Schema(description = "Seconds.") long expiresIn,
        @Schema(description = "Seconds.") long refreshExpiresIn)
        implements SignInResponse {}
