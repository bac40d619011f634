package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.Version;
import dev.hexadmin.bootstrap.configuration.SecretKey;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.http.HttpAdapter;
import dev.hexadmin.http.HttpServer;
import dev.hexadmin.http.Ports;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.webauthn.RelyingParties;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An installation with its routes, its background jobs and, once started, its web server. Thread-safe. */
public final class Server implements AutoCloseable {
    private static final Duration DRAIN = Duration.ofSeconds(10);
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);

    private final Installation installation;
    private final HttpAdapter http;
    private final BackgroundJobs upkeep;
    private @Nullable HttpServer listening;
    /** Of the server that listens; 0 without one. Also while it is closed, for the code that is waited for. */
    private volatile int port;

    private Server(Installation installation, HttpAdapter http) {
        this.installation = installation;
        this.http = http;
        this.upkeep = new BackgroundJobs(installation);
    }

    /**
     * Opens the database and builds the routes. When a step fails, everything is closed again.
     *
     * @throws dev.hexadmin.bootstrap.ConfigurationException when models contradict each other or the database
     * @throws dev.hexadmin.application.ServiceUnavailableException when the database cannot be reached
     */
    public static Server open(Settings settings, Registrations registrations, Platform platform) {
        Installation installation = Installation.open(settings, registrations, platform);
        try {
            HttpAdapter http = withPages(installation);
            refuseReservedNames(installation, http.reservedNames());
            return new Server(installation, http);
        } catch (RuntimeException e) {
            installation.close();
            throw e;
        }
    }

    /** Paths of pages of plugins are free. */
    private static HttpAdapter withPages(Installation installation) {
        try {
            return http(installation);
        } catch (IllegalArgumentException e) {
            if (installation.panel().declared().pages().isEmpty()) {
                throw e;
            }
            throw new ConfigurationException(
                    new ConfigurationException.Problem("plugins", "a page", String.valueOf(e.getMessage())));
        }
    }

    /** Reserved names are derived from the routes, so that a new route cannot hide a model. */
    private static void refuseReservedNames(Installation installation, Map<String, String> reserved) {
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        for (Model model : installation.registry().models()) {
            String path = reserved.get(model.name());
            if (path != null) {
                problems.add(new ConfigurationException.Problem(
                        "models",
                        model.name(),
                        "this name is reserved, since the server has a route at " + path
                                + "; use another and keep the table with 'table'"));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private static HttpAdapter http(Installation installation) {
        Settings settings = installation.settings();
        List<HttpSettings.Secret> secrets =
                installation.secrets().stream().map(Server::secret).toList();
        return HttpAdapter.create(
                new HttpSettings(
                        new HttpSettings.Listening(settings.get(Setting.HOST), settings.get(Setting.PORT), DRAIN),
                        new HttpSettings.Site(
                                settings.get(Setting.ADMIN_PATH),
                                settings.get(Setting.NOTIFICATIONS_PREFIX),
                                settings.find(Setting.ENVIRONMENT).orElse(""),
                                Appearance.ofPages(settings)),
                        new HttpSettings.Sizes(
                                settings.get(Setting.MAX_BODY_BYTES),
                                settings.get(Setting.MAX_UPLOAD_BYTES),
                                FileStorage.largest(installation.models())),
                        installation.limits(),
                        settings.get(Setting.TRUSTED_PROXIES),
                        new HttpSettings.Tokens(secrets, "hexadmin"),
                        new HttpSettings.Readers(
                                visibility(settings.openApi()),
                                visibility(settings.metrics()),
                                settings.get(Setting.CORS_ORIGINS)),
                        new HttpSettings.Followers(
                                new HttpSettings.FollowerLimits(
                                        settings.get(Setting.NOTIFICATIONS_MAX_FOLLOWERS),
                                        settings.get(Setting.NOTIFICATIONS_MAX_FOLLOWERS_PER_USER),
                                        settings.get(Setting.NOTIFICATIONS_MAX_FOLLOWERS_PER_ADDRESS)),
                                settings.get(Setting.WS_TRUST_USER_ID))),
                ports(installation),
                new HttpAdapter.Status(
                        Version.OF_PRODUCT,
                        Map.of(
                                "database",
                                () -> installation
                                        .persistence()
                                        .outage()
                                        .map(ServiceUnavailableException.Reason::code))),
                new HttpAdapter.Telemetry(
                        installation.metrics().meters(), installation.metrics().scraped(), installation.traces()),
                installation.clock(),
                new SecureRandom());
    }

    private static Ports ports(Installation installation) {
        return new Ports(
                installation.registry(),
                new Ports.OfIdentity(
                        installation.identity().signingIn(),
                        installation.identity().keepingSessions(),
                        installation.identity().signingInWithProvider(),
                        installation.identity().managingUsers(),
                        installation.identity().managingApiKeys(),
                        installation.identity().accounts(),
                        installation.access().managingRoles(),
                        installation.views().managing()),
                new Ports.OfRecords(
                        installation.records().browsing(),
                        installation.records().editing(),
                        installation.records().exporting(),
                        installation.transfer().importing(),
                        installation.actions().declared(),
                        installation.actions().running(),
                        installation.endpoints().declared(),
                        installation.endpoints().calling()),
                new Ports.OfNotifications(
                        installation.notifications().sending(),
                        installation.notifications().reading(),
                        installation.channels()),
                installation.search().searching(),
                new Ports.OfInsight(
                        installation.history().reviewing(),
                        installation.comments().discussing(),
                        installation.dashboard().viewing(),
                        installation.panel()),
                installation.files(),
                new Ports.OfRequests(
                        installation.replay().replaying(),
                        new LimitingRequests(
                                installation.sharing().rateWindows(),
                                installation.settings().rateLimits().limits()),
                        installation.pages(),
                        installation.texts(),
                        RelyingParties.of(
                                installation.settings().find(Setting.PUBLIC_URL),
                                installation.settings().find(Setting.PASSKEYS_RP_ID),
                                installation.settings().get(Setting.PASSKEYS_ORIGINS))));
    }

    private static HttpSettings.Visibility visibility(Setting.Visibility visibility) {
        return switch (visibility) {
            case PUBLIC -> HttpSettings.Visibility.PUBLIC;
            case SIGNED_IN -> HttpSettings.Visibility.SIGNED_IN;
            case OFF -> HttpSettings.Visibility.OFF;
        };
    }

    private static HttpSettings.Secret secret(SecretKey key) {
        return new HttpSettings.Secret(key.id(), key.derived(SecretKey.Purpose.TOKENS));
    }

    public Installation installation() {
        return installation;
    }

    /** All routes, for a server that the embedding program owns. */
    public HttpService routing() {
        return http.routing();
    }

    /** Every route. */
    public List<HttpAdapter.RouteLine> routes() {
        return http.routes();
    }

    /** Only the notification endpoints, for a server that the embedding program owns. */
    public HttpService notifications(String prefix) {
        return http.separate().notifications(prefix);
    }

    /** The JSON API of one model that need not be registered. */
    public HttpService api(ModelDefinition model, String prefix) {
        return http.separate().api(installation.beside(model), prefix);
    }

    /** The pages of one model that need not be registered. */
    public HttpService pages(ModelDefinition model, String prefix) {
        return http.separate().pages(installation.beside(model), prefix);
    }

    /** The live socket, for a server that the embedding program owns. */
    public Http1Upgrader upgrader() {
        return http.upgrader();
    }

    /**
     * Starts listening.
     *
     * @throws IllegalStateException when it already listens
     * @throws java.io.UncheckedIOException when it cannot listen on the configured host and port
     */
    public synchronized void start() {
        if (listening != null) {
            throw new IllegalStateException("it is already started");
        }
        listening = http.start();
        port = listening.port();
    }

    /** Whether it listens. */
    public boolean started() {
        return port != 0;
    }

    /**
     * The port on which it listens.
     *
     * @throws IllegalStateException before {@link #start}
     */
    public int port() {
        int known = port;
        if (known == 0) {
            throw new IllegalStateException("Hexadmin is not started: call start() first");
        }
        return known;
    }

    /** The URL on which it listens, such as {@code http://127.0.0.1:8080}. */
    public URI url() {
        String host = installation.settings().get(Setting.HOST);
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port());
    }

    /**
     * Stops starting deliveries, waits up to ten seconds for running requests, deliveries and transactions, and closes
     * everything.
     *
     * @throws IllegalStateException inside a transaction, for which it would wait
     */
    @Override
    public synchronized void close() {
        if (installation.persistence().unitOfWork().running()) {
            throw new IllegalStateException("Hexadmin is stopped inside a transaction: stop it after the commit");
        }
        long begun = System.nanoTime();
        installation.stopSending();
        if (listening != null) {
            listening.stop();
            listening = null;
        }
        http.close();
        upkeep.close();
        Duration left = DRAIN.minusNanos(System.nanoTime() - begun);
        installation.close(left.compareTo(LEAST_PATIENCE) > 0 ? left : LEAST_PATIENCE);
        port = 0;
    }
}
