package dev.hexadmin.http.server.request;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.ratelimit.Counted;
import dev.hexadmin.domain.access.Actor;
import io.helidon.http.Method;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One request on its way through the server. Used by one thread. */
public interface RequestContext {
    Method method();

    /** The raw path, without query. */
    String path();

    /** A path variable of the route, raw: still percent-encoded. */
    String variable(String name);

    /**
     * The query parameters, decoded.
     *
     * @throws RequestRejectedException {@code MALFORMED} when one is repeated or badly encoded
     */
    Map<String, String> query();

    /** The same for pages about a failed request, whose query may be the reason: none when it cannot be read. */
    default Map<String, String> queryIfReadable() {
        try {
            return query();
        } catch (RequestRejectedException e) {
            return Map.of();
        }
    }

    /** The first header of this name. */
    Optional<String> header(String name);

    /** All headers by lower-cased name, the first of each. */
    Map<String, String> headers();

    /** The value of a cookie (RFC 6265, 5.4); empty when the request has no cookie of this name. */
    default Optional<String> cookie(String name) {
        return Optional.empty();
    }

    /** Whether the client came over TLS: by its connection, or as a trusted proxy says. */
    default boolean secure() {
        return url().startsWith("https:");
    }

    /**
     * Whether a page of this server sent the request, according to the browser ({@code Origin}, RFC 6454;
     * {@code Sec-Fetch-Site}, W3C Fetch Metadata); true for a client that sends neither.
     */
    default boolean fromOwnPage() {
        return true;
    }

    /**
     * Whether a script of a page sent the request, according to the browser ({@code Sec-Fetch-Dest}, W3C Fetch Metadata):
     * its answer is read by the script and not shown as a page.
     */
    default boolean fromScript() {
        return header("Sec-Fetch-Dest").map("empty"::equals).orElse(false);
    }

    /** The address that the client called, query included: behind trusted proxies, the address that they forward. */
    String url();

    /** The origin of the request; its credentials are not checked. */
    default Actor.Origin origin() {
        return actor().origin();
    }

    /** Adds limits that have counted this call: every answer, also an error, states them. */
    default void counted(List<Counted> limits) {}

    /** On whose behalf. */
    Actor actor();

    /**
     * The signed-in actor of a route whose policy asks for one.
     *
     * @throws RequestRejectedException {@code UNAUTHENTICATED} for an actor who is not signed in
     */
    Actor.SignedIn signedIn();

    /**
     * The panel's session of the request: the request has its cookie, and no {@code Authorization}.
     *
     * @throws dev.hexadmin.http.server.problem.Problem 403 {@code csrf} when the request may change something and does not
     *     carry the session's token: as {@code X-CSRF-Token} or in the field {@code csrf_token} of a form
     */
    default Optional<KeepingSessions.Session> session() {
        return visitor();
    }

    /** The same without the check: only for showing who it is, never for doing something in their name. */
    default Optional<KeepingSessions.Session> visitor() {
        return Optional.empty();
    }

    /**
     * The body as a form.
     *
     * @throws dev.hexadmin.http.server.problem.Problem 415 for another media type, 400 when it cannot be read
     */
    default Form form() {
        return Form.read(this, Integer.MAX_VALUE);
    }

    /** Whether the route takes a form with files. */
    default boolean takesUpload() {
        return false;
    }

    /**
     * The body as a form with a file, read up to the file; where the route {@linkplain #takesUpload takes one}.
     *
     * @throws dev.hexadmin.http.server.problem.Problem 415 for another media type, 400 when it cannot be read
     */
    default Upload upload() {
        throw new IllegalStateException("no upload");
    }

    /** The body as a stream, of any size; to be read once. Its failures are problems. */
    default InputStream content() {
        throw new IllegalStateException("no stream");
    }

    /**
     * The whole body.
     *
     * @throws dev.hexadmin.http.server.problem.Problem 413 when it is over the limit, 408 when it does not come
     */
    byte[] body();
}
