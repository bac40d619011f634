package dev.hexadmin.http;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.http.live.SocketUpgrader;
import dev.hexadmin.http.live.Subscriptions;
import dev.hexadmin.http.server.address.ClientAddress;
import dev.hexadmin.http.server.request.RequestIds;
import dev.hexadmin.http.server.routing.BrowserSupport;
import dev.hexadmin.http.server.routing.CallLimits;
import dev.hexadmin.http.server.routing.ContextServices;
import dev.hexadmin.http.server.routing.Dispatcher;
import dev.hexadmin.http.server.routing.RequestTelemetry;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.Authentication;
import dev.hexadmin.http.server.security.CrossOrigin;
import dev.hexadmin.http.server.security.LongLivedAuthentication;
import dev.hexadmin.http.settings.ConnectionSettings;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.settings.LiveSettings;
import dev.hexadmin.http.texts.Localizations;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * The HTTP server of this module alone, on a free port, with what the test gives it behind it; it is spoken to over raw
 * sockets. Unless the test says otherwise, {@code Bearer good} is a user without rights.
 */
final class TestHttpServer implements AutoCloseable {
    static final Authentication AUTHENTICATION = (authorization, origin) -> {
        if (authorization.isEmpty()) {
            return new Actor.Anonymous(origin);
        }
        if (authorization.get().equals("Bearer good")) {
            return new Actor.SignedIn(new UserId(7), new EmailAddress("ada@example.com"), Rights.NONE, origin);
        }
        throw RequestRejectedException.unauthenticated("invalid_token", "The access token is not good.");
    };

    private static final LongLivedAuthentication ADMISSION = (token, origin) -> {
        throw RequestRejectedException.unauthenticated("invalid_token", "There are no feeds here.");
    };

    final HttpServer server;
    final Dispatcher dispatcher;
    final CountingWindows windows = new CountingWindows();

    TestHttpServer(HttpSettings settings, List<Route> routes) {
        this(settings, ConnectionSettings.DEFAULTS, routes, new SimpleMeterRegistry());
    }

    TestHttpServer(HttpSettings settings, ConnectionSettings limits, List<Route> routes) {
        this(settings, limits, routes, new SimpleMeterRegistry());
    }

    TestHttpServer(HttpSettings settings, ConnectionSettings limits, List<Route> routes, MeterRegistry meters) {
        this(
                settings,
                limits,
                routes,
                AUTHENTICATION,
                new Subscriptions(LiveSettings.DEFAULTS, new MemoryFeeds(), ADMISSION, meters),
                false,
                meters);
    }

    TestHttpServer(
            HttpSettings settings,
            ConnectionSettings limits,
            List<Route> routes,
            Authentication authentication,
            Subscriptions subscriptions,
            boolean trustUserId,
            MeterRegistry meters) {
        ClientAddress clientAddress = new ClientAddress(settings.trustedProxies());
        RequestIds requestIds = new RequestIds(new Random(1));
        CallLimits callLimits = new CallLimits(settings.limits(), new LimitingRequests(windows, Map.of()));
        dispatcher = new Dispatcher(
                routes,
                authentication,
                new ContextServices(
                        BrowserSupport.NONE,
                        settings.sizes().maxBodyBytes(),
                        new Localizations(HttpAdapter.texts()),
                        name -> Optional.empty()),
                clientAddress,
                callLimits,
                new RequestTelemetry(meters, OpenTelemetry.noop()),
                requestIds,
                new CrossOrigin(settings.readers().origins()));
        server = HttpServer.start(
                settings,
                limits,
                dispatcher,
                clientAddress,
                requestIds,
                subscriptions,
                new SocketUpgrader(
                        subscriptions,
                        settings.site().notificationsPrefix(),
                        trustUserId,
                        clientAddress,
                        callLimits,
                        requestIds),
                meters);
    }

    static HttpSettings settings() {
        return new HttpSettings(
                new HttpSettings.Listening("127.0.0.1", 0, Duration.ofSeconds(5)),
                new HttpSettings.Site("/admin", "/api/notifications", ""),
                new HttpSettings.Sizes(1 << 20, 1 << 20),
                List.of(),
                List.of("127.0.0.1"),
                new HttpSettings.Tokens(List.of(), "hexadmin"),
                new HttpSettings.Readers(HttpSettings.Visibility.PUBLIC, HttpSettings.Visibility.PUBLIC, List.of()),
                new HttpSettings.Followers(HttpSettings.FollowerLimits.DEFAULTS, false));
    }

    /** Sends bytes and reads until the server closes, or nothing has come for the time-out of 5 s. */
    String exchange(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout(5_000);
        return socket;
    }

    @Override
    public void close() {
        server.stop();
    }
}
