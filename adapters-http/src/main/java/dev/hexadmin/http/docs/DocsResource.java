package dev.hexadmin.http.docs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.Refused;
import dev.hexadmin.http.problem.ProblemCatalogue;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What people read about the API, whole from this server: {@code /docs} is Swagger UI over {@code /openapi.json}, and
 * {@code /problems/{code}} is where the {@code type} of a problem answer points to (RFC 9457 section 3.1.1). Public.
 * Thread-safe.
 *
 * <p>Its files lie below a path that names their content, so they may be kept for ever; the page that names the path is
 * asked for each time. Files are read on the first request for one.
 */
public final class DocsResource {
    /** Everything from this server, nothing inline; the drawings in Swagger UI's style sheet are data URLs. */
    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Object lock = new Object();
    private volatile @Nullable Assets assets;

    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, "/docs", Policy.PUBLIC, Route.Media.ANY, this::page),
                new Route(Method.GET, Assets.PATH + "{version}/{file}", Policy.PUBLIC, Route.Media.ANY, this::file),
                new Route(Method.GET, "/problems/{code}", Policy.PUBLIC, Route.Media.ANY, this::problem));
    }

    /** The address of the style sheet of pages. */
    public String styleSheet() {
        return Assets.PATH + assets().version() + "/page.css";
    }

    private Answer page(Exchange exchange) {
        byte[] html = assets().page();
        return Conditional.answer(exchange, html(html), Conditional.tag(html));
    }

    /** A page under the policy above. */
    static Answer html(byte[] html) {
        return new Answer(
                200,
                List.of(
                        new Answer.Header("Content-Type", "text/html; charset=utf-8"),
                        new Answer.Header("Content-Security-Policy", CONTENT_SECURITY_POLICY),
                        new Answer.Header("Cache-Control", "no-cache")),
                html);
    }

    private Answer file(Exchange exchange) {
        // names are looked up, never put together to a path: there is nothing to climb out of
        Assets all = assets();
        Assets.File file = all.file(exchange.variable("version"), exchange.variable("file"))
                .orElseThrow(() -> Refused.notFound("There is no such file."));
        boolean zipped =
                exchange.header("Accept-Encoding").map(DocsResource::takesGzip).orElse(false);
        Answer answer = new Answer(
                200,
                List.of(
                        new Answer.Header("Content-Type", file.type()),
                        new Answer.Header("Cache-Control", "public, max-age=31536000, immutable"),
                        new Answer.Header("Vary", "Accept-Encoding")),
                zipped ? file.zipped() : file.plain());
        // two representations, two tags
        return zipped
                ? Conditional.answer(exchange, answer.with("Content-Encoding", "gzip"), file.zippedTag())
                : Conditional.answer(exchange, answer, file.plainTag());
    }

    private Answer problem(Exchange exchange) {
        ProblemCatalogue.Entry entry = ProblemCatalogue.find(exchange.variable("code"))
                .orElseThrow(() -> Refused.notFound("There is no problem of this code."));
        Answer answer = exchange.header("Accept").map(DocsResource::wantsJson).orElse(false)
                ? Answer.json(200, json(entry)).with("Cache-Control", "no-cache")
                : html(page(entry, assets().version()).getBytes(StandardCharsets.UTF_8));
        return Conditional.answer(exchange, answer.with("Vary", "Accept"), Conditional.tag(answer.body()));
    }

    /** JSON is for those who name it and not HTML; browsers and {@code curl} get the page. */
    private static boolean wantsJson(String accept) {
        String types = accept.toLowerCase(Locale.ROOT);
        return !types.contains("text/html") && (types.contains("/json") || types.contains("+json"));
    }

    private static byte[] json(ProblemCatalogue.Entry entry) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", "/problems/" + entry.code());
        json.put("code", entry.code());
        json.put("status", entry.status());
        json.put("title", entry.title());
        json.put("explanation", entry.explanation());
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String page(ProblemCatalogue.Entry entry, String version) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%1$s</title>
                <link rel="stylesheet" href="%4$s/page.css">
                </head>
                <body>
                <main class="problem">
                <h1>%1$s</h1>
                <p>Status <code>%2$d</code>, code <code>%3$s</code></p>
                <p>%5$s</p>
                <p><a href="/docs">API documentation</a></p>
                </main>
                </body>
                </html>
                """.formatted(
                        escaped(entry.title()),
                        entry.status(),
                        escaped(entry.code()),
                        Assets.PATH + version,
                        escaped(entry.explanation()));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** RFC 9110 section 12.5.3, as far as gzip goes: named and not with weight zero. */
    static boolean takesGzip(String acceptEncoding) {
        for (String coding : acceptEncoding.split(",", -1)) {
            String[] parts = coding.strip().split(";", -1);
            if (parts[0].strip().equalsIgnoreCase("gzip")) {
                return parts.length == 1 || !parts[1].strip().matches("(?i)q\\s*=\\s*0(\\.0*)?");
            }
        }
        return false;
    }

    private Assets assets() {
        Assets known = assets;
        if (known == null) {
            synchronized (lock) {
                known = assets;
                if (known == null) {
                    known = Assets.read();
                    assets = known;
                }
            }
        }
        return known;
    }
}
