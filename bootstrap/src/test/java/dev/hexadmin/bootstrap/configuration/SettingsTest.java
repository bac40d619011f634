package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Better;
import dev.hexadmin.application.dashboard.WidgetDefinition.Look;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.SmsChannel;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.NotificationSettings.Providers;
import dev.hexadmin.cache.jedis.KeyValueUrl;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.notifications.Backoff;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.settings.HttpSettings.CallLimit;
import dev.hexadmin.http.settings.OpenIdClient;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    private Settings load(String yaml, Map<String, String> environment, Map<String, String> overrides) {
        try {
            Files.writeString(folder.resolve("hexadmin.yaml"), yaml);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return Settings.load(overrides, environment, folder);
    }

    private Settings load(String yaml) {
        return load(yaml, Map.of(), Map.of());
    }

    private List<String> wrong(String yaml, Map<String, String> environment, Map<String, String> overrides) {
        ConfigurationException error =
                catchThrowableOfType(ConfigurationException.class, () -> load(yaml, environment, overrides));
        assertThat(error).isNotNull();
        return error.problems().stream()
                .map(ConfigurationException.Problem::toString)
                .toList();
    }

    private List<String> wrong(String yaml) {
        return wrong(yaml, Map.of(), Map.of());
    }

    @Test
    void the_document_and_the_metrics_are_public_on_loopback_addresses_unless_settings_say_who_reads_them() {
        for (String host : List.of("127.0.0.1", "127.9.9.9", "::1", "localhost", "LOCALHOST")) {
            Settings settings = load("server: { host: \"" + host + "\" }");
            assertThat(settings.openApi()).as(host).isEqualTo(Setting.Visibility.PUBLIC);
            assertThat(settings.metrics()).as(host).isEqualTo(Setting.Visibility.PUBLIC);
        }
        for (String host : List.of("0.0.0.0", "::", "192.0.2.7", "shop.example.com", "localhost.example.com")) {
            Settings settings = load("server: { host: \"" + host + "\" }");
            assertThat(settings.openApi()).as(host).isEqualTo(Setting.Visibility.SIGNED_IN);
            assertThat(settings.metrics()).as(host).isEqualTo(Setting.Visibility.SIGNED_IN);
        }
        Settings said = load("openapi: off\n", Map.of("HEXADMIN_METRICS", "public"), Map.of());
        assertThat(said.openApi()).isEqualTo(Setting.Visibility.OFF);
        assertThat(said.metrics()).isEqualTo(Setting.Visibility.PUBLIC);
        assertThat(wrong("openapi: signedin\n"))
                .containsExactly(
                        "hexadmin.yaml:1: openapi: 'signedin' is not one of public, signed_in, off; did you mean"
                                + " 'signed_in'?");
    }

    @Test
    void without_any_source_every_setting_has_its_default() {
        Settings settings = Settings.load(Map.of(), Map.of("PATH", "/bin"), folder);
        assertThat(settings)
                .isEqualTo(new Settings(
                        new SettingValues(Map.of()),
                        new DatabaseSettings.Embedded("SQLite", folder.resolve("data/hexadmin.db")),
                        Optional.empty(),
                        new RateLimitSettings(LimitingRequests.usual(), List.of()),
                        new NotificationSettings(
                                named(Channel.IN_APP),
                                named(),
                                Map.of("sms", Providers.NOTHING, "email", Providers.NOTHING),
                                Map.of(),
                                Map.of()),
                        ConfiguredModels.NONE,
                        DashboardSettings.UNSAID,
                        List.of()));
        assertThat(settings.get(Setting.HOST)).isEqualTo("127.0.0.1");
        assertThat(settings.get(Setting.PORT)).isEqualTo(8080);
        assertThat(settings.get(Setting.ADMIN_PATH)).isEqualTo("/admin");
        assertThat(settings.get(Setting.NOTIFICATIONS_PREFIX)).isEqualTo("/api/notifications");
        assertThat(settings.find(Setting.ENVIRONMENT)).isEmpty();
        assertThat(settings.schema()).isEqualTo(Setting.Schema.MANAGE);
        assertThat(settings.get(Setting.CACHE_ENABLED)).isFalse();
        assertThat(settings.get(Setting.CACHE_TTL)).isEqualTo(Duration.ofSeconds(300));
        assertThat(settings.keyValueServer()).isEmpty();
        assertThat(settings.get(Setting.TRUSTED_PROXIES)).isEmpty();
        assertThat(settings.get(Setting.RATE_LIMIT_ON_OUTAGE)).isEqualTo(Setting.Outage.OPEN);
        assertThat(settings.openApi()).isEqualTo(Setting.Visibility.PUBLIC);
        assertThat(settings.metrics()).isEqualTo(Setting.Visibility.PUBLIC);
        assertThat(settings.get(Setting.WS_TRUST_USER_ID)).isFalse();
        assertThat(settings.get(Setting.ACCESS_TOKEN_TTL)).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.get(Setting.REFRESH_TOKEN_TTL)).isEqualTo(Duration.ofDays(7));
        assertThat(settings.get(Setting.SESSION_IDLE_TIMEOUT)).isEqualTo(Duration.ofHours(8));
        assertThat(settings.get(Setting.SESSION_ABSOLUTE_TIMEOUT)).isEqualTo(Duration.ofDays(7));
        assertThat(settings.get(Setting.INTROSPECT)).isFalse();
        assertThat(settings.get(Setting.MAX_BODY_BYTES)).isEqualTo(1_048_576);
        assertThat(settings.get(Setting.MAX_UPLOAD_BYTES)).isEqualTo(67_108_864);
        assertThat(settings.auditRetention()).isEmpty();
        assertThat(settings.features()).isEmpty();
        assertThat(settings.find(Setting.SECRET_KEY)).isEmpty();
        assertThat(settings.get(Setting.PREVIOUS_SECRET_KEYS)).isEmpty();
        assertThat(settings.firstAdmin()).isEmpty();
        assertThat(settings.get(Setting.LOG_FORMAT)).isEqualTo(Setting.LogFormat.TEXT);
        assertThat(settings.get(Setting.NOTIFICATIONS_DEFAULT_CHANNELS)).containsExactly(Channel.IN_APP);
        assertThat(settings.get(Setting.NOTIFICATIONS_FALLBACK_CHANNELS)).isEmpty();
        assertThat(settings.given(Setting.NOTIFICATIONS_DEFAULT_SMS_PROVIDER)).isEmpty();
        assertThat(settings.given(Setting.NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER)).isEmpty();
        assertThat(settings.get(Setting.NOTIFICATIONS_DEADLINE)).isEqualTo(Duration.ofSeconds(10));
        assertThat(new Backoff(
                        settings.get(Setting.NOTIFICATIONS_TRIES),
                        settings.get(Setting.NOTIFICATIONS_FIRST_RETRY),
                        Duration.ofMinutes(15)))
                .isEqualTo(Backoff.USUAL);
        assertThat(settings.get(Setting.NOTIFICATIONS_LEASE)).isEqualTo(Duration.ofMinutes(2));
        assertThat(settings.get(Setting.NOTIFICATIONS_MAX_FOLLOWERS)).isEqualTo(20_000);
        assertThat(settings.get(Setting.NOTIFICATIONS_MAX_FOLLOWERS_PER_USER)).isEqualTo(1_024);
        assertThat(settings.get(Setting.NOTIFICATIONS_MAX_FOLLOWERS_PER_ADDRESS))
                .isEqualTo(10_000);
        assertThat(settings.find(Setting.PLUGINS_PATH)).isEmpty();
    }

    @Test
    void every_key_of_the_file_is_read() {
        Settings settings = load("""
            server: { host: 0.0.0.0, port: 0 }
            admin_path: /back/office/
            notifications_prefix: /push
            database: { url: "postgresql://u:p%40ss@db.example:6543/shop?sslmode=require", schema: existing, pool_size: 4 }
            cache_enabled: true
            cache_ttl: 0
            kvstore_url: rediss://cache.example:6380/1
            trusted_proxies: ["10.0.0.0/8", 192.0.2.7, "2001:db8::/32"]
            rate_limit_on_outage: local
            ai_enabled: true
            ws_trust_user_id: true
            access_token_ttl: 60
            refresh_token_ttl: 3600
            session_idle_timeout: 1800
            session_absolute_timeout: 43200
            introspect: true
            max_body_bytes: 2048
            audit_retention_days: 30
            features: [beta]
            secret_key: 0123456789abcdef0123456789abcdef
            previous_secret_keys: [fedcba9876543210fedcba9876543210]
            admin_email: root@example.com
            admin_password: a long first password
            log_format: json
            plugins_path: .
            notifications:
              default_channels: [in_app, email]
              deadline_seconds: 5
              tries: 3
              first_retry_seconds: 2
              lease_seconds: 60
              max_followers: 7
              max_followers_per_user: 5
              max_followers_per_address: 6
              fallback_channels: [sms]
              default_sms_provider: other
              default_email_provider: another
              sms: { twilio: { account_sid: AC1, auth_token: t, from_number: "+15017122661", base_url: "http://localhost:9" } }
              email:
                smtp: { host: localhost, port: 25, username: u, password: p, from_address: no-reply@example.com, tls: none }
                acme: { url: "https://mail.example", tries: 3, nothing: }
                quiet:
              templates:
                order_shipped: { title: "Order {order_id} shipped", body: "{{literal}} {order_id}", sms_body: s, email_subject: e, email_html: "<b>{x}</b>" }
            models:
              notes: { fields: { id: { type: integer, primary_key: true } } }
            """);
        assertThat(settings.get(Setting.HOST) + " " + settings.get(Setting.PORT))
                .isEqualTo("0.0.0.0 0");
        assertThat(settings.get(Setting.ADMIN_PATH)).isEqualTo("/back/office");
        assertThat(settings.get(Setting.NOTIFICATIONS_PREFIX)).isEqualTo("/push");
        assertThat(settings.connection())
                .isEqualTo(new DatabaseSettings.Server(
                        "PostgreSQL", "db.example", 6543, "shop", "u", "p@ss", "sslmode=require", 4));
        assertThat(settings.schema()).isEqualTo(Setting.Schema.EXISTING);
        assertThat(settings.get(Setting.CACHE_ENABLED)).isTrue();
        assertThat(settings.get(Setting.CACHE_TTL)).isEqualTo(Duration.ZERO);
        assertThat(settings.keyValueServer()).contains(KeyValueUrl.parse("rediss://cache.example:6380/1"));
        assertThat(settings.get(Setting.TRUSTED_PROXIES)).containsExactly("10.0.0.0/8", "192.0.2.7", "2001:db8::/32");
        assertThat(settings.get(Setting.RATE_LIMIT_ON_OUTAGE)).isEqualTo(Setting.Outage.LOCAL);
        assertThat(settings.get(Setting.AI_ENABLED)).isTrue();
        assertThat(settings.get(Setting.WS_TRUST_USER_ID)).isTrue();
        assertThat(settings.get(Setting.ACCESS_TOKEN_TTL)).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.get(Setting.REFRESH_TOKEN_TTL)).isEqualTo(Duration.ofHours(1));
        assertThat(settings.get(Setting.SESSION_IDLE_TIMEOUT)).isEqualTo(Duration.ofMinutes(30));
        assertThat(settings.get(Setting.SESSION_ABSOLUTE_TIMEOUT)).isEqualTo(Duration.ofHours(12));
        assertThat(settings.get(Setting.INTROSPECT)).isTrue();
        assertThat(settings.get(Setting.MAX_BODY_BYTES)).isEqualTo(2048);
        assertThat(settings.auditRetention()).contains(Duration.ofDays(30));
        assertThat(settings.features()).containsExactlyInAnyOrder("beta", "ai");
        assertThat(settings.find(Setting.SECRET_KEY)).contains(SECRET);
        assertThat(settings.get(Setting.PREVIOUS_SECRET_KEYS)).containsExactly("fedcba9876543210fedcba9876543210");
        assertThat(settings.firstAdmin())
                .contains(new Settings.FirstAdmin("root@example.com", "a long first password"));
        assertThat(settings.get(Setting.LOG_FORMAT)).isEqualTo(Setting.LogFormat.JSON);
        assertThat(settings.models()).hasSize(1);
        assertThat(settings.get(Setting.NOTIFICATIONS_DEFAULT_CHANNELS)).containsExactly(Channel.IN_APP, Channel.EMAIL);
        assertThat(settings.get(Setting.NOTIFICATIONS_FALLBACK_CHANNELS)).containsExactly(Channel.SMS);
        assertThat(settings.given(Setting.NOTIFICATIONS_DEFAULT_SMS_PROVIDER)).contains("other");
        assertThat(settings.given(Setting.NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER)).contains("another");
        assertThat(settings.notifications().templates())
                .isEqualTo(Map.of(
                        "order_shipped",
                        Template.parse(
                                "Order {order_id} shipped",
                                "{{literal}} {order_id}",
                                Map.of(
                                        SmsChannel.BODY,
                                        "s",
                                        EmailChannel.SUBJECT,
                                        "e",
                                        EmailChannel.HTML,
                                        "<b>{x}</b>"))));
        assertThat(settings.get(Setting.NOTIFICATIONS_DEADLINE)).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.get(Setting.NOTIFICATIONS_TRIES)).isEqualTo(3);
        assertThat(settings.get(Setting.NOTIFICATIONS_FIRST_RETRY)).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.get(Setting.NOTIFICATIONS_LEASE)).isEqualTo(Duration.ofSeconds(60));
        assertThat(settings.get(Setting.NOTIFICATIONS_MAX_FOLLOWERS)).isEqualTo(7);
        assertThat(settings.get(Setting.NOTIFICATIONS_MAX_FOLLOWERS_PER_USER)).isEqualTo(5);
        assertThat(settings.get(Setting.NOTIFICATIONS_MAX_FOLLOWERS_PER_ADDRESS))
                .isEqualTo(6);
        assertThat(values(settings.notifications().providers(Channel.SMS).settings()))
                .isEqualTo(Map.of(
                        "twilio",
                        Map.of(
                                "account_sid", "AC1",
                                "auth_token", "t",
                                "from_number", "+15017122661",
                                "base_url", "http://localhost:9")));
        assertThat(values(settings.notifications().providers(Channel.EMAIL).settings()))
                .isEqualTo(Map.of(
                        "smtp",
                        Map.of(
                                "host", "localhost",
                                "port", "25",
                                "username", "u",
                                "password", "p",
                                "from_address", "no-reply@example.com",
                                "tls", "none"),
                        "acme",
                        Map.of("url", "https://mail.example", "tries", "3"),
                        "quiet",
                        Map.of()));
        assertThat(settings.find(Setting.PLUGINS_PATH)).contains(folder.resolve("."));
    }

    private static Map<String, Map<String, String>> values(Map<String, ProviderSettings> providers) {
        Map<String, Map<String, String>> values = new LinkedHashMap<>();
        providers.forEach((name, settings) -> values.put(name, settings.values()));
        return values;
    }

    @Test
    void every_key_but_the_trees_has_its_variable_and_its_override() throws IOException {
        Files.writeString(folder.resolve("mark.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
        try (InputStream png = Setting.class.getResourceAsStream("wiring/mark.png")) {
            Files.copy(Objects.requireNonNull(png), folder.resolve("mark.png"));
        }
        Files.writeString(folder.resolve("own.css"), "a { color: red }");
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> variables = new LinkedHashMap<>();
        for (SettingDefinition<?> setting : SettingTable.all()) {
            setting.variable().ifPresent(variable -> {
                values.put(setting.key(), example(setting, values.size()));
                variables.put(variable, example(setting, variables.size()));
            });
        }
        Settings fromEnvironment = load("", variables, Map.of());
        Settings fromCommandLine = load("", Map.of(), values);
        assertThat(fromEnvironment).isEqualTo(fromCommandLine);
        assertThat(fromEnvironment.get(Setting.PORT)).isEqualTo(41);
        assertThat(fromEnvironment.get(Setting.TRUSTED_PROXIES)).containsExactly("10.0.0.1", "::1");
        assertThat(values(fromEnvironment.notifications().providers(Channel.SMS).settings())
                        .get("twilio"))
                .containsOnlyKeys("account_sid", "auth_token", "from_number", "base_url", "status_callback_url");
        assertThat(values(fromEnvironment
                                .notifications()
                                .providers(Channel.EMAIL)
                                .settings())
                        .get("smtp"))
                .containsOnlyKeys("host", "port", "username", "password", "from_address", "from_name", "tls")
                .containsEntry("tls", "none");
        assertThat(variables)
                .containsKeys("DATABASE_URL", "KVSTORE_URL", "SERVICE_CACHE_ENABLED", "SERVICE_CACHE_TTL")
                .containsKeys("HEXADMIN_SERVER_PORT", "HEXADMIN_NOTIFICATIONS_SMS_TWILIO_AUTH_TOKEN");
    }

    /** A value of the setting's type that is not the default. */
    private static String example(SettingDefinition<?> setting, int different) {
        String type = setting.type().description();
        if (type.startsWith("number, ")) {
            return String.valueOf(Math.max(Integer.parseInt(type.split("[, ]+")[1]), 41));
        }
        if (type.startsWith("`")) {
            return type.substring(type.lastIndexOf(' ') + 2, type.length() - 1);
        }
        return switch (setting.key()) {
            case "database.url" -> "postgresql://u@h/d";
            case "database.password_file" -> "hexadmin.yaml"; // one that is there
            case "database.read_urls" -> "postgresql://u@replica/d";
            case "kvstore_url" -> "redis://h";
            case "files.endpoint", "public_url" -> "https://store.example.com";
            case "passkeys.rp_id" -> "store.example.com";
            case "passkeys.origins" -> "https://store.example.com";
            case "plugins_path" -> ".";
            case "branding.mark_mail" -> "mark.png";
            case "branding.mark", "branding.mark_dark", "branding.favicon" -> "mark.svg";
            case "branding.accent", "branding.accent_dark" -> "#0b7a5b";
            case "branding.css" -> "own.css";
            case "admin_email" -> "a@example.com";
            case "trusted_proxies" -> "10.0.0.1, ::1";
            case "cors_origins" -> "https://app.example.com";
            case "notifications.default_channels", "notifications.fallback_channels" -> "sms,email";
            default ->
                switch (type) {
                    case "true or false" -> "true";
                    case "path" -> "/x/" + different;
                    default -> SECRET + different;
                };
        };
    }

    @Test
    void an_appearance_that_cannot_be_used_is_reported_with_its_place() throws IOException {
        Files.writeString(
                folder.resolve("mark.svg"), "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
        assertThat(wrong("""
            branding:
              name: ""
              mark: mark.svg
              favicon: none.ico
              accent: "#ffd400"
            """))
                .contains(
                        "hexadmin.yaml:3: branding.mark: the file '" + folder.resolve("mark.svg")
                                + "' cannot be used: it contains the element 'script', and only drawings are served",
                        "hexadmin.yaml:4: branding.favicon: there is no readable file '" + folder.resolve("none.ico")
                                + "'",
                        "hexadmin.yaml:5: branding.accent: the contrast of '#ffd400' to the light background is 1.29:1,"
                                + " and 3:1 is needed (WCAG 2.2); the nearest colour with it is '#a68a00'");
        assertThat(wrong("branding: { mark_mail: mark.svg }"))
                .contains("hexadmin.yaml:1: branding.mark_mail: the file '" + folder.resolve("mark.svg")
                        + "' cannot be used: its content is no PNG picture, and mail programs show no other");
        assertThat(wrong("branding: { mark_dark: own.css, accent_dark: \"#ffd400\" }"))
                .contains(
                        "hexadmin.yaml:1: branding.mark_dark: it needs 'branding.mark', too",
                        "hexadmin.yaml:1: branding.accent_dark: it needs 'branding.accent', too");
    }

    @Test
    void the_name_of_the_installation_sends_mails_unless_another_does() {
        String smtp = "notifications: { email: { smtp: { host: localhost, from_address: a@example.com%s } } }\n";
        assertThat(sender(smtp.formatted("") + "branding: { name: Fir & Fern }"))
                .isEqualTo("Fir & Fern");
        assertThat(sender(smtp.formatted(", from_name: Orders") + "branding: { name: Fir & Fern }"))
                .isEqualTo("Orders");
        assertThat(sender(smtp.formatted(""))).isNull();
        assertThat(load("branding: { name: Fir & Fern }")
                        .notifications()
                        .providers(Channel.EMAIL)
                        .settings())
                .isEmpty();
    }

    private @Nullable String sender(String text) {
        return values(load(text).notifications().providers(Channel.EMAIL).settings())
                .getOrDefault("smtp", Map.of())
                .get("from_name");
    }

    @Test
    void the_command_line_wins_over_the_environment_and_that_over_the_file() {
        String file = "server: { port: 1 }";
        assertThat(load(file).get(Setting.PORT)).isEqualTo(1);
        assertThat(load(file, Map.of("HEXADMIN_SERVER_PORT", "2"), Map.of()).get(Setting.PORT))
                .isEqualTo(2);
        assertThat(load(file, Map.of("HEXADMIN_SERVER_PORT", "2"), Map.of("server.port", "3"))
                        .get(Setting.PORT))
                .isEqualTo(3);
        assertThat(load(file, Map.of("HEXADMIN_SERVER_PORT", ""), Map.of()).get(Setting.PORT))
                .isEqualTo(1);
    }

    @Test
    void limits_are_numbers_of_their_own_and_0_switches_one_off() {
        Map<RateLimitRule, Limit> limits = new EnumMap<>(LimitingRequests.usual());
        limits.put(RateLimitRule.SIGN_IN, new Limit("sign-in", 3, Duration.ofSeconds(60)));
        limits.put(RateLimitRule.REFRESH, new Limit("refresh", 600, Duration.ofSeconds(300)));
        limits.remove(RateLimitRule.SIGN_OUT);
        assertThat(load(
                                """
                                rate_limits:
                                  sign_in: { limit: 3, window: 900 }
                                  panel_sign_in:
                                  sign_out: { limit: 0 }
                                """,
                                Map.of(
                                        "HEXADMIN_RATE_LIMITS_SIGN_IN_WINDOW",
                                        "60",
                                        "HEXADMIN_RATE_LIMITS_REFRESH_LIMIT",
                                        "600"),
                                Map.of())
                        .rateLimits())
                .isEqualTo(new RateLimitSettings(limits, List.of()));
        assertThat(load("""
            rate_limits:
              more:
                - { name: api, paths: ["/admin/api/**", /api/*/x], methods: [get, POST], per: user, limit: 600, window: 60 }
                - { name: all_7, paths: /**, per: address, limit: 1, window: 1 }
            """).rateLimits().more())
                .containsExactly(
                        new CallLimit(
                                new Limit("api", 600, Duration.ofMinutes(1)),
                                List.of("/admin/api/**", "/api/*/x"),
                                Set.of("GET", "POST"),
                                CallLimit.Per.USER),
                        new CallLimit(
                                new Limit("all_7", 1, Duration.ofSeconds(1)),
                                List.of("/**"),
                                Set.of(),
                                CallLimit.Per.ADDRESS));
    }

    @Test
    void identity_providers_are_read_with_their_secrets() {
        List<IdentityProviderSettings> providers = load(
                        """
                        oidc:
                          corp_id:
                            issuer: https://id.example.com/realms/a
                            client_id: hexadmin
                            client_secret: in the file
                            label: Acme
                            scopes: [openid, groups]
                            groups_claim: realm_access.roles
                            roles: { staff: Editor, 7: Viewer }
                            provision: everyone
                            trust_email: true
                            clock_skew_seconds: 5
                          other_one: { issuer: "http://intranet/x", client_id: x, allow_http: true }
                        """, Map.of("HEXADMIN_OIDC_CORP_ID_CLIENT_SECRET", "in the environment"), Map.of())
                .identityProviders();
        assertThat(providers)
                .containsExactly(
                        new IdentityProviderSettings(
                                new IdentityProvider(
                                        "corp_id",
                                        Label.of("Acme"),
                                        "https://id.example.com/realms/a",
                                        "hexadmin",
                                        List.of("openid", "groups"),
                                        new IdentityProvider.AccountRules(
                                                IdentityProvider.Provision.EVERYONE,
                                                true,
                                                Map.of("staff", "Editor", "7", "Viewer"))),
                                new OpenIdClient(
                                        "corp_id",
                                        "https://id.example.com/realms/a",
                                        "hexadmin",
                                        Optional.of("in the environment"),
                                        List.of("openid", "groups"),
                                        "realm_access.roles",
                                        Duration.ofSeconds(5),
                                        false)),
                        new IdentityProviderSettings(
                                new IdentityProvider(
                                        "other_one",
                                        Label.of("Other one"),
                                        "http://intranet/x",
                                        "x",
                                        List.of("openid", "email", "profile"),
                                        new IdentityProvider.AccountRules(
                                                IdentityProvider.Provision.INVITED, false, Map.of())),
                                new OpenIdClient(
                                        "other_one",
                                        "http://intranet/x",
                                        "x",
                                        Optional.empty(),
                                        List.of("openid", "email", "profile"),
                                        "groups",
                                        Duration.ofSeconds(60),
                                        true)));
        assertThat(providers.toString()).doesNotContain("in the environment");
    }

    @Test
    void an_invalid_identity_provider_is_reported_with_its_line() {
        assertThat(wrong("""
            oidc:
              Corp: { issuer: "https://a.example", client_id: x }
              a: { isuer: "https://a.example", client_id: x, provision: invite }
              b: { issuer: "http://a.example", client_id: x, scopes: [email], clock_skew_seconds: 601 }
              c: { issuer: "https://a.example", client_id: "", roles: [a] }
            """, Map.of("HEXADMIN_OIDC_D_CLIENT_SECRET", "secret"), Map.of()))
                .containsExactlyInAnyOrder(
                        "hexadmin.yaml:2: oidc.Corp: the name of a provider has the form [a-z][a-z0-9_]* and at most 50"
                                + " characters",
                        "hexadmin.yaml:3: oidc.a.isuer: this key is unknown; did you mean 'issuer'?",
                        "hexadmin.yaml:3: oidc.a.issuer: a provider needs this",
                        "hexadmin.yaml:3: oidc.a.provision: 'invite' is not one of invited, everyone; did you mean"
                                + " 'invited'?",
                        "hexadmin.yaml:4: oidc.b.issuer: the address must begin with https://, without query and"
                                + " fragment",
                        "hexadmin.yaml:4: oidc.b.scopes: 'openid' must be among the scopes",
                        "hexadmin.yaml:4: oidc.b.clock_skew_seconds: a whole number from 0 to 600 is expected, not"
                                + " '601'",
                        "hexadmin.yaml:5: oidc.c.client_id: a provider needs this",
                        "hexadmin.yaml:5: oidc.c.roles: a mapping of names to values is expected",
                        "environment: HEXADMIN_OIDC_D_CLIENT_SECRET: this variable is unknown");
    }

    @Test
    void an_origin_has_no_path_and_no_wildcard() {
        for (String origin : List.of("app.example.com", "https://app.example.com/", "https://*.example.com")) {
            assertThat(wrong("cors_origins: [\"" + origin + "\"]"))
                    .containsExactly(
                            "hexadmin.yaml:1: cors_origins: an origin such as https://app.example.com, without a"
                                    + " path, or '*' is expected, not '" + origin + "'");
        }
        assertThat(load("cors_origins: [\"*\", \"http://localhost:5173\"]").get(Setting.CORS_ORIGINS))
                .hasSize(2);
    }

    @Test
    void a_proxy_is_an_address_or_a_network_and_nothing_that_looks_like_one() {
        for (String proxy : List.of("localhost", "10.1", "fe80::1%lo", "0x7f000001", "010.0.0.1", "10.0.0.0/8/8")) {
            assertThat(wrong("trusted_proxies: [\"" + proxy + "\"]"))
                    .singleElement()
                    .asString()
                    .startsWith("hexadmin.yaml:1: trusted_proxies: ")
                    .endsWith("'" + proxy + "'");
        }
        assertThat(load("trusted_proxies: [\"::FFFF:10.0.0.0/104\", \"2001:DB8::/32\", \"::1\"]")
                        .get(Setting.TRUSTED_PROXIES))
                .hasSize(3);
    }

    @Test
    void an_invalid_limit_is_reported_with_its_line_and_the_nearest_known_word() {
        assertThat(wrong(
                        """
                        rate_limits:
                          sign_inn: { limit: 1 }
                          refresh: { limits: 5, window: 0 }
                          sign_out: 0
                          more:
                            - { name: API, paths: [/x], per: address, limit: 1, window: 60 }
                            - { name: sign-in, paths: [/x], per: address, limit: 1, window: 60 }
                            - { name: a, paths: [x], per: adress, limit: 0, window: 90000 }
                            - { name: b, paths: [/x*], per: user, limit: 1, window: 60 }
                            - { name: c, paths: [], methods: [GTE], per: user, limit: 1, window: 60 }
                            - { pahts: [/x] }
                        """,
                        Map.of("HEXADMIN_RATE_LIMITS_MORE", "x", "HEXADMIN_RATE_LIMITS_SIGN_IN_LIMIT", "-1"),
                        Map.of()))
                .containsExactlyInAnyOrder(
                        "hexadmin.yaml:2: rate_limits.sign_inn: this key is unknown; did you mean"
                                + " 'rate_limits.sign_in'?",
                        "hexadmin.yaml:3: rate_limits.refresh.limits: this key is unknown; did you mean"
                                + " 'rate_limits.refresh.limit'?",
                        "hexadmin.yaml:3: rate_limits.refresh.window: a whole number from 1 to 86400 is expected, not"
                                + " '0'",
                        "hexadmin.yaml:4: rate_limits.sign_out: a mapping of names to values is expected",
                        "hexadmin.yaml:6: rate_limits.more[0].name: a limit's name is [a-z0-9_-]+, not 'API'",
                        "hexadmin.yaml:7: rate_limits.more[1].name: there is another limit 'sign-in'",
                        "hexadmin.yaml:8: rate_limits.more[2].per: 'adress' is not one of address, user, api_key; did"
                                + " you mean 'address'?",
                        "hexadmin.yaml:8: rate_limits.more[2].limit: a whole number from 1 to 10000 is expected, not"
                                + " '0'",
                        "hexadmin.yaml:8: rate_limits.more[2].window: a whole number from 1 to 86400 is expected, not"
                                + " '90000'",
                        "hexadmin.yaml:9: rate_limits.more[3].paths: '*' stands for a whole segment, and '**' only at"
                                + " the end, not '/x*'",
                        "hexadmin.yaml:10: rate_limits.more[4].paths: at least one path is expected",
                        "hexadmin.yaml:10: rate_limits.more[4].methods: 'GTE' is not one of GET, POST, PUT, PATCH,"
                                + " DELETE; did you mean 'GET'?",
                        "hexadmin.yaml:11: rate_limits.more[5].pahts: this key is unknown; did you mean 'paths'?",
                        "hexadmin.yaml:11: rate_limits.more[5].name: a limit needs this",
                        "hexadmin.yaml:11: rate_limits.more[5].paths: a limit needs this",
                        "hexadmin.yaml:11: rate_limits.more[5].per: a limit needs this",
                        "hexadmin.yaml:11: rate_limits.more[5].limit: a limit needs this",
                        "hexadmin.yaml:11: rate_limits.more[5].window: a limit needs this",
                        "environment: HEXADMIN_RATE_LIMITS_MORE: this can only be set in the configuration file",
                        "environment: HEXADMIN_RATE_LIMITS_SIGN_IN_LIMIT: a whole number from 0 to 10000 is expected,"
                                + " not '-1'");
    }

    @Test
    void a_pool_of_one_connection_is_rejected_for_any_database() {
        for (String url : List.of("sqlite:shop.db", "postgresql://u:p@db.example/shop")) {
            assertThat(wrong(
                            "database: { url: \"" + url + "\", pool_size: 1 }\nsecret_key: " + "x".repeat(32),
                            Map.of(),
                            Map.of()))
                    .containsExactly(
                            "hexadmin.yaml:1: database.pool_size: a whole number from 2 to 1000 is expected, not '1'");
        }
    }

    private static String cache(Settings settings) {
        return settings.get(Setting.CACHE_ENABLED) + " " + settings.get(Setting.CACHE_TTL);
    }

    @Test
    void the_file_wins_over_the_two_cache_variables() {
        Map<String, String> variables = Map.of("SERVICE_CACHE_ENABLED", "true", "SERVICE_CACHE_TTL", "7");
        assertThat(cache(load("", variables, Map.of()))).isEqualTo("true " + Duration.ofSeconds(7));
        assertThat(cache(load("cache_enabled: false", variables, Map.of())))
                .isEqualTo("false " + Duration.ofSeconds(7));
        assertThat(cache(load("cache_ttl: 9", variables, Map.of("cache_ttl", "0"))))
                .isEqualTo("true " + Duration.ZERO);
        assertThat(wrong("", Map.of("SERVICE_CACHE_TTL", "-1"), Map.of()))
                .singleElement()
                .asString()
                .startsWith("environment: SERVICE_CACHE_TTL: a whole number from 0");
        assertThat(wrong("cache_ttl: soon")).singleElement().asString().startsWith("hexadmin.yaml:1: cache_ttl: ");
    }

    @Test
    void all_errors_are_reported_at_once_with_file_line_key_and_the_nearest_known_key() {
        assertThat(wrong(
                        """
                        server:
                          hosst: localhost
                          port: 70000
                        port: 80
                        rate_limit_on_outage: opne
                        notifications:
                          email: { smtp: { hots: x } }
                          default_channels: [in-app]
                        trusted_proxies: [10.0.0.0/33]
                        admin_path: no/slash
                        """,
                        Map.of(
                                "HEXADMIN_SERVR_PORT",
                                "1",
                                "HEXADMIN_PORT",
                                "1",
                                "HEXADMIN_DATABASE_URL",
                                "x",
                                "HEXADMIN_MODELS",
                                "x"),
                        Map.of("sever.port", "1")))
                .containsExactlyInAnyOrder(
                        "hexadmin.yaml:2: server.hosst: this key is unknown; did you mean 'server.host'?",
                        "hexadmin.yaml:3: server.port: a whole number from 0 to 65535 is expected, not '70000'",
                        "hexadmin.yaml:4: port: this key is unknown; did you mean 'server.port'?",
                        "hexadmin.yaml:5: rate_limit_on_outage: 'opne' is not one of open, local; did you mean 'open'?",
                        "hexadmin.yaml:7: notifications.email.smtp.hots: this key is unknown; did you mean"
                                + " 'notifications.email.smtp.host'?",
                        "hexadmin.yaml:8: notifications.default_channels: 'in-app' is not a valid name of a channel",
                        "hexadmin.yaml:9: trusted_proxies: an address or a network such as 10.0.0.0/8 is expected, not"
                                + " '10.0.0.0/33'",
                        "hexadmin.yaml:10: admin_path: a path such as /admin is expected, not 'no/slash'",
                        "environment: HEXADMIN_PORT: this variable is unknown; did you mean 'HEXADMIN_SERVER_PORT'?",
                        "environment: HEXADMIN_SERVR_PORT: this variable is unknown; did you mean"
                                + " 'HEXADMIN_SERVER_PORT'?",
                        "environment: HEXADMIN_DATABASE_URL: this variable is unknown; did you mean 'DATABASE_URL'?",
                        "environment: HEXADMIN_MODELS: this can only be set in the configuration file",
                        "command line: sever.port: this setting is unknown; did you mean 'server.port'?");
    }

    private static ChannelNames named(Channel... names) {
        return new ChannelNames(List.of(names), "", Problems.Place.ENVIRONMENT);
    }

    @Test
    void a_channel_that_is_not_registered_is_named_with_file_line_and_those_that_are() throws IOException {
        Files.writeString(folder.resolve("hexadmin.yaml"), """
            notifications:
              default_channels: [in_ap, email]
              fallback_channels: [pager, pigeon]
            """);
        NotificationSettings settings =
                Settings.load(Map.of(), Map.of(), folder).notifications();
        assertThat(settings.defaultChannels().among(MessageChannels.BUILT_IN)).containsExactly(Channel.EMAIL);
        assertThat(settings.defaultChannels().unknown(MessageChannels.BUILT_IN, Map.of()))
                .extracting(Object::toString)
                .containsExactly(
                        "hexadmin.yaml:2: notifications.default_channels: 'in_ap' is not one of in_app, email, sms;"
                                + " did you mean 'in_app'?");
        assertThat(settings.fallbackChannels()
                        .unknown(MessageChannels.BUILT_IN, Map.of("pager", "secret: this setting is required")))
                .extracting(Object::toString)
                .containsExactly(
                        "hexadmin.yaml:3: notifications.fallback_channels: the channel 'pager' is not configured:"
                                + " secret: this setting is required",
                        "hexadmin.yaml:3: notifications.fallback_channels: 'pigeon' is not one of in_app, email, sms");
    }

    @Test
    void a_named_file_must_exist_and_the_usual_one_need_not() {
        assertThat(Settings.load(Map.of(), Map.of(), folder).models()).isEmpty();
        ConfigurationException named = catchThrowableOfType(
                ConfigurationException.class,
                () -> Settings.load(Map.of(), Map.of("HEXADMIN_CONFIG", "other.yaml"), folder));
        assertThat(named).hasMessage("environment: HEXADMIN_CONFIG: there is no file other.yaml");
        ConfigurationException overridden = catchThrowableOfType(
                ConfigurationException.class, () -> Settings.load(Map.of("config", "x.yaml"), Map.of(), folder));
        assertThat(overridden).hasMessage("command line: config: there is no file x.yaml");
    }

    @Test
    void invalid_yaml_is_reported_with_its_line() {
        assertThat(wrong("server: { port: 1\nhost: x"))
                .singleElement()
                .asString()
                .startsWith("hexadmin.yaml:2: this is not valid YAML: ");
        assertThat(wrong("a: 1\n---\nb: 2")).singleElement().asString().startsWith("hexadmin.yaml:2: ");
        assertThat(wrong("- a")).containsExactly("hexadmin.yaml:1: a mapping of names to values is expected");
        assertThat(wrong("cache_ttl: 1\ncache_ttl: 2"))
                .containsExactly("hexadmin.yaml:2: cache_ttl: this key is given twice");
        assertThat(wrong("server: 8080"))
                .containsExactly("hexadmin.yaml:1: server: a mapping of names to values is expected");
        assertThat(wrong("cache_ttl: [1]"))
                .containsExactly("hexadmin.yaml:1: cache_ttl: a single value is expected, not a list");
    }

    @Test
    void aliases_that_would_blow_up_are_refused() {
        StringBuilder bomb = new StringBuilder("features: &a0 [x]\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("k")
                    .append(i)
                    .append(": &a")
                    .append(i)
                    .append(" [*a")
                    .append(i - 1)
                    .append(", *a")
                    .append(i - 1)
                    .append("]\n");
        }
        assertThat(wrong(bomb.toString())).isNotEmpty();
        String json =
                "models: { m: { fields: { id: { type: integer, primary_key: true }, j: { type: json, default: &a [*a]"
                        + " } } } }";
        assertThat(wrong(json)).isNotEmpty();
    }

    @Test
    void secrets_are_in_no_message() {
        String password = "hunter2-hunter2";
        assertThat(wrong(
                        "secret_key: " + password + "\nkvstore_url: http://" + password + "@h\n",
                        Map.of(
                                "DATABASE_URL", "oracle://root:" + password + "@h/db",
                                "HEXADMIN_PREVIOUS_SECRET_KEYS", password,
                                "HEXADMIN_ADMIN_PASSWORD", password),
                        Map.of()))
                .hasSize(5)
                .noneMatch(problem -> problem.contains(password));
        Settings settings = load(
                "admin_email: a@example.com\nadmin_password: " + password + "\nsecret_key: " + SECRET,
                Map.of("DATABASE_URL", "postgresql://u:" + password + "@h/d"),
                Map.of());
        assertThat(settings.toString() + settings.firstAdmin() + SecretKey.of(settings))
                .doesNotContain(password)
                .doesNotContain(SECRET);
    }

    @Test
    void replicas_and_a_file_of_the_password_are_for_servers() {
        String servers = "secret_key: " + SECRET + "\ndatabase: { read_urls: [\"postgresql://r@two/d\", "
                + "\"postgresql://r:s@three/d\"], password_file: hexadmin.yaml }";
        Map<String, String> url = Map.of("DATABASE_URL", "postgresql://u@one/d");
        assertThat(load(servers, url, Map.of()).connection())
                .isEqualTo(new DatabaseSettings.Server("PostgreSQL", "one", 5432, "d", "u", "", "", 16)
                        .withPasswordFrom(folder.resolve("hexadmin.yaml"))
                        .with(List.of(
                                new DatabaseSettings.Server("PostgreSQL", "two", 5432, "d", "r", "", "", 16)
                                        .withPasswordFrom(folder.resolve("hexadmin.yaml")),
                                new DatabaseSettings.Server("PostgreSQL", "three", 5432, "d", "r", "s", "", 16))));
        assertThat(wrong(servers, Map.of("DATABASE_URL", "sqlite:h.db"), Map.of()))
                .containsExactly(
                        "hexadmin.yaml:2: database.password_file: SQLite has no passwords",
                        "hexadmin.yaml:2: database.read_urls: SQLite has no replicas");
        assertThat(wrong(servers, Map.of("DATABASE_URL", "mysql://u:p@one/d"), Map.of()))
                .containsExactly(
                        "hexadmin.yaml:2: database.read_urls: replicas of MySQL are expected",
                        "hexadmin.yaml:2: database.read_urls: replicas of MySQL are expected",
                        "hexadmin.yaml:2: database.password_file: 'database.url' has a password, too: use only one of"
                                + " them");
        assertThat(load("database: { url: \"mariadb://u:p@one/d\", read_urls: [\"mysql://r:s@two/d\"] }\nsecret_key: "
                                + SECRET)
                        .connection())
                .hasToString("MariaDB[one:3306/d]");
        String file = "no/such/file/in/a/folder/with/a/name/that/is/longer/than/values/are/shown";
        assertThat(wrong("secret_key: " + SECRET + "\ndatabase: { password_file: " + file + " }", url, Map.of()))
                .containsExactly("hexadmin.yaml:2: database.password_file: there is no readable file '"
                        + folder.resolve(file) + "'");
    }

    @Test
    void postgresql_needs_a_secret_key_and_sqlite_does_not() {
        assertThat(wrong("", Map.of("DATABASE_URL", "postgresql://u:p@h/d"), Map.of()))
                .containsExactly("environment: HEXADMIN_SECRET_KEY: PostgreSQL needs one secret for all servers: set at"
                        + " least 32 random characters");
        assertThat(wrong("secret_key: short"))
                .containsExactly("hexadmin.yaml:1: secret_key: at least 32 characters are needed");
    }

    @Test
    void a_command_that_only_reads_tables_needs_no_secret_key_and_checks_everything_else() {
        Map<String, String> url = Map.of("DATABASE_URL", "postgresql://u:p@h/d");

        assertThat(Settings.ofTables(Map.of(), url, folder).connection().toString())
                .contains("PostgreSQL");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Settings.ofTables(
                        Map.of(),
                        Map.of("DATABASE_URL", "postgresql://u:p@h/d", "HEXADMIN_SECRET_KEY", "short"),
                        folder))
                .withMessageContaining("at least 32 characters are needed");
    }

    @Test
    void the_schema_is_taken_as_it_is_when_it_is_introspected_and_nothing_else_is_said() {
        assertThat(load("introspect: true").schema()).isEqualTo(Setting.Schema.EXISTING);
        assertThat(load("introspect: true\ndatabase: { schema: manage }").schema())
                .isEqualTo(Setting.Schema.MANAGE);
    }

    @Test
    void a_provider_of_others_has_settings_from_every_source_and_the_last_word_wins() {
        String file = """
            notifications:
              default_email_provider: acme_mail
              sms: { acme: { url: a, tries: 3, key: b }, acme_two: { url: c } }
            """;
        NotificationSettings read = load(
                        file,
                        Map.of(
                                "HEXADMIN_NOTIFICATIONS_SMS_ACME_TRIES", "4",
                                "HEXADMIN_NOTIFICATIONS_SMS_ACME_KEY", "",
                                "HEXADMIN_NOTIFICATIONS_SMS_ACME_TWO_API_KEY", "d",
                                "HEXADMIN_NOTIFICATIONS_SMS_OTHER_API_KEY", "e",
                                "HEXADMIN_NOTIFICATIONS_EMAIL_ACME_MAIL_URL", "f"),
                        Map.of("notifications.sms.acme.url", "g"))
                .notifications();
        assertThat(values(read.providers(Channel.SMS).settings()))
                .isEqualTo(Map.of(
                        "acme", Map.of("url", "g", "tries", "4", "key", "b"),
                        "acme_two", Map.of("url", "c", "api_key", "d"),
                        "other", Map.of("api_key", "e")));
        assertThat(values(read.providers(Channel.EMAIL).settings())).isEqualTo(Map.of("acme_mail", Map.of("url", "f")));
        assertThat(read.toString()).doesNotContain("f]").contains("notifications.sms.acme[");
    }

    @Test
    void settings_rejected_by_a_provider_are_reported_at_their_position() {
        Map<String, ProviderSettings> sms = load(
                        "notifications:\n  sms:\n    acme:\n      url: x\n",
                        Map.of(
                                "HEXADMIN_NOTIFICATIONS_SMS_ACME_TOKEN",
                                "y",
                                "HEXADMIN_NOTIFICATIONS_SMS_FAR_AWAY",
                                "z"),
                        Map.of())
                .notifications()
                .providers(Channel.SMS)
                .settings();
        ProviderSettings acme = java.util.Objects.requireNonNull(sms.get("acme"));
        ProviderSettings far = java.util.Objects.requireNonNull(sms.get("far"));
        assertThat(List.of(
                        acme.refused("url: no"),
                        acme.refused("token: no"),
                        acme.refused("more: needed"),
                        acme.refused("It is broken"),
                        far.refused("more: needed"),
                        acme.unknown(List.of("acne"))))
                .extracting(ConfigurationException.Problem::toString)
                .containsExactly(
                        "hexadmin.yaml:4: notifications.sms.acme.url: no",
                        "environment: HEXADMIN_NOTIFICATIONS_SMS_ACME_TOKEN: no",
                        "hexadmin.yaml:4: notifications.sms.acme.more: needed",
                        "hexadmin.yaml:4: notifications.sms.acme: It is broken",
                        "environment: HEXADMIN_NOTIFICATIONS_SMS_FAR_MORE: needed",
                        "hexadmin.yaml:4: notifications.sms.acme: there is no provider of this name; did you mean"
                                + " 'acne'?");
    }

    @Test
    void a_misspelt_setting_of_a_built_in_provider_is_no_setting_of_another() {
        assertThat(wrong(
                        """
                        notifications:
                          sms: { twilio: { acount_sid: AC1 }, Other: {}, list: { a: [1] }, flat: 1 }
                        plugins_path: nowhere
                        """,
                        Map.of(
                                "HEXADMIN_NOTIFICATIONS_SMS_TWILIO_AUTH_TOKN", "t",
                                "HEXADMIN_NOTIFICATIONS_SMS_ACME", "t"),
                        Map.of("notifications.email.smtp.hots", "h", "notifications.email.acme", "h")))
                .extracting(problem -> problem.replaceAll("; did you mean '(.*)'.*", " -> $1"))
                .containsExactlyInAnyOrder(
                        "hexadmin.yaml:2: notifications.sms.twilio.acount_sid: this key is unknown ->"
                                + " notifications.sms.twilio.account_sid",
                        "hexadmin.yaml:2: notifications.sms.Other: the name of a provider has the form [a-z][a-z0-9_]*",
                        "hexadmin.yaml:2: notifications.sms.list.a: a single value is expected, not a list",
                        "hexadmin.yaml:2: notifications.sms.flat: a mapping of names to values is expected",
                        "environment: HEXADMIN_NOTIFICATIONS_SMS_TWILIO_AUTH_TOKN: this variable is unknown ->"
                                + " HEXADMIN_NOTIFICATIONS_SMS_TWILIO_AUTH_TOKEN",
                        "environment: HEXADMIN_NOTIFICATIONS_SMS_ACME: this variable is unknown ->"
                                + " HEXADMIN_NOTIFICATIONS_PREFIX",
                        "command line: notifications.email.smtp.hots: this setting is unknown ->"
                                + " notifications.email.smtp.host",
                        "command line: notifications.email.acme: this setting is unknown -> notifications.templates",
                        "hexadmin.yaml:3: plugins_path: there is no folder 'nowhere'");
    }

    @Test
    void half_an_administrator_and_half_a_template_are_refused() {
        assertThat(wrong("""
            notifications:
              templates:
                one: { title: "{a" , body: b }
                two: { body: b }
                three: { title: t, body: b, footer: f }
            admin_email: a@example.com
            """))
                .extracting(problem -> problem.replaceAll(".*?: ([a-z_.]+): .*", "$1"))
                .containsExactlyInAnyOrder(
                        "notifications.templates.one.title",
                        "notifications.templates.two.title",
                        "notifications.templates.three.footer",
                        "admin_email");
    }

    @Test
    void a_template_has_texts_for_languages() {
        Template template = load("""
            notifications:
              templates:
                shipped:
                  title: "Order {id}"
                  body: It is on the way
                  sms_body: "{id} is on the way"
                  languages:
                    de: { title: "Bestellung {id}", body: Sie ist unterwegs }
                    pt-br: { sms_body: "{id} a caminho" }
            """).notifications().templates().get("shipped");
        assertThat(template)
                .isEqualTo(Template.parse(
                                "Order {id}", "It is on the way", Map.of(SmsChannel.BODY, "{id} is on the way"))
                        .with(new Language("de"), Template.parse("Bestellung {id}", "Sie ist unterwegs"))
                        .with(
                                new Language("pt-BR"),
                                Template.parse(
                                        "Order {id}", "It is on the way", Map.of(SmsChannel.BODY, "{id} a caminho"))));
    }

    @Test
    void texts_of_languages_that_cannot_be_used_are_named_with_their_line() {
        assertThat(wrong("""
            notifications:
              templates:
                one:
                  title: "Order {id}"
                  body: b
                  languages:
                    de: { title: "Bestellung {nr}" }
                    de_AT: { title: t }
                    DE-at: { body: b }
                    de-AT: { body: b }
                    fr: { footer: f }
                    es: { body: "{" }
                two: { title: t, body: b, languages: [de] }
                three: { title: t, languages: { ja: { body: "}" } } }
            """))
                .containsExactly(
                        "hexadmin.yaml:7: notifications.templates.one.languages.de.title: '{nr}' is not a placeholder of the"
                                + " template itself",
                        "hexadmin.yaml:8: notifications.templates.one.languages.de_AT: 'de_AT' is not a language tag (BCP"
                                + " 47), such as de or zh-Hans",
                        "hexadmin.yaml:10: notifications.templates.one.languages.de-AT: the language de-AT is given twice",
                        "hexadmin.yaml:11: notifications.templates.one.languages.fr.footer: this key is unknown",
                        "hexadmin.yaml:12: notifications.templates.one.languages.es.body: at character 1: '{' has no '}'; a"
                                + " literal brace is '{{'",
                        "hexadmin.yaml:13: notifications.templates.two.languages: a mapping of names to values is expected",
                        "hexadmin.yaml:14: notifications.templates.three.body: a template needs this",
                        "hexadmin.yaml:14: notifications.templates.three.languages.ja.body: at character 1: '}' has no '{'; a"
                                + " literal brace is '}}'");
    }

    @Test
    void notifications_are_kept_for_ever_or_at_least_as_long_as_their_events() {
        assertThat(load("").notificationRetention()).isEmpty();
        assertThat(load("notifications: { retention_days: 7 }").notificationRetention())
                .contains(Duration.ofDays(7));
        assertThat(wrong("notifications: { retention_days: 6 }"))
                .containsExactly("hexadmin.yaml:1: notifications.retention_days: it must be 0, or at least 7, not 6");
    }

    @Test
    void a_bucket_is_named_completely_or_not_at_all() {
        assertThat(wrong("files: { store: s3, access_key: AKIA1, endpoint: 'ftp://store' }"))
                .extracting(problem -> problem.replaceAll(".*?: ([a-z_.]+): .*", "$1"))
                .containsExactlyInAnyOrder("files.store", "files.access_key", "files.endpoint");
        assertThat(wrong("files: { bucket: shop, secret_key: hunter2 }"))
                .noneMatch(problem -> problem.contains("hunter2"))
                .extracting(problem -> problem.replaceAll(".*?: ([a-z_.]+): .*", "$1"))
                .containsExactlyInAnyOrder("files.bucket", "files.secret_key");
        assertThat(load("files: { store: s3, bucket: shop }").find(Setting.FILES_ENDPOINT))
                .isEmpty();
    }

    @Test
    void a_problem_knows_its_parts() {
        ConfigurationException error =
                catchThrowableOfType(ConfigurationException.class, () -> load("\nserver: { prot: 1 }"));
        assertThat(error.problems())
                .containsExactly(new ConfigurationException.Problem(
                        "hexadmin.yaml",
                        OptionalInt.of(2),
                        "server.prot",
                        "this key is unknown",
                        Optional.of("server.port")));
    }

    // ---- dashboard

    private static final String SHOP = """
        models:
          products:
            fields:
              id: { type: integer, primary_key: true }
              name: { type: string }
              price: { type: decimal }
              released: { type: date }
        """;

    private static List<String> misnamed(Settings settings) {
        ConfigurationException error = catchThrowableOfType(
                ConfigurationException.class, () -> settings.dashboard().check(ModelRegistry.of(settings.models())));
        return error == null
                ? List.of()
                : error.problems().stream()
                        .map(ConfigurationException.Problem::toString)
                        .toList();
    }

    private static WidgetDefinition.Builder count(String name) {
        return WidgetDefinition.count("products").filter("name", name).filter("price__gte", "10");
    }

    @Test
    void widgets_are_read_in_order_with_their_filters() {
        Settings settings = load(SHOP + """
            dashboard:
              - { type: count, model: products, filter: "name=a%26b&price__gte=10" }
              - { type: count, model: products, title: Dear, width: 6, filter: { name: "x", price__gte: 10 } }
              - { type: recent_changes, limit: 5 }
              - { type: recent_changes }
              - { type: sign_in_failures, hours: 48 }
              - { type: line, model: products, date_field: released, measure: { sum: price } }
              - { type: bar, model: products, field: name, measure: count }
              - { type: donut, model: products, field: name, date_field: released, measure: { average: price }, limit: 3 }
              - { type: average, model: products, field: price, date_field: released, better: lower }
              - { type: table, model: products, columns: [name, price], ordering: -price, limit: 7 }
            """);
        DashboardDefinition dashboard = settings.dashboard().definition();
        assertThat(dashboard.period()).isEqualTo(DateRange.Preset.DAYS_30);
        assertThat(dashboard.until()).isEmpty();
        assertThat(dashboard.widgets().orElseThrow())
                .containsExactly(
                        count("a&b").build(),
                        count("x").title("Dear").width(6).build(),
                        WidgetDefinition.recentChanges().limit(5).build(),
                        WidgetDefinition.recentChanges().limit(10).build(),
                        WidgetDefinition.signInFailures().hours(48).build(),
                        WidgetDefinition.chart(Look.LINE, "products")
                                .dateField("released")
                                .measure(Measure.sum("price"))
                                .limit(8)
                                .build(),
                        WidgetDefinition.chart(Look.BAR, "products")
                                .field("name")
                                .limit(8)
                                .build(),
                        WidgetDefinition.chart(Look.DONUT, "products")
                                .dateField("released")
                                .field("name")
                                .measure(Measure.average("price"))
                                .limit(3)
                                .build(),
                        WidgetDefinition.average("products", "price")
                                .dateField("released")
                                .better(Better.LOWER)
                                .build(),
                        WidgetDefinition.table("products")
                                .columns("name", "price")
                                .ordering("-price")
                                .limit(7)
                                .build());
        assertThat(misnamed(settings)).isEmpty();
        assertThat(load("dashboard: []").dashboard().definition().widgets()).contains(List.of());
        assertThat(load("dashboard:").dashboard().definition()).isEqualTo(DashboardDefinition.DEFAULT);
    }

    @Test
    void a_dashboard_has_a_range() {
        DashboardDefinition dashboard = load(SHOP
                        + "dashboard: { period: 12m, until: 2025-12-20, widgets: [{ type: recent_changes }] }")
                .dashboard()
                .definition();
        assertThat(dashboard.period()).isEqualTo(DateRange.Preset.MONTHS_12);
        assertThat(dashboard.until()).hasValue(LocalDate.of(2025, 12, 20));
        assertThat(dashboard.widgets().orElseThrow()).hasSize(1);
        assertThat(load("dashboard: { period: 7d }").dashboard().definition().widgets())
                .as("the default widgets")
                .isEmpty();
        assertThat(wrong("dashboard: { period: 8d, until: soon, wigdets: [] }"))
                .containsExactly(
                        "hexadmin.yaml:1: dashboard.wigdets: this key is unknown; did you mean 'widgets'?",
                        "hexadmin.yaml:1: dashboard.period: '8d' is not one of 7d, 30d, 90d, 12m; did you mean '7d'?",
                        "hexadmin.yaml:1: dashboard.until: a date such as 2026-11-20 is expected");
    }

    @Test
    void errors_of_a_widget_are_reported_with_their_position() {
        String types = "count, sum, average, line, bar, donut, table, recent_changes, sign_in_failures";
        assertThat(wrong(SHOP + """
            dashboard:
              - { type: cuont, model: products }
              - { model: products }
              - { type: count }
              - { type: count, model: products, hours: 3 }
              - { type: count, model: products, filtre: "a=b" }
              - { type: recent_changes, limit: 500 }
              - { type: bar, model: products, field: name, measure: { sum: price, average: price } }
              - { type: count, model: products, filter: "name" }
              - count
              - { type: sum, model: products }
              - { type: line, model: products, measure: sum }
              - { type: count, model: products, width: 2 }
              - { type: count, model: products, better: more }
              - { type: chart, model: products, field: name }
            """))
                .containsExactly(
                        "hexadmin.yaml:9: dashboard[0].type: 'cuont' is not one of " + types
                                + "; did you mean 'count'?",
                        "hexadmin.yaml:10: dashboard[1].type: one of " + types + " is expected",
                        "hexadmin.yaml:11: dashboard[2].model: this widget requires it",
                        "hexadmin.yaml:12: dashboard[3].hours: a widget of type 'count' has no such option",
                        "hexadmin.yaml:13: dashboard[4].filtre: this key is unknown; did you mean 'filter'?",
                        "hexadmin.yaml:14: dashboard[5].limit: a whole number from 1 to 50 is expected, not '500'",
                        "hexadmin.yaml:15: dashboard[6].measure: count, { sum: FIELD } or { average: FIELD } is"
                                + " expected",
                        "hexadmin.yaml:16: dashboard[7].filter: a filter such as status=active&price__gte=10 is"
                                + " expected",
                        "hexadmin.yaml:17: dashboard[8]: a mapping of names to values is expected",
                        "hexadmin.yaml:18: dashboard[9].field: this widget requires it",
                        "hexadmin.yaml:19: dashboard[10].date_field: this widget requires it",
                        "hexadmin.yaml:20: dashboard[11].width: a whole number from 3 to 12 is expected, not '2'",
                        "hexadmin.yaml:21: dashboard[12].better: 'more' is not one of higher, lower, neither",
                        "hexadmin.yaml:22: dashboard[13].type: 'chart' is now 'bar' or 'donut' with a 'field', or"
                                + " 'line' or 'bar' with a 'date_field'; 'sum: x' is now 'measure: { sum: x }', and 'by'"
                                + " follows from the range of the page");
        assertThat(wrong("dashboard: { type: count }"))
                .containsExactly("hexadmin.yaml:1: dashboard.type: this key is unknown");
        assertThat(wrong("dashboard: count"))
                .containsExactly("hexadmin.yaml:1: dashboard: a list of widgets is expected");
        assertThat(wrong("dashbord: []"))
                .containsExactly("hexadmin.yaml:1: dashbord: this key is unknown; did you mean 'dashboard'?");
    }

    @Test
    void groups_follow_at_most_two_references_to_one_record_each() {
        String shop = """
            models:
              brands:
                fields:
                  id: { type: integer, primary_key: true }
                  notes: { type: json }
                  parent_id: { type: reference, to: brands }
                  partners: { type: references, to: brands }
            dashboard:
            """;
        String widget = "  - { type: bar, model: brands, field: %s }\n";
        assertThat(misnamed(load(shop + widget.formatted("parent__parent__parent_id"))))
                .isEmpty();
        for (String field : List.of("parent__parent__parent__parent_id", "partners__id", "parent__notes")) {
            assertThat(misnamed(load(shop + widget.formatted(field))))
                    .as(field)
                    .singleElement()
                    .asString()
                    .startsWith("hexadmin.yaml:9: dashboard[0].field: '" + field + "' cannot make groups");
        }
        assertThat(misnamed(load(shop + widget.formatted("parent__x"))))
                .singleElement()
                .asString()
                .contains("'brands' has no field 'parent__x'");
    }

    @Test
    void widgets_with_unknown_names_are_reported_with_the_nearest_name() {
        assertThat(misnamed(load(SHOP + """
            dashboard:
              - { type: count, model: product }
              - { type: count, model: products, filter: "nmae=a" }
              - { type: line, model: products, date_field: price }
              - { type: line, model: products, date_field: relesed }
              - { type: bar, model: products, field: name, measure: { sum: name } }
              - { type: bar, model: products }
              - { type: table, model: products, columns: [name, prize] }
              - { type: table, model: products, ordering: "-nam" }
              - { type: sum, model: products, field: name }
            """)))
                .containsExactly(
                        "hexadmin.yaml:9: dashboard[0].model: there is no model 'product'; did you mean 'products'?",
                        "hexadmin.yaml:10: dashboard[1].filter: 'nmae' is no filter of 'products'; did you mean"
                                + " 'name'?",
                        "hexadmin.yaml:11: dashboard[2].date_field: field 'price' is no date or datetime",
                        "hexadmin.yaml:12: dashboard[3].date_field: 'products' has no field 'relesed'; did you mean"
                                + " 'released'?",
                        "hexadmin.yaml:13: dashboard[4].measure: field 'name' does not add up",
                        "hexadmin.yaml:14: dashboard[5].field: a bar requires it, or a 'date_field'",
                        "hexadmin.yaml:15: dashboard[6].columns: 'products' has no field 'prize'; did you mean"
                                + " 'price'?",
                        "hexadmin.yaml:16: dashboard[7].ordering: 'products' has no field 'nam'; did you mean 'name'?",
                        "hexadmin.yaml:17: dashboard[8].field: field 'name' does not add up");
    }
}
