package dev.hexadmin.http.panel.setup;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.JtesetupGenerated;
import io.helidon.http.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The page of the one-time link of the first start: a form that creates the first superuser. The link's token proves that
 * the form was not sent by another site. Once an account exists, the page does not exist. Thread-safe.
 */
public final class SetupPages {
    /** In bytes. Limited because any client may send a form without signing in. */
    private static final int LARGEST_FORM = 64 * 1024;

    private static final String PATH = "/setup";

    private final Panel panel;
    private final ManagingUsers managingUsers;

    public SetupPages(Panel panel, ManagingUsers managingUsers) {
        this.panel = panel;
        this.managingUsers = managingUsers;
    }

    /**
     * What the page shows.
     *
     * @param token of the link; {@code ""} when the page was opened without the link
     * @param wrong why no account was created, or {@code ""}
     * @param errors what is wrong with a field, by its name
     */
    public record SetupPage(
            Frame frame, String token, String email, String fullName, String wrong, Map<String, String> errors) {
        /** What is wrong with a field, or {@code ""}. */
        public String error(String field) {
            return errors.getOrDefault(field, "");
        }
    }

    /** The link to the form. */
    public static String link(String adminPath, String token) {
        return adminPath + PATH + "?token=" + token;
    }

    public List<Route> routes() {
        String path = panel.places().admin() + PATH;
        return List.of(
                new Route(Method.GET, path, Policy.PUBLIC, Route.Media.HTML, this::form),
                new Route(Method.POST, path, Policy.PUBLIC, Route.Media.HTML, this::complete));
    }

    private Response form(RequestContext request) {
        if (!managingUsers.empty()) {
            throw RequestRejectedException.notFound(
                    Message.of("The set-up is complete: sign in with an account that exists."));
        }
        return page(request, 200, request.query().getOrDefault("token", ""), "", "", "", Map.of());
    }

    private Response complete(RequestContext request) {
        Form form = Form.read(request, LARGEST_FORM);
        String token = form.textOrEmpty("token");
        String email = form.textOrEmpty("email");
        String name = form.textOrEmpty("full_name");
        try {
            managingUsers.completeSetup(
                    new Actor.Anonymous(request.origin()), token, email, form.textOrEmpty("password"), name);
        } catch (RequestRejectedException refused) {
            boolean answerable = switch (refused.category()) {
                case FORBIDDEN, CONFLICT, INVALID -> true;
                case MALFORMED,
                        UNAUTHENTICATED,
                        NOT_FOUND,
                        PRECONDITION_FAILED,
                        PRECONDITION_REQUIRED,
                        TOO_LARGE,
                        UNSUPPORTED_TYPE,
                        TOO_MANY,
                        UNAVAILABLE -> false;
            };
            if (!answerable) {
                throw refused;
            }
            Map<String, String> errors = new LinkedHashMap<>();
            refused.violations()
                    .forEach(violation ->
                            errors.putIfAbsent(violation.pointer().replaceFirst("^/", ""), text(violation.text())));
            String wrong = errors.isEmpty()
                    ? text(refused.text())
                    : text("The account was not created. Fix the highlighted fields.");
            return page(request, Problems.details(refused).status(), token, email, name, wrong, errors);
        }
        return panel.redirect(
                request,
                panel.places().admin() + "/login",
                Flash.success(text("The account {user} was created. Sign in with it.", "user", email)));
    }

    private Response page(
            RequestContext request,
            int status,
            String token,
            String email,
            String name,
            String wrong,
            Map<String, String> errors) {
        SetupPage shown = new SetupPage(
                panel.frame(request, text("Set up {name}", "name", panel.name())), token, email, name, wrong, errors);
        // the address holds the token
        return panel.page(request, status, JtesetupGenerated::render, shown).with("Cache-Control", "no-store");
    }
}
