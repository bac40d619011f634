package dev.hexadmin.bootstrap;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.notifications.SmsChannel;
import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.application.spi.IdentitySource;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.bootstrap.configuration.SettingDefinition;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.plugins.ProgramPlugins;
import dev.hexadmin.bootstrap.registration.AnnotatedRecords;
import dev.hexadmin.bootstrap.registration.ConfiguredLimits;
import dev.hexadmin.bootstrap.registration.MappedRecords;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.bootstrap.wiring.Libraries;
import dev.hexadmin.bootstrap.wiring.Platform;
import dev.hexadmin.bootstrap.wiring.Registrations;
import dev.hexadmin.bootstrap.wiring.Server;
import dev.hexadmin.cache.spi.KeyValueClient;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.text.TextBundle;
import dev.hexadmin.http.HttpAdapter;
import dev.hexadmin.persistence.spi.ProgramTransactions;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A Hexadmin inside another program, or the whole of the standalone server. Thread-safe.
 *
 * <pre>{@code
 * try (Hexadmin hexadmin = Hexadmin.builder()
 *         .set(Setting.PORT, 0)
 *         .register(Product.class)
 *         .hooks("products", new StockRules())
 *         .build()) {
 *     hexadmin.start();
 *     System.out.println(hexadmin.url());
 * }
 * }</pre>
 *
 * <p>The builder accepts every setting of the configuration file. Settings of the builder take precedence over the
 * environment, and the environment over the file.
 */
public final class Hexadmin implements AutoCloseable {
    private final Settings settings;
    private final Registrations registrations;
    private final AnnotatedRecords annotated;
    private final Platform platform;
    /** Held while it starts or stops. */
    private final ReentrantLock lifecycle = new ReentrantLock();

    private @Nullable Server server;
    private boolean opening;
    private boolean stopped;

