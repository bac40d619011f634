package dev.hexadmin.bootstrap;

import dev.hexadmin.domain.notifications.Channel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A setting with the type of its value, for {@link Hexadmin.Builder#set}: {@code set(Setting.PORT, 8080)}. Each is a key
 * of the configuration file, whose documentation has the defaults and what each is for; what a file says in lists of
 * mappings has a method of the builder. Immutable.
 *
 * @param <T> the type of its value
 */
public final class Setting<T> {
    /** Address to listen on. */
    public static final Setting<String> HOST = text("server.host");

    /** Port to listen on; 0 takes a free one. */
    public static final Setting<Integer> PORT = number("server.port");

    /** Where the panel and, below it, the JSON API are mounted, such as {@code /admin}. */
    public static final Setting<String> ADMIN_PATH = text("admin_path");

    /** Where the notification endpoints are mounted. */
    public static final Setting<String> NOTIFICATIONS_PREFIX = text("notifications_prefix");

    /** A word that the panel shows in its top bar. */
    public static final Setting<String> ENVIRONMENT = text("environment");

    /** {@code sqlite:path} or {@code postgresql://user:password@host:5432/db}. */
    public static final Setting<String> DATABASE_URL = text("database.url");

    /** Who makes the tables of registered models. */
    public static final Setting<Schema> DATABASE_SCHEMA = word("database.schema");

    /** Connections to PostgreSQL at most, from 2. */
    public static final Setting<Integer> DATABASE_POOL_SIZE = number("database.pool_size");

    /** Whether pages of the panel are cached in the key-value server. */
    public static final Setting<Boolean> CACHE_ENABLED = flag("cache_enabled");

    /** How long a cached page lives, in whole seconds; zero: until it is evicted. */
    public static final Setting<Duration> CACHE_TTL = seconds("cache_ttl");

    /** Key-value server shared by several servers: {@code redis://}, {@code rediss://} or {@code unix://}. */
    public static final Setting<String> KVSTORE_URL = text("kvstore_url");

    /** Addresses or CIDR networks whose {@code X-Forwarded-For} is believed. */
    public static final Setting<List<String>> TRUSTED_PROXIES = list("trusted_proxies");

    /** What rate limits do while the key-value server is away. */
    public static final Setting<Outage> RATE_LIMIT_ON_OUTAGE = word("rate_limit_on_outage");

    /** Who may read the OpenAPI document and the page that shows it. */
    public static final Setting<Visibility> OPENAPI = word("openapi");

    /** Who may read the metrics. */
    public static final Setting<Visibility> METRICS = word("metrics");

    /** Failed sign-ins of a client address and e-mail address in a window; 0: no limit. */
    public static final Setting<Integer> SIGN_IN_LIMIT = number("rate_limits.sign_in.limit");

    /** The window of {@link #SIGN_IN_LIMIT}, in whole seconds. */
    public static final Setting<Duration> SIGN_IN_WINDOW = seconds("rate_limits.sign_in.window");

    /** Failed sign-ins of a client address in every way together in a window; 0: no limit. */
    public static final Setting<Integer> SIGN_IN_OF_ADDRESS_LIMIT = number("rate_limits.sign_in_of_address.limit");

    /** The window of {@link #SIGN_IN_OF_ADDRESS_LIMIT}, in whole seconds. */
    public static final Setting<Duration> SIGN_IN_OF_ADDRESS_WINDOW = seconds("rate_limits.sign_in_of_address.window");

    /** Failed second steps of sign-ins over the API of a client address in a window; 0: no limit. */
    public static final Setting<Integer> SECOND_FACTOR_LIMIT = number("rate_limits.second_factor.limit");

    /** The window of {@link #SECOND_FACTOR_LIMIT}, in whole seconds. */
    public static final Setting<Duration> SECOND_FACTOR_WINDOW = seconds("rate_limits.second_factor.window");

    /** Failed sign-ins of a client address on the panel's page in a window; 0: no limit. */
    public static final Setting<Integer> PANEL_SIGN_IN_LIMIT = number("rate_limits.panel_sign_in.limit");

    /** The window of {@link #PANEL_SIGN_IN_LIMIT}, in whole seconds. */
    public static final Setting<Duration> PANEL_SIGN_IN_WINDOW = seconds("rate_limits.panel_sign_in.window");

    /** Token refreshes of a client address in a window; 0: no limit. */
    public static final Setting<Integer> REFRESH_LIMIT = number("rate_limits.refresh.limit");

    /** The window of {@link #REFRESH_LIMIT}, in whole seconds. */
    public static final Setting<Duration> REFRESH_WINDOW = seconds("rate_limits.refresh.window");

    /** Sign-outs of a client address in a window; 0: no limit. */
    public static final Setting<Integer> SIGN_OUT_LIMIT = number("rate_limits.sign_out.limit");

    /** The window of {@link #SIGN_OUT_LIMIT}, in whole seconds. */
    public static final Setting<Duration> SIGN_OUT_WINDOW = seconds("rate_limits.sign_out.window");

    /** Whether the {@code admin_ai_*} models exist. */
    public static final Setting<Boolean> AI_ENABLED = flag("ai_enabled");

    /** Whether {@code ?user_id=} on the WebSocket is believed without credentials. */
    public static final Setting<Boolean> WS_TRUST_USER_ID = flag("ws_trust_user_id");

    /** How long an access token is good, in whole seconds. */
    public static final Setting<Duration> ACCESS_TOKEN_TTL = seconds("access_token_ttl");

    /** How long a refresh token is good, in whole seconds. */
    public static final Setting<Duration> REFRESH_TOKEN_TTL = seconds("refresh_token_ttl");

    /** How long a session of the panel lasts without a request of its user, in whole seconds. */
    public static final Setting<Duration> SESSION_IDLE_TIMEOUT = seconds("session_idle_timeout");

    /** How long a session of the panel lasts at most, in whole seconds. */
    public static final Setting<Duration> SESSION_ABSOLUTE_TIMEOUT = seconds("session_absolute_timeout");

    /** Whether every table of the database that has a primary key becomes a model. */
    public static final Setting<Boolean> INTROSPECT = flag("introspect");

    /** Bytes of a request body at most. */
    public static final Setting<Integer> MAX_BODY_BYTES = number("max_body_bytes");

    /** Bytes of an uploaded file at most. */
    public static final Setting<Integer> MAX_UPLOAD_BYTES = number("max_upload_bytes");

    /** Days an audit row is kept; 0: for ever. */
    public static final Setting<Integer> AUDIT_RETENTION_DAYS = number("audit_retention_days");

    /** Feature flags that are on. */
    public static final Setting<List<String>> FEATURES = list("features");

    /** At least 32 characters; signs tokens and cursors. */
    public static final Setting<String> SECRET_KEY = text("secret_key");

    /** Former secret keys whose access tokens are still accepted. */
    public static final Setting<List<String>> PREVIOUS_SECRET_KEYS = list("previous_secret_keys");

    /** With {@link #ADMIN_PASSWORD}: the first superuser, made on the first start only. */
    public static final Setting<String> ADMIN_EMAIL = text("admin_email");

    /** Password of the first superuser. */
    public static final Setting<String> ADMIN_PASSWORD = text("admin_password");

    /** How log lines of the command line's server look; an embedding program's logging is its own. */
    public static final Setting<LogFormat> LOG_FORMAT = word("log_format");

    /** Channels of a notification that names none. */
    public static final Setting<List<Channel>> NOTIFICATIONS_DEFAULT_CHANNELS =
            channels("notifications.default_channels");

    /** Channels to try, in order, when one has failed. */
    public static final Setting<List<Channel>> NOTIFICATIONS_FALLBACK_CHANNELS =
            channels("notifications.fallback_channels");

    /** Name of the SMS provider to use. */
    public static final Setting<String> NOTIFICATIONS_DEFAULT_SMS_PROVIDER = text("notifications.default_sms_provider");

    /** Name of the e-mail provider to use. */
    public static final Setting<String> NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER =
            text("notifications.default_email_provider");

    /** How long a call that sends waits for its channels, in whole seconds. */
    public static final Setting<Duration> NOTIFICATIONS_DEADLINE = seconds("notifications.deadline_seconds");

    /** Tries of a message that a provider could not take. */
    public static final Setting<Integer> NOTIFICATIONS_TRIES = number("notifications.tries");

    /** Wait before the second try, in whole seconds. */
    public static final Setting<Duration> NOTIFICATIONS_FIRST_RETRY = seconds("notifications.first_retry_seconds");

    /** After what time a message that a dead server was sending is tried again, in whole seconds. */
    public static final Setting<Duration> NOTIFICATIONS_LEASE = seconds("notifications.lease_seconds");

    /** Sockets and event streams on this server at most. */
    public static final Setting<Integer> NOTIFICATIONS_MAX_FOLLOWERS = number("notifications.max_followers");

    /** Those of one user. */
    public static final Setting<Integer> NOTIFICATIONS_MAX_FOLLOWERS_PER_USER =
            number("notifications.max_followers_per_user");

    /** Those from one client address. */
    public static final Setting<Integer> NOTIFICATIONS_MAX_FOLLOWERS_PER_ADDRESS =
            number("notifications.max_followers_per_address");

    /** Account of the SMS gateway. */
    public static final Setting<String> TWILIO_ACCOUNT_SID = text("notifications.sms.twilio.account_sid");

    /** Its token. */
    public static final Setting<String> TWILIO_AUTH_TOKEN = text("notifications.sms.twilio.auth_token");

    /** Sender of SMS messages. */
    public static final Setting<String> TWILIO_FROM_NUMBER = text("notifications.sms.twilio.from_number");

    /** Where the gateway's REST interface is. */
    public static final Setting<String> TWILIO_BASE_URL = text("notifications.sms.twilio.base_url");

    /** Where the gateway reports what became of a message. */
    public static final Setting<String> TWILIO_STATUS_CALLBACK_URL =
            text("notifications.sms.twilio.status_callback_url");

    /** Mail server. */
    public static final Setting<String> SMTP_HOST = text("notifications.email.smtp.host");

    /** Its port. */
    public static final Setting<Integer> SMTP_PORT = number("notifications.email.smtp.port");

    /** Account there. */
    public static final Setting<String> SMTP_USERNAME = text("notifications.email.smtp.username");

    /** Its password. */
    public static final Setting<String> SMTP_PASSWORD = text("notifications.email.smtp.password");

    /** Sender of e-mail messages. */
    public static final Setting<String> SMTP_FROM_ADDRESS = text("notifications.email.smtp.from_address");

    /** How the connection to the mail server is protected. */
    public static final Setting<Tls> SMTP_TLS = word("notifications.email.smtp.tls");

    /** Folder of plugins. */
    public static final Setting<Path> PLUGINS_PATH = of("plugins_path", Path::toString);

    private final String key;
    private final Function<T, String> writing;

    private Setting(String key, Function<T, String> writing) {
        this.key = key;
        this.writing = writing;
    }

    /** Who makes the tables of registered models. */
    public enum Schema {
        /** Hexadmin does, and only ever adds to them. */
        MANAGE,
        /** They are taken as they are. */
        EXISTING
    }

    /** What rate limits do while the key-value server is away. */
    public enum Outage {
        /** Requests pass. */
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
        /** For people. */
        TEXT,
        /** One object a line. */
        JSON
    }

    /** How a connection to a mail server is protected (RFC 8314). */
    public enum Tls {
        /** TLS is begun on a plain connection. */
        STARTTLS,
        /** TLS from the start. */
        TLS,
        /** Not at all. */
        NONE
    }

    /** The dotted path in the configuration file, such as {@code server.port}. */
    public String key() {
        return key;
    }

    String write(T value) {
        return writing.apply(value);
    }

    private static <T> Setting<T> of(String key, Function<T, String> writing) {
        return new Setting<>(key, writing);
    }

    private static Setting<String> text(String key) {
        return of(key, Function.identity());
    }

    private static Setting<Integer> number(String key) {
        return of(key, String::valueOf);
    }

    private static Setting<Boolean> flag(String key) {
        return of(key, String::valueOf);
    }

    private static Setting<Duration> seconds(String key) {
        return of(key, duration -> {
            if (!duration.equals(duration.truncatedTo(ChronoUnit.SECONDS))) {
                throw new IllegalArgumentException("'" + key + "' is given in whole seconds, not " + duration);
            }
            return Long.toString(duration.toSeconds());
        });
    }

    private static Setting<List<String>> list(String key) {
        return of(key, values -> {
            values.stream().filter(value -> value.contains(",")).findFirst().ifPresent(value -> {
                throw new IllegalArgumentException("a value of '" + key + "' cannot hold a comma");
            });
            return String.join(",", values);
        });
    }

    private static Setting<List<Channel>> channels(String key) {
        return of(key, channels -> channels.stream().map(Channel::word).collect(Collectors.joining(",")));
    }

    private static <E extends Enum<E>> Setting<E> word(String key) {
        return of(key, value -> value.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return key;
    }
}
