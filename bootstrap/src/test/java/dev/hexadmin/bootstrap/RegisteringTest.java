package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes of a program are reported where it makes them, in its words. */
class RegisteringTest {
    @AdminModel(name = "books")
    record Book(long id, String title) {}

    @AdminModel(name = "books")
    record OtherBook(long id, String title) {}

    record Unmarked(long id) {}

    @TempDir
    private Path folder;

    private Hexadmin.Builder builder() {
        return Hexadmin.builder().folder(folder).register(Book.class);
    }

    @Test
    void null_is_rejected_at_the_call() {
        Hexadmin.Builder builder = Hexadmin.builder();
        List<Runnable> calls = List.of(
                () -> builder.register((ModelDefinition) null),
                () -> builder.register((Class<? extends Record>) null),
                () -> builder.hooks("books", null),
                () -> builder.hooks((String) null, RecordHooks.none()),
                () -> builder.action("books", null),
                () -> builder.endpoint("books", null),
                () -> builder.plugin(null),
                () -> builder.smsProvider(null),
                () -> builder.emailProvider(null),
                () -> builder.oidc(null),
                () -> builder.setting(null, "x"),
                () -> builder.setting("server.port", null),
                () -> builder.set(Setting.PORT, null),
                () -> builder.configuration(null),
                () -> builder.hooks((Class<? extends Record>) null, RecordHooks.none()),
                () -> builder.action(
                        (Class<? extends Record>) null, RecordAction.named("a").runAsProgram(call -> "")),
                () -> builder.computed("books", null, FieldType.INTEGER, List.of("title"), values -> null, f -> f),
                () -> builder.template("greeting", null),
                () -> builder.rateLimit(null),
                () -> builder.widget(null),
                () -> builder.dashboard(null),
                () -> builder.identitySource(null),
                () -> builder.dataSource(null),
                () -> Hexadmin.configureNotifications(null, null, "/messages"));
        assertThat(calls)
                .allSatisfy(call -> assertThatThrownBy(call::run)
                        .isInstanceOf(NullPointerException.class)
                        .hasMessageMatching(
                                "model|rules|action|endpoint|plugin|provider|key|value|file|name|template|limit|widget"
                                        + "|definition|source|routing"));
    }

