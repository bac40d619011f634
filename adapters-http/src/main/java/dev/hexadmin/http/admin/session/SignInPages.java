package dev.hexadmin.http.admin.session;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.KeepingSessions.Opened;
import dev.hexadmin.application.identity.KeepingSessions.Outcome;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.port.ServiceUnavailable;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.Occasion;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.admin.frame.Flash;
import dev.hexadmin.http.admin.frame.Frame;
import dev.hexadmin.http.admin.frame.Panel;
import dev.hexadmin.http.admin.frame.Places;
import dev.hexadmin.http.json.JsonDocument;
import dev.hexadmin.http.problem.Problem;
import dev.hexadmin.http.problem.Problems;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Form;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import dev.hexadmin.http.templates.pages.JteloginGenerated;
import dev.hexadmin.http.templates.pages.JteresumeGenerated;
import dev.hexadmin.http.templates.pages.Jteverify_2faGenerated;
import io.helidon.http.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Signing in, with a second step where the user has one, and signing out. Thread-safe.
 *
 * <p>Before there is a session, a form is bound to a cookie of its own (OWASP: a double submit cookie that is signed), so
 * that nobody is signed in as somebody else by another site.
 */
public final class SignInPages {
    private static final String SEED = "admin_form";
    private static final String WAITING = "admin_2fa";
    private static final int SEED_BYTES = 16;
    private static final int LARGEST_FORM = 1024 * 1024;

    /** The hidden field that carries an {@link InterruptedForm} through the sign-in. */
    private static final String INTERRUPTED = "interrupted";

    private final Panel panel;
    private final KeepingSessions sessions;
    private final LimitingRequests limiting;
    private final ManagingUsers managingUsers;
    private final RandomGenerator random;
    // an account that was there once is not looked for again
    private volatile boolean accounts;

    /** @param random cryptographically strong */
    public SignInPages(
            Panel panel,
            KeepingSessions sessions,
            LimitingRequests limiting,
            ManagingUsers managingUsers,
            RandomGenerator random) {
        this.panel = panel;
        this.sessions = sessions;
        this.limiting = limiting;
        this.managingUsers = managingUsers;
        this.random = random;
    }

    /**
     * What the pages show.
     *
     * @param token for the field {@code csrf_token}
     * @param next where it goes on
     * @param email as typed before
     * @param wrong why the last try failed, or {@code ""}
     * @param interrupted the form to go on with, as text, or {@code ""}
     * @param empty whether no account exists yet
     */
    public record Shown(
            Frame frame, String token, String next, String email, String wrong, String interrupted, boolean empty) {}

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

    private Answer loginForm(Exchange exchange) {
        String next = next(exchange.query().getOrDefault("next", ""));
        return exchange.visitor().isPresent() ? panel.redirect(next) : login(exchange, 200, next, "", "", "");
    }

    /** Whether the session is good, and the token for its forms: a page asks before it sends one. */
    private static Answer session(Exchange exchange) {
        Actor.SignedIn actor = exchange.signedIn();
        String token =
                exchange.visitor().map(KeepingSessions.Session::formToken).orElse("");
        return new Answer(
                200, List.of(new Answer.Header("Content-Type", Answer.JSON.value())), JsonDocument.bytes(json -> {
                    json.writeStartObject();
                    json.writeStringField("email", actor.email().value());
                    json.writeStringField("csrf_token", token);
                    json.writeEndObject();
                }));
    }

    /**
     * The way back to a form that was sent without a session, or with the token of another one; empty for other requests, and
     * for forms that cannot be shown again.
     */
    Optional<Answer> interrupted(Throwable thrown, Exchange exchange) {
        Optional<KeepingSessions.Session> session = exchange.visitor();
        if (session.isEmpty()
                && thrown instanceof Refused refused
                && refused.category() == Refused.Category.UNAUTHENTICATED) {
            return InterruptedForm.of(exchange)
                    .map(form -> login(
                            exchange,
                            401,
                            panel.places().home(),
                            "",
                            "Your session has ended. Sign in to continue: your entries are kept.",
                            form.text()));
        }
        return session.isPresent()
                        && thrown instanceof Problem problem
                        && problem.code().equals("csrf")
                ? InterruptedForm.of(exchange)
                        .map(form -> resuming(exchange, 403, session.get().formToken(), form))
                : Optional.empty();
    }

    private Answer resuming(Exchange exchange, int status, String token, InterruptedForm form) {
        return panel.withFlash(
                exchange,
                panel.page(
                        exchange,
                        status,
                        JteresumeGenerated::render,
                        new Resuming(panel.frame(exchange, "Continue"), token, form)),
                new Flash(Flash.Kind.INFO, "Your entries are kept. They are not saved yet."));
    }

    private Answer login(Exchange exchange) {
        Form form = checked(exchange);
        String next = next(form.textOrEmpty("next"));
        String email = form.textOrEmpty("email");
        String interrupted = form.textOrEmpty(INTERRUPTED);
        try {
            Outcome outcome = limited(
                    exchange,
                    nobody -> sessions.signIn(nobody, email, form.textOrEmpty("password"), browser(exchange)));
            return switch (outcome) {
                case Outcome.Complete(Opened opened) -> entered(exchange, opened, next, interrupted);
                case Outcome.SecondFactorNeeded needed ->
                    (interrupted.isEmpty()
                                    ? panel.redirect(panel.places().admin() + "/verify-2fa?next="
                                            + URLEncoder.encode(next, StandardCharsets.UTF_8))
                                    : verify(exchange, 200, next, "", interrupted))
                            .with(
                                    "Set-Cookie",
                                    Panel.cookie(
                                            exchange,
                                            WAITING,
                                            needed.temporaryToken(),
                                            "; Max-Age=" + needed.lifetime().toSeconds()));
            };
        } catch (Refused refused) {
            return again(refused, wrong -> login(exchange, status(refused), next, email, wrong, interrupted));
        }
    }

