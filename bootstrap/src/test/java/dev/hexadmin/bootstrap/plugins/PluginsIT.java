package dev.hexadmin.bootstrap.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.application.spi.MessageStatus;
import dev.hexadmin.application.spi.OutgoingMessage;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins in modules that are compiled, packed and put into a folder like those of third parties. */
class PluginsIT {
    @TempDir
    Path folder;

    private Path plugins;
    private final List<Plugins> loaded = new ArrayList<>();

    @BeforeEach
    void makeFolder() throws IOException {
        plugins = Files.createDirectory(folder.resolve("plugins"));
    }

    @AfterEach
    void close() {
        loaded.forEach(Plugins::close);
    }

    private Plugins load(String yaml) throws IOException {
        Files.writeString(folder.resolve("hexadmin.yaml"), yaml);
        Settings settings = Settings.load(Map.of("plugins_path", "plugins"), Map.of(), folder);
        Plugins found =
                Plugins.load(settings.find(Setting.PLUGINS_PATH), settings.notifications(), ProgramPlugins.NONE);
        loaded.add(found);
        return found;
    }

    private List<String> wrong(String yaml) {
        ConfigurationException error = catchThrowableOfType(ConfigurationException.class, () -> load(yaml));
        assertThat(error).isNotNull();
        return error.problems().stream().map(Object::toString).toList();
    }

