package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An existing database of another program, served without configuration of models. */
abstract class ChinookContract {
    private static final List<String> TABLES = List.of(
            "album",
            "artist",
            "customer",
            "employee",
            "genre",
            "invoice",
            "invoice_line",
            "media_type",
            "playlist",
            "playlist_track",
            "track");

    @TempDir
    Path folder;

    private RunningServer server;
    private String token;

    abstract DatabaseSettings database(Path folder);

    /** A new artist: on PostgreSQL the script of Chinook has the client make the key. */
    abstract String newArtist(String name);

    @BeforeEach
    void start() {
        server = RunningServer.start(database(folder), b -> b.setting("introspect", "true"));
        token = server.token();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private JsonNode get(String path) {
        HttpResponse<String> answer = server.send("GET", path, token, "");
        assertThat(answer.statusCode()).as(path + "\n" + answer.body()).isEqualTo(200);
        return RunningServer.json(answer);
    }

    @Test
    void all_eleven_tables_are_models_and_lists() {
        List<String> models = new ArrayList<>();
        get("/admin/api/schema/")
                .path("items")
                .forEach(model -> models.add(model.path("name").asText()));
        assertThat(models).containsAll(TABLES);
        for (String table : TABLES) {
            JsonNode list = get("/admin/api/" + table + "/?per_page=200");
            assertThat(list.path("items").size()).as(table).isPositive();
            assertThat(list.path("total").asInt()).as(table).isPositive();
        }
        assertThat(get("/admin/api/track/").path("total").asInt()).isEqualTo(3503);
        assertThat(get("/admin/api/playlist_track/").path("total").asInt()).isEqualTo(8715);
    }

    @Test
    void records_are_read_and_filtered_across_relations() {
        JsonNode track = get("/admin/api/track/1");
        assertThat(track.path("name").asText()).isEqualTo("For Those About To Rock (We Salute You)");
        assertThat(track.path("unit_price").asText()).isEqualTo("0.99");
        JsonNode found =
                get("/admin/api/track/?album__artist__name=AC/DC&count=exact&expand=album_id&ordering=track_id");
        assertThat(found.path("total").asInt()).isEqualTo(18);
        assertThat(found.at("/items/0/album_id/title").asText()).isEqualTo("For Those About To Rock We Salute You");
        JsonNode invoices = get("/admin/api/invoice/?invoice_date__gte=2021-01-01&ordering=-total&per_page=3");
        assertThat(invoices.path("items").size()).isEqualTo(3);
    }

    @Test
    void a_composite_key_is_its_values_joined_by_a_comma() {
        JsonNode link = get("/admin/api/playlist_track/1,3402");
        assertThat(link.path("playlist_id").asInt()).isEqualTo(1);
        assertThat(link.path("track_id").asInt()).isEqualTo(3402);
        assertThat(server.send("DELETE", "/admin/api/playlist_track/1,3402", token, "")
                        .statusCode())
                .isEqualTo(204);
        assertThat(server.send("GET", "/admin/api/playlist_track/1,3402", token, "")
                        .statusCode())
                .isEqualTo(404);
        HttpResponse<String> again =
                server.send("POST", "/admin/api/playlist_track/", token, "{\"playlist_id\":1,\"track_id\":3402}");
        assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
        assertThat(again.headers().firstValue("Location").orElseThrow()).endsWith("/playlist_track/1,3402");
        assertThat(server.send("POST", "/admin/api/playlist_track/", token, "{\"playlist_id\":1,\"track_id\":3402}")
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void records_are_created_changed_and_deleted() {
        HttpResponse<String> created = server.send("POST", "/admin/api/artist/", token, newArtist("The Testers"));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        String path = created.headers().firstValue("Location").orElseThrow();
        HttpResponse<String> patched = server.send("PATCH", path, token, "{\"name\":\"The Testers!\"}");
        assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
        assertThat(get(path).path("name").asText()).isEqualTo("The Testers!");
        assertThat(server.send("DELETE", path, token, "").statusCode()).isEqualTo(204);
        HttpResponse<String> held = server.send("DELETE", "/admin/api/artist/1", token, "");
        assertThat(held.statusCode()).as(held.body()).isEqualTo(409);
    }

    @Test
    void iron_maiden_is_found() {
        JsonNode found = get("/admin/api/search?q=Iron%20Maiden");
        assertThat(found.at("/items/0/model").asText()).isIn("artist", "album");
        assertThat(found.path("items")).anySatisfy(hit -> {
            assertThat(hit.path("model").asText()).isEqualTo("artist");
            assertThat(hit.path("label").asText()).isEqualTo("Iron Maiden");
        });
    }
}