    @Test
    void paths_of_other_file_systems_are_rejected() {
        Path elsewhere = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        assertThatThrownBy(() -> builder().configuration(elsewhere))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the file /modules is in another file system: copy it to the disk first");
        assertThatThrownBy(() -> builder().folder(elsewhere)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_model_that_is_registered_twice_names_both() {
        assertThatThrownBy(() -> builder().register(OtherBook.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the model 'books' is registered twice: by the record " + Book.class.getName()
                        + " and by the record " + OtherBook.class.getName());
        ModelDefinition books = ModelDefinition.builder("books")
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .build();
        assertThatThrownBy(() -> builder().register(books)).hasMessageEndingWith("and by a ModelDefinition");
    }

    @Test
    void two_actions_or_endpoints_of_one_name_are_reported_where_the_second_is_added() {
        RecordAction lend = RecordAction.named("lend").runAsProgram(call -> "");
        Hexadmin.Builder builder = builder().action("books", lend).action("shelves", lend);
        assertThatThrownBy(() -> builder.action(Book.class, lend))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("model 'books' has two actions 'lend': rename one of them");
        RecordEndpoint get =
                RecordEndpoint.get("spines").needs(Action.VIEW).handleAsCaller(call -> EndpointAnswer.nothing());
        builder.endpoint("books", get)
                .endpoint(
                        "books",
                        RecordEndpoint.post("spines")
                                .needs(Action.VIEW)
                                .handleAsCaller(call -> EndpointAnswer.nothing()));
        assertThatThrownBy(() -> builder.endpoint("books", get))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("model 'books' has two endpoints GET 'spines'");
    }

    @Test
    void code_for_a_model_that_does_not_exist_is_reported_with_the_nearest_name() {
        Hexadmin.Builder builder = builder()
                .hooks("bokos", RecordHooks.none())
                .hooks("admin_users", RecordHooks.none())
                .action("bookz", RecordAction.named("lend").runAsProgram(call -> ""))
                .endpoint(
                        "zebras",
                        RecordEndpoint.get("stripes")
                                .needs(Action.VIEW)
                                .handleAsCaller(call -> EndpointAnswer.nothing()))
                .computed("book", "letters", FieldType.INTEGER, List.of("title"), values -> null, f -> f);
        ConfigurationException wrong = catchThrowableOfType(ConfigurationException.class, builder::build);
        assertThat(wrong.problems())
                .extracting(ConfigurationException.Problem::toString)
                .containsExactlyInAnyOrder(
                        "hooks(\"bokos\", …): there is no model 'bokos'; did you mean 'books'?",
                        "action(\"bookz\", lend): there is no model 'bookz'; did you mean 'books'?",
                        "endpoint(\"zebras\", stripes): there is no model 'zebras'",
                        "computed(\"book\", \"letters\"): there is no model 'book'; did you mean 'books'?");
    }

    @AdminModel(name = "loans", searchFields = "book__titel")
    record Loan(long id, Book book) {}

    private static List<String> problems(Hexadmin.Builder builder) {
        return catchThrowableOfType(ConfigurationException.class, builder::build).problems().stream()
                .map(ConfigurationException.Problem::toString)
                .toList();
    }

    @Test
    void names_in_models_and_widgets_are_checked_when_it_is_built() {
        assertThat(problems(builder().register(Loan.class)))
                .containsExactly(
                        "models: model 'loans': 'searchFields' names the unknown field 'book__titel'; did you mean"
                                + " 'book__title'?");
        assertThat(problems(builder()
                        .register(ModelDefinition.builder("copies")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("book_id", FieldType.REFERENCE, f -> f.to("bookz"))
                                .build())))
                .containsExactly(
                        "models: model 'copies': field 'book_id' points to the unknown model 'bookz'; did you mean"
                                + " 'books'?");
        assertThat(problems(builder().widget(WidgetDefinition.count("boks").build())))
                .containsExactly("dashboard: model: a widget that is registered: there is no model 'boks'; did you mean"
                        + " 'books'?");
        assertThat(problems(builder()
                        .computed("books", "letters", FieldType.INTEGER, List.of("titel"), values -> null, f -> f)))
                .containsExactly(
                        "computed: books: model 'books': field 'letters' cannot be computed from 'titel': it takes a"
                                + " stored field of the same model that is not write-only; did you mean 'title'?");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    private static OidcProvider.Builder provider(String name, String issuer) {
        return OidcProvider.builder(name, issuer, "hexadmin");
    }

    @Test
    void an_identity_provider_is_checked_as_one_of_the_file() {
        String issuer = "https://id.example.com/realms/a";
        assertThatThrownBy(() -> provider("Corp", issuer).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "identity provider 'Corp': the name of a provider has the form [a-z][a-z0-9_]* and at most 50"
                                + " characters");
        assertThatThrownBy(() -> provider("corp", "http://id.example.com").build())
                .hasMessage("identity provider 'corp': issuer: the address must begin with https://, without query and"
                        + " fragment");
        assertThatThrownBy(() -> OidcProvider.builder("corp", issuer, " ").build())
                .hasMessage("identity provider 'corp': clientId: a provider needs this");
        assertThatThrownBy(() -> provider("corp", issuer).scopes("email").build())
                .hasMessage("identity provider 'corp': scopes: 'openid' must be among the scopes");
        assertThatThrownBy(() -> provider("corp", issuer)
                        .clockSkew(Duration.ofSeconds(601))
                        .build())
                .hasMessage("identity provider 'corp': clockSkew: 0 to 600 whole seconds are expected, not PT10M1S");
        assertThatThrownBy(() -> OidcProvider.builder("corp", null, "hexadmin"))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("issuer");
        OidcProvider corp =
                provider("corp", issuer).clientSecret("of the client").build();
        assertThat(corp.label().text()).isEqualTo("Corp");
        assertThat(corp.toString()).doesNotContain("of the client");
        assertThat(corp)
                .isEqualTo(
                        provider("corp", issuer).clientSecret("of the client").build())
                .isNotEqualTo(provider("corp", issuer).build());
        assertThatThrownBy(() -> builder().oidc(corp).oidc(corp))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the identity provider 'corp' is given twice");
    }

    @Test
    void an_identity_provider_of_the_program_has_another_name_than_those_of_the_file() throws IOException {
        Path file = Files.writeString(
                folder.resolve("hexadmin.yaml"), "oidc: { corp: { issuer: \"https://a.example\", client_id: x } }\n");
        assertThat(problems(builder()
                        .configuration(file)
                        .oidc(provider("corp", "https://a.example").build())))
                .containsExactly("builder: oidc.corp: there is another identity provider 'corp' in the file");
        assertThat(problems(builder().setting("oidc.kc.issuer", "https://a.example")))
                .containsExactly(
                        "builder: oidc.kc.issuer: this setting is unknown; give the identity provider with oidc(OidcProvider)");
        assertThatCode(() -> builder()
                        .environment(Map.of("HEXADMIN_OIDC_KC_CLIENT_SECRET", "of the environment"))
                        .oidc(provider("kc", "https://a.example").build())
                        .build())
                .doesNotThrowAnyException();
    }

    /** Exactly the three methods of the contract. */
    private static final class ThreeMethods implements SmsProvider {
        @Override
        public String name() {
            return "three";
        }

        @Override
        public SmsResult send(String to, String message) {
            return new SmsResult(message, SmsStatus.SENT, to);
        }

        @Override
        public SmsStatus checkStatus(String messageId) {
            return SmsStatus.DELIVERED;
        }
    }

    @Test
    void an_sms_provider_implements_one_of_the_methods_that_send() {
        assertThat(new ThreeMethods().send(SmsMessage.of("+15017122661", "hello", "key-1")))
                .isEqualTo(new SmsResult("hello", SmsStatus.SENT, "+15017122661"));
        assertThatCode(() -> builder().smsProvider(new ThreeMethods()).build()).doesNotThrowAnyException();
        SmsProvider neither = () -> "neither";
        assertThatThrownBy(() -> builder().smsProvider(neither))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(
                        " implements neither send(SmsMessage) nor send(String, String): implement one of them");
    }

    @Test
    void code_is_registered_by_the_class_of_a_record_before_or_after_it() {
        assertThatCode(() -> Hexadmin.builder()
                        .folder(folder)
                        .hooks(Book.class, RecordHooks.none())
                        .action(Book.class, RecordAction.named("lend").runAsCaller(call -> ""))
                        .endpoint(
                                Book.class,
                                RecordEndpoint.get("lent")
                                        .needs(Action.VIEW)
                                        .handleAsProgram(call -> EndpointAnswer.nothing()))
                        .register(Book.class)
                        .build())
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> builder().hooks(Unmarked.class, RecordHooks.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("@AdminModel");
    }

    @Test
    void what_is_wrong_with_a_model_is_said_in_the_words_of_java() {
        ModelDefinition.Builder books = ModelDefinition.builder("books")
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .listDisplay(List.of("titel"));
        assertThatThrownBy(books::build).hasMessage("model 'books': 'listDisplay' names the unknown field 'titel'");
        assertThatThrownBy(() -> ModelDefinition.builder("books").build())
                .hasMessage(
                        "model 'books': it needs a primary key: mark one field with 'primaryKey'; of a view, name it with 'key'");
    }

    @Test
    void a_widget_has_the_options_of_its_form() {
        assertThatThrownBy(() -> WidgetDefinition.table("books").better(WidgetDefinition.Better.LOWER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a widget of the form TABLE has no option 'better'");
        assertThatThrownBy(() -> WidgetDefinition.signInFailures().limit(3)).hasMessageContaining("'limit'");
        assertThatThrownBy(() -> WidgetDefinition.count("books").width(2)).hasMessage("no width of a widget: 2");
        WidgetDefinition.Builder genres = WidgetDefinition.chart(WidgetDefinition.Look.DONUT, "books")
                .field("genre")
                .title("Genres")
                .filter("lent", "true");
        assertThat(genres.build())
                .isEqualTo(genres.build())
                .isInstanceOfSatisfying(WidgetDefinition.Chart.class, chart -> {
                    assertThat(chart.width()).isEqualTo(4);
                    assertThat(chart.limit()).isEqualTo(WidgetDefinition.Chart.USUAL_GROUPS);
                    assertThat(chart.source().filter()).isEqualTo(Map.of("lent", "true"));
                });
        WidgetDefinition narrow = genres.build();
        assertThat(genres.width(6).build()).isNotEqualTo(narrow);
        assertThat(genres.limit(3).build().title()).contains("Genres");
    }

    @Test
    void models_of_existing_tables_are_not_known_before_the_start() {
        assertThatCode(() -> builder()
                        .set(Setting.INTROSPECT, true)
                        .hooks("tables_of_others", RecordHooks.none())
                        .build())
                .doesNotThrowAnyException();
    }
}