    private Hexadmin(Settings settings, Registrations registrations, AnnotatedRecords annotated, Platform platform) {
        this.settings = settings;
        this.registrations = registrations;
        this.annotated = annotated;
        this.platform = platform;
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Opens the database, migrates it, and listens.
     *
     * @throws IllegalStateException when it is already started
     * @throws ConfigurationException when models contradict each other or the database
     * @throws ServiceUnavailableException when the database cannot be reached
     * @throws java.io.UncheckedIOException when it cannot listen on the configured host and port: the message says why
     *     and what to do; everything is closed again
     */
    public void start() {
        lifecycle.lock();
        try {
            boolean opened = current() == null;
            try {
                open().start();
            } catch (RuntimeException e) {
                if (opened) {
                    stop();
                }
                throw e;
            }
        } finally {
            lifecycle.unlock();
        }
    }

    /** The URL on which it listens, such as {@code http://127.0.0.1:8080}. */
    public synchronized URI url() {
        return started().url();
    }

    /**
     * The URL of the panel, such as {@code http://127.0.0.1:8080/admin}. The JSON API is below it, at {@code /api}.
     *
     * @throws IllegalStateException before {@link #start}
     */
    public synchronized URI panelUrl() {
        return URI.create(url() + started().installation().settings().get(Setting.ADMIN_PATH));
    }

    /**
     * The port on which it listens.
     *
     * @throws IllegalStateException before {@link #start}
     */
    public synchronized int port() {
        return started().port();
    }

    /**
     * All routes, for a Helidon server that the embedding program owns: mount it at {@code /}. Requests to paths that
     * Hexadmin does not serve are passed to the server's other routes; register your own routes below {@code /admin}
     * before it. Opens the database unless it is open; {@link #stop} closes it.
     */
    public HttpService routing() {
        return opened(Server::routing);
    }

    /**
     * The WebSocket, which needs a connection upgrade instead of a route, for the same server:
     *
     * <pre>{@code
     * WebServer.builder()
     *         .addConnectionSelector(Http1ConnectionSelector.builder()
     *                 .config(Http1Config.create())
     *                 .addUpgrader(hexadmin.upgrader())
     *                 .build())
     * }</pre>
     *
     * <p>Stop Hexadmin before that server, so that it can close its sockets with "going away".
     */
    public Http1Upgrader upgrader() {
        return opened(Server::upgrader);
    }

    /**
     * Sends notifications. Opens the database unless it is open; {@link #stop} closes it.
     *
     * @throws ServiceUnavailableException after {@link #stop}
     */
    public synchronized Notifications notifications() {
        return new Notifications(openUnlessStopped());
    }

    /**
     * Reads and changes records from the program's own code. Opens the database unless it is open.
     *
     * @throws ServiceUnavailableException after {@link #stop}
     */
    public synchronized Records records() {
        return new Records(openUnlessStopped().installation());
    }

    /**
     * Mounts only the notification endpoints, without records, roles and documents, on a server that the embedding
     * program owns: {@code configureNotifications(routing, hexadmin.notifications(), "/messages")}. Callers
     * authenticate with access tokens of this Hexadmin. The WebSocket is {@link #upgrader}, below the setting {@code
     * notifications_prefix}.
     *
     * @param prefix starts with a slash and does not end with one
     * @throws IllegalArgumentException when the prefix is not valid
     */
    public static void configureNotifications(HttpRouting.Builder routing, Notifications service, String prefix) {
        Objects.requireNonNull(routing, "routing");
        Objects.requireNonNull(service, "service");
        routing.register(service.routes(Objects.requireNonNull(prefix, "prefix")));
    }

    /**
     * The JSON API of one model at a separate path, such as {@code /shop/products}, for a server that the embedding
     * program owns: lists, records, changes, as at {@code /admin/api/{model}}. The model need not be registered: it
     * does not appear in the registry, the panel or the search, but its paths are in the OpenAPI document. Callers need
     * the rights of a registered model: those of a superuser, or of a role for {@code *}.
     *
     * <p>Its table is created if Hexadmin manages tables. Opens the database unless it is open.
     *
     * @param prefix starts with a slash and does not end with one
     * @throws IllegalArgumentException when the prefix is not valid or is in use, or another model has this name
     * @throws ConfigurationException when its table cannot be migrated to the model
     */
    public HttpService exportApiRoute(ModelDefinition model, String prefix) {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(prefix, "prefix");
        return opened(server -> server.api(model, prefix));
    }

    /**
     * The same for an annotated record.
     *
     * @see #exportApiRoute(ModelDefinition, String)
     */
    public HttpService exportApiRoute(Class<? extends Record> model, String prefix) {
        return exportApiRoute(annotated.definition(Objects.requireNonNull(model, "model")), prefix);
    }

    /**
     * The pages of one model at a separate path, normally below the panel, such as {@code /admin/reports}: list, forms,
     * single records with their history, export and import, with the sign-in and the files that they need. The model
     * need not be registered: it does not appear in the sidebar or the OpenAPI document.
     *
     * @param prefix starts with a slash and does not end with one
     * @throws IllegalArgumentException when the prefix is not valid or is in use, or another model has this name
     * @throws ConfigurationException when its table cannot be migrated to the model
     * @see #exportApiRoute(ModelDefinition, String) rights and tables
     */
    public HttpService exportAdminRoute(ModelDefinition model, String prefix) {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(prefix, "prefix");
        return opened(server -> server.pages(model, prefix));
    }

    /**
     * The same for an annotated record.
     *
     * @see #exportAdminRoute(ModelDefinition, String)
     */
    public HttpService exportAdminRoute(Class<? extends Record> model, String prefix) {
        return exportAdminRoute(annotated.definition(Objects.requireNonNull(model, "model")), prefix);
    }

    /**
     * The account of a user of {@link Builder#identitySource}, created or updated as at a sign-in, to send messages to
     * users who have never signed in. Opens the database unless it is open.
     *
     * <pre>{@code
     * UserId ada = hexadmin.provisionUser(ExternalUser.of("7", "ada@example.com").named("Ada"));
     * hexadmin.notifications().notify(Recipient.of(ada), Message.of("Thank you", "It is on its way."));
     * }</pre>
     *
     * @return its permanent key in {@code admin_users}
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT unique} when another account has the
     *     address
     * @throws IllegalStateException when there is no identity source
     */
    public synchronized UserId provisionUser(ExternalUser user) {
        Objects.requireNonNull(user, "user");
        return openUnlessStopped()
                .installation()
                .identity()
                .managingUsers()
                .keep(new Actor.Operator("embedding program"), user);
    }

    /**
     * A token for the initial set-up of an installation without users; empty when there are users. Opens the database unless
     * it is open.
     *
     * @throws ServiceUnavailableException after {@link #stop}
     */
    public Optional<String> createSetupToken() {
        return openUnlessStopped().installation().identity().managingUsers().createSetupToken();
    }

    /**
     * Waits up to ten seconds for running requests and transactions and closes everything. {@link #start} and
     * {@link #routing} open it again.
     *
     * @throws IllegalStateException inside a transaction; nothing is stopped
     */
    public void stop() {
        lifecycle.lock();
        try {
            Server running = current();
            if (running != null) {
                running.close(); // without the monitor, which the code that is waited for may need
            }
            synchronized (this) {
                server = null;
                stopped = true;
            }
        } finally {
            lifecycle.unlock();
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** The open database and everything built on it; opens it unless it is open. */
    Installation installation() {
        return opened(Server::installation);
    }

    /** Every route of the server. */
    List<HttpAdapter.RouteLine> routes() {
        return opened(Server::routes);
    }

    private synchronized @Nullable Server current() {
        return server;
    }

    /** Opens the database unless it is open, after the end of a running {@link #stop}. */
    private <T> T opened(Function<Server, T> part) {
        lifecycle.lock();
        try {
            return part.apply(open());
        } finally {
            lifecycle.unlock();
        }
    }

    private synchronized Server open() {
        if (server == null) {
            if (opening) {
                throw new IllegalStateException(
                        "Hexadmin is being opened: code that runs meanwhile, such as RecordHooks.onStart, cannot use it yet;"
                                + " call records() and the other methods after start()");
            }
            opening = true;
            try {
                server = Server.open(settings, registrations, platform);
            } finally {
                opening = false;
            }
            stopped = false;
        }
        return server;
    }

    /** A job of the program that ends after {@link #stop} does not open the database again. */
    private synchronized Server openUnlessStopped() {
        if (stopped && server == null) {
            throw new ServiceUnavailableException(
                    Reason.DATABASE_UNAVAILABLE,
                    "Hexadmin was stopped: start() or routing() opens its database again",
                    new IllegalStateException("stopped"));
        }
        return open();
    }

    private Server started() {
        if (server == null) {
            throw new IllegalStateException("Hexadmin is not started: call start() first");
        }
        return server;
    }

    /** Collects the configuration of a Hexadmin. Not thread-safe. */
    public static final class Builder {
        private static final Pattern SOURCE_NAME = Pattern.compile("[a-z][a-z0-9_]{0,49}");

        private final Map<String, String> overrides = new LinkedHashMap<>();
        private final List<ModelDefinition> models = new ArrayList<>();
        private final Map<String, String> sources = new HashMap<>();
        private final List<Class<? extends Record>> classes = new ArrayList<>();
        private final Map<String, List<RecordHooks>> hooks = new LinkedHashMap<>();
        private final Map<String, List<FieldDefinition>> computed = new LinkedHashMap<>();
        private final Map<String, List<RecordAction>> actions = new LinkedHashMap<>();
        private final Map<String, List<RecordEndpoint>> endpoints = new LinkedHashMap<>();
        private Optional<DashboardDefinition> dashboard = Optional.empty();
        private final List<WidgetDefinition> widgets = new ArrayList<>();
        private final Map<String, Template> templates = new LinkedHashMap<>();
        private final Map<String, RateLimit> limits = new LinkedHashMap<>();
        private final Map<String, OidcProvider> identityProviders = new LinkedHashMap<>();
        private final List<HexadminPlugin> plugins = new ArrayList<>();
        private final List<SmsProvider> smsProviders = new ArrayList<>();
        private final List<EmailProvider> emailProviders = new ArrayList<>();
        private Map<String, String> environment = Map.of();
        private Optional<DataSource> dataSource = Optional.empty();
        private AnnotatedRecords annotated = AnnotatedRecords.LITERAL;
        private Optional<ProgramTransactions> transactions = Optional.empty();
        private Optional<KeyValueClient> keyValueClient = Optional.empty();
        private Optional<IdentitySource> identitySource = Optional.empty();
        private Path folder = Path.of("");
        private Platform platform = Platform.DEFAULT;

        private Builder() {}

        /**
         * The configuration file; default: {@code hexadmin.yaml} in {@link #folder}, if it exists.
         *
         * @throws IllegalArgumentException when it is not in the default file system, such as one in a JAR
         */
        public Builder configuration(Path file) {
            return setting("config", inDefaultFileSystem(file, "file").toString());
        }

        /**
         * Where every relative path of the settings starts: the configuration file, the file of SQLite with the secret beside it,
         * and {@code plugins_path}. Default: the process's working directory.
         *
         * @throws IllegalArgumentException when it is not in the default file system
         */
        public Builder folder(Path folder) {
            this.folder = inDefaultFileSystem(folder, "folder");
            return this;
        }

        private static Path inDefaultFileSystem(Path path, String what) {
            if (!Objects.requireNonNull(path, what).getFileSystem().equals(FileSystems.getDefault())) {
                throw new IllegalArgumentException(
                        "the " + what + " " + path + " is in another file system: copy it to the disk first");
            }
            return path;
        }

        /**
         * A setting: {@code set(Setting.PORT, 0)}. It takes the place of one that was given before, so that a test can
         * change what the program set.
         *
         * @throws IllegalArgumentException when the value is not valid
         */
        public <T> Builder set(Setting<T> setting, T value) {
            Objects.requireNonNull(setting, "setting");
            return setting(setting.key(), SettingDefinition.write(setting, Objects.requireNonNull(value, "value")));
        }

        /**
         * A setting by its dotted path, as text, such as those of third-party providers: {@code
         * setting("notifications.sms.acme.account", "7")}. It takes the place of one that was given before.
         */
        public Builder setting(String key, String value) {
            overrides.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /**
         * The program's own connections to the database, instead of the setting {@code database.url}; {@code
         * secret_key} has to be set with them. {@link Hexadmin#start} detects the database.
         *
         * <pre>{@code
         * HikariDataSource pool = …; // the program's own, which it closes after Hexadmin
         * Hexadmin.builder().dataSource(pool).setting("secret_key", secret).build().start();
         * }</pre>
         *
         * <p><b>PostgreSQL.</b> The driver's plain {@code PGSimpleDataSource} is wrapped in a pool of {@code
         * database.pool_size} connections. Any other data source is treated as the program's own pool: Hexadmin uses at
         * most {@code database.pool_size} of its connections at the same time, one per unit of work, and returns each
         * without a transaction, with its original time zone and commit mode. The pool's time-outs apply. While it
         * provides no connection, requests get a 503. Tables are created in the first schema of the connections'
         * {@code search_path}, which must be the same for all connections. A program that calls Hexadmin while it holds
         * a
         * connection needs a pool large enough for both. Connections whose time zone is UTC save two statements per
         * unit of work.
         *
         * <p><b>SQLite.</b> Hexadmin takes only the file name from it. It opens the file with its own connections, one
         * writer and several readers, and switches the file permanently to write-ahead logging. Settings that the
         * source applies to its connections are not used.
         *
         * <p>{@code start} throws {@link ConfigurationException} when the connections lead to another kind of database,
         * to one in memory,
         * to
         * read-only transactions or to an isolation other than <i>read committed</i>, and for a pool of one connection.
         *
         * @param source safe for use by several threads; never closed by Hexadmin
         * @throws IllegalArgumentException when it was given before
         */
        public Builder dataSource(DataSource source) {
            if (dataSource.isPresent()) {
                throw new IllegalArgumentException("the data source is given twice");
            }
            dataSource = Optional.of(Objects.requireNonNull(source, "source"));
            return this;
        }

        /**
         * The same, for a pool to PostgreSQL with transactions that the program binds to threads. A transaction that runs on the calling
         * thread is joined: records and messages that the program changes meanwhile are committed or rolled back with it, and
         * notices about them follow its commit. Without a running transaction, units of work run in new ones of the program, so that services which
         * hooks, actions and endpoints call join them.
         *
         * <p>When a change is rejected, it alone is rolled back, to a savepoint, and the program can go on. Changes of the program
         * that are not yet written to the connection, such as those of a session that writes when it is flushed, are not visible
         * to Hexadmin.
         *
         * @throws IllegalArgumentException when a source was given before
         */
        public Builder dataSource(DataSource source, ProgramTransactions transactions) {
            Objects.requireNonNull(transactions, "transactions");
            dataSource(source);
            this.transactions = Optional.of(transactions);
            return this;
        }

        /**
         * Creates the connections to the shared key-value server, instead of the setting {@code
         * kvstore_url}: through sentinels, through a tunnel, with passwords that change. Hexadmin applies its own
         * timeouts to these connections, and no request waits for a server that is unavailable.
         *
         * <pre>{@code
         * builder.keyValueClient(() -> KeyValueClient.Connection.to(sentinels.master())
         *         .account("hexadmin", tokens.current()));
         * }</pre>
         *
         * @param client thread-safe
         * @throws IllegalArgumentException when it was called before
         */
        public Builder keyValueClient(KeyValueClient client) {
            if (keyValueClient.isPresent()) {
                throw new IllegalArgumentException("the key-value client is given twice");
            }
            keyValueClient = Optional.of(Objects.requireNonNull(client, "client"));
            return this;
        }

        /**
         * Authenticates users of the program with their existing credentials. Accounts created in Hexadmin are
         * unaffected; the source is never asked about them.
         *
         * @param source safe for use by several threads; never closed by Hexadmin
         * @throws IllegalArgumentException when it was given before, or its name is not valid
         */
        public Builder identitySource(IdentitySource source) {
            Objects.requireNonNull(source, "source");
            if (identitySource.isPresent()) {
                throw new IllegalArgumentException("the identity source is given twice");
            }
            if (!SOURCE_NAME.matcher(source.name()).matches()) {
                throw new IllegalArgumentException(
                        "the name of an identity source is " + SOURCE_NAME.pattern() + ", not '" + source.name() + "'");
            }
            identitySource = Optional.of(source);
            return this;
        }

        /** The environment's variables, such as {@code System.getenv()}; default: none. */
        public Builder environment(Map<String, String> variables) {
            this.environment = Map.copyOf(Objects.requireNonNull(variables, "variables"));
            return this;
        }

        /**
         * The texts whose keys annotated records have in braces, as in {@code @AdminField(label = "{product.name}")}. Call it before
         * {@link #register(Class)}.
         *
         * @throws IllegalArgumentException when it was called before
         */
        public Builder texts(TextBundle texts) {
            Objects.requireNonNull(texts, "texts");
            if (annotated != AnnotatedRecords.LITERAL) {
                throw new IllegalArgumentException("the texts are given twice");
            }
            annotated = AnnotatedRecords.with(texts);
            return this;
        }

        /**
         * Registers a model.
         *
         * @throws IllegalArgumentException when a model of this name is registered already
         */
        public Builder register(ModelDefinition model) {
            return register(Objects.requireNonNull(model, "model"), "a ModelDefinition");
        }

        /** @param source where the model is from, in the words of a message */
        private Builder register(ModelDefinition model, String source) {
            @Nullable String other = sources.putIfAbsent(model.name(), source);
            if (other != null) {
                throw new IllegalArgumentException(
                        "the model '" + model.name() + "' is registered twice: by " + other + " and by " + source);
            }
            models.add(model);
            return this;
        }

        /**
         * Registers a model by an annotated record.
         *
         * @throws IllegalArgumentException when the record is not valid, or a model of its name is registered already; the
         *     message names record and component
         */
        public Builder register(Class<? extends Record> model) {
            register(annotated.definition(Objects.requireNonNull(model, "model")), "the record " + model.getName());
            classes.add(model);
            return this;
        }

        /**
         * Hooks of a model; several run in the given order. {@link #build} reports a model that does not exist.
         *
         * @param model its name, of any source: Java, the configuration file, a plugin, an existing table
         */
        public Builder hooks(String model, RecordHooks rules) {
            Objects.requireNonNull(rules, "rules");
            hooks.computeIfAbsent(Objects.requireNonNull(model, "model"), name -> new ArrayList<>())
                    .add(rules);
            return this;
        }

        /**
         * Hooks of the model of a record class.
         *
         * @throws IllegalArgumentException when the record does not describe a model
         */
        public Builder hooks(Class<? extends Record> model, RecordHooks rules) {
            return hooks(name(model), rules);
        }

        private String name(Class<? extends Record> model) {
            return annotated.definition(Objects.requireNonNull(model, "model")).name();
        }

        /** The dashboard, in place of that of the configuration file. */
        public Builder dashboard(DashboardDefinition definition) {
            dashboard = Optional.of(Objects.requireNonNull(definition, "definition"));
            return this;
        }

        /** A widget of the dashboard, placed after the others. */
        public Builder widget(WidgetDefinition widget) {
            widgets.add(Objects.requireNonNull(widget, "widget"));
            return this;
        }

        /**
         * Adds a computed field to any model: of the file, of an annotated record, or of an existing table. It becomes
         * the last field of the model and of its lists.
         *
         * @param name the field's
         * @param type never a reference
         * @param from names of stored fields of the model
         * @param code computes the value, of the type's Java class or null, from the values of {@code from} by name;
         *     thread-safe, quick, and dependent on nothing but its argument
         * @param options such as label and help
         * @throws IllegalArgumentException when the options are not valid for a computed field; the start reports what
         *     is not valid for the model
         * @see ModelDefinition.Builder#computed(String, FieldType, List, Function, UnaryOperator)
         */
        public Builder computed(
                String model,
                String name,
                FieldType type,
                List<String> from,
                Function<Map<String, @Nullable Object>, @Nullable Object> code,
                UnaryOperator<FieldDefinition.Builder> options) {
            Objects.requireNonNull(model, "model");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(from, "from");
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(options, "options");
            FieldDefinition field;
            try {
                field = options.apply(FieldDefinition.builder(name, type).computed(from, code))
                        .build(model);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("model '" + model + "': " + e.getMessage(), e);
            }
            computed.computeIfAbsent(model, each -> new ArrayList<>()).add(field);
            return this;
        }

        /**
         * An action on the records of a model, offered in the given order. The start throws a {@link
         * ConfigurationException} when the model does not exist.
         *
         * @param model its name; not that of a built-in model
         * @throws IllegalArgumentException when the model has an action of this name
         */
        public Builder action(String model, RecordAction action) {
            Objects.requireNonNull(action, "action");
            List<RecordAction> own =
                    actions.computeIfAbsent(Objects.requireNonNull(model, "model"), name -> new ArrayList<>());
            if (own.stream().anyMatch(other -> other.name().equals(action.name()))) {
                throw new IllegalArgumentException(
                        "model '" + model + "' has two actions '" + action.name() + "': rename one of them");
            }
            own.add(action);
            return this;
        }

        /**
         * An action on the records of the model of a record class.
         *
         * @throws IllegalArgumentException when the record does not describe a model
         */
        public Builder action(Class<? extends Record> model, RecordAction action) {
            return action(name(model), action);
        }

        /**
         * A message template.
         *
         * @throws IllegalArgumentException when the name is already used
         */
        public Builder template(String name, Template template) {
            Objects.requireNonNull(template, "template");
            if (templates.putIfAbsent(Objects.requireNonNull(name, "name"), template) != null) {
                throw new IllegalArgumentException("the template '" + name + "' is given twice");
            }
            return this;
        }

        /**
         * Adds a JSON endpoint below a model, at {@code {admin}/api/{model}/{name}}. The start reports an error when the
         * JSON API does not have the model.
         *
         * @throws IllegalArgumentException when the model has an endpoint of this method and name
         */
        public Builder endpoint(String model, RecordEndpoint endpoint) {
            Objects.requireNonNull(endpoint, "endpoint");
            List<RecordEndpoint> own =
                    endpoints.computeIfAbsent(Objects.requireNonNull(model, "model"), name -> new ArrayList<>());
            if (own.stream()
                    .anyMatch(other ->
                            other.method() == endpoint.method() && other.name().equals(endpoint.name()))) {
                throw new IllegalArgumentException(
                        "model '" + model + "' has two endpoints " + endpoint.method() + " '" + endpoint.name() + "'");
            }
            own.add(endpoint);
            return this;
        }

        /**
         * A JSON endpoint below the model of a record class.
         *
         * @throws IllegalArgumentException when the record does not describe a model
         */
        public Builder endpoint(Class<? extends Record> model, RecordEndpoint endpoint) {
            return endpoint(name(model), endpoint);
        }

        /**
         * A rate limit, in addition to those of the settings.
         *
         * @throws IllegalArgumentException when the name is already used
         */
        public Builder rateLimit(RateLimit limit) {
            Objects.requireNonNull(limit, "limit");
            if (limits.putIfAbsent(limit.name(), limit) != null) {
                throw new IllegalArgumentException("the rate limit '" + limit.name() + "' is given twice");
            }
            return this;
        }

        /**
         * A provider of OpenID Connect at which users sign in, after those of the configuration file. {@link #build} reports one
         * whose name a provider of the file has.
         *
         * @throws IllegalArgumentException when the name is already used
         */
        public Builder oidc(OidcProvider provider) {
            Objects.requireNonNull(provider, "provider");
            if (identityProviders.putIfAbsent(provider.name(), provider) != null) {
                throw new IllegalArgumentException("the identity provider '" + provider.name() + "' is given twice");
            }
            return this;
        }

        /** A plugin, in addition to those that are discovered. */
        public Builder plugin(HexadminPlugin plugin) {
            plugins.add(Objects.requireNonNull(plugin, "plugin"));
            return this;
        }

        /**
         * A configured SMS provider; {@link Setting#NOTIFICATIONS_DEFAULT_SMS_PROVIDER} may name it.
         *
         * @throws IllegalArgumentException when it implements neither of the methods {@code send}
         */
        public Builder smsProvider(SmsProvider provider) {
            SmsChannel.requireSend(Objects.requireNonNull(provider, "provider"));
            smsProviders.add(provider);
            return this;
        }

        /** A configured e-mail provider; {@link Setting#NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER} may name it. */
        public Builder emailProvider(EmailProvider provider) {
            emailProviders.add(Objects.requireNonNull(provider, "provider"));
            return this;
        }

        /**
         * The registry of the program, which receives all metrics of Hexadmin, in addition to {@code
         * /observe/metrics}: their names begin with {@code hexadmin.}. Metrics of the JVM are left to the program. Use
         * one registry for one Hexadmin.
         *
         * @param registry thread-safe; {@link Hexadmin#stop} removes the metrics from it and does not close it
         */
        public Builder meterRegistry(MeterRegistry registry) {
            this.platform = platform.with(Objects.requireNonNull(registry, "registry"));
            return this;
        }

        /**
         * Where traces of requests, statements and deliveries go. Default: {@code GlobalOpenTelemetry}, if it is set
         * when the database is opened, such as by the Java agent; without it nothing is traced.
         *
         * @param telemetry thread-safe; never closed by Hexadmin
         */
        public Builder openTelemetry(OpenTelemetry telemetry) {
            this.platform = platform.with(Objects.requireNonNull(telemetry, "telemetry"));
            return this;
        }

        /**
         * The time of day by which everything is dated and becomes due, for tests; default: the machine's clock, on
         * PostgreSQL, MySQL and MariaDB corrected by its difference from the database's clock.
         *
         * @param clock thread-safe, and never goes back
         */
        public Builder clock(InstantSource clock) {
            this.platform = platform.with(Objects.requireNonNull(clock, "clock"));
            return this;
        }

        /** For tests: another clock, or password hashes that cost less. */
        Builder platform(Platform platform) {
            this.platform = platform;
            return this;
        }

        /**
         * Reads and checks all settings, that the models of hooks, computed fields, actions and endpoints exist, and that the models
         * and fields exist which models and widgets name. If there are models of plugins or of existing tables, this is checked when
         * the database is opened.
         *
         * @throws ConfigurationException when settings are not valid, a model does not exist, or a library is present in a version with
         *     which Hexadmin does not work; it lists all problems
         */
        public Hexadmin build() {
            Settings settings = Settings.ofProgram(
                    overrides,
                    environment,
                    folder,
                    new Settings.Lent(
                            dataSource, transactions, keyValueClient, List.copyOf(identityProviders.values())));
            Libraries.check(settings.keyValueClient().isPresent()
                    || settings.keyValueServer().isPresent());
            Registrations registrations = new Registrations(
                    models,
                    new Registrations.ModelCode(
                            new MappedRecords(annotated, classes), hooks, computed, actions, endpoints),
                    dashboard,
                    widgets,
                    templates,
                    ConfiguredLimits.checked(settings, limits.values()),
                    new ProgramPlugins(plugins, smsProviders, emailProviders),
                    identitySource);
            registrations.checkModels(settings);
            return new Hexadmin(settings, registrations, annotated, platform);
        }
    }
}
