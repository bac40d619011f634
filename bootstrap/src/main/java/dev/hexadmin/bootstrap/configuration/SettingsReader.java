package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.cache.jedis.KeyValueUrl;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Backoff;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.notifications.TemplateText;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.persistence.DatabaseSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** Reads all sources of settings once. */
final class SettingsReader {
    private static final String USUAL_FILE = "hexadmin.yaml";
    private static final Pattern MOUNT = Pattern.compile("(/[A-Za-z0-9][A-Za-z0-9._~-]*)+");
    private static final List<String> OWN_PATHS =
            List.of("/observe", "/docs", "/openapi.json", "/problems", "/api/auth");

    private static final List<String> CHANNELS =
            Arrays.stream(Channel.values()).map(Channel::word).toList();
    private static final Duration LONGEST_WAIT = Backoff.USUAL.longest();
    private static final String SMS = "notifications.sms";
    private static final String EMAIL = "notifications.email";
    private static final List<String> PROVIDER_GROUPS = List.of(SMS, EMAIL);
    private static final Pattern PROVIDER_NAME = Pattern.compile("[a-z][a-z0-9_]*");

    /** Variables of the launcher, which the server itself does not read. */
    private static final Set<String> LAUNCHER_VARIABLES = Set.of("HEXADMIN_JAVA_OPTS", "HEXADMIN_AOT");

    private final Map<String, String> overrides;
    private final Place overriding;
    private final Map<String, String> environment;
    private final Path folder;
    private final Optional<Settings.Text> usual;
    private final Settings.Lent lent;
    private final Problems problems = new Problems();
    private final Map<Key, Given> fromFile = new EnumMap<>(Key.class);
    private final Map<Key, Node> trees = new EnumMap<>(Key.class);
    private final Map<String, Outsider> outsiders = new TreeMap<>();
    private YamlSource source = new YamlSource(USUAL_FILE, problems);

    /**
     * What one source says about one key.
     *
     * @param texts one, or any number for a list
     */
    private record Given(List<String> texts, Place place, String key) {
        String text() {
            return texts.getFirst();
        }
    }

    /**
     * What the sources say about a provider that is not built in.
     *
     * @param place where its group begins
     */
    private record Outsider(Place place, Map<String, ProviderSettings.Said> said) {}

    SettingsReader(
            Map<String, String> overrides,
            Place overriding,
            Map<String, String> environment,
            Path folder,
            Optional<Settings.Text> usual,
            Settings.Lent lent) {
        this.overrides = overrides;
        this.overriding = overriding;
        this.environment = environment;
        this.folder = folder;
        this.usual = usual;
        this.lent = lent;
    }

