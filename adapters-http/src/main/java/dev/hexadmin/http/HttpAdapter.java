package dev.hexadmin.http;

import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.actions.DeclaredActions;
import dev.hexadmin.application.actions.RunningActions;
import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.endpoints.CallingEndpoints;
import dev.hexadmin.application.endpoints.DeclaredEndpoints;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.idempotency.ReplayingRequests;
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
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.transfer.ImportingRecords;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.http.api.access.RolesResource;
import dev.hexadmin.http.api.actions.ActionsResource;
import dev.hexadmin.http.api.docs.DocsResource;
import dev.hexadmin.http.api.docs.OpenApiResource;
import dev.hexadmin.http.api.identity.AuthResource;
import dev.hexadmin.http.api.identity.SetupResource;
import dev.hexadmin.http.api.notifications.DeliveriesResource;
import dev.hexadmin.http.api.notifications.NotificationsResource;
import dev.hexadmin.http.api.observe.ObserveResource;
import dev.hexadmin.http.api.observe.ReadinessCheck;
import dev.hexadmin.http.api.records.EndpointsResource;
import dev.hexadmin.http.api.records.RecordsResource;
import dev.hexadmin.http.api.schema.SchemaResource;
import dev.hexadmin.http.api.search.SearchResource;
import dev.hexadmin.http.live.LiveResource;
import dev.hexadmin.http.live.SocketUpgrader;
import dev.hexadmin.http.live.Subscriptions;
import dev.hexadmin.http.openapi.OpenApiDocument;
import dev.hexadmin.http.panel.audit.AuditPages;
import dev.hexadmin.http.panel.dashboard.DashboardPages;
import dev.hexadmin.http.panel.frame.ErrorPages;
import dev.hexadmin.http.panel.frame.FramePages;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.history.HistoryPages;
import dev.hexadmin.http.panel.notifications.ComposePages;
import dev.hexadmin.http.panel.notifications.DeliveryPages;
import dev.hexadmin.http.panel.notifications.InboxPages;
import dev.hexadmin.http.panel.records.RecordPages;
import dev.hexadmin.http.panel.search.SearchPages;
import dev.hexadmin.http.panel.session.PanelSessions;
import dev.hexadmin.http.panel.session.SignInPages;
import dev.hexadmin.http.panel.setup.SetupPages;
import dev.hexadmin.http.panel.transfer.ExportPages;
import dev.hexadmin.http.panel.transfer.ImportPages;
import dev.hexadmin.http.panel.users.ProfilePages;
import dev.hexadmin.http.panel.users.RolePages;
import dev.hexadmin.http.panel.users.UserPages;
import dev.hexadmin.http.server.address.ClientAddress;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.request.RequestIds;
import dev.hexadmin.http.server.routing.BrowserSupport;
import dev.hexadmin.http.server.routing.CallLimits;
import dev.hexadmin.http.server.routing.Dispatcher;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.AccessTokens;
import dev.hexadmin.http.server.security.BearerAuthentication;
import dev.hexadmin.http.server.security.SessionRevalidation;
import dev.hexadmin.http.settings.ConnectionSettings;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.settings.LiveSettings;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Everything the application says, over HTTP: one route table, served by a server of its own or inside another. */
public final class HttpAdapter implements AutoCloseable {
    private final HttpSettings settings;
    private final PrometheusMeterRegistry meters;
    private final ClientAddress clientAddress;
    private final RequestIds requestIds;
    private final List<RouteLine> routes;
    private final Dispatcher dispatcher;
    private final Subscriptions followers;
    private final SocketUpgrader upgrader;
    private final SeparateRoutes separate;

