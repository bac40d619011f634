package dev.hexadmin.http.panel.session;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.KeepingSessions.Opened;
import dev.hexadmin.application.identity.KeepingSessions.Outcome;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.RecoveringPasswords;
import dev.hexadmin.application.identity.SigningIn.SecondStep;
import dev.hexadmin.application.identity.SigningInWithProvider;
import dev.hexadmin.application.identity.SigningInWithProvider.SignOutPage;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.api.identity.SessionResponse;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Cookies;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.SessionCookie;
import dev.hexadmin.http.templates.pages.JteloginGenerated;
import dev.hexadmin.http.templates.pages.JteresumeGenerated;
import dev.hexadmin.http.templates.pages.Jtesigned_outGenerated;
import dev.hexadmin.http.templates.pages.Jteverify_2faGenerated;
import dev.hexadmin.http.webauthn.RelyingParties;
import io.helidon.http.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Signing in, with a second step where the user has one, and signing out. Thread-safe.
 *
 * <p>Before there is a session, a form is bound to a separate cookie (OWASP: signed double submit cookie), so that another
 * site cannot sign a user in to a different account.
 */
public final class SignInPages {
    private static final String SEED = "admin_form";
    static final String WAITING = "admin_2fa";
    private static final int SEED_BYTES = 16;
    private static final int LARGEST_FORM = 1024 * 1024;

    /** The hidden field that carries an {@link InterruptedForm} through the sign-in. */
    static final String INTERRUPTED = "interrupted";

    private final Panel panel;
    private final KeepingSessions sessions;
    private final SigningInWithProvider providers;
    private final LimitingRequests limiting;
    private final ManagingUsers managingUsers;
    private final RecoveringPasswords recovering;
    private final RelyingParties passkeys;
    private final RandomGenerator random;
    // once an account exists, the database is not queried again
    private volatile boolean accounts;

    /** @param random cryptographically strong */
    public SignInPages(
            Panel panel,
            KeepingSessions sessions,
            SigningInWithProvider providers,
            LimitingRequests limiting,
            ManagingUsers managingUsers,
            RecoveringPasswords recovering,
            RelyingParties passkeys,
            RandomGenerator random) {
        this.panel = panel;
        this.sessions = sessions;
        this.providers = providers;
        this.limiting = limiting;
        this.managingUsers = managingUsers;
        this.recovering = recovering;
        this.passkeys = passkeys;
        this.random = random;
    }

    /**
     * What the pages show.
     *
     * @param token for the field {@code csrf_token}
     * @param next the address to open after the sign-in
     * @param email as typed before
     * @param wrong why the last try failed, or {@code ""}
     * @param interrupted the form to continue with, as text, or {@code ""}
     * @param empty whether no account exists yet
     * @param ways other ways to sign in
     */
    public record SignInPage(
            Frame frame,
            String token,
            String next,
            String email,
            String wrong,
            String interrupted,
            boolean empty,
            Ways ways) {
        /** The address of the page. */
        public String here() {
            return frame.path() + "?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
        }
    }

    /**
     * What a user can do who does not sign in with a password.
     *
     * @param forgotten the address of the page for a forgotten password, or {@code ""}
     * @param passkeys whether passkeys can be used here
     */
    public record Ways(List<ProviderLink> providers, String forgotten, boolean passkeys) {}

    /**
     * The second step.
     *
     * @param token for the field {@code csrf_token}
     * @param next the address to open after the sign-in
     * @param wrong why the last try failed, or {@code ""}
     * @param interrupted the form to continue with, as text, or {@code ""}
     * @param step how the user can pass it
     */
    public record VerifyPage(
            Frame frame, String token, String next, String wrong, String interrupted, SecondStep step) {
        /** The address of the page. */
        public String here() {
            return frame.path() + "?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
        }
    }

    /** The way to a provider of OpenID Connect. */
    public record ProviderLink(String label, String address) {}

    /**
     * The way to sign out at the provider by which the session began.
     *
     * @param label of the provider
     */
    public record SignedOutPage(Frame frame, String label, String address) {}

    /**
     * What leads back to a form.
     *
     * @param token for the field {@code csrf_token}
     */
    public record Resuming(Frame frame, String token, InterruptedForm form) {}

