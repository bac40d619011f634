package dev.hexadmin.http.server.routing;

import dev.hexadmin.http.server.request.RequestContext;
import io.helidon.http.Method;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One row of the route table.
 *
 * @param method the HTTP method; {@code HEAD} is answered by the {@code GET} route
 * @param template the path without a trailing slash, with variables for whole segments:
 *     {@code /admin/api/{model}/{id}}; a literal segment wins over a variable
 * @param policy who may use it
 * @param media which media types it speaks; {@link Media#JSON} unless said otherwise
 * @param offered whether a path that matches the template has the route, where that depends on the value of a variable
 * @param handler what answers
 */
public record Route(
        Method method,
        String template,
        Policy policy,
        Media media,
        Optional<Predicate<RequestContext>> offered,
        Handler handler) {
    /** Which media types a route speaks. */
    public enum Media {
        /** JSON in and out: other bodies are a 415, an {@code Accept} without JSON is a 406. */
        JSON,
        /** Pages: forms in, HTML out, errors too; who is not signed in is led to the sign-in. */
        HTML,
        /** A page that takes a form with a file, {@code multipart/form-data}; else as {@link #HTML}. */
        UPLOAD,
        /** A form with a file in, {@code multipart/form-data}, JSON out. */
        MULTIPART,
        /** Server-sent events out: an {@code Accept} without them is a 406. */
        EVENTS,
        /** The handler checks the media type. */
        ANY
    }

    /**
     * Checks what a hand-written table may forget.
     *
     * @throws IllegalArgumentException naming the route
     */
    public Route(
            Method method,
            String template,
            @Nullable Policy policy,
            Media media,
            Optional<Predicate<RequestContext>> offered,
            Handler handler) {
        if (policy == null) {
            throw new IllegalArgumentException("the route " + method.text() + " " + template + " declares no policy");
        }
        if (!template.isEmpty() && (!template.startsWith("/") || template.endsWith("/"))) {
            throw new IllegalArgumentException(
                    "the route " + method.text() + " " + template + " must start with a slash and not end with one");
        }
        this.method = method;
        this.template = template;
        this.policy = policy;
        this.media = media;
        this.offered = offered;
        this.handler = handler;
    }

    /** A route of every path that fits its template. */
    public Route(Method method, String template, @Nullable Policy policy, Media media, Handler handler) {
        this(method, template, policy, media, Optional.empty(), handler);
    }

    /** A route that speaks JSON. */
    public Route(Method method, String template, Policy policy, Handler handler) {
        this(method, template, policy, Media.JSON, handler);
    }

    /** The same route, only where {@code offered} holds; elsewhere it is a 405, or a 404 where the path has no route. */
    public Route where(Predicate<RequestContext> offered) {
        return new Route(method, template, policy, media, Optional.of(offered), handler);
    }

    /** Whether the path of this request, which fits the template, has it. */
    boolean isOffered(RequestContext request) {
        return offered.isEmpty() || offered.get().test(request);
    }

    /** Whether it is a page of the panel. */
    public boolean isPage() {
        return switch (media) {
            case HTML, UPLOAD -> true;
            case JSON, MULTIPART, EVENTS, ANY -> false;
        };
    }
}
