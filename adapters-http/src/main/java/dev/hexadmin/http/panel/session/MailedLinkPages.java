package dev.hexadmin.http.panel.session;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.IdentityAssembly.OwnAccounts;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.InvitingUsers.Invited;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtelogin_emailGenerated;
import dev.hexadmin.http.templates.pages.Jtelogin_forgottenGenerated;
import dev.hexadmin.http.templates.pages.Jtelogin_invitationGenerated;
import dev.hexadmin.http.templates.pages.Jtelogin_resetGenerated;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pages without a session to which links in mails lead: a new password, an invitation, the confirmation of an e-mail
 * address; and the page where a link for a new password is requested. Thread-safe.
 *
 * <p>Opening a link changes nothing, since programs that check mails open links, too: only the form of the page uses it up.
 * The token in the form proves that no other site made the form.
 */
public final class MailedLinkPages {
    static final String FORGOTTEN = "/login/forgotten";
    private static final String RESET = "/login/reset";
    private static final String INVITATION = "/login/invitation";
    private static final String EMAIL = "/login/email";
    /** In bytes. Limited because any client may send a form without signing in. */
    private static final int LARGEST_FORM = 64 * 1024;

    private final Panel panel;
    private final OwnAccounts accounts;
    private final LimitingRequests limiting;

    public MailedLinkPages(Panel panel, OwnAccounts accounts, LimitingRequests limiting) {
        this.panel = panel;
        this.accounts = accounts;
        this.limiting = limiting;
    }

    /** The addresses of links, below the address of the panel. */
    public static IdentitySettings.LinkAddresses addresses(String panel) {
        return new IdentitySettings.LinkAddresses(
                panel + INVITATION + "?token=", panel + RESET + "?token=", panel + EMAIL + "?token=");
    }

    /**
     * The page where a link is requested.
     *
     * @param available whether links can be sent
     */
    public record ForgottenPage(Frame frame, boolean available, String email, Wrong wrong) {}

    /**
     * The page of a link.
     *
     * @param token of the link; {@code ""} when the link is not valid
     * @param email of the account, or the new one
     */
    public record LinkPage(Frame frame, String token, String email, String fullName, Wrong wrong) {}

    /**
     * Why a form was not accepted.
     *
     * @param notice a sentence, or {@code ""}
     * @param errors what is wrong with a field, by its name
     */
    public record Wrong(int status, String notice, Map<String, String> errors) {
        static final Wrong NOTHING = new Wrong(200, "", Map.of());

        /** What is shown in the form itself; throws the rejection when the user cannot act on it there. */
        static Wrong of(RequestRejectedException refused) {
            boolean shown = switch (refused.category()) {
                case FORBIDDEN, CONFLICT, INVALID, TOO_MANY, UNAVAILABLE -> true;
                case MALFORMED,
                        UNAUTHENTICATED,
                        NOT_FOUND,
                        PRECONDITION_FAILED,
                        PRECONDITION_REQUIRED,
                        TOO_LARGE,
                        UNSUPPORTED_TYPE -> false;
            };
            if (!shown) {
                throw refused;
            }
            Map<String, String> errors = new LinkedHashMap<>();
            refused.violations()
                    .forEach(violation ->
                            errors.putIfAbsent(violation.pointer().replaceFirst("^/", ""), violation.message()));
            return new Wrong(
                    Problems.details(refused).status(),
                    refused.category() == RequestRejectedException.Category.INVALID
                            ? text("Fix the highlighted fields.")
                            : refused.detail(),
                    errors);
        }

        /** What is wrong with a field, or {@code ""}. */
        public String error(String field) {
            return errors.getOrDefault(field, "");
        }
    }

    public List<Route> routes() {
        return List.of(
                route(Method.GET, FORGOTTEN, request -> forgotten(request, "", Wrong.NOTHING)),
                route(Method.POST, FORGOTTEN, this::requestLink),
                route(Method.GET, RESET, request -> reset(request, token(request), Wrong.NOTHING)),
                route(Method.POST, RESET, this::setPassword),
                route(
                        Method.GET,
                        INVITATION,
                        request -> invitation(request, token(request), Optional.empty(), Wrong.NOTHING)),
                route(Method.POST, INVITATION, this::accept),
                route(Method.GET, EMAIL, request -> email(request, token(request), Wrong.NOTHING)),
                route(Method.POST, EMAIL, this::confirm));
    }

    private Route route(Method method, String path, Handler handler) {
        return new Route(method, panel.places().admin() + path, Policy.PUBLIC, Route.Media.HTML, handler);
    }

    private static String token(RequestContext request) {
        return request.query().getOrDefault("token", "");
    }

    private static Actor anonymous(RequestContext request) {
        return new Actor.Anonymous(request.origin()
                .from(new Actor.Client(
                        request.header("User-Agent").orElse(""),
                        "",
                        Localized.current().language())));
    }

    private void countClient(RequestContext request) {
        limiting.count(
                RateLimitRule.MAILED_LINKS,
                LimitingRequests.key(request.origin().address()));
    }

    // ---- a forgotten password

    private Response forgotten(RequestContext request, String email, Wrong wrong) {
        return panel.page(
                request,
                wrong.status(),
                Jtelogin_forgottenGenerated::render,
                new ForgottenPage(
                        panel.frame(request, text("Forgotten password")),
                        accounts.recovering().available(),
                        email,
                        wrong));
    }

