package dev.hexadmin.bootstrap;

import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.configuration.SecretKey;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.registration.AnnotatedRecords;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.bootstrap.wiring.Registrations;
import dev.hexadmin.bootstrap.wiring.Upkeep;
import dev.hexadmin.cache.local.LocalRateWindows;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.http.HttpAdapter;
import dev.hexadmin.http.HttpServer;
import dev.hexadmin.http.HttpSettings;
import io.helidon.webserver.http.HttpService;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Hexadmin inside another program, or the whole of the standalone server. Thread-safe.
 *
 * <pre>{@code
 * try (Hexadmin hexadmin = Hexadmin.builder()
 *         .setting("server.port", "0")
 *         .register(Product.class)
 *         .hooks("products", new StockRules())
 *         .build()) {
 *     hexadmin.start();
 *     System.out.println(hexadmin.url());
 * }
 * }</pre>
 *
 * <p>Everything the configuration file can say, {@link Builder#setting} can; settings of the builder win over the
 * environment, and that over the file.
 */
public final class Hexadmin implements AutoCloseable {
    private static final int RATE_KEYS = 100_000;
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final Settings settings;
    private final Registrations registrations;
    private @Nullable Running running;
    private @Nullable HttpServer server;

    private Hexadmin(Settings settings, Registrations registrations) {
        this.settings = settings;
        this.registrations = registrations;
    }

    /** Everything that is open, to be closed in this order. */
    private record Running(HttpAdapter http, Upkeep upkeep, Installation installation) {
        void close() {
            upkeep.close();
            installation.close();
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Opens the database, brings it up to date, and listens.
     *
     * @throws IllegalStateException when it is started already
     * @throws dev.hexadmin.application.port.ServiceUnavailable when the database cannot be reached
     */
    public synchronized void start() {
        if (server != null) {
            throw new IllegalStateException("it is started already");
        }
        boolean opened = running == null;
        try {
            server = open().http().start();
        } catch (RuntimeException e) {
            if (opened) {
                stop();
            }
            throw e;
        }
    }

    /** Where it listens, such as {@code http://127.0.0.1:8080}. */
    public synchronized URI url() {
        String host = settings.server().host();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port());
    }

    /**
     * The port it listens on.
     *
     * @throws IllegalStateException before {@link #start}
     */
    public synchronized int port() {
        if (server == null) {
            throw new IllegalStateException("it is not started");
        }
        return server.port();
    }

    /**
     * All routes, for a Helidon server that the embedding program owns: mount it at {@code /}. Opens the database when
     * that has not been done; {@link #stop} closes it.
     */
    public synchronized HttpService routing() {
        return open().http().routing();
    }

    /** A token for the set-up of an empty installation; empty when there are users. */
    public synchronized Optional<String> openSetup() {
        return open().installation().identity().managingUsers().openSetup();
    }

    /** Lets running requests finish, ten seconds at most, and closes everything. It can be started again. */
    public synchronized void stop() {
        if (server != null) {
            server.stop();
            server = null;
        }
        if (running != null) {
            running.close();
            running = null;
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

    private Running open() {
        if (running != null) {
            return running;
        }
        InstantSource clock = InstantSource.system();
        Installation installation = Installation.open(settings, registrations, clock);
        try {
            running = new Running(http(installation, clock), new Upkeep(installation), installation);
            return running;
        } catch (RuntimeException e) {
            installation.close();
            throw e;
        }
    }

    private static HttpAdapter http(Installation installation, InstantSource clock) {
        Settings settings = installation.settings();
        List<HttpSettings.Secret> secrets = new ArrayList<>();
        secrets.add(secret(SecretKey.of(settings)));
        settings.previousSecretKeys().forEach(previous -> secrets.add(secret(SecretKey.of(previous))));
        return HttpAdapter.create(
                new HttpSettings(
                        settings.server().host(),
                        settings.server().port(),
                        settings.adminPath(),
                        settings.maxBodyBytes(),
                        settings.trustedProxies(),
                        secrets,
                        "hexadmin",
                        DRAIN),
                new HttpAdapter.Ports(
                        installation.registry(),
                        installation.identity().signingIn(),
                        installation.identity().managingUsers(),
                        installation.access().managingRoles(),
                        installation.records().browsing(),
                        installation.records().editing(),
                        installation.search().searching(),
                        installation.replay().replaying(),
                        new LimitingRequests(new LocalRateWindows(RATE_KEYS, System::nanoTime))),
                Version.OF_PRODUCT,
                Map.of("database", installation.persistence()::reachable),
                clock,
                new SecureRandom());
    }

    private static HttpSettings.Secret secret(SecretKey key) {
        return new HttpSettings.Secret(key.id(), key.derived(SecretKey.Purpose.TOKENS));
    }

    /** Collects what a Hexadmin is made of. Not thread-safe. */
    public static final class Builder {
        private final Map<String, String> overrides = new LinkedHashMap<>();
        private final List<ModelDefinition> models = new ArrayList<>();
        private final Map<String, List<RecordHooks>> hooks = new LinkedHashMap<>();
        private Map<String, String> environment = Map.of();
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
         * One setting by its dotted path, as text: {@code setting("server.port", "0")}.
         *
         * @throws IllegalArgumentException when it was given before
         */
        public Builder setting(String key, String value) {
            if (overrides.putIfAbsent(key, value) != null) {
                throw new IllegalArgumentException("the setting '" + key + "' is given twice");
            }
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

        /**
         * Reads the settings and checks them all.
         *
         * @throws ConfigurationError when something is wrong, with everything that is
         */
        public Hexadmin build() {
            return new Hexadmin(Settings.load(overrides, environment, folder), new Registrations(models, hooks));
        }
    }
}
