package dev.hexadmin.http.realtime;

import dev.hexadmin.application.Refused;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.http.admin.session.SessionCookie;
import dev.hexadmin.http.problem.Problem;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import dev.hexadmin.http.security.BearerAuthentication;
import dev.hexadmin.http.security.LastingAuthentication.Admitted;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The event stream, and what is answered at the socket's path to a request that does not become one. Thread-safe. */
public final class RealtimeResource {
    private static final List<Answer.Header> EVENT_STREAM = List.of(
            new Answer.Header("Content-Type", "text/event-stream"),
            new Answer.Header("X-Accel-Buffering", "no")); // a proxy that collects would keep events back
    private static final String SINCE = "since";

    private final Followers followers;
    private final String prefix;

    /**
     * @param prefix where notifications are mounted
     */
    public RealtimeResource(Followers followers, String prefix) {
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

    private Answer stream(Exchange exchange) {
        OptionalLong since = since(exchange);
        if (followers.isClosed()) {
            throw draining();
        }
        if (exchange.method().equals(Method.HEAD)) {
            return new Answer(200, EVENT_STREAM, new byte[0]);
        }
        Admitted admitted = admitted(exchange);
        StreamFollower follower = new StreamFollower(followers, since);
        boolean follows = false;
        try {
            followers.add(follower);
            follows = follower.follow(
                    Addressee.of(admitted.actor().id()), exchange.origin().address(), Optional.of(admitted));
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
        return Answer.streamed(200, EVENT_STREAM, follower);
    }

    private Admitted admitted(Exchange exchange) {
        Optional<String> session =
                exchange.header("Authorization").isPresent() ? Optional.empty() : SessionCookie.read(exchange);
        return session.flatMap(cookie -> followers.authentication().admitSession(cookie, exchange.origin()))
                .orElseGet(() -> followers
                        .authentication()
                        .admit(
                                BearerAuthentication.token(exchange.header("Authorization"))
                                        .orElse(""),
                                exchange.origin()));
    }

    /** The header comes from a client that was connected before, and so knows better than the URL. */
    private static OptionalLong since(Exchange exchange) {
        Map<String, String> query = exchange.query();
        for (String name : query.keySet()) {
            if (!name.equals(SINCE)) {
                throw malformed("?" + name, "unknown_parameter", "This parameter is unknown.");
            }
        }
        Optional<String> last = exchange.header("Last-Event-ID").filter(id -> !id.isEmpty());
        Optional<String> given = last.or(() -> Optional.ofNullable(query.get(SINCE)));
        OptionalLong since = given.isEmpty() ? OptionalLong.empty() : sequence(given.get());
        if (given.isPresent() && since.isEmpty()) {
            throw malformed(
                    last.isPresent() ? "Last-Event-ID" : "?" + SINCE, "type", "The number of an event is expected.");
        }
        return since;
    }

    /** The number of an event, as it is written; empty for everything else. */
    static OptionalLong sequence(String text) {
        boolean number = !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private static Refused malformed(String pointer, String code, String message) {
        return Refused.malformed(
                "invalid_query", "Where to go on cannot be read.", List.of(new Violation(pointer, code, message)));
    }

    private Answer noSocket(Exchange exchange) {
        exchange.query(); // which may be what was wrong
        if (followers.isClosed()) {
            throw draining();
        }
        boolean wanted =
                exchange.header("Upgrade").filter("websocket"::equalsIgnoreCase).isPresent();
        if (wanted && exchange.header("Sec-WebSocket-Version").equals(Optional.of("13"))) {
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