    private Response requestLink(RequestContext request) {
        Form form = Form.read(request, LARGEST_FORM);
        if (!request.fromOwnPage()) {
            throw new Problem(403, "csrf", "The form was sent by another site. Open the page again.");
        }
        String email = form.textOrEmpty("email");
        try {
            countClient(request);
            limiting.count(RateLimitRule.PASSWORD_RESET, LimitingRequests.key("", email));
            accounts.recovering().request(anonymous(request), email);
        } catch (RequestRejectedException refused) {
            return headers(refused, forgotten(request, email, Wrong.of(refused)));
        }
        return panel.redirect(
                request,
                panel.places().admin() + "/login",
                new Flash(
                        Flash.Kind.INFO,
                        text(
                                "If there is an account with this address and a password, a link was sent to it. The link is"
                                        + " valid for a short time.")));
    }

    /** The page with the headers of the rejection, such as when the next try is allowed. */
    private static Response headers(RequestRejectedException refused, Response page) {
        Response response = page;
        for (Response.Header header : Problems.details(refused).headers()) {
            response = response.with(header.name(), header.value());
        }
        return response;
    }

    // ---- a new password

    private Response reset(RequestContext request, String token, Wrong wrong) {
        boolean valid = !token.isEmpty() && accounts.recovering().valid(token);
        return link(
                request,
                valid ? wrong.status() : 403,
                Jtelogin_resetGenerated::render,
                new LinkPage(panel.frame(request, text("Set a new password")), valid ? token : "", "", "", wrong));
    }

    private Response setPassword(RequestContext request) {
        Form form = Form.read(request, LARGEST_FORM);
        String token = form.textOrEmpty("token");
        String password = form.textOrEmpty("password");
        if (!password.equals(form.textOrEmpty("repeated"))) {
            return reset(request, token, different());
        }
        try {
            countClient(request);
            accounts.recovering()
                    .prepareReset(anonymous(request), token, password, false)
                    .carryOut();
        } catch (RequestRejectedException refused) {
            return headers(refused, reset(request, token, Wrong.of(refused)));
        }
        return panel.redirect(
                request,
                panel.places().admin() + "/login",
                Flash.success(
                        text("Your password is changed, and all your sessions have ended. Sign in with the new one.")));
    }

    private static Wrong different() {
        return new Wrong(
                422, text("Fix the highlighted fields."), Map.of("repeated", text("This is not the same as above.")));
    }

    // ---- an invitation

    private Response invitation(RequestContext request, String token, Optional<String> typedName, Wrong wrong) {
        Optional<Invited> invited =
                token.isEmpty() ? Optional.empty() : accounts.inviting().find(token);
        return link(
                request,
                invited.isPresent() ? wrong.status() : 403,
                Jtelogin_invitationGenerated::render,
                new LinkPage(
                        panel.frame(request, text("Create your account")),
                        invited.isPresent() ? token : "",
                        invited.map(found -> found.email().value()).orElse(""),
                        typedName.or(() -> invited.map(Invited::fullName)).orElse(""),
                        wrong));
    }

    private Response accept(RequestContext request) {
        Form form = Form.read(request, LARGEST_FORM);
        String token = form.textOrEmpty("token");
        String password = form.textOrEmpty("password");
        String fullName = form.textOrEmpty("full_name");
        if (!password.equals(form.textOrEmpty("repeated"))) {
            return invitation(request, token, Optional.of(fullName), different());
        }
        try {
            countClient(request);
            accounts.inviting()
                    .prepareAccept(anonymous(request), token, fullName, password, false)
                    .carryOut();
        } catch (RequestRejectedException refused) {
            return headers(refused, invitation(request, token, Optional.of(fullName), Wrong.of(refused)));
        }
        return panel.redirect(
                request,
                panel.places().admin() + "/login",
                Flash.success(text("Your account was created. Sign in with your password.")));
    }

    // ---- a new e-mail address

    private Response email(RequestContext request, String token, Wrong wrong) {
        Optional<EmailAddress> email =
                token.isEmpty() ? Optional.empty() : accounts.changing().find(token);
        return link(
                request,
                email.isPresent() ? wrong.status() : 403,
                Jtelogin_emailGenerated::render,
                new LinkPage(
                        panel.frame(request, text("Confirm your e-mail address")),
                        email.isPresent() ? token : "",
                        email.map(EmailAddress::value).orElse(""),
                        "",
                        wrong));
    }

    private Response confirm(RequestContext request) {
        Form form = Form.read(request, LARGEST_FORM);
        String token = form.textOrEmpty("token");
        EmailAddress email;
        try {
            countClient(request);
            email = accounts.changing().confirm(anonymous(request), token, false);
        } catch (RequestRejectedException refused) {
            return headers(refused, email(request, token, Wrong.of(refused)));
        }
        return panel.redirect(
                request,
                panel.places().admin() + (request.visitor().isPresent() ? "/profile" : "/login"),
                Flash.success(text("The address of your account is now {email}.", "email", email.value())));
    }

    /** A page whose address holds a token: it goes into no cache, and, as all addresses, to no other site. */
    private Response link(RequestContext request, int status, Panel.Template<LinkPage> template, LinkPage page) {
        return panel.page(request, status, template, page).with("Cache-Control", "no-store");
    }
}
