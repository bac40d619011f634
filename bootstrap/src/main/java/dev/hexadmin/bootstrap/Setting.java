package dev.hexadmin.bootstrap;

import static dev.hexadmin.bootstrap.configuration.ConfigType.channels;
import static dev.hexadmin.bootstrap.configuration.ConfigType.emailAddress;
import static dev.hexadmin.bootstrap.configuration.ConfigType.flag;
import static dev.hexadmin.bootstrap.configuration.ConfigType.mount;
import static dev.hexadmin.bootstrap.configuration.ConfigType.networks;
import static dev.hexadmin.bootstrap.configuration.ConfigType.number;
import static dev.hexadmin.bootstrap.configuration.ConfigType.origins;
import static dev.hexadmin.bootstrap.configuration.ConfigType.path;
import static dev.hexadmin.bootstrap.configuration.ConfigType.seconds;
import static dev.hexadmin.bootstrap.configuration.ConfigType.secret;
import static dev.hexadmin.bootstrap.configuration.ConfigType.secretKey;
import static dev.hexadmin.bootstrap.configuration.ConfigType.secretKeys;
import static dev.hexadmin.bootstrap.configuration.ConfigType.secrets;
import static dev.hexadmin.bootstrap.configuration.ConfigType.text;
import static dev.hexadmin.bootstrap.configuration.ConfigType.texts;
import static dev.hexadmin.bootstrap.configuration.ConfigType.webAddress;
import static dev.hexadmin.bootstrap.configuration.ConfigType.word;
import static dev.hexadmin.bootstrap.configuration.SettingDefinition.setting;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.cache.jedis.KeyValueUrl;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.http.branding.AccentColour;
import dev.hexadmin.http.branding.Branding;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A setting with the type of its value, for {@link Hexadmin.Builder#set}: {@code set(Setting.PORT, 8080)}. Each is a
 * key of the configuration file; the documentation of the file has the defaults and descriptions. Lists of mappings in
 * the file have methods of the builder instead. Programs use the constants and do not implement this class. Immutable.
 *
 * <p>The environment variable, the documented table, the JSON Schema and the checks are derived from the constant.
 *
 * @param <T> the type of its value
 */
public interface Setting<T> {
    /** Address to listen on. */
    Setting<String> HOST = setting("server.host", text(), "127.0.0.1", "Address to listen on.");

    /** Port to listen on; 0 chooses a free one. */
    Setting<Integer> PORT =
            setting("server.port", number(0, 65_535), "8080", "Port to listen on; 0 chooses a free port.");

    /** Where the panel and, below it, the JSON API are mounted, such as {@code /admin}. */
    Setting<String> ADMIN_PATH =
            setting("admin_path", mount("/admin"), "/admin", "Path of the panel; the JSON API is below it, at `api`.");

    /** Where the notification endpoints are mounted. */
    Setting<String> NOTIFICATIONS_PREFIX = setting(
            "notifications_prefix",
            mount("/api/notifications"),
            "/api/notifications",
            "Path of the notification endpoints.");

    /** A word in the panel's top bar. */
    Setting<String> ENVIRONMENT = setting(
            "environment",
            text(),
            "",
            "Name of the environment, such as `staging`, shown in the top bar of the panel.");

    /** The name of the installation, in place of {@code Hexadmin}. */
    Setting<String> BRANDING_NAME = setting(
            "branding.name",
            text().check(Branding::checkName),
            Branding.NONE.name(),
            "Name of the installation: in titles, in the sidebar, on the sign-in, as sender of mails and in"
                    + " authenticator apps.");

    /** A picture beside the name. */
    Setting<Path> BRANDING_MARK =
            setting("branding.mark", path(), "", "SVG or PNG file with the mark beside the name, at most 256 KiB.");

    /** The picture beside the name in the dark theme. */
    Setting<Path> BRANDING_MARK_DARK = setting(
            "branding.mark_dark", path(), "", "The mark in the dark theme. Unset: the same as in the light theme.");

    /** The picture beside the name in mails. */
    Setting<Path> BRANDING_MARK_MAIL = setting(
            "branding.mark_mail",
            path(),
            "",
            "PNG file with the mark in mails, at most 256 KiB. Unset: `branding.mark`, if it is a PNG file.");

    /** The icon of the browser's tab. */
    Setting<Path> BRANDING_FAVICON = setting(
            "branding.favicon",
            path(),
            "",
            "SVG, PNG or ICO file with the icon of the browser's tab, at most 256 KiB. Unset: the mark.");

    /** The colour of buttons, links and marks. */
    Setting<String> BRANDING_ACCENT = setting(
            "branding.accent",
            text().check(AccentColour::check),
            "",
            "Colour of buttons, links and marks, such as `#1f6feb`. Its contrast to the light background has to be"
                    + " 3:1.");

    /** The colour of buttons, links and marks in the dark theme. */
    Setting<String> BRANDING_ACCENT_DARK = setting(
            "branding.accent_dark",
            text().check(AccentColour::checkDark),
            "",
            "The colour in the dark theme. Unset: the nearest one to `branding.accent` with enough contrast.");

    /** A style sheet after the product's own. */
    Setting<Path> BRANDING_CSS =
            setting("branding.css", path(), "", "Style sheet after the panel's own, at most 256 KiB.");

    /** {@code sqlite:path} or {@code postgresql://user:password@host:5432/db}, or the same with {@code mysql:} or {@code mariadb:}. */
    Setting<String> DATABASE_URL = setting(
            "database.url",
            "DATABASE_URL",
            secret(),
            "sqlite:data/hexadmin.db",
            "URL of the database: `sqlite:path`, `postgresql://user:password@host:5432/db`, or `mysql://` and"
                    + " `mariadb://` in the same form. It may be that of JDBC, with `jdbc:` in front, and `user` and `password` as"
                    + " parameters.");

    /** The file with the password of the database's user. */
    Setting<Path> DATABASE_PASSWORD_FILE = setting(
            "database.password_file",
            path(),
            "",
            "File with the password of the database's user, for a URL without one. Read again for each new connection,"
                    + " so that the password can be changed without a restart.");

    /** URLs of replicas, from which records are read. */
    Setting<List<String>> DATABASE_READ_URLS = setting(
            "database.read_urls",
            secrets(),
            "",
            "URLs of replicas of PostgreSQL, MySQL or MariaDB, one for each. Lists and records are read there, and"
                    + " users see what they have written.");

    /** Whether Hexadmin creates and alters the tables of registered models. */
    Setting<Schema> DATABASE_SCHEMA = setting(
            "database.schema",
            word(Schema.class),
            "manage",
            "`manage`: creates the tables of registered models and adds missing columns and indexes; never drops or"
                    + " changes columns. `existing`: does not change tables. With `introspect` on, the default is"
                    + " `existing`.");

    /** The schemas of PostgreSQL whose tables introspection serves. */
    Setting<List<String>> DATABASE_SCHEMAS = setting(
            "database.schemas",
            texts(),
            "",
            "Schemas whose tables `introspect` serves, such as `[sales, hr]`; without it, those in the `search_path`.");

    /** Maximum number of connections to a database server, from 2. */
    Setting<Integer> DATABASE_POOL_SIZE = setting(
            "database.pool_size",
            number(2, 1_000) /* Flyway takes two; SQLite has the same minimum, so that a file is valid for both */,
            "16",
            "Maximum number of connections to PostgreSQL, MySQL or MariaDB; upgrading tables uses two. Ignored for SQLite.");

    /** Whether pages of the panel are cached in the key-value server. */
    Setting<Boolean> CACHE_ENABLED = setting(
            "cache_enabled",
            "SERVICE_CACHE_ENABLED",
            flag(),
            "false",
            "Cache pages of the panel in the key-value server. The file takes precedence over the variable.");

    /** Lifetime of a cached page, in whole seconds; zero: until it is evicted. */
    Setting<Duration> CACHE_TTL = setting(
            "cache_ttl",
            "SERVICE_CACHE_TTL",
            seconds(0, Integer.MAX_VALUE),
            "300",
            "Lifetime of a cached page in seconds; 0: until it is evicted. The file takes precedence over the"
                    + " variable.");

    /** URL of the key-value server shared by several servers, such as {@code redis://cache:6379}. */
    Setting<String> KVSTORE_URL = setting(
            "kvstore_url",
            "KVSTORE_URL",
            secret().check(KeyValueUrl::parse),
            "",
            "Key-value server shared by several servers: `redis://`, `valkey://`, `rediss://` and `valkeys://` with TLS, or"
                    + " `unix://`; Redis 6+ or Valkey.");

    /** Addresses or CIDR networks whose {@code X-Forwarded-For} is trusted. */
    Setting<List<String>> TRUSTED_PROXIES = setting(
            "trusted_proxies",
            networks(),
            "",
            "Addresses or CIDR networks (IPv4 and IPv6) of proxies whose `X-Forwarded-*` headers are trusted.");

    /** Origins of other sites whose scripts may use the API. */
    Setting<List<String>> CORS_ORIGINS = setting(
            "cors_origins",
            origins(),
            "",
            "Origins of other sites whose scripts may read responses (CORS), such as `https://app.example.com`; `*` for"
                    + " any. They send an access token or an API key: cookies are never accepted from them.");

    /** What rate limits do while the key-value server is unavailable. */
    Setting<Outage> RATE_LIMIT_ON_OUTAGE = setting(
            "rate_limit_on_outage",
            word(Outage.class),
            "open",
            "When the key-value server is unavailable: `open` lets requests pass, `local` counts them in this"
                    + " process.");

    /** Failed sign-ins per client address and e-mail address in a window; 0: no limit. */
    Setting<Integer> SIGN_IN_LIMIT = setting(
            "rate_limits.sign_in.limit",
            number(0, 10_000),
            "10",
            "Failed sign-ins over the API and password changes for each client address and e-mail address in a window;"
                    + " 0: no limit.");

    /** The window of {@link #SIGN_IN_LIMIT}, in whole seconds. */
    Setting<Duration> SIGN_IN_WINDOW =
            setting("rate_limits.sign_in.window", seconds(1, 86_400), "900", "Length of the window in seconds.");

    /** All failed sign-ins per client address in a window; 0: no limit. */
    Setting<Integer> SIGN_IN_OF_ADDRESS_LIMIT = setting(
            "rate_limits.sign_in_of_address.limit",
            number(0, 10_000),
            "100",
            "Failed sign-ins of every kind for each client address in a window, for all e-mail addresses together; 0:"
                    + " no limit.");

    /** The window of {@link #SIGN_IN_OF_ADDRESS_LIMIT}, in whole seconds. */
    Setting<Duration> SIGN_IN_OF_ADDRESS_WINDOW = setting(
            "rate_limits.sign_in_of_address.window", seconds(1, 86_400), "900", "Length of the window in seconds.");

    /** Failed second steps of API sign-ins per client address in a window; 0: no limit. */
    Setting<Integer> SECOND_FACTOR_LIMIT = setting(
            "rate_limits.second_factor.limit",
            number(0, 10_000),
            "10",
            "Failed two-factor codes over the API for each client address in a window; 0: no limit.");

    /** The window of {@link #SECOND_FACTOR_LIMIT}, in whole seconds. */
    Setting<Duration> SECOND_FACTOR_WINDOW =
            setting("rate_limits.second_factor.window", seconds(1, 86_400), "900", "Length of the window in seconds.");

    /** Failed sign-ins on the panel's page per client address in a window; 0: no limit. */
    Setting<Integer> PANEL_SIGN_IN_LIMIT = setting(
            "rate_limits.panel_sign_in.limit",
            number(0, 10_000),
            "5",
            "Failed sign-ins and two-factor codes in the panel for each client address in a window; 0: no limit.");

    /** The window of {@link #PANEL_SIGN_IN_LIMIT}, in whole seconds. */
    Setting<Duration> PANEL_SIGN_IN_WINDOW =
            setting("rate_limits.panel_sign_in.window", seconds(1, 86_400), "900", "Length of the window in seconds.");

    /** Token refreshes per client address in a window; 0: no limit. */
    Setting<Integer> REFRESH_LIMIT = setting(
            "rate_limits.refresh.limit",
            number(0, 10_000),
            "60",
            "Token refreshes, successful or not, for each client address in a window; 0: no limit.");

    /** The window of {@link #REFRESH_LIMIT}, in whole seconds. */
    Setting<Duration> REFRESH_WINDOW =
            setting("rate_limits.refresh.window", seconds(1, 86_400), "300", "Length of the window in seconds.");

    /** Sign-outs per client address in a window; 0: no limit. */
    Setting<Integer> SIGN_OUT_LIMIT = setting(
            "rate_limits.sign_out.limit",
            number(0, 10_000),
            "30",
            "Sign-outs over the API, successful or not, for each client address in a window; 0: no limit.");

    /** The window of {@link #SIGN_OUT_LIMIT}, in whole seconds. */
    Setting<Duration> SIGN_OUT_WINDOW =
            setting("rate_limits.sign_out.window", seconds(1, 86_400), "300", "Length of the window in seconds.");

    /** Links for new passwords per e-mail address in a window; 0: no limit. */
    Setting<Integer> PASSWORD_RESET_LIMIT = setting(
            "rate_limits.password_reset.limit",
            number(0, 10_000),
            "5",
            "Links for a new password that are requested for each e-mail address in a window; 0: no limit.");

    /** The window of {@link #PASSWORD_RESET_LIMIT}, in whole seconds. */
    Setting<Duration> PASSWORD_RESET_WINDOW = setting(
            "rate_limits.password_reset.window", seconds(1, 86_400), "3600", "Length of the window in seconds.");

    /** Requests for links and uses of links per client address in a window; 0: no limit. */
    Setting<Integer> MAILED_LINKS_LIMIT = setting(
            "rate_limits.mailed_links.limit",
            number(0, 10_000),
            "30",
            "Links for a new password or a new e-mail address that each client address requests in a window, and its"
                    + " uses of links from mails (of links to unsubscribe only those that are not valid); 0: no"
                    + " limit.");

    /** The window of {@link #MAILED_LINKS_LIMIT}, in whole seconds. */
    Setting<Duration> MAILED_LINKS_WINDOW =
            setting("rate_limits.mailed_links.window", seconds(1, 86_400), "3600", "Length of the window in seconds.");

    /** Whether the feature {@code ai} is on. */
    Setting<Boolean> AI_ENABLED =
            setting("ai_enabled", flag(), "false", "Turns on the feature `ai`: models with `feature: ai` exist.");

    /** Who may read the OpenAPI document and the page that shows it. */
    Setting<Visibility> OPENAPI = setting(
            "openapi",
            word(Visibility.class),
            "",
            "Access to `/openapi.json` and `/docs`. `public`: no sign-in needed. `signed_in`: users and API keys, each"
                    + " with the routes that they may use. `off`: not served. Unset: `public` on a loopback address, else"
                    + " `signed_in`.");

    /** Who may read the metrics. */
    Setting<Visibility> METRICS = setting(
            "metrics",
            word(Visibility.class),
            "",
            "Access to `/observe/metrics`. `public`: no sign-in needed. `signed_in`: users and API keys. `off`: not"
                    + " served. Unset: `public` on a loopback address, else `signed_in`.");

    /** Whether {@code ?user_id=} on the WebSocket is trusted without credentials. */
    Setting<Boolean> WS_TRUST_USER_ID = setting(
            "ws_trust_user_id",
            flag(),
            "false",
            "Trust `?user_id=` on the WebSocket without credentials. Use only behind a gateway that authenticates.");

    /** Lifetime of an access token, in whole seconds. */
    Setting<Duration> ACCESS_TOKEN_TTL =
            setting("access_token_ttl", seconds(1, 86_400), "600", "Lifetime of an access token in seconds.");

    /** Lifetime of a refresh token, in whole seconds. */
    Setting<Duration> REFRESH_TOKEN_TTL =
            setting("refresh_token_ttl", seconds(60, 31_622_400), "604800", "Lifetime of a refresh token in seconds.");

    /** The address at which users reach the panel; links in mails begin with it. */
    Setting<URI> PUBLIC_URL = setting(
            "public_url",
            webAddress(),
            "",
            "Address at which users reach the server, such as `https://admin.example.com`. Links in mails begin with"
                    + " it, and passkeys are valid at its host name. Without it, passkeys work at `localhost` only, and"
                    + " mails with links are only sent when the server listens on a loopback address and a fixed port.");

    /** The site at which passkeys are valid. */
    Setting<String> PASSKEYS_RP_ID = setting(
            "passkeys.rp_id",
            text(),
            "",
            "Host name, or a domain above it, at which passkeys are valid, such as `example.com`. Unset: the host name"
                    + " of `public_url`. After a change, users can no longer use their passkeys.");

    /** Origins of other front ends that may use passkeys. */
    Setting<List<String>> PASSKEYS_ORIGINS = setting(
            "passkeys.origins",
            texts(),
            "",
            "Origins of other front ends whose pages may use passkeys, such as `https://app.example.com`. That of"
                    + " `public_url` is always one.");

    /** Lifetime of an invitation, in whole seconds. */
    Setting<Duration> INVITATION_TTL =
            setting("invitation_ttl", seconds(300, 7_776_000), "604800", "Lifetime of an invitation in seconds.");

    /** Lifetime of a link for a new password, in whole seconds. */
    Setting<Duration> PASSWORD_RESET_TTL = setting(
            "password_reset_ttl", seconds(60, 86_400), "1800", "Lifetime of a link for a new password in seconds.");

    /** Whether users get a notice of a sign-in with a new device. */
    Setting<Boolean> SIGN_IN_NOTICES = setting(
            "sign_in_notices",
            flag(),
            "true",
            "Users get a notice, by mail and in their inbox, of a sign-in with a device that has not signed in to their"
                    + " account before.");

    /** Idle time-out of a panel session, in whole seconds. */
    Setting<Duration> SESSION_IDLE_TIMEOUT = setting(
            "session_idle_timeout",
            seconds(60, 31_622_400),
            "28800",
            "Seconds after which a session of the panel without activity of its user ends.");

    /** Maximum lifetime of a panel session, in whole seconds. */
    Setting<Duration> SESSION_ABSOLUTE_TIMEOUT = setting(
            "session_absolute_timeout",
            seconds(60, 31_622_400),
            "604800",
            "Seconds after which a session of the panel ends, even with activity.");

    /** Whether every table of the database that has a primary key becomes a model. */
    Setting<Boolean> INTROSPECT =
            setting("introspect", flag(), "false", "Create a model for every table and view of the database.");

    /** Maximum size of a request body, in bytes. */
    Setting<Integer> MAX_BODY_BYTES = setting(
            "max_body_bytes", number(1_024, 1_073_741_824), "1048576", "Maximum size of a request body in bytes.");

    /** Maximum size of an uploaded file, in bytes. */
    Setting<Integer> MAX_UPLOAD_BYTES = setting(
            "max_upload_bytes",
            number(1_024, 1_073_741_824),
            "67108864",
            "Maximum size of an uploaded import file in bytes.");

    /** Folder of uploaded files. */
    Setting<Path> FILES_PATH = setting(
            "files.path",
            path(),
            "",
            "Folder of uploaded files; several servers have to share it. Unset: `files` beside the SQLite database,"
                    + " with other databases `data/files`.");

    /** Where uploaded files are. */
    Setting<FileStore> FILES_STORE = setting(
            "files.store",
            word(FileStore.class),
            "disk",
            "Where uploaded files are: `disk`, in `files.path`, or `s3`, in `files.bucket` of an S3-compatible store.");

    /** Bucket of uploaded files. */
    Setting<String> FILES_BUCKET =
            setting("files.bucket", text(), "", "Bucket of uploaded files. It has to exist. Only with the store `s3`.");

    /** Address of the store. */
    Setting<URI> FILES_ENDPOINT = setting(
            "files.endpoint",
            webAddress(),
            "",
            "Address of the S3-compatible store, such as `https://minio.example.com`. Unset: Amazon's in"
                    + " `files.region`.");

    /** Region of the bucket. */
    Setting<String> FILES_REGION = setting("files.region", text(), "us-east-1", "Region of the bucket.");

    /** Credentials for the bucket. */
    Setting<String> FILES_ACCESS_KEY = setting(
            "files.access_key",
            text(),
            "",
            "Access key for the bucket. Unset, both keys are found as the AWS SDK does: `AWS_ACCESS_KEY_ID` and"
                    + " `AWS_SECRET_ACCESS_KEY`, the file `~/.aws/credentials`, or the role of the container or machine.");

    /** The secret of {@link #FILES_ACCESS_KEY}. */
    Setting<String> FILES_SECRET_KEY =
            setting("files.secret_key", secret(), "", "Secret key that belongs to the access key.");

    /** What the keys of all objects begin with. */
    Setting<String> FILES_PREFIX = setting(
            "files.prefix",
            text(),
            "",
            "Folder in the bucket for the files of this installation, such as `shop`, if others use the bucket, too.");

    /** Whether the bucket is in the path of addresses. */
    Setting<Boolean> FILES_PATH_STYLE = setting(
            "files.path_style",
            flag(),
            "",
            "Whether the bucket is in the path of the store's addresses, and not in the host name. Unset: with"
                    + " `files.endpoint` only.");

    /** Retention of audit rows, in days; 0: for ever. */
    Setting<Integer> AUDIT_RETENTION_DAYS = setting(
            "audit_retention_days",
            number(0, 36_500),
            "0",
            "Days until audit entries are deleted; 0: never. Audit entries cannot be deleted in another way. PostgreSQL"
                    + " and MySQL delete the entries of a whole month at once, when the newest of them is old enough.");

    /** Feature flags that are on. */
    Setting<List<String>> FEATURES = setting(
            "features",
            texts(),
            "",
            "Feature flags that are on; a model with `feature` exists only if its flag is on.");

    /** At least 32 characters; the keys that sign and encrypt are derived from it. */
    Setting<String> SECRET_KEY = setting(
            "secret_key",
            secretKey(),
            "",
            "Secret from which the keys that sign and encrypt are derived, at least 32 characters. Unset: with SQLite, generated once and stored"
                    + " in `secret.key` beside the database; with other databases, an error.");

    /** Former secret keys: what was signed or encrypted with them is still accepted. */
    Setting<List<String>> PREVIOUS_SECRET_KEYS = setting(
            "previous_secret_keys",
            secretKeys(),
            "",
            "Former secret keys. What was signed or encrypted with them is still accepted. Use it to change `secret_key`"
                    + " without signing users out.");

    /** With {@link #ADMIN_PASSWORD}: the first superuser, created on the first start only. */
    Setting<String> ADMIN_EMAIL = setting(
            "admin_email",
            emailAddress(),
            "",
            "E-mail address of the first superuser. With `admin_password`, the first start creates that user.");

    /** Password of the first superuser. */
    Setting<String> ADMIN_PASSWORD = setting(
            "admin_password",
            secret(),
            "",
            "Password of the first superuser: 12 to 256 characters that are not easy to guess.");

    /** Format of the log lines of the command line's server; an embedding program configures its own logging. */
    Setting<LogFormat> LOG_FORMAT =
            setting("log_format", word(LogFormat.class), "text", "`text` for people, `json` with one object per line.");

    /** Default channels of notifications. */
    Setting<List<Channel>> NOTIFICATIONS_DEFAULT_CHANNELS = setting(
            "notifications.default_channels",
            channels(),
            MessageChannels.BUILT_IN.inbox().word(),
            "Channels of a notification that names no channels: `"
                    + MessageChannels.BUILT_IN.names().replace(", ", "`, `") + "`, or channels of plugins.");

    /** Channels to attempt, in order, when one has failed. */
    Setting<List<Channel>> NOTIFICATIONS_FALLBACK_CHANNELS = setting(
            "notifications.fallback_channels", channels(), "", "Channels to try, in order, when a channel has failed.");

    /** Name of the SMS provider to use. */
    Setting<String> NOTIFICATIONS_DEFAULT_SMS_PROVIDER =
            setting("notifications.default_sms_provider", text(), "twilio", "Name of the SMS provider to use.");

    /** Name of the e-mail provider to use. */
    Setting<String> NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER =
            setting("notifications.default_email_provider", text(), "smtp", "Name of the e-mail provider to use.");

    /** Whether e-mails of a batch have a link to unsubscribe. */
    Setting<Boolean> NOTIFICATIONS_UNSUBSCRIBE_LINKS = setting(
            "notifications.unsubscribe_links",
            flag(),
            "true",
            "Whether e-mails of a batch have the header `List-Unsubscribe`, with which mail programs unsubscribe in one click. It"
                    + " needs `public_url`.");

    /** How long a synchronous send waits for its channels, in whole seconds. */
    Setting<Duration> NOTIFICATIONS_DEADLINE = setting(
            "notifications.deadline_seconds",
            seconds(1, 50),
            "10",
            "How long a send request waits for its channels. Deliveries that take longer continue in the background.");

    /** Number of delivery attempts after temporary failures. */
    Setting<Integer> NOTIFICATIONS_TRIES = setting(
            "notifications.tries",
            number(1, 100),
            "8",
            "Maximum number of attempts to deliver a message after temporary failures.");

    /** Wait before the second attempt, in whole seconds. */
    Setting<Duration> NOTIFICATIONS_FIRST_RETRY = setting(
            "notifications.first_retry_seconds",
            seconds(1, 3_600),
            "14",
            "Delay before the second attempt. It doubles with each further attempt, up to 15 minutes, with a jitter of"
                    + " 20 %.");

    /** When another server takes over a message whose server has died while sending it, in whole seconds. */
    Setting<Duration> NOTIFICATIONS_LEASE = setting(
            "notifications.lease_seconds",
            seconds(5, 3_600),
            "120",
            "If a server stops while it calls a provider, another attempt is made after this time. Set it longer than"
                    + " any provider takes.");

    /** Retention of in-app notifications, in days; 0: for ever. */
    Setting<Integer> NOTIFICATIONS_RETENTION_DAYS = setting(
            "notifications.retention_days",
            number(0, 36_500),
            "0",
            "Days until in-app notifications are deleted, read or not; 0: never, else 7 or more, because clients that"
                    + " reconnect receive the notifications of 7 days. PostgreSQL and MySQL delete those of a whole month"
                    + " at once, when the newest of them is old enough.");

    /** Maximum number of sockets and event streams of this server. */
    Setting<Integer> NOTIFICATIONS_MAX_FOLLOWERS = setting(
            "notifications.max_followers",
            number(1, 1_000_000),
            "20000",
            "Maximum number of WebSockets and event streams on this server.");

    /** Maximum number per user. */
    Setting<Integer> NOTIFICATIONS_MAX_FOLLOWERS_PER_USER = setting(
            "notifications.max_followers_per_user",
            number(1, 1_000_000),
            "1024",
            "Maximum number of WebSockets and event streams for each user.");

    /** Maximum number per client address. */
    Setting<Integer> NOTIFICATIONS_MAX_FOLLOWERS_PER_ADDRESS = setting(
            "notifications.max_followers_per_address",
            number(1, 1_000_000),
            "10000",
            "Maximum number of WebSockets and event streams for each client address.");

    /** Account of the SMS gateway. */
    Setting<String> TWILIO_ACCOUNT_SID =
            setting("notifications.sms.twilio.account_sid", text(), "", "Account SID of Twilio.");

    /** Its token. */
    Setting<String> TWILIO_AUTH_TOKEN =
            setting("notifications.sms.twilio.auth_token", secret(), "", "Auth token of the account.");

    /** Sender of SMS messages. */
    Setting<String> TWILIO_FROM_NUMBER = setting(
            "notifications.sms.twilio.from_number", text(), "", "Sender of SMS messages, such as `+15017122661`.");

    /** Base URL of the gateway's REST interface. */
    Setting<String> TWILIO_BASE_URL = setting(
            "notifications.sms.twilio.base_url", text(), "https://api.twilio.com", "Base URL of Twilio's REST API.");

    /** URL to which the gateway reports the status of messages. */
    Setting<String> TWILIO_STATUS_CALLBACK_URL = setting(
            "notifications.sms.twilio.status_callback_url",
            text(),
            "",
            "Public URL to which Twilio reports the status of messages. Unset: the status is polled.");

    /** Mail server. */
    Setting<String> SMTP_HOST = setting("notifications.email.smtp.host", text(), "", "Host name of the mail server.");

    /** Its port. */
    Setting<Integer> SMTP_PORT =
            setting("notifications.email.smtp.port", number(1, 65_535), "587", "Port of the mail server.");

    /** Account there. */
    Setting<String> SMTP_USERNAME = setting(
            "notifications.email.smtp.username",
            text(),
            "",
            "User name for the mail server. Unset: no authentication.");

    /** Its password. */
    Setting<String> SMTP_PASSWORD =
            setting("notifications.email.smtp.password", secret(), "", "Password for the mail server.");

    /** Sender of e-mail messages. */
    Setting<String> SMTP_FROM_ADDRESS =
            setting("notifications.email.smtp.from_address", text(), "", "Sender of e-mail messages.");

    /** Name of the sender of e-mail messages. */
    Setting<String> SMTP_FROM_NAME = setting(
            "notifications.email.smtp.from_name",
            text(),
            "",
            "Name of the sender of e-mail messages. Unset: `branding.name`, if it is set.");

    /** How the connection to the mail server is protected. */
    Setting<Tls> SMTP_TLS =
            setting("notifications.email.smtp.tls", word(Tls.class), "starttls", "Encryption of the connection.");

    /** The secret that signs webhooks; unset: the channel {@code webhook} does not exist. */
    Setting<String> WEBHOOK_SECRET = setting(
            "notifications.webhook.secret",
            secret(),
            "",
            "Secret that signs webhooks: `whsec_` and 24 to 64 random bytes in base64. To rotate it, set several,"
                    + " separated by spaces. Unset: the channel `webhook` does not exist.");

    /** Whether webhooks may be sent to URLs without TLS. */
    Setting<Boolean> WEBHOOK_ALLOW_HTTP =
            setting("notifications.webhook.allow_http", flag(), "false", "Allow `http` URLs. For development.");

    /** Whether webhooks may be sent to addresses that are not public. */
    Setting<Boolean> WEBHOOK_ALLOW_PRIVATE_ADDRESSES = setting(
            "notifications.webhook.allow_private",
            flag(),
            "false",
            "Allow `http` URLs, and hosts with addresses that are not public: this machine and its networks. Use it only"
                    + " if every user may reach every service there.");

    /** Time limit for the connection to the receiver of a webhook, in whole seconds. */
    Setting<Duration> WEBHOOK_CONNECT_TIMEOUT = setting(
            "notifications.webhook.connect_timeout_seconds",
            seconds(1, 30),
            "5",
            "Time limit for connecting to the receiver.");

    /** Time limit for a webhook, in whole seconds. */
    Setting<Duration> WEBHOOK_TIMEOUT = setting(
            "notifications.webhook.timeout_seconds",
            seconds(1, 30),
            "15",
            "Time limit for a call, until the headers of the response are received.");

    /** Folder of plugins. */
    Setting<Path> PLUGINS_PATH = setting(
            "plugins_path",
            path(),
            "",
            "Folder of plugins. Unset: `plugins` beside the program's `lib`, if it exists.");

    /** Whether Hexadmin creates and alters the tables of registered models. */
    enum Schema {
        /** Hexadmin creates tables and adds to them; it removes nothing. */
        MANAGE,
        /** Tables are used unchanged. */
        EXISTING
    }

    /** Where uploaded files are. */
    enum FileStore {
        /** A folder of the file system. */
        DISK,
        /** A bucket of an S3-compatible store. */
        S3
    }

    /** What rate limits do while the key-value server is unavailable. */
    enum Outage {
        /** Requests pass. */
        OPEN,
        /** Each process counts separately. */
        LOCAL
    }

    /** Who may read documents and metrics of the server. */
    enum Visibility {
        /** Anyone. */
        PUBLIC,
        /** Users and API keys. */
        SIGNED_IN,
        /** No access. */
        OFF
    }

    /** The format of log lines. */
    enum LogFormat {
        /** Text for people. */
        TEXT,
        /** One JSON object per line. */
        JSON
    }

    /** How a connection to a mail server is protected (RFC 8314). */
    enum Tls {
        /** STARTTLS: TLS begins on a plain connection. */
        STARTTLS,
        /** TLS from the start. */
        TLS,
        /** No encryption. */
        NONE
    }

    /** The dotted path in the configuration file, such as {@code server.port}. */
    String key();
}
