package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored values that Hexadmin would not have written. */
abstract class StoredValuesContract {
    private static final int LONG = 3_000_000;

    @TempDir
    Path folder;

    RunningServer server;
    PanelVisitor visitor;
    private String token;

    abstract DatabaseSettings database(Path folder);

    /** The table {@code readings}: record 1 is valid, record 2 has an invalid timestamp. */
    abstract List<String> readings();

    /** What is stored in the field {@code at} of record 2. */
    abstract String unreadable();

    @BeforeEach
    void start() {
        DatabaseSettings database = database(folder);
        List<String> statements = new ArrayList<>(readings());
        statements.add("UPDATE readings SET note = "
                + (database instanceof DatabaseSettings.Embedded
                        ? "replace(hex(zeroblob(" + LONG / 2 + ")), '0', 'x')"
                        : "repeat('x', " + LONG + ")")
                + " WHERE id = 1");
        statements.add("CREATE TABLE moods (id INTEGER PRIMARY KEY, mood VARCHAR(20), note VARCHAR(20))");
        statements.add("INSERT INTO moods VALUES (1, 'good', 'a'), (2, 'odd', 'b'), (3, NULL, 'c')");
        TestDatabases.execute(database, statements);
        server = RunningServer.start(
                database,
                b -> b.setting("introspect", "true")
                        .register(ModelDefinition.builder("moods")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field("mood", FieldType.ENUM, field -> field.values(List.of("good", "bad")))
                                .field("note", FieldType.STRING)
                                .build()));
        token = server.token();
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterEach
    void stop() {
        if (server != null) {
            visitor.close();
            server.close();
        }
    }

    final HttpResponse<String> get(String path) {
        HttpResponse<String> answer = server.send("GET", path, token, "");
        assertThat(answer.statusCode()).as(path + "\n" + answer.body()).isEqualTo(200);
        return answer;
    }

    private static String unreadable(HttpResponse<String> answer) {
        return answer.headers().firstValue("Unreadable-Fields").orElse("");
    }

    @Test
    void what_does_not_fit_its_type_is_null_and_named() {
        HttpResponse<String> list = get("/admin/api/readings/?ordering=id&fields=id,at");
        assertThat(unreadable(list)).isEqualTo("at");
        JsonNode items = RunningServer.json(list).path("items");
        assertThat(items.at("/0/at").asText()).isEqualTo("2026-11-20T10:00:00Z");
        assertThat(items.at("/1/at").isNull()).isTrue();

        HttpResponse<String> one = get("/admin/api/readings/2");
        assertThat(unreadable(one)).isEqualTo("at");
        assertThat(RunningServer.json(one).path("at").isNull()).isTrue();
        assertThat(unreadable(get("/admin/api/readings/1?fields=id,at"))).isEmpty();
        assertThat(unreadable(get("/admin/api/readings/2?fields=id"))).isEmpty();

        HttpResponse<String> patched = server.send("PATCH", "/admin/api/readings/2", token, "{\"note\":\"another\"}");
        assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
        assertThat(unreadable(patched)).isEqualTo("at");
        assertThat(unreadable(get("/admin/api/readings/2"))).isEqualTo("at");
    }

    @Test
    void a_name_that_an_enum_does_not_have_is_null_and_named_and_stays() {
        HttpResponse<String> list = get("/admin/api/moods/?ordering=mood&per_page=2&fields=id,mood");
        assertThat(unreadable(list))
                .isEqualTo(RunningServer.json(list).toString().contains("\"id\":2") ? "mood" : "");
        HttpResponse<String> one = get("/admin/api/moods/2");
        assertThat(unreadable(one)).isEqualTo("mood");
        assertThat(RunningServer.json(one).path("mood").isNull()).isTrue();
        assertThat(unreadable(get("/admin/api/moods/1"))).isEmpty();
        assertThat(unreadable(get("/admin/api/moods/3"))).isEmpty();

        HttpResponse<String> patched = server.send("PATCH", "/admin/api/moods/2", token, "{\"note\":\"another\"}");
        assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
        assertThat(visitor.get("/admin/moods/").body())
                .contains("<code dir=\"auto\">odd</code>")
                .contains("Does not fit");
        Page saved =
                visitor.get("/admin/moods/2/edit").form().set("note", "changed").send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        assertThat(unreadable(get("/admin/api/moods/2"))).isEqualTo("mood");
        for (String nothing : List.of("PATCH {\"mood\":null,\"note\":\"x\"}", "PUT {\"mood\":null,\"note\":\"y\"}")) {
            String[] request = nothing.split(" ", 2);
            HttpResponse<String> written = server.send(request[0], "/admin/api/moods/2", token, request[1]);
            assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
            assertThat(unreadable(written)).as(nothing).isEqualTo("mood");
        }
        HttpResponse<String> bulk = server.send(
                "POST", "/admin/api/moods/bulk", token, "{\"update\":[{\"id\":2,\"mood\":null,\"note\":\"z\"}]}");
        assertThat(bulk.statusCode()).as(bulk.body()).isEqualTo(200);
        assertThat(unreadable(get("/admin/api/moods/2"))).isEqualTo("mood");

        List<String> all = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = RunningServer.json(get("/admin/api/moods/?ordering=mood&per_page=1&fields=id" + cursor));
            page.path("items").forEach(item -> all.add(item.path("id").asText()));
            cursor = page.path("next_cursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("next_cursor").asText();
        } while (!cursor.isEmpty());
        assertThat(all).containsExactlyInAnyOrder("1", "2", "3");
    }

    @Test
    void filters_take_it_for_null() {
        for (String filter :
                List.of("at__gte=1970-01-01T00:00:00Z", "at__lte=9000-01-01T00:00:00Z", "at__isnull=false")) {
            assertThat(RunningServer.json(get("/admin/api/readings/?fields=id&" + filter))
                            .at("/items")
                            .toString())
                    .as(filter)
                    .isEqualTo("[{\"id\":1}]");
        }
        assertThat(RunningServer.json(get("/admin/api/readings/?fields=id&at__isnull=true"))
                        .at("/items")
                        .toString())
                .isEqualTo("[{\"id\":2}]");
    }

    @Test
    void the_panel_shows_what_is_stored_and_marks_it() {
        for (String path : List.of("/admin/readings/", "/admin/readings/2")) {
            Page page = visitor.get(path);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.body())
                    .contains("<code dir=\"auto\">" + unreadable() + "</code>")
                    .contains("Does not fit");
        }
    }

    @Test
    void long_texts_are_cut_and_can_be_downloaded() {
        Page list = visitor.get("/admin/readings/");
        assertThat(list.body().length()).isLessThan(100_000);
        assertThat(list.body()).contains("x…").contains(">more</a>");
        Page record = visitor.get("/admin/readings/1");
        assertThat(record.body().length()).isLessThan(200_000);
        assertThat(record.body()).contains("/admin/readings/1/download/note");
        Page text = visitor.get("/admin/readings/1/download/note");
        assertThat(text.status()).isEqualTo(200);
        assertThat(text.body()).isEqualTo("x".repeat(LONG));
        assertThat(visitor.get("/admin/readings/1/download/nothing").status()).isEqualTo(404);
        assertThat(RunningServer.json(get("/admin/api/readings/1"))
                        .path("note")
                        .asText()
                        .length())
                .isEqualTo(LONG);
    }
}
