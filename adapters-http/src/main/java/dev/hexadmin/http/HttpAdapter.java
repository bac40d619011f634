package dev.hexadmin.http;

import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.api.observe.ObserveResource;
import dev.hexadmin.http.api.observe.ReadinessCheck;
import dev.hexadmin.http.live.SocketUpgrader;
import dev.hexadmin.http.live.Subscriptions;
import dev.hexadmin.http.openapi.OpenApiDocument;
import dev.hexadmin.http.panel.comments.CommentCard;
import dev.hexadmin.http.panel.notifications.UnsubscribePages;
import dev.hexadmin.http.panel.session.MailedLinkPages;
import dev.hexadmin.http.panel.setup.SetupPages;
import dev.hexadmin.http.server.address.ClientAddress;
import dev.hexadmin.http.server.request.RequestIds;
import dev.hexadmin.http.server.routing.CallLimits;
import dev.hexadmin.http.server.routing.ContextServices;
import dev.hexadmin.http.server.routing.Dispatcher;
import dev.hexadmin.http.server.routing.RequestTelemetry;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.AccessTokens;
import dev.hexadmin.http.server.security.BearerAuthentication;
import dev.hexadmin.http.server.security.CrossOrigin;
import dev.hexadmin.http.server.security.SessionRevalidation;
import dev.hexadmin.http.settings.ConnectionSettings;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.settings.LiveSettings;
import dev.hexadmin.http.texts.IcuLanguageRules;
import dev.hexadmin.http.texts.JsonMessageBundles;
import dev.hexadmin.http.texts.Localizations;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The HTTP interface of the application: one route table, served by its own server or inside an embedding one. */
public final class HttpAdapter implements AutoCloseable {
    private final HttpSettings settings;
    private final MeterRegistry meters;
    private final RequestIds requestIds;
    private final ClientAddress clientAddress;
    private final List<Route> table;
    private final Dispatcher dispatcher;
    private final Subscriptions followers;
    private final SocketUpgrader upgrader;
    private final SeparateRoutes separate;

    /**
     * What the server says about itself.
     *
     * @param version of the product, for the documents
     * @param ready what must work for the server to be ready, by name: the code of its outage, empty when it works
     */
    public record Status(String version, Map<String, Supplier<Optional<String>>> ready) {}

    /**
     * Where requests are measured and traced.
     *
     * @param meters receives all metrics
     * @param scraped the registry whose metrics {@code /observe/metrics} shows
     * @param traces makes spans of requests, unless it is {@link OpenTelemetry#noop}
     */
    public record Telemetry(MeterRegistry meters, PrometheusMeterRegistry scraped, OpenTelemetry traces) {}

    private HttpAdapter(
            HttpSettings settings,
            Ports ports,
            Status status,
            Telemetry telemetry,
            InstantSource clock,
            RandomGenerator random) {
        this.settings = settings;
        this.meters = telemetry.meters();
        this.requestIds = new RequestIds(() -> ThreadLocalRandom.current().nextLong()); // they are no secrets
        this.clientAddress = new ClientAddress(settings.trustedProxies());
        CallLimits limits = new CallLimits(settings.limits(), ports.requests().limiting());
        AccessTokens tokens =
                new AccessTokens(settings.tokens().secrets(), settings.tokens().issuer(), clock, random);
        BearerAuthentication authentication = new BearerAuthentication(
                tokens, ports.identity().signingIn(), ports.identity().apiKeys());
        this.followers = new Subscriptions(
                LiveSettings.DEFAULTS.with(settings.followers().limits()),
                ports.notifications().reading(),
                new SessionRevalidation(authentication, ports.identity().sessions()),
                meters);
        ApiRoutes api = new ApiRoutes(settings, ports, status.version());
        PanelRoutes panel = new PanelRoutes(settings, ports, meters, clock, random);
        List<Route> routes = new ArrayList<>(observe(status, telemetry.scraped()));
        routes.addAll(api.routes(tokens));
        routes.addAll(panel.routes());
        routes.addAll(api.notifications(followers, settings.site().notificationsPrefix()));
        routes.addAll(panel.unsubscribing(settings.site().notificationsPrefix(), false));
        this.table = List.copyOf(routes);
        ContextServices services = new ContextServices(
                panel.browsers(),
                settings.sizes().maxBodyBytes(),
                new Localizations(ports.requests().texts()),
                name -> ports.models()
                        .model(name)
                        .map(model -> model.definition().labels().many()));
        Function<List<Route>, Dispatcher> dispatchers = some -> new Dispatcher(
                some,
                authentication,
                services,
                clientAddress,
                limits,
                new RequestTelemetry(meters, telemetry.traces()),
                requestIds,
                new CrossOrigin(settings.readers().origins()));
        this.dispatcher = dispatchers.apply(table);
        this.upgrader = new SocketUpgrader(
                followers,
                settings.site().notificationsPrefix(),
                settings.followers().trustUserId(),
                clientAddress,
                limits,
                requestIds);
        this.separate = new SeparateRoutes(
                dispatchers,
                table.stream().map(Route::template).distinct().toList(),
                prefix -> Stream.concat(
                                api.notifications(followers, prefix).stream(),
                                panel.unsubscribing(prefix, true).stream())
                        .toList(),
                api::ofModel,
                panel::ofModel);
    }

