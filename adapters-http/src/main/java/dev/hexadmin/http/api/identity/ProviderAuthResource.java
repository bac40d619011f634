package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.SigningInWithProvider;
import dev.hexadmin.application.identity.SigningInWithProvider.Proof;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.json.Members;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.AccessTokens;
import io.helidon.http.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Signing in by a provider of OpenID Connect: below the panel's API and below {@code /api/auth}. */
public final class ProviderAuthResource {
    private static final IdentityMapper MAPPER = new GeneratedIdentityMapper();

    private final String adminPath;
    private final SigningInWithProvider signingIn;
    private final LimitingRequests limiting;
    private final AccessTokens accessTokens;
    private final IdempotentPosts posts;

    public ProviderAuthResource(
            String adminPath,
            SigningInWithProvider signingIn,
            LimitingRequests limiting,
            AccessTokens accessTokens,
            IdempotentPosts posts) {
        this.adminPath = adminPath;
        this.signingIn = signingIn;
        this.limiting = limiting;
        this.accessTokens = accessTokens;
        this.posts = posts;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (String base : List.of(adminPath + "/api/auth/oidc", "/api/auth/oidc")) {
            routes.add(new Route(Method.GET, base, Policy.PUBLIC, this::providers));
            routes.add(new Route(Method.POST, base + "/{provider}", Policy.PUBLIC, this::exchange));
        }
        return routes;
    }

    private Response providers(RequestContext request) {
        QueryParameters.only(request);
        return JsonResponse.of(
                200,
                new IdentityProvidersResponse(signingIn.providers(AuthResource.anonymous(request)).stream()
                        .map(MAPPER::provider)
                        .toList()));
    }

    private Response exchange(RequestContext request) {
        DryRun.forbid(request);
        Actor anonymous = AuthResource.anonymous(request);
        String provider = request.variable("provider");
        Proof proof = proof(new Members(request.body()));
        return limiting.countFailedSignIns(
                RateLimitRule.SIGN_IN,
                LimitingRequests.key(request.origin().address(), provider),
                request.origin().address(),
                () -> posts.once(
                        request,
                        () -> AuthResource.attempted(
                                signingIn.prepareExchange(anonymous, provider, proof),
                                tokens -> JsonResponse.of(200, TokensResponse.of(tokens, accessTokens)))),
                refused -> refused.category() == RequestRejectedException.Category.UNAUTHENTICATED);
    }

    private static Proof proof(Members body) {
        Optional<String> idToken = body.optionalText("id_token");
        if (idToken.isPresent()) {
            Optional<String> nonce = body.optionalText("nonce");
            body.check();
            return new Proof.IdToken(idToken.get(), nonce);
        }
        String code = body.text("code");
        String codeVerifier = body.text("code_verifier");
        String redirectUri = body.text("redirect_uri");
        String nonce = body.text("nonce");
        body.check();
        return new Proof.Code(code, codeVerifier, uri(redirectUri), nonce);
    }

    private static URI uri(String text) {
        try {
            URI uri = new URI(text);
            if (uri.isAbsolute()) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // reported below, like a relative address
        }
        throw RequestRejectedException.invalid(
                List.of(Violation.at("redirect_uri", "url", "An absolute URI is expected.")));
    }
}
