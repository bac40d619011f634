package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.bootstrap.configuration.SettingSources.Overrides;
import dev.hexadmin.bootstrap.configuration.SettingSources.SourceValue;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.http.branding.BrandFile;
import dev.hexadmin.http.webauthn.RelyingParties;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads all sources of settings once, each setting by its definition, and checks dependencies between settings. */
final class SettingsReader {
    private final Problems problems = new Problems();
    private final SettingSources sources;
    private final Path folder;
    private final Optional<Settings.Text> usual;
    private final Settings.Lent lent;
    private final Map<String, Object> values = new HashMap<>();

    SettingsReader(
            Overrides overrides,
            Map<String, String> environment,
            Path folder,
            Optional<Settings.Text> usual,
            Settings.Lent lent) {
        this.sources = new SettingSources(overrides, environment, problems, lent.identityProviders());
        this.folder = folder;
        this.usual = usual;
        this.lent = lent;
    }

    /** The settings of a server. */
    Settings read() {
        return read(true);
    }

    /** The settings of a command that reads tables: it signs nothing. */
    Settings readWithoutSecret() {
        return read(false);
    }

    private Settings read(boolean signs) {
        sources.read(folder, usual);
        SettingTable.all().stream()
                .filter(setting -> setting.variable().isPresent() && !ProviderSources.isOfProvider(setting.key()))
                .forEach(this::readValue);
        SettingValues read = new SettingValues(values);
        checkPaths(read);
        checkRetention(read);
        Optional<DatabaseSettings> connection = connection(read);
        checkKeyValueServer();
        checkBucket(read);
        checkPasskeys(read);
        if (signs) {
            checkSecretKey(connection);
        }
        checkFirstAdmin(read);
        checkPlugins();
        checkBranding();
        YamlSource file = sources.file();
        RateLimitSettings rateLimits = new RateLimitSettings(
                RateLimitsReader.limits(read),
                sources.structure(SettingTable.MORE_RATE_LIMITS)
                        .map(node -> new RateLimitsReader(file).read(node, SettingTable.MORE_RATE_LIMITS.key()))
                        .orElse(List.of()));
        NotificationSettings notifications = new NotificationSettings(
                channels(read, Setting.NOTIFICATIONS_DEFAULT_CHANNELS),
                channels(read, Setting.NOTIFICATIONS_FALLBACK_CHANNELS),
                sources.providers(),
                sources.channels(),
                sources.structure(SettingTable.TEMPLATES)
                        .map(node -> new TemplatesReader(file).read(node, SettingTable.TEMPLATES.key()))
                        .orElse(Map.of()));
        if (isGiven(Setting.BRANDING_NAME)) {
            notifications = notifications.sentBy(read.get(Setting.BRANDING_NAME));
        }
        ConfiguredModels models = sources.structure(SettingTable.MODELS)
                .map(node -> new ModelsReader(file, Settings.features(read)).read(node, SettingTable.MODELS.key()))
                .orElse(ConfiguredModels.NONE);
        DashboardSettings dashboard = sources.structure(SettingTable.DASHBOARD)
                .map(node -> new DashboardReader(file).read(node, SettingTable.DASHBOARD.key()))
                .orElse(DashboardSettings.UNSAID);
        List<IdentityProviderSettings> identityProviders = sources.identityProviders();
        resolveFiles();
        problems.check();
        return new Settings(
                new SettingValues(values),
                connection.orElseThrow(),
                lent.keyValueClient(),
                rateLimits,
                notifications,
                models,
                dashboard,
                identityProviders);
    }

    private <T> void readValue(SettingDefinition<T> setting) {
        sources.given(setting)
                .map(SourceValue::texts)
                .flatMap(texts ->
                        setting.type().read(texts, (message, nearest) -> sources.problem(setting, message, nearest)))
                .ifPresent(value -> values.put(setting.key(), value));
    }

    private ChannelNames channels(SettingValues read, Setting<List<Channel>> setting) {
        Optional<SourceValue> given = sources.given(SettingDefinition.of(setting));
        return new ChannelNames(
                read.get(setting),
                given.map(SourceValue::name).orElse(setting.key()),
                given.map(SourceValue::place).orElse(Place.BUILDER));
    }

    private void problem(Setting<?> setting, String message) {
        sources.problem(SettingDefinition.of(setting), message, Optional.empty());
    }

