package dev.hexadmin.bootstrap.configuration;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Every setting there is: the readers, the variables' names and the documented table come from this list.
 *
 * <p>Names, variables and defaults are those of the contract, sections 8 and 10.
 */
enum Key {
    SERVER_HOST("server.host", Kind.TEXT, "127.0.0.1", "Address to listen on."),
    SERVER_PORT("server.port", Kind.NUMBER, "8080", 0, 65_535, "Port to listen on; 0 takes a free one."),
    ADMIN_PATH("admin_path", Kind.PATH, "/admin", "Where the panel and, below it, the JSON API are mounted."),
    NOTIFICATIONS_PREFIX(
            "notifications_prefix", Kind.PATH, "/api/notifications", "Where the notification endpoints are mounted."),
    ENVIRONMENT("environment", Kind.TEXT, "", "A word that the panel shows in its top bar, such as `staging`."),
    DATABASE_URL(
            "database.url",
            "DATABASE_URL",
            Kind.SECRET,
            "sqlite:data/hexadmin.db",
            "The database: `sqlite:path` or `postgresql://user:password@host:5432/db`."),
    DATABASE_SCHEMA(
            "database.schema",
            Kind.WORD,
            "manage",
            List.of("manage", "existing"),
            "`manage`: tables of registered models are made, and only ever added to. `existing`: taken as they are. With `introspect` on, the default is `existing`."),
    DATABASE_POOL_SIZE(
            "database.pool_size",
            Kind.NUMBER,
            "16",
            2, // what Flyway takes; the same for SQLite, so that a file that is good there is good here
            1_000,
            "Connections to PostgreSQL at most; bringing its tables up to date takes two. SQLite ignores it."),
    CACHE_ENABLED(
            "cache_enabled",
            "SERVICE_CACHE_ENABLED",
            Kind.SWITCH,
            "false",
            "Cache pages of the panel in the key-value server. The file wins over the variable."),
    CACHE_TTL(
            "cache_ttl",
            "SERVICE_CACHE_TTL",
            Kind.NUMBER,
            "300",
            0,
            Integer.MAX_VALUE,
            "Seconds a cached page lives; 0: until it is evicted. The file wins over the variable."),
    KVSTORE_URL(
            "kvstore_url",
            "KVSTORE_URL",
            Kind.SECRET,
            "",
            "Key-value server shared by several servers: `redis://`, `rediss://` or `unix://`; Redis 6+ or Valkey."),
    TRUSTED_PROXIES(
            "trusted_proxies",
            Kind.LIST,
            "",
            "Addresses or CIDR networks, v4 and v6, whose `X-Forwarded-For` is believed."),
    RATE_LIMIT_ON_OUTAGE(
            "rate_limit_on_outage",
            Kind.WORD,
            "open",
            List.of("open", "local"),
            "When the key-value server is away: `open` lets requests pass, `local` counts in this process."),
    SIGN_IN_LIMIT(
            "rate_limits.sign_in.limit",
            Kind.NUMBER,
            "10",
            0,
            10_000,
            "Failed sign-ins of a client address and e-mail address in a window, API and changes of one's password; 0: no limit."),
    SIGN_IN_WINDOW("rate_limits.sign_in.window", Kind.NUMBER, "900", 1, 86_400, "Seconds of the window."),
    SIGN_IN_OF_ADDRESS_LIMIT(
            "rate_limits.sign_in_of_address.limit",
            Kind.NUMBER,
            "100",
            0,
            10_000,
            "Failed sign-ins of a client address in every way together, whatever the e-mail addresses; 0: no limit."),
    SIGN_IN_OF_ADDRESS_WINDOW(
            "rate_limits.sign_in_of_address.window", Kind.NUMBER, "900", 1, 86_400, "Seconds of the window."),
    SECOND_FACTOR_LIMIT(
            "rate_limits.second_factor.limit",
            Kind.NUMBER,
            "10",
            0,
            10_000,
            "Failed second steps of sign-ins over the API of a client address; 0: no limit."),
    SECOND_FACTOR_WINDOW("rate_limits.second_factor.window", Kind.NUMBER, "900", 1, 86_400, "Seconds of the window."),
    PANEL_SIGN_IN_LIMIT(
            "rate_limits.panel_sign_in.limit",
            Kind.NUMBER,
            "5",
            0,
            10_000,
            "Failed sign-ins of a client address on the panel's page, second steps too; 0: no limit."),
    PANEL_SIGN_IN_WINDOW("rate_limits.panel_sign_in.window", Kind.NUMBER, "900", 1, 86_400, "Seconds of the window."),
    REFRESH_LIMIT(
            "rate_limits.refresh.limit",
            Kind.NUMBER,
            "60",
            0,
            10_000,
            "Token refreshes of a client address, all of them; 0: no limit."),
    REFRESH_WINDOW("rate_limits.refresh.window", Kind.NUMBER, "300", 1, 86_400, "Seconds of the window."),
    SIGN_OUT_LIMIT(
            "rate_limits.sign_out.limit",
            Kind.NUMBER,
            "30",
            0,
            10_000,
            "Sign-outs over the API of a client address, all of them; 0: no limit."),
    SIGN_OUT_WINDOW("rate_limits.sign_out.window", Kind.NUMBER, "300", 1, 86_400, "Seconds of the window."),
    MORE_RATE_LIMITS("rate_limits.more", Kind.MAPPINGS, "", "Limits of your own, on any paths; see below. File only."),
    AI_ENABLED("ai_enabled", Kind.SWITCH, "false", "Register the `admin_ai_*` models; also turns the feature `ai` on."),
    OPENAPI(
            "openapi",
            Kind.WORD,
            "",
            List.of("public", "signed_in", "off"),
            "Who may read `/openapi.json` and `/docs`: `public` is anyone, `signed_in` users and API keys, each of what they may do, `off` no one. Unset: `public` on a loopback address, else `signed_in`."),
    METRICS(
            "metrics",
            Kind.WORD,
            "",
            List.of("public", "signed_in", "off"),
            "Who may read `/observe/metrics`: `public` is anyone, `signed_in` users and API keys, `off` no one. Unset: `public` on a loopback address, else `signed_in`."),
    WS_TRUST_USER_ID(
            "ws_trust_user_id",
            Kind.SWITCH,
            "false",
            "Believe `?user_id=` on the WebSocket without credentials. Only behind a gateway that authenticates."),
    ACCESS_TOKEN_TTL("access_token_ttl", Kind.NUMBER, "600", 1, 86_400, "Seconds an access token is good."),
    REFRESH_TOKEN_TTL("refresh_token_ttl", Kind.NUMBER, "604800", 60, 31_622_400, "Seconds a refresh token is good."),
    SESSION_IDLE_TIMEOUT(
            "session_idle_timeout",
            Kind.NUMBER,
            "28800",
            60,
            31_622_400,
            "Seconds a session of the panel lasts without a request of its user."),
    SESSION_ABSOLUTE_TIMEOUT(
            "session_absolute_timeout",
            Kind.NUMBER,
            "604800",
            60,
            31_622_400,
            "Seconds a session of the panel lasts at most, however much it is used."),
    INTROSPECT(
            "introspect", Kind.SWITCH, "false", "Every table of the database that has a primary key becomes a model."),
    MAX_BODY_BYTES("max_body_bytes", Kind.NUMBER, "1048576", 1_024, 1_073_741_824, "Bytes of a request body at most."),
    MAX_UPLOAD_BYTES(
            "max_upload_bytes",
            Kind.NUMBER,
            "67108864",
            1_024,
            1_073_741_824,
            "Bytes of a file that is uploaded for an import at most."),
    AUDIT_RETENTION_DAYS(
            "audit_retention_days",
            Kind.NUMBER,
            "0",
            0,
            36_500,
            "Days an audit row is kept; 0: for ever. The only way an audit row goes."),
    FEATURES(
            "features", Kind.LIST, "", "Feature flags that are on; a model with `feature` exists only under its flag."),
    SECRET_KEY(
            "secret_key",
            Kind.SECRET,
            "",
            "At least 32 characters; signs tokens and cursors. Unset: made once and kept as `secret.key` beside the embedded database, refused with PostgreSQL."),
    PREVIOUS_SECRET_KEYS(
            "previous_secret_keys",
            Kind.SECRET_LIST,
            "",
            "Former secret keys whose access tokens are still accepted, for a change of `secret_key` without signing everybody out."),
    ADMIN_EMAIL(
            "admin_email", Kind.TEXT, "", "With `admin_password`: the first superuser, made on the first start only."),
    ADMIN_PASSWORD("admin_password", Kind.SECRET, "", "Password of the first superuser."),
    LOG_FORMAT(
            "log_format", Kind.WORD, "text", List.of("text", "json"), "`text` for people, `json` one object per line."),
    NOTIFICATIONS_DEFAULT_CHANNELS(
            "notifications.default_channels",
            Kind.LIST,
            "in_app",
            "Channels of a notification that names none: `in_app`, `sms`, `email`."),
    NOTIFICATIONS_FALLBACK_CHANNELS(
            "notifications.fallback_channels", Kind.LIST, "", "Channels to try, in order, when one has failed."),
    NOTIFICATIONS_DEFAULT_SMS_PROVIDER(
            "notifications.default_sms_provider", Kind.TEXT, "twilio", "Name of the SMS provider to use."),
    NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER(
            "notifications.default_email_provider", Kind.TEXT, "smtp", "Name of the e-mail provider to use."),
    NOTIFICATIONS_DEADLINE_SECONDS(
            "notifications.deadline_seconds",
            Kind.NUMBER,
            "10",
            1,
            50, // a request of a minute counts as lost to whoever repeats it with its idempotency key
            "How long a call that sends waits for its channels; what is not through by then goes on without it."),
    NOTIFICATIONS_TRIES(
            "notifications.tries", Kind.NUMBER, "8", 1, 100, "Tries of a message that a provider could not take."),
    NOTIFICATIONS_FIRST_RETRY_SECONDS(
            "notifications.first_retry_seconds",
            Kind.NUMBER,
            "14",
            1,
            3_600,
            "Wait before the second try; each further one is twice as long, 15 minutes at most, give or take a fifth."),
    NOTIFICATIONS_LEASE_SECONDS(
            "notifications.lease_seconds",
            Kind.NUMBER,
            "120",
            5,
            3_600,
            "A message whose provider was called, and of which nothing more was heard because the server died, is tried"
                    + " again after this. Longer than any provider takes."),
    NOTIFICATIONS_MAX_FOLLOWERS(
            "notifications.max_followers",
            Kind.NUMBER,
            "20000",
            1,
            1_000_000,
            "Sockets and event streams on this server at most."),
    NOTIFICATIONS_MAX_FOLLOWERS_PER_USER(
            "notifications.max_followers_per_user", Kind.NUMBER, "1024", 1, 1_000_000, "Those of one user."),
    NOTIFICATIONS_MAX_FOLLOWERS_PER_ADDRESS(
            "notifications.max_followers_per_address",
            Kind.NUMBER,
            "10000",
            1,
            1_000_000,
            "Those from one client address."),
    TWILIO_ACCOUNT_SID("notifications.sms.twilio.account_sid", Kind.TEXT, "", "Account of the SMS gateway."),
    TWILIO_AUTH_TOKEN("notifications.sms.twilio.auth_token", Kind.SECRET, "", "Its token."),
    TWILIO_FROM_NUMBER(
            "notifications.sms.twilio.from_number", Kind.TEXT, "", "Sender of SMS messages, such as `+15017122661`."),
    TWILIO_BASE_URL(
            "notifications.sms.twilio.base_url",
            Kind.TEXT,
            "https://api.twilio.com",
            "Where the gateway's REST interface is."),
    TWILIO_STATUS_CALLBACK_URL(
            "notifications.sms.twilio.status_callback_url",
            Kind.TEXT,
            "",
            "Where the gateway reports what became of a message, as it calls it from outside; unset: it is asked."),
    SMTP_HOST("notifications.email.smtp.host", Kind.TEXT, "", "Mail server."),
    SMTP_PORT("notifications.email.smtp.port", Kind.NUMBER, "587", 1, 65_535, "Its port."),
    SMTP_USERNAME("notifications.email.smtp.username", Kind.TEXT, "", "Account there; unset: none is used."),
    SMTP_PASSWORD("notifications.email.smtp.password", Kind.SECRET, "", "Its password."),
    SMTP_FROM_ADDRESS("notifications.email.smtp.from_address", Kind.TEXT, "", "Sender of e-mail messages."),
    SMTP_TLS(
            "notifications.email.smtp.tls",
            Kind.WORD,
            "starttls",
            List.of("starttls", "tls", "none"),
            "How the connection is protected."),
    NOTIFICATIONS_TEMPLATES(
            "notifications.templates",
            Kind.TREE,
            "",
            "Message templates by name: `title`, `body`, `sms_body`, `email_subject`, `email_html`. File only."),
    PLUGINS_PATH(
            "plugins_path",
            Kind.TEXT,
            "",
            "Folder of modules that bring providers of messages; unset: `plugins` beside the program's `lib`, if there is one."),
    DASHBOARD(
            "dashboard",
            Kind.MAPPINGS,
            "",
            "The cards of the dashboard, in order; see below. Unset: the usual ones. File only."),
    MODELS("models", Kind.TREE, "", "The registered models, by name; see below. File only.");