    public List<Route> routes() {
        String login = panel.places().admin() + "/login";
        String verify = panel.places().admin() + "/verify-2fa";
        return List.of(
                new Route(Method.GET, login, Policy.PUBLIC, Route.Media.HTML, this::loginForm),
                new Route(Method.POST, login, Policy.PUBLIC, Route.Media.HTML, this::login),
                new Route(Method.GET, verify, Policy.PUBLIC, Route.Media.HTML, this::verifyForm),
                new Route(Method.POST, verify, Policy.PUBLIC, Route.Media.HTML, this::verify),
                new Route(
                        Method.GET,
                        panel.places().admin() + "/profile/session",
                        Policy.PERSON,
                        Route.Media.JSON,
                        SignInPages::session),
                new Route(
                        Method.POST,
                        panel.places().admin() + "/logout",
                        Policy.PERSON,
                        Route.Media.HTML,
                        this::logout));
    }

    private Response loginForm(RequestContext request) {
        String next = next(request.query().getOrDefault("next", ""));
        return request.visitor().isPresent() ? panel.redirect(next) : login(request, 200, next, "", "", "");
    }

    /** The session, and the token for its forms: a page asks before it sends one. */
    private static Response session(RequestContext request) {
        QueryParameters.only(request);
        Actor.SignedIn actor = request.signedIn();
        String token = request.visitor().map(KeepingSessions.Session::formToken).orElse("");
        return JsonResponse.of(200, new SessionResponse(actor.email().value(), token));
    }

    /**
     * The page that leads back to a form that was sent without a session, or with the token of another session; empty for
     * other requests, and for forms that cannot be shown again.
     */
    Optional<Response> interrupted(Throwable thrown, RequestContext request) {
        if (request.fromScript()) {
            return Optional.empty(); // a sign-in form that is not shown would replace the seed of one that is open
        }
        Optional<KeepingSessions.Session> session = request.visitor();
        if (session.isEmpty()
                && thrown instanceof RequestRejectedException refused
                && refused.category() == RequestRejectedException.Category.UNAUTHENTICATED) {
            return InterruptedForm.of(request)
                    .map(form -> login(
                            request,
                            401,
                            panel.places().home(),
                            "",
                            text("Your session has ended. Sign in to continue: your entries are kept."),
                            form.text()));
        }
        return session.isPresent()
                        && thrown instanceof Problem problem
                        && problem.code().equals("csrf")
                ? InterruptedForm.of(request)
                        .map(form -> resuming(request, 403, session.get().formToken(), form))
                : Optional.empty();
    }

    private Response resuming(RequestContext request, int status, String token, InterruptedForm form) {
        return panel.withFlash(
                request,
                panel.page(
                        request,
                        status,
                        JteresumeGenerated::render,
                        new Resuming(panel.frame(request, text("Continue")), token, form)),
                new Flash(Flash.Kind.INFO, text("Your entries are kept. They are not saved yet.")));
    }

    private Response login(RequestContext request) {
        Form form = checked(request);
        String next = next(form.textOrEmpty("next"));
        String email = form.textOrEmpty("email");
        String interrupted = form.textOrEmpty(INTERRUPTED);
        if (request.visitor().isPresent() && !interrupted.isEmpty()) { // signed in by a provider in another tab
            return continued(request, request.visitor().get().formToken(), interrupted)
                    .orElseGet(() -> panel.redirect(next));
        }
        Actor.Client client = client(request);
        try {
            Outcome outcome = limited(
                    request,
                    client,
                    anonymous -> sessions.signIn(anonymous, email, form.textOrEmpty("password"), browser(request)));
            return switch (outcome) {
                case Outcome.Complete(Opened opened) -> entered(request, client, opened, next, interrupted);
                case Outcome.SecondFactorNeeded needed ->
                    (interrupted.isEmpty()
                                    ? panel.redirect(panel.places().admin() + "/verify-2fa?next="
                                            + URLEncoder.encode(next, StandardCharsets.UTF_8))
                                    : verify(request, 200, needed.temporaryToken(), next, "", interrupted))
                            .with(
                                    "Set-Cookie",
                                    Cookies.line(
                                            request,
                                            WAITING,
                                            needed.temporaryToken(),
                                            "; Max-Age=" + needed.lifetime().toSeconds()));
            };
        } catch (RequestRejectedException refused) {
            return again(refused, wrong -> login(request, status(refused), next, email, wrong, interrupted));
        }
    }

