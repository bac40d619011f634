package dev.hexadmin.http.api.docs;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.http.server.content.Assets;
import dev.hexadmin.http.server.content.Conditional;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.problem.ProblemCatalogue;
import dev.hexadmin.http.server.problem.ProblemTypeResponse;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The documentation of the API, without files from other servers: {@code /docs} is Swagger UI over {@code /openapi.json},
 * and {@code /problems/{code}} is where the {@code type} of a problem answer points to (RFC 9457 section 3.1.1). The first
 * is for callers who may read the document, all else is public. Thread-safe.
 *
 * <p>The path of the files contains a digest of their content, so clients may cache them for ever; the page that names the
 * path is requested each time. The files are read on the first request for one.
 */
public final class DocsResource {
    /** Everything from this server, nothing inline; the drawings in Swagger UI's style sheet are data URLs. */
    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String SWAGGER_UI = "META-INF/resources/webjars/swagger-ui/5.34.1/";
    private static final String OWN = "META-INF/dev.hexadmin.http/docs/";

    private final Assets assets = new Assets(
            "/docs/assets",
            Map.of(
                    "swagger-ui-bundle.js", List.of(SWAGGER_UI + "swagger-ui-bundle.js"),
                    "swagger-ui.css", List.of(SWAGGER_UI + "swagger-ui.css"),
                    "favicon-32x32.png", List.of(SWAGGER_UI + "favicon-32x32.png"),
                    "start.js", List.of(OWN + "start.js"),
                    "page.css", List.of(OWN + "page.css")));

    private final HttpSettings.Visibility visibility;
    private final String name;

    /**
     * @param visibility of the OpenAPI document, and so of the page that shows it
     * @param name of the installation, in the titles of pages
     */
    public DocsResource(HttpSettings.Visibility visibility, String name) {
        this.visibility = visibility;
        this.name = name;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        // as a page of the panel it leads to the sign-in
        Route.Media media = visibility == HttpSettings.Visibility.SIGNED_IN ? Route.Media.HTML : Route.Media.ANY;
        Policy.of(visibility)
                .ifPresent(policy -> routes.add(new Route(Method.GET, "/docs", policy, media, this::page)));
        routes.add(assets.route());
        routes.add(new Route(Method.GET, "/problems/{code}", Policy.PUBLIC, Route.Media.ANY, this::problem));
        return routes;
    }

    private Response page(RequestContext request) {
        byte[] html = new String(Assets.resource(OWN + "index.html"), StandardCharsets.UTF_8)
                .replace("{assets}", assets.base())
                .replace("{name}", escaped(name))
                .getBytes(StandardCharsets.UTF_8);
        return Conditional.answer(request, html(html), Conditional.tag(html));
    }

    /** A page under the policy above. */
    static Response html(byte[] html) {
        return new Response(
                200,
                List.of(
                        new Response.Header("Content-Type", "text/html; charset=utf-8"),
                        new Response.Header("Content-Security-Policy", CONTENT_SECURITY_POLICY),
                        new Response.Header("Cache-Control", "no-cache")),
                html);
    }

    private Response problem(RequestContext request) {
        ProblemCatalogue.Entry entry = ProblemCatalogue.find(request.variable("code"))
                .orElseThrow(() -> RequestRejectedException.notFound("There is no problem of this code."));
        Response response =
                request.header("Accept").map(DocsResource::wantsJson).orElse(false)
                        ? JsonResponse.of(200, ProblemTypeResponse.of(entry)).with("Cache-Control", "no-cache")
                        : html(page(entry).getBytes(StandardCharsets.UTF_8));
        return Conditional.answer(
                request,
                response.with("Vary", "Accept, Accept-Language")
                        .with("Content-Language", Localized.current().language().tag()),
                Conditional.tag(response.body()));
    }

    /** JSON is for those who name it and not HTML; browsers and {@code curl} get the page. */
    private static boolean wantsJson(String accept) {
        String types = accept.toLowerCase(Locale.ROOT);
        return !types.contains("text/html") && (types.contains("/json") || types.contains("+json"));
    }

    private String page(ProblemCatalogue.Entry entry) {
        return String.format(
                Locale.ROOT,
                """
            <!doctype html>
            <html lang="%6$s" dir="%7$s">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%1$s · %8$s</title>
            <link rel="stylesheet" href="%3$s/page.css">
            </head>
            <body>
            <main class="problem">
            <h1>%1$s</h1>
            <p>%2$s</p>
            <p>%4$s</p>%5$s
            </main>
            </body>
            </html>
            """,
                escaped(text(entry.title())),
                text(
                        "Status {status}, code {code}",
                        "status",
                        "<code>" + entry.status() + "</code>",
                        "code",
                        "<code>" + escaped(entry.code()) + "</code>"),
                assets.base(),
                escaped(text(entry.explanation())),
                visibility != HttpSettings.Visibility.OFF
                        ? "\n<p><a href=\"/docs\">" + escaped(text("API documentation")) + "</a></p>"
                        : "",
                Localized.current().language(),
                Localized.current().direction(),
                escaped(name));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
