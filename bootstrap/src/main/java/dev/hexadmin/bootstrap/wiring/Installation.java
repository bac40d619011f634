package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessAssembly;
import dev.hexadmin.application.actions.ActionsAssembly;
import dev.hexadmin.application.caching.CacheScope;
import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.caching.port.PageStore;
import dev.hexadmin.application.comments.CommentsAssembly;
import dev.hexadmin.application.dashboard.DashboardAssembly;
import dev.hexadmin.application.endpoints.EndpointsAssembly;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.files.FilesAssembly;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.application.history.HistoryAssembly;
import dev.hexadmin.application.idempotency.IdempotencyAssembly;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.port.AccountMail;
import dev.hexadmin.application.identity.port.AccountScope;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.panel.PanelAssembly;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.records.port.RecordClasses;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.SearchAssembly;
import dev.hexadmin.application.spi.IdentitySource;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.application.transfer.TransferAssembly;
import dev.hexadmin.application.views.SavedViewsAssembly;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.Version;
import dev.hexadmin.bootstrap.configuration.IdentityProviderSettings;
import dev.hexadmin.bootstrap.configuration.ModelsYaml;
import dev.hexadmin.bootstrap.configuration.SecretKey;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.plugins.Plugins;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Nearest;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.http.HttpAdapter;
import dev.hexadmin.http.openid.OpenIdConnections;
import dev.hexadmin.http.settings.HttpSettings.CallLimit;
import dev.hexadmin.http.webauthn.WebAuthn4jVerifier;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.BucketSettings;
import dev.hexadmin.persistence.settings.DataSourceRejectedException;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.settings.PasswordCost;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** An open database with all capabilities, before it is served. Thread-safe. */
public final class Installation implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Installation.class.getName());

    private static final Duration UNDER_WAY = Duration.ofSeconds(5);

    private final Settings settings;
    private final Persistence persistence;
    private final ClusterServices sharing;
    private final ModelCatalog catalog;
    private final ModelRegistry registry;
    private final AccessAssembly access;
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
    private final ExecutorService tries = Executors.newVirtualThreadPerTaskExecutor();
    private final MessageChannels channels;
    private final NotificationsAssembly notifications;
    private final Metrics metrics;
    private final OpenTelemetry traces;
    private final Optional<CachingPages> pages;
    private final Texts texts = HttpAdapter.texts();
    private final EndpointsAssembly endpoints;
    private final PanelAssembly panel;
    private final InstantSource clock;
    private final List<CallLimit> limits;
    private final SecureRandom random = new SecureRandom();

    private Installation(
            Settings settings,
            Registrations own,
            Persistence persistence,
            ClusterServices sharing,
            Plugins plugins,
            SecretKey secret,
            Platform platform,
            OpenTelemetry traces) {
        this.settings = settings;
        this.persistence = persistence;
        this.sharing = sharing;
        this.plugins = plugins;
        this.clock = platform.clock();
        this.metrics = new Metrics(platform.meters());
        this.traces = traces;
        Registrations registrations = own.with(plugins, settings.models());
        this.limits = registrations.limits();
        this.channels = Messages.channels(plugins, settings.notifications());
        this.catalog = new ModelCatalog(settings, registrations, channels, persistence);
        this.registry = catalog.registry();
        catalog.prepareTables();
        this.access = assembleAccess();
        this.openIdConnections = new OpenIdConnections(
                settings.identityProviders().stream()
                        .map(IdentityProviderSettings::client)
                        .toList(),
                clock);
        this.identity = assembleIdentity(secret, registrations.identitySource(), platform.passwordCost());
        Records stored = persistence.records(registry, secret.derived(SecretKey.Purpose.VERSIONS));
        this.notifications = assembleNotifications(stored, registrations.templates(), secret);
        measure();
        Messages.register(notifications.providers(), plugins, settings.notifications(), mailBrand());
        this.files = assembleFiles(stored, secret);
        Map<String, RecordHooks> hooks = assembleHooks(registrations);
        this.records = assembleRecords(stored, hooks, registrations.code().classes(), secret);
        this.actions = assembleActions(registrations);
        this.endpoints = assembleEndpoints(registrations.code().endpoints());
        plugins.checkPanel(registry);
        this.panel = PanelAssembly.of(plugins.panel(), registry, records.byCode(), System::nanoTime);
        this.transfer = assembleTransfer();
        this.search = SearchAssembly.of(registry, persistence.searchIndex(stored), access.rowPolicies(), hooks, clock);
        this.comments = assembleComments(stored);
        this.history = HistoryAssembly.of(
                registry,
                stored,
                records.editing(),
                search.searching(),
                access.rowPolicies(),
                hooks,
                new HistoryAssembly.Restorable(files.recorded(), comments.recorded()),
                clock);
        this.views = SavedViewsAssembly.of(
                persistence.savedViews(),
                records.browsing(),
                persistence.auditTrail(),
                persistence.unitOfWork(),
                registry,
                clock);
        this.dashboard = assembleDashboard(registrations);
        this.pages = assemblePages(hooks);
        this.replay = IdempotencyAssembly.of(
                persistence.unitOfWork(),
                persistence.firstAnswers(),
                secret.derived(SecretKey.Purpose.ANSWERS),
                clock,
                random);
    }

    private void measure() {
        metrics.connections(persistence);
        metrics.outbox(persistence.outbox(), channels.outside(), clock);
        sharing.reachable().ifPresent(metrics::keyValueServer);
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
        SecretKey secret = SecretKey.of(settings);
        OpenTelemetry traces = platform.traces().orElseGet(Installation::globalTraces);
        Plugins plugins =
                Plugins.load(settings.find(Setting.PLUGINS_PATH), settings.notifications(), registrations.brought());
        Persistence persistence;
        try {
            persistence = Persistence.open(settings.connection(), traces);
        } catch (DataSourceRejectedException e) {
            plugins.close();
            throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                    "dataSource", OptionalInt.empty(), "", String.valueOf(e.getMessage()), Optional.empty())));
        } catch (RuntimeException e) {
            plugins.close();
            throw e;
        }
        try {
            persistence.migrate();
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
                        settings, registrations, persistence, sharing, plugins, secret, platform, traces);
                installation.access.managingRoles().seed(new Actor.Operator("first start"));
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

    private AccessAssembly assembleAccess() {
        return AccessAssembly.assemble(
                persistence.grants(registry),
                persistence.roles(),
                persistence.auditTrail(),
                persistence.unitOfWork(),
                sharing.events(),
                registry,
                clock,
                System::nanoTime);
    }

    private IdentityAssembly assembleIdentity(
            SecretKey secret, Optional<IdentitySource> source, PasswordCost passwordCost) {
        IdentitySettings usual = IdentitySettings.of(
                secret.derived(SecretKey.Purpose.TOTP), Runtime.getRuntime().availableProcessors());
        return IdentityAssembly.of(
                usual.with(mailing())
                        .named(settings.get(Setting.BRANDING_NAME))
                        .with(
                                new IdentitySettings.TokenLifetimes(
                                        settings.get(Setting.ACCESS_TOKEN_TTL),
                                        settings.get(Setting.REFRESH_TOKEN_TTL)),
                                new IdentitySettings.SessionTimeouts(
                                        settings.get(Setting.SESSION_IDLE_TIMEOUT),
                                        settings.get(Setting.SESSION_ABSOLUTE_TIMEOUT))),
                new IdentityAssembly.Storage(
                        persistence.unitOfWork(),
                        new IdentityAssembly.Stores(
                                persistence.users(),
                                persistence.refreshTokens(),
                                persistence.loginAttempts(),
                                persistence.secondFactors(),
                                persistence.apiKeys(),
                                persistence.sessions(),
                                persistence.linkedIdentities(),
                                persistence.usedTokens()),
                        persistence.mailStores(),
                        persistence.passkeys(),
                        persistence.auditTrail(),
                        sharing.events()),
                new IdentityAssembly.Credentials(
                        persistence.passwordHashes(random, passwordCost),
                        persistence.passwordStrength(),
                        persistence.oneTimeCodes(),
                        new WebAuthn4jVerifier(),
                        source,
                        new IdentityAssembly.Providers(
                                settings.identityProviders().stream()
                                        .map(IdentityProviderSettings::provider)
                                        .toList(),
                                openIdConnections)),
                new IdentityAssembly.Access(
                        access.liveRights(),
                        access.escalation(),
                        access.explaining(),
                        model(IdentityModels.users()),
                        accountScope()),
                new IdentityAssembly.Outgoing(this::accountMail, tries),
                clock,
                random);
    }

    private IdentitySettings.Mailing mailing() {
        return new IdentitySettings.Mailing(
                publicUrl().map(url -> HttpAdapter.mailedLinks(url, settings.get(Setting.ADMIN_PATH))),
                settings.get(Setting.INVITATION_TTL),
                settings.get(Setting.PASSWORD_RESET_TTL),
                settings.get(Setting.SIGN_IN_NOTICES));
    }

    /** The address of links: never that of a request, whose header Host any client can choose. */
    private Optional<URI> publicUrl() {
        Optional<URI> named = settings.find(Setting.PUBLIC_URL);
        String host = settings.get(Setting.HOST);
        int port = settings.get(Setting.PORT);
        boolean local = Set.of("127.0.0.1", "localhost", "::1").contains(host) && port > 0;
        return named.isPresent() || !local
                ? named
                : Optional.of(URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port));
    }

    /** Messages are assembled after accounts. */
    private AccountMail accountMail() {
        return notifications.accountMail();
    }

    private NotificationsAssembly assembleNotifications(
            Records stored, Map<String, Template> templates, SecretKey secret) {
        return NotificationsAssembly.of(
                Messages.settings(channels, settings, templates),
                new NotificationsAssembly.Storage(
                        persistence.unitOfWork(),
                        persistence.feeds(),
                        persistence.addressees(),
                        persistence.outbox(),
                        persistence.servers(),
                        stored,
                        sharing.events(),
                        persistence.shared()),
                access.liveRights(),
                access.rowPolicies(),
                registry,
                new NotificationsAssembly.Execution(
                        tries,
                        clock,
                        random,
                        new ObservedDeliveries(metrics.meters(), traces),
                        secret.derived(SecretKey.Purpose.MAILS),
                        texts,
                        mailBrand()));
    }

    /** How mails look. */
    public MailBrand mailBrand() {
        return Appearance.ofMails(settings);
    }

    private RecordsAssembly assembleRecords(
            Records stored, Map<String, RecordHooks> hooks, RecordClasses classes, SecretKey secret) {
        return RecordsAssembly.of(
                registry,
                stored,
                persistence.unitOfWork(),
                persistence.auditTrail(),
                access.rowPolicies(),
                hooks,
                new RecordsAssembly.ForCode(persistence.namedLocks(), notifications.notifier(), classes),
                secret.derived(SecretKey.Purpose.CURSORS),
                clock,
                random);
    }

    private FilesAssembly assembleFiles(Records stored, SecretKey secret) {
        return FilesAssembly.of(
                registry,
                new FilesAssembly.Storage(
                        persistence.files(),
                        fileContents(),
                        persistence.fileFormats(),
                        stored,
                        persistence.unitOfWork()),
                this::shows,
                secret.derived(SecretKey.Purpose.FILES),
                clock,
                random);
    }

    private FileContents fileContents() {
        if (settings.get(Setting.FILES_STORE) == Setting.FileStore.DISK) {
            return persistence.filesOnDisk(filesPath());
        }
        Optional<URI> endpoint = settings.find(Setting.FILES_ENDPOINT);
        String prefix = settings.find(Setting.FILES_PREFIX).orElse("").replaceAll("^/+|/+$", "");
        try {
            return persistence.filesInBucket(new BucketSettings(
                    settings.find(Setting.FILES_BUCKET).orElseThrow(),
                    settings.get(Setting.FILES_REGION),
                    endpoint,
                    settings.find(Setting.FILES_PATH_STYLE).orElse(endpoint.isPresent()),
                    prefix.isEmpty() ? "" : prefix + "/",
                    settings.find(Setting.FILES_ACCESS_KEY)
                            .map(key -> new BucketSettings.Keys(
                                    key, settings.find(Setting.FILES_SECRET_KEY).orElseThrow()))));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                    "files",
                    OptionalInt.empty(),
                    Setting.FILES_BUCKET.key(),
                    String.valueOf(e.getMessage()),
                    Optional.empty())));
        }
    }

    private Path filesPath() {
        return settings.find(Setting.FILES_PATH)
                .orElseGet(() -> settings.connection() instanceof DatabaseSettings.Embedded(String product, Path file)
                        ? file.resolveSibling("files")
                        : Path.of("data", "files"));
    }

    /** The largest file that a field takes, in bytes. */
    long largestFile() {
        return models().stream()
                .flatMap(model -> model.fields().stream())
                .filter(FieldDefinition::holdsFile)
                .mapToLong(field -> field.files().maximum(field.type()))
                .max()
                .orElse(0);
    }

    private CommentsAssembly assembleComments(Records stored) {
        Optional<URI> reached = publicUrl();
        return CommentsAssembly.of(
                new CommentsAssembly.Storage(
                        persistence.comments(),
                        persistence.namedUsers(),
                        stored,
                        persistence.auditTrail(),
                        persistence.unitOfWork()),
                records.browsing(),
                access.liveRights(),
                notifications.commentNotices(),
                (model, key, comment) -> reached.flatMap(
                        url -> HttpAdapter.commentLink(url, settings.get(Setting.ADMIN_PATH), model, key, comment)),
                clock);
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
                persistence.imports(),
                persistence.unitOfWork(),
                persistence.auditTrail(),
                tries,
                clock,
                random);
    }

    private DashboardAssembly assembleDashboard(Registrations registrations) {
        if (registrations.dashboard().isEmpty()) {
            settings.dashboard().check(registry);
        }
        SettingsCheck.checkWidgets(registry, settings.dashboard(), registrations);
        return DashboardAssembly.of(
                registry,
                registrations.dashboard().orElseGet(() -> settings.dashboard().definition()),
                registrations.widgets(),
                new DashboardAssembly.Sources(records.browsing(), search.searching(), history.reviewing()),
                new DashboardAssembly.Storage(persistence.unitOfWork(), persistence.dashboardLayouts()),
                new DashboardAssembly.Execution(tries, System::nanoTime),
                clock);
    }

    private Optional<CachingPages> assemblePages(Map<String, RecordHooks> hooks) {
        if (!settings.get(Setting.CACHE_ENABLED)) {
            return Optional.empty();
        }
        Optional<PageStore> store = sharing.pageStore(random);
        if (store.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "cache_enabled is set, but pages are only cached in a key-value server: set KVSTORE_URL, too");
        }
        return store.map(kept -> new CachingPages(
                kept,
                persistence.tableUse(),
                persistence.missedChanges(),
                registry,
                new CacheScope(build(), access.rowPolicies(), hooks),
                settings.get(Setting.CACHE_TTL),
                tries));
    }

    private ActionsAssembly assembleActions(Registrations registrations) {
        try {
            return ActionsAssembly.of(
                    registry, records.byCode(), registrations.code().actions());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                    "actions", OptionalInt.empty(), "", String.valueOf(e.getMessage()), Optional.empty())));
        }
    }

    /** A version of the panel's appearance: servers whose pages look different have different ones. */
    private String build() {
        return Version.OF_PRODUCT + "\n" + settings.get(Setting.ADMIN_PATH) + "\n"
                + plugins.contributions().stream()
                        .map(plugin -> plugin.name() + " " + plugin.origin() + "\n")
                        .collect(Collectors.joining())
                + ModelsYaml.canonical(
                        registry.models().stream().map(Model::definition).toList())
                + models().stream()
                        .flatMap(model -> actions.declared().of(model).stream()
                                .map(one -> "\n" + model.name() + " " + one.action()))
                        .collect(Collectors.joining());
    }

    private Map<String, RecordHooks> assembleHooks(Registrations registrations) {
        Map<String, RecordHooks> hooks = new LinkedHashMap<>();
        registrations.code().hooks().forEach((model, each) -> {
            String call = "hooks(\"" + model + "\", …)";
            Model found = registry.model(model)
                    .orElseThrow(() -> new ConfigurationException(List.of(new ConfigurationException.Problem(
                            call,
                            OptionalInt.empty(),
                            "",
                            "there is no model '" + model + "'",
                            Nearest.to(model, names())))));
            RecordHooks all = RecordHooks.inOrder(each);
            try {
                all.onStart(found);
            } catch (IllegalArgumentException e) {
                throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                        call, OptionalInt.empty(), "", String.valueOf(e.getMessage()), Optional.empty())));
            }
            hooks.put(model, all);
        });
        hooks.merge(
                IdentityModels.users().name(),
                identity.userHooks(),
                (registered, own) -> RecordHooks.inOrder(List.of(own, registered)));
        hooks.merge(
                IdentityModels.users().name(),
                notifications.userHooks(),
                (before, own) -> RecordHooks.inOrder(List.of(before, own)));
        for (Model model : models()) {
            files.hooks()
                    .of(model)
                    .ifPresent(own -> hooks.merge(
                            model.name(), own, (registered, last) -> RecordHooks.inOrder(List.of(registered, last))));
            if (model.definition().comments()) {
                hooks.merge(
                        model.name(),
                        CommentsAssembly.hooks(persistence.comments(), clock),
                        (registered, last) -> RecordHooks.inOrder(List.of(registered, last)));
            }
            boolean ruled = hooks.containsKey(model.name());
            if (ruled || !model.definition().notices().on().isEmpty()) {
                hooks.compute(
                        model.name(),
                        (name, own) -> notifications.changeNotices().apply(own == null ? RecordHooks.none() : own));
            }
        }
        return hooks;
    }

    private EndpointsAssembly assembleEndpoints(Map<String, List<RecordEndpoint>> all) {
        all.keySet().forEach(model -> {
            if (registry.model(model)
                    .filter(known -> known.definition().exposure().json())
                    .isEmpty()) {
                throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                        "endpoint(\"" + model + "\", …)",
                        OptionalInt.empty(),
                        "",
                        "the JSON API has no model '" + model + "'",
                        Nearest.to(model, names()))));
            }
        });
        try {
            return EndpointsAssembly.of(all, records.byCode(), clock);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                    "endpoints", OptionalInt.empty(), "", String.valueOf(e.getMessage()), Optional.empty())));
        }
    }

    private List<String> names() {
        return registry.models().stream().map(Model::name).toList();
    }

    private void createFirstAdmin() {
        if (settings.firstAdmin().isPresent() && identity.managingUsers().empty()) {
            Settings.FirstAdmin admin = settings.firstAdmin().get();
            identity.managingUsers()
                    .createSuperuser(new Actor.Operator("first start"), admin.email(), admin.password(), "");
            LOG.log(System.Logger.Level.INFO, "The superuser {0} was created", admin.email());
        }
    }

    private Model model(ModelDefinition definition) {
        return registry.model(definition.name()).orElseThrow();
    }

    /** Records are assembled after accounts, whose hooks they need. */
    private AccountScope accountScope() {
        Model users = model(IdentityModels.users());
        return new AccountScope() {
            @Override
            public boolean reaches(Actor actor, UserId user, Action action) {
                return records.browsing().reaches(actor, users, user.toString(), action);
            }

            @Override
            public Condition condition(Actor actor, Action action) {
                return records.browsing().condition(actor, users, action);
            }
        };
    }

    /** Writes the rows that requests have deferred. */
    public void catchUp() {
        identity.upkeep().catchUp();
    }

    /** Prepares the tables in partitions for the next months, and deletes expired rows. */
    public void sweep() {
        Instant now = clock.instant();
        persistence.openMonth(now);
        identity.upkeep().sweep();
        notifications.upkeep().sweep();
        transfer.upkeep().sweep();
        files.upkeep().sweep();
        comments.upkeep().sweep();
        settings.auditRetention().ifPresent(kept -> persistence.auditRetention().sweep(now.minus(kept)));
        persistence.storeListUses(now);
    }

    /** Rate limits: those of the settings, and registered ones. */
    List<CallLimit> limits() {
        List<CallLimit> all = new ArrayList<>(settings.rateLimits().more());
        all.addAll(limits);
        return all;
    }

    /** An active user, with the current rights. */
    public Optional<Actor> user(UserId id) {
        return persistence
                .users()
                .byId(id)
                .filter(User::active)
                .map(user ->
                        new Actor.SignedIn(id, user.email(), access.liveRights().of(id), Actor.Origin.LOCAL));
    }

    public Settings settings() {
        return settings;
    }

    public Persistence persistence() {
        return persistence;
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
        return sharing;
    }

    public ModelRegistry registry() {
        return registry;
    }

    /** Compares the tables of other programs with their models. */
    TableDrift drift() {
        return new TableDrift(
                settings.get(Setting.DATABASE_SCHEMAS),
                settings.get(Setting.INTROSPECT),
                persistence,
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
        return access;
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
        int running = notifications.upkeep().close(patience);
        if (running > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} messages were still being sent; their outcome is unknown,"
                            + " and they will be sent again after their lease of {1} s",
                    running,
                    settings.get(Setting.NOTIFICATIONS_LEASE).toSeconds());
        }
        transfer.upkeep().close();
        openIdConnections.close();
        tries.shutdownNow();
        try {
            catchUp();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Storing the last use of API keys failed", e);
        }
        try {
            persistence.storeListUses(clock.instant());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Storing what lists were asked for failed", e);
        }
        persistence.close();
        plugins.close();
        sharing.close();
        metrics.close();
    }
}
