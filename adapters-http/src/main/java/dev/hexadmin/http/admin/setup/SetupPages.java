package dev.hexadmin.http.admin.setup;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Form;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import io.helidon.http.Method;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Where the one-time link of the first start leads: a form, without scripts, that makes the first superuser. The link's
 * token is what proves that the form is not another site's. Thread-safe.
 */
public final class SetupPages {
    /** Bytes at most: anybody may send one. */
    private static final int LARGEST_FORM = 64 * 1024;

    private static final String PATH = "/setup";
    private static final String RESOURCE = "/META-INF/dev.hexadmin.http/admin/";
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'self'; base-uri 'none';" + " form-action 'self'; frame-ancestors 'none'";

    private final String path;
    private final ManagingUsers managingUsers;
    private final Supplier<String> styleSheet;

    /** @param styleSheet the address of the pages' style sheet */
    public SetupPages(String adminPath, ManagingUsers managingUsers, Supplier<String> styleSheet) {
        this.path = adminPath + PATH;
        this.managingUsers = managingUsers;
        this.styleSheet = styleSheet;
    }

    /** The link to the form. */
    public static String link(String adminPath, String token) {
        return adminPath + PATH + "?token=" + token;
    }

    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, path, Policy.PUBLIC, Route.Media.ANY, this::form),
                new Route(Method.POST, path, Policy.PUBLIC, Route.Media.ANY, this::complete));
    }

    private Answer form(Exchange exchange) {
        String token = exchange.query().getOrDefault("token", "");
        return page(200, form(token, "", "", "", ""));
    }

    private Answer complete(Exchange exchange) {
        Map<String, String> form = Form.read(exchange, LARGEST_FORM).single();
        String token = form.getOrDefault("token", "");
        String email = form.getOrDefault("email", "");
        String name = form.getOrDefault("full_name", "");
        try {
            managingUsers.completeSetup(
                    new Actor.Anonymous(exchange.origin()), token, email, form.getOrDefault("password", ""), name);
        } catch (Refused refused) {
            return page(
                    status(refused),
                    form(
                            token,
                            email,
                            name,
                            refused.violations().isEmpty()
                                    ? String.valueOf(refused.getMessage())
                                    : "Nothing was made: please mend what is marked.",
                            refused.violations().stream().map(SetupPages::item).collect(Collectors.joining("\n"))));
        }
        return page(
                200,
                text("done.html")
                        .replace("{admin}", path.substring(0, path.length() - PATH.length()))
                        .replace("{email}", escaped(email)));
    }

    private static int status(Refused refused) {
        return switch (refused.category()) {
            case FORBIDDEN -> 403;
            case CONFLICT -> 409;
            case INVALID -> 422;
            case MALFORMED,
                    UNAUTHENTICATED,
                    NOT_FOUND,
                    PRECONDITION_FAILED,
                    PRECONDITION_REQUIRED,
                    TOO_MANY,
                    UNAVAILABLE -> throw refused;
        };
    }

    private String form(String token, String email, String name, String wrong, String items) {
        return text("setup.html")
                .replace("{action}", path)
                .replace("{token}", escaped(token))
                .replace("{email}", escaped(email))
                .replace("{full_name}", escaped(name))
                .replace("{hidden}", wrong.isEmpty() ? "hidden" : "")
                .replace("{wrong}", escaped(wrong))
                .replace("{items}", items);
    }

    private static String item(Violation violation) {
        return "<li>" + escaped(violation.pointer().substring(1).replace('_', ' ') + ": " + violation.message())
                + "</li>";
    }

    private Answer page(int status, String html) {
        return new Answer(
                status,
                List.of(
                        new Answer.Header("Content-Type", "text/html; charset=utf-8"),
                        new Answer.Header("Content-Security-Policy", CONTENT_SECURITY_POLICY),
                        new Answer.Header("Referrer-Policy", "no-referrer"),
                        new Answer.Header("Cache-Control", "no-store")),
                html.replace("{style_sheet}", styleSheet.get()).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(String name) {
        try (InputStream in = Objects.requireNonNull(SetupPages.class.getResourceAsStream(RESOURCE + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("{", "&#123;");
    }
}
