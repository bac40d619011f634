package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import io.helidon.webserver.WebServer;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Models at separate paths, on a server of the embedding program that has other routes, too. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeparateRoutesIT {
    private static final ModelDefinition THINGS = ModelDefinition.builder("things")
            .field("id", FieldType.INTEGER, f -> f.primaryKey())
            .field("name", FieldType.STRING, f -> f.required())
            .build();
    private static final ModelDefinition REPORTS = ModelDefinition.builder("reports")
            .field("id", FieldType.INTEGER, f -> f.primaryKey())
            .field("title", FieldType.STRING, f -> f.required().maxLength(20))
            .field("thing_id", FieldType.REFERENCE, f -> f.to("things"))
            .field("part_of_id", FieldType.REFERENCE, f -> f.to("reports"))
            .searchFields(java.util.List.of("title"))
            .build();

    @AdminModel(name = "notes")
    record Note(@PrimaryKey long id, String text) {}

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private Hexadmin hexadmin;
    private WebServer server;
    private String token;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        hexadmin = Hexadmin.builder()
                .setting("secret_key", "a secret of more than thirty-two characters")
                .setting("database.url", RunningServer.url(TestDatabases.sqlite(folder)))
                .register(THINGS)
                .build();
        hexadmin.installation()
                .identity()
                .managingUsers()
                .createSuperuser(new Actor.Operator("test"), RunningServer.EMAIL, RunningServer.PASSWORD, "Root");
        server = WebServer.builder()
                .host("127.0.0.1")
                .shutdownHook(false)
                .routing(routing -> routing.register(hexadmin.routing())
                        .register(hexadmin.exportApiRoute(REPORTS, "/shop/reports"))
                        .register(hexadmin.exportApiRoute(THINGS, "/shop/things"))
                        .register(hexadmin.exportApiRoute(Note.class, "/shop/notes"))
                        .register(hexadmin.exportAdminRoute(REPORTS, "/admin/reports"))
                        .get("/shop", (request, response) -> response.send("the program's own"))
                        .get("/nowhere", (request, response) -> response.send("its own, too")))
                .build()
                .start();
        token = RunningServer.json(call(
                        "POST",
                        "/api/auth/token",
                        "",
                        "{\"email\":\"" + RunningServer.EMAIL + "\",\"password\":\"" + RunningServer.PASSWORD + "\"}"))
                .path("access_token")
                .asText();
    }

    @AfterAll
    void stop() {
        hexadmin.stop();
        server.stop();
        http.close();
        browser.close();
    }

    @Test
    void the_api_of_a_model_that_is_not_registered_serves_records_below_its_own_path() throws Exception {
        assertThat(call("GET", "/shop/reports/", "", "").statusCode()).isEqualTo(401);
        HttpResponse<String> thing = call("POST", "/shop/things/", token, "{\"name\":\"Lamp\"}");
        assertThat(thing.statusCode()).as(thing.body()).isEqualTo(201);
        assertThat(thing.headers().firstValue("Location"))
                .hasValueSatisfying(at -> assertThat(at).startsWith("/shop/things/"));
        long id = RunningServer.json(thing).path("id").asLong();
        assertThat(call("GET", "/admin/api/things/" + id, token, "").statusCode())
                .as("one and the same as the registered model")
                .isEqualTo(200);
        HttpResponse<String> report =
                call("POST", "/shop/reports/", token, "{\"title\":\"Quarter\",\"thing_id\":" + id + "}");
        assertThat(report.statusCode()).as(report.body()).isEqualTo(201);
        JsonNode list = RunningServer.json(call("GET", "/shop/reports/?q=quart&expand=thing_id", token, ""));
        assertThat(list.at("/items/0/title").asText()).isEqualTo("Quarter");
        assertThat(list.at("/items/0/thing_id/name").asText()).isEqualTo("Lamp");
        assertThat(call("POST", "/shop/reports/", token, "{\"title\":\"" + "x".repeat(21) + "\"}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(call("POST", "/shop/reports/", token, "{\"title\":\"a\",\"thing_id\":9999}")
                        .body())
                .contains("reference_not_found");
        HttpResponse<String> used = call("DELETE", "/admin/api/things/" + id, token, "");
        assertThat(used.statusCode()).as(used.body()).isEqualTo(409);
        assertThat(call("PATCH", "/shop/notes/1", token, "{}").statusCode()).isEqualTo(404);
    }

    @Test
    void it_leaves_no_entry_in_registry_search_or_sidebar_and_is_in_the_document() throws Exception {
        assertThat(call("GET", "/admin/api/reports/", token, "").statusCode()).isEqualTo(404);
        assertThat(call("GET", "/admin/api/schema/", token, "").body())
                .contains("\"things\"")
                .doesNotContain("\"reports\"");
        JsonNode document = RunningServer.json(call("GET", "/openapi.json", "", ""));
        assertThat(document.path("paths").has("/shop/reports/")).isTrue();
        assertThat(document.path("paths").has("/shop/reports/{id}")).isTrue();
        assertThat(document.path("paths").has("/shop/things/bulk")).isTrue();
        assertThat(document.path("paths").properties())
                .noneMatch(path -> path.getKey().startsWith("/admin/reports"));
        assertThat(document.findValuesAsText("operationId")).doesNotHaveDuplicates();
        assertThat(call("GET", "/admin/things/", token, "").body()).doesNotContain("/admin/reports");
    }

    @Test
    void its_pages_work_below_their_own_path() throws Exception {
        Map<String, String> form = new LinkedHashMap<>(
                Map.of("email", RunningServer.EMAIL, "password", RunningServer.PASSWORD, "next", "/admin/reports/"));
        form.put("csrf_token", hidden(page("/admin/login?next=/admin/reports/").body()));
        HttpResponse<String> in = post("/admin/login", form);
        assertThat(in.headers().firstValue("Location")).as(in.body()).hasValue("/admin/reports/");
        String list = page("/admin/reports/").body();
        assertThat(list)
                .contains("href=\"/admin/reports/create\"")
                .contains("/admin/reports/import")
                .contains("/admin/reports/export");
        String create = page("/admin/reports/create").body();
        HttpResponse<String> made =
                post("/admin/reports/create", Map.of("csrf_token", hidden(create), "title", "By hand", "thing_id", ""));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(303);
        String place = made.headers().firstValue("Location").orElseThrow();
        assertThat(place).startsWith("/admin/reports/");
        assertThat(page(place).body()).contains("By hand").contains(place + "/history");
        assertThat(page(place + "/history").statusCode()).isEqualTo(200);
        assertThat(page(place + "/edit").body()).contains("By hand");
        assertThat(page("/admin/reports/export?format=csv").body()).contains("By hand");
        assertThat(page("/admin/reports/import").statusCode()).isEqualTo(200);
        HttpResponse<String> gone = post(place + "/delete", Map.of("csrf_token", hidden(create)));
        assertThat(gone.statusCode()).as(gone.body()).isEqualTo(303);
        assertThat(page(place).statusCode()).isEqualTo(404);
    }

    @Test
    void other_paths_are_left_to_the_program() throws Exception {
        assertThat(call("GET", "/shop", "", "").body()).isEqualTo("the program's own");
        assertThat(call("GET", "/nowhere", "", "").body()).isEqualTo("its own, too");
    }

    @Test
    void an_invalid_or_used_path_is_rejected() {
        for (String prefix : new String[] {
            "",
            "/",
            "x",
            "/x/",
            "/x y",
            "/{id}",
            "/admin",
            "/api",
            "/admin/users",
            "/shop/reports",
            "/shop/reports/more",
            "/shop"
        }) {
            assertThatThrownBy(() -> hexadmin.exportApiRoute(REPORTS, prefix))
                    .as(prefix)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + prefix + "'");
        }
        ModelDefinition other = ModelDefinition.builder("things")
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .build();
        assertThatThrownBy(() -> hexadmin.exportApiRoute(other, "/others"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("things");
    }

    private static String hidden(String page) {
        Matcher token =
                Pattern.compile("name=\"csrf_token\" value=\"([^\"]*)\"").matcher(page);
        return token.find() ? token.group(1) : "";
    }

    private HttpResponse<String> post(String path, Map<String, String> form) throws Exception {
        String body = form.entrySet().stream()
                .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                .reduce((one, two) -> one + "&" + two)
                .orElse("");
        return browser.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", "http://127.0.0.1:" + server.port())
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> page(String path) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> call(String method, String path, String token, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
