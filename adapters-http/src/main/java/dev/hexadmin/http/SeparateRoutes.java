package dev.hexadmin.http;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.server.routing.Dispatcher;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.webserver.http.HttpService;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Single APIs and pages, each mounted at a separate path on a server that the embedding program owns, with the same
 * authentication, rights, limits and problems. The server's other routes answer paths that are not mounted.
 * Thread-safe.
 */
public final class SeparateRoutes {
    private static final Pattern PREFIX = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

    private final Function<List<Route>, Dispatcher> dispatchers;
    private final List<String> templates;
    private final Function<String, List<Route>> notifications;
    private final BiFunction<Model, String, List<Route>> api;
    private final BiFunction<Model, String, List<Route>> pages;
    private final Set<String> taken = ConcurrentHashMap.newKeySet();

    /**
     * @param templates of the routes that are served together
     */
    SeparateRoutes(
            Function<List<Route>, Dispatcher> dispatchers,
            List<String> templates,
            Function<String, List<Route>> notifications,
            BiFunction<Model, String, List<Route>> api,
            BiFunction<Model, String, List<Route>> pages) {
        this.dispatchers = dispatchers;
        this.templates = List.copyOf(templates);
        this.notifications = notifications;
        this.api = api;
        this.pages = pages;
    }

    /**
     * The notification endpoints.
     *
     * @param prefix such as {@code /messages}
     * @throws IllegalArgumentException when it does not start with a slash, or ends with one
     */
    public HttpService notifications(String prefix) {
        return dispatchers.apply(notifications.apply(prefix)).embedded();
    }

    /**
     * The JSON API of one model. Its paths are in the OpenAPI document from now on.
     *
     * @param prefix such as {@code /shop/products}
     * @throws IllegalArgumentException when the prefix is not valid or already in use
     */
    public HttpService api(Model model, String prefix) {
        take(prefix);
        return dispatchers.apply(api.apply(model, prefix)).embedded();
    }

    /**
     * The pages of one model, with the sign-in and the files that they need.
     *
     * @param prefix such as {@code /admin/reports}
     * @throws IllegalArgumentException when the prefix is not valid or already in use
     */
    public HttpService pages(Model model, String prefix) {
        take(prefix);
        return dispatchers.apply(pages.apply(model, prefix)).embedded();
    }

    /** Whether a path belongs to a separately mounted model, and not to the shared routes. */
    boolean owns(String path) {
        for (String prefix : taken) {
            if (path.startsWith(prefix) && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/')) {
                return true;
            }
        }
        return false;
    }

    private void take(String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException("'" + prefix
                    + "' is no path for routes: it starts with a slash, does not end with one, and is made of letters,"
                    + " digits and . _ ~ -");
        }
        boolean served =
                templates.stream().anyMatch(template -> template.equals(prefix) || template.startsWith(prefix + "/"));
        boolean within = taken.stream().anyMatch(other -> other.startsWith(prefix + "/"));
        if (served || within || owns(prefix) || !taken.add(prefix)) {
            throw new IllegalArgumentException("there is something at '" + prefix + "' already");
        }
    }
}
