package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.records.ModelRecords;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Hooks and computed fields of an application, on whole servers. Each test works with its own records. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RulesAndColumnsContract {
    private final Map<String, String> tokens = new HashMap<>();

    /** What another release of the code would make differently. */
    private volatile String release = "";

    private RunningServer server;
    private String token;

    abstract DatabaseSettings database(Path folder);

    private static ModelDefinition.Builder integerKey(String name) {
        return ModelDefinition.builder(name).field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey);
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(database(folder), this::endpoints);
        token = server.token();
    }

    private Hexadmin.Builder options(Hexadmin.Builder builder) {
        return builder.register(
                        integerKey("makers").field("name", FieldType.STRING).build())
                .register(integerKey("goods")
                        .display("{name}")
                        .field("name", FieldType.STRING)
                        .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                        .field("cost", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                        .field("maker_id", FieldType.REFERENCE, f -> f.to("makers"))
                        .field("rivals", FieldType.REFERENCES, f -> f.to("makers"))
                        .field("leaflet", FieldType.FILE)
                        .computed(
                                "margin",
                                FieldType.DECIMAL,
                                List.of("price", "cost"),
                                values -> values.get("price") instanceof BigDecimal price
                                                && values.get("cost") instanceof BigDecimal cost
                                        ? price.subtract(cost)
                                        : null,
                                f -> f.label("Margin"))
                        .computed("shout", FieldType.STRING, List.of("name"), values -> {
                            if ("unspeakable".equals(values.get("name"))) {
                                throw new IllegalStateException("a secret of the column");
                            }
                            return release + String.valueOf(values.get("name")).toUpperCase(Locale.ROOT);
                        })
                        .listDisplay(List.of("name", "margin"))
                        .build())
                .computed(
                        "rooms",
                        "length",
                        FieldType.INTEGER,
                        List.of("name"),
                        values -> values.get("name") instanceof String name ? (Long) (long) name.length() : null,
                        f -> f.label("Letters"))
                .register(integerKey("rooms").field("name", FieldType.STRING).build())
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
                    public void validate(RecordChange change) {
                        if (change.after().get("starts_on") instanceof LocalDate start
                                && change.after().get("ends_on") instanceof LocalDate end
                                && end.isBefore(start)) {
                            change.reject("ends_on", "order", "The stay ends before it begins.");
                        }
                    }
                })
                .hooks("stays", new RecordHooks() {
                    @Override
                    public void validate(RecordChange change) {
                        Map<String, Object> after = change.after();
                        if ("broken rule".equals(after.get("guest"))) {
                            throw new IllegalStateException("a secret of the rule");
                        }
                        if ("homeless".equals(after.get("guest")) && after.get("room_id") == null) {
                            change.reject("room_id", "room", "This guest needs a room.");
                        }
                        if ("nobody".equals(after.get("guest"))) {
                            change.reject("gest", "guest", "Nobody cannot stay.");
                        }
                    }
                });
    }

    /** What the endpoints were called for. */
    private final AtomicInteger calls = new AtomicInteger();

    private Hexadmin.Builder endpoints(Hexadmin.Builder builder) {
        return options(builder)
                .endpoint(
                        "goods",
                        RecordEndpoint.get("cheap")
                                .needs(Action.VIEW)
                                .summary("Cheap goods")
                                .query("below", FieldType.DECIMAL, f -> f.required())
                                .query(
                                        "most",
                                        FieldType.INTEGER,
                                        f -> f.minimum(BigDecimal.ONE).defaultValue(new DefaultValue.Constant(5L)))
                                .handleAsCaller(call -> {
                                    calls.incrementAndGet();
                                    Object below = call.query("below").orElseThrow();
                                    return EndpointAnswer.of(Map.of(
                                            "below",
                                            below,
                                            "most",
                                            call.query("most").orElseThrow(),
                                            "items",
                                            call.records()
                                                    .of("goods")
                                                    .filter("price", Lookup.LT, below)
                                                    .filter("name", Lookup.STARTSWITH, "own")
                                                    .list()));
                                }))
                .endpoint(
                        "goods",
                        RecordEndpoint.post("restock")
                                .needs(Action.EDIT)
                                .body(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().maxLength(20))
                                .body("price", FieldType.DECIMAL, f -> f)
                                .answers(EndpointAnswer.Result.CREATED)
                                .handleAsCaller(call -> {
                                    calls.incrementAndGet();
                                    ModelRecords<StoredRecord> goods =
                                            call.records().of("goods");
                                    StoredRecord made = goods.create(
                                            Map.of("name", call.fields().get("name")));
                                    if (call.fields().get("price") != null) {
                                        made = goods.update(
                                                made,
                                                Map.of("price", call.fields().get("price")));
                                    }
                                    return switch (made.value("name", String.class)
                                            .orElseThrow()) {
                                        case "rejected" -> {
                                            call.reject("name", "taste", "Not this name.");
                                            call.reject("elsewhere", "taste", "Nor this place.");
                                            yield EndpointAnswer.created(made);
                                        }
                                        case "refused" ->
                                            throw RequestRejectedException.conflict(
                                                    "full", "The shelf is full.", List.of());
                                        case "broken" -> throw new IllegalStateException("a secret of the endpoint");
                                        case "undeclared" -> EndpointAnswer.of(made);
                                        default -> EndpointAnswer.created(made);
                                    };
                                }))
                .endpoint(
                        "goods",
                        RecordEndpoint.get("costs")
                                .needs(Action.VIEW)
                                .query("name", FieldType.STRING, f -> f.required())
                                .handleAsProgram(call -> {
                                    String name =
                                            call.query("name", String.class).orElseThrow();
                                    if (name.equals("write")) {
                                        call.records().of("goods").create(Map.of("name", "written"));
                                    }
                                    if (name.equals("odd")) {
                                        call.reject("name", "odd", "Not this name.");
                                    }
                                    return EndpointAnswer.of(Map.of(
                                            "program",
                                            call.records()
                                                    .of("goods")
                                                    .filter("name", name)
                                                    .list(),
                                            "caller",
                                            call.records()
                                                    .as(call.actor())
                                                    .of("goods")
                                                    .filter("name", name)
                                                    .first()));
                                }))
                .endpoint(
                        "goods",
                        RecordEndpoint.put("echo")
                                .needs(Action.VIEW)
                                .anyBody()
                                .handleAsCaller(call ->
                                        EndpointAnswer.of(call.document().orElse("null"))))
                .endpoint(
                        "goods",
                        RecordEndpoint.delete("cheap").needs(Action.DELETE).handleAsCaller(call -> {
                            call.records().of("goods").filter("name", "doomed").deleteAll();
                            return EndpointAnswer.nothing();
                        }));
    }

    @Test
    void a_change_answers_as_the_read_after_it() {
        long maker = ok(201, send("POST", "makers", "{\"name\":\"Rival\"}"))
                .path("id")
                .asLong();
        String body = "{\"name\":\"tagged\",\"price\":\"3\",\"cost\":\"1\",\"rivals\":[" + maker + "]}";
        HttpResponse<String> created = send("POST", "goods", body);
        String path = "goods/" + ok(201, created).path("id").asLong();
        isReadAs(path, created);
        isReadAs(path, send("PATCH", path, "{\"price\":\"4\"}"));
        isReadAs(path, send("PUT", path, body));
    }

    private void isReadAs(String path, HttpResponse<String> change) {
        HttpResponse<String> read = send("GET", path, "");
        assertThat(read.body()).isEqualTo(change.body());
        assertThat(send("GET", path + "?expand=rivals,maker_id", "").body())
                .containsSubsequence("\"rivals\":", "\"leaflet\":", "\"margin\":", "\"shout\":");
        String tag = change.headers().firstValue("ETag").orElseThrow();
        assertThat(send("GET", path, "", "If-None-Match", tag).statusCode()).isEqualTo(304);
    }

    private long named(String name) {
        return ok(200, send("GET", "goods?name=" + name, "")).path("total").asLong();
    }

    @Test
    void an_endpoint_of_ones_own_answers_with_the_callers_rights() {
        create("goods", "{\"name\":\"own one\",\"price\":\"1.50\",\"cost\":\"1\"}");
        JsonNode answer = ok(200, send("GET", "goods/cheap?below=2.5", ""));
        assertThat(answer.path("below").asText()).isEqualTo("2.5");
        assertThat(answer.path("most").asLong()).isEqualTo(5);
        assertThat(answer.path("items").path(0).path("price").asText()).isEqualTo("1.50");
        assertThat(answer.path("items").path(0).path("cost").asText()).isEqualTo("1.00");
        assertThat(RunningServer.json(without("cost", "goods/cheap?below=2"))
                        .path("items")
                        .path(0)
                        .has("cost"))
                .isFalse();
        assertThat(problems(400, "invalid_query", send("GET", "goods/cheap?most=0&nope=1", "")))
                .containsExactlyInAnyOrder("?below required", "?most minimum", "?nope unknown_parameter");
        assertThat(problems(400, "invalid_query", send("GET", "goods/cheap?below=lots", "")))
                .containsExactly("?below type");
        assertThat(ok(200, send("PUT", "goods/echo", "{\"a\":[1,null,true,\"x\"]}"))
                        .toString())
                .isEqualTo("{\"a\":[1,null,true,\"x\"]}");
        problems(400, "malformed_json", send("PUT", "goods/echo", "{"));
        problems(404, "not_found", send("GET", "makers/cheap", ""));
        problems(405, "method_not_allowed", send("POST", "makers/restock", "{}"));
        problems(405, "method_not_allowed", send("GET", "goods/restock?nope=1", ""));
    }

    @Test
    void an_endpoint_with_the_rights_of_the_program_sees_what_its_caller_does_not() {
        create("goods", "{\"name\":\"shared\",\"price\":\"1.50\",\"cost\":\"1\"}");
        JsonNode answer = RunningServer.json(without("cost", "goods/costs?name=shared"));
        assertThat(answer.at("/program/0/cost").asText()).isEqualTo("1.00");
        assertThat(answer.at("/caller/price").asText()).isEqualTo("1.50");
        assertThat(answer.path("caller").has("cost")).isFalse();
        assertThat(problems(422, "invalid", send("GET", "goods/costs?name=odd", "")))
                .containsExactly("?name odd");
        assertThat(server.exchange("GET", "/admin/api/goods/costs?name=write", token, "")
                        .statusCode())
                .isEqualTo(500);
        assertThat(named("written")).isZero();
    }

    @Test
    void an_endpoint_that_writes_is_one_transaction() {
        JsonNode made = ok(201, send("POST", "goods/restock", "{\"name\":\"stocked\",\"price\":\"3\"}"));
        assertThat(made.path("price").asText()).isEqualTo("3.00");
        assertThat(named("stocked")).isEqualTo(1);
        HttpResponse<String> dry = send("POST", "goods/restock?dry_run=true", "{\"name\":\"dry\"}");
        assertThat(dry.headers().firstValue("Preference-Applied")).contains("tx=rollback");
        ok(201, dry);
        problems(409, "full", send("POST", "goods/restock", "{\"name\":\"refused\"}"));
        assertThat(problems(422, "invalid", send("POST", "goods/restock", "{\"name\":\"rejected\"}")))
                .containsExactly("/name taste", "/elsewhere taste");
        for (String name : List.of("broken", "undeclared")) {
            HttpResponse<String> broken =
                    server.exchange("POST", "/admin/api/goods/restock", token, "{\"name\":\"" + name + "\"}");
            assertThat(broken.statusCode()).isEqualTo(500);
            assertThat(broken.body()).doesNotContain("secret", "declare");
        }
        assertThat(named("dry") + named("refused") + named("rejected") + named("broken") + named("undeclared"))
                .isZero();
        assertThat(problems(422, "invalid", send("POST", "goods/restock", "{\"price\":\"x\",\"nope\":1}")))
                .containsExactlyInAnyOrder("/name required", "/price type", "/nope unknown_field");
        String body = "{\"name\":\"once\"}";
        ok(201, send("POST", "goods/restock", body, "Idempotency-Key", "restock-once"));
        HttpResponse<String> again = send("POST", "goods/restock", body, "Idempotency-Key", "restock-once");
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(named("once")).isEqualTo(1);
        create("goods", "{\"name\":\"doomed\"}");
        ok(204, send("DELETE", "goods/cheap", ""));
        assertThat(named("doomed")).isZero();
    }

    @Test
    void without_its_right_the_code_of_an_endpoint_does_not_run() {
        without("cost", "goods");
        int before = calls.get();
        HttpResponse<String> answer =
                server.send("POST", "/admin/api/goods/restock", tokens.get("cost"), "{\"name\":\"stolen\"}");
        problems(403, "forbidden", answer);
        ok(401, server.send("GET", "/admin/api/goods/cheap?below=1", "", ""));
        assertThat(calls.get()).isEqualTo(before);
    }

    @Test
    void an_endpoint_has_a_place_and_a_description(@TempDir Path folder) {
        JsonNode operation = RunningServer.json(server.exchange("GET", "/openapi.json", "", ""))
                .path("paths")
                .path("/admin/api/goods/restock")
                .path("post");
        assertThat(operation.path("operationId").asText()).isEqualTo("goods_restock_post");
        assertThat(operation
                        .at("/requestBody/content/application~1json/schema/required/0")
                        .asText())
                .isEqualTo("name");
        RecordEndpoint endpoint =
                RecordEndpoint.get("x").needs(Action.VIEW).handleAsCaller(call -> EndpointAnswer.nothing());
        Hexadmin.Builder builder = Hexadmin.builder()
                .setting("server.port", "0")
                .setting("secret_key", "a secret of more than thirty-two characters")
                .setting("database.url", RunningServer.url(database(folder)))
                .endpoint("nowhere", endpoint);
        assertThatThrownBy(() -> {
                    try (Hexadmin hexadmin = builder.build()) {
                        hexadmin.start();
                    }
                })
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("nowhere");
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
    void a_failing_hook_reveals_nothing_and_changes_nothing() {
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
    void the_panel_shows_it_next_to_its_field_and_an_import_at_its_row() {
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

    @Test
    void a_computed_field_is_shown_wherever_a_field_is() {
        String maker = create("makers", "{\"name\":\"Acme\"}");
        JsonNode made = ok(
                201,
                send(
                        "POST",
                        "goods",
                        "{\"name\":\"shown\",\"price\":\"5.50\",\"cost\":\"2.25\",\"maker_id\":" + maker
                                + ",\"rivals\":[" + maker + "]}"));
        assertThat(made.path("margin").asText()).isEqualTo("3.25");
        String id = made.path("id").asText();
        assertThat(ok(200, send("GET", "goods/" + id, ""))).isEqualTo(made);
        for (String query : List.of("", "&expand=maker_id,rivals", "&ordering=-price", "&fields=margin,shout")) {
            JsonNode item = ok(200, send("GET", "goods?name=shown" + query, ""))
                    .path("items")
                    .path(0);
            assertThat(item.path("margin").asText()).as(query).isEqualTo("3.25");
            assertThat(item.path("shout").asText()).as(query).isEqualTo("SHOWN");
        }
        assertThat(ok(200, send("GET", "goods/" + id + "?fields=margin", "")).toString())
                .isEqualTo("{\"margin\":\"3.25\"}");
        assertThat(ok(200, send("GET", "goods/" + id + "?expand=maker_id", ""))
                        .path("shout")
                        .asText())
                .isEqualTo("SHOWN");
        assertThat(ok(200, send("PATCH", "goods/" + id, "{\"cost\":null}"))
                        .path("margin")
                        .isNull())
                .isTrue();
        String room = create("rooms", "{\"name\":\"seven\"}");
        assertThat(ok(200, send("GET", "rooms/" + room, "")).path("length").asLong())
                .isEqualTo(5);
        JsonNode schema = ok(200, send("GET", "schema/goods", ""));
        assertThat(schema.path("properties").path("margin").path("readOnly").asBoolean())
                .isTrue();
        assertThat(schema.path("$defs").path("create").path("properties").has("margin"))
                .isFalse();
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            assertThat(visitor.get("/admin/goods/").text("main thead")).contains("Margin");
            assertThat(visitor.get("/admin/goods/" + id).text("main")).contains("Margin", "SHOWN");
            assertThat(new String(
                            visitor.download("/admin/goods/export?format=csv&name=shown")
                                    .body(),
                            StandardCharsets.UTF_8))
                    .contains("margin", "SHOWN");
            assertThat(visitor.get("/admin/rooms/").text("main thead")).contains("Letters");
        }
    }

    @AdminModel(name = "parcels", display = "{label}")
    record Parcel(long id, @AdminField(maxLength = 40) String label, long grams) {}

    private static Hexadmin.Builder weighed(Hexadmin.Builder builder) {
        return builder.computed(
                "parcels",
                "kilos",
                FieldType.DECIMAL,
                List.of("grams"),
                values -> values.get("grams") instanceof Long grams ? BigDecimal.valueOf(grams, 3) : null,
                f -> f.label("Kilogrammes"));
    }

    @Test
    void an_annotated_record_has_computed_fields_like_any_model(@TempDir Path folder) {
        try (RunningServer own = RunningServer.start(database(folder), b -> weighed(b.register(Parcel.class)))) {
            ok(201, own.send("POST", "/admin/api/parcels", own.token(), "{\"label\":\"Lamp\",\"grams\":2500}"));
            assertWeighed(own);
        }
    }

    @Test
    void a_table_that_exists_has_computed_fields_like_any_model(@TempDir Path folder) {
        DatabaseSettings existing = database(folder);
        TestDatabases.execute(
                existing,
                List.of(
                        "CREATE TABLE \"Parcels\" (\"Id\" INTEGER PRIMARY KEY, \"Label\" VARCHAR(40), \"Grams\""
                                + " INTEGER)",
                        "INSERT INTO \"Parcels\" VALUES (1, 'Lamp', 2500)"));
        try (RunningServer own = RunningServer.start(existing, b -> weighed(b.setting("introspect", "true")))) {
            assertWeighed(own);
        }
    }

    /** There is one parcel, of 2500 grams. */
    private static void assertWeighed(RunningServer own) {
        String token = own.token();
        String path = "/admin/api/parcels/";
        assertThat(ok(200, own.send("GET", path + "?fields=label,kilos", token, ""))
                        .path("items")
                        .toString())
                .isEqualTo("[{\"label\":\"Lamp\",\"kilos\":\"2.500\"}]");
        assertThat(ok(200, own.send("PATCH", path + "1", token, "{\"grams\":750}"))
                        .path("kilos")
                        .asText())
                .isEqualTo("0.750");
        assertThat(problems(422, "invalid", own.send("PATCH", path + "1", token, "{\"kilos\":\"1\"}")))
                .containsExactly("/kilos read_only");
        assertThat(problems(400, "invalid_query", own.send("GET", path + "?ordering=kilos", token, "")))
                .containsExactly("?ordering unknown_field");
        assertThat(ok(200, own.send("GET", "/admin/api/schema/parcels", token, ""))
                        .at("/properties/kilos/readOnly")
                        .asBoolean())
                .isTrue();
        try (PanelVisitor visitor = PanelVisitor.signedIn(own)) {
            Page list = visitor.get("/admin/parcels/");
            assertThat(list.texts("thead th")).contains("Kilogrammes");
            assertThat(list.texts("tbody td")).contains("0.750");
            assertThat(visitor.get("/admin/parcels/1").text("main")).contains("Kilogrammes", "0.750");
            assertThat(visitor.get("/admin/parcels/1/edit").document().select("[name=kilos]"))
                    .isEmpty();
            assertThat(new String(
                            visitor.download("/admin/parcels/export?format=csv").body(), StandardCharsets.UTF_8))
                    .contains("kilos", "0.750");
        }
    }

    @Test
    void an_expanded_record_has_its_computed_fields() {
        String room = create("rooms", "{\"name\":\"attic\"}");
        create("stays", "{\"guest\":\"Zoe\",\"room_id\":" + room + "}");
        assertThat(ok(200, send("GET", "stays?guest=Zoe&expand=room_id", ""))
                        .path("items")
                        .path(0)
                        .path("room_id")
                        .path("length")
                        .asLong())
                .isEqualTo(5);
    }

    @Test
    void a_computed_field_is_neither_written_nor_looked_for() {
        assertThat(problems(422, "invalid", send("POST", "goods", "{\"name\":\"x\",\"margin\":\"1\"}")))
                .containsExactly("/margin read_only");
        assertThat(problems(400, "invalid_query", send("GET", "goods?margin__gt=1", "")))
                .containsExactly("?margin__gt unknown_field");
        assertThat(problems(400, "invalid_query", send("GET", "goods?ordering=-margin", "")))
                .containsExactly("?ordering unknown_field");
        String id = create("goods", "{\"name\":\"kept\",\"price\":\"1\",\"cost\":\"1\"}");
        ok(200, send("PUT", "goods/" + id, "{\"name\":\"put\"}"));
        String audit = ok(200, send("GET", "admin_audit_log/?model=goods&record_id=" + id, ""))
                .toString();
        assertThat(audit).contains("price").doesNotContain("margin", "shout");
    }

    @Test
    void other_code_gives_another_tag_and_the_record_can_still_be_changed_with_either() {
        String id = create("goods", "{\"name\":\"tagged\"}");
        String tag = tag(send("GET", "goods/" + id, ""));
        ok(304, send("GET", "goods/" + id, "", "If-None-Match", tag));
        release = "2: ";
        try {
            HttpResponse<String> other = send("GET", "goods/" + id, "", "If-None-Match", tag);
            assertThat(ok(200, other).path("shout").asText()).isEqualTo("2: TAGGED");
            ok(200, send("PATCH", "goods/" + id, "{\"price\":\"2\"}", "If-Match", tag));
            ok(412, send("PATCH", "goods/" + id, "{\"price\":\"3\"}", "If-Match", tag));
        } finally {
            release = "";
        }
    }

    private static String tag(HttpResponse<String> answer) {
        return answer.headers().firstValue("ETag").orElseThrow();
    }

    @Test
    void failing_code_reveals_nothing_and_stores_nothing() {
        HttpResponse<String> answer = server.exchange("POST", "/admin/api/goods", token, "{\"name\":\"unspeakable\"}");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret", "IllegalState", "shout");
        assertThat(ok(200, send("GET", "goods?name=unspeakable", ""))
                        .path("total")
                        .asLong())
                .isZero();
    }

    @Test
    void who_may_not_view_a_source_does_not_see_what_is_made_of_it() {
        String id = create("goods", "{\"name\":\"hidden\",\"price\":\"2\",\"cost\":\"1\"}");
        JsonNode seen = RunningServer.json(without("cost", "goods/" + id));
        assertThat(seen.has("cost") || seen.has("margin")).as(seen.toString()).isFalse();
        assertThat(seen.path("shout").asText()).isEqualTo("HIDDEN");
        ok(403, without("cost", "goods?fields=margin"));
        JsonNode unheard = RunningServer.json(without("shout", "goods/" + id));
        assertThat(unheard.has("shout")).isFalse();
        assertThat(unheard.path("margin").asText()).isEqualTo("1.00");
    }

    /** A GET by a user who may view all goods but not this field. */
    private HttpResponse<String> without(String field, String path) {
        String theirs = tokens.computeIfAbsent(field, name -> {
            String role = create(
                    "roles",
                    "{\"name\":\"without " + name
                            + "\",\"permissions\":{\"goods\":[\"view\"]},\"field_permissions\":{\"goods\":{\"" + name
                            + "\":[]}}}");
            String email = name + "@example.com";
            String password = "harbour-Lantern-52-orchard";
            create(
                    "admin_users",
                    "{\"email\":\"" + email + "\",\"password\":\"" + password + "\",\"roles\":[" + role + "]}");
            return server.token(email, password);
        });
        return server.send("GET", "/admin/api/" + path, theirs, "");
    }

    /** The page of an import once no step is running. */
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