    /** What a value looks like. */
    enum Kind {
        TEXT("text"),
        /** Text that no message repeats. */
        SECRET("text"),
        PATH("path"),
        NUMBER("number"),
        SWITCH("true or false"),
        WORD("word"),
        LIST("list"),
        SECRET_LIST("list"),
        TREE("mapping"),
        MAPPINGS("list of mappings");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        boolean secret() {
            return this == SECRET || this == SECRET_LIST;
        }
    }

    /** Names of files, not settings of the server: they cannot stand in a file themselves. */
    static final String CONFIG = "config";

    static final String CONFIG_VARIABLE = "HEXADMIN_CONFIG";
    static final String PREFIX = "HEXADMIN_";

    private final String path;
    private final String variable;
    private final Kind kind;
    private final String usual;
    private final long minimum;
    private final long maximum;
    private final String words;
    private final String meaning;

    Key(String path, Kind kind, String usual, String meaning) {
        this(path, variable(path), kind, usual, 0, 0, List.of(), meaning);
    }

    Key(String path, String variable, Kind kind, String usual, String meaning) {
        this(path, variable, kind, usual, 0, 0, List.of(), meaning);
    }

    Key(String path, Kind kind, String usual, long minimum, long maximum, String meaning) {
        this(path, variable(path), kind, usual, minimum, maximum, List.of(), meaning);
    }

