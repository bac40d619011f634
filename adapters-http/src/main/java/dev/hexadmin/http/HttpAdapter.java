package dev.hexadmin.http;

import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.caching.KeepingPages;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.ExportingRecords;
import dev.hexadmin.application.replay.ReplayingRequests;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.transfer.ImportingRecords;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.http.admin.audit.AuditPages;
import dev.hexadmin.http.admin.dashboard.DashboardPages;
import dev.hexadmin.http.admin.frame.ErrorPages;
import dev.hexadmin.http.admin.frame.FramePages;
import dev.hexadmin.http.admin.frame.Panel;
import dev.hexadmin.http.admin.frame.Places;
import dev.hexadmin.http.admin.history.HistoryPages;
import dev.hexadmin.http.admin.notifications.DeliveryPages;
import dev.hexadmin.http.admin.notifications.InboxPages;
import dev.hexadmin.http.admin.people.ProfilePages;
import dev.hexadmin.http.admin.people.RolePages;
import dev.hexadmin.http.admin.people.UserPages;
import dev.hexadmin.http.admin.records.RecordPages;
import dev.hexadmin.http.admin.search.SearchPages;
import dev.hexadmin.http.admin.session.PanelVisits;
import dev.hexadmin.http.admin.session.SignInPages;
import dev.hexadmin.http.admin.setup.SetupPages;
import dev.hexadmin.http.admin.transfer.ExportPages;
import dev.hexadmin.http.admin.transfer.ImportPages;
import dev.hexadmin.http.api.access.RolesResource;
import dev.hexadmin.http.api.identity.AuthResource;
import dev.hexadmin.http.api.identity.SetupResource;
import dev.hexadmin.http.api.notifications.DeliveriesResource;
import dev.hexadmin.http.api.notifications.NotificationsResource;
import dev.hexadmin.http.api.records.RecordsResource;
import dev.hexadmin.http.api.schema.SchemaResource;
import dev.hexadmin.http.api.search.SearchResource;
import dev.hexadmin.http.docs.DocsResource;
import dev.hexadmin.http.docs.OpenApiResource;
import dev.hexadmin.http.frontdoor.FrontDoorSettings;
import dev.hexadmin.http.observe.ObserveResource;
import dev.hexadmin.http.observe.ReadinessCheck;
import dev.hexadmin.http.openapi.OpenApiDocument;
import dev.hexadmin.http.realtime.Followers;
import dev.hexadmin.http.realtime.RealtimeResource;
import dev.hexadmin.http.realtime.RealtimeSettings;
import dev.hexadmin.http.realtime.SocketUpgrader;
import dev.hexadmin.http.replay.IdempotentPosts;
import dev.hexadmin.http.routing.Browsers;
import dev.hexadmin.http.routing.CallLimits;
import dev.hexadmin.http.routing.Dispatcher;
import dev.hexadmin.http.routing.RequestIds;
import dev.hexadmin.http.routing.Route;
import dev.hexadmin.http.security.AccessTokens;
import dev.hexadmin.http.security.BearerAuthentication;
import dev.hexadmin.http.security.LastingVisits;
import dev.hexadmin.http.security.address.ClientAddress;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Everything the application says, over HTTP: one route table, served by a server of its own or inside another. */
public final class HttpAdapter implements AutoCloseable {
    private final HttpSettings settings;
    private final PrometheusMeterRegistry meters;
    private final ClientAddress clientAddress;
    private final RequestIds requestIds;
    private final List<RouteLine> routes;
    private final Dispatcher dispatcher;
    private final Followers followers;
    private final SocketUpgrader upgrader;
    private final Function<String, HttpService> notifications;

    private HttpAdapter(
            HttpSettings settings,
            PrometheusMeterRegistry meters,
            ClientAddress clientAddress,
            RequestIds requestIds,
            List<RouteLine> routes,
            Dispatcher dispatcher,
            Followers followers,
            SocketUpgrader upgrader,
            Function<String, HttpService> notifications) {
        this.settings = settings;
        this.meters = meters;
        this.clientAddress = clientAddress;
        this.requestIds = requestIds;
        this.routes = routes;
        this.dispatcher = dispatcher;
        this.followers = followers;
        this.upgrader = upgrader;
        this.notifications = notifications;
    }

