package dev.hexadmin.bootstrap;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.endpoints.RecordEndpoint;
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
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.bootstrap.wiring.Registrations;
import dev.hexadmin.bootstrap.wiring.Server;
import dev.hexadmin.cache.spi.KeyValueClient;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.http.HttpAdapter;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * <p>Everything the configuration file can say, the builder can; settings of the builder win over the
 * environment, and that over the file.
 */
public final class Hexadmin implements AutoCloseable {
    private final Settings settings;
    private final Registrations registrations;
    private @Nullable Server server;

    private Hexadmin(Settings settings, Registrations registrations) {
        this.settings = settings;
        this.registrations = registrations;
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Opens the database, brings it up to date, and listens.
     *
     * @throws IllegalStateException when it is started already
     * @throws ConfigurationException when models do not fit together or to the database
     * @throws dev.hexadmin.application.port.ServiceUnavailableException when the database cannot be reached
     * @throws java.io.UncheckedIOException when it cannot listen on the host and port of the settings: the message says
     *     why, and what to do; everything is closed again
     */
    public synchronized void start() {
        boolean opened = server == null;
        try {
            open().start();
        } catch (RuntimeException e) {
            if (opened) {
                stop();
            }
            throw e;
        }
    }

    /** Where it listens, such as {@code http://127.0.0.1:8080}. */
    public synchronized URI url() {
        return started().url();
    }

    /**
     * The port it listens on.
     *
     * @throws IllegalStateException before {@link #start}
     */
    public synchronized int port() {
        return started().port();
    }

    /**
     * All routes, for a Helidon server that the embedding program owns: mount it at {@code /}. Paths that Hexadmin does
     * not have are left to the server's other routes; routes of your own below {@code /admin} come before it. Opens the
     * database when that has not been done; {@link #stop} closes it.
     */
    public synchronized HttpService routing() {
        return open().routing();
    }

    /**
     * The live socket, which no route can give, for the same server:
     *
     * <pre>{@code
     * WebServer.builder()
     *         .addConnectionSelector(Http1ConnectionSelector.builder()
     *                 .config(Http1Config.create())
     *                 .addUpgrader(hexadmin.upgrader())
     *                 .build())
     * }</pre>
     *
     * <p>Stop Hexadmin before that server, and sockets are told that it goes.
     */
    public synchronized Http1Upgrader upgrader() {
        return open().upgrader();
    }

    /** Messages to people. Opens the database when that has not been done; {@link #stop} closes it. */
    public synchronized Notifications notifications() {
        return new Notifications(open());
    }

    /**
     * Mounts the notification endpoints alone, without records, roles and documents, on a server that the embedding
     * program owns: {@code configureNotifications(routing, hexadmin.notifications(), "/messages")}. Callers show access
     * tokens of this Hexadmin. The live socket is {@link #upgrader}, below the setting {@code notifications_prefix}.
     *
     * @param prefix starts with a slash and does not end with one
     * @throws IllegalArgumentException when the prefix is none
     */
    public static void configureNotifications(HttpRouting.Builder routing, Notifications service, String prefix) {
        routing.register(service.routes(prefix));
    }

    /**
     * The JSON API of one model at a path of its own, such as {@code /shop/products}, for a server that the embedding
     * program owns: lists, records, changes, as at {@code /admin/api/{model}}. The model need not be registered: it gets
     * no entry in the registry, the panel or the search, and its paths are in the OpenAPI document. Callers need the
     * rights of a registered model: those of a superuser, or of a role for {@code *}.
     *
     * <p>Its table is made where Hexadmin makes tables. Opens the database when that has not been done.
     *
     * @param prefix starts with a slash and does not end with one
     * @throws IllegalArgumentException when the prefix is none or is taken, or another model has this name
     * @throws ConfigurationException when its table cannot be brought to the model
     */
    public synchronized HttpService exportApiRoute(ModelDefinition model, String prefix) {
        return open().api(model, prefix);
    }

    /**
     * The same for an annotated record.
     *
     * @see #exportApiRoute(ModelDefinition, String)
     */
    public HttpService exportApiRoute(Class<? extends Record> model, String prefix) {
        return exportApiRoute(AnnotatedRecords.definition(model), prefix);
    }

    /**
     * The pages of one model at a path of their own, normally below the panel, such as {@code /admin/reports}: list,
     * forms, single records with their history, export and import, with the sign-in and the files that they need. The
     * model need not be registered: it gets no entry in the sidebar, and its pages are never in the OpenAPI document.
     *
     * @param prefix starts with a slash and does not end with one
     * @throws IllegalArgumentException when the prefix is none or is taken, or another model has this name
     * @throws ConfigurationException when its table cannot be brought to the model
     * @see #exportApiRoute(ModelDefinition, String) rights and tables
     */
    public synchronized HttpService exportAdminRoute(ModelDefinition model, String prefix) {
        return open().pages(model, prefix);
    }

    /**
     * The same for an annotated record.
     *
     * @see #exportAdminRoute(ModelDefinition, String)
     */
    public HttpService exportAdminRoute(Class<? extends Record> model, String prefix) {
        return exportAdminRoute(AnnotatedRecords.definition(model), prefix);
    }

    /**
     * The account of a user of {@link Builder#identitySource}, made or brought up to date as at a sign-in: for messages to
     * somebody who has not been here yet. Opens the database when that has not been done.
     *
     * <pre>{@code
     * long ada = hexadmin.provisionUser(ExternalUser.of("7", "ada@example.com").named("Ada"));
     * hexadmin.notifications().notify(Recipient.of(String.valueOf(ada)), Message.of("Thank you", "It is on its way."));
     * }</pre>
     *
     * @return its key in {@code admin_users}, which stays
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT unique} when another account has the address
     * @throws IllegalStateException when there is no identity source
     */
    public synchronized long provisionUser(ExternalUser user) {
        return open().installation()
                .identity()
                .managingUsers()
                .keep(new Actor.Operator("embedding program"), user)
                .value();
    }

    /** A token for the set-up of an empty installation; empty when there are users. */
    public synchronized Optional<String> createSetupToken() {
        return open().installation().identity().managingUsers().createSetupToken();
    }

    /** Lets running requests finish, ten seconds at most, and closes everything. It can be started again. */
    public synchronized void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** The open database and what stands on it, opening it when that has not been done. */
    synchronized Installation installation() {
        return open().installation();
    }

    /** Every route that is served. */
    synchronized List<HttpAdapter.RouteLine> routes() {
        return open().routes();
    }

    private Server open() {
        if (server == null) {
            server = Server.open(settings, registrations);
        }
        return server;
    }

    private Server started() {
        if (server == null) {
            throw new IllegalStateException("it is not started");
        }
        return server;
    }

    /** Collects what a Hexadmin is made of. Not thread-safe. */
    public static final class Builder {
        private static final Pattern SOURCE_NAME = Pattern.compile("[a-z][a-z0-9_]{0,49}");

        private final Map<String, String> overrides = new LinkedHashMap<>();
        private final List<ModelDefinition> models = new ArrayList<>();
        private final Map<String, List<RecordHooks>> hooks = new LinkedHashMap<>();
        private final Map<String, List<FieldDefinition>> computed = new LinkedHashMap<>();
        private final Map<String, List<RecordAction>> actions = new LinkedHashMap<>();
        private final Map<String, List<RecordEndpoint>> endpoints = new LinkedHashMap<>();
        private final List<CardDefinition> cards = new ArrayList<>();
        private final Map<String, Template> templates = new LinkedHashMap<>();
        private final Map<String, RateLimit> limits = new LinkedHashMap<>();
        private final List<HexadminPlugin> plugins = new ArrayList<>();
        private final List<SmsProvider> smsProviders = new ArrayList<>();
        private final List<EmailProvider> emailProviders = new ArrayList<>();
        private Map<String, String> environment = Map.of();
        private Optional<DataSource> dataSource = Optional.empty();
        private Optional<KeyValueClient> keyValueClient = Optional.empty();
        private Optional<IdentitySource> identitySource = Optional.empty();
        private Path folder = Path.of("");

        private Builder() {}

        /** The configuration file; unset: {@code hexadmin.yaml} in {@link #folder}, if it is there. */
        public Builder configuration(Path file) {
            return setting("config", file.toString());
        }

        /** Where relative paths start; unset: the process's working directory. */
        public Builder folder(Path folder) {
            this.folder = folder;
            return this;
        }

        /**
         * A setting: {@code set(Setting.PORT, 0)}.
         *
         * @throws IllegalArgumentException when it was given before, or the value cannot be written
         */
        public <T> Builder set(Setting<T> setting, T value) {
            return setting(setting.key(), SettingDefinition.write(setting, value));
        }

        /**
         * One setting by its dotted path, as text, as those of providers that are not built in:
         * {@code setting("notifications.sms.acme.account", "7")}.
         *
         * @throws IllegalArgumentException when it was given before
         */
        public Builder setting(String key, String value) {
            if (overrides.putIfAbsent(key, value) != null) {
                throw new IllegalArgumentException("the setting '" + key + "' is given twice");
            }
            return this;
        }

        /**
         * The program's own connections to the database, in place of the setting {@code database.url}; {@code
         * secret_key} has to be set with them. {@link Hexadmin#start} finds out what they lead to.
         *
         * <pre>{@code
         * HikariDataSource pool = …; // the program's own, which it closes after Hexadmin
         * Hexadmin.builder().dataSource(pool).setting("secret_key", secret).build().start();
         * }</pre>
         *
         * <p><b>PostgreSQL.</b> The driver's plain {@code PGSimpleDataSource} gets a pool of Hexadmin's in front, of
         * {@code database.pool_size} connections. Anything else counts as the program's own pool: of its connections
         * {@code database.pool_size} are in use at one time at most, one for each piece of work, and each goes back
         * without a transaction, with the time zone and the commit mode that it came with. Its time-outs hold. While it
         * gives no connection, requests are answered with 503. Tables are made in the first schema of the connections'
         * {@code search_path}, which has to be the same for all of them. A program that calls Hexadmin while it holds a
         * connection needs room for both in its pool. Connections in UTC save two statements each time.
         *
         * <p><b>SQLite.</b> Only the file is taken from it: Hexadmin opens it with connections of its own, one that
         * writes and some that read, and switches it to write-ahead logging, which stays. What the source sets up on its
         * connections does not hold for them.
         *
         * <p>{@code start} throws {@link ConfigurationException} when they lead to another database, to one in memory, to
         * read-only transactions or to an isolation other than <i>read committed</i>, and for a pool of one connection.
         *
         * @param source safe for use by several threads; never closed by Hexadmin
         * @throws IllegalArgumentException when it was given before
         */
        public Builder dataSource(DataSource source) {
            if (dataSource.isPresent()) {
                throw new IllegalArgumentException("the data source is given twice");
            }
            dataSource = Optional.of(source);
            return this;
        }

        /**
         * Makes the connections to the key-value server that several servers share, in place of the setting {@code
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
            keyValueClient = Optional.of(client);
            return this;
        }

        /**
         * Where users of the program live, who then sign in with what they have there. Accounts made in Hexadmin are as
         * they were, and never asked about.
         *
         * @param source safe for use by several threads; never closed by Hexadmin
         * @throws IllegalArgumentException when it was given before, or its name is none
         */
        public Builder identitySource(IdentitySource source) {
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

        /** The environment's variables, such as {@code System.getenv()}; unset: none are read. */
        public Builder environment(Map<String, String> variables) {
            this.environment = Map.copyOf(variables);
            return this;
        }

        public Builder register(ModelDefinition model) {
            models.add(model);
            return this;
        }

        /**
         * A model of an annotated record.
         *
         * @throws IllegalArgumentException when it cannot be one; the message names record and component
         */
        public Builder register(Class<? extends Record> model) {
            models.add(AnnotatedRecords.definition(model));
            return this;
        }

        /** Rules of a model that are code; several run in the order given. */
        public Builder hooks(String model, RecordHooks rules) {
            hooks.computeIfAbsent(model, name -> new ArrayList<>()).add(rules);
            return this;
        }

        /** A card of the dashboard, behind those of the configuration file, or the usual ones. */
        public Builder card(CardDefinition card) {
            cards.add(card);
            return this;
        }

        /**
         * Adds a computed field to any model: of the file, of an annotated record, or of a table that exists. It stands
         * last among its fields and in its lists.
         *
         * @param name the field's
         * @param type never a reference
         * @param from names of stored fields of the model
         * @param code the value, of the type's Java class or null, from those of {@code from} by name; thread-safe, quick,
         *     and of nothing but its argument
         * @param options such as label and help
         * @throws IllegalArgumentException when the options do not fit a computed field; what does not fit the model is
         *     an error of the start
         * @see ModelDefinition.Builder#computed(String, FieldType, List, Function, UnaryOperator)
         */
        public Builder computed(
                String model,
                String name,
                FieldType type,
                List<String> from,
                Function<Map<String, @Nullable Object>, @Nullable Object> code,
                UnaryOperator<FieldDefinition.Builder> options) {
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
         * An action on the records of a model, offered in the order given. A model that is not there, or that has two of
         * one name, ends the start with a {@link ConfigurationException}.
         *
         * @param model its name; not that of a built-in model
         */
        public Builder action(String model, RecordAction action) {
            actions.computeIfAbsent(model, name -> new ArrayList<>()).add(action);
            return this;
        }

        /**
         * A template of messages.
         *
         * @throws IllegalArgumentException when there was one of this name
         */
        public Builder template(String name, Template template) {
            if (templates.putIfAbsent(name, template) != null) {
                throw new IllegalArgumentException("the template '" + name + "' is given twice");
            }
            return this;
        }

        /**
         * Adds a JSON endpoint below a model, at {@code {admin}/api/{model}/{name}}. Two with one method and name, or one of
         * a model that the JSON API does not have, are an error of the start.
         */
        public Builder endpoint(String model, RecordEndpoint endpoint) {
            endpoints.computeIfAbsent(model, name -> new ArrayList<>()).add(endpoint);
            return this;
        }

        /**
         * A limit on calls, beside those of the settings.
         *
         * @throws IllegalArgumentException when there was one of this name
         */
        public Builder rateLimit(RateLimit limit) {
            if (limits.putIfAbsent(limit.name(), limit) != null) {
                throw new IllegalArgumentException("the rate limit '" + limit.name() + "' is given twice");
            }
            return this;
        }

        /** A plugin, besides those that are found. */
        public Builder plugin(HexadminPlugin plugin) {
            plugins.add(plugin);
            return this;
        }

        /** A provider of SMS, configured already; {@link Setting#NOTIFICATIONS_DEFAULT_SMS_PROVIDER} may name it. */
        public Builder smsProvider(SmsProvider provider) {
            smsProviders.add(provider);
            return this;
        }

        /** A provider of e-mail, configured already; {@link Setting#NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER} may name it. */
        public Builder emailProvider(EmailProvider provider) {
            emailProviders.add(provider);
            return this;
        }

        /**
         * Reads the settings and checks them all. What needs the other models, the plugins or the database is checked
         * when it is opened.
         *
         * @throws ConfigurationException when something is wrong, with everything that is
         */
        public Hexadmin build() {
            Settings settings =
                    Settings.ofProgram(overrides, environment, folder, new Settings.Lent(dataSource, keyValueClient));
            return new Hexadmin(
                    settings,
                    new Registrations(
                            models,
                            new Registrations.ModelCode(hooks, computed, actions, endpoints),
                            cards,
                            templates,
                            ConfiguredLimits.checked(settings, limits.values()),
                            new ProgramPlugins(plugins, smsProviders, emailProviders),
                            identitySource));
        }
    }
}
