package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Array columns of an existing PostgreSQL database are lists. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresqlArraysIT {
    private DatabaseSettings.Server database;
    private RunningServer server;
    private String token;

    @BeforeAll
    void start() {
        database = TestDatabases.postgresql();
        TestDatabases.execute(
                database,
                List.of(
                        "CREATE TYPE mood AS ENUM ('calm', 'very happy')",
                        "CREATE TABLE things (id serial PRIMARY KEY, name text NOT NULL, tags text[], codes"
                                + " varchar(5)[] NOT NULL DEFAULT '{}', sizes integer[], big bigint[], small smallint[],"
                                + " prices numeric(6,2)[], ratios double precision[], flags boolean[], keys uuid[], days"
                                + " date[], times time[], moments timestamptz[], moods mood[], spans interval[], docs"
                                + " jsonb[])",
                        "CREATE INDEX things_tags ON things USING gin (tags)",
                        "INSERT INTO things (name, tags) VALUES ('null inside', '{a,NULL}'), ('two dimensions',"
                                + " '{{a,b},{c,d}}'), ('from zero', '[0:1]={a,b}'), ('empty', '{}'), ('none', NULL),"
                                + " ('odd', ARRAY['a,b', 'say \"x\"', 'back\\slash', 'NULL', '{x}', ' blank '])",
                        "INSERT INTO things (name, ratios, days) VALUES ('infinite', '{1,NaN}', '{infinity}')"));
        server = RunningServer.start(
                database, builder -> builder.setting("introspect", "true").setting("database.schema", "existing"));
        token = server.token();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpResponse<String> call(String method, String path, String body) {
        return server.send(method, "/admin/api/" + path, token, body);
    }

    private JsonNode send(String method, String path, String body, int status) {
        HttpResponse<String> answer = call(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    private JsonNode named(String name) {
        return send("GET", "things/?name=" + name.replace(" ", "%20"), "", 200).at("/items/0");
    }

    private List<String> names(String query) {
        return send("GET", "things/?ordering=name&fields=name&" + query, "", 200)
                .get("items")
                .findValuesAsText("name");
    }

    private static JsonNode tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static final String VALUES =
            "\"tags\":[\"oak\",\"a,\\\"b\\\\\"],\"codes\":[\"x\"],\"sizes\":[1,-2],\"big\":[9007199254740993],"
                    + "\"small\":[3],\"prices\":[\"19.90\"],\"ratios\":[0.5],\"flags\":[true,false],"
                    + "\"keys\":[\"01234567-89ab-cdef-0123-456789abcdef\"],\"days\":[\"2026-01-02\"],"
                    + "\"times\":[\"10:42:00\"],\"moments\":[\"2026-01-02T03:04:05Z\"],\"moods\":[\"very happy\"]";

    @Test
    void values_of_every_type_come_back_and_are_changed() {
        JsonNode made = send("POST", "things/", "{\"name\":\"full\"," + VALUES + "}", 201);
        String path = "things/" + made.get("id");
        JsonNode read = send("GET", path, "", 200);
        tree("{" + VALUES + "}")
                .properties()
                .forEach(one ->
                        assertThat(read.get(one.getKey())).as(one.getKey()).isEqualTo(one.getValue()));
        JsonNode changed = send("PATCH", path, "{\"tags\":[],\"sizes\":null,\"flags\":[false]}", 200);
        assertThat(changed.get("tags")).isEmpty();
        assertThat(changed.get("sizes").isNull()).isTrue();
        assertThat(changed.get("flags").toString()).isEqualTo("[false]");
        JsonNode log = send(
                        "GET",
                        "admin_audit_log/?ordering=-id&fields=changes&model=things&record_id=" + made.get("id") + "",
                        "",
                        200)
                .at("/items/0/changes");
        assertThat(log.get("flags").toString()).isEqualTo("[[true,false],[false]]");
        assertThat(log.has("prices")).isFalse();
    }

    @Test
    void the_schema_has_the_types_of_the_elements_and_others_are_texts() {
        JsonNode fields = send("GET", "schema/things", "", 200).at("/$defs/create/properties");
        assertThat(fields.at("/tags/items/type").asText()).isEqualTo("string");
        assertThat(fields.at("/codes/items/maxLength").asInt()).isEqualTo(5);
        assertThat(fields.at("/sizes/items/type").asText()).isEqualTo("integer");
        assertThat(fields.at("/days/items/format").asText()).isEqualTo("date");
        assertThat(fields.at("/moods/items/enum").toString()).isEqualTo("[\"calm\",\"very happy\"]");
        assertThat(fields.at("/spans/items/type").asText()).isEqualTo("string");
        assertThat(fields.at("/docs/items/type").asText()).isEqualTo("string");
    }

    @Test
    void an_array_that_is_no_list_is_null_and_named_and_stays_as_it_is() {
        for (String name : List.of("null inside", "two dimensions", "from zero")) {
            JsonNode thing = named(name);
            assertThat(thing.get("tags").isNull()).as(name).isTrue();
            HttpResponse<String> one = call("GET", "things/" + thing.get("id"), "");
            assertThat(one.headers().firstValue("Unreadable-Fields")).contains("tags");
            assertThat(send("PATCH", "things/" + thing.get("id"), "{\"sizes\":[1]}", 200)
                            .get("sizes"))
                    .hasSize(1);
        }
        assertThat(TestDatabases.texts(database, "SELECT tags::text FROM things WHERE name = 'two dimensions'"))
                .containsExactly("{{a,b},{c,d}}");
        assertThat(named("infinite").get("ratios").isNull()).isTrue();
        assertThat(named("infinite").get("days").isNull()).isTrue();
        assertThat(names("tags__isnull=true"))
                .contains("null inside", "two dimensions", "none")
                .doesNotContain("empty");
        assertThat(named("odd").get("tags").toString())
                .isEqualTo("[\"a,b\",\"say \\\"x\\\"\",\"back\\\\slash\",\"NULL\",\"{x}\",\" blank \"]");
    }

    @Test
    void items_that_do_not_fit_are_refused() {
        assertThat(send("POST", "things/", "{\"name\":\"x\",\"sizes\":[1,3000000000]}", 422)
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("/sizes");
        assertThat(send("POST", "things/", "{\"name\":\"x\",\"codes\":[\"longer than five\"]}", 422)
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("/codes/0");
        assertThat(send("POST", "things/", "{\"name\":\"x\",\"moods\":[\"sad\"]}", 422)
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("/moods/0");
        for (String wrong : List.of("[null]", "[[1]]", "\"1\"", "{}")) {
            send("POST", "things/", "{\"name\":\"x\",\"sizes\":" + wrong + "}", 422);
        }
    }

    @Test
    void lists_are_filtered_by_an_element_with_the_index() {
        send("POST", "things/", "{\"name\":\"filtered\"," + VALUES.replace("oak", "elm") + "}", 201);
        assertThat(names("tags__contains=elm")).containsExactly("filtered");
        assertThat(names("tags__contains=a")).doesNotContain("filtered");
        assertThat(names("sizes__contains=-2&tags__contains=elm")).containsExactly("filtered");
        assertThat(names("sizes__contains=3000000000")).isEmpty();
        assertThat(names("prices__contains=19.9&tags__contains=elm")).containsExactly("filtered");
        assertThat(names("moods__contains=very%20happy&tags__contains=elm")).containsExactly("filtered");
        assertThat(names("days__contains=2026-01-02&tags__contains=elm")).containsExactly("filtered");
        assertThat(call("GET", "things/?sizes__contains=x", "").statusCode()).isEqualTo(400);
        assertThat(TestDatabases.texts(
                        database, "SET enable_seqscan = off", "EXPLAIN SELECT 1 FROM things WHERE tags @> '{elm}'"))
                .anyMatch(line -> line.contains("things_tags"));
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

    @Test
    void a_form_and_files_have_the_elements() {
        JsonNode made = send("POST", "things/", "{\"name\":\"formed\"," + VALUES + "}", 201);
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            String path = "/admin/things/" + made.get("id");
            Page form = visitor.get(path + "/edit");
            assertThat(form.document().select("#f-sizes").val()).isEqualTo("1\n-2");
            form.form("form.record-form").set("sizes", "4\n5").set("tags", "").send();
            JsonNode saved = send("GET", "things/" + made.get("id"), "", 200);
            assertThat(saved.get("sizes").toString()).isEqualTo("[4,5]");
            assertThat(saved.get("prices").toString()).isEqualTo("[\"19.90\"]");
            assertThat(saved.get("tags").isNull()).isTrue();
            assertThat(visitor.get(path).text("main")).contains("4, 5");
            assertThat(visitor.get("/admin/things/export?format=csv&name=formed")
                            .body())
                    .contains("[4,5]");

            byte[] file = "name,tags,sizes\nimported,\"x,y\\, z\",\"[6,7]\"\n".getBytes(StandardCharsets.UTF_8);
            Page checked = settled(visitor.upload(
                    "/admin/things/import", "things.csv", file, "csrf_token", visitor.csrfToken(), "mode", "create"));
            settled(checked.form("form[action$=/run]").send());
            assertThat(named("imported").get("tags").toString()).isEqualTo("[\"x\",\"y, z\"]");
            assertThat(named("imported").get("sizes").toString()).isEqualTo("[6,7]");
        }
    }
}