    /**
     * The conversations that are served.
     *
     * @param keepingPages empty: every page is made anew
     */
    public record Ports(
            ModelRegistry models,
            SigningIn signingIn,
            KeepingSessions keepingSessions,
            ManagingUsers managingUsers,
            ManagingApiKeys managingApiKeys,
            SettingUpSecondFactor settingUpSecondFactor,
            ManagingRoles managingRoles,
            BrowsingRecords browsing,
            EditingRecords editing,
            ExportingRecords exporting,
            ImportingRecords importing,
            SearchingRecords searching,
            ReplayingRequests replaying,
            LimitingRequests limiting,
            SendingNotifications sending,
            ReadingNotifications reading,
            ReviewingChanges reviewing,
            ViewingDashboard dashboard,
            Optional<KeepingPages> keepingPages) {}

    /**
     * Builds the route table.
     *
     * @param version of the product, for the documents
     * @param ready what must hold for the server to be ready, by name
     * @param keyValueServer whether it can be reached, if there is one: it is measured, and nothing waits for it
     * @param random cryptographically strong
     * @throws IllegalArgumentException naming a route that is there twice or declares no policy
     */
    public static HttpAdapter create(
            HttpSettings settings,
            Ports ports,
            String version,
            Map<String, BooleanSupplier> ready,
            Optional<BooleanSupplier> keyValueServer,
            InstantSource clock,
            RandomGenerator random) {
        String admin = settings.adminPath();
        String notifications = settings.notificationsPrefix();
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        keyValueServer.ifPresent(
                reachable -> Gauge.builder("hexadmin.keyvalue.reachable", () -> reachable.getAsBoolean() ? 1 : 0)
                        .description("1 while the key-value server answers")
                        .register(meters));
        AccessTokens tokens = new AccessTokens(settings.accessTokenSecrets(), settings.issuer(), clock, random);
        IdempotentPosts posts = new IdempotentPosts(ports.replaying());
        List<ReadinessCheck> checks = new ArrayList<>();
        ready.forEach((name, check) -> checks.add(new ReadinessCheck(name, check)));
        List<Route> routes = new ArrayList<>();
        routes.addAll(new ObserveResource(checks, meters).routes());
        routes.addAll(new AuthResource(admin, ports.signingIn(), ports.limiting(), tokens, posts).routes());
        routes.addAll(new SetupResource(admin, ports.managingUsers(), posts).routes());
        routes.addAll(new RolesResource(ports.managingRoles(), posts, admin).routes());
        routes.addAll(new SchemaResource(ports.models(), admin).routes());
        routes.addAll(new SearchResource(ports.searching(), admin).routes());
        routes.addAll(new RecordsResource(ports.models(), ports.browsing(), ports.editing(), posts, admin).routes());
        routes.addAll(new OpenApiResource(
                        () -> OpenApiDocument.of(ports.models(), admin, notifications, version, settings.limits()))
                .routes());
        DocsResource docs = new DocsResource();
        routes.addAll(docs.routes());
        routes.addAll(new SetupPages(admin, ports.managingUsers(), docs::styleSheet).routes());
        Panel panel = new Panel(
                new Places(admin, notifications),
                ports.models(),
                ports.keepingSessions(),
                ports.reading(),
                settings.environment(),
                ports.keepingPages(),
                meters,
                random);
        ErrorPages errorPages = new ErrorPages(panel);
        routes.addAll(new FramePages(panel).routes());
        routes.addAll(new ExportPages(panel, ports.exporting(), clock).routes());
        routes.addAll(new ImportPages(panel, ports.importing(), settings.maxUploadBytes()).routes());
        routes.addAll(new SignInPages(panel, ports.keepingSessions(), ports.limiting(), random).routes());
        routes.addAll(new ProfilePages(
                        panel,
                        new ProfilePages.Ports(
                                ports.signingIn(),
                                ports.managingUsers(),
                                ports.settingUpSecondFactor(),
                                ports.keepingSessions(),
                                ports.managingApiKeys(),
                                ports.limiting()),
                        clock)
                .routes());
        routes.addAll(new RolePages(panel, ports.managingRoles()).routes());
        routes.addAll(new UserPages(
                        panel,
                        new UserPages.Ports(
                                ports.browsing(),
                                ports.editing(),
                                ports.managingUsers(),
                                ports.managingRoles(),
                                ports.managingApiKeys()))
                .routes());
        routes.addAll(new DashboardPages(panel, ports.dashboard()).routes());
        routes.addAll(new AuditPages(panel, ports.reviewing()).routes());
        routes.addAll(new HistoryPages(panel, ports.reviewing()).routes());
        routes.addAll(new InboxPages(panel, ports.reading()).routes());
        routes.addAll(new DeliveryPages(panel, ports.browsing(), ports.searching(), ports.sending()).routes());
        routes.addAll(new RecordPages(panel, ports.browsing(), ports.editing(), ports.searching()).routes());
        routes.addAll(new SearchPages(panel, ports.searching()).routes());
        Browsers browsers = new PanelVisits(ports.keepingSessions(), errorPages);
        BearerAuthentication authentication =
                new BearerAuthentication(tokens, ports.signingIn(), ports.managingApiKeys());
        Followers followers = new Followers(
                RealtimeSettings.DEFAULTS.with(settings.followers()),
                ports.reading(),
                new LastingVisits(authentication, ports.keepingSessions()),
                meters);
        routes.addAll(notifications(ports, posts, followers, notifications));
        ClientAddress clientAddress = new ClientAddress(settings.trustedProxies());
        RequestIds requestIds = new RequestIds(random);
        CallLimits limits = new CallLimits(settings.limits(), ports.limiting());
        Dispatcher dispatcher = new Dispatcher(
                routes, authentication, browsers, clientAddress, limits, settings.maxBodyBytes(), meters, requestIds);
        SocketUpgrader upgrader =
                new SocketUpgrader(followers, notifications, settings.trustUserId(), clientAddress, limits, requestIds);
        return new HttpAdapter(
                settings,
                meters,
                clientAddress,
                requestIds,
                lines(routes),
                dispatcher,
                followers,
                upgrader,
                prefix -> new Dispatcher(
                        notifications(ports, posts, followers, prefix),
                        authentication,
                        browsers,
                        clientAddress,
                        limits,
                        settings.maxBodyBytes(),
                        meters,
                        requestIds));
    }

