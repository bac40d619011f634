package dev.hexadmin.http.server.routing;

import dev.hexadmin.application.Caller;
import dev.hexadmin.application.RequestId;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.address.ClientAddress;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.request.RequestIds;
import dev.hexadmin.http.server.response.Compression;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.security.Authentication;
import dev.hexadmin.http.server.security.CrossOrigin;
import dev.hexadmin.http.server.uri.PercentEncoding;
import dev.hexadmin.http.server.uri.RequestTarget;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Own code, because Helidon's filters do not know the route, whose policy and media decide about the steps.
 *
 * <p>Takes every request through the same steps to its route. Thread-safe.
 *
 * <p>The order of the steps is that of {@link #handle} and {@link #answer}; {@code docs/http-filters.md} gives the
 * reasons.
 */
public final class Dispatcher implements HttpService {
    private static final System.Logger LOGGER = System.getLogger(Dispatcher.class.getName());
    private static final System.Logger ACCESS_LOG = System.getLogger("dev.hexadmin.http.access");
    private static final Header REVALIDATE = HeaderValues.createCached("Cache-Control", "private, no-cache");
    private static final Header JSON = HeaderValues.createCached("Content-Type", Response.JSON.value());

    private final RouteTable table;
    private final RouteTimers unmatched;
    private final Authentication authentication;
    private final ClientAddress clientAddress;
    private final CallLimits limits;
    private final ContextServices shared;
    private final RequestIds requestIds;
    private final RequestSpans spans;
    private final CrossOrigin crossOrigin;
    private volatile boolean draining;

    /**
     * Checks and compiles the route table.
     *
     * @param limits those that count every call
     * @param shared what every request may ask for
     * @param telemetry where requests are measured and traced
     * @throws IllegalArgumentException naming the route that is there twice or is badly written
     */
    public Dispatcher(
            List<Route> routes,
            Authentication authentication,
            ContextServices shared,
            ClientAddress clientAddress,
            CallLimits limits,
            RequestTelemetry telemetry,
            RequestIds requestIds,
            CrossOrigin crossOrigin) {
        MeterRegistry meters = telemetry.meters();
        this.table = new RouteTable(routes, (template, method) -> new RouteTimers(meters, template, method.text()));
        this.unmatched = new RouteTimers(meters, "none", "any");
        this.authentication = authentication;
        this.clientAddress = clientAddress;
        this.limits = limits;
        this.shared = shared;
        this.requestIds = requestIds;
        this.spans = RequestSpans.of(telemetry.traces());
        this.crossOrigin = crossOrigin;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.any(this::handle);
    }

    /** The same routes for a server that has others too: paths that are not in the table are left to those. */
    public HttpService embedded() {
        return embedded(path -> false);
    }

    /**
     * The same routes for a server that has others too: paths that are not in the table are left to those.
     *
     * @param others further paths that are left to them
     */
    public HttpService embedded(Predicate<String> others) {
        return rules -> rules.any((request, response) -> {
            String path = RequestTarget.of(request.prologue()).path();
            if (table.find(path) == null || others.test(path)) {
                response.next();
            } else {
                handle(request, response);
            }
        });
    }

    /** From now on every new request is refused with a 503, and its connection closed. */
    public void drain() {
        draining = true;
    }

    /** Whether {@link #drain} was called. */
    public boolean draining() {
        return draining;
    }

    /**
     * Answers a request. Steps 1 to 3: request id, trace, access log, metrics, what browsers ask for scripts of other sites; then
     * the headers that every answer has.
     */
    public void handle(ServerRequest request, ServerResponse response) {
        String path = RequestTarget.of(request.prologue()).path();
        RouteTable.Match match = table.find(path);
        RouteTable.Endpoint endpoint =
                match == null ? null : match.endpoint(request.prologue().method());
        ClientAddress.Client client = clientAddress.of(request.remotePeer().address(), request.headers());
        Actor.Origin origin = new Actor.Origin(client.address(), requestIds.of(request.headers()));
        spans.answer(
                request,
                path,
                endpoint == null ? "" : endpoint.route().template(),
                origin,
                () -> respond(request, response, path, match, endpoint, origin, client.proxies()));
    }

    /** Answers a request, and returns the status. */
    private int respond(
            ServerRequest request,
            ServerResponse response,
            String path,
            RouteTable.@Nullable Match match,
            RouteTable.@Nullable Endpoint endpoint,
            Actor.Origin origin,
            int proxies) {
        HelidonRequestContext context =
                new HelidonRequestContext(request, path, match, endpoint, authentication, shared, origin, proxies);
        return Localized.where(context::localization, () -> respond(request, response, context, match, endpoint));
    }

    private int respond(
            ServerRequest request,
            ServerResponse response,
            HelidonRequestContext context,
            RouteTable.@Nullable Match match,
            RouteTable.@Nullable Endpoint endpoint) {
        long start = System.nanoTime();
        Method method = request.prologue().method();
        Actor.Origin origin = context.origin();
        String id = origin.requestId();
        Response answer = Compression.apply(
                ScopedValue.where(RequestId.CURRENT, id)
                        .call(() -> crossOrigin
                                .preflight(method, request.headers())
                                .orElseGet(() -> guarded(request, context, match, endpoint))),
                method,
                request.headers());
        // counted before it is sent: a client that has the answer finds it in the metrics
        long nanos = System.nanoTime() - start;
        (endpoint == null ? unmatched : endpoint.timers()).record(answer.status(), nanos);
        if (ACCESS_LOG.isLoggable(Level.DEBUG)) {
            ACCESS_LOG.log(
                    Level.DEBUG,
                    "{0} {1} {2} {3} {4} {5}us",
                    id,
                    origin.address().isEmpty() ? "-" : origin.address(),
                    method.text(),
                    context.path(),
                    Integer.toString(answer.status()),
                    Long.toString(nanos / 1000));
        }
        try {
            send(answer, id, request, response);
            return answer.status();
        } catch (UnsentException e) {
            Response failed = failed(e.thrown, context, endpoint);
            send(failed, id, request, response);
            return failed.status();
        }
    }

    // Steps 4 to 8: what may refuse the request, and the route.
    private Response guarded(
            ServerRequest request,
            HelidonRequestContext context,
            RouteTable.@Nullable Match match,
            RouteTable.@Nullable Endpoint endpoint) {
        try {
            return context.told(answer(request, context, match, endpoint));
        } catch (RuntimeException | Error e) {
            return failed(e, context, endpoint);
        }
    }

    private Response failed(Throwable thrown, HelidonRequestContext context, RouteTable.@Nullable Endpoint endpoint) {
        boolean pages = endpoint != null && endpoint.route().isPage();
        return context.told(page(thrown, context, pages).orElseGet(() -> Problems.answer(thrown, context.path())));
    }

    /** The page about a failure; empty when it fails too, because a service that it needs is unavailable. */
    private Optional<Response> page(Throwable thrown, RequestContext context, boolean pages) {
        try {
            return shared.browsers().page(thrown, context, pages);
        } catch (RuntimeException | Error e) {
            LOGGER.log(Level.WARNING, "The page about a failed request failed, too", e);
            return Optional.empty();
        }
    }

    private Response answer(
            ServerRequest request,
            HelidonRequestContext context,
            RouteTable.@Nullable Match match,
            RouteTable.@Nullable Endpoint endpoint) {
        if (draining) {
            throw new Problem(
                    503,
                    "draining",
                    "The server is stopping.",
                    List.of(),
                    Map.of("Retry-After", "5", "Connection", "close"));
        }
        checkPath(context.path());
        countAddress(context);
        if (match == null) {
            throw RequestRejectedException.notFound("There is nothing at this path.");
        }
        if (endpoint == null) {
            return withoutRoute(context, match);
        }
        Route route = endpoint.route();
        return switch (route.policy()) {
            case PUBLIC -> handled(request, context, match, route);
            case PERSON, SIGNED_IN, RIGHTS -> {
                Actor.SignedIn actor = context.signedIn();
                context.counted(limits.count(context.method(), context.path(), actor));
                if (route.policy() == Policy.PERSON) {
                    PersonOnly.require(actor);
                }
                yield ScopedValue.where(Caller.CURRENT, actor.id()).call(() -> handled(request, context, match, route));
            }
        };
    }

    private static Response handled(
            ServerRequest request, HelidonRequestContext context, RouteTable.Match match, Route route) {
        if (!route.isOffered(context)) {
            return withoutRoute(context, match);
        }
        switch (route.media()) {
            case JSON -> Negotiation.check(route.method(), request.headers());
            case EVENTS -> Negotiation.checkEvents(request.headers());
            case ANY, HTML, UPLOAD, MULTIPART -> {}
        }
        return route.handler().handle(context);
    }

    /** Runs once the address is known, before expensive steps; paths without a route count too. */
    private void countAddress(HelidonRequestContext context) {
        try {
            context.counted(limits.count(
                    context.method(), context.path(), context.origin().address()));
        } catch (RequestRejectedException e) {
            context.staysUnknown();
            throw e;
        }
    }

    /** Segments that proxies, browsers or databases read differently from this server are refused, not guessed at. */
    private static void checkPath(String path) {
        if (path.contains("/.")
                && (path.contains("/../") || path.contains("/./") || path.endsWith("/..") || path.endsWith("/."))) {
            throw new Problem(400, "invalid_path", "The path may not hold dot segments.");
        }
        if (path.indexOf('%') >= 0 && !PercentEncoding.isText(path)) {
            throw new Problem(400, "invalid_path", "The path is no percent-encoded UTF-8 text.");
        }
    }

    /** What else the path takes. A caller who has to sign in to use a path also has to for knowing whether it exists. */
    private static Response withoutRoute(HelidonRequestContext context, RouteTable.Match match) {
        List<RouteTable.Endpoint> endpoints = match.endpoints();
        if (endpoints.stream().anyMatch(one -> one.route().offered().isPresent())) {
            if (endpoints.stream().noneMatch(one -> one.route().policy() == Policy.PUBLIC)) {
                context.signedIn();
            }
            endpoints = endpoints.stream().filter(context::has).toList();
        }
        if (endpoints.isEmpty()) {
            throw RequestRejectedException.notFound("There is nothing at this path.");
        }
        Method method = context.method();
        String allowed = RouteTable.Match.allowed(endpoints);
        if (method.equals(Method.OPTIONS)) {
            return Response.empty(204).with("Allow", allowed);
        }
        throw new Problem(
                405,
                "method_not_allowed",
                Message.of("This path does not take {method}.").with("method", method.text()),
                List.of(),
                Map.of("Allow", allowed));
    }

    private void send(Response answer, String id, ServerRequest request, ServerResponse response) {
        Method method = request.prologue().method();
        ServerResponseHeaders headers = response.headers();
        CommonHeaders.set(headers, id);
        if (answer.header("ETag").isPresent()) {
            headers.set(REVALIDATE); // a client with an ETag may keep what it has, if it asks first
        }
        List<Response.Header> own = answer.headers();
        for (int i = 0; i < own.size(); i++) {
            Response.Header header = own.get(i);
            if (header.equals(Response.JSON)) {
                headers.set(JSON);
            } else {
                HeaderName name = HeaderNames.create(header.name());
                if (name.equals(HeaderNames.SET_COOKIE)) {
                    headers.add(HeaderValues.create(name, header.value()));
                } else {
                    headers.set(HeaderValues.create(name, header.value()));
                }
            }
        }
        crossOrigin.allow(request.headers(), headers);
        response.status(Status.create(answer.status()));
        try {
            sendBody(answer, method, response);
        } catch (UncheckedIOException e) {
            LOGGER.log(Level.DEBUG, "The client has disconnected before its response", e);
            throw new CloseConnectionException("The client is gone", e);
        }
    }

    private static void sendBody(Response answer, Method method, ServerResponse response) {
        byte[] body = answer.body();
        Response.Streamed streamed = answer.streamed();
        if (streamed != null && !method.equals(Method.HEAD)) {
            stream(streamed, response);
        } else if (method.equals(Method.HEAD)) {
            if (answer.header("Content-Length").isEmpty()) {
                response.headers().contentLength(body.length);
            }
            response.send();
        } else if (body.length == 0) {
            response.send();
        } else {
            response.send(body);
        }
    }

    /** What was partly sent cannot be turned into a problem answer any more: the connection ends instead. */
    private static void stream(Response.Streamed streamed, ServerResponse response) {
        try {
            OutputStream out = response.outputStream();
            streamed.writeTo(out);
            out.close(); // marks the body as complete, so it is not called after a failure
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UncheckedIOException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            if (response instanceof RoutingResponse unsent && unsent.reset()) {
                throw new UnsentException(e);
            }
            LOGGER.log(Level.WARNING, "An answer broke off", e);
            throw new CloseConnectionException("The answer broke off", e);
        }
    }

    /** A streamed answer failed before its first byte was sent. */
    private static final class UnsentException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private final Throwable thrown;

        UnsentException(Throwable thrown) {
            super(thrown);
            this.thrown = thrown;
        }
    }
}
