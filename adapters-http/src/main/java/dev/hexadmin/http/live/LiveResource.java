package dev.hexadmin.http.live;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.BearerAuthentication;
import dev.hexadmin.http.server.security.LongLivedAuthentication.Admitted;
import dev.hexadmin.http.server.security.SessionCookie;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The event stream, and the answers at the socket's path to requests that are not upgraded. Thread-safe. */
public final class LiveResource {
    private static final List<Response.Header> EVENT_STREAM = List.of(
            new Response.Header("Content-Type", "text/event-stream"),
            new Response.Header("X-Accel-Buffering", "no")); // a proxy that collects would keep events back
    private static final String SINCE = "since";

    private final Subscriptions followers;
    private final String prefix;

    /**
     * @param prefix where notifications are mounted
     */
    public LiveResource(Subscriptions followers, String prefix) {
        this.followers = followers;
        this.prefix = prefix;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (String base : List.of(prefix, prefix + "/notifications")) {
            routes.add(new Route(Method.GET, base + "/stream", Policy.RIGHTS, Route.Media.EVENTS, this::stream));
            routes.add(new Route(Method.GET, base + "/ws", Policy.PUBLIC, Route.Media.ANY, this::noSocket));
        }
        return routes;
    }

    private Response stream(RequestContext request) {
        OptionalLong since = since(request);
        if (followers.isClosed()) {
            throw draining();
        }
        if (request.method().equals(Method.HEAD)) {
            return new Response(200, EVENT_STREAM, new byte[0]);
        }
        Admitted admitted = admitted(request);
        StreamSubscriber follower = new StreamSubscriber(followers, since);
        boolean follows = false;
        try {
            followers.add(follower);
            follows = follower.follow(
                    Addressee.of(admitted.actor().id()), request.origin().address(), Optional.of(admitted));
        } finally {
            if (!follows) {
                follower.gone();
            }
        }
        if (!follows) {
            throw new Problem(
                    429,
                    "too_many_connections",
                    "There are too many open streams and sockets.",
                    List.of(),
                    Map.of("Retry-After", "30"));
        }
        return Response.streamed(200, EVENT_STREAM, follower);
    }

    private Admitted admitted(RequestContext request) {
        Optional<String> session =
                request.header("Authorization").isPresent() ? Optional.empty() : SessionCookie.read(request);
        return session.flatMap(cookie -> followers.authentication().admitSession(cookie, request.origin()))
                .orElseGet(() -> followers
                        .authentication()
                        .admit(
                                BearerAuthentication.token(request.header("Authorization"))
                                        .orElse(""),
                                request.origin()));
    }

    /** The header comes from a client that was connected before, and so knows better than the URL. */
    private static OptionalLong since(RequestContext request) {
        Map<String, String> query = request.query();
        QueryParameters.only(request, SINCE);
        Optional<String> last = request.header("Last-Event-ID").filter(id -> !id.isEmpty());
        Optional<String> given = last.or(() -> Optional.ofNullable(query.get(SINCE)));
        OptionalLong since = given.isEmpty() ? OptionalLong.empty() : sequence(given.get());
        if (given.isPresent() && since.isEmpty()) {
            throw malformed(
                    last.isPresent() ? "Last-Event-ID" : "?" + SINCE,
                    "type",
                    Message.of("The number of an event is expected."));
        }
        return since;
    }

    /** The number of an event, as it is written; empty for everything else. */
    static OptionalLong sequence(String text) {
        boolean number = !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private static RequestRejectedException malformed(String pointer, String code, Message message) {
        return RequestRejectedException.malformed(
                "invalid_query", "Where to go on cannot be read.", List.of(new Violation(pointer, code, message)));
    }

    private Response noSocket(RequestContext request) {
        request.query(); // which may be what was wrong
        if (followers.isClosed()) {
            throw draining();
        }
        boolean wanted =
                request.header("Upgrade").filter("websocket"::equalsIgnoreCase).isPresent();
        if (wanted && request.header("Sec-WebSocket-Version").equals(Optional.of("13"))) {
            throw new Problem(400, "invalid_handshake", "This is no opening of a WebSocket.");
        }
        throw new Problem(
                426,
                "upgrade_required",
                "At this path there is a WebSocket.",
                List.of(),
                Map.of("Upgrade", "websocket", "Connection", "Upgrade", "Sec-WebSocket-Version", "13"));
    }

    private static Problem draining() {
        return new Problem(
                503,
                "draining",
                "The server is stopping.",
                List.of(),
                Map.of("Retry-After", "5", "Connection", "close"));
    }
}