    private Response verifyForm(RequestContext request) {
        String next = next(request.query().getOrDefault("next", ""));
        return Cookies.read(request, WAITING)
                .filter(waiting -> step(request, waiting).isPresent())
                .map(waiting -> verify(request, 200, waiting, next, "", ""))
                .orElseGet(() -> panel.redirect(
                        panel.places().admin() + "/login?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8)));
    }

    private Response verify(RequestContext request) {
        Form form = checked(request);
        String next = next(form.textOrEmpty("next"));
        String interrupted = form.textOrEmpty(INTERRUPTED);
        String waiting = Cookies.read(request, WAITING).orElse("");
        Actor.Client client = client(request);
        try {
            Opened opened = limited(
                    request,
                    client,
                    anonymous -> sessions.verifySecondFactor(
                            anonymous, waiting, form.textOrEmpty("code").strip(), browser(request)));
            return entered(request, client, opened, next, interrupted)
                    .with("Set-Cookie", Cookies.line(request, WAITING, "", "; Max-Age=0"));
        } catch (RequestRejectedException refused) {
            boolean goesOn = refused.category() != RequestRejectedException.Category.UNAUTHENTICATED
                    || step(request, waiting).isPresent();
            return again(
                    refused,
                    wrong -> goesOn
                            ? verify(request, status(refused), waiting, next, wrong, interrupted)
                            : login(
                                    request,
                                    status(refused),
                                    next,
                                    "",
                                    text(
                                            "Sign in again: there were too many wrong codes, or the sign-in began too long ago."),
                                    interrupted));
        }
    }

    private Response logout(RequestContext request) {
        Optional<SignOutPage> there = SessionCookie.read(request).flatMap(token -> {
            Optional<SignOutPage> page = providers.signOutPage(
                    request.signedIn(), token, address(request, panel.places().admin() + "/login"));
            sessions.signOut(request.signedIn(), token);
            return page;
        });
        return there.map(page -> signedOut(request, page))
                .orElseGet(() -> panel.redirect(
                        request,
                        panel.places().admin() + "/login",
                        new Flash(Flash.Kind.INFO, text("You are signed out."))))
                .with("Set-Cookie", SessionCookie.clear(request));
    }

    /**
     * A page that leads to the provider. It is no redirect, because the content security policy allows forms to lead to this
     * server only.
     */
    private Response signedOut(RequestContext request, SignOutPage page) {
        String address = page.address().toString();
        SignedOutPage shown =
                new SignedOutPage(panel.frame(request, text("You are signed out")), text(page.label()), address);
        return panel.page(request, 200, Jtesigned_outGenerated::render, shown).with("Refresh", "0; url=" + address);
    }

    interface Try<T> {
        T as(Actor anonymous);
    }

    <T> T limited(RequestContext request, Actor.Client client, Try<T> work) {
        Actor.Origin origin = request.origin().from(client);
        return limiting.countFailedSignIns(
                RateLimitRule.PANEL_SIGN_IN,
                LimitingRequests.key(origin.address()),
                origin.address(),
                () -> work.as(new Actor.Anonymous(origin)),
                refused -> refused.category() == RequestRejectedException.Category.UNAUTHENTICATED);
    }

    /** The browser, with the secret by which it is recognized at its next sign-in: a new one if it has none. */
    Actor.Client client(RequestContext request) {
        return DeviceCookie.client(request, random);
    }

    Response entered(RequestContext request, Actor.Client client, Opened opened, String next, String interrupted) {
        Response response = sessions.find(opened.token(), request.origin())
                .flatMap(session -> continued(request, session.formToken(), interrupted))
                .orElseGet(() -> panel.redirect(next));
        return response.with("Set-Cookie", SessionCookie.set(request, opened.token()))
                .with("Set-Cookie", DeviceCookie.line(request, client))
                .with("Set-Cookie", Cookies.line(request, SEED, "", "; Max-Age=0"));
    }

    private Optional<Response> continued(RequestContext request, String formToken, String interrupted) {
        return InterruptedForm.parse(interrupted).map(form -> resuming(request, 200, formToken, form));
    }

    /** The form, with the reason why a sign-in by a provider failed. */
    Response refused(RequestContext request, RequestRejectedException refused, String next) {
        return again(refused, wrong -> login(request, status(refused), next, "", wrong, ""));
    }

    interface Page {
        Response saying(String wrong);
    }

    /** The form again, with the headers of the rejection, such as when the next try is allowed. */
    static Response again(RequestRejectedException refused, Page page) {
        if (refused.category() != RequestRejectedException.Category.UNAUTHENTICATED
                && refused.category() != RequestRejectedException.Category.TOO_MANY
                && refused.category() != RequestRejectedException.Category.UNAVAILABLE) {
            throw refused;
        }
        Response shown = page.saying(text(refused.text()));
        List<Response.Header> headers = new ArrayList<>(shown.headers());
        Problems.details(refused).headers().stream()
                .filter(header -> !header.name().equals("WWW-Authenticate"))
                .forEach(headers::add);
        return new Response(shown.status(), headers, shown.body());
    }

    static int status(RequestRejectedException refused) {
        return Problems.details(refused).status();
    }

    Response login(RequestContext request, int status, String next, String email, String wrong, String interrupted) {
        String seed = seed(request);
        SignInPage shown = new SignInPage(
                panel.frame(request, text("Sign in")),
                sessions.formToken(seed).text(),
                next,
                email,
                wrong,
                interrupted,
                empty(),
                new Ways(
                        links(request, next),
                        recovering.available() ? panel.places().admin() + MailedLinkPages.FORGOTTEN : "",
                        passkeys.of(request).isPresent()));
        return seeded(request, seed, panel.page(request, status, JteloginGenerated::render, shown));
    }

    private Optional<SecondStep> step(RequestContext request, String waiting) {
        return sessions.secondStep(new Actor.Anonymous(request.origin()), waiting);
    }

    /** @param waiting the temporary token of the first step */
    Response verify(RequestContext request, int status, String waiting, String next, String wrong, String interrupted) {
        String seed = seed(request);
        // of a sign-in that is too old, the field for a code is shown: what is sent then leads to the right message
        SecondStep step = step(request, waiting).orElse(new SecondStep(true, false, true));
        VerifyPage shown = new VerifyPage(
                panel.frame(request, text("Second step")),
                sessions.formToken(seed).text(),
                next,
                wrong,
                interrupted,
                new SecondStep(
                        step.totp(), step.passkey() && passkeys.of(request).isPresent(), step.backupCode()));
        return seeded(request, seed, panel.page(request, status, Jteverify_2faGenerated::render, shown));
    }

    private List<ProviderLink> links(RequestContext request, String next) {
        return providers.providers(new Actor.Anonymous(request.origin())).stream()
                .map(provider -> new ProviderLink(
                        text(provider.label()),
                        panel.places().admin() + "/oidc/" + provider.name() + "/login?next="
                                + URLEncoder.encode(next, StandardCharsets.UTF_8)))
                .toList();
    }

    private boolean empty() {
        if (!accounts) {
            try {
                accounts = !managingUsers.empty();
            } catch (ServiceUnavailableException e) {
                return false; // the form is shown although the database is unavailable
            }
        }
        return !accounts;
    }

    private String seed(RequestContext request) {
        Optional<String> known = Cookies.read(request, SEED).filter(seed -> seed.matches("[A-Za-z0-9_-]{22}"));
        if (known.isPresent()) {
            return known.get();
        }
        byte[] bytes = new byte[SEED_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Response seeded(RequestContext request, String seed, Response page) {
        return page.with("Set-Cookie", Cookies.line(request, SEED, seed, "; Max-Age=3600"));
    }

    Form checked(RequestContext request) {
        Form form = Form.read(request, LARGEST_FORM);
        requireToken(request, form.textOrEmpty(Form.TOKEN));
        return form;
    }

    /** @param token of a form that this server has shown to this browser */
    void requireToken(RequestContext request, String token) {
        boolean right = Cookies.read(request, SEED)
                .map(seed -> sessions.formToken(seed).accepts(token))
                .orElse(false);
        if (!right) {
            throw new Problem(
                    403,
                    "csrf",
                    Message.of(
                            "The form is too old, or this browser does not keep cookies. Load the page again and sign in."));
        }
    }

    static String browser(RequestContext request) {
        return request.header("User-Agent").orElse("");
    }

    /** Where to go after the sign-in: only to a page of this server. */
    String next(String asked) {
        return PanelUrls.isLocal(asked) ? asked : panel.places().home();
    }

    /**
     * A path of this server as a whole address, as the browser calls the server.
     *
     * @throws RequestRejectedException {@code MALFORMED} when the request does not name the host
     */
    static URI address(RequestContext request, String path) {
        try {
            URI called = new URI(request.url());
            if (called.getHost() != null) {
                return called.resolve(path);
            }
        } catch (URISyntaxException e) {
            // reported below
        }
        throw RequestRejectedException.malformed("malformed", Message.of("The header Host is not valid."), List.of());
    }
}