    private HttpAdapter(
            HttpSettings settings,
            PrometheusMeterRegistry meters,
            ClientAddress clientAddress,
            RequestIds requestIds,
            List<RouteLine> routes,
            Dispatcher dispatcher,
            Subscriptions followers,
            SocketUpgrader upgrader,
            SeparateRoutes separate) {
        this.settings = settings;
        this.meters = meters;
        this.clientAddress = clientAddress;
        this.requestIds = requestIds;
        this.routes = routes;
        this.dispatcher = dispatcher;
        this.followers = followers;
        this.upgrader = upgrader;
        this.separate = separate;
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
            DeclaredActions actions,
            RunningActions running,
            ExportingRecords exporting,
            ImportingRecords importing,
            SearchingRecords searching,
            ReplayingRequests replaying,
            LimitingRequests limiting,
            SendingNotifications sending,
            ReadingNotifications reading,
            ReviewingChanges reviewing,
            ViewingDashboard dashboard,
            Optional<CachingPages> keepingPages,
            DeclaredEndpoints endpoints,
            CallingEndpoints calling) {}

    /**
     * Builds the route table.
     *
     * @param version of the product, for the documents
     * @param ready what must work for the server to be ready, by name: the code of its outage, empty when it works
     * @param keyValueServer whether it can be reached, if there is one: it is measured, and nothing waits for it
     * @param random cryptographically strong
     * @throws IllegalArgumentException naming a route that is there twice or declares no policy
     */
    public static HttpAdapter create(
            HttpSettings settings,
            Ports ports,
            String version,
            Map<String, Supplier<Optional<String>>> ready,
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
        routes.addAll(new ObserveResource(checks, meters, settings.metrics()).routes());
        routes.addAll(new AuthResource(admin, ports.signingIn(), ports.managingUsers(), ports.limiting(), tokens, posts)
                .routes());
        routes.addAll(new SetupResource(admin, ports.managingUsers(), posts).routes());
        routes.addAll(new RolesResource(ports.managingRoles(), posts, admin).routes());
        routes.addAll(new SchemaResource(ports.models(), ports.running()::offered, admin).routes());
        routes.addAll(new SearchResource(ports.searching(), admin).routes());
        ModelPath records = RecordsResource.registered(admin, ports.models());
        RecordsResource resource = new RecordsResource(records, ports.browsing(), ports.editing(), posts);
        routes.addAll(resource.routes());
        routes.addAll(new EndpointsResource(ports.endpoints(), ports.calling(), resource, posts, admin).routes());
        routes.addAll(new ActionsResource(ports.models(), ports.actions(), ports.running(), posts, admin).routes());
        Map<String, Model> elsewhere = new ConcurrentSkipListMap<>();
        OpenApiDocument.Served served = new OpenApiDocument.Served(
                admin, notifications, version, settings.limits(), settings.openApi(), settings.metrics());
        OpenApiResource openApi = new OpenApiResource(
                settings.openApi(),
                reader -> OpenApiDocument.of(
                        ports.models(),
                        model -> reader.map(actor -> ports.running().offered(actor, model))
                                .orElseGet(() -> ports.actions().of(model)),
                        served,
                        elsewhere,
                        ports.endpoints()::of,
                        reader.map(Actor::rights).orElse(Rights.ALL)));
        routes.addAll(openApi.routes());
        routes.addAll(new DocsResource(settings.openApi()).routes());
        BiFunction<PanelUrls, Optional<CachingPages>, Panel> panels = (places, kept) -> new Panel(
                places,
                ports.models(),
                ports.keepingSessions(),
                ports.reading(),
                settings.environment(),
                kept,
                meters,
                random);
        Panel panel = panels.apply(new PanelUrls(admin, notifications), ports.keepingPages());
        ErrorPages errorPages = new ErrorPages(panel);
        Function<Panel, List<Route>> frames = shown -> {
            List<Route> all = new ArrayList<>(new FramePages(shown).routes());
            all.addAll(new SignInPages(shown, ports.keepingSessions(), ports.limiting(), ports.managingUsers(), random)
                    .routes());
            return all;
        };
        routes.addAll(frames.apply(panel));
        routes.addAll(new SetupPages(panel, ports.managingUsers()).routes());
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
        routes.addAll(new InboxPages(panel, ports.reading()).routes());
        routes.addAll(new ComposePages(panel, ports.sending(), ports.browsing(), ports.searching()).routes());
        routes.addAll(new DeliveryPages(panel, ports.browsing(), ports.searching(), ports.sending()).routes());
        BiFunction<Panel, ModelPath, List<Route>> pages = (shown, path) -> {
            List<Route> all = new ArrayList<>();
            all.addAll(
                    new RecordPages(shown, path, ports.browsing(), ports.editing(), ports.searching(), ports.running())
                            .routes());
            all.addAll(new ExportPages(shown, path, ports.exporting(), clock).routes());
            all.addAll(new ImportPages(shown, path, ports.importing(), settings.maxUploadBytes()).routes());
            return all;
        };
        routes.addAll(pages.apply(
                panel,
                ModelPath.ofRegistered(
                        admin,
                        ports.models(),
                        model -> model.definition().exposure().html())));
        routes.addAll(new HistoryPages(panel, HistoryPages.registered(panel), ports.reviewing()).routes());
        routes.addAll(new SearchPages(panel, ports.searching()).routes());
        BrowserSupport browsers = new PanelSessions(
                ports.keepingSessions(),
                new SignInPages(panel, ports.keepingSessions(), ports.limiting(), ports.managingUsers(), random),
                errorPages);
        BearerAuthentication authentication =
                new BearerAuthentication(tokens, ports.signingIn(), ports.managingApiKeys());
        Subscriptions followers = new Subscriptions(
                LiveSettings.DEFAULTS.with(settings.followers()),
                ports.reading(),
                new SessionRevalidation(authentication, ports.keepingSessions()),
                meters);
        routes.addAll(notifications(ports, posts, followers, notifications));
        ClientAddress clientAddress = new ClientAddress(settings.trustedProxies());
        RequestIds requestIds = new RequestIds(random);
        CallLimits limits = new CallLimits(settings.limits(), ports.limiting());
        Function<List<Route>, Dispatcher> dispatchers = table -> new Dispatcher(
                table, authentication, browsers, clientAddress, limits, settings.maxBodyBytes(), meters, requestIds);
        Dispatcher dispatcher = dispatchers.apply(routes);
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
                new SeparateRoutes(
                        dispatchers,
                        routes.stream().map(Route::template).distinct().toList(),
                        prefix -> notifications(ports, posts, followers, prefix),
                        (model, prefix) -> {
                            elsewhere.put(prefix, model);
                            openApi.changed();
                            return new RecordsResource(
                                            ModelPath.of(prefix, model), ports.browsing(), ports.editing(), posts)
                                    .routes();
                        },
                        (model, prefix) -> {
                            // its table is none of those whose changes are watched, so no page of it is kept
                            Panel own = panels.apply(
                                    new PanelUrls(admin, notifications, Map.of(model.name(), prefix)),
                                    Optional.empty());
                            List<Route> all = new ArrayList<>(frames.apply(own));
                            ModelPath path = ModelPath.of(prefix, model);
                            all.addAll(pages.apply(own, path));
                            all.addAll(new HistoryPages(own, path, ports.reviewing()).routes());
                            return all;
                        }));
    }

    /**
     * The names that models cannot have, since routes that are not those of models are at them, with the path of such a
     * route.
     */
    public SortedMap<String, String> reservedNames() {
        SortedMap<String, String> reserved = new TreeMap<>();
        for (RouteLine route : routes) {
            for (String base : List.of(settings.adminPath() + "/", settings.adminPath() + "/api/")) {
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

    private static List<RouteLine> lines(List<Route> routes) {
        return routes.stream()
                .map(route -> new RouteLine(
                        route.method().text(), route.template(), route.policy().name(), route.isPage()))
                .sorted(Comparator.comparing(RouteLine::template).thenComparing(RouteLine::method))
                .toList();
    }

    private static List<Route> notifications(
            Ports ports, IdempotentPosts posts, Subscriptions followers, String prefix) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new NotificationsResource(ports.reading(), prefix).routes());
        routes.addAll(new DeliveriesResource(ports.sending(), posts, prefix).routes());
        routes.addAll(new LiveResource(followers, prefix).routes());
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

    /** All routes, for a server that the embedding program owns; other paths are left to its other routes. */
    public HttpService routing() {
        return dispatcher.embedded(separate::owns);
    }

    /** Routes for a server that the embedding program owns, at paths of their own. */
    public SeparateRoutes separate() {
        return separate;
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
