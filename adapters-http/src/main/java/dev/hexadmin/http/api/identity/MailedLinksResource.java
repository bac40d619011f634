package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.identity.ChangingAddresses;
import dev.hexadmin.application.identity.IdentityAssembly.OwnAccounts;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.json.Members;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * What clients do with links from mails: new passwords, invitations, and the confirmation of e-mail addresses. Below the
 * panel's API and below {@code /api/auth}.
 */
public final class MailedLinksResource {
    private final String adminPath;
    private final OwnAccounts accounts;
    private final LimitingRequests limiting;
    private final IdempotentPosts posts;

    public MailedLinksResource(
            String adminPath, OwnAccounts accounts, LimitingRequests limiting, IdempotentPosts posts) {
        this.adminPath = adminPath;
        this.accounts = accounts;
        this.limiting = limiting;
        this.posts = posts;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        both(routes, Method.POST, "/password/forgotten", Policy.PUBLIC, this::forgotten);
        both(routes, Method.POST, "/password/reset", Policy.PUBLIC, this::reset);
        both(routes, Method.POST, "/invitation", Policy.PUBLIC, this::accept);
        both(routes, Method.PUT, "/email", Policy.PERSON, this::changeEmail);
        both(routes, Method.POST, "/email/confirm", Policy.PUBLIC, this::confirmEmail);
        return routes;
    }

    private void both(List<Route> routes, Method method, String path, Policy policy, Handler handler) {
        routes.add(new Route(method, adminPath + "/api/auth" + path, policy, handler));
        routes.add(new Route(method, "/api/auth" + path, policy, handler));
    }

    private Response forgotten(RequestContext request) {
        DryRun.forbid(request);
        Members body = new Members(request.body());
        String email = body.text("email");
        body.check();
        countClient(request);
        limiting.count(RateLimitRule.PASSWORD_RESET, LimitingRequests.key("", email));
        accounts.recovering().request(AuthResource.anonymous(request), email);
        return Response.empty(202);
    }

    private Response reset(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Members body = new Members(request.body());
        String token = body.text("token");
        String password = body.text("password");
        body.check();
        countClient(request);
        return posts.once(request, () -> {
            Prepared<UserId> reset =
                    accounts.recovering().prepareReset(AuthResource.anonymous(request), token, password, dryRun);
            return () -> {
                reset.carryOut();
                return new RequestOutcome.Committed<>(DryRun.applied(dryRun, Response.empty(204)));
            };
        });
    }

    private Response accept(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Members body = new Members(request.body());
        String token = body.text("token");
        String password = body.text("password");
        String fullName = body.optionalText("full_name").orElse("");
        body.check();
        countClient(request);
        return posts.once(request, () -> {
            Prepared<UserId> accepted = accounts.inviting()
                    .prepareAccept(AuthResource.anonymous(request), token, fullName, password, dryRun);
            return () -> new RequestOutcome.Committed<>(DryRun.applied(
                    dryRun,
                    JsonResponse.of(201, new NewUserResponse(accepted.carryOut().value()))));
        });
    }

    /** 202: a link was sent; 204: the address is changed. A wrong password counts as a sign-in that failed. */
    private Response changeEmail(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Actor.SignedIn actor = request.signedIn();
        Members body = new Members(request.body());
        String email = body.text("email");
        String current = body.text("current_password");
        body.check();
        countClient(request);
        ChangingAddresses changing = accounts.changing();
        return limiting.countWrongPasswords(actor, () -> {
            boolean changed =
                    changing.request(actor, email, current, Localized.current().language(), dryRun);
            return DryRun.applied(dryRun, Response.empty(changed ? 204 : 202));
        });
    }

    private Response confirmEmail(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Members body = new Members(request.body());
        String token = body.text("token");
        body.check();
        countClient(request);
        return posts.once(request, () -> () -> {
            accounts.changing().confirm(AuthResource.anonymous(request), token, dryRun);
            return new RequestOutcome.Committed<>(DryRun.applied(dryRun, Response.empty(204)));
        });
    }

    private void countClient(RequestContext request) {
        limiting.count(
                        RateLimitRule.MAILED_LINKS,
                        LimitingRequests.key(request.origin().address()))
                .ifPresent(counted -> request.counted(List.of(counted)));
    }
}
