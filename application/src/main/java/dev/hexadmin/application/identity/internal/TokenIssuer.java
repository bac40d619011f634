package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.SigningIn.Claims;
import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.application.identity.port.RefreshTokens;
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;
import java.time.Instant;

/** Creates the tokens of a session, inside a unit of work. */
public final class TokenIssuer {
    private static final int FAMILY_BYTES = 16;

    private final RefreshTokens refreshTokens;
    private final ServerSecrets secrets;
    private final IdentitySettings settings;

    public TokenIssuer(RefreshTokens refreshTokens, ServerSecrets secrets, IdentitySettings settings) {
        this.refreshTokens = refreshTokens;
        this.secrets = secrets;
        this.settings = settings;
    }

    /** The first tokens of a new family. */
    Tokens first(UserId user, long tokenVersion, SignInMethod method, Instant now) {
        String family = java.util.HexFormat.of().formatHex(secrets.randomBytes(FAMILY_BYTES));
        return store(secrets.token(), family, user, tokenVersion, now);
    }

    /** Stores the refresh token and returns the tokens. */
    Tokens store(String refreshToken, String family, UserId user, long tokenVersion, Instant now) {
        Duration lifetime = settings.tokens().refresh();
        refreshTokens.insert(ServerSecrets.hash(refreshToken), family, user, tokenVersion, now, now.plus(lifetime));
        return tokens(user, tokenVersion, refreshToken, lifetime);
    }

    Tokens tokens(UserId user, long tokenVersion, String refreshToken, Duration refreshLifetime) {
        return new Tokens(new Claims(user, tokenVersion), settings.tokens().access(), refreshToken, refreshLifetime);
    }
}
