package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.bootstrap.configuration.SettingSources.Overrides;
import dev.hexadmin.cache.jedis.KeyValueUrl;
import dev.hexadmin.cache.spi.KeyValueClient;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
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
 * Everything an operator decides, read and checked. Immutable.
 *
 * <p>Sources, first wins: command line, environment, file, default; for the two cache settings the file comes before
 * the environment. {@code docs/configuration.md} lists every key.
 *
 * @param values by setting
 * @param connection where data is kept
 * @param keyValueClient a program's own client of a key-value server, in place of {@link #keyValueServer}
 * @param rateLimits how often what may be tried
 * @param notifications providers, templates
 * @param models of the file, without those whose feature flag is off
 * @param dashboard its cards
 */
public record Settings(
        SettingValues values,
        DatabaseSettings connection,
        Optional<KeyValueClient> keyValueClient,
        RateLimitSettings rateLimits,
        NotificationSettings notifications,
        List<ModelDefinition> models,
        DashboardSettings dashboard) {
    public Settings {
        models = List.copyOf(models);
    }

    /** What a source gives. */
    public <T> Optional<T> given(Setting<T> setting) {
        return values.given(setting);
    }

    /** What a source gives, or else the default. */
    public <T> Optional<T> find(Setting<T> setting) {
        return values.find(setting);
    }

    /** The value of a setting that has a default. */
    public <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** The key-value server that several servers share. */
    public Optional<KeyValueUrl> keyValueServer() {
        return find(Setting.KVSTORE_URL).map(KeyValueUrl::parse);
    }

    /** Who makes the tables of registered models; of an introspected database no one, unless a source says otherwise. */
    public Setting.Schema schema() {
        return given(Setting.DATABASE_SCHEMA).isEmpty() && get(Setting.INTROSPECT)
                ? Setting.Schema.EXISTING
                : get(Setting.DATABASE_SCHEMA);
    }

    /** Flags that are on; holds {@code ai} when it is enabled. */
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

    /** Who may read the OpenAPI document or the metrics; on a loopback address anyone, unless a source says otherwise. */
    public Setting.Visibility visibility(Setting<Setting.Visibility> setting) {
        return given(setting)
                .orElseGet(
                        () -> isLoopback(get(Setting.HOST)) ? Setting.Visibility.PUBLIC : Setting.Visibility.SIGNED_IN);
    }

    /** Whether only programs of this machine reach the address. A name is not looked up. */
    private static boolean isLoopback(String host) {
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        try {
            return InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false; // a name
        }
    }

    /** How long audit rows are kept; empty: for ever. */
    public Optional<Duration> auditRetention() {
        int days = get(Setting.AUDIT_RETENTION_DAYS);
        return days == 0 ? Optional.empty() : Optional.of(Duration.ofDays(days));
    }

    /** The first superuser, for an empty database. */
    public Optional<FirstAdmin> firstAdmin() {
        return find(Setting.ADMIN_EMAIL)
                .flatMap(email -> find(Setting.ADMIN_PASSWORD).map(password -> new FirstAdmin(email, password)));
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
        return new SettingsReader(
                        new Overrides(overrides, Place.COMMAND_LINE),
                        environment,
                        folder,
                        Optional.empty(),
                        Lent.NOTHING)
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
        return new SettingsReader(new Overrides(overrides, Place.BUILDER), environment, folder, Optional.empty(), lent)
                .read();
    }

    /**
     * Reads all sources, with {@code usual} in place of {@code hexadmin.yaml} unless a file is named.
     *
     * @throws ConfigurationException when anything is wrong, with everything that is
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
     * A configuration that is no file.
     *
     * @param name what messages call it
     */
    public record Text(String name, String yaml) {}

    @Override
    public String toString() {
        return "Settings[" + get(Setting.HOST) + ":" + get(Setting.PORT) + ", " + connection + ", " + models.size()
                + " models]";
    }
}