    private static InstalledProvider<ChannelProvider> sms(Plugins plugins, String name) {
        return of(plugins, Channel.SMS).stream()
                .filter(found -> found.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<InstalledProvider<ChannelProvider>> of(Plugins plugins, Channel channel) {
        return plugins.providers(MailBrand.PRODUCT).getOrDefault(channel, List.of());
    }

    private static OutgoingMessage text(String to, String text, String key) {
        return new OutgoingMessage(to, new Addressee("1"), Content.of("", text), Optional.empty(), Instant.EPOCH, key);
    }

    /** A module with an SMS provider. */
    private void module(String module, String name, String body) throws IOException {
        Map<String, String> files = new HashMap<>();
        files.put(
                "module-info.java",
                "module " + module + " { requires dev.hexadmin.application;"
                        + " provides dev.hexadmin.application.spi.SmsProvider with " + module + ".Sms; }");
        files.put("Sms.java", source(module, name, body));
        Jars.make(plugins.resolve(module + ".jar"), folder, files);
    }

    private static String source(String module, String name, String body) {
        return """
            package %s;
            import dev.hexadmin.application.spi.*;
            public final class Sms implements SmsProvider, AutoCloseable {
                @Override public String name() { return "%s"; }
                @Override public SmsResult send(SmsMessage message) {
                    return new SmsResult("1", SmsStatus.SENT, message.to());
                }
                @Override public SmsStatus checkStatus(String id) { return SmsStatus.SENT; }
                @Override public void close() { System.setProperty("closed.%s", "yes"); }
                %s
            }
            """.formatted(module, name, name, body);
    }

    @Test
    void without_a_folder_there_is_what_is_built_in() throws IOException {
        Settings settings = Settings.load(Map.of(), Map.of(), folder);
        try (Plugins found = Plugins.load(Optional.empty(), settings.notifications(), ProgramPlugins.NONE)) {
            assertThat(of(found, Channel.SMS))
                    .extracting(InstalledProvider::name)
                    .containsExactly("console", "twilio");
            assertThat(of(found, Channel.EMAIL))
                    .extracting(InstalledProvider::name)
                    .containsExactly("console", "smtp");
            assertThat(of(found, Channel.SMS))
                    .extracting(InstalledProvider::origin)
                    .containsOnly("built in");
            assertThat(sms(found, "console").missing()).isEmpty();
            assertThat(sms(found, "twilio").missing()).contains("account_sid: this setting is required");
            assertThat(found.channels()).singleElement().satisfies(webhook -> {
                assertThat(webhook.name()).isEqualTo("webhook");
                assertThat(webhook.missing()).contains("secret: this setting is required");
            });
            assertThat(found.registered().names()).isEqualTo("in_app, email, sms");
        }
        assertThat(of(load(""), Channel.SMS)).hasSize(2);
    }

    @Test
    void every_documented_setting_of_a_built_in_provider_is_one_it_takes() throws IOException {
        Plugins found = load("""
            notifications:
              sms:
                twilio: { account_sid: AC1, auth_token: t, from_number: "+1", base_url: "http://localhost:1", status_callback_url: "https://a.example/x" }
              email:
                smtp: { host: localhost, port: 25, username: u, password: p, from_address: no-reply@example.com, tls: none }
              webhook: { secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, allow_http: true, allow_private: true, connect_timeout_seconds: 1, timeout_seconds: 2 }
            """);
        assertThat(found.registered().names()).isEqualTo("in_app, email, sms, webhook");
        assertThat(sms(found, "twilio").missing()).isEmpty();
        assertThat(of(found, Channel.EMAIL))
                .filteredOn(each -> each.name().equals("smtp"))
                .allSatisfy(smtp -> assertThat(smtp.missing()).isEmpty());
    }

    @Test
    void settings_rejected_by_providers_are_reported_together_with_file_line_and_key() throws IOException {
        module("acme.sms", "acme", """
            @Override public void configure(java.util.Map<String, String> settings) {
                throw new IllegalArgumentException("url: an address is expected");
            }
            """);
        assertThat(wrong("""
            notifications:
              sms:
                twilio: { account_sid: AC1, base_url: nowhere }
                acme:
                  url: x
              email:
                smtp: { host: localhost, from_address: a@example.com, port: 0 }
            """))
                .containsExactlyInAnyOrder(
                        "hexadmin.yaml:5: notifications.sms.acme.url: an address is expected",
                        "hexadmin.yaml:3: notifications.sms.twilio.base_url: an http or https URL is expected",
                        "hexadmin.yaml:7: notifications.email.smtp.port: a whole number from 1 to 65535 is expected");
        assertThat(sms(load(""), "acme").missing()).contains("url: an address is expected");
    }

    @Test
    void settings_for_a_provider_that_is_not_there_name_the_one_that_was_meant() {
        assertThat(wrong("notifications: { sms: { twillio: { a: b } } }"))
                .containsExactly(
                        "hexadmin.yaml:1: notifications.sms.twillio: there is no provider of this name; did you"
                                + " mean 'twilio'?");
    }

    @Test
    void a_module_of_others_brings_a_provider_and_is_closed_in_the_end() throws IOException {
        module("acme.sms", "acme", "");
        Plugins found = load("");
        assertThat(sms(found, "acme").origin()).isEqualTo("acme.sms.jar");
        assertThat(sms(found, "acme").provider().send(text("+1", "hello", "k")).status())
                .isEqualTo(MessageStatus.IN_TRANSIT);
        found.close();
        assertThat(System.clearProperty("closed.acme")).isEqualTo("yes");
    }

    @Test
    void a_jar_without_a_descriptor_brings_what_its_services_file_names() throws IOException {
        Jars.make(
                plugins.resolve("plain-sms-1.0.jar"),
                folder,
                Map.of(
                        "plain/Sms.java",
                        source("plain", "plain", ""),
                        "META-INF/services/dev.hexadmin.application.spi.SmsProvider",
                        "plain.Sms\n"));
        assertThat(sms(load("notifications: { sms: { plain: {} } }"), "plain").origin())
                .isEqualTo("plain-sms-1.0.jar");
    }

    @Test
    void a_module_may_need_another_of_the_folder() throws IOException {
        Jars.make(
                plugins.resolve("words.jar"),
                folder,
                Map.of(
                        "module-info.java",
                        "module words { exports words; }",
                        "Words.java",
                        "package words; public final class Words { public static final Object ID = \"w1\"; }"));
        Jars.make(
                plugins.resolve("acme.jar"),
                folder,
                Map.of(
                        "module-info.java",
                        "module acme { requires dev.hexadmin.application; requires words;"
                                + " provides dev.hexadmin.application.spi.SmsProvider with acme.Sms; }",
                        "Sms.java",
                        source("acme", "acme", "").replace("\"1\"", "words.Words.ID.toString()")));
        assertThat(sms(load(""), "acme").provider().send(text("+1", "m", "k")).messageId())
                .isEqualTo("w1");
    }

    @Test
    void jars_that_cannot_be_used_are_all_named() throws IOException {
        module("acme.sms", "acme", "");
        Files.writeString(plugins.resolve("broken.jar"), "this is no jar");
        Files.copy(plugins.resolve("acme.sms.jar"), plugins.resolve("acme.sms-old.jar"));
        assertThat(wrong(""))
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem).contains("broken.jar: this is no module"))
                .anySatisfy(problem ->
                        assertThat(problem).contains("acme.sms.jar: the module acme.sms is also in acme.sms-old.jar"));
    }

