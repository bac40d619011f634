package dev.hexadmin.http.panel.session;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.SigningInWithProvider;
import dev.hexadmin.application.identity.SigningInWithProvider.Completed;
import dev.hexadmin.application.identity.SigningInWithProvider.ProviderAnswer;
import dev.hexadmin.application.identity.SigningInWithProvider.Start;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.request.Cookies;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.SessionCookie;
import io.helidon.http.Method;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Signing in to the panel by a provider of OpenID Connect: the way there and the way back. Thread-safe.
 *
 * <p>A cookie binds the sign-in to the browser. It is {@code SameSite=Lax}, because the provider sends the browser back with
 * a request of its own site.
 */
public final class ProviderPages {
    private static final String TICKET = "admin_oidc";

    private final Panel panel;
    private final SigningInWithProvider providers;
    private final LimitingRequests limiting;
    private final SignInPages signIn;

    /** @param signIn shows why a sign-in failed */
    public ProviderPages(Panel panel, SigningInWithProvider providers, LimitingRequests limiting, SignInPages signIn) {
        this.panel = panel;
        this.providers = providers;
        this.limiting = limiting;
        this.signIn = signIn;
    }

    public List<Route> routes() {
        String base = panel.places().admin() + "/oidc/{provider}";
        return List.of(
                new Route(Method.GET, base + "/login", Policy.PUBLIC, Route.Media.HTML, this::start),
                new Route(Method.GET, base + "/callback", Policy.PUBLIC, Route.Media.HTML, this::enter));
    }

    private Response start(RequestContext request) {
        String next = signIn.next(request.query().getOrDefault("next", ""));
        if (request.visitor().isPresent()) {
            return panel.redirect(next);
        }
        try {
            Start start = providers.start(anonymous(request), request.variable("provider"), redirectUri(request), next);
            return panel.redirect(start.authorization().toString())
                    .with(
                            "Set-Cookie",
                            Cookies.line(
                                    request,
                                    TICKET,
                                    start.ticket(),
                                    "; Max-Age=" + start.lifetime().toSeconds()));
        } catch (RequestRejectedException refused) {
            return signIn.refused(request, refused, next);
        }
    }

    private Response enter(RequestContext request) {
        Map<String, String> query = request.query();
        Optional<String> ticket = Cookies.read(request, TICKET).filter(text -> !text.isEmpty());
        ProviderAnswer callback = new ProviderAnswer(
                ticket,
                redirectUri(request),
                Optional.ofNullable(query.get("state")),
                Optional.ofNullable(query.get("code")),
                Optional.ofNullable(query.get("iss")));
        Response response;
        try {
            Actor.Client client = signIn.client(request);
            Completed completed = limiting.countFailedSignIns(
                    RateLimitRule.PANEL_SIGN_IN,
                    LimitingRequests.key(request.origin().address()),
                    request.origin().address(),
                    () -> providers.enter(
                            new Actor.Anonymous(request.origin().from(client)),
                            request.variable("provider"),
                            callback,
                            SignInPages.browser(request)),
                    refused -> refused.category() == RequestRejectedException.Category.UNAUTHENTICATED);
            response = panel.redirect(signIn.next(completed.next()))
                    .with(
                            "Set-Cookie",
                            SessionCookie.set(request, completed.opened().token()))
                    .with("Set-Cookie", DeviceCookie.line(request, client));
        } catch (RequestRejectedException refused) {
            response = signIn.refused(request, refused, panel.places().home());
        }
        return ticket.isPresent()
                ? response.with("Set-Cookie", Cookies.line(request, TICKET, "", "; Max-Age=0"))
                : response;
    }

    private static Actor anonymous(RequestContext request) {
        return new Actor.Anonymous(request.origin());
    }

    /** The address of {@link #enter}, as the browser calls this server. */
    private URI redirectUri(RequestContext request) {
        return SignInPages.address(
                request, panel.places().admin() + "/oidc/" + request.variable("provider") + "/callback");
    }
}
