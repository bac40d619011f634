package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessAssembly;
import dev.hexadmin.application.actions.ActionsAssembly;
import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.comments.CommentsAssembly;
import dev.hexadmin.application.dashboard.DashboardAssembly;
import dev.hexadmin.application.endpoints.EndpointsAssembly;
import dev.hexadmin.application.files.FilesAssembly;
import dev.hexadmin.application.history.HistoryAssembly;
import dev.hexadmin.application.idempotency.IdempotencyAssembly;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.port.AccountMail;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.panel.PanelAssembly;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.records.port.RecordClasses;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.SearchAssembly;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.application.transfer.TransferAssembly;
import dev.hexadmin.application.views.SavedViewsAssembly;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.IdentityProviderSettings;
import dev.hexadmin.bootstrap.configuration.SecretKey;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.plugins.Plugins;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.http.HttpAdapter;
import dev.hexadmin.http.openid.OpenIdConnections;
import dev.hexadmin.http.settings.HttpSettings.CallLimit;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DataSourceRejectedException;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** An open database with all capabilities, before it is served. Thread-safe. */
public final class Installation implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Installation.class.getName());

    private static final Duration UNDER_WAY = Duration.ofSeconds(5);

    private final Foundation base;
    private final ModelCatalog catalog;
    private final OpenIdConnections openIdConnections;
    private final IdentityAssembly identity;
    private final RecordsAssembly records;
    private final ActionsAssembly actions;
    private final SearchAssembly search;
    private final CommentsAssembly comments;
    private final HistoryAssembly history;
    private final SavedViewsAssembly views;
    private final DashboardAssembly dashboard;
    private final IdempotencyAssembly replay;
    private final TransferAssembly transfer;
    private final FilesAssembly files;
    private final Plugins plugins;
    private final MessageChannels channels;
    private final NotificationsAssembly notifications;
    private final Metrics metrics;
    private final OpenTelemetry traces;
    private final Optional<CachingPages> pages;
    private final Texts texts = HttpAdapter.texts();
    private final EndpointsAssembly endpoints;
    private final PanelAssembly panel;
    private final List<CallLimit> limits;

    private Installation(
            Settings settings,
            Registrations own,
            Persistence persistence,
            ClusterServices sharing,
            Plugins plugins,
            List<SecretKey> secrets,
            Platform platform,
            OpenTelemetry traces) {
        this.plugins = plugins;
        this.metrics = new Metrics(platform.meters());
        this.traces = traces;
        Registrations registrations = own.with(plugins, settings.models());
        this.limits = registrations.limits();
        this.channels = Messages.channels(plugins, settings.notifications());
        this.catalog = new ModelCatalog(settings, registrations, channels, persistence);
        catalog.prepareTables();
        this.base = Foundation.of(
                settings,
                persistence,
                sharing,
                catalog.registry(),
                secrets,
                platform.clock().orElseThrow());
        this.openIdConnections = new OpenIdConnections(
                settings.identityProviders().stream()
                        .map(IdentityProviderSettings::client)
                        .toList(),
                base.clock());
        this.identity = Accounts.assemble(
                base,
                registrations.identitySource(),
                platform.passwordCost(),
                openIdConnections,
                new Accounts.Later(this::accountMail, this::browsing));
        Records stored =
                persistence.records(base.registry(), base.secrets().getFirst().derived(SecretKey.Purpose.VERSIONS));
        this.notifications = assembleNotifications(stored, registrations.templates());
        measure();
        Messages.register(notifications.providers(), plugins, settings.notifications(), mailBrand());
        this.files = FileStorage.assemble(base, stored, this::shows);
        RegisteredCode code = new RegisteredCode(registrations.code(), base.registry());
        Map<String, RecordHooks> hooks = new ModelHooks(code.hooks())
                .ofUsers(identity, notifications)
                .ofEach(
                        catalog.models(),
                        files,
                        CommentsAssembly.hooks(persistence.comments(), base.clock()),
                        notifications)
                .byModel();
        this.records = assembleRecords(stored, hooks, registrations.code().classes());
        this.actions = code.actions(records.byCode());
        this.endpoints = code.endpoints(records.byCode(), base.clock());
        plugins.checkPanel(base.registry());
        this.panel = PanelAssembly.of(plugins.panel(), base.registry(), records.byCode(), System::nanoTime);
        this.transfer = assembleTransfer();
        this.search = SearchAssembly.of(
                base.registry(), persistence.searchIndex(stored), access().rowPolicies(), hooks, base.clock());
        this.comments = assembleComments(stored);
        this.history = HistoryAssembly.of(
                base.registry(),
                stored,
                records.editing(),
                search.searching(),
                access().rowPolicies(),
                hooks,
                new HistoryAssembly.Restorable(files.recorded(), comments.recorded()),
                base.clock());
        this.views = SavedViewsAssembly.of(
                persistence.savedViews(),
                records.browsing(),
                persistence.auditTrail(),
                persistence.unitOfWork(),
                base.registry(),
                base.clock());
        this.dashboard = assembleDashboard(registrations);
        this.pages = PageCache.assemble(base, PageCache.appearance(base, plugins, actions.declared()), hooks);
        this.replay = IdempotencyAssembly.of(
                persistence.unitOfWork(),
                persistence.firstAnswers(),
                base.keys(SecretKey.Purpose.ANSWERS),
                base.clock(),
                base.random());
    }

    private void measure() {
        metrics.connections(persistence());
        metrics.outbox(persistence().outbox(), channels.outside(), base.clock());
        sharing().reachable().ifPresent(metrics::keyValueServer);
    }

    private static OpenTelemetry globalTraces() {
        try {
            return GlobalOpenTelemetry.getOrNoop();
        } catch (NoSuchMethodError e) {
            return OpenTelemetry.noop(); // an older version in the program, where asking for it would set it
        }
    }

    /**
     * Opens and migrates the database, and assembles the capabilities. When a step fails, everything is closed again.
     *
     * @throws ConfigurationException when models contradict each other or the database
     * @throws dev.hexadmin.application.ServiceUnavailableException when the database cannot be reached
     */
    public static Installation open(Settings settings, Registrations registrations, Platform platform) {
        List<SecretKey> secrets = SecretKey.all(settings);
        OpenTelemetry traces = platform.traces().orElseGet(Installation::globalTraces);
        Plugins plugins =
                Plugins.load(settings.find(Setting.PLUGINS_PATH), settings.notifications(), registrations.brought());
        Persistence persistence;
        try {
            persistence = Persistence.open(settings.connection(), traces);
        } catch (DataSourceRejectedException e) {
            plugins.close();
            throw new ConfigurationException(
                    new ConfigurationException.Problem("dataSource", "", String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            plugins.close();
            throw e;
        }
        try {
            persistence.migrate();
            InstantSource clock = platform.clock().orElseGet(() -> DatabaseClock.of(persistence));
            ClusterServices sharing = ClusterServices.open(settings, persistence.installation());
            try {
                persistence.readReplicas(sharing.writeMarks());
                if (!settings.get(Setting.DATABASE_READ_URLS).isEmpty()
                        && sharing.reachable().isEmpty()) {
                    LOG.log(
                            System.Logger.Level.INFO,
                            "Without kvstore_url, users see what they have written in lists of the same server only");
                }
                Installation installation = new Installation(
                        settings, registrations, persistence, sharing, plugins, secrets, platform.with(clock), traces);
                installation.access().managingRoles().seed(new Actor.Operator("first start"));
                installation.warnAboutGeneratedSecret(secrets.getFirst());
                installation.createFirstAdmin();
                return installation;
            } catch (RuntimeException e) {
                sharing.close();
                throw e;
            }
        } catch (RuntimeException e) {
            persistence.close();
            plugins.close();
            throw e;
        }
    }

    /** Accounts are assembled before messages and records. */
    private AccountMail accountMail() {
        return notifications.accountMail();
    }

    private BrowsingRecords browsing() {
        return records.browsing();
    }

    private NotificationsAssembly assembleNotifications(Records stored, Map<String, Template> templates) {
        return NotificationsAssembly.of(
                Messages.settings(channels, base.settings(), templates),
                new NotificationsAssembly.Storage(
                        persistence().unitOfWork(),
                        persistence().feeds(),
                        persistence().addressees(),
                        persistence().outbox(),
                        persistence().servers(),
                        stored,
                        sharing().events(),
                        persistence().shared()),
                access().liveRights(),
                access().rowPolicies(),
                base.registry(),
                new NotificationsAssembly.Execution(
                        base.tries(),
                        base.clock(),
                        base.random(),
                        new ObservedDeliveries(metrics.meters(), traces),
                        base.keys(SecretKey.Purpose.MAILS),
                        texts,
                        mailBrand(),
                        MailedLinks.toUnsubscribe(base.settings())));
    }

    /** How mails look. */
    public MailBrand mailBrand() {
        return Appearance.ofMails(base.settings());
    }

    private RecordsAssembly assembleRecords(Records stored, Map<String, RecordHooks> hooks, RecordClasses classes) {
        return RecordsAssembly.of(
                base.registry(),
                stored,
                persistence().unitOfWork(),
                persistence().auditTrail(),
                access().rowPolicies(),
                hooks,
                new RecordsAssembly.ForCode(persistence().namedLocks(), notifications.notifier(), classes),
                base.keys(SecretKey.Purpose.CURSORS),
                base.clock(),
                base.random());
    }

    private CommentsAssembly assembleComments(Records stored) {
        return CommentsAssembly.of(
                new CommentsAssembly.Storage(
                        persistence().comments(),
                        persistence().namedUsers(),
                        stored,
                        persistence().auditTrail(),
                        persistence().unitOfWork()),
                records.browsing(),
                access().liveRights(),
                notifications.commentNotices(),
                MailedLinks.ofComments(settings()),
                base.clock());
    }

    /** Records are assembled after files, whose hooks they need. */
    private boolean shows(Actor actor, Model model, FieldDefinition field, UUID file) {
        try {
            return records.browsing()
                            .counts(actor, List.of(ListRequest.of(model, Map.of(field.name(), file.toString()))), 1)
                            .getFirst()
                            .orElse(0)
                    > 0;
        } catch (RequestRejectedException e) {
            return false;
        }
    }

    private TransferAssembly assembleTransfer() {
        return TransferAssembly.of(
                records.rows(),
                access().liveRights(),
                persistence().imports(),
                persistence().unitOfWork(),
                persistence().auditTrail(),
                base.tries(),
                base.clock(),
                base.random());
    }

    private DashboardAssembly assembleDashboard(Registrations registrations) {
        if (registrations.dashboard().isEmpty()) {
            settings().dashboard().check(base.registry());
        }
        SettingsCheck.checkWidgets(base.registry(), settings().dashboard(), registrations);
        return DashboardAssembly.of(
                base.registry(),
                registrations.dashboard().orElseGet(() -> settings().dashboard().definition()),
                registrations.widgets(),
                new DashboardAssembly.Sources(records.browsing(), search.searching(), history.reviewing()),
                new DashboardAssembly.Storage(
                        persistence().unitOfWork(), persistence().dashboardLayouts()),
                new DashboardAssembly.Execution(base.tries(), System::nanoTime),
                base.clock());
    }

    private void warnAboutGeneratedSecret(SecretKey secret) {
        if (secret.isGenerated() && !identity.managingUsers().empty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "A new secret key was made for a database that has users: they are signed out, and their authenticator"
                            + " apps and backup codes no longer work. If there is a copy of the former {0}, stop the server and"
                            + " put it back",
                    SecretKey.file(settings().connection()).map(Path::toString).orElse("secret key"));
        }
    }

    private void createFirstAdmin() {
        if (settings().firstAdmin().isPresent() && identity.managingUsers().empty()) {
            SettingsCheck.checkFirstAdmin(settings());
            Settings.FirstAdmin admin = settings().firstAdmin().get();
            if (identity.managingUsers()
                    .createFirstSuperuser(new Actor.Operator("first start"), admin.email(), admin.password(), "")) {
                LOG.log(System.Logger.Level.INFO, "The superuser {0} was created", admin.email());
            }
        }
    }

    /** The time of day of this installation. */
    InstantSource clock() {
        return base.clock();
    }

    /** Stores this server's heartbeat, and compares its clock with the database's. */
    void beat() {
        if (base.clock() instanceof DatabaseClock clock) {
            clock.compare();
        }
        notifications.upkeep().beat();
    }

    /** Writes the rows that requests have deferred. */
    public void catchUp() {
        identity.upkeep().catchUp();
    }

    /**
     * A periodic job that does not depend on the others.
     *
     * @param failure what failed, when it does
     */
    record Sweep(String failure, Runnable work) {}

    /** Prepare the tables in partitions for the next months, and delete expired rows. */
    List<Sweep> sweeps() {
        InstantSource clock = base.clock();
        return List.of(
                new Sweep(
                        "Preparing the tables for the next month failed",
                        () -> persistence().openMonth(clock.instant())),
                new Sweep(
                        "Deleting expired sign-ins failed",
                        () -> identity.upkeep().sweep()),
                new Sweep(
                        "Deleting old deliveries failed",
                        () -> notifications.upkeep().sweepDeliveries()),
                new Sweep(
                        "Deleting old notifications failed",
                        () -> notifications.upkeep().sweepFeeds()),
                new Sweep(
                        "Deleting expired imports failed",
                        () -> transfer.upkeep().sweep()),
                new Sweep("Deleting unused files failed", () -> files.upkeep().sweep()),
                new Sweep(
                        "Deleting comments of deleted records failed",
                        () -> comments.upkeep().sweep()),
                new Sweep(
                        "Deleting old audit entries failed",
                        () -> settings()
                                .auditRetention()
                                .ifPresent(kept -> persistence()
                                        .auditRetention()
                                        .sweep(clock.instant().minus(kept)))),
                new Sweep(
                        "Storing what lists were asked for failed",
                        () -> persistence().storeListUses(clock.instant())));
    }

    /** Rate limits: those of the settings, and registered ones. */
    List<CallLimit> limits() {
        List<CallLimit> all = new ArrayList<>(settings().rateLimits().more());
        all.addAll(limits);
        return all;
    }

    /** An active user, with the current rights. */
    public Optional<Actor> user(UserId id) {
        return persistence()
                .users()
                .byId(id)
                .filter(User::active)
                .map(user -> new Actor.SignedIn(
                        id, user.email(), access().liveRights().of(id), Actor.Origin.LOCAL));
    }

    public Settings settings() {
        return base.settings();
    }

    List<SecretKey> secrets() {
        return base.secrets();
    }

    public Persistence persistence() {
        return base.persistence();
    }

    public EndpointsAssembly endpoints() {
        return endpoints;
    }

    /** Caches panel pages, if this is configured and there is a key-value server. */
    Optional<CachingPages> pages() {
        return pages;
    }

    /** The texts of pages, responses and mails in all languages. */
    Texts texts() {
        return texts;
    }

    Metrics metrics() {
        return metrics;
    }

    OpenTelemetry traces() {
        return traces;
    }

    ClusterServices sharing() {
        return base.sharing();
    }

    public ModelRegistry registry() {
        return base.registry();
    }

    /** Compares the tables of other programs with their models. */
    TableDrift drift() {
        return new TableDrift(
                settings().get(Setting.DATABASE_SCHEMAS),
                settings().get(Setting.INTROSPECT),
                base.persistence(),
                catalog.unmanaged());
    }

    /** The models that are not built in. */
    public List<Model> models() {
        return catalog.models();
    }

    /**
     * A model in addition to the registered ones, with its table; the registered model when it is equal.
     *
     * @throws IllegalArgumentException when another model has this name, or a referenced model does not exist
     * @throws ConfigurationException when its table cannot be migrated to it
     */
    public Model beside(ModelDefinition definition) {
        return catalog.beside(definition);
    }

    public AccessAssembly access() {
        return base.access();
    }

    public IdentityAssembly identity() {
        return identity;
    }

    public RecordsAssembly records() {
        return records;
    }

    public ActionsAssembly actions() {
        return actions;
    }

    public SearchAssembly search() {
        return search;
    }

    public HistoryAssembly history() {
        return history;
    }

    public CommentsAssembly comments() {
        return comments;
    }

    public SavedViewsAssembly views() {
        return views;
    }

    /** What plugins add to the panel. */
    public PanelAssembly panel() {
        return panel;
    }

    public DashboardAssembly dashboard() {
        return dashboard;
    }

    public IdempotencyAssembly replay() {
        return replay;
    }

    public TransferAssembly transfer() {
        return transfer;
    }

    public FilesAssembly files() {
        return files;
    }

    public MessageChannels channels() {
        return channels;
    }

    public NotificationsAssembly notifications() {
        return notifications;
    }

    /** Stops starting deliveries, and releases messages that were not attempted. */
    void stopSending() {
        notifications.upkeep().stop();
    }

    /** Waits some seconds for deliveries in progress, and closes everything. */
    @Override
    public void close() {
        close(UNDER_WAY);
    }

    /** Closes everything after this time limit. */
    void close(Duration patience) {
        long begun = System.nanoTime();
        int running = notifications.upkeep().close(patience);
        if (running > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} messages were still being sent; their outcome is unknown,"
                            + " and they will be sent again after their lease of {1} s",
                    running,
                    settings().get(Setting.NOTIFICATIONS_LEASE).toSeconds());
        }
        transfer.upkeep().close();
        openIdConnections.close();
        base.tries().shutdownNow();
        try {
            catchUp();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Storing the last use of API keys failed", e);
        }
        try {
            persistence().storeListUses(base.clock().instant());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Storing what lists were asked for failed", e);
        }
        int working = persistence().drain(patience.minusNanos(System.nanoTime() - begun));
        if (working > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} connections to the database were still in use; what they were doing is rolled back",
                    working);
        }
        persistence().close();
        plugins.close();
        sharing().close();
        metrics.close();
    }
}