    Settings read() {
        readFile();
        refuseUnknown();
        Optional<DatabaseSettings> connection = connection();
        boolean introspect = flag(Key.INTROSPECT);
        boolean ai = flag(Key.AI_ENABLED);
        Set<String> features = new LinkedHashSet<>(list(Key.FEATURES));
        if (ai) {
            features.add("ai");
        }
        Settings.Schema schema = given(Key.DATABASE_SCHEMA).isEmpty() && introspect
                ? Settings.Schema.EXISTING
                : word(Key.DATABASE_SCHEMA, Settings.Schema.class);
        String adminPath = mount(Key.ADMIN_PATH);
        String notificationsPrefix = mount(Key.NOTIFICATIONS_PREFIX);
        String shownEnvironment = text(Key.ENVIRONMENT).orElse("");
        if (adminPath.equals(notificationsPrefix)) {
            problems.add(
                    place(Key.NOTIFICATIONS_PREFIX),
                    Key.NOTIFICATIONS_PREFIX.path(),
                    "it cannot be the same as 'admin_path'");
        }
        Settings.Server server =
                new Settings.Server(text(Key.SERVER_HOST).orElseThrow(), (int) number(Key.SERVER_PORT));
        Settings.Cache cache = new Settings.Cache(flag(Key.CACHE_ENABLED), Duration.ofSeconds(number(Key.CACHE_TTL)));
        Optional<KeyValueUrl> keyValueServer = keyValueServer();
        List<String> proxies = trustedProxies();
        Settings.RateLimitOnOutage onOutage = word(Key.RATE_LIMIT_ON_OUTAGE, Settings.RateLimitOnOutage.class);
        RateLimitSettings rateLimits = rateLimits();
        Settings.Visibility openApi = visibility(Key.OPENAPI, server.host());
        Settings.Visibility metrics = visibility(Key.METRICS, server.host());
        boolean trustUserId = flag(Key.WS_TRUST_USER_ID);
        Duration access = Duration.ofSeconds(number(Key.ACCESS_TOKEN_TTL));
        Duration refresh = Duration.ofSeconds(number(Key.REFRESH_TOKEN_TTL));
        Duration idle = Duration.ofSeconds(number(Key.SESSION_IDLE_TIMEOUT));
        Duration absolute = Duration.ofSeconds(number(Key.SESSION_ABSOLUTE_TIMEOUT));
        int maxBody = (int) number(Key.MAX_BODY_BYTES);
        int maxUpload = (int) number(Key.MAX_UPLOAD_BYTES);
        long retention = number(Key.AUDIT_RETENTION_DAYS);
        Optional<String> secret = secretKey(connection);
        List<String> previous = previousSecretKeys();
        Optional<Settings.FirstAdmin> admin = firstAdmin();
        Settings.LogFormat logFormat = word(Key.LOG_FORMAT, Settings.LogFormat.class);
        NotificationSettings notifications = notifications();
        Optional<Path> plugins = plugins();
        List<ModelDefinition> models = trees.containsKey(Key.MODELS)
                ? new ModelsReader(source, features).read(trees.get(Key.MODELS), Key.MODELS.path())
                : List.of();
        DashboardSettings dashboard = trees.containsKey(Key.DASHBOARD)
                ? new DashboardReader(source).read(trees.get(Key.DASHBOARD), Key.DASHBOARD.path())
                : DashboardSettings.UNSAID;
        problems.check();
        return new Settings(
                server,
                adminPath,
                notificationsPrefix,
                shownEnvironment,
                new Settings.DatabaseChoice(connection.orElseThrow(), schema),
                cache,
                keyValueServer,
                lent.keyValueClient(),
                proxies,
                onOutage,
                rateLimits,
                ai,
                openApi,
                metrics,
                trustUserId,
                access,
                refresh,
                idle,
                absolute,
                introspect,
                maxBody,
                maxUpload,
                retention == 0 ? Optional.empty() : Optional.of(Duration.ofDays(retention)),
                features,
                secret,
                previous,
                admin,
                logFormat,
                notifications,
                plugins,
                models,
                dashboard);
    }

    // ---- sources

    private void readFile() {
        @Nullable String named = overrides.get(Key.CONFIG);
        Place namedBy = overriding;
        if (named == null) {
            named = environment.get(Key.CONFIG_VARIABLE);
            namedBy = Place.ENVIRONMENT;
        }
        boolean wanted = named != null && !named.isEmpty();
        if (!wanted && usual.isPresent()) {
            source = new YamlSource(usual.get().name(), problems);
            source.root(usual.get().yaml()).ifPresent(root -> walk(root, ""));
            return;
        }
        String name = named == null || named.isEmpty() ? USUAL_FILE : named;
        source = new YamlSource(name, problems);
        String text;
        try {
            text = Files.readString(folder.resolve(name));
        } catch (NoSuchFileException e) {
            if (wanted) {
                problems.add(namedBy, Key.CONFIG, "there is no file " + name);
            }
            return;
        } catch (CharacterCodingException e) {
            problems.add(Place.file(name), "", "the file is not UTF-8");
            return;
        } catch (IOException | InvalidPathException e) {
            problems.add(Place.file(name), "", "the file cannot be read");
            return;
        }
        source.root(text.startsWith("\uFEFF") ? text.substring(1) : text).ifPresent(root -> walk(root, ""));
    }

