package dev.hexadmin.http.routing;

import dev.hexadmin.domain.access.Actor;
import io.helidon.http.Method;
import java.util.Map;
import java.util.Optional;

/** One request on its way through the server. Used by one thread. */
public interface Exchange {
    Method method();

    /** The raw path, without query. */
    String path();

    /** A path variable of the route, raw: still percent-encoded. */
    String variable(String name);

    /**
     * The query parameters, decoded.
     *
     * @throws dev.hexadmin.application.Refused {@code MALFORMED} when one is repeated or badly encoded
     */
    Map<String, String> query();

    /** The first header of this name. */
    Optional<String> header(String name);

    /** All headers by lower-cased name, the first of each. */
    Map<String, String> headers();

    /** The address that the client called, query included: behind trusted proxies, what they say it was. */
    String url();

    /** Where it comes from, whatever its credentials are worth. */
    default Actor.Origin origin() {
        return actor().origin();
    }

    /** On whose behalf. */
    Actor actor();

    /**
     * The signed-in actor of a route whose policy asks for one.
     *
     * @throws dev.hexadmin.application.Refused {@code UNAUTHENTICATED} for anybody else
     */
    Actor.SignedIn signedIn();

    /**
     * The whole body.
     *
     * @throws dev.hexadmin.http.problem.Problem 413 when it is over the limit, 408 when it does not come
     */
    byte[] body();
}
