package dev.hexadmin.http.server.security;

import dev.hexadmin.http.server.response.Response;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.Method;
import io.helidon.http.ServerResponseHeaders;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lets scripts of other sites read responses (CORS, in the Fetch standard). Cookies are never allowed: these scripts send an
 * access token or an API key. Thread-safe.
 */
public final class CrossOrigin {
    private static final String ANY = "*";
    private static final Pattern HEADER_LIST = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~, \t-]+");
    private static final Header VARY = HeaderValues.createCached(HeaderNames.VARY, "Origin");
    private static final Header EXPOSED = HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, ANY);
    private static final HeaderName REQUESTED_METHOD = HeaderNames.ACCESS_CONTROL_REQUEST_METHOD;
    private static final HeaderName REQUESTED_HEADERS = HeaderNames.ACCESS_CONTROL_REQUEST_HEADERS;

    private final Set<String> origins;
    private final boolean any;

    /**
     * @param origins those of the other sites; {@code *} is any; empty: none
     */
    public CrossOrigin(List<String> origins) {
        this.origins = Set.copyOf(origins);
        this.any = origins.contains(ANY);
    }

    /** The response to a request by which a browser asks what a script may send; empty when it is none or not allowed. */
    public Optional<Response> preflight(Method method, Headers request) {
        if (origins.isEmpty()
                || !method.equals(Method.OPTIONS)
                || !request.contains(REQUESTED_METHOD)
                || allowed(request).isEmpty()) {
            return Optional.empty();
        }
        Response response = Response.empty(204)
                .with("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
                .with("Access-Control-Max-Age", "3600");
        return Optional.of(request.value(REQUESTED_HEADERS)
                .filter(names -> HEADER_LIST.matcher(names).matches())
                .map(names -> response.with("Access-Control-Allow-Headers", names))
                .orElse(response));
    }

    /**
     * Adds the headers by which the browser gives the response to the script.
     *
     * @param request empty for a response before they were read. Then a single site of the setting is named, and of several
     *     none, since {@code Origin} is not known; browsers compare it.
     */
    public void allow(Headers request, ServerResponseHeaders response) {
        if (origins.isEmpty()) {
            return;
        }
        if (!any) {
            response.add(VARY);
        }
        allowed(request).ifPresent(origin -> {
            response.set(HeaderValues.create(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, any ? ANY : origin));
            response.set(EXPOSED);
        });
    }

    private Optional<String> allowed(Headers request) {
        if (request.size() == 0) {
            return origins.size() == 1 || any ? origins.stream().findAny() : Optional.empty();
        }
        return request.first(HeaderNames.ORIGIN).filter(origin -> any || origins.contains(origin));
    }
}
