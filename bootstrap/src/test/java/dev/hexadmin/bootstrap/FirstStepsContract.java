package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer does first, over the whole server. */
abstract class FirstStepsContract {
    @TempDir
    Path folder;

    abstract DatabaseSettings database(Path folder);

    private static final ModelDefinition CATEGORIES = ModelDefinition.builder("categories")
            .field("id", FieldType.INTEGER, f -> f.primaryKey())
            .field("name", FieldType.STRING, f -> f.required().unique().maxLength(80))
            .searchFields(List.of("name"))
            .build();

    private static final ModelDefinition PRODUCTS = ModelDefinition.builder("products")
            .field("id", FieldType.INTEGER, f -> f.primaryKey())
            .field("name", FieldType.STRING, f -> f.required().maxLength(120))
            .field(
                    "price",
                    FieldType.DECIMAL,
                    f -> f.required().precision(10).scale(2).minimum(BigDecimal.ZERO))
            .field("category_id", FieldType.REFERENCE, f -> f.to("categories"))
            .searchFields(List.of("name", "category__name"))
            .build();

    @Test
    void sign_in_create_read_change_search_delete() {
        try (RunningServer server = RunningServer.start(
                database(folder), b -> b.register(CATEGORIES).register(PRODUCTS))) {
            String token = server.token();
            HttpResponse<String> category =
                    server.send("POST", "/admin/api/categories/", token, "{\"name\":\"Chairs\"}");
            assertThat(category.statusCode()).as(category.body()).isEqualTo(201);
            HttpResponse<String> created = server.send(
                    "POST", "/admin/api/products", token, "{\"name\":\"Stool\",\"price\":\"19.90\",\"category_id\":1}");
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            assertThat(created.headers().firstValue("Location")).contains("/admin/api/products/1");
            String etag = created.headers().firstValue("ETag").orElseThrow();

            HttpResponse<String> read = server.send("GET", "/admin/api/products/1", token, "");
            assertThat(read.statusCode()).isEqualTo(200);
            assertThat(read.headers().firstValue("ETag")).contains(etag);
            assertThat(RunningServer.json(read).path("price").asText()).isEqualTo("19.90");
            assertThat(server.send("GET", "/admin/api/products/1", token, "", "If-None-Match", etag)
                            .statusCode())
                    .isEqualTo(304);

            HttpResponse<String> patched =
                    server.send("PATCH", "/admin/api/products/1", token, "{\"price\":25}", "If-Match", etag);
            assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
            assertThat(server.send("PATCH", "/admin/api/products/1", token, "{\"price\":26}", "If-Match", etag)
                            .statusCode())
                    .isEqualTo(412);

            JsonNode list = RunningServer.json(server.send(
                    "GET", "/admin/api/products/?category__name__icontains=chair&expand=category_id", token, ""));
            assertThat(list.path("total").asInt()).isEqualTo(1);
            assertThat(list.at("/items/0/price").asText()).isEqualTo("25.00");
            assertThat(list.at("/items/0/category_id/name").asText()).isEqualTo("Chairs");

            JsonNode audit = RunningServer.json(
                    server.send("GET", "/admin/api/admin_audit_log/?model=products&ordering=id", token, ""));
            assertThat(audit.at("/items/0/event").asText()).isEqualTo("create");
            assertThat(audit.at("/items/1/event").asText()).isEqualTo("update");

            assertThat(server.send("DELETE", "/admin/api/categories/1", token, "")
                            .statusCode())
                    .isEqualTo(409);
            assertThat(server.send("DELETE", "/admin/api/products/1", token, "").statusCode())
                    .isEqualTo(204);
            assertThat(server.send("GET", "/admin/api/products/1", token, "").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void setup_requires_a_token_and_errors_are_named() {
        try (RunningServer server = RunningServer.start(
                database(folder), b -> b.register(CATEGORIES).register(PRODUCTS))) {
            assertThat(server.send("GET", "/admin/api/products/", "", "").statusCode())
                    .isEqualTo(401);
            String token = server.token();
            HttpResponse<String> wrong =
                    server.send("POST", "/admin/api/products/", token, "{\"price\":\"-1\",\"colour\":\"red\"}");
            assertThat(wrong.statusCode()).isEqualTo(422);
            assertThat(RunningServer.json(wrong).path("errors"))
                    .extracting(error -> error.path("pointer").asText())
                    .containsExactlyInAnyOrder("/name", "/price", "/colour");
            assertThat(server.send("GET", "/admin/api/products/?nme=1", token, "")
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void what_was_written_is_there_after_a_restart() {
        DatabaseSettings database = database(folder);
        try (RunningServer server = RunningServer.start(database, b -> b.register(CATEGORIES))) {
            server.send("POST", "/admin/api/categories/", server.token(), "{\"name\":\"Chairs\"}");
        }
        try (RunningServer server = RunningServer.start(database, b -> b.register(CATEGORIES))) {
            JsonNode list = RunningServer.json(server.send("GET", "/admin/api/categories/", server.token(), ""));
            assertThat(list.at("/items/0/name").asText()).isEqualTo("Chairs");
        }
    }
}
