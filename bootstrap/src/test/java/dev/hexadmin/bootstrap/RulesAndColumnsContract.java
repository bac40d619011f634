package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Code of an application over the fields of a record, on whole servers. Each test works with records of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RulesAndColumnsContract {
    private RunningServer server;
    private String token;

    abstract DatabaseSettings database(Path folder);

    private static ModelDefinition.Builder integerKey(String name) {
        return ModelDefinition.builder(name).field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey);
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(database(folder), RulesAndColumnsContract::options);
        token = server.token();
    }

    private static Hexadmin.Builder options(Hexadmin.Builder builder) {
        return builder.register(
                        integerKey("rooms").field("name", FieldType.STRING).build())
                .register(integerKey("stays")
                        .display("{guest}")
                        .field("guest", FieldType.STRING)
                        .field("starts_on", FieldType.DATE)
                        .field("ends_on", FieldType.DATE)
                        .field(
                                "room_id",
                                FieldType.REFERENCE,
                                f -> f.to("rooms").onDelete(OnDelete.SET_NULL))
                        .build())
                .hooks("stays", new RecordHooks() {
                    @Override
                    public List<Violation> validate(
                            Actor actor, Optional<StoredRecord> before, Map<String, Object> after) {
                        boolean backwards = after.get("starts_on") instanceof LocalDate start
                                && after.get("ends_on") instanceof LocalDate end
                                && end.isBefore(start);
                        return backwards
                                ? List.of(Violation.at("ends_on", "order", "The stay ends before it begins."))
                                : List.of();
                    }
                })
                .hooks("stays", new RecordHooks() {
                    @Override
                    public List<Violation> validate(
                            Actor actor, Optional<StoredRecord> before, Map<String, Object> after) {
                        if ("broken rule".equals(after.get("guest"))) {
                            throw new IllegalStateException("a secret of the rule");
                        }
                        if ("homeless".equals(after.get("guest")) && after.get("room_id") == null) {
                            return List.of(Violation.at("room_id", "room", "This guest needs a room."));
                        }
                        return "nobody".equals(after.get("guest"))
                                ? List.of(new Violation("gest", "guest", "Nobody cannot stay."))
                                : List.of();
                    }
                });
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) {
        return server.send(method, "/admin/api/" + path, token, body, headers);
    }

    private static JsonNode ok(int status, HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return response.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(response);
    }

    private static List<String> problems(int status, String code, HttpResponse<String> response) {
        JsonNode problem = ok(status, response);
        assertThat(problem.path("code").asText()).as(response.body()).isEqualTo(code);
        List<String> errors = new ArrayList<>();
        problem.path("errors")
                .forEach(error -> errors.add(error.path("pointer").asText() + " "
                        + error.path("code").asText()));
        return errors;
    }

    private String create(String model, String body) {
        return ok(201, send("POST", model, body)).path("id").asText();
    }

    private static String stay(String guest, String from, String to) {
        return "{\"guest\":\"" + guest + "\",\"starts_on\":\"" + from + "\",\"ends_on\":\"" + to + "\"}";
    }

    @Test
    void a_rule_across_fields_holds_on_every_way_of_the_api() {
        assertThat(problems(422, "invalid", send("POST", "stays", stay("nobody", "2026-05-02", "2026-05-01"))))
                .containsExactly("/ends_on order", " guest");
        String id = create("stays", stay("Ada", "2026-05-01", "2026-05-04"));
        assertThat(problems(422, "invalid", send("PATCH", "stays/" + id, "{\"starts_on\":\"2026-05-05\"}")))
                .containsExactly("/ends_on order");
        assertThat(problems(
                        422,
                        "invalid",
                        send("PATCH", "stays/" + id + "?dry_run=true", "{\"starts_on\":\"2026-05-05\"}")))
                .containsExactly("/ends_on order");
        assertThat(problems(422, "invalid", send("PUT", "stays/" + id, stay("Ada", "2026-05-05", "2026-05-04"))))
                .containsExactly("/ends_on order");
        String bulk = "{\"create\":[" + stay("Bo", "2026-05-01", "2026-05-02") + "],\"update\":[{\"id\":" + id
                + ",\"ends_on\":\"2026-04-01\"}]}";
        assertThat(problems(422, "invalid", send("POST", "stays/bulk", bulk)))
                .containsExactly("/update/0/ends_on order");
        assertThat(ok(200, send("GET", "stays?guest=Bo", "")).path("total").asLong())
                .isZero();
        assertThat(ok(200, send("GET", "stays/" + id, "")).path("starts_on").asText())
                .isEqualTo("2026-05-01");
        ok(200, send("PATCH", "stays/" + id, "{\"starts_on\":\"2026-06-01\",\"ends_on\":\"2026-06-02\"}"));
    }

    @Test
    void a_rule_that_breaks_tells_nothing_and_changes_nothing() {
        String id = create("stays", stay("Eve", "2026-05-01", "2026-05-04"));
        HttpResponse<String> answer =
                server.exchange("PATCH", "/admin/api/stays/" + id, token, "{\"guest\":\"broken rule\"}");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret", "IllegalState");
        assertThat(ok(200, send("GET", "stays/" + id, "")).path("guest").asText())
                .isEqualTo("Eve");
    }

    @Test
    void a_record_that_needs_what_is_deleted_holds_it() {
        String room = create("rooms", "{\"name\":\"7\"}");
        create("stays", "{\"guest\":\"homeless\",\"room_id\":" + room + "}");
        problems(409, "in_use", send("DELETE", "rooms/" + room, ""));
        ok(200, send("GET", "rooms/" + room, ""));
    }

    @Test
    void in_the_panel_it_stands_beside_its_field_and_in_an_import_at_its_row() {
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            Page refused = visitor.get("/admin/stays/create")
                    .form("form.record-form")
                    .set("guest", "nobody")
                    .set("starts_on", "2026-05-02")
                    .set("ends_on", "2026-05-01")
                    .send();
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.document().select("[name=ends_on][aria-invalid=true]"))
                    .hasSize(1);
            assertThat(refused.text("#summary")).contains("The stay ends before it begins.", "Nobody cannot stay.");
            Page read = visitor.upload(
                    "/admin/stays/import",
                    "stays.csv",
                    "guest,starts_on,ends_on\nImp,2026-05-01,2026-05-02\nImp,2026-05-03,2026-05-02\n"
                            .getBytes(StandardCharsets.UTF_8),
                    "csrf_token",
                    visitor.csrfToken(),
                    "mode",
                    "create");
            Page found = settled(read);
            assertThat(found.text("#import-errors")).isEqualTo("1");
            assertThat(found.text("#errors tbody")).contains("3", "ends_on", "The stay ends before it begins.");
        }
    }

    /** The page of an import once nothing goes on with it any more. */
    private static Page settled(Page redirect) {
        assertThat(redirect.status()).as(redirect.body()).isEqualTo(303);
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