    private boolean isGiven(Setting<?> setting) {
        return sources.given(SettingDefinition.of(setting)).isPresent();
    }

    private void checkRetention(SettingValues read) {
        int days = read.get(Setting.NOTIFICATIONS_RETENTION_DAYS);
        long leastDays = NotificationsSettings.usual().retention().events().toDays();
        if (days > 0 && days < leastDays) {
            problem(Setting.NOTIFICATIONS_RETENTION_DAYS, "it must be 0, or at least " + leastDays + ", not " + days);
        }
    }

    private void checkPaths(SettingValues read) {
        if (read.get(Setting.ADMIN_PATH).equals(read.get(Setting.NOTIFICATIONS_PREFIX))) {
            problem(Setting.NOTIFICATIONS_PREFIX, "it cannot be the same as 'admin_path'");
        }
    }

    private Optional<DatabaseSettings> connection(SettingValues read) {
        int pool = read.get(Setting.DATABASE_POOL_SIZE);
        if (lent.dataSource().isPresent()) {
            if (isGiven(Setting.DATABASE_URL)) {
                problem(Setting.DATABASE_URL, "the program provides a DataSource, too: use only one of them");
            }
            notWith(Setting.DATABASE_PASSWORD_FILE, "the program's DataSource has its own password");
            notWith(Setting.DATABASE_READ_URLS, "replicas need 'database.url', not a DataSource of the program");
            return Optional.of(new DatabaseSettings.Given(lent.dataSource().get(), pool, lent.transactions()));
        }
        try {
            DatabaseSettings settings =
                    Persistence.settings(read.get(Setting.DATABASE_URL).strip(), pool);
            return switch (settings) {
                case DatabaseSettings.Embedded(String product, Path file) -> {
                    notWith(Setting.DATABASE_PASSWORD_FILE, product + " has no passwords");
                    notWith(Setting.DATABASE_READ_URLS, product + " has no replicas");
                    yield Optional.of(new DatabaseSettings.Embedded(product, folder.resolve(file)));
                }
                case DatabaseSettings.Server server -> Optional.of(server(server, read));
                case DatabaseSettings.Given given -> Optional.of(given);
            };
        } catch (IllegalArgumentException e) {
            problem(Setting.DATABASE_URL, String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    private void notWith(Setting<?> setting, String reason) {
        if (isGiven(setting)) {
            problem(setting, reason);
        }
    }

    /** A server with its replicas, and with passwords from the file. */
    private DatabaseSettings.Server server(DatabaseSettings.Server server, SettingValues read) {
        List<DatabaseSettings.Server> replicas = new ArrayList<>();
        for (String url : read.get(Setting.DATABASE_READ_URLS)) {
            try {
                if (Persistence.settings(url.strip(), server.poolSize()) instanceof DatabaseSettings.Server replica
                        && Persistence.isSameKind(replica, server)) {
                    replicas.add(replica);
                } else {
                    problem(Setting.DATABASE_READ_URLS, "replicas of " + server.product() + " are expected");
                }
            } catch (IllegalArgumentException e) {
                problem(Setting.DATABASE_READ_URLS, String.valueOf(e.getMessage()));
            }
        }
        Optional<Path> file =
                new SettingValues(values).find(Setting.DATABASE_PASSWORD_FILE).map(folder::resolve);
        if (file.isEmpty()) {
            return server.with(replicas);
        }
        if (!server.password().isEmpty()) {
            problem(Setting.DATABASE_PASSWORD_FILE, "'database.url' has a password, too: use only one of them");
        }
        if (!Files.isReadable(file.get())) {
            problem(Setting.DATABASE_PASSWORD_FILE, "there is no readable file " + YamlSource.shown(file.get()));
        }
        return server.withPasswordFrom(file.get())
                .with(replicas.stream()
                        .map(replica -> replica.withPasswordFrom(file.get()))
                        .toList());
    }

    private void checkBranding() {
        checkFile(Setting.BRANDING_MARK, BrandFile::mark);
        checkFile(Setting.BRANDING_MARK_DARK, BrandFile::mark);
        checkFile(Setting.BRANDING_MARK_MAIL, BrandFile::mailMark);
        checkFile(Setting.BRANDING_FAVICON, BrandFile::icon);
        checkFile(Setting.BRANDING_CSS, BrandFile::styles);
        together(Setting.BRANDING_MARK_DARK, Setting.BRANDING_MARK);
        together(Setting.BRANDING_ACCENT_DARK, Setting.BRANDING_ACCENT);
    }

    private void together(Setting<?> variant, Setting<?> base) {
        if (isGiven(variant) && !isGiven(base)) {
            problem(variant, "it needs '" + base.key() + "', too");
        }
    }

    /** A file that is read again when the pages are made. */
    private void checkFile(Setting<Path> setting, Consumer<Path> check) {
        new SettingValues(values).find(setting).map(folder::resolve).ifPresent(path -> {
            try {
                check.accept(path);
            } catch (IllegalArgumentException e) {
                problem(setting, String.valueOf(e.getMessage()));
            }
            values.put(setting.key(), path);
        });
    }

    private void resolveFiles() {
        new SettingValues(values)
                .find(Setting.FILES_PATH)
                .ifPresent(path -> values.put(Setting.FILES_PATH.key(), folder.resolve(path)));
    }

    private void checkBucket(SettingValues read) {
        boolean bucket = isGiven(Setting.FILES_BUCKET);
        boolean inBucket = read.get(Setting.FILES_STORE) == Setting.FileStore.S3;
        if (inBucket != bucket) {
            problem(
                    inBucket ? Setting.FILES_STORE : Setting.FILES_BUCKET,
                    "the store 's3' and 'files.bucket' go together");
        }
        if (isGiven(Setting.FILES_ACCESS_KEY) != isGiven(Setting.FILES_SECRET_KEY)) {
            problem(
                    isGiven(Setting.FILES_ACCESS_KEY) ? Setting.FILES_ACCESS_KEY : Setting.FILES_SECRET_KEY,
                    "'files.access_key' and 'files.secret_key' go together");
        }
    }

    private void checkPasskeys(SettingValues read) {
        try {
            RelyingParties.of(
                    read.find(Setting.PUBLIC_URL),
                    read.find(Setting.PASSKEYS_RP_ID),
                    read.get(Setting.PASSKEYS_ORIGINS));
        } catch (IllegalArgumentException e) {
            problem(
                    isGiven(Setting.PASSKEYS_ORIGINS) ? Setting.PASSKEYS_ORIGINS : Setting.PASSKEYS_RP_ID,
                    String.valueOf(e.getMessage()));
        }
    }

    private void checkKeyValueServer() {
        if (lent.keyValueClient().isPresent() && isGiven(Setting.KVSTORE_URL)) {
            problem(Setting.KVSTORE_URL, "the program provides a key-value client, too: use only one of them");
        }
    }

    private void checkSecretKey(Optional<DatabaseSettings> connection) {
        if (isGiven(Setting.SECRET_KEY) || connection.isEmpty()) {
            return;
        }
        Optional<String> database = switch (connection.get()) {
            case DatabaseSettings.Embedded file -> Optional.empty(); // the secret is stored next to the file
            case DatabaseSettings.Server server -> Optional.of(server.product());
            case DatabaseSettings.Given source -> Optional.of("the program's DataSource");
        };
        database.ifPresent(named -> problems.add(
                Place.ENVIRONMENT,
                SettingDefinition.of(Setting.SECRET_KEY).variable().orElseThrow(),
                named + " needs one secret for all servers: set at least " + SecretKey.MIN_LENGTH
                        + " random characters"));
    }

    private void checkFirstAdmin(SettingValues read) {
        boolean email = isGiven(Setting.ADMIN_EMAIL);
        if (email != isGiven(Setting.ADMIN_PASSWORD)) {
            problem(
                    email ? Setting.ADMIN_EMAIL : Setting.ADMIN_PASSWORD,
                    "'admin_email' and 'admin_password' go together");
        }
    }

    private void checkPlugins() {
        SettingValues read = new SettingValues(values);
        read.find(Setting.PLUGINS_PATH).ifPresent(path -> {
            Path resolved = folder.resolve(path);
            if (!Files.isDirectory(resolved)) {
                problem(Setting.PLUGINS_PATH, "there is no folder " + YamlSource.shown(path));
            }
            values.put(Setting.PLUGINS_PATH.key(), resolved);
        });
    }
}
