package dev.hexadmin.http.panel.frame;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestId;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.problem.ProblemCatalogue;
import dev.hexadmin.http.server.problem.ProblemDetails;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.templates.pages.JteerrorGenerated;
import io.helidon.http.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Pages about requests that failed: what happened and what to do next. Thread-safe. */
public final class ErrorPages {
    private final Panel panel;

    public ErrorPages(Panel panel) {
        this.panel = panel;
    }

    /**
     * What an error page shows.
     *
     * @param next what to do, a sentence
     * @param errors each what is wrong with one value
     * @param requestId for the operator, who finds it in the log
     */
    public record ErrorPage(
            Frame frame, int status, String title, String detail, String next, List<String> errors, String requestId) {}

    /** The page, when the request is one for a page. */
    public Optional<Response> page(Throwable thrown, RequestContext request, boolean pageRoute) {
        if (isOfApi(request) || (!pageRoute && !wantsPage(request))) {
            return Optional.empty();
        }
        if (thrown instanceof RequestRejectedException refused
                && refused.category() == RequestRejectedException.Category.UNAUTHENTICATED
                && request.visitor().isEmpty()
                && (!request.fromScript() || request.header("HX-Request").isPresent())) {
            return Optional.of(signIn(request));
        }
        ProblemDetails details = Problems.details(thrown);
        ErrorPage shown = new ErrorPage(
                panel.frame(request, text(ProblemCatalogue.title(details.code(), details.status()))),
                details.status(),
                text(ProblemCatalogue.title(details.code(), details.status())),
                text(details.text()),
                next(details.status()),
                details.violations().stream().map(ErrorPages::line).limit(20).toList(),
                RequestId.CURRENT.isBound() ? RequestId.CURRENT.get() : "");
        Response page = panel.page(request, details.status(), JteerrorGenerated::render, shown);
        List<Response.Header> headers = new ArrayList<>(page.headers());
        details.headers().stream()
                .filter(header -> !header.name().equals("WWW-Authenticate"))
                .forEach(headers::add);
        return Optional.of(new Response(page.status(), headers, page.body()));
    }

    /** A browser that went to a path of the panel at which there is nothing. */
    private boolean wantsPage(RequestContext request) {
        String admin = panel.places().admin();
        String path = request.path();
        return (path.equals(admin) || path.startsWith(admin + "/"))
                && request.header("Accept")
                        .map(accept -> accept.toLowerCase(Locale.ROOT).contains("text/html"))
                        .orElse(false);
    }

    /** Also the path of the API itself, which looks like that of a list of the panel. */
    private boolean isOfApi(RequestContext request) {
        return (request.path() + "/").startsWith(panel.places().admin() + "/api/");
    }

    private Response signIn(RequestContext request) {
        boolean look = request.method().equals(Method.GET) || request.method().equals(Method.HEAD);
        String asked = request.path();
        if (look) {
            String query = request.queryIfReadable().entrySet().stream()
                    .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
                    .reduce((one, other) -> one + "&" + other)
                    .orElse("");
            asked += query.isEmpty() ? "" : "?" + query;
        }
        String login = panel.places().admin() + "/login?next="
                + encoded(look ? asked : panel.places().home());
        // htmx follows a redirect within the part of the page that it replaces
        return request.header("HX-Request").isPresent()
                ? Response.empty(401).with("HX-Redirect", login)
                : panel.redirect(login);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String line(Violation violation) {
        String name = violation.pointer().startsWith("?") || violation.pointer().startsWith("/")
                ? violation.pointer().substring(1)
                : violation.pointer();
        return name.isEmpty() ? text(violation.text()) : name + ": " + text(violation.text());
    }

    private static String next(int status) {
        return switch (status) {
            case 400 -> text("Go back and correct the values named above, or open the list again.");
            case 401 -> text("Sign in again.");
            case 403 -> text("Ask an administrator for the permission, or go back.");
            case 404 -> text("It may have been deleted or renamed. Search for it, or open the list.");
            case 405, 415 -> text("Go back and use the buttons of the page.");
            case 409 -> text("Check the current state, then try again.");
            case 412 -> text("The record was changed by another user. Reload the page to see the current values.");
            case 413 -> text("Send a smaller request.");
            case 422 -> text("Go back and correct the values named above.");
            case 429 -> text("Wait a moment, then try again.");
            case 503 -> text("Wait a few seconds, then reload the page.");
            default -> text("Try again. If it happens again, give the request id to the operator of the server.");
        };
    }
}
