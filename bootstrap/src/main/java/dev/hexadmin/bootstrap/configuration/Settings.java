package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.spi.KeyValueClient;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.cache.jedis.KeyValueUrl;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Everything an operator decides, read and checked. Immutable.
 *
 * <p>Sources, first wins: command line, environment, file, default; for the two cache settings the file comes before
 * the environment. {@code docs/configuration.md} lists every key.
 *
 * @param server where to listen
 * @param adminPath mount of the panel and the JSON API, such as {@code /admin}
 * @param notificationsPrefix mount of the notification endpoints
 * @param environment a word that the panel shows; {@code ""} for none
 * @param database where things are kept
 * @param cache of panel pages
 * @param keyValueServer shared by several servers
 * @param keyValueClient a program's own way to such a server, in place of {@code keyValueServer}
 * @param trustedProxies addresses or CIDR networks
 * @param rateLimitOnOutage what happens when the key-value server is away
 * @param rateLimits how often what may be tried
 * @param aiEnabled whether the {@code admin_ai_*} models exist
 * @param openApi who may read the OpenAPI document
 * @param metrics who may read the metrics
 * @param trustWebSocketUserId whether {@code ?user_id=} is believed without credentials
 * @param accessTokenTtl life of an access token
 * @param refreshTokenTtl life of a refresh token
 * @param sessionIdleTimeout life of a session of the panel without requests
 * @param sessionAbsoluteTimeout life of a session of the panel at most
 * @param introspect whether the database's tables become models
 * @param maxBodyBytes of a request
 * @param maxUploadBytes of a file
 * @param auditRetention how long audit rows are kept; empty: for ever
 * @param features flags that are on; holds {@code ai} when {@code aiEnabled}
 * @param secretKey the operator's secret, if given; see {@link SecretKey#of(Settings)}
 * @param previousSecretKeys former secrets whose access tokens are still accepted
 * @param firstAdmin the first superuser, for an empty database
 * @param logFormat how log lines look
 * @param notifications channels, providers, templates
 * @param plugins folder of modules that bring providers of messages; empty: the usual one, if it is there
 * @param models of the file, without those whose feature flag is off
 * @param dashboard its cards
 */
public record Settings(
        Server server,
        String adminPath,
        String notificationsPrefix,
        String environment,
        DatabaseChoice database,
        Cache cache,
        Optional<KeyValueUrl> keyValueServer,
        Optional<KeyValueClient> keyValueClient,
        List<String> trustedProxies,
        RateLimitOnOutage rateLimitOnOutage,
        RateLimitSettings rateLimits,
        boolean aiEnabled,
        Visibility openApi,
        Visibility metrics,
        boolean trustWebSocketUserId,
        Duration accessTokenTtl,
        Duration refreshTokenTtl,
        Duration sessionIdleTimeout,
        Duration sessionAbsoluteTimeout,
        boolean introspect,
        int maxBodyBytes,
        int maxUploadBytes,
        Optional<Duration> auditRetention,
        Set<String> features,
        Optional<String> secretKey,
        List<String> previousSecretKeys,
        Optional<FirstAdmin> firstAdmin,
        LogFormat logFormat,
        NotificationSettings notifications,
        Optional<Path> plugins,
        List<ModelDefinition> models,
        DashboardSettings dashboard) {
    public Settings {
        trustedProxies = List.copyOf(trustedProxies);
        features = Set.copyOf(features);
        previousSecretKeys = List.copyOf(previousSecretKeys);
        models = List.copyOf(models);
    }

    /**
     * What an embedding program lends, in place of a setting.
     *
     * @param dataSource in place of {@code database.url}
     * @param keyValueClient in place of {@code kvstore_url}
     */
    public record Lent(Optional<DataSource> dataSource, Optional<KeyValueClient> keyValueClient) {
        /** Nothing. */
        public static final Lent NOTHING = new Lent(Optional.empty(), Optional.empty());
    }

    /** Where to listen; port 0 takes a free one. */
    public record Server(String host, int port) {}

    /** Where things are kept, and whether Hexadmin makes the tables of registered models. */
    public record DatabaseChoice(DatabaseSettings connection, Schema schema) {}

    /** Who makes the tables of registered models. */
    public enum Schema {
        /** Hexadmin does, and only ever adds to them. */
        MANAGE,
        /** They are taken as they are. */
        EXISTING
    }

    /**
     * Caching of panel pages.
     *
     * @param enabled off unless asked for
     * @param ttl zero: no expiry
     */
    public record Cache(boolean enabled, Duration ttl) {}

    /** What a rate limit does while the key-value server is away. */
    public enum RateLimitOnOutage {
        /** The request passes. */
        OPEN,
        /** This process counts alone. */
        LOCAL
    }

    /** Who may read what the server says about itself. */
    public enum Visibility {
        /** Anyone. */
        PUBLIC,
        /** Users and API keys. */
        SIGNED_IN,
        /** No one. */
        OFF
    }

    /** How log lines look. */
    public enum LogFormat {
        TEXT,
        JSON
    }

    /** The first superuser. */
    public record FirstAdmin(String email, String password) {
        @Override
        public String toString() {
            return "FirstAdmin[" + email + "]";
        }
    }

    /**
     * Reads all sources.
     *
     * @param overrides from the command line, by dotted path ({@code server.port}); {@code config} names the file
     * @param environment the process's variables
     * @param folder where {@code hexadmin.yaml} and a relative {@code config} are looked for
     * @throws ConfigurationException when anything is wrong, with everything that is
     */
    public static Settings load(Map<String, String> overrides, Map<String, String> environment, Path folder) {
        return new SettingsReader(overrides, Place.COMMAND_LINE, environment, folder, Optional.empty(), Lent.NOTHING)
                .read();
    }

    /**
     * The same for an embedding program.
     *
     * @param overrides from its builder, by dotted path
     * @param lent in place of settings
     * @throws ConfigurationException when anything is wrong, with everything that is
     */
    public static Settings ofProgram(
            Map<String, String> overrides, Map<String, String> environment, Path folder, Lent lent) {
        return new SettingsReader(overrides, Place.BUILDER, environment, folder, Optional.empty(), lent).read();
    }

    /**
     * Reads all sources, with {@code usual} in place of {@code hexadmin.yaml} unless a file is named.
     *
     * @throws ConfigurationException when anything is wrong, with everything that is
     */
    public static Settings load(
            Map<String, String> overrides, Map<String, String> environment, Path folder, Text usual) {
        return new SettingsReader(overrides, Place.COMMAND_LINE, environment, folder, Optional.of(usual), Lent.NOTHING)
                .read();
    }

    /**
     * A configuration that is no file.
     *
     * @param name what messages call it
     */
    public record Text(String name, String yaml) {}

    @Override
    public String toString() {
        return "Settings[" + server + ", " + database + ", " + models.size() + " models]";
    }
}
