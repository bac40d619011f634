package dev.hexadmin.http.panel.session;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.KeepingSessions.Opened;
import dev.hexadmin.application.identity.SigningInWithPasskey;
import dev.hexadmin.application.identity.SigningInWithPasskey.Challenge;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.api.identity.PasskeyRequestResponse;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.Cookies;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.webauthn.RelyingParties;
import io.helidon.http.Method;
import java.util.List;
import java.util.Optional;

/**
 * Signing in to the panel with a passkey, alone or as the second step. Thread-safe.
 *
 * <p>The script of the page asks for a challenge, and sends the response of the authenticator as a form. A cookie binds both to
 * the browser.
 */
public final class PasskeySignInPages {
    private static final String TICKET = "admin_passkey";

    private final Panel panel;
    private final SigningInWithPasskey passkeys;
    private final RelyingParties parties;
    private final SignInPages signIn;

    /** @param signIn shows why a sign-in failed */
    public PasskeySignInPages(Panel panel, SigningInWithPasskey passkeys, RelyingParties parties, SignInPages signIn) {
        this.panel = panel;
        this.passkeys = passkeys;
        this.parties = parties;
        this.signIn = signIn;
    }

    public List<Route> routes() {
        String alone = panel.places().admin() + "/login/passkey";
        String second = panel.places().admin() + "/verify-2fa/passkey";
        return List.of(
                new Route(Method.POST, alone + "/options", Policy.PUBLIC, Route.Media.JSON, this::options),
                new Route(Method.POST, alone, Policy.PUBLIC, Route.Media.HTML, this::enter),
                new Route(Method.POST, second + "/options", Policy.PUBLIC, Route.Media.JSON, this::secondOptions),
                new Route(Method.POST, second, Policy.PUBLIC, Route.Media.HTML, this::verify));
    }

    private Response options(RequestContext request) {
        requireToken(request);
        RelyingParty party = parties.require(request);
        return challenge(request, passkeys.begin(new Actor.Anonymous(request.origin())), party);
    }

    private Response secondOptions(RequestContext request) {
        requireToken(request);
        RelyingParty party = parties.require(request);
        String waiting = Cookies.read(request, SignInPages.WAITING).orElse("");
        Challenge challenge = passkeys.beginSecondStep(new Actor.Anonymous(request.origin()), waiting)
                .orElseThrow(() -> RequestRejectedException.conflict(
                        "no_passkeys", Message.of("This user has no passkeys."), List.of()));
        return challenge(request, challenge, party);
    }

    private void requireToken(RequestContext request) {
        signIn.requireToken(request, request.header("X-CSRF-Token").orElse(""));
    }

    private static Response challenge(RequestContext request, Challenge challenge, RelyingParty party) {
        return JsonResponse.of(200, PasskeyRequestResponse.of(challenge, party))
                .with(
                        "Set-Cookie",
                        Cookies.line(
                                request,
                                TICKET,
                                challenge.ticket(),
                                "; Max-Age=" + challenge.lifetime().toSeconds()));
    }

    private Response enter(RequestContext request) {
        Form form = signIn.checked(request);
        return opened(
                request,
                form,
                Optional.empty(),
                (refused, next, interrupted) -> SignInPages.again(
                        refused,
                        wrong -> signIn.login(request, SignInPages.status(refused), next, "", wrong, interrupted)));
    }

    private Response verify(RequestContext request) {
        Form form = signIn.checked(request);
        String waiting = Cookies.read(request, SignInPages.WAITING).orElse("");
        return opened(
                request,
                form,
                Optional.of(waiting),
                (refused, next, interrupted) -> SignInPages.again(
                        refused,
                        wrong -> signIn.verify(
                                request, SignInPages.status(refused), waiting, next, wrong, interrupted)));
    }

    private interface Refusal {
        Response page(RequestRejectedException refused, String next, String interrupted);
    }

    private Response opened(RequestContext request, Form form, Optional<String> waiting, Refusal refusal) {
        RelyingParty party = parties.require(request);
        String next = signIn.next(form.textOrEmpty("next"));
        String interrupted = form.textOrEmpty(SignInPages.INTERRUPTED);
        SigningInWithPasskey.Response given = new SigningInWithPasskey.Response(
                Cookies.read(request, TICKET).orElse(""), form.textOrEmpty("credential"), waiting);
        Actor.Client client = signIn.client(request);
        Response response;
        try {
            Opened opened = signIn.limited(
                    request,
                    client,
                    anonymous -> passkeys.enter(anonymous, party, given, SignInPages.browser(request)));
            response = signIn.entered(request, client, opened, next, interrupted);
            if (waiting.isPresent()) {
                response = response.with("Set-Cookie", Cookies.line(request, SignInPages.WAITING, "", "; Max-Age=0"));
            }
        } catch (RequestRejectedException refused) {
            response = refusal.page(refused, next, interrupted);
        }
        return response.with("Set-Cookie", Cookies.line(request, TICKET, "", "; Max-Age=0"));
    }
}