    /**
     * Builds the route table.
     *
     * @param random cryptographically strong
     * @throws IllegalArgumentException naming a route that is there twice or declares no policy
     */
    public static HttpAdapter create(
            HttpSettings settings,
            Ports ports,
            Status status,
            Telemetry telemetry,
            InstantSource clock,
            RandomGenerator random) {
        return new HttpAdapter(settings, ports, status, telemetry, clock, random);
    }

    private List<Route> observe(Status status, PrometheusMeterRegistry scraped) {
        List<ReadinessCheck> checks = new ArrayList<>();
        status.ready().forEach((name, check) -> checks.add(new ReadinessCheck(name, check)));
        return new ObserveResource(checks, scraped, settings.readers().metrics()).routes();
    }

    /**
     * The names that models cannot have, since routes that are not those of models are at them, with the path of such a
     * route.
     */
    public SortedMap<String, String> reservedNames() {
        SortedMap<String, String> reserved = new TreeMap<>();
        for (RouteLine route : routes()) {
            for (String base :
                    List.of(settings.site().adminPath() + "/", settings.site().adminPath() + "/api/")) {
                if (route.template().startsWith(base)) {
                    String segment = route.template().substring(base.length()).split("/", 2)[0];
                    if (!segment.startsWith("{")) {
                        reserved.putIfAbsent(segment, base + segment);
                    }
                }
            }
        }
        return reserved;
    }

    /**
     * The OpenAPI 3.1 document of these models and limits, as JSON.
     *
     * @param title the name of the installation
     */
    public static byte[] openApi(
            ModelRegistry models,
            String title,
            String adminPath,
            String notificationsPrefix,
            String version,
            List<HttpSettings.CallLimit> limits) {
        return OpenApiDocument.of(models, title, adminPath, notificationsPrefix, version, limits)
                .json();
    }

    /** The texts of the product in all its languages. */
    public static Texts texts() {
        return new Texts(new JsonMessageBundles(), new IcuLanguageRules());
    }

    /** Listens on the address of the settings. */
    public HttpServer start() {
        return HttpServer.start(
                settings,
                ConnectionSettings.DEFAULTS,
                dispatcher,
                clientAddress,
                requestIds,
                followers,
                upgrader,
                meters);
    }

    /** The path of the page that makes the first superuser. */
    public static String setupLink(String adminPath, String token) {
        return SetupPages.link(adminPath, token);
    }

    /**
     * The addresses of the pages to which links in mails lead; a token is added at the end.
     *
     * @param publicUrl at which users reach the server
     */
    public static IdentitySettings.LinkAddresses mailedLinks(URI publicUrl, String adminPath) {
        return MailedLinkPages.addresses(publicUrl.toString().replaceAll("/+$", "") + adminPath);
    }

    /**
     * The address of the page on which recipients unsubscribe; a token is added at the end.
     *
     * @param publicUrl at which mail programs and users reach the server
     */
    public static String unsubscribeLink(URI publicUrl, String notificationsPrefix) {
        return UnsubscribePages.address(publicUrl.toString().replaceAll("/+$", "") + notificationsPrefix);
    }

    /**
     * The address of a comment in the panel, for mails; empty when the panel does not show the model.
     *
     * @param publicUrl at which users reach the server
     */
    public static Optional<String> commentLink(
            URI publicUrl, String adminPath, Model model, RecordKey key, long comment) {
        return model.definition().exposure().html()
                ? Optional.of(publicUrl.toString().replaceAll("/+$", "") + adminPath + "/" + model.name() + "/"
                        + key.encoded() + CommentCard.path(comment))
                : Optional.empty();
    }

    /** Every route, in the order of its path. */
    public List<RouteLine> routes() {
        return table.stream()
                .map(route -> new RouteLine(
                        route.method().text(), route.template(), route.policy().name(), route.isPage()))
                .sorted(Comparator.comparing(RouteLine::template).thenComparing(RouteLine::method))
                .toList();
    }

    /**
     * What there is at a path.
     *
     * @param template the path, with variables such as {@code {model}}
     * @param policy who may use it, such as {@code RIGHTS}
     * @param page whether it is a page of the panel
     */
    public record RouteLine(String method, String template, String policy, boolean page) {}

    /** All routes, for a server that the embedding program owns; other paths are left to its other routes. */
    public HttpService routing() {
        return dispatcher.embedded(separate::owns);
    }

    /** Routes for a server that the embedding program owns, at separate paths. */
    public SeparateRoutes separate() {
        return separate;
    }

    /** The live socket, for the HTTP/1.1 connection selector of a server that the embedding program owns. */
    public Http1Upgrader upgrader() {
        return upgrader;
    }

    /** Notifies all subscribers that the server stops; to be called before a server of the embedding program stops. */
    @Override
    public void close() {
        followers.close();
    }
}