    @Test
    void a_module_with_a_missing_dependency_is_reported_with_it() throws IOException {
        Jars.make(
                plugins.resolve("words.jar"),
                folder,
                Map.of("module-info.java", "module words { }", "A.java", "package a; class A { }"));
        Jars.make(
                plugins.resolve("acme.jar"),
                folder,
                Map.of("module-info.java", "module acme { requires words; }", "B.java", "package b; class B { }"));
        Files.delete(plugins.resolve("words.jar"));
        assertThat(wrong(""))
                .singleElement()
                .asString()
                .contains("do not fit together")
                .contains("words")
                .contains("acme");
    }

    @Test
    void two_providers_of_one_name_are_one_too_many() throws IOException {
        module("acme.sms", "twilio", "");
        assertThat(wrong(""))
                .singleElement()
                .asString()
                .contains("there is another provider of the name 'twilio'")
                .contains("acme.sms.Sms")
                .contains("acme.sms.jar");
    }

    @Test
    void a_failing_provider_is_reported_and_does_not_end_the_program() throws IOException {
        module("acme.one", "one", "public Sms() { throw new IllegalStateException(\"no way\"); }");
        module("acme.two", "Not A Name", "");
        module(
                "acme.three",
                "three",
                "@Override public void configure(java.util.Map<String, String> settings) { throw new"
                        + " NoSuchMethodError(\"old\"); }");
        assertThat(wrong(""))
                .hasSize(3)
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("acme.one.jar: acme.one.Sms: this provider cannot be used")
                        .contains("no way"))
                .anySatisfy(problem -> assertThat(problem).contains("its name 'Not A Name' is none for settings"))
                .anySatisfy(problem ->
                        assertThat(problem).startsWith("acme.three.jar").contains("old"));
    }

    @Test
    void what_the_program_has_itself_is_not_taken_from_the_folder() throws IOException {
        Jars.make(
                plugins.resolve("own-spi.jar"),
                folder,
                Map.of(
                        "module-info.java", "module dev.hexadmin.domain { }",
                        "Fake.java", "package fake; class Fake { }"));
        module("acme.sms", "acme", "");
        assertThat(sms(load(""), "acme").missing()).isEmpty();
    }

    @Test
    void the_example_is_built_with_its_own_tests_and_works() throws IOException {
        Path built = ExampleProvider.jar();
        assertThat(ExampleProvider.testReport()).content().contains("errors=\"0\" skipped=\"0\" failures=\"0\"");
        Files.copy(built, plugins.resolve("file-sms-1.0.jar"));

        Path messages = folder.resolve("messages.jsonl");
        Plugins found = load("notifications: { sms: { file: { path: \"" + messages + "\" } } }");
        assertThat(sms(found, "file").origin()).isEqualTo("file-sms-1.0.jar");
        String id = sms(found, "file")
                .provider()
                .send(text("+15017122661", "hello", "key-1"))
                .messageId();
        assertThat(messages).content().contains(id).contains("hello");
        assertThat(wrong("notifications: { sms: { file: {} } }"))
                .containsExactly("hexadmin.yaml:1: notifications.sms.file.path: this is needed");
    }

    private static final String LOANS = """
        package loans;
        import dev.hexadmin.application.dashboard.WidgetDefinition;
        import dev.hexadmin.application.records.RecordChange;
        import dev.hexadmin.application.records.RecordHooks;
        import dev.hexadmin.application.plugin.HexadminPlugin;
        import dev.hexadmin.domain.models.*;
        import java.util.*;
        public class Loans implements HexadminPlugin {
            @Override public String name() { return "loans"; }
            @Override public List<ModelDefinition> models() {
                return List.of(ModelDefinition.builder("loans")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("book", FieldType.STRING, f -> f.required())
                    .build());
            }
            @Override public Map<String, RecordHooks> hooks() {
                return Map.of("loans", new RecordHooks() {
                    @Override public void onCreate(RecordChange change) {
                        change.set("book", change.after().get("book") + " (lent)");
                    }
                });
            }
            @Override public List<WidgetDefinition> dashboardWidgets() {
                return List.of(WidgetDefinition.count("loans").title("Books out").better(WidgetDefinition.Better.NEITHER).build());
            }
        }
        """;

    private void loans(String jar) throws IOException {
        Jars.make(
                plugins.resolve(jar),
                folder,
                Map.of(
                        "module-info.java",
                        "module acme.loans { requires dev.hexadmin.application; provides"
                                + " dev.hexadmin.application.plugin.HexadminPlugin with loans.Loans; }",
                        "loans/Loans.java",
                        LOANS));
    }

    private Hexadmin.Builder builder() {
        return Hexadmin.builder()
                .folder(folder)
                .set(Setting.PORT, 0)
                .set(Setting.PLUGINS_PATH, plugins)
                .set(Setting.DATABASE_URL, "sqlite:" + folder.resolve("plugins.db"))
                .set(Setting.ADMIN_EMAIL, "root@example.com")
                .set(Setting.ADMIN_PASSWORD, "walnut-Kettle-39-riverbank");
    }

    @Test
    void a_plugin_brings_a_model_with_its_rules_and_a_widget() throws Exception {
        loans("loans-1.0.jar");
        assertThat(load("").contributions()).singleElement().satisfies(found -> {
            assertThat(found.name()).isEqualTo("loans");
            assertThat(found.origin()).isEqualTo("loans-1.0.jar");
        });
        try (Hexadmin hexadmin = builder().build();
                HttpClient http = HttpClient.newHttpClient()) {
            hexadmin.start();
            String token = post(http, hexadmin, "/api/auth/token", "", """
                {"email":"root@example.com","password":"walnut-Kettle-39-riverbank"}\
                """)
                    .replaceAll("(?s).*\"access_token\":\"([^\"]+)\".*", "$1");
            assertThat(post(http, hexadmin, "/admin/api/loans/", token, "{\"book\":\"Emma\"}"))
                    .contains("Emma (lent)");
            HttpRequest home = HttpRequest.newBuilder(hexadmin.url().resolve("/admin"))
                    .header("Authorization", "Bearer " + token)
                    .build();
            assertThat(http.send(home, HttpResponse.BodyHandlers.ofString()).body())
                    .contains("Books out");
        }
    }

    private static String post(HttpClient http, Hexadmin hexadmin, String path, String token, String body)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(hexadmin.url().resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void plugins_that_clash_or_fail_are_all_named_before_anything_is_served() throws IOException {
        loans("loans-1.0.jar");
        ModelDefinition same = ModelDefinition.builder("loans")
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .build();
        assertThatThrownBy(() -> {
                    try (Hexadmin hexadmin = builder().register(same).build()) {
                        hexadmin.start();
                    }
                })
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("loans-1.0.jar: plugin loans: there is another model 'loans'");
        ProgramPlugins brought = new ProgramPlugins(
                List.of(new HexadminPlugin() {
                    @Override
                    public String name() {
                        return "loans";
                    }
                }),
                List.of(),
                List.of());
        Settings settings = Settings.load(Map.of("plugins_path", "plugins"), Map.of(), folder);
        assertThatThrownBy(() -> Plugins.load(settings.find(Setting.PLUGINS_PATH), settings.notifications(), brought))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is another plugin of the name 'loans' (loans-1.0.jar)");
        ProgramPlugins failing = new ProgramPlugins(
                List.of(new HexadminPlugin() {
                    @Override
                    public String name() {
                        return "broken";
                    }

                    @Override
                    public List<ModelDefinition> models() {
                        throw new IllegalStateException("no way");
                    }
                }),
                List.of(),
                List.of());
        assertThatThrownBy(() -> Plugins.load(Optional.empty(), settings.notifications(), failing))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("this plugin cannot be used: no way");
    }

    @Test
    void more_widgets_than_a_dashboard_has_stop_the_start() {
        Hexadmin.Builder many = builder();
        for (int i = 0; i <= WidgetDefinition.MOST; i++) {
            many.widget(WidgetDefinition.recentChanges().limit(1).build());
        }
        assertThatThrownBy(() -> {
                    try (Hexadmin hexadmin = many.build()) {
                        hexadmin.start();
                    }
                })
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there are 25 widgets");
    }

    @Test
    void a_widget_of_a_plugin_for_a_model_that_is_not_there_stops_the_start() {
        assertThatThrownBy(() -> {
                    try (Hexadmin hexadmin = builder()
                            .widget(WidgetDefinition.count("nothing").build())
                            .build()) {
                        hexadmin.start();
                    }
                })
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("nothing");
    }
}