    private void walk(Node node, String group) {
        source.members(node, group).forEach((name, value) -> {
            String path = YamlSource.join(group, name);
            Optional<Key> key = Key.ofPath(path);
            if (key.isEmpty() && Key.isGroup(path)) {
                if (!YamlSource.isNull(value)) {
                    walk(value, path);
                }
            } else if (key.isEmpty() && PROVIDER_GROUPS.contains(group)) {
                takeOutsider(path, name, value);
            } else if (key.isEmpty()) {
                problems.add(source.place(value), path, "this key is unknown", nearestPath(group, name));
            } else if (!YamlSource.isNull(value)) {
                take(key.get(), value);
            }
        });
    }

    private void takeOutsider(String path, String name, Node value) {
        if (!PROVIDER_NAME.matcher(name).matches()) {
            problems.add(source.place(value), path, "the name of a provider has the form " + PROVIDER_NAME);
            return;
        }
        Outsider outsider = new Outsider(source.place(value), new TreeMap<>());
        outsiders.put(path, outsider);
        if (!YamlSource.isNull(value)) {
            source.members(value, path).forEach((key, node) -> {
                String whole = YamlSource.join(path, key);
                if (!YamlSource.isNull(node)) {
                    source.scalar(node, whole)
                            .ifPresent(text -> outsider.said()
                                    .put(key, new ProviderSettings.Said(text, source.place(node), whole)));
                }
            });
        }
    }

    private void take(Key key, Node value) {
        switch (key.kind()) {
            case TREE, MAPPINGS -> trees.put(key, value);
            case LIST, SECRET_LIST ->
                source.scalars(value, key.path())
                        .ifPresent(texts -> fromFile.put(key, new Given(texts, source.place(value), key.path())));
            case TEXT, SECRET, PATH, NUMBER, SWITCH, WORD ->
                source.scalar(value, key.path())
                        .ifPresent(
                                text -> fromFile.put(key, new Given(List.of(text), source.place(value), key.path())));
        }
    }

    /** Among the neighbours first; else the same name elsewhere, as for {@code port} instead of {@code server.port}. */
    private static Optional<String> nearestPath(String group, String name) {
        Optional<String> neighbour = Nearest.to(name, Key.below(group));
        Optional<String> elsewhere = Key.paths().stream()
                .filter(path -> path.substring(path.lastIndexOf('.') + 1).equals(name))
                .findFirst();
        return neighbour.isPresent() && elsewhere.isEmpty()
                ? neighbour.map(near -> YamlSource.join(group, near))
                : elsewhere.or(() -> Nearest.to(YamlSource.join(group, name), Key.paths()));
    }

    private void refuseUnknown() {
        List<String> variables = new ArrayList<>(List.of(Key.CONFIG_VARIABLE));
        Arrays.stream(Key.values()).map(Key::variable).flatMap(Optional::stream).forEach(variables::add);
        environment.keySet().stream().sorted().forEach(name -> {
            if (name.startsWith(Key.PREFIX)
                    && !variables.contains(name)
                    && !LAUNCHER_VARIABLES.contains(name)
                    && !takeOutsider(name)) {
                String bare = name.substring(Key.PREFIX.length());
                Optional<String> plain = Arrays.stream(Key.values())
                        .filter(key -> key.path().replace('.', '_').equals(bare.toLowerCase(Locale.ROOT)))
                        .map(key -> key.variable().orElse(""))
                        .findFirst();
                if (plain.isPresent() && plain.get().isEmpty()) {
                    problems.add(Place.ENVIRONMENT, name, "only the configuration file can say this");
                } else {
                    problems.add(
                            Place.ENVIRONMENT,
                            name,
                            "this variable is unknown",
                            plain.or(() -> Nearest.to(name, variables)));
                }
            }
        });
        overrides.keySet().stream().sorted().forEach(path -> {
            if (!path.equals(Key.CONFIG)
                    && Key.ofPath(path)
                            .filter(key -> key.variable().isPresent())
                            .isEmpty()
                    && !takeOutsider(path, overrides.get(path))) {
                problems.add(overriding, path, "this setting is unknown", Nearest.to(path, Key.paths()));
            }
        });
    }

