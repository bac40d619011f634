package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.waiting.Waiting;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Saved views of lists, over JSON on whole servers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SavedViewsContract {
    private static final String VIEWS = "/admin/api/saved_views/";

    private RunningServer server;
    private String root;
    private int users;
    private String role = "";
    private String owner = "";
    private String colleague = "";
    private String stranger = "";

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("books")
                                .label("Book")
                                .labelPlural("Books")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field("title", FieldType.STRING)
                                .field("pages", FieldType.INTEGER)
                                .field("cost", FieldType.INTEGER)
                                .field("secret", FieldType.STRING, f -> f.writeOnly())
                                .build())
                        .register(ModelDefinition.builder("authors")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .build()));
        root = server.token();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void users() {
        users++;
        role = ok(201, root, "POST", "/admin/api/roles/", """
                {"name":"Readers %s","permissions":{"books":["view"]},"field_permissions":{"books":{"cost":[]}}}""".formatted(users))
                .path("id")
                .asText();
        owner = user("owner");
        colleague = user("colleague");
        stranger = user("stranger");
        String other = ok(201, root, "POST", "/admin/api/roles/", """
                {"name":"Sharers %s","permissions":{"books":["view"],"admin_roles":["edit"]}}""".formatted(users))
                .path("id")
                .asText();
        give("owner", role + "," + other);
        give("colleague", role);
        give("stranger", other);
    }

    private String email(String name) {
        return name + users + "@example.com";
    }

    private String user(String name) {
        ObjectNode body =
                RunningServer.JSON.createObjectNode().put("email", email(name)).put("password", RunningServer.PASSWORD);
        ok(201, root, "POST", "/admin/api/admin_users/", body.toString());
        return server.token(email(name), RunningServer.PASSWORD);
    }

    private String id(String name) {
        return ok(200, root, "GET", "/admin/api/admin_users/?email=" + email(name), "")
                .at("/items/0/id")
                .asText();
    }

    private void give(String name, String roles) {
        ok(200, root, "PATCH", "/admin/api/admin_users/" + id(name), "{\"roles\":[" + roles + "]}");
    }

    private JsonNode ok(int status, String token, String method, String path, String body, String... headers) {
        HttpResponse<String> response = server.send(method, path, token, body, headers);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return response.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(response);
    }

    private List<String> errors(int status, String token, String method, String path, String body) {
        List<String> errors = new ArrayList<>();
        ok(status, token, method, path, body)
                .path("errors")
                .forEach(error -> errors.add(error.path("pointer").asText() + " "
                        + error.path("code").asText()));
        return errors;
    }

    private JsonNode create(String token, String body) {
        return ok(201, token, "POST", VIEWS, body);
    }

    private List<String> names(String token) {
        List<String> names = new ArrayList<>();
        ok(200, token, "GET", VIEWS + "?model=books", "")
                .path("items")
                .forEach(view -> names.add(view.path("name").asText()));
        return names;
    }

    @Test
    void a_view_comes_back_as_it_was_saved() {
        JsonNode view = create(owner, """
                {"model":"books","name":" Long ","query":"?pages__gt=100&ordering=-title&filter=%7B%22or%22%3A%5B%5D%7D",
                "columns":["title","id"],"density":"compact","is_default":true}""");
        JsonNode read = ok(200, owner, "GET", VIEWS + view.path("id"), "");
        assertThat(read).isEqualTo(view);
        assertThat(view.path("name").asText()).isEqualTo("Long");
        assertThat(view.path("query").asText())
                .isEqualTo("filter=%7B%22or%22%3A%5B%5D%7D&ordering=-title&pages__gt=100");
        assertThat(view.path("columns").toString()).isEqualTo("[\"title\",\"id\"]");
        assertThat(view.path("density").asText()).isEqualTo("compact");
        assertThat(view.path("shared_with").toString()).isEqualTo("[]");
        assertThat(view.path("is_default").asBoolean()).isTrue();
        assertThat(view.path("owner_id").asText()).isEqualTo(id("owner"));
        assertThat(names(owner)).containsExactly("Long");
        assertThat(names(colleague)).isEmpty();
        ok(404, colleague, "GET", VIEWS + view.path("id"), "");
        JsonNode page = ok(200, owner, "GET", VIEWS + "?per_page=1&page=2", "");
        assertThat(page.path("total").asInt()).isEqualTo(1);
        assertThat(page.path("items").isEmpty()).isTrue();
    }

    @Test
    void a_view_is_changed_as_a_record_is() {
        String one = VIEWS
                + create(owner, "{\"model\":\"books\",\"name\":\"A\",\"columns\":[\"title\"]}")
                        .path("id");
        String etag =
                server.send("GET", one, owner, "").headers().firstValue("ETag").orElseThrow();
        JsonNode changed = ok(200, owner, "PATCH", one, "{\"query\":\"pages=1\"}", "If-Match", etag);
        assertThat(changed.path("columns").toString()).isEqualTo("[\"title\"]");
        ok(412, owner, "PATCH", one, "{\"query\":\"pages=2\"}", "If-Match", etag);
        assertThat(ok(200, owner, "PUT", one, "{\"name\":\"B\"}")
                        .path("columns")
                        .isEmpty())
                .isTrue();
        assertThat(errors(422, owner, "PATCH", one, "{\"model\":\"authors\"}")).containsExactly("/model read_only");
        ok(200, owner, "PATCH", one, "{\"name\":\"C\"}", "Prefer", "tx=rollback");
        assertThat(names(owner)).containsExactly("B");
        create(owner, "{\"model\":\"books\",\"name\":\"A\"}");
        assertThat(errors(409, owner, "PATCH", one, "{\"name\":\"A\"}")).containsExactly("/name unique");
        assertThat(errors(409, owner, "POST", VIEWS, "{\"model\":\"books\",\"name\":\"A\"}"))
                .containsExactly("/name unique");
        create(stranger, "{\"model\":\"books\",\"name\":\"A\"}");
        ok(204, owner, "DELETE", one, "");
        ok(404, owner, "DELETE", one, "");
        assertThat(names(owner)).containsExactly("A");
    }

    @Test
    void a_shared_view_is_seen_by_the_users_of_its_role_and_changed_by_its_owner() {
        String body = "{\"model\":\"books\",\"name\":\"Shared\",\"shared_with\":[" + role + "]}";
        assertThat(ok(403, colleague, "POST", VIEWS, body).path("code").asText())
                .isEqualTo("forbidden");
        String one = VIEWS + create(owner, body).path("id");
        create(
                owner,
                "{\"model\":\"books\",\"name\":\"Costly\",\"query\":\"cost__gt=9\",\"shared_with\":[" + role + "]}");
        assertThat(names(owner)).containsExactlyInAnyOrder("Shared", "Costly");
        assertThat(names(colleague))
                .as("the other one has a filter of a hidden field")
                .containsExactly("Shared");
        assertThat(names(stranger)).isEmpty();
        ok(403, colleague, "PATCH", one, "{\"name\":\"Taken\"}");
        ok(403, colleague, "DELETE", one, "");
        assertThat(ok(200, colleague, "PATCH", one, "{\"is_default\":true}")
                        .path("is_default")
                        .asBoolean())
                .isTrue();
        assertThat(ok(200, owner, "GET", one, "").path("is_default").asBoolean())
                .isFalse();
        ok(200, owner, "PATCH", one, "{\"shared_with\":null}");
        ok(404, colleague, "GET", one, "");
        assertThat(names(colleague)).isEmpty();
    }

    @Test
    void a_user_has_one_default_for_each_model() {
        String first = VIEWS
                + create(owner, "{\"model\":\"books\",\"name\":\"1\",\"is_default\":true}")
                        .path("id");
        String second = VIEWS
                + create(owner, "{\"model\":\"books\",\"name\":\"2\",\"is_default\":true}")
                        .path("id");
        assertThat(ok(200, owner, "GET", first, "").path("is_default").asBoolean())
                .isFalse();
        assertThat(ok(200, owner, "GET", second, "").path("is_default").asBoolean())
                .isTrue();
        ok(200, owner, "PATCH", first, "{\"is_default\":true}");
        assertThat(ok(200, owner, "GET", second, "").path("is_default").asBoolean())
                .isFalse();
        ok(200, owner, "PATCH", first, "{\"is_default\":false}");
        assertThat(ok(200, owner, "GET", first, "").path("is_default").asBoolean())
                .isFalse();
    }

    @Test
    void what_is_wrong_in_a_view_is_named() {
        assertThat(errors(
                        422,
                        colleague,
                        "POST",
                        VIEWS,
                        "{\"model\":\"books\",\"name\":\" \",\"query\":\"nope=1&pages__gt=x\","
                                + "\"columns\":[\"title\",\"secret\",\"cost\",\"title\"]}"))
                .containsExactlyInAnyOrder(
                        "/name required", "/columns/1 unknown_field", "/columns/2 hidden", "/columns/3 repeated");
        assertThat(errors(422, owner, "POST", VIEWS, """
                {"model":"books","name":"x","query":"nope=1&pages__gt=x&filter=%7B%22or%22%3A1%7D"}"""))
                .containsExactlyInAnyOrder("/query unknown_parameter", "/query type", "/query type");
        assertThat(errors(422, owner, "POST", VIEWS, "{\"model\":\"books\",\"name\":\"x\",\"query\":\"page=2\"}"))
                .containsExactly("/query unknown_parameter");
        assertThat(errors(422, owner, "POST", VIEWS, "{\"model\":\"books\",\"name\":\"x\",\"query\":\"a=%zz\"}"))
                .containsExactly("/query encoding");
        assertThat(errors(403, colleague, "POST", VIEWS, "{\"model\":\"books\",\"name\":\"x\",\"query\":\"cost=1\"}"))
                .containsExactly("/query hidden");
        assertThat(errors(422, owner, "POST", VIEWS, "{\"model\":\"nope\",\"name\":\"x\"}"))
                .containsExactly("/model unknown_model");
        ok(403, colleague, "POST", VIEWS, "{\"model\":\"authors\",\"name\":\"x\"}");
        assertThat(errors(422, owner, "POST", VIEWS, "{\"model\":\"books\",\"name\":\"x\",\"shared_with\":[0]}"))
                .containsExactly("/shared_with/0 unknown_role");
        assertThat(errors(422, owner, "POST", VIEWS, """
                {"name":1,"query":[],"columns":[1],"density":"huge","shared_with":"a","is_default":1,"id":1,"x":1}"""))
                .containsExactlyInAnyOrder(
                        "/model required",
                        "/name type",
                        "/query type",
                        "/columns/0 type",
                        "/density enum",
                        "/shared_with type",
                        "/is_default type",
                        "/id read_only",
                        "/x unknown_field");
        assertThat(errors(400, owner, "GET", VIEWS + "?nope=1&page=0", ""))
                .containsExactlyInAnyOrder("?nope unknown_parameter", "?page type");
        ok(401, "", "GET", VIEWS, "");
    }

    @Test
    void a_view_is_hidden_with_its_model_and_goes_with_its_user_and_role() {
        String one = VIEWS
                + create(owner, "{\"model\":\"books\",\"name\":\"S\",\"shared_with\":[" + role + "]}")
                        .path("id");
        give("colleague", "");
        assertThat(names(colleague)).isEmpty();
        give("colleague", role);
        assertThat(names(colleague)).containsExactly("S");
        ok(200, root, "PATCH", "/admin/api/roles/" + role, "{\"permissions\":{}}");
        assertThat(names(colleague)).isEmpty();
        ok(404, colleague, "GET", one, "");
        give("owner", "");
        give("colleague", "");
        ok(204, root, "DELETE", "/admin/api/roles/" + role, "");
        ok(204, root, "DELETE", "/admin/api/admin_users/" + id("owner"), "");
    }

    @Test
    void views_are_kept_opened_and_changed_on_pages() {
        ok(201, root, "POST", "/admin/api/books/", "{\"title\":\"Long\",\"pages\":900}");
        try (PanelVisitor visitor = PanelVisitor.signedIn(server, email("owner"), RunningServer.PASSWORD)) {
            assertThat(visitor.get("/admin/books/").texts(".tabs a")).containsExactly("All Books");
            Page form = visitor.get("/admin/books/?pages__gt=100&fields=title,pages&list.density=compact")
                    .click("Save view");
            Page saved = form.form(".listpanel")
                    .set("name", "Long ones")
                    .set("is_default", "1")
                    .send()
                    .follow();
            assertThat(saved.text(".tabs [aria-current] bdi")).isEqualTo("Long ones");
            assertThat(saved.text(".side .sub[aria-current] bdi")).isEqualTo("Long ones");
            // the number is counted in the background
            Waiting.until(() -> visitor.get("/admin").text(".side .sub .tally").equals("1"));
            assertThat(visitor.get("/admin/books/").follow().text(".tabs [aria-current] .tally"))
                    .isEqualTo("1");
            assertThat(saved.texts("thead th a")).containsExactly("Title", "Pages");
            assertThat(saved.document().select("#list").attr("data-density")).isEqualTo("compact");
            JsonNode view = ok(200, owner, "GET", VIEWS, "").at("/items/0");
            assertThat(view.path("query").asText()).isEqualTo("pages__gt=100");
            assertThat(view.path("columns").toString()).isEqualTo("[\"title\",\"pages\"]");

            Page opened = visitor.get("/admin/books/");
            assertThat(opened.status()).isEqualTo(303);
            Page changed = opened.follow().click("Title");
            assertThat(changed.text(".tabs [aria-current] .edited")).isEqualTo("changed");
            assertThat(changed.click("Reset").text(".tabs [aria-current] bdi")).isEqualTo("Long ones");
            changed.form(".views form").send();
            assertThat(ok(200, owner, "GET", VIEWS, "").at("/items/0/query").asText())
                    .isEqualTo("ordering=title&pages__gt=100");

            Page twice = visitor.get("/admin/books/?pages=1").click("Save view");
            Page refused =
                    twice.form(".listpanel").set("name", "Long ones").send().follow();
            assertThat(refused.text(".notice")).contains("Another view is called Long ones.");

            Page edit = visitor.get("/admin/books/").follow().click("Edit view");
            Page gone = edit.form(".listpanel").set("do", "delete").send().follow();
            assertThat(gone.texts(".tabs a")).containsExactly("All Books");
            assertThat(visitor.get("/admin/books/").status()).isEqualTo(200);
        }
    }

    @Test
    void changes_are_in_the_audit_log() {
        JsonNode view = create(owner, "{\"model\":\"books\",\"name\":\"Logged\"}");
        ok(200, owner, "PATCH", VIEWS + view.path("id"), "{\"density\":\"roomy\"}");
        JsonNode log = ok(
                200,
                root,
                "GET",
                "/admin/api/admin_audit_log/?ordering=id&model=admin_saved_views&record_id=" + view.path("id"),
                "");
        assertThat(log.at("/items/0/event").asText()).isEqualTo("create");
        assertThat(log.at("/items/1/event").asText()).isEqualTo("update");
        assertThat(log.at("/items/1/changes/density").toString()).isEqualTo("[\"normal\",\"roomy\"]");
    }

    @Test
    void a_query_that_cannot_be_read_has_a_page_for_users_with_views() {
        create(owner, "{\"model\":\"books\",\"name\":\"Long ones\"}");
        try (PanelVisitor visitor = PanelVisitor.signedIn(server, email("owner"), RunningServer.PASSWORD)) {
            for (String query : List.of("q=a&q=b", "x=%00", "x=%FF", "x=%E4")) {
                PanelVisitor.Page page = visitor.get("/admin/books/?" + query);
                assertThat(page.status()).isEqualTo(400);
                assertThat(page.header("Content-Type").orElseThrow()).startsWith("text/html");
                assertThat(page.text("nav")).contains("Long ones");
            }
        }
    }

    @Test
    void a_query_that_cannot_be_read_has_a_page_for_users_without_views() {
        try (PanelVisitor visitor = PanelVisitor.signedIn(server, email("stranger"), RunningServer.PASSWORD)) {
            PanelVisitor.Page page = visitor.get("/admin/roles/?x=%FF");
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.header("Content-Type").orElseThrow()).startsWith("text/html");
        }
    }

    @Test
    void a_query_that_cannot_be_read_leads_anonymous_visitors_to_the_sign_in() {
        try (PanelVisitor visitor = new PanelVisitor(server)) {
            PanelVisitor.Page page = visitor.get("/admin/books/?q=a&q=b");
            assertThat(page.status()).isEqualTo(303);
            assertThat(page.header("Location").orElseThrow()).endsWith("/admin/login?next=%2Fadmin%2Fbooks%2F");
        }
    }

    @Test
    void names_have_a_visible_character() {
        for (String name : List.of(" ", "\\u200b", "\\u202e", "\\u3164", "\\u00ad\\u2060")) {
            assertThat(errors(422, owner, "POST", VIEWS, "{\"model\":\"books\",\"name\":\"" + name + "\"}"))
                    .containsExactly("/name required");
            assertThat(errors(422, root, "POST", "/admin/api/roles/", "{\"name\":\"" + name + "\"}"))
                    .containsExactly("/name required");
        }
    }

    @Test
    void the_audit_log_has_labels_for_views() {
        create(owner, "{\"model\":\"books\",\"name\":\"Audited\"}");
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            PanelVisitor.Page log = visitor.get("/admin/audit/?model=admin_saved_views");
            assertThat(log.text("#f-model [selected]")).isEqualTo("Saved views");
            assertThat(log.text(".log tbody")).contains("Saved view").doesNotContain("admin_saved_views");
            assertThat(visitor.get("/admin/audit/", "Accept-Language", "de").texts("#f-model option"))
                    .contains("Gespeicherte Ansichten");
            assertThat(visitor.get("/admin/audit/?actor=first+start", "Accept-Language", "de")
                            .text(".log tbody"))
                    .contains("erster Start");
        }
    }
}