    Key(String path, String variable, Kind kind, String usual, long minimum, long maximum, String meaning) {
        this(path, variable, kind, usual, minimum, maximum, List.of(), meaning);
    }

    Key(String path, Kind kind, String usual, List<String> words, String meaning) {
        this(path, variable(path), kind, usual, 0, 0, words, meaning);
    }

    Key(
            String path,
            String variable,
            Kind kind,
            String usual,
            long minimum,
            long maximum,
            List<String> words,
            String meaning) {
        this.path = path;
        this.variable = variable;
        this.kind = kind;
        this.usual = usual;
        this.minimum = minimum;
        this.maximum = maximum;
        this.words = String.join(",", words);
        this.meaning = meaning;
    }

    /** The environment variable of a path that has no name of its own. */
    static String variable(String path) {
        return PREFIX + path.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    String path() {
        return path;
    }

    /** The environment variable; empty for what only a file can say. */
    Optional<String> variable() {
        return kind == Kind.TREE || kind == Kind.MAPPINGS ? Optional.empty() : Optional.of(variable);
    }

    Kind kind() {
        return kind;
    }

    /** The default as text; empty: unset, or an empty list. */
    String usual() {
        return usual;
    }

    long minimum() {
        return minimum;
    }

    long maximum() {
        return maximum;
    }

    List<String> words() {
        return words.isEmpty() ? List.of() : List.of(words.split(","));
    }

    String meaning() {
        return meaning;
    }

    /** Whether the file wins over the variable (contract, clarification 12.1). */
    boolean fileFirst() {
        return this == CACHE_ENABLED || this == CACHE_TTL;
    }

    static Optional<Key> ofPath(String path) {
        return Arrays.stream(values()).filter(key -> key.path.equals(path)).findFirst();
    }

    static List<String> paths() {
        return Arrays.stream(values()).map(Key::path).toList();
    }

    /** Whether {@code path} is a group such as {@code server}. */
    static boolean isGroup(String path) {
        return Arrays.stream(values()).anyMatch(key -> key.path.startsWith(path + "."));
    }

    /** The names that may stand directly below a group; the empty path is the whole file. */
    static List<String> below(String group) {
        String prefix = group.isEmpty() ? "" : group + ".";
        return Arrays.stream(values())
                .filter(key -> key.path.startsWith(prefix))
                .map(key -> key.path.substring(prefix.length()).split("\\.", 2)[0])
                .distinct()
                .toList();
    }
}