    /**
     * A variable about a provider that is not built in. Its name ends where that of a provider does which the file, or a
     * default provider, names; else with the first word.
     */
    private boolean takeOutsider(String variable) {
        for (String group : PROVIDER_GROUPS) {
            String prefix = Key.variable(group) + "_";
            if (variable.startsWith(prefix)) {
                String rest = variable.substring(prefix.length()).toLowerCase(Locale.ROOT);
                Optional<String> known = names(group)
                        .filter(name -> rest.startsWith(name + "_"))
                        .max(Comparator.comparingInt(String::length));
                String name = known.orElse(rest.contains("_") ? rest.substring(0, rest.indexOf('_')) : rest);
                String key = rest.substring(Math.min(rest.length(), name.length() + 1));
                return takeOutsider(group, name, key, environment.get(variable), Place.ENVIRONMENT, variable);
            }
        }
        return false;
    }

    private Stream<String> names(String group) {
        return Stream.of(
                        Key.below(group).stream(),
                        outsiders.keySet().stream()
                                .filter(path -> path.startsWith(group + "."))
                                .map(path -> path.substring(group.length() + 1)),
                        Stream.of(Key.NOTIFICATIONS_DEFAULT_SMS_PROVIDER, Key.NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER)
                                .flatMap(key -> text(key).stream()))
                .flatMap(each -> each);
    }

    private boolean takeOutsider(String path, @Nullable String text) {
        for (String group : PROVIDER_GROUPS) {
            String[] parts = path.startsWith(group + ".")
                    ? path.substring(group.length() + 1).split("\\.", -1)
                    : new String[0];
            if (parts.length == 2) {
                return takeOutsider(group, parts[0], parts[1], text, overriding, path);
            }
        }
        return false;
    }

    /** Whether there can be such a setting. What was taken later wins. */
    private boolean takeOutsider(
            String group, String name, String key, @Nullable String text, Place place, String said) {
        if (key.isEmpty()
                || !PROVIDER_NAME.matcher(name).matches()
                || Key.below(group).contains(name)) {
            return false;
        }
        if (text != null && !text.isEmpty()) {
            outsiders
                    .computeIfAbsent(YamlSource.join(group, name), path -> new Outsider(place, new TreeMap<>()))
                    .said()
                    .put(key, new ProviderSettings.Said(text, place, said));
        }
        return true;
    }

    private Optional<Given> given(Key key) {
        Optional<Given> file = Optional.ofNullable(fromFile.get(key));
        Optional<Given> variable =
                key.variable().flatMap(name -> outside(key, environment.get(name), Place.ENVIRONMENT, name));
        return outside(key, overrides.get(key.path()), overriding, key.path())
                .or(() -> key.fileFirst() ? file.or(() -> variable) : variable.or(() -> file));
    }

    /** An empty variable is an unset one: compose files and service managers often pass them so. */
    private static Optional<Given> outside(Key key, @Nullable String text, Place place, String name) {
        if (text == null || text.isEmpty()) {
            return Optional.empty();
        }
        List<String> texts = key.kind() == Key.Kind.LIST || key.kind() == Key.Kind.SECRET_LIST
                ? Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(part -> !part.isEmpty())
                        .toList()
                : List.of(text);
        return Optional.of(new Given(texts, place, name));
    }

    private Place place(Key key) {
        return given(key).map(Given::place).orElse(Place.file(source.name()));
    }

    // ---- kinds of values

    private void problem(Key key, String message) {
        Optional<Given> given = given(key);
        problems.add(
                given.map(Given::place).orElse(Place.file(source.name())),
                given.map(Given::key).orElse(key.path()),
                message);
    }

    private Optional<String> text(Key key) {
        return given(key)
                .map(Given::text)
                .filter(text -> !text.isEmpty())
                .or(() -> key.usual().isEmpty() ? Optional.empty() : Optional.of(key.usual()));
    }

    private List<String> list(Key key) {
        return given(key).map(Given::texts).orElseGet(() -> key.usual().isEmpty() ? List.of() : List.of(key.usual()));
    }

    private boolean flag(Key key) {
        String text = text(key).orElseThrow();
        return YamlSource.flag(text).orElseGet(() -> {
            problem(key, "true or false is expected, not " + YamlSource.shown(text));
            return false;
        });
    }

