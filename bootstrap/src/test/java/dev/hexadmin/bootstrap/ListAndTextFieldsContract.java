package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Fields of the types {@code list}, {@code colour}, {@code markdown} and {@code code} in the API, files and schemas. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ListAndTextFieldsContract {
    private RunningServer server;
    private PanelVisitor visitor;
    private String token;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("articles")
                        .field("id", FieldType.INTEGER, field -> field.primaryKey())
                        .field("name", FieldType.STRING, field -> field.required())
                        .field(
                                "tags",
                                FieldType.LIST,
                                field ->
                                        field.of(FieldType.STRING).maxLength(10).maxItems(3))
                        .field("sizes", FieldType.LIST, field -> field.of(FieldType.INTEGER))
                        .field("prices", FieldType.LIST, field -> field.of(FieldType.DECIMAL))
                        .field("times", FieldType.LIST, field -> field.of(FieldType.DATETIME))
                        .field("colour", FieldType.COLOUR)
                        .field("body", FieldType.MARKDOWN)
                        .field("query", FieldType.CODE, field -> field.language("sql"))
                        .listDisplay(List.of("name", "tags", "colour"))
                        .listFilter(List.of("tags"))
                        .searchFields(List.of("name", "body"))
                        .ordering(List.of("name"))
                        .build()));
        token = server.token();
        article("a", "\"tags\":[\"new\",\"50% off\"],\"sizes\":[1,2],\"colour\":\"#FFaa00\",\"body\":\"# Crate\"");
        article("b", "\"tags\":[\"new\"],\"query\":\"SELECT 1\"");
        article("c", "\"tags\":[]");
        article("d", "\"tags\":null");
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterAll
    void stop() {
        visitor.close();
        server.close();
    }

    private JsonNode article(String name, String members) {
        return send("POST", "articles", "{\"name\":\"" + name + "\"," + members + "}", 201);
    }

    private JsonNode send(String method, String path, String body, int status) {
        HttpResponse<String> answer = server.send(method, "/admin/api/" + path, token, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    private List<String> names(String query) {
        List<String> names = new ArrayList<>();
        send("GET", "articles/?name__in=a,b,c,d&" + query, "", 200)
                .get("items")
                .forEach(item -> names.add(item.get("name").textValue()));
        return names;
    }

    private static String compact(JsonNode value) {
        return value.toString();
    }

    @Test
    void values_come_back_in_their_canonical_form() {
        JsonNode article = send("GET", "articles/1", "", 200);

        assertThat(compact(article.get("tags"))).isEqualTo("[\"new\",\"50% off\"]");
        assertThat(compact(article.get("sizes"))).isEqualTo("[1,2]");
        assertThat(article.get("colour").textValue()).isEqualTo("#ffaa00");
        assertThat(article.get("body").textValue()).isEqualTo("# Crate");
        assertThat(send("GET", "articles/4", "", 200).get("tags").isNull()).isTrue();
    }

    @Test
    void lists_are_filtered_by_an_item() {
        assertThat(names("tags__contains=new")).containsExactly("a", "b");
        assertThat(names("tags__contains=50%25%20off")).containsExactly("a");
        assertThat(names("tags__contains=ne")).isEmpty();
        assertThat(names("sizes__contains=2")).containsExactly("a");
        assertThat(names("tags__isnull=true")).containsExactly("d");
        assertThat(names("colour=%23FFAA00")).containsExactly("a");
        assertThat(names("query__icontains=select")).containsExactly("b");
        assertThat(names("q=crate")).containsExactly("a");
        assertThat(send("GET", "articles/?sizes__contains=x", "", 400).toString())
                .contains("whole number");
        assertThat(send("GET", "articles/?tags=new", "", 400).toString()).contains("unknown_lookup");
        assertThat(send("GET", "articles/?ordering=tags", "", 400).toString()).contains("ordering");
    }

    @Test
    void an_item_that_breaks_a_rule_is_named_by_its_position() {
        assertThat(send("PATCH", "articles/2", "{\"tags\":[\"ok\",\"much too long\",null]}", 422)
                        .toString())
                .contains("/tags/1", "max_length", "/tags/2", "required");
        assertThat(send("PATCH", "articles/2", "{\"tags\":[\"a\",\"b\",\"c\",\"d\"]}", 422)
                        .toString())
                .contains("At most 3 items are allowed.");
        assertThat(send("PATCH", "articles/2", "{\"sizes\":[\"x\"]}", 422).toString())
                .contains("/sizes/0");
        assertThat(send("PATCH", "articles/2", "{\"times\":[\"2026-11-20T10:00\"]}", 422)
                        .toString())
                .contains("/times/0", "such as 2026-11-20T17:30:00Z");
        assertThat(send("PATCH", "articles/2", "{\"colour\":\"red\"}", 422).toString())
                .contains("A colour is expected, such as #1a2b3c.");
    }

    @Test
    void the_schema_describes_them() {
        JsonNode schema = send("GET", "schema/articles/", "", 200);

        assertThat(schema.at("/properties/tags/items/type").textValue()).isEqualTo("string");
        assertThat(schema.at("/$defs/create/properties/tags/maxItems").intValue())
                .isEqualTo(3);
        assertThat(schema.at("/$defs/create/properties/tags/items/maxLength").intValue())
                .isEqualTo(10);
        assertThat(schema.at("/properties/query/x-language").textValue()).isEqualTo("sql");
        assertThat(schema.at("/x-layout/tabs/0/groups/0/fields").toString()).contains("\"tags\"");
        assertThat(schema.at("/x-layout/rail/0/fields").toString()).isEqualTo("[\"id\"]");
    }

    @Test
    void the_panel_changes_them_and_the_history_shows_them() {
        article("panel", "\"tags\":[\"one\"]");
        Page record = visitor.get("/admin/articles/?name=panel").click("panel");
        Page form = record.document().select("form.record-form").isEmpty() ? record.click("Edit") : record;
        assertThat(form.document().select("#f-tags").val()).isEqualTo("one");
        Page wrong = form.form("form.record-form")
                .set("tags", "one\n\nmuch too long")
                .set("colour", "red")
                .send();
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.text("#f-tags-wrong")).contains("At most 10 characters");
        assertThat(wrong.text("#f-colour-wrong")).contains("such as #1a2b3c");
        wrong.form("form.record-form")
                .set("tags", "one\ntwo, three")
                .set("colour", "#ABCDEF")
                .set("body", "*text*")
                .send();
        JsonNode saved = send("GET", "articles/?name=panel", "", 200).at("/items/0");
        assertThat(compact(saved.get("tags"))).isEqualTo("[\"one\",\"two, three\"]");
        assertThat(saved.get("colour").textValue()).isEqualTo("#abcdef");
        Page history = visitor.get("/admin/articles/" + saved.get("id").asText() + "/history");
        assertThat(history.text("main")).contains("one, two, three");
    }

    @Test
    void items_that_lines_would_not_keep_are_an_array_in_the_form() {
        int number = 0;
        for (String tags : List.of("[\"a\",\"\"]", "[\"[1]\"]", "[\"[1]\",\"[2]\"]", "[\"x\\ny\"]", "[\" pad\"]")) {
            String name = "odd" + number++;
            article(name, "\"tags\":" + tags);
            String id = send("GET", "articles/?name=" + name, "", 200)
                    .at("/items/0/id")
                    .asText();
            Page form = visitor.get("/admin/articles/" + id + "/edit");
            assertThat(form.document().select("#f-tags").val()).isEqualToIgnoringWhitespace(tags);
            Page appended =
                    form.form("form.record-form").set("tags", tags + "\nnew").send();
            assertThat(appended.text("#f-tags-wrong")).contains("A JSON array of items is expected");
            String more = tags.replace("]", "§").replaceAll("§$", ",\"new\"]").replace("§", "]");
            assertThat(form.form("form.record-form").set("tags", more).send().status())
                    .isEqualTo(303);
            assertThat(compact(send("GET", "articles/" + id, "", 200).get("tags")))
                    .isEqualTo(more);
        }
    }

    @Test
    void items_are_shown_and_read_as_fields_of_their_type() {
        String id = article("german", "\"prices\":[\"1.50\",\"1234.50\"],\"times\":[\"2026-07-22T22:42:00Z\"]")
                .get("id")
                .asText();
        visitor.choose("de", "Europe/Berlin");
        try {
            assertThat(visitor.get("/admin/articles/" + id).text("main"))
                    .contains("1,50; 1.234,50", "23.07.2026, 00:42");
            Page form = visitor.get("/admin/articles/" + id + "/edit");
            assertThat(form.document().select("#f-prices").val()).isEqualTo("1,50\n1234,50");
            assertThat(form.document().select("#f-times").val()).isEqualTo("2026-07-23T00:42");
            Page asked =
                    form.form("form.record-form").set("prices", "2,5\n1.234").send();
            assertThat(asked.status()).isEqualTo(422);
            assertThat(asked.text("#f-prices-wrong")).contains("2: ", "1234", "1,234");
            Page saved = asked.form("form.record-form")
                    .set("prices", "2,5\n1.234,5")
                    .set("times", "2026-01-01T00:00")
                    .send();
            assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        } finally {
            visitor.choose("", "");
        }
        JsonNode saved = send("GET", "articles/" + id, "", 200);
        assertThat(compact(saved.get("prices"))).isEqualTo("[\"2.5\",\"1234.5\"]");
        assertThat(compact(saved.get("times"))).isEqualTo("[\"2025-12-31T23:00:00Z\"]");
    }

    @Test
    void digits_that_the_input_of_a_type_has_no_room_for_are_kept_in_an_array() {
        String id = article("exact", "\"times\":[\"2026-07-22T22:42:00.123456Z\"]")
                .get("id")
                .asText();
        assertThat(visitor.get("/admin/articles/" + id + "/edit")
                        .document()
                        .select("#f-times")
                        .val())
                .isEqualTo("[\"2026-07-22T22:42:00.123456Z\"]");
    }

    @Test
    void a_comma_and_a_bracket_are_parts_of_an_item() {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        try (BrowserWindow window = BrowserWindow.open()) {
            com.microsoft.playwright.Page page = window.signedIn(server, true);
            page.navigate("/admin/articles/create");
            page.locator("#f-name").fill("typed");
            Locator tags = page.locator("#f-tags-add");
            for (String item : List.of("[\"x\"]", "a, b")) {
                tags.pressSequentially(item);
                tags.press("Enter");
            }
            page.locator(".formend .primary").click();
            page.waitForURL(address -> !address.endsWith("/create"));
        }
        assertThat(compact(send("GET", "articles/?name=typed", "", 200).at("/items/0/tags")))
                .isEqualTo("[\"[\\\"x\\\"]\",\"a, b\"]");
    }

    @Test
    void files_hold_them_as_texts() {
        byte[] file = "name,tags,colour\nimported,\"x,y\\, z\",#00ff00\n".getBytes(StandardCharsets.UTF_8);
        Page checked = settled(visitor.upload(
                "/admin/articles/import", "articles.csv", file, "csrf_token", visitor.csrfToken(), "mode", "create"));
        assertThat(checked.text("#import-status")).as(checked.text("main")).startsWith("The file is good");
        settled(checked.form("form[action$=/run]").send());
        assertThat(send("GET", "articles/?name=imported", "", 200)
                        .at("/items/0/tags")
                        .toString())
                .isEqualTo("[\"x\",\"y, z\"]");
        HttpResponse<byte[]> exported = visitor.download("/admin/articles/export?format=csv&name=imported");
        assertThat(new String(exported.body(), StandardCharsets.UTF_8).replace(" ", ""))
                .contains("[\"\"x\"\",\"\"y,z\"\"]", "#00ff00");
    }

    private static Page settled(Page redirect) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            Page page = redirect.follow();
            if (page.document().select("progress").isEmpty()) {
                return page;
            }
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
    }
}
