package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.OidcProvider;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.bootstrap.configuration.SettingSources.Overrides;
import dev.hexadmin.cache.jedis.KeyValueUrl;
import dev.hexadmin.cache.spi.KeyValueClient;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.spi.ProgramTransactions;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * All settings, parsed and checked. Immutable.
 *
 * <p>Sources in order of precedence: command line, environment, file, default; for the two cache settings the file
 * comes before the environment. {@code docs/configuration.md} lists every key.
 *
 * @param values by setting
 * @param connection the database
 * @param keyValueClient the embedding program's client of a key-value server, instead of {@link #keyValueServer}
 * @param rateLimits the rate limits
 * @param notifications channels, providers and templates
 * @param configured the models of the file, without those whose feature flag is off
 * @param dashboard its widgets
 * @param identityProviders at which users sign in
 */
public record Settings(
        SettingValues values,
        DatabaseSettings connection,
        Optional<KeyValueClient> keyValueClient,
        RateLimitSettings rateLimits,
        NotificationSettings notifications,
        ConfiguredModels configured,
        DashboardSettings dashboard,
        List<IdentityProviderSettings> identityProviders) {
    public Settings {
        identityProviders = List.copyOf(identityProviders);
    }

    /** The models of the file. */
    public List<ModelDefinition> models() {
        return configured.definitions();
    }

    /** The given value of a setting. */
    public <T> Optional<T> given(Setting<T> setting) {
        return values.given(setting);
    }

    /** The given value, or the default. */
    public <T> Optional<T> find(Setting<T> setting) {
        return values.find(setting);
    }

    /** The value of a setting that has a default. */
    public <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** The shared key-value server. */
    public Optional<KeyValueUrl> keyValueServer() {
        return find(Setting.KVSTORE_URL).map(KeyValueUrl::parse);
    }

    /** Whether Hexadmin manages the tables of registered models; default: true, except for an introspected database. */
    public Setting.Schema schema() {
        return given(Setting.DATABASE_SCHEMA).isEmpty() && get(Setting.INTROSPECT)
                ? Setting.Schema.EXISTING
                : get(Setting.DATABASE_SCHEMA);
    }

    /** Feature flags that are on; contains {@code ai} when it is enabled. */
    public Set<String> features() {
        return features(values);
    }

    static Set<String> features(SettingValues values) {
        Set<String> features = new LinkedHashSet<>(values.get(Setting.FEATURES));
        if (values.get(Setting.AI_ENABLED)) {
            features.add("ai");
        }
        return features;
    }

    /** Who may read the OpenAPI document. */
    public Setting.Visibility openApi() {
        return visibility(Setting.OPENAPI);
    }

    /** Who may read the metrics. */
    public Setting.Visibility metrics() {
        return visibility(Setting.METRICS);
    }

    /** Default: everyone on a loopback address, else who is signed in. */
    private Setting.Visibility visibility(Setting<Setting.Visibility> setting) {
        return given(setting)
                .orElseGet(
                        () -> isLoopback(get(Setting.HOST)) ? Setting.Visibility.PUBLIC : Setting.Visibility.SIGNED_IN);
    }

    /** Whether the address can be reached only from this machine. Names are not resolved. */
    private static boolean isLoopback(String host) {
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        try {
            return InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false; // a host name
        }
    }

    /** Retention of audit rows; empty: for ever. */
    public Optional<Duration> auditRetention() {
        return retention(Setting.AUDIT_RETENTION_DAYS);
    }

    /** Retention of in-app notifications; empty: for ever. */
    public Optional<Duration> notificationRetention() {
        return retention(Setting.NOTIFICATIONS_RETENTION_DAYS);
    }

    private Optional<Duration> retention(Setting<Integer> setting) {
        int days = get(setting);
        return days == 0 ? Optional.empty() : Optional.of(Duration.ofDays(days));
    }

    /** The first superuser, created in an empty database. */
    public Optional<FirstAdmin> firstAdmin() {
        return find(Setting.ADMIN_EMAIL)
                .flatMap(email -> find(Setting.ADMIN_PASSWORD).map(password -> new FirstAdmin(email, password)));
    }

    /**
     * Objects of an embedding program that replace settings, or are added to those of the file.
     *
     * @param dataSource replaces {@code database.url}
     * @param transactions the program's transactions on the data source
     * @param keyValueClient replaces {@code kvstore_url}
     * @param identityProviders added to {@code oidc}
     */
    public record Lent(
            Optional<DataSource> dataSource,
            Optional<ProgramTransactions> transactions,
            Optional<KeyValueClient> keyValueClient,
            List<OidcProvider> identityProviders) {
        /** No objects. */
        public static final Lent NOTHING = new Lent(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

        public Lent {
            identityProviders = List.copyOf(identityProviders);
        }
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
     * @param folder where relative paths of settings start, and {@code hexadmin.yaml} is looked for
     * @throws ConfigurationException when settings are not valid; it lists all problems
     */
    public static Settings load(Map<String, String> overrides, Map<String, String> environment, Path folder) {
        return ofCommandLine(overrides, environment, folder).read();
    }

    /**
     * Reads all sources for a command that only reads the tables of a database, which needs no secret key.
     *
     * @throws ConfigurationException when settings are not valid; it lists all problems
     */
    public static Settings ofTables(Map<String, String> overrides, Map<String, String> environment, Path folder) {
        return ofCommandLine(overrides, environment, folder).readWithoutSecret();
    }

    private static SettingsReader ofCommandLine(
            Map<String, String> overrides, Map<String, String> environment, Path folder) {
        return new SettingsReader(
                new Overrides(overrides, Place.COMMAND_LINE), environment, folder, Optional.empty(), Lent.NOTHING);
    }

    /**
     * Reads all sources for an embedding program.
     *
     * @param overrides from its builder, by dotted path
     * @param lent objects that replace settings
     * @throws ConfigurationException when settings are not valid; it lists all problems
     */
    public static Settings ofProgram(
            Map<String, String> overrides, Map<String, String> environment, Path folder, Lent lent) {
        return new SettingsReader(new Overrides(overrides, Place.BUILDER), environment, folder, Optional.empty(), lent)
                .read();
    }

    /**
     * Reads all sources, with {@code usual} instead of {@code hexadmin.yaml} unless a file is named.
     *
     * @throws ConfigurationException when settings are not valid; it lists all problems
     */
    public static Settings load(
            Map<String, String> overrides, Map<String, String> environment, Path folder, Text usual) {
        return new SettingsReader(
                        new Overrides(overrides, Place.COMMAND_LINE),
                        environment,
                        folder,
                        Optional.of(usual),
                        Lent.NOTHING)
                .read();
    }

    /**
     * A configuration that is not in a file.
     *
     * @param name of the configuration in messages
     */
    public record Text(String name, String yaml) {}

    @Override
    public String toString() {
        return "Settings[" + get(Setting.HOST) + ":" + get(Setting.PORT) + ", " + connection + ", " + models().size()
                + " models]";
    }
}
