package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.access.AccessAssembly;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.actions.ActionsAssembly;
import dev.hexadmin.application.audit.port.AuditRetention;
import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.caching.port.PageStore;
import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.dashboard.DashboardAssembly;
import dev.hexadmin.application.endpoints.EndpointsAssembly;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.history.HistoryAssembly;
import dev.hexadmin.application.idempotency.IdempotencyAssembly;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.notifications.NotificationModels;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.SearchAssembly;
import dev.hexadmin.application.transfer.TransferAssembly;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.Version;
import dev.hexadmin.bootstrap.configuration.DashboardSettings;
import dev.hexadmin.bootstrap.configuration.ModelsYaml;
import dev.hexadmin.bootstrap.configuration.SecretKey;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.plugins.Plugins;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.http.settings.HttpSettings.CallLimit;
import dev.hexadmin.persistence.DataSourceRejectedException;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.SchemaMismatchException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An open database with all capabilities over it, not yet served to anybody. Thread-safe. */
public final class Installation implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Installation.class.getName());

    private static final Duration UNDER_WAY = Duration.ofSeconds(5);

    private final Settings settings;
    private final Persistence persistence;
    private final ClusterServices sharing;
    private final ModelRegistry registry;
    private final AccessAssembly access;
    private final IdentityAssembly identity;
    private final RecordsAssembly records;
    private final ActionsAssembly actions;
    private final SearchAssembly search;
    private final HistoryAssembly history;
    private final DashboardAssembly dashboard;
    private final IdempotencyAssembly replay;
    private final TransferAssembly transfer;
    private final Plugins plugins;
    private final ExecutorService tries = Executors.newVirtualThreadPerTaskExecutor();
    private final NotificationsAssembly notifications;
    private final Optional<CachingPages> pages;
    private final EndpointsAssembly endpoints;
    private final InstantSource clock;
    private final List<CallLimit> limits;
    private final Map<String, Model> beside = new HashMap<>();

    private Installation(
            Settings settings,
            Registrations own,
            Persistence persistence,
            ClusterServices sharing,
            Plugins plugins,
            SecretKey secret,
            InstantSource clock) {
        this.settings = settings;
        this.persistence = persistence;
        this.sharing = sharing;
        this.plugins = plugins;
        this.clock = clock;
        SecureRandom random = new SecureRandom();
        ClusterEvents events = sharing.events();
        Registrations registrations = own.with(plugins, settings.models());
        this.limits = registrations.limits();
        Set<String> introspected = new HashSet<>();
        this.registry = registry(settings, registrations, persistence, introspected);
        List<Model> managed = managed(settings, registrations, registry);
        if (!managed.isEmpty() || settings.schema() == Setting.Schema.MANAGE) {
            managing(() -> persistence.manage(managed));
        }
        checkTables(persistence.problems(models(), managed), introspected);
        this.access = AccessAssembly.assemble(
                persistence.grants(registry),
                persistence.roles(),
                persistence.auditTrail(),
                persistence.unitOfWork(),
                events,
                registry,
                clock,
                System::nanoTime);
        IdentitySettings usual = IdentitySettings.of(
                secret.derived(SecretKey.Purpose.TOTP), Runtime.getRuntime().availableProcessors());
        this.identity = IdentityAssembly.of(
                usual.withLifetimes(settings.get(Setting.ACCESS_TOKEN_TTL), settings.get(Setting.REFRESH_TOKEN_TTL))
                        .withSessionTimeouts(
                                settings.get(Setting.SESSION_IDLE_TIMEOUT),
                                settings.get(Setting.SESSION_ABSOLUTE_TIMEOUT)),
                new IdentityAssembly.Storage(
                        persistence.unitOfWork(),
                        persistence.users(),
                        persistence.refreshTokens(),
                        persistence.loginAttempts(),
                        persistence.secondFactors(),
                        persistence.apiKeys(),
                        persistence.sessions(),
                        persistence.auditTrail(),
                        events),
                new IdentityAssembly.Credentials(
                        persistence.passwordHashes(random),
                        persistence.passwordStrength(),
                        persistence.oneTimeCodes(),
                        registrations.identitySource()),
                new IdentityAssembly.Access(
                        access.liveRights(),
                        access.escalation(),
                        access.explaining(),
                        model(IdentityModels.users()),
                        this::reaches),
                clock,
                random);
        Records stored = persistence.records(registry, secret.derived(SecretKey.Purpose.VERSIONS));
        this.notifications = NotificationsAssembly.of(
                Messages.settings(settings, registrations.templates()),
                new NotificationsAssembly.Storage(
                        persistence.unitOfWork(),
                        persistence.feeds(),
                        persistence.addressees(),
                        persistence.outbox(),
                        persistence.servers(),
                        stored,
                        events,
                        persistence.shared()),
                access.liveRights(),
                access.rowPolicies(),
                registry,
                tries,
                clock,
                random);
        Messages.register(notifications.providers(), plugins, settings);
        Map<String, RecordHooks> hooks = hooks(registrations);
        this.records = RecordsAssembly.of(
                registry,
                stored,
                persistence.unitOfWork(),
                persistence.auditTrail(),
                access.rowPolicies(),
                hooks,
                secret.derived(SecretKey.Purpose.CURSORS),
                clock,
                random);
        this.actions = actions(registrations);
        this.endpoints = endpoints(registrations.endpoints());
        this.transfer = TransferAssembly.of(
                records.rows(),
                persistence.imports(),
                persistence.unitOfWork(),
                persistence.auditTrail(),
                tries,
                clock,
                random);
        this.search = SearchAssembly.of(registry, persistence.searchIndex(stored), access.rowPolicies(), hooks, clock);
        this.history = HistoryAssembly.of(
                registry, stored, records.editing(), search.searching(), access.rowPolicies(), hooks, clock);
        settings.dashboard().check(registry);
        checkCards(registry, settings.dashboard(), registrations.cards());
        this.dashboard = DashboardAssembly.of(
                registry,
                settings.dashboard().cards(),
                registrations.cards(),
                records.browsing(),
                search.searching(),
                history.reviewing(),
                clock);
        this.pages = pages(hooks, random);
        this.replay = IdempotencyAssembly.of(
                persistence.unitOfWork(),
                persistence.firstAnswers(),
                secret.derived(SecretKey.Purpose.ANSWERS),
                clock,
                random);
    }

    /**
     * Opens the database, brings it up to date, and puts the capabilities together. What was opened is closed when a
     * step fails.
     *
     * @throws ConfigurationException when models do not fit together or to the database
     * @throws dev.hexadmin.application.port.ServiceUnavailableException when the database cannot be reached
     */
    public static Installation open(Settings settings, Registrations registrations, InstantSource clock) {
        SecretKey secret = SecretKey.of(settings);
        Plugins plugins =
                Plugins.load(settings.find(Setting.PLUGINS_PATH), settings.notifications(), registrations.brought());
        Persistence persistence;
        try {
            persistence = Persistence.open(settings.connection());
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
                Installation installation =
                        new Installation(settings, registrations, persistence, sharing, plugins, secret, clock);
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

    /**
     * Whether the models of the settings fit together, without a database.
     *
     * @throws ConfigurationException when they do not
     */
    public static void check(Settings settings) {
        try (Plugins plugins =
                Plugins.load(settings.find(Setting.PLUGINS_PATH), settings.notifications(), Plugins.Brought.NONE)) {
            Messages.check(plugins, settings);
            Registrations added = Registrations.NONE.with(plugins, settings.models());
            ModelRegistry models = linked(definitions(settings, added));
            if (!settings.get(Setting.INTROSPECT)) {
                settings.dashboard().check(models);
                checkCards(models, settings.dashboard(), added.cards());
            }
        }
    }

    private static void checkCards(ModelRegistry models, DashboardSettings said, List<CardDefinition> cards) {
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        int all = said.cards().map(List::size).orElse(0) + cards.size();
        if (all > CardDefinition.MOST) {
            problems.add(new ConfigurationException.Problem(
                    "dashboard",
                    OptionalInt.empty(),
                    "",
                    "there are " + all + " cards with those that are registered, and at most " + CardDefinition.MOST
                            + " on a dashboard",
                    Optional.empty()));
        }
        for (CardDefinition card : cards) {
            DashboardAssembly.wrong(models, card)
                    .ifPresent(wrong -> problems.add(new ConfigurationException.Problem(
                            "dashboard",
                            OptionalInt.empty(),
                            wrong.key(),
                            "a card that is registered: " + wrong.message() + " ('" + wrong.given() + "')",
                            Optional.empty())));
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /** All models: built in, of the file, registered in Java, found in the database. */
    private static ModelRegistry registry(
            Settings settings, Registrations registrations, Persistence persistence, Set<String> introspected) {
        List<ModelDefinition> definitions = definitions(settings, registrations);
        if (settings.get(Setting.INTROSPECT)) {
            List<ModelDefinition> found = persistence.introspect(definitions);
            found.forEach(model -> introspected.add(model.name()));
            definitions.addAll(found);
        }
        limit(definitions, persistence);
        addComputed(definitions, registrations.computed());
        return linked(definitions);
    }

    /** The models whose tables the start makes and adds to. */
    private static List<Model> managed(Settings settings, Registrations registrations, ModelRegistry registry) {
        if (settings.schema() != Setting.Schema.MANAGE) {
            return List.of();
        }
        Set<String> names = names(settings, registrations);
        return registry.models().stream()
                .filter(model -> names.contains(model.name()))
                .toList();
    }

    /**
     * The statements that a start would carry out on the tables of models, in which nothing is changed.
     *
     * @throws ConfigurationException when the tables cannot be brought to the models
     */
    public static List<String> plan(Settings settings) {
        try (Plugins plugins = Plugins.load(
                        settings.find(Setting.PLUGINS_PATH), settings.notifications(), Plugins.Brought.NONE);
                Persistence persistence = Persistence.open(settings.connection())) {
            Registrations added = Registrations.NONE.with(plugins, settings.models());
            ModelRegistry models = registry(settings, added, persistence, new HashSet<>());
            List<String> statements = new ArrayList<>();
            List<Model> managed = managed(settings, added, models);
            managing(() -> statements.addAll(persistence.plan(managed)));
            return statements;
        }
    }

    /** Leaves of each model's operations those that the database allows on its table. */
    private static void limit(List<ModelDefinition> definitions, Persistence persistence) {
        Map<String, Set<Operation>> operations = persistence.operations(definitions.stream()
                .filter(model -> model.access() == ModelDefinition.Access.OPEN)
                .toList());
        definitions.replaceAll(model -> {
            ModelDefinition limited = model.limitedTo(operations.getOrDefault(model.name(), model.operations()));
            if (!limited.equals(model)) {
                Set<Operation> gone = EnumSet.copyOf(model.operations());
                gone.removeAll(limited.operations());
                LOG.log(
                        System.Logger.Level.INFO,
                        "The database does not allow {0} on the table ''{1}'': records of ''{2}'' are without it",
                        gone,
                        model.table(),
                        model.name());
            }
            return limited;
        });
    }

    /** What is wrong with a model that was given stops the start; one that was found is said to be so. */
    private static void checkTables(List<Persistence.TableProblem> found, Set<String> introspected) {
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        for (Persistence.TableProblem one : found) {
            if (introspected.contains(one.model())) {
                LOG.log(System.Logger.Level.WARNING, "The model ''{0}'': {1}", one.model(), one.sentence());
            } else {
                problems.add(new ConfigurationException.Problem(
                        "models", OptionalInt.empty(), one.model(), one.sentence(), Optional.empty()));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /**
     * Whether the models of the settings fit to the tables of the database, in which nothing is changed.
     *
     * @throws ConfigurationException when they do not
     */
    public static void checkDatabase(Settings settings) {
        try (Plugins plugins = Plugins.load(
                        settings.find(Setting.PLUGINS_PATH), settings.notifications(), Plugins.Brought.NONE);
                Persistence persistence = Persistence.open(settings.connection())) {
            Registrations added = Registrations.NONE.with(plugins, settings.models());
            Set<String> introspected = new HashSet<>();
            ModelRegistry models = registry(settings, added, persistence, introspected);
            boolean managed = settings.schema() == Setting.Schema.MANAGE;
            List<Model> own = managed(settings, added, models);
            managing(() -> persistence.plan(own));
            checkTables(
                    persistence
                            .problems(
                                    models.models().stream()
                                            .filter(model -> !model.builtIn())
                                            .toList(),
                                    List.of()) // what is left over is in the plan
                            .stream()
                            .filter(one -> !managed || !one.missing()) // what is missing is made by the start
                            .toList(),
                    introspected);
        }
    }

    private static List<ModelDefinition> definitions(Settings settings, Registrations registrations) {
        List<ModelDefinition> definitions = new ArrayList<>();
        definitions.add(IdentityModels.users());
        definitions.add(IdentityModels.loginAttempts());
        definitions.addAll(AccessModels.definitions());
        definitions.addAll(NotificationModels.definitions());
        definitions.addAll(settings.models());
        for (ModelDefinition model : registrations.models()) {
            if (model.feature().isEmpty()
                    || settings.features().contains(model.feature().get())) {
                definitions.add(model);
            }
        }
        return definitions;
    }

    private static void addComputed(List<ModelDefinition> definitions, Map<String, List<FieldDefinition>> computed) {
        computed.forEach((model, fields) -> {
            int at = 0;
            while (at < definitions.size() && !definitions.get(at).name().equals(model)) {
                at++;
            }
            try {
                if (at == definitions.size()) {
                    throw new IllegalArgumentException("there is no model of this name");
                }
                definitions.set(at, definitions.get(at).withComputed(fields));
            } catch (IllegalArgumentException e) {
                throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                        "computed", OptionalInt.empty(), model, String.valueOf(e.getMessage()), Optional.empty())));
            }
        });
    }

    private static ModelRegistry linked(List<ModelDefinition> definitions) {
        try {
            return ModelRegistry.of(definitions);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                    "models", OptionalInt.empty(), "", String.valueOf(e.getMessage()), Optional.empty())));
        }
    }

    /**
     * A model beside the registered ones, with its table; the registered one when it is that.
     *
     * @throws IllegalArgumentException when another model of this name is there already, or it points nowhere
     * @throws ConfigurationException when its table cannot be brought to it
     */
    public synchronized Model beside(ModelDefinition definition) {
        @Nullable Model known = registry.model(definition.name()).orElse(beside.get(definition.name()));
        if (known != null) {
            if (!known.definition().equals(definition)) {
                throw new IllegalArgumentException(
                        "there is another model called '" + definition.name() + "': give this one a name of its own");
            }
            return known;
        }
        Model model = registry.beside(definition);
        if (settings.schema() == Setting.Schema.MANAGE) {
            managing(() -> persistence.manageBeside(model));
        }
        beside.put(model.name(), model);
        return model;
    }

    private static void managing(Runnable change) {
        try {
            change.run();
        } catch (SchemaMismatchException e) {
            throw new ConfigurationException(e.reasons().stream()
                    .map(reason -> new ConfigurationException.Problem(
                            "models", OptionalInt.empty(), "", reason, Optional.empty()))
                    .toList());
        }
    }

    private static Set<String> names(Settings settings, Registrations registrations) {
        Set<String> names = new HashSet<>();
        settings.models().forEach(model -> names.add(model.name()));
        registrations.models().forEach(model -> names.add(model.name()));
        return names;
    }

    private Optional<CachingPages> pages(Map<String, RecordHooks> hooks, SecureRandom random) {
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
                access.rowPolicies(),
                hooks,
                build(),
                settings.get(Setting.CACHE_TTL),
                tries));
    }

    private ActionsAssembly actions(Registrations registrations) {
        try {
            return ActionsAssembly.of(registry, records.byCode(), registrations.actions());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                    "actions", OptionalInt.empty(), "", String.valueOf(e.getMessage()), Optional.empty())));
        }
    }

    /** Differs from that of a server whose pages look different. */
    private String build() {
        return Version.OF_PRODUCT + "\n" + settings.get(Setting.ADMIN_PATH) + "\n"
                + ModelsYaml.write(
                        registry.models().stream().map(Model::definition).toList())
                + models().stream()
                        .flatMap(model -> actions.declared().of(model).stream()
                                .map(one -> "\n" + model.name() + " " + one.action()))
                        .collect(Collectors.joining());
    }

    private Map<String, RecordHooks> hooks(Registrations registrations) {
        Map<String, RecordHooks> hooks = new LinkedHashMap<>();
        registrations.hooks().forEach((model, each) -> {
            if (registry.model(model).isEmpty()) {
                throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                        "hooks", OptionalInt.empty(), model, "there is no model of this name", Optional.empty())));
            }
            hooks.put(model, RecordHooks.inOrder(each));
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
            boolean ruled = hooks.containsKey(model.name());
            if (ruled || !model.definition().notices().on().isEmpty()) {
                hooks.compute(
                        model.name(),
                        (name, own) -> notifications.changeNotices().apply(own == null ? RecordHooks.none() : own));
            }
        }
        return hooks;
    }

    private EndpointsAssembly endpoints(Map<String, List<RecordEndpoint>> all) {
        all.keySet().forEach(model -> {
            if (registry.model(model)
                    .filter(known -> known.definition().exposure().json())
                    .isEmpty()) {
                throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                        "endpoints",
                        OptionalInt.empty(),
                        model,
                        "the JSON API has no model of this name",
                        Optional.empty())));
            }
        });
        try {
            return EndpointsAssembly.of(
                    all, registry, records.browsing(), records.editing(), persistence.unitOfWork(), clock);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                    "endpoints", OptionalInt.empty(), "", String.valueOf(e.getMessage()), Optional.empty())));
        }
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

    /** Records are put together after accounts, whose hooks they need. */
    private boolean reaches(Actor actor, UserId user, Action action) {
        return records.browsing().reaches(actor, model(IdentityModels.users()), user.toString(), action);
    }

    /** Writes down what requests leave to be written later. */
    public void catchUp() {
        identity.upkeep().catchUp();
    }

    /** Deletes what has expired, a bounded amount of it. */
    public void sweep() {
        identity.upkeep().sweep();
        AuditRetention retention = persistence.auditRetention();
        settings.auditRetention().ifPresent(kept -> {
            Instant before = clock.instant().minus(kept);
            retention.sweep(before);
        });
        notifications.upkeep().sweep();
        transfer.upkeep().sweep();
    }

    /** Limits on calls: those of the settings, and those registered. */
    List<CallLimit> limits() {
        List<CallLimit> all = new ArrayList<>(settings.rateLimits().more());
        all.addAll(limits);
        return all;
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

    /** Keeps pages of the panel, if that is wanted and there is a place for them. */
    Optional<CachingPages> pages() {
        return pages;
    }

    ClusterServices sharing() {
        return sharing;
    }

    public ModelRegistry registry() {
        return registry;
    }

    /** The models that are not built in. */
    public List<Model> models() {
        return registry.models().stream().filter(model -> !model.builtIn()).toList();
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

    public DashboardAssembly dashboard() {
        return dashboard;
    }

    public IdempotencyAssembly replay() {
        return replay;
    }

    public TransferAssembly transfer() {
        return transfer;
    }

    public NotificationsAssembly notifications() {
        return notifications;
    }

    /** Starts no more messages, and gives back those that were not tried. */
    void stopSending() {
        notifications.upkeep().stop();
    }

    /** Lets messages that are on their way get through, some seconds at most, and closes everything. */
    @Override
    public void close() {
        close(UNDER_WAY);
    }

    /** The same with another patience. */
    void close(Duration patience) {
        int running = notifications.upkeep().close(patience);
        if (running > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} messages were still on their way to their providers; what becomes of them is not known,"
                            + " and they are tried again when their lease of {1} s has ended",
                    running,
                    settings.get(Setting.NOTIFICATIONS_LEASE).toSeconds());
        }
        transfer.upkeep().close();
        tries.shutdownNow();
        try {
            catchUp();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "When API keys were last used could not be written down", e);
        }
        persistence.close();
        plugins.close();
        sharing.close();
    }
}