    private long number(Key key) {
        String text = text(key).orElseThrow();
        var number = YamlSource.whole(text);
        if (number.isPresent() && number.getAsLong() >= key.minimum() && number.getAsLong() <= key.maximum()) {
            return number.getAsLong();
        }
        problem(
                key,
                "a whole number from " + key.minimum() + " to " + key.maximum() + " is expected, not "
                        + YamlSource.shown(text));
        return Long.parseLong(key.usual());
    }

    private <E extends Enum<E>> E word(Key key, Class<E> type) {
        String text = text(key).orElseThrow();
        if (key.words().contains(text)) {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        }
        Optional<Given> given = given(key);
        problems.add(
                place(key),
                given.map(Given::key).orElse(key.path()),
                YamlSource.shown(text) + " is none of " + String.join(", ", key.words()),
                Nearest.to(text, key.words()));
        return type.getEnumConstants()[0];
    }

    private Settings.Visibility visibility(Key key, String host) {
        if (given(key).isPresent()) {
            return word(key, Settings.Visibility.class);
        }
        return isLoopback(host) ? Settings.Visibility.PUBLIC : Settings.Visibility.SIGNED_IN;
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

    private String mount(Key key) {
        String text = text(key).orElseThrow();
        String path = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        if (!MOUNT.matcher(path).matches()) {
            problem(key, "a path such as " + key.usual() + " is expected, not " + YamlSource.shown(text));
            return key.usual();
        }
        for (String own : OWN_PATHS) {
            if (path.equals(own) || path.startsWith(own + "/")) {
                problem(key, own + " is used by the server itself");
                return key.usual();
            }
        }
        return path;
    }

    // ---- single settings

    private Optional<DatabaseSettings> connection() {
        int pool = (int) number(Key.DATABASE_POOL_SIZE);
        if (lent.dataSource().isPresent()) {
            if (given(Key.DATABASE_URL).isPresent()) {
                problem(Key.DATABASE_URL, "the program brings a DataSource of its own: one of them is too many");
            }
            return Optional.of(new DatabaseSettings.Given(lent.dataSource().get(), pool));
        }
        try {
            return Optional.of(
                    DatabaseSettings.parse(text(Key.DATABASE_URL).orElseThrow().strip(), pool));
        } catch (InvalidPathException e) {
            problem(Key.DATABASE_URL, "'sqlite:' needs a file, such as sqlite:data/hexadmin.db");
        } catch (IllegalArgumentException e) {
            problem(Key.DATABASE_URL, String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    private Optional<KeyValueUrl> keyValueServer() {
        if (lent.keyValueClient().isPresent() && given(Key.KVSTORE_URL).isPresent()) {
            problem(Key.KVSTORE_URL, "the program brings a key-value client of its own: one of them is too many");
        }
        try {
            return text(Key.KVSTORE_URL).map(KeyValueUrl::parse);
        } catch (IllegalArgumentException e) {
            problem(Key.KVSTORE_URL, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private RateLimitSettings rateLimits() {
        Map<RateLimitRule, Limit> limits = new EnumMap<>(RateLimitRule.class);
        for (RateLimitRule occasion : RateLimitRule.values()) {
            int most = (int) number(
                    switch (occasion) {
                        case SIGN_IN_OF_ADDRESS -> Key.SIGN_IN_OF_ADDRESS_LIMIT;
                        case SIGN_IN -> Key.SIGN_IN_LIMIT;
                        case SECOND_FACTOR -> Key.SECOND_FACTOR_LIMIT;
                        case PANEL_SIGN_IN -> Key.PANEL_SIGN_IN_LIMIT;
                        case REFRESH -> Key.REFRESH_LIMIT;
                        case SIGN_OUT -> Key.SIGN_OUT_LIMIT;
                    });
            long window = number(
                    switch (occasion) {
                        case SIGN_IN_OF_ADDRESS -> Key.SIGN_IN_OF_ADDRESS_WINDOW;
                        case SIGN_IN -> Key.SIGN_IN_WINDOW;
                        case SECOND_FACTOR -> Key.SECOND_FACTOR_WINDOW;
                        case PANEL_SIGN_IN -> Key.PANEL_SIGN_IN_WINDOW;
                        case REFRESH -> Key.REFRESH_WINDOW;
                        case SIGN_OUT -> Key.SIGN_OUT_WINDOW;
                    });
            if (most > 0) {
                limits.put(occasion, new Limit(occasion.usual().name(), most, Duration.ofSeconds(window)));
            }
        }
        return new RateLimitSettings(
                limits,
                trees.containsKey(Key.MORE_RATE_LIMITS)
                        ? new RateLimitsReader(source)
                                .read(trees.get(Key.MORE_RATE_LIMITS), Key.MORE_RATE_LIMITS.path())
                        : List.of());
    }

    private List<String> trustedProxies() {
        List<String> proxies = list(Key.TRUSTED_PROXIES);
        for (String proxy : proxies) {
            if (!HttpSettings.isNetwork(proxy)) {
                problem(
                        Key.TRUSTED_PROXIES,
                        "an address or a network such as 10.0.0.0/8 is expected, not " + YamlSource.shown(proxy));
            }
        }
        return proxies;
    }

    private Optional<String> secretKey(Optional<DatabaseSettings> connection) {
        Optional<String> secret = text(Key.SECRET_KEY);
        if (secret.isPresent() && secret.get().length() < SecretKey.SHORTEST) {
            problem(Key.SECRET_KEY, "at least " + SecretKey.SHORTEST + " characters are needed");
        }
        if (secret.isEmpty() && connection.isPresent()) {
            Optional<String> database = switch (connection.get()) {
                case DatabaseSettings.Sqlite file -> Optional.empty(); // it is kept beside the file
                case DatabaseSettings.Postgresql server -> Optional.of("PostgreSQL");
                case DatabaseSettings.Given source -> Optional.of("a DataSource of the program's own");
            };
            database.ifPresent(named -> problems.add(
                    Place.ENVIRONMENT,
                    Key.SECRET_KEY.variable().orElseThrow(),
                    named + " needs one secret for all servers: set at least " + SecretKey.SHORTEST
                            + " random characters"));
        }
        return secret;
    }

    private List<String> previousSecretKeys() {
        List<String> previous = list(Key.PREVIOUS_SECRET_KEYS);
        if (previous.stream().anyMatch(secret -> secret.length() < SecretKey.SHORTEST)) {
            problem(
                    Key.PREVIOUS_SECRET_KEYS,
                    "at least " + SecretKey.SHORTEST + " characters are needed for each of them");
        }
        return previous;
    }

    private Optional<Settings.FirstAdmin> firstAdmin() {
        Optional<String> email = text(Key.ADMIN_EMAIL);
        Optional<String> password = text(Key.ADMIN_PASSWORD);
        if (email.isPresent() != password.isPresent()) {
            problem(
                    email.isPresent() ? Key.ADMIN_EMAIL : Key.ADMIN_PASSWORD,
                    "'admin_email' and 'admin_password' go together");
            return Optional.empty();
        }
        if (email.isPresent() && !isAddress(email.get())) {
            problem(Key.ADMIN_EMAIL, "this is no e-mail address");
        }
        return email.map(address -> new Settings.FirstAdmin(address, password.orElseThrow()));
    }

    private static boolean isAddress(String text) {
        try {
            return !new EmailAddress(text).value().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    // ---- notifications

    private NotificationSettings notifications() {
        Duration first = Duration.ofSeconds(number(Key.NOTIFICATIONS_FIRST_RETRY_SECONDS));
        return new NotificationSettings(
                channels(Key.NOTIFICATIONS_DEFAULT_CHANNELS),
                channels(Key.NOTIFICATIONS_FALLBACK_CHANNELS),
                given(Key.NOTIFICATIONS_DEFAULT_SMS_PROVIDER).map(Given::text),
                given(Key.NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER).map(Given::text),
                providers(SMS),
                providers(EMAIL),
                templates(),
                Duration.ofSeconds(number(Key.NOTIFICATIONS_DEADLINE_SECONDS)),
                new Backoff(
                        (int) number(Key.NOTIFICATIONS_TRIES),
                        first,
                        LONGEST_WAIT.compareTo(first) < 0 ? first : LONGEST_WAIT),
                Duration.ofSeconds(number(Key.NOTIFICATIONS_LEASE_SECONDS)),
                (int) number(Key.NOTIFICATIONS_MAX_FOLLOWERS),
                (int) number(Key.NOTIFICATIONS_MAX_FOLLOWERS_PER_USER),
                (int) number(Key.NOTIFICATIONS_MAX_FOLLOWERS_PER_ADDRESS));
    }

    private List<Channel> channels(Key key) {
        List<Channel> channels = new ArrayList<>();
        for (String word : list(key)) {
            Optional<Channel> channel = Channel.of(word);
            if (channel.isEmpty()) {
                problems.add(
                        place(key),
                        key.path(),
                        YamlSource.shown(word) + " is none of " + String.join(", ", CHANNELS),
                        Nearest.to(word, CHANNELS));
            } else if (channels.contains(channel.get())) {
                problem(key, YamlSource.shown(word) + " is named twice");
            } else {
                channels.add(channel.get());
            }
        }
        return channels;
    }

    /** What is said about the providers of a group, by their names; the providers check it themselves. */
    private Map<String, ProviderSettings> providers(String group) {
        Map<String, ProviderSettings> providers = new TreeMap<>();
        for (String name : Key.below(group)) {
            String path = YamlSource.join(group, name);
            Map<String, ProviderSettings.Said> said = new TreeMap<>();
            for (String each : Key.below(path)) {
                Key.ofPath(YamlSource.join(path, each))
                        .flatMap(this::given)
                        .filter(given -> !given.text().isEmpty())
                        .ifPresent(given ->
                                said.put(each, new ProviderSettings.Said(given.text(), given.place(), given.key())));
            }
            if (!said.isEmpty()) {
                Place place = said.values().iterator().next().place();
                providers.put(name, new ProviderSettings(path, place, said));
            }
        }
        outsiders.forEach((path, outsider) -> {
            if (path.startsWith(group + ".")) {
                providers.put(
                        path.substring(group.length() + 1),
                        new ProviderSettings(path, outsider.place(), outsider.said()));
            }
        });
        return providers;
    }

    private Optional<Path> plugins() {
        Optional<String> text = text(Key.PLUGINS_PATH);
        try {
            Optional<Path> path = text.map(folder::resolve);
            if (path.isPresent() && !Files.isDirectory(path.get())) {
                problem(Key.PLUGINS_PATH, "there is no folder " + YamlSource.shown(text.orElseThrow()));
            }
            return path;
        } catch (InvalidPathException e) {
            problem(Key.PLUGINS_PATH, "this is no path: " + e.getReason());
            return Optional.empty();
        }
    }

    private Map<String, Template> templates() {
        Map<String, Template> templates = new LinkedHashMap<>();
        @Nullable Node tree = trees.get(Key.NOTIFICATIONS_TEMPLATES);
        if (tree != null) {
            source.members(tree, Key.NOTIFICATIONS_TEMPLATES.path())
                    .forEach((name, node) -> template(name, node).ifPresent(template -> templates.put(name, template)));
        }
        return templates;
    }

    private Optional<Template> template(String name, Node node) {
        List<String> parts = List.of("title", "body", "sms_body", "email_subject", "email_html");
        Section section = source.section(node, YamlSource.join(Key.NOTIFICATIONS_TEMPLATES.path(), name), parts);
        Map<String, String> texts = new LinkedHashMap<>();
        boolean readable = true;
        for (String part : parts) {
            Optional<String> text = section.text(part);
            text.ifPresent(given -> texts.put(part, given));
            readable &= text.map(given -> readable(section, part, given)).orElse(true);
        }
        @Nullable String title = texts.get("title");
        @Nullable String body = texts.get("body");
        if (title == null || body == null) {
            source.problem(node, section.path(title == null ? "title" : "body"), "a template needs this");
            return Optional.empty();
        }
        return readable
                ? Optional.of(Template.parse(
                        title,
                        body,
                        Optional.ofNullable(texts.get("sms_body")),
                        Optional.ofNullable(texts.get("email_subject")),
                        Optional.ofNullable(texts.get("email_html"))))
                : Optional.empty();
    }

    private static boolean readable(Section section, String part, String text) {
        try {
            TemplateText.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            section.problem(part, String.valueOf(e.getMessage()));
            return false;
        }
    }
}
