package dev.hexadmin.http.live;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ratelimit.Counted;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.server.address.ClientAddress;
import dev.hexadmin.http.server.connection.ConnectionGuard;
import dev.hexadmin.http.server.problem.RateLimitFields;
import dev.hexadmin.http.server.request.Cookies;
import dev.hexadmin.http.server.request.RequestIds;
import dev.hexadmin.http.server.routing.CallLimits;
import dev.hexadmin.http.server.security.BearerAuthentication;
import dev.hexadmin.http.server.security.SessionCookie;
import dev.hexadmin.http.server.uri.EffectiveUri;
import dev.hexadmin.http.server.uri.QueryString;
import dev.hexadmin.http.server.uri.RequestTarget;
import io.helidon.common.buffers.BufferData;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.http.RequestException;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.websocket.WsConfig;
import io.helidon.webserver.websocket.WsUpgrader;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns a request into a socket (RFC 6455, 4.2). Thread-safe. Filters and routes of the web server do not see such a
 * request, so this class or {@link SocketSubscriber} makes all the checks. A request that this class refuses is handled by
 * the routes, whose answer says why.
 */
public final class SocketUpgrader extends WsUpgrader {
    private static final System.Logger ACCESS_LOG = System.getLogger("dev.hexadmin.http.access");
    private static final String END = "\r\n";
    /** A number that no feed has: a client that resumes from it is sent a reset. */
    private static final long UNKNOWN = -1;

    private final Subscriptions followers;
    private final Set<String> paths;
    private final boolean trustUserId;
    private final ClientAddress clientAddress;
    private final CallLimits limits;
    private final RequestIds requestIds;

    /**
     * @param prefix where notifications are mounted
     * @param trustUserId whether {@code user_id} identifies the user without a token
     * @param limits the limits that count every call, such as the opening of a socket
     */
    public SocketUpgrader(
            Subscriptions followers,
            String prefix,
            boolean trustUserId,
            ClientAddress clientAddress,
            CallLimits limits,
            RequestIds requestIds) {
        super(WsConfig.create());
        this.followers = followers;
        this.paths =
                Set.of(prefix + "/ws", prefix + "/ws/", prefix + "/notifications/ws", prefix + "/notifications/ws/");
        this.trustUserId = trustUserId;
        this.clientAddress = clientAddress;
        this.limits = limits;
        this.requestIds = requestIds;
    }

    @Override
    public @Nullable ServerConnection upgrade(
            ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
        RequestTarget target = RequestTarget.of(prologue);
        String path = target.path();
        if (!paths.contains(path) || followers.isClosed() || !isHandshake(prologue, headers)) {
            return null;
        }
        Optional<String> accept = accept(context, headers);
        if (accept.isEmpty()) {
            return null;
        }
        ClientAddress.Client client = clientAddress.of(context.remotePeer().address(), headers);
        Map<String, String> query;
        List<Counted> counted;
        try {
            query = QueryString.parse(prologue.query().rawValue());
            counted = limits.count(Method.GET, path, client.address());
        } catch (RequestRejectedException e) {
            return null;
        }
        String id = requestIds.of(headers);
        SocketSubscriber.Opening opening = new SocketSubscriber.Opening(
                new Actor.Origin(client.address(), id),
                BearerAuthentication.token(headers.first(HeaderNames.AUTHORIZATION))
                        .or(() -> Optional.ofNullable(query.get("token"))),
                session(target, context, headers, client.proxies()),
                Optional.ofNullable(query.get("user_id")),
                trustUserId);
        SocketSubscriber follower = new SocketSubscriber(followers, context, opening, since(query));
        headers.clear(); // the web server keeps them as long as the connection
        ConnectionGuard.upgraded(context);
        StringBuilder answer = new StringBuilder(SWITCHING_PROTOCOL_PREFIX)
                .append(accept.get())
                .append(END)
                .append(RequestIds.HEADER.defaultCase())
                .append(": ")
                .append(id);
        if (!counted.isEmpty()) {
            RateLimitFields.of(counted)
                    .forEach(field ->
                            answer.append(END).append(field.name()).append(": ").append(field.value()));
        }
        answer.append(SWITCHING_PROTOCOLS_SUFFIX);
        context.dataWriter().writeNow(BufferData.create(answer.toString().getBytes(StandardCharsets.US_ASCII)));
        ACCESS_LOG.log(
                Level.DEBUG, "{0} {1} GET {2} 101", id, client.address().isEmpty() ? "-" : client.address(), path);
        return follower;
    }

    private static boolean isHandshake(HttpPrologue prologue, Headers headers) {
        return prologue.method().equals(Method.GET)
                && names(headers, HeaderNames.CONNECTION, "upgrade")
                && headers.contains(WS_KEY)
                && headers.first(WS_VERSION).equals(Optional.of(SUPPORTED_VERSION));
    }

    private static boolean names(Headers headers, HeaderName header, String wanted) {
        for (String line : headers.all(header, List::of)) {
            for (String option : line.split(",", -1)) {
                if (option.strip().equalsIgnoreCase(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Optional<String> accept(ConnectionContext context, Headers headers) {
        try {
            return Optional.of(hash(context, headers.get(WS_KEY).get()));
        } catch (IllegalArgumentException | RequestException e) {
            return Optional.empty(); // 16 bytes in Base64 it has to be
        }
    }

    /**
     * The panel's session, for a request of this server's own pages: a browser also sends the cookie when another site opens
     * the socket, and the same-origin policy does not apply to sockets.
     */
    private Optional<String> session(RequestTarget target, ConnectionContext context, Headers headers, int proxies) {
        EffectiveUri called = EffectiveUri.of(target, headers, proxies, context.isSecure());
        return headers.first(HeaderNames.ORIGIN).filter(called::isOrigin).isPresent()
                ? Cookies.value(headers, SessionCookie.name(called.secure()))
                : Optional.empty();
    }

    private static OptionalLong since(Map<String, String> query) {
        String since = query.get("since");
        return since == null
                ? OptionalLong.empty()
                : OptionalLong.of(LiveResource.sequence(since).orElse(UNKNOWN));
    }
}
