package dev.hexadmin.http;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.http.live.LiveResource;
import dev.hexadmin.http.live.Subscriptions;
import dev.hexadmin.http.server.security.Authentication;
import dev.hexadmin.http.server.security.BearerAuthentication;
import dev.hexadmin.http.server.security.LongLivedAuthentication;
import dev.hexadmin.http.settings.ConnectionSettings;
import dev.hexadmin.http.settings.HttpSettings.FollowerLimits;
import dev.hexadmin.http.settings.LiveSettings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A {@link TestHttpServer} whose feeds are in memory. The tokens {@code ada} (user 7), {@code bob} (user 8) and
 * {@code root} (user 1, who may do everything) are good.
 */
final class LiveServer implements AutoCloseable {
    static final String PREFIX = "/api/notifications";
    static final String ADA = "7";
    static final String BOB = "8";

    private static final Map<String, Long> USERS = Map.of("root", 1L, "ada", 7L, "bob", 8L);
    /** The defaults, except that no timer runs for an hour. */
    static final LiveSettings QUIET = quick(Duration.ofHours(1), FollowerLimits.DEFAULTS);

    final MemoryFeeds feeds = new MemoryFeeds();
    /** Users who are no longer accepted. */
    final Set<Long> gone = ConcurrentHashMap.newKeySet();
    /** Users who have lost their rights. */
    final Set<Long> demoted = ConcurrentHashMap.newKeySet();

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final HttpServer server;
    private final TestHttpServer http;

    LiveServer(LiveSettings settings, boolean trustUserId) {
        this(settings, ConnectionSettings.DEFAULTS, trustUserId);
    }

    LiveServer(LiveSettings settings, ConnectionSettings limits, boolean trustUserId) {
        Authentication authentication = (authorization, origin) -> {
            Optional<String> token = BearerAuthentication.token(authorization);
            return token.isEmpty()
                    ? new Actor.Anonymous(origin)
                    : admit(token.get(), origin).actor();
        };
        Subscriptions subscriptions = new Subscriptions(settings, feeds, this::admit, meters);
        http = new TestHttpServer(
                TestHttpServer.settings(),
                limits,
                new LiveResource(subscriptions, PREFIX).routes(),
                authentication,
                subscriptions,
                trustUserId,
                meters);
        server = http.server;
    }

    /** Settings with room for so many events in each queue. */
    static LiveSettings waiting(int mostWaiting) {
        return new LiveSettings(
                new LiveSettings.Heartbeat(
                        QUIET.heartbeat().pingEvery(),
                        QUIET.heartbeat().mostMissed(),
                        QUIET.heartbeat().keepAliveEvery()),
                QUIET.signInWithin(),
                QUIET.closeWithin(),
                QUIET.checkEvery(),
                mostWaiting,
                QUIET.mostMessageBytes(),
                QUIET.limits());
    }

    /** The default settings with this heartbeat, these limits and short timeouts. */
    static LiveSettings quick(Duration heartbeat, FollowerLimits limits) {
        LiveSettings usual = LiveSettings.DEFAULTS;
        return new LiveSettings(
                new LiveSettings.Heartbeat(heartbeat, usual.heartbeat().mostMissed(), heartbeat),
                heartbeat,
                Duration.ofMillis(500),
                Duration.ofMillis(20),
                usual.mostWaiting(),
                usual.mostMessageBytes(),
                limits);
    }

    private LongLivedAuthentication.Admitted admit(String token, Actor.Origin origin) {
        if (!USERS.containsKey(token)) {
            throw RequestRejectedException.unauthenticated("invalid_token", "The access token is not good.");
        }
        return new LongLivedAuthentication.Admitted(
                actor(token, origin)
                        .orElseThrow(
                                () -> RequestRejectedException.unauthenticated("invalid_token", "No longer accepted.")),
                () -> actor(token, origin));
    }

    private Optional<Actor.SignedIn> actor(String token, Actor.Origin origin) {
        long id = USERS.getOrDefault(token, 0L);
        Rights rights = id == 1 && !demoted.contains(id) ? Rights.ALL : Rights.NONE;
        return gone.contains(id)
                ? Optional.empty()
                : Optional.of(
                        new Actor.SignedIn(new UserId(id), new EmailAddress(token + "@example.com"), rights, origin));
    }

    URI socket(String query) {
        return URI.create("ws://127.0.0.1:" + server.port() + PREFIX + "/ws" + query);
    }

    URI stream(String query) {
        return URI.create("http://127.0.0.1:" + server.port() + PREFIX + "/stream" + query);
    }

    /** Open sockets and streams. */
    int open() {
        return (int) meters.get("hexadmin.realtime.open").gauges().stream()
                .mapToDouble(gauge -> gauge.value())
                .sum();
    }

    /** Sockets and streams that ended with this code. */
    int closed(int code) {
        return (int) meters.find("hexadmin.realtime.closes").tag("code", Integer.toString(code)).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Override
    public void close() {
        http.close();
    }
}