    private Answer verifyForm(Exchange exchange) {
        String next = next(exchange.query().getOrDefault("next", ""));
        return Panel.readCookie(exchange, WAITING).isEmpty()
                ? panel.redirect(
                        panel.places().admin() + "/login?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8))
                : verify(exchange, 200, next, "", "");
    }

    private Answer verify(Exchange exchange) {
        Form form = checked(exchange);
        String next = next(form.textOrEmpty("next"));
        String interrupted = form.textOrEmpty(INTERRUPTED);
        String waiting = Panel.readCookie(exchange, WAITING).orElse("");
        try {
            Opened opened = limited(
                    exchange,
                    nobody -> sessions.verifySecondFactor(
                            nobody, waiting, form.textOrEmpty("code").strip(), browser(exchange)));
            return entered(exchange, opened, next, interrupted)
                    .with("Set-Cookie", Panel.cookie(exchange, WAITING, "", "; Max-Age=0"));
        } catch (Refused refused) {
            return again(refused, wrong -> verify(exchange, status(refused), next, wrong, interrupted));
        }
    }

    private Answer logout(Exchange exchange) {
        SessionCookie.read(exchange).ifPresent(token -> sessions.signOut(exchange.signedIn(), token));
        return panel.redirect(
                        exchange, panel.places().admin() + "/login", new Flash(Flash.Kind.INFO, "You are signed out."))
                .with("Set-Cookie", SessionCookie.clear(exchange));
    }

    private interface Try<T> {
        T as(Actor nobody);
    }

    private <T> T limited(Exchange exchange, Try<T> work) {
        Actor.Origin origin = exchange.origin();
        return limiting.countFailedSignIns(
                Occasion.PANEL_SIGN_IN,
                LimitingRequests.key(origin.address()),
                origin.address(),
                () -> work.as(new Actor.Anonymous(origin)),
                refused -> refused.category() == Refused.Category.UNAUTHENTICATED);
    }

    private Answer entered(Exchange exchange, Opened opened, String next, String interrupted) {
        Answer answer = InterruptedForm.parse(interrupted)
                .flatMap(form -> sessions.find(opened.token(), exchange.origin())
                        .map(session -> resuming(exchange, 200, session.formToken(), form)))
                .orElseGet(() -> panel.redirect(next));
        return answer.with("Set-Cookie", SessionCookie.set(exchange, opened.token()))
                .with("Set-Cookie", Panel.cookie(exchange, SEED, "", "; Max-Age=0"));
    }

    private interface Page {
        Answer saying(String wrong);
    }

    /** The form once more, with what the refusal tells besides: when the next try can pass. */
    private static Answer again(Refused refused, Page page) {
        if (refused.category() != Refused.Category.UNAUTHENTICATED
                && refused.category() != Refused.Category.TOO_MANY
                && refused.category() != Refused.Category.UNAVAILABLE) {
            throw refused;
        }
        Answer shown = page.saying(refused.detail());
        List<Answer.Header> headers = new ArrayList<>(shown.headers());
        Problems.told(refused).headers().stream()
                .filter(header -> !header.name().equals("WWW-Authenticate"))
                .forEach(headers::add);
        return new Answer(shown.status(), headers, shown.body());
    }

    private static int status(Refused refused) {
        return Problems.told(refused).status();
    }

    private Answer login(Exchange exchange, int status, String next, String email, String wrong, String interrupted) {
        String seed = seed(exchange);
        Shown shown = new Shown(
                panel.frame(exchange, "Sign in"), sessions.formToken(seed), next, email, wrong, interrupted, empty());
        return seeded(exchange, seed, panel.page(exchange, status, JteloginGenerated::render, shown));
    }

    private Answer verify(Exchange exchange, int status, String next, String wrong, String interrupted) {
        String seed = seed(exchange);
        Shown shown = new Shown(
                panel.frame(exchange, "Second step"), sessions.formToken(seed), next, "", wrong, interrupted, false);
        return seeded(exchange, seed, panel.page(exchange, status, Jteverify_2faGenerated::render, shown));
    }

    private boolean empty() {
        if (!accounts) {
            try {
                accounts = !managingUsers.empty();
            } catch (ServiceUnavailable e) {
                return false; // the form is there although the database cannot be reached
            }
        }
        return !accounts;
    }

    private String seed(Exchange exchange) {
        Optional<String> known = Panel.readCookie(exchange, SEED).filter(seed -> seed.matches("[A-Za-z0-9_-]{22}"));
        if (known.isPresent()) {
            return known.get();
        }
        byte[] bytes = new byte[SEED_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Answer seeded(Exchange exchange, String seed, Answer page) {
        return page.with("Set-Cookie", Panel.cookie(exchange, SEED, seed, "; Max-Age=3600"));
    }

    private Form checked(Exchange exchange) {
        Form form = Form.read(exchange, LARGEST_FORM);
        boolean right = Panel.readCookie(exchange, SEED)
                .map(seed -> MessageDigest.isEqual(
                        sessions.formToken(seed).getBytes(StandardCharsets.UTF_8),
                        form.textOrEmpty("csrf_token").getBytes(StandardCharsets.UTF_8)))
                .orElse(false);
        if (!right) {
            throw new Problem(
                    403,
                    "csrf",
                    "The form is too old, or this browser does not keep cookies. Load the page again and sign in.");
        }
        return form;
    }

    private static String browser(Exchange exchange) {
        return exchange.header("User-Agent").orElse("");
    }

    private String next(String asked) {
        return Places.isLocal(asked) ? asked : panel.places().home();
    }
}
