package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Users read the panel in their language and their time zone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LanguagesContract {
    private RunningServer server;
    private String token;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("trips")
                                .label(new Label("Trip", Map.of(new Language("de"), "Reise")))
                                .labelPlural(new Label("Trips", Map.of(new Language("de"), "Reisen")))
                                .help(new Label("All trips.", Map.of(new Language("de"), "Alle Reisen.")))
                                .navGroup(new Label("Travel", Map.of(new Language("de"), "Unterwegs")))
                                .display("{name}")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("name", FieldType.STRING, f -> f.required())
                                .field(
                                        "leaves_at",
                                        FieldType.DATETIME,
                                        f -> f.label(new Label("Departure", Map.of(new Language("de"), "Abfahrt")))
                                                .help(new Label(
                                                        "When it leaves",
                                                        Map.of(new Language("de"), "Wann es losgeht"))))
                                .field(
                                        "fare",
                                        FieldType.DECIMAL,
                                        f -> f.precision(10).scale(2).minimum(new BigDecimal("0.50")))
                                .field(
                                        "stage",
                                        FieldType.ENUM,
                                        f -> f.values(List.of("planned", "under_way"))
                                                .valueLabels(Map.of(
                                                        "under_way",
                                                        new Label(
                                                                "On its way",
                                                                Map.of(new Language("de"), "Unterwegs zum Ziel")))))
                                .layout(Layout.of(
                                        List.of(new Layout.Group(
                                                new Label("Basics", Map.of(new Language("de"), "Grundlegendes")),
                                                List.of("name", "stage"))),
                                        List.of()))
                                .listFilter(List.of("leaves_at", "stage"))
                                .build())
                        .action(
                                "trips",
                                RecordAction.named("cancel")
                                        .label(new Label("Cancel trip", Map.of(new Language("de"), "Reise absagen")))
                                        .help(new Label("Tells all.", Map.of(new Language("de"), "Sagt es allen.")))
                                        .confirm(new Label("Really?", Map.of(new Language("de"), "Wirklich?")))
                                        .runAsProgram(call -> ""))
                        .endpoint(
                                "trips",
                                RecordEndpoint.get("next")
                                        .needs(Action.VIEW)
                                        .summary(new Label(
                                                "The next trip", Map.of(new Language("de"), "Die nächste Reise")))
                                        .handleAsCaller(call -> EndpointAnswer.nothing()))
                        .widget(WidgetDefinition.count("trips")
                                .dateField("leaves_at")
                                .title(new Label("All of them", Map.of(new Language("de"), "Alle zusammen")))
                                .build())
                        .widget(WidgetDefinition.chart(WidgetDefinition.Look.DONUT, "trips")
                                .field("stage")
                                .build()));
        token = server.token();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private JsonNode json(String method, String path, String body, String... headers) {
        var answer = server.send(method, path, token, body, headers);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return RunningServer.json(answer);
    }

    @Test
    void errors_have_numbers_as_forms_take_them_and_in_the_api_as_in_json() {
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            visitor.choose("de", "UTC");
            Page form = visitor.get("/admin/trips/create")
                    .form("#record-form")
                    .set("fare", "much")
                    .send();
            assertThat(form.text("#f-fare-wrong")).contains("\"19,90\"");
            Page low = form.form("#record-form").set("fare", "0,1").send();
            assertThat(low.text("#f-fare-wrong")).contains("0,50");
            var answer = server.send(
                    "POST", "/admin/api/trips/", token, "{\"name\":\"x\",\"fare\":\"much\"}", "Accept-Language", "de");
            assertThat(answer.body()).contains("Dezimalzahl", "19.90");
            answer = server.send(
                    "POST", "/admin/api/trips/", token, "{\"name\":\"x\",\"fare\":\"0.1\"}", "Accept-Language", "de");
            assertThat(answer.body()).contains("0.50").doesNotContain("0,50");
            visitor.choose("", "");
        }
    }

    @Test
    void users_choose_language_and_zone_in_their_profile() {
        String trip = json(
                        "POST",
                        "/admin/api/trips/",
                        "{\"name\":\"Oslo\",\"leaves_at\":\"2026-07-22T22:42:00Z\"," + "\"fare\":\"1284.50\"}")
                .path("id")
                .asText();
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            assertThat(visitor.get("/admin/trips/")
                            .document()
                            .selectFirst("html")
                            .attr("lang"))
                    .isEqualTo("en");
            assertThat(visitor.get("/admin/trips/").text("tbody")).contains("22 Jul 2026, 22:42", "1,284.50");
            visitor.choose("de", "Europe/Berlin");
            Page list = visitor.get("/admin/trips/");
            assertThat(list.document().selectFirst("html").attr("lang")).isEqualTo("de");
            assertThat(list.text("tbody")).contains("23.07.2026, 00:42", "1.284,50");
            assertThat(json("GET", "/api/auth/me", "").path("language").asText())
                    .isEqualTo("de");
            assertThat(json("GET", "/api/auth/me", "").path("time_zone").asText())
                    .isEqualTo("Europe/Berlin");
            Page form = visitor.get("/admin/trips/" + trip + "/edit");
            assertThat(form.document().selectFirst("[name=leaves_at]").val()).isEqualTo("2026-07-23T00:42");
            Page missing = form.form("#record-form")
                    .set("leaves_at", "2026-03-29T02:30")
                    .send();
            assertThat(missing.status()).isEqualTo(422);
            assertThat(missing.body()).contains("Europe/Berlin");
            Page saved = form.form("#record-form")
                    .set("leaves_at", "2026-12-24T18:00")
                    .send();
            assertThat(saved.status()).as(saved.body()).isEqualTo(303);
            assertThat(saved.follow().text(".notice.success")).isEqualTo("Reise „Oslo“ wurde gespeichert.");
            assertThat(json("GET", "/admin/api/trips/" + trip, "")
                            .path("leaves_at")
                            .asText())
                    .isEqualTo("2026-12-24T17:00:00Z");
            visitor.choose("ar", "");
            assertThat(visitor.get("/admin/trips/")
                            .document()
                            .selectFirst("html")
                            .attr("dir"))
                    .isEqualTo("rtl");
            visitor.choose("", "");
            assertThat(json("GET", "/api/auth/me", "").path("language").isNull())
                    .isTrue();
        }
    }

    @Test
    void labels_of_models_and_fields_are_in_the_language_of_the_reader() {
        json("POST", "/admin/api/trips/", "{\"name\":\"Rome\"}");
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            assertThat(visitor.get("/admin/trips/").text("h1")).contains("Trips");
            visitor.choose("de", "");
            Page list = visitor.get("/admin/trips/");
            assertThat(list.text("h1")).contains("Reisen");
            assertThat(list.text("thead")).contains("Abfahrt");
            assertThat(list.text("#nav")).contains("Reisen", "Unterwegs");
            assertThat(list.body()).contains("Alle Reisen.");
            Page form = visitor.get("/admin/trips/create");
            assertThat(form.text("#record-form")).contains("Abfahrt", "Wann es losgeht");
            visitor.choose("fr", "");
            assertThat(visitor.get("/admin/trips/").text("thead")).contains("Departure");
            visitor.choose("", "");
            assertThat(visitor.get("/admin/trips/").text("thead")).contains("Departure");
        }
    }

    @Test
    void schemas_have_labels_in_the_language_of_the_header() {
        assertThat(json("GET", "/admin/api/schema/trips/", "").path("title").asText())
                .isEqualTo("Trip");
        JsonNode german = json("GET", "/admin/api/schema/trips/", "", "Accept-Language", "de");
        assertThat(german.path("title").asText()).isEqualTo("Reise");
        assertThat(german.at("/properties/leaves_at/title").asText()).isEqualTo("Abfahrt");
        assertThat(german.at("/properties/leaves_at/description").asText()).isEqualTo("Wann es losgeht");
        assertThat(json("GET", "/openapi.json", "", "Accept-Language", "de").toString())
                .contains("Reisen");
        assertThat(json("GET", "/openapi.json", "").toString()).doesNotContain("Reisen");
    }

    @Test
    void actions_endpoints_widgets_and_suggestions_have_texts_in_the_language_of_the_reader() {
        String trip = json("POST", "/admin/api/trips/", "{\"name\":\"Bergen\"}")
                .path("id")
                .asText();
        assertThat(json("GET", "/admin/api/schema/trips/", "", "Accept-Language", "de")
                        .toString())
                .contains("Reise absagen", "Sagt es allen.", "Wirklich?");
        assertThat(json("GET", "/admin/api/schema/trips/", "").toString())
                .contains("Cancel trip", "Tells all.", "Really?");
        assertThat(json("GET", "/openapi.json", "", "Accept-Language", "de").toString())
                .contains("Reise absagen", "Die nächste Reise");
        assertThat(json("GET", "/admin/api/dashboard", "", "Accept-Language", "de")
                        .path("widgets")
                        .findValuesAsText("title"))
                .contains("Alle zusammen", "Reisen nach Stage");
        assertThat(json("GET", "/admin/api/dashboard", "").path("widgets").findValuesAsText("title"))
                .contains("All of them", "Trips by Stage");
        assertThat(json("GET", "/admin/search/suggestions?q=reis", "", "Accept-Language", "de")
                        .findValuesAsText("label"))
                .contains("Reisen");
        assertThat(json("GET", "/admin/search/suggestions?q=reis", "").path("suggestions"))
                .isEmpty();
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            assertThat(visitor.get("/admin/trips/" + trip, "Accept-Language", "de")
                            .body())
                    .contains("Reise absagen");
            assertThat(visitor.get("/admin/trips/actions/cancel/run?key=" + trip, "Accept-Language", "de")
                            .body())
                    .contains("Sagt es allen.", "Wirklich?");
        }
    }

    @Test
    void the_dashboard_counts_days_of_the_zone_of_the_user() {
        assertThat(json("GET", "/admin/api/dashboard", "").path("time_zone").asText())
                .isEqualTo("UTC");
        JsonNode tokyo = json("GET", "/admin/api/dashboard?period=7d&tz=Asia/Tokyo", "");
        assertThat(tokyo.path("time_zone").asText()).isEqualTo("Asia/Tokyo");
        assertThat(tokyo.findValuesAsText("query")).anyMatch(query -> query.endsWith("&tz=Asia%2FTokyo"));
        var answer = server.send("GET", "/admin/api/dashboard?tz=Mars/Base", token, "");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("?tz");
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            visitor.choose("", "Asia/Tokyo");
            assertThat(visitor.get("/admin/").body()).contains("tz=Asia%2FTokyo");
            visitor.choose("", "");
            assertThat(visitor.get("/admin/").body()).doesNotContain("tz=");
        }
    }

    @Test
    void a_language_or_zone_that_is_not_there_is_refused() {
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            Page profile = visitor.get("/admin/profile");
            assertThat(profile.form("form[action$=/locale]")
                            .set("language", "tlh")
                            .send()
                            .status())
                    .isEqualTo(422);
            assertThat(profile.form("form[action$=/locale]")
                            .set("time_zone", "Mars/Base")
                            .send()
                            .body())
                    .contains("time_zone-wrong");
        }
        var answer = server.send(
                "POST",
                "/admin/api/admin_users/",
                token,
                "{\"email\":\"zone@example.com\",\"password\":\"" + RunningServer.PASSWORD
                        + "\",\"time_zone\":\"Mars/Base\"}");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("/time_zone");
    }

    @Test
    void before_the_sign_in_the_language_is_chosen_on_the_page_or_by_the_browser() {
        try (PanelVisitor visitor = new PanelVisitor(server)) {
            Page french = visitor.get("/admin/login", "Accept-Language", "fr-CA, en;q=0.5");
            assertThat(french.document().selectFirst("html").attr("lang")).isEqualTo("fr");
            Page chosen = french.form(".languages form").set("language", "ja").send();
            assertThat(chosen.status()).isEqualTo(303);
            assertThat(chosen.header("Location").orElseThrow()).startsWith("/admin/login");
            assertThat(visitor.get("/admin/login", "Accept-Language", "fr")
                            .document()
                            .selectFirst("html")
                            .attr("lang"))
                    .isEqualTo("ja");
            assertThat(french.form(".languages form")
                            .set("language", "tlh")
                            .send()
                            .status())
                    .isEqualTo(422);
        }
    }

    @Test
    void values_and_groups_have_labels_in_the_language_of_the_reader() {
        json("POST", "/admin/api/trips/", "{\"name\":\"Oslo\",\"stage\":\"under_way\"}");
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            String german = visitor.get("/admin/trips/?stage=under_way", "Accept-Language", "de")
                    .body();
            String english =
                    visitor.get("/admin/trips/", "Accept-Language", "en").body();
            String form =
                    visitor.get("/admin/trips/create", "Accept-Language", "de").body();

            assertThat(german).contains("Unterwegs zum Ziel").doesNotContain("On its way");
            assertThat(english).contains("On its way");
            assertThat(form).contains("Grundlegendes", "Unterwegs zum Ziel", ">Planned<");
        }
        JsonNode stage = json("GET", "/admin/api/schema/trips/", "", "Accept-Language", "de")
                .at("/properties/stage");
        assertThat(stage.at("/x-value-labels/under_way").asText()).isEqualTo("Unterwegs zum Ziel");
    }

    @Test
    void days_of_filters_are_in_the_zone_of_the_parameter_and_of_the_user() {
        json("POST", "/admin/api/trips/", "{\"name\":\"Kyoto\",\"leaves_at\":\"2030-12-31T15:30:00Z\"}");
        String list = "/admin/api/trips/?name=Kyoto&";

        assertThat(total(list + "leaves_at__gte=2031-01-01")).isZero();
        assertThat(total(list + "leaves_at__gte=2031-01-01&tz=Asia/Tokyo")).isEqualTo(1);
        assertThat(total(list + "leaves_at__lt=2031-01-01T00:31&tz=Asia/Tokyo")).isEqualTo(1);
        assertThat(total(list + "leaves_at__gte=2031-01-01T00:00:00Z&tz=Asia/Tokyo"))
                .isZero();
        assertThat(total(list + "leaves_at__year=2030&tz=Asia/Tokyo")).isZero();
        assertThat(total(list + "leaves_at__year=2031&tz=Asia/Tokyo")).isEqualTo(1);
        assertThat(total(list
                        + "filter=%7B%22leaves_at__range%22:%5B%222031-01-01%22,%222031-01-02%22%5D%7D&tz=Asia/Tokyo"))
                .isEqualTo(1);
        assertThat(server.send("GET", list + "tz=Mars/Olympus", token, "").statusCode())
                .isEqualTo(400);
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            visitor.choose("en", "Asia/Tokyo");
            Page form = visitor.get("/admin/trips/");
            assertThat(form.document().select("form.listtools [name=tz]").attr("value"))
                    .isEqualTo("Asia/Tokyo");
            Page found = visitor.get("/admin/trips/?leaves_at__gte=2031-01-01&tz=Asia/Tokyo");
            assertThat(found.body()).contains("Kyoto");
            assertThat(visitor.get("/admin/trips/?leaves_at__gte=2031-01-01").body())
                    .doesNotContain(">Kyoto<");
            visitor.choose("", "");
            assertThat(visitor.get("/admin/trips/").document().select("form.listtools [name=tz]"))
                    .isEmpty();
        }
    }

    private long total(String path) {
        return json("GET", path, "").path("total").asLong();
    }
}
