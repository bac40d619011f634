package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.http.HttpAdapter.RouteLine;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every page of the panel is in the language of its user, as far as the route table leads to it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PanelLanguagesIT {
    /** What no German text has. */
    private static final Pattern ENGLISH =
            Pattern.compile("(?i)\\b(the|of|and|is|are|this|that|not|yet|your|you|with)\\b");

    /** The descriptions of the first roles are stored; places have their names. */
    private static final Set<String> STORED = Set.of(
            "Id", // the label of the model's own key
            "Everything, like the superuser flag.", // in the form of the role
            "Port of Spain",
            "Isle of Man");

    private static final List<String> ATTRIBUTES = List.of("aria-label", "title", "placeholder", "alt", "data-label");

    private RunningServer server;
    private PanelVisitor visitor;
    private Map<String, String> german;

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        server = RunningServer.start(
                TestDatabases.sqlite(folder),
                builder -> builder.register(ModelDefinition.builder("dinge")
                        .label("Ding")
                        .labelPlural("Dinge")
                        .field(
                                "id",
                                FieldType.INTEGER,
                                field -> field.primaryKey().label("Nummer"))
                        .field("bezeichnung", FieldType.STRING, field -> field.required())
                        .field(
                                "preis",
                                FieldType.DECIMAL,
                                field -> field.precision(12).scale(3))
                        .field("anzahl", FieldType.INTEGER)
                        .listFilter(List.of("preis"))
                        .build()));
        visitor = PanelVisitor.signedIn(server);
        Path messages = (Files.exists(Path.of("examples")) ? Path.of("") : Path.of(".."))
                .resolve("adapters-http/src/main/resources/META-INF/dev.hexadmin.http/messages/de.json");
        german = new ObjectMapper().readValue(Files.readString(messages), new TypeReference<Map<String, String>>() {});
    }

    @AfterAll
    void close() {
        visitor.close();
        server.close();
    }

    @Test
    void pages_have_no_english_text_for_german_users() {
        List<String> english = new ArrayList<>();
        for (RouteLine route : server.hexadmin().routes()) {
            if (route.page()
                    && route.method().equals("GET")
                    && !route.template().endsWith("/design")) {
                String path = route.template().replace("{model}", "dinge").replaceAll("[{][^}]+[}]", "1");
                Page page = visitor.get(path, "Accept-Language", "de");
                if (page.header("Content-Type").orElse("").startsWith("text/html") && page.status() != 303) {
                    if (page.body().startsWith("<!doctype")) { // a part of a page has none
                        assertThat(page.document().selectFirst("html").attr("lang"))
                                .as(path)
                                .isEqualTo("de");
                    }
                    texts(page.document()).stream()
                            .filter(text -> !STORED.contains(text))
                            .filter(text -> ENGLISH.matcher(text).find()
                                    || !german.getOrDefault(text, text).equals(text))
                            .forEach(text -> english.add(path + ": " + text));
                }
            }
        }

        assertThat(english).isEmpty();
    }

    private static List<String> texts(Document page) {
        List<String> texts = new ArrayList<>();
        for (Element element : page.body().getAllElements()) {
            if (!List.of("code", "script", "bdi", "pre").contains(element.normalName())) {
                texts.add(element.ownText().strip());
            }
            ATTRIBUTES.forEach(name -> texts.add(element.attr(name).strip()));
        }
        return texts.stream().filter(text -> !text.isEmpty()).distinct().toList();
    }

    @ParameterizedTest
    @CsvSource({
        "de,de,ltr",
        "de-AT,de,ltr",
        "fr;q=0.5,fr,ltr",
        "'zh-CN,zh;q=0.9',zh-Hans,ltr",
        "ar,ar,rtl",
        "pt-BR,pt,ltr",
        "'xx,ja;q=0.3',ja,ltr",
        "xx,en,ltr",
        "'en-GB,de;q=0.9',en,ltr",
        "'!!',en,ltr"
    })
    void the_language_of_a_page_is_the_best_match_of_the_browser(String header, String language, String direction) {
        Element html = visitor.get("/admin/dinge/", "Accept-Language", header)
                .document()
                .selectFirst("html");

        assertThat(html.attr("lang")).isEqualTo(language);
        assertThat(html.attr("dir")).isEqualTo(direction);
    }

    private void german(Runnable work) {
        choose("de");
        try {
            work.run();
        } finally {
            choose("");
        }
    }

    private void choose(String language) {
        Page saved = visitor.get("/admin/profile")
                .form("form[action$=/locale]")
                .set("language", language)
                .send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"2,5|2.500", "1.234,5|1234.500", "2.5|2.500", "1234|1234.000", "1.234.567|1234567.000"})
    void numbers_are_typed_as_pages_show_them(String typed, String stored) {
        german(() -> {
            Page made = visitor.get("/admin/dinge/create")
                    .form("#record-form")
                    .set("bezeichnung", typed)
                    .set("preis", typed)
                    .set("anzahl", "1.234")
                    .send();
            assertThat(made.status()).as(made.body()).isEqualTo(303);
            String record = made.header("Location").orElseThrow().replaceAll("[?#].*", "");
            String form = visitor.get(record + "/edit")
                    .document()
                    .select("#record-form [name=preis]")
                    .attr("value");
            assertThat(form).isEqualTo(stored.replace('.', ','));
            assertThat(visitor.get(record + "/edit").form("#record-form").send().status())
                    .isEqualTo(303);
        });
        assertThat(server.send("GET", "/admin/api/dinge/?bezeichnung=" + typed, server.token(), "")
                        .body())
                .contains("\"preis\":\"" + stored + "\"", "\"anzahl\":1234");
    }

    @Test
    void a_number_with_one_point_and_three_digits_is_asked_about() {
        german(() -> {
            Page refused = visitor.get("/admin/dinge/create")
                    .form("#record-form")
                    .set("bezeichnung", "offen")
                    .set("preis", "1.234")
                    .send();
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.body()).contains("Das kann 1234 oder 1,234 sein");
            assertThat(refused.document().select("#record-form [name=preis]").attr("value"))
                    .isEqualTo("1.234");
        });
    }

    @Test
    void bounds_of_filters_are_typed_as_pages_show_them() {
        Page list = visitor.get("/admin/dinge/?preis__gte=2,5&preis__lte=1.234,5", "Accept-Language", "de");
        assertThat(list.document().select("[aria-invalid]")).isEmpty();
        assertThat(list.document().select("[name=preis__gte]").attr("value")).isEqualTo("2,5");
        assertThat(list.document().select("[name=preis__lte]").attr("value")).isEqualTo("1234,5");
        assertThat(visitor.get("/admin/dinge/?preis__gte=2,5", "Accept-Language", "en")
                        .document()
                        .select("[name=preis__gte]")
                        .attr("aria-invalid"))
                .isEqualTo("true");
    }

    @Test
    void scripts_get_their_texts_in_the_language_of_the_page() {
        Element script =
                visitor.get("/admin/", "Accept-Language", "de").document().selectFirst("script[data-texts]");
        assertThat(script).isNotNull();

        Page texts = visitor.get(script.attr("data-texts"));

        assertThat(texts.status()).isEqualTo(200);
        assertThat(texts.header("Cache-Control").orElse("")).contains("immutable");
        assertThat(texts.body())
                .startsWith("window.hexadminTexts = {")
                .contains(german.get("The server cannot be reached."));
        assertThat(visitor.get("/admin/", "Accept-Language", "en").document().select("script[data-texts]"))
                .isEmpty();
        assertThat(visitor.get("/admin/static/texts/1/xx.js").status()).isEqualTo(404);
    }

    @Test
    void roles_of_a_new_installation_are_described_in_the_language_of_the_user() {
        assertThat(visitor.get("/admin/roles/", "Accept-Language", "de").body())
                .contains("Alles außer Benutzern und Rollen.")
                .doesNotContain("Everything but users and roles.");
        assertThat(visitor.get("/admin/roles/", "Accept-Language", "en").body())
                .contains("Everything but users and roles.");
    }
}