    private static List<RouteLine> lines(List<Route> routes) {
        return routes.stream()
                .map(route -> new RouteLine(
                        route.method().text(), route.template(), route.policy().name(), route.isPage()))
                .sorted(Comparator.comparing(RouteLine::template).thenComparing(RouteLine::method))
                .toList();
    }

    private static List<Route> notifications(Ports ports, IdempotentPosts posts, Followers followers, String prefix) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new NotificationsResource(ports.reading(), prefix).routes());
        routes.addAll(new DeliveriesResource(ports.sending(), posts, prefix).routes());
        routes.addAll(new RealtimeResource(followers, prefix).routes());
        return routes;
    }

    /** The OpenAPI 3.1 document of these models and limits, as JSON. */
    public static byte[] openApi(
            ModelRegistry models,
            String adminPath,
            String notificationsPrefix,
            String version,
            List<HttpSettings.CallLimit> limits) {
        return OpenApiDocument.of(models, adminPath, notificationsPrefix, version, limits)
                .json();
    }

    /** Listens on the address of the settings. */
    public HttpServer start() {
        return HttpServer.start(
                settings,
                FrontDoorSettings.DEFAULTS,
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

    /** Every route, in the order of its path. */
    public List<RouteLine> routes() {
        return routes;
    }

    /**
     * What there is at a path.
     *
     * @param template the path, with variables such as {@code {model}}
     * @param policy who may use it, such as {@code RIGHTS}
     * @param page whether it is a page of the panel
     */
    public record RouteLine(String method, String template, String policy, boolean page) {}

    /** All routes, for a server that the embedding program owns. */
    public HttpService routing() {
        return dispatcher;
    }

    /**
     * The notification endpoints alone, for a server that the embedding program owns.
     *
     * @param prefix such as {@code /messages}
     * @throws IllegalArgumentException when it does not start with a slash, or ends with one
     */
    public HttpService notifications(String prefix) {
        return notifications.apply(prefix);
    }

    /** The live socket, for the HTTP/1.1 connection selector of a server that the embedding program owns. */
    public Http1Upgrader upgrader() {
        return upgrader;
    }

    /** Tells all followers that the server goes; to be called before a server of the embedding program stops. */
    @Override
    public void close() {
        followers.close();
    }
}
