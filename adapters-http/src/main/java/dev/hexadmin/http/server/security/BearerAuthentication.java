package dev.hexadmin.http.server.security;

import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Access tokens, API keys, and tokens of the program's identity source in the {@code Authorization} header (RFC 6750).
 * Thread-safe.
 *
 * <p>Other schemes are ignored: only the sign-in route accepts HTTP Basic.
 */
public final class BearerAuthentication implements Authentication, LongLivedAuthentication {
    private static final String SCHEME = "Bearer ";

    private final AccessTokens accessTokens;
    private final SigningIn signingIn;
    private final ManagingApiKeys apiKeys;

    public BearerAuthentication(AccessTokens accessTokens, SigningIn signingIn, ManagingApiKeys apiKeys) {
        this.accessTokens = accessTokens;
        this.signingIn = signingIn;
        this.apiKeys = apiKeys;
    }

    @Override
    public Actor authenticate(Optional<String> authorization, Actor.Origin origin) {
        Optional<String> token = token(authorization);
        if (token.isEmpty()) {
            return new Actor.Anonymous(origin);
        }
        return admit(token.get(), origin).actor();
    }

    @Override
    public Admitted admit(String token, Actor.Origin origin) {
        if (isKey(token)) {
            return new Admitted(byKey(token, origin), () -> apiKeys.actor(token, origin));
        }
        return switch (accessTokens.read(token)) {
            case AccessTokens.Verdict.Good(SigningIn.Claims claims) ->
                new Admitted(
                        signingIn
                                .actor(claims, origin)
                                .orElseThrow(() -> problem(
                                        "invalid_token", Message.of("The access token is no longer accepted."))),
                        () -> signingIn.actor(claims, origin));
            case AccessTokens.Verdict.Expired() ->
                throw problem("token_expired", Message.of("The access token has expired."));
            case AccessTokens.Verdict.Invalid() ->
                new Admitted(
                        signingIn
                                .actor(token, origin)
                                .orElseThrow(
                                        () -> problem("invalid_token", Message.of("The access token is not valid."))),
                        () -> signingIn.actor(token, origin));
        };
    }

    /** The token in an {@code Authorization} header; empty for other schemes. */
    public static Optional<String> token(Optional<String> authorization) {
        return authorization
                .filter(header -> hasScheme(header, SCHEME))
                .map(header -> header.substring(SCHEME.length()).strip());
    }

    private static boolean isKey(String token) {
        return token.startsWith(ManagingApiKeys.START);
    }

    private Actor.SignedIn byKey(String key, Actor.Origin origin) {
        return apiKeys.actor(key, origin)
                .orElseThrow(() -> problem("invalid_token", Message.of("The API key is not accepted.")));
    }

    /** Whether the header is of the scheme, whose case does not matter (RFC 9110, section 11.1). */
    public static boolean hasScheme(String authorization, String scheme) {
        return authorization.regionMatches(true, 0, scheme, 0, scheme.length());
    }

    private static Problem problem(String code, Message detail) {
        return new Problem(
                401,
                code,
                detail,
                List.of(),
                Map.of(
                        "WWW-Authenticate",
                        "Bearer error=\"invalid_token\", error_description=\"" + detail.english() + "\""));
    }
}
