package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.SigningIn.Claims;
import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.application.identity.port.RefreshTokens;
import dev.hexadmin.application.identity.port.RefreshTokens.Issued;
import dev.hexadmin.domain.access.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

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

    /** Gives an actor who has signed in the first tokens of a new family. */
    Authenticator.Reward<Tokens> firstOf(Actor actor) {
        return (user, tokenVersion, method, now) -> {
            String family = HexFormat.of().formatHex(secrets.randomBytes(FAMILY_BYTES));
            return store(
                    secrets.token(),
                    new Issued(
                            family,
                            user,
                            tokenVersion,
                            Optional.of(method),
                            actor.origin().address()),
                    now);
        };
    }

    /** Stores the refresh token and returns the tokens. */
    Tokens store(String refreshToken, Issued issued, Instant now) {
        Duration lifetime = settings.tokens().refresh();
        refreshTokens.insert(ServerSecrets.hash(refreshToken), issued, now, now.plus(lifetime));
        return tokens(
                new Claims(issued.user(), issued.tokenVersion(), Optional.of(issued.family())), refreshToken, lifetime);
    }

    Tokens tokens(Claims claims, String refreshToken, Duration refreshLifetime) {
        return new Tokens(claims, settings.tokens().access(), refreshToken, refreshLifetime);
    }
}
