package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningIn.Attempt;
import dev.hexadmin.application.identity.SigningIn.Outcome;
import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.json.Members;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.AccessTokens;
import dev.hexadmin.http.server.security.BearerAuthentication;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Signing in and out, and changing the caller's password: below the panel's API and below {@code /api/auth}. */
public final class AuthResource {
    private static final IdentityMapper MAPPER = new GeneratedIdentityMapper();
    private static final String BASIC = "Basic ";

    private final String adminPath;
    private final SigningIn signingIn;
    private final ManagingUsers users;
    private final LimitingRequests limiting;
    private final AccessTokens accessTokens;
    private final IdempotentPosts posts;

    public AuthResource(
            String adminPath,
            SigningIn signingIn,
            ManagingUsers users,
            LimitingRequests limiting,
            AccessTokens accessTokens,
            IdempotentPosts posts) {
        this.adminPath = adminPath;
        this.signingIn = signingIn;
        this.users = users;
        this.limiting = limiting;
        this.accessTokens = accessTokens;
        this.posts = posts;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.add(new Route(Method.POST, adminPath + "/api/auth/login", Policy.PUBLIC, this::login));
        routes.add(new Route(Method.POST, "/api/auth/token", Policy.PUBLIC, this::token));
        both(routes, Method.POST, "/2fa/verify", Policy.PUBLIC, this::verify);
        both(routes, Method.POST, "/refresh", Policy.PUBLIC, this::refresh);
        both(routes, Method.POST, "/logout", Policy.PUBLIC, this::logout);
        both(routes, Method.PUT, "/password", Policy.PERSON, this::password);
        both(routes, Method.GET, "/me", Policy.SIGNED_IN, this::me);
        return routes;
    }

    private void both(List<Route> routes, Method method, String path, Policy policy, Handler handler) {
        routes.add(new Route(method, adminPath + "/api/auth" + path, policy, handler));
        routes.add(new Route(method, "/api/auth" + path, policy, handler));
    }

    private Response login(RequestContext request) {
        DryRun.forbid(request);
        Members body = new Members(request.body());
        String email = body.text("email");
        String password = body.text("password");
        Optional<String> code = body.optionalText("code");
        body.check();
        return signIn(request, email, password, code);
    }

    private Response token(RequestContext request) {
        DryRun.forbid(request);
        Optional<String> authorization =
                request.header("Authorization").filter(header -> BearerAuthentication.hasScheme(header, BASIC));
        if (authorization.isEmpty()) {
            return login(request);
        }
        Members body = Members.ofOptional(request.body());
        Optional<String> code = body.optionalText("code");
        body.check();
        String credentials =
                decoded(authorization.get().substring(BASIC.length()).strip());
        int colon = credentials.indexOf(':');
        return signIn(
                request,
                colon < 0 ? credentials : credentials.substring(0, colon),
                colon < 0 ? "" : credentials.substring(colon + 1),
                code);
    }

    /** The user and password of RFC 7617, in UTF-8. Credentials that are not valid fail like a wrong password. */
    private static String decoded(String credentials) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(credentials)))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return "";
        }
    }

    /** The caller of a sign-in is anonymous: a token in the request, perhaps an expired one, is ignored. */
    static Actor anonymous(RequestContext request) {
        return new Actor.Anonymous(request.origin()
                .from(new Actor.Client(
                        request.header("User-Agent").orElse(""),
                        "",
                        Localized.current().language())));
    }

    private Response signIn(RequestContext request, String email, String password, Optional<String> code) {
        // the limit also covers the idempotency key: a caller who may not try may not read an earlier answer either
        return limiting.countFailedSignIns(
                RateLimitRule.SIGN_IN,
                LimitingRequests.key(request.origin().address(), email),
                request.origin().address(),
                () -> posts.once(
                        request,
                        () -> attempted(
                                signingIn.prepareSignIn(anonymous(request), email, password, code), this::signedIn)),
                refused -> refused.category() == RequestRejectedException.Category.UNAUTHENTICATED);
    }

    static <T> Prepared<RequestOutcome<Response>> attempted(Prepared<Attempt<T>> attempt, Function<T, Response> form) {
        return () -> switch (attempt.carryOut()) {
            case Attempt.Succeeded<T>(T given) -> new RequestOutcome.Committed<>(form.apply(given));
            case Attempt.Failed<T>(RequestRejectedException refusal) -> new RequestOutcome.Failed<>(refusal);
        };
    }

    private Response signedIn(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Complete(Tokens tokens) -> tokens(tokens);
            case Outcome.SecondFactorNeeded needed -> JsonResponse.of(200, SecondFactorNeededResponse.of(needed));
        };
    }

    private Response verify(RequestContext request) {
        DryRun.forbid(request);
        Members body = new Members(request.body());
        String temporaryToken = body.text("temp_token");
        String code = body.text("code");
        body.check();
        return limiting.countFailedSignIns(
                RateLimitRule.SECOND_FACTOR,
                LimitingRequests.key(request.origin().address()),
                request.origin().address(),
                () -> posts.once(
                        request,
                        () -> attempted(
                                signingIn.prepareSecondFactor(anonymous(request), temporaryToken, code), this::tokens)),
                refused -> refused.category() == RequestRejectedException.Category.UNAUTHENTICATED);
    }

    private Response refresh(RequestContext request) {
        DryRun.forbid(request);
        count(request, RateLimitRule.REFRESH);
        Members body = new Members(request.body());
        String refreshToken = body.text("refresh_token");
        body.check();
        return posts.once(
                request, () -> attempted(signingIn.prepareRefresh(anonymous(request), refreshToken), this::tokens));
    }

    private Response logout(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        count(request, RateLimitRule.SIGN_OUT);
        Members body = new Members(request.body());
        boolean all = body.flag("all");
        Optional<String> refreshToken =
                all ? body.optionalText("refresh_token") : Optional.of(body.text("refresh_token"));
        body.check();
        return posts.once(request, () -> {
            Optional<Actor.SignedIn> everywhere = all ? Optional.of(request.signedIn()) : Optional.empty();
            return () -> {
                everywhere.ifPresent(actor -> signingIn.signOutEverywhere(actor, dryRun));
                boolean ended =
                        refreshToken.isPresent() && signingIn.signOut(anonymous(request), refreshToken.get(), dryRun);
                Response response = DryRun.applied(dryRun, Response.empty(204));
                return all || ended
                        ? new RequestOutcome.Committed<>(response)
                        : new RequestOutcome.Unchanged<>(response);
            };
        });
    }

    /** The caller's own password; a wrong current one counts as a sign-in that failed. */
    private Response password(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Actor.SignedIn actor = request.signedIn();
        Members body = new Members(request.body());
        String current = body.text("current_password");
        String wanted = body.text("password");
        body.check();
        return limiting.countWrongPasswords(actor, () -> {
            users.changeOwnPassword(actor, current, wanted, dryRun);
            return DryRun.applied(dryRun, Response.empty(204));
        });
    }

    private void count(RequestContext request, RateLimitRule occasion) {
        limiting.count(occasion, LimitingRequests.key(request.origin().address()))
                .ifPresent(counted -> request.counted(List.of(counted)));
    }

    private Response me(RequestContext request) {
        QueryParameters.only(request);
        return JsonResponse.of(200, MAPPER.me(signingIn.profile(request.signedIn())));
    }

    private Response tokens(Tokens tokens) {
        return JsonResponse.of(200, TokensResponse.of(tokens, accessTokens));
    }
}
