package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.identity.IdentityAssembly.OwnAccounts;
import dev.hexadmin.application.identity.ManagingPasskeys;
import dev.hexadmin.application.identity.ManagingPasskeys.Passkey;
import dev.hexadmin.application.identity.ManagingPasskeys.Registration;
import dev.hexadmin.application.identity.SigningInWithPasskey;
import dev.hexadmin.application.identity.SigningInWithPasskey.Challenge;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.RelyingParty;
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
import dev.hexadmin.http.texts.Localized;
import dev.hexadmin.http.webauthn.RelyingParties;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Signing in with passkeys, and the caller's own: below the panel's API and below {@code /api/auth}. Thread-safe. */
public final class PasskeysResource {
    private final String adminPath;
    private final ManagingPasskeys passkeys;
    private final SigningInWithPasskey signingIn;
    private final RelyingParties parties;
    private final LimitingRequests limiting;
    private final AccessTokens accessTokens;
    private final IdempotentPosts posts;

    public PasskeysResource(
            String adminPath,
            OwnAccounts accounts,
            RelyingParties parties,
            LimitingRequests limiting,
            AccessTokens accessTokens,
            IdempotentPosts posts) {
        this.adminPath = adminPath;
        this.passkeys = accounts.passkeys();
        this.signingIn = accounts.signingInWithPasskey();
        this.parties = parties;
        this.limiting = limiting;
        this.accessTokens = accessTokens;
        this.posts = posts;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        both(routes, Method.POST, "/sign-in/options", Policy.PUBLIC, this::signInOptions);
        both(routes, Method.POST, "/sign-in", Policy.PUBLIC, this::signIn);
        both(routes, Method.GET, "", Policy.PERSON, this::list);
        both(routes, Method.POST, "/options", Policy.PERSON, this::options);
        both(routes, Method.POST, "", Policy.PERSON, this::add);
        both(routes, Method.PATCH, "/{id}", Policy.PERSON, this::rename);
        both(routes, Method.POST, "/{id}/remove", Policy.PERSON, this::remove);
        return routes;
    }

    private void both(List<Route> routes, Method method, String path, Policy policy, Handler handler) {
        routes.add(new Route(method, adminPath + "/api/auth/passkeys" + path, policy, handler));
        routes.add(new Route(method, "/api/auth/passkeys" + path, policy, handler));
    }

    private Response signInOptions(RequestContext request) {
        DryRun.forbid(request);
        Members body = Members.ofOptional(request.body());
        Optional<String> temporaryToken = body.optionalText("temp_token");
        body.check();
        RelyingParty party = parties.require(request);
        Actor anonymous = AuthResource.anonymous(request);
        return counted(request, temporaryToken.isPresent(), () -> {
            Challenge challenge = temporaryToken.isPresent()
                    ? signingIn
                            .beginSecondStep(anonymous, temporaryToken.get())
                            .orElseThrow(() -> RequestRejectedException.conflict(
                                    "no_passkeys", "This user has no passkeys.", List.of()))
                    : signingIn.begin(anonymous);
            return JsonResponse.of(200, PasskeyRequestResponse.of(challenge, party));
        });
    }

    private Response signIn(RequestContext request) {
        DryRun.forbid(request);
        Members body = new Members(request.body(), "credential");
        SigningInWithPasskey.Response given = new SigningInWithPasskey.Response(
                body.text("ticket"), body.document("credential"), body.optionalText("temp_token"));
        body.check();
        RelyingParty party = parties.require(request);
        return counted(
                request,
                given.temporaryToken().isPresent(),
                () -> posts.once(
                        request,
                        () -> AuthResource.attempted(
                                signingIn.prepareTokens(AuthResource.anonymous(request), party, given),
                                tokens -> JsonResponse.of(200, TokensResponse.of(tokens, accessTokens)))));
    }

    private <T> T counted(RequestContext request, boolean secondStep, Supplier<T> work) {
        return limiting.countFailedSignIns(
                secondStep ? RateLimitRule.SECOND_FACTOR : RateLimitRule.SIGN_IN,
                LimitingRequests.key(request.origin().address()),
                request.origin().address(),
                work,
                refused -> refused.category() == RequestRejectedException.Category.UNAUTHENTICATED);
    }

    private Response list(RequestContext request) {
        QueryParameters.only(request);
        Actor.SignedIn actor = request.signedIn();
        return JsonResponse.of(
                200,
                new PasskeysResponse(
                        passkeys.list(actor).stream().map(PasskeyResponse::of).toList(),
                        passkeys.backupCodesLeft(actor)));
    }

    private Response options(RequestContext request) {
        DryRun.forbid(request);
        Members body = new Members(request.body());
        String password = body.text("current_password");
        body.check();
        RelyingParty party = parties.require(request);
        Actor.SignedIn actor = request.signedIn();
        Registration registration = limiting.countWrongPasswords(actor, () -> passkeys.begin(actor, password));
        return JsonResponse.of(200, PasskeyCreationResponse.of(registration, party));
    }

    private Response add(RequestContext request) {
        DryRun.forbid(request);
        Members body = new Members(request.body(), "credential");
        ManagingPasskeys.New wanted =
                new ManagingPasskeys.New(body.text("ticket"), body.text("name"), body.document("credential"));
        body.check();
        RelyingParty party = parties.require(request);
        return posts.once(request, () -> () -> {
            ManagingPasskeys.Added added = passkeys.add(
                    request.signedIn(), party, wanted, Localized.current().language());
            return new RequestOutcome.Committed<>(JsonResponse.of(
                    201, new NewPasskeyResponse(PasskeyResponse.of(added.passkey()), added.backupCodes())));
        });
    }

    private Response rename(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Members body = new Members(request.body());
        String name = body.text("name");
        body.check();
        Passkey renamed = passkeys.rename(request.signedIn(), id(request), name, dryRun);
        return DryRun.applied(dryRun, JsonResponse.of(200, PasskeyResponse.of(renamed)));
    }

    private Response remove(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Members body = new Members(request.body());
        String password = body.text("current_password");
        body.check();
        Actor.SignedIn actor = request.signedIn();
        return limiting.countWrongPasswords(actor, () -> {
            passkeys.remove(actor, id(request), password, Localized.current().language(), dryRun);
            return DryRun.applied(dryRun, Response.empty(204));
        });
    }

    /** The id in the path; 0, which no passkey has, when it is not valid. */
    private static long id(RequestContext request) {
        try {
            return Long.parseLong(request.variable("id"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
