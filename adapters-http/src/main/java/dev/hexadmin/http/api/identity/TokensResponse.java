package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.http.server.json.Schema;
import dev.hexadmin.http.server.security.AccessTokens;

/** A session's tokens (RFC 6749, 5.1), each with its lifetime in seconds. */
public record TokensResponse(
        String accessToken,
        String refreshToken,
        @Schema(constant = "\"bearer\"") String tokenType,
        @Schema(description = "Seconds.") long expiresIn,
        @Schema(description = "Seconds.") long refreshExpiresIn)
        implements SignInResponse {
    static TokensResponse of(Tokens tokens, AccessTokens accessTokens) {
        return new TokensResponse(
                accessTokens.issue(tokens.claims(), tokens.accessLifetime()),
                tokens.refreshToken(),
                "bearer",
                tokens.accessLifetime().toSeconds(),
                tokens.refreshLifetime().toSeconds());
    }
}
