package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Actions of a program on whole servers: over JSON, and in the panel as a browser without scripts sees it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ActionsContract {
    private static final String CLERK_PASSWORD = "quiet-Lantern-52-orchard";

    private RunningServer server;
    private PanelVisitor visitor;
    private String root;
    private int made;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("goods")
                                .label("Good")
                                .labelPlural("Goods")
                                .display("{name}")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().maxLength(30))
                                .field(
                                        "stock",
                                        FieldType.INTEGER,
                                        f -> f.readOnly()
                                                .minimum(BigDecimal.ZERO)
                                                .defaultValue(new dev.hexadmin.domain.models.DefaultValue.Constant(0L)))
                                .listFilter(List.of("name"))
                                .build())
                        .register(ModelDefinition.builder("papers")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field("name", FieldType.STRING)
                                .requireIfMatch()
                                .build())
                        .action(
                                "goods",
                                RecordAction.named("restock")
                                        .help("Puts more on the shelf.")
                                        .parameter(
                                                "quantity",
                                                FieldType.INTEGER,
                                                f -> f.required().minimum(BigDecimal.ONE))
                                        .parameter("pin", FieldType.STRING, FieldDefinition.Builder::writeOnly)
                                        .parameter("like", FieldType.REFERENCE, f -> f.to("goods"))
                                        .runAsProgram(call -> {
                                            long more = (Long)
                                                    call.parameter("quantity").orElseThrow();
                                            for (StoredRecord one : call.selected()) {
                                                long stock = (Long) Objects.requireNonNull(
                                                        one.values().get("stock"));
                                                call.records().of("goods").update(one, Map.of("stock", stock + more));
                                            }
                                            if (more == 13) {
                                                call.reject("quantity", "unlucky", "Not thirteen.");
                                            }
                                            if (more == 500) {
                                                throw new IllegalStateException("a secret of the program");
                                            }
                                            return more + " more are there.";
                                        }))
                        .action(
                                "goods",
                                RecordAction.named("own_stock").on(Place.LIST).runAsCaller(call -> {
                                    call.selected()
                                            .forEach(one ->
                                                    call.records().of("goods").update(one, Map.of("stock", 1)));
                                    return "Never.";
                                }))
                        .action(
                                "goods",
                                RecordAction.named("clear")
                                        .on(Place.LIST, Place.ROW, Place.DETAIL)
                                        .dangerous()
                                        .runAsProgram(call -> {
                                            call.selected()
                                                    .forEach(one -> call.records()
                                                            .of("goods")
                                                            .update(one, Map.of("stock", 0)));
                                            return "Cleared.";
                                        }))
                        .action(
                                "goods",
                                RecordAction.named("take")
                                        .parameter("quantity", FieldType.INTEGER, f -> f.required())
                                        .parameter("note", FieldType.STRING)
                                        .runAsProgram(call -> {
                                            long less = (Long)
                                                    call.parameter("quantity").orElseThrow();
                                            for (StoredRecord one : call.selected()) {
                                                long stock = (Long) Objects.requireNonNull(
                                                        one.values().get("stock"));
                                                call.records().of("goods").update(one, Map.of("stock", stock - less));
                                            }
                                            call.parameter("note")
                                                    .ifPresent(note -> call.records()
                                                            .of("goods")
                                                            .create(Map.of("name", note)));
                                            return less + " taken.";
                                        }))
                        .action(
                                "goods",
                                RecordAction.named("scrap")
                                        .on(Place.ROW, Place.DETAIL)
                                        .needs(Action.DELETE)
                                        .parameter("name", FieldType.REFERENCE, f -> f.to("papers"))
                                        .parameter("like", FieldType.REFERENCE, f -> f.to("goods"))
                                        .confirm("Really scrap it?")
                                        .dangerous()
                                        .runAsProgram(call -> {
                                            call.selected()
                                                    .forEach(call.records().of("goods")::delete);
                                            return "Scrapped.";
                                        }))
                        .action(
                                "goods",
                                RecordAction.named("order")
                                        .withoutRecords()
                                        .needs(Action.CREATE)
                                        .runAsProgram(call -> {
                                            call.records().of("goods").create(Map.of("name", "ordered", "stock", 7));
                                            return "Ordered.";
                                        }))
                        .hooks("goods", new RecordHooks() {
                            @Override
                            public void onDelete(RecordChange change) {
                                if ("heirloom".equals(change.after().get("name"))) {
                                    throw RequestRejectedException.conflict("heirloom", "This one stays.", List.of());
                                }
                            }
                        })
                        .action(
                                "papers",
                                RecordAction.named("stamp")
                                        .on(Place.DETAIL, Place.ROW)
                                        .runAsProgram(call -> {
                                            call.selected()
                                                    .forEach(one -> call.records()
                                                            .of("papers")
                                                            .update(one, Map.of("name", "stamped")));
                                            return "Stamped.";
                                        })));
        root = server.token();
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterAll
    void stop() {
        visitor.close();
        server.close();
    }

    private String unique(String word) {
        return word + ++made;
    }

    private HttpResponse<String> post(String token, String path, String body, String... headers) {
        return server.send("POST", "/admin/api/" + path, token, body, headers);
    }

    private static JsonNode ok(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    private long good(String name) {
        return ok(201, post(root, "goods", "{\"name\":\"" + name + "\"}"))
                .path("id")
                .asLong();
    }

    private long stock(long id) {
        return ok(200, server.send("GET", "/admin/api/goods/" + id, root, ""))
                .path("stock")
                .asLong();
    }

    private JsonNode log(String query) {
        return ok(200, server.send("GET", "/admin/api/admin_audit_log/?" + query, root, ""))
                .path("items");
    }

    private String clerk(String permissions, String policies) {
        String name = unique("clerk");
        JsonNode role = ok(
                201,
                post(
                        root,
                        "roles",
                        "{\"name\":\"" + name + "\",\"permissions\":{" + permissions + "},\"row_policies\":{" + policies
                                + "}}"));
        ok(
                201,
                post(
                        root,
                        "admin_users",
                        "{\"email\":\"" + name + "@example.com\",\"password\":\"" + CLERK_PASSWORD + "\",\"roles\":["
                                + role.path("id") + "]}"));
        return name + "@example.com";
    }

    private static String restock(String ids, String parameters) {
        return "{\"ids\":[" + ids + "],\"parameters\":{" + parameters + "}}";
    }

    @Test
    void code_with_the_rights_of_its_caller_writes_no_field_that_is_read_only() {
        long id = good(unique("own"));
        HttpResponse<String> answer = post(root, "goods/actions/own_stock", "{\"ids\":[" + id + "]}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("read_only");
    }

    @Test
    void an_action_changes_the_records_named_and_is_audited_without_its_secrets() {
        long one = good("one");
        long other = good("other");
        JsonNode done = ok(
                200,
                post(
                        root,
                        "goods/actions/restock",
                        restock(one + "," + other, "\"quantity\":5,\"pin\":\"very-secret\"")));
        assertThat(done.path("message").asText()).isEqualTo("5 more are there.");
        assertThat(done.path("records").asLong()).isEqualTo(2);
        assertThat(stock(one)).isEqualTo(5);
        assertThat(stock(other)).isEqualTo(5);
        JsonNode rows = log("model=goods&record_id=" + one + "&event=action:restock");
        assertThat(rows).hasSize(1);
        assertThat(rows.toString()).contains("quantity").doesNotContain("very-secret");
        assertThat(log("model=goods&record_id=" + one + "&event=update")).hasSize(1);
        assertThat(visitor.get("/admin/goods/" + one + "/history").body())
                .contains("Restock")
                .doesNotContain("very-secret");
    }

    @Test
    void what_is_wrong_with_parameters_and_body_is_pointed_to() {
        long id = good("x");
        assertThat(ok(422, post(root, "goods/actions/restock", restock("" + id, "\"quantity\":0,\"no\":1")))
                        .findValuesAsText("pointer"))
                .containsExactlyInAnyOrder("/parameters/quantity", "/parameters/no");
        assertThat(ok(422, post(root, "goods/actions/restock", restock("" + id, "")))
                        .findValuesAsText("pointer"))
                .containsExactly("/parameters/quantity");
        assertThat(ok(422, post(root, "goods/actions/restock", "{\"ids\":[" + id + "],\"more\":1,\"parameters\":[]}"))
                        .findValuesAsText("pointer"))
                .containsExactlyInAnyOrder("/more", "/parameters");
        assertThat(ok(409, post(root, "goods/actions/restock", restock("" + id, "\"quantity\":1,\"like\":99999999")))
                        .findValuesAsText("pointer"))
                .containsExactly("/parameters/like");
        ok(422, post(root, "goods/actions/restock", "{\"parameters\":{\"quantity\":1}}"));
        ok(422, post(root, "goods/actions/order", "{\"ids\":[" + id + "]}"));
        ok(404, post(root, "goods/actions/nothing", "{}"));
        ok(404, post(root, "goods/actions/restock", restock("99999999", "\"quantity\":1")));
        assertThat(stock(id)).isZero();
    }

    @Test
    void a_refusal_an_exception_and_a_dry_run_leave_nothing_behind() {
        long id = good("x");
        assertThat(ok(422, post(root, "goods/actions/restock", restock("" + id, "\"quantity\":13")))
                        .findValuesAsText("pointer"))
                .containsExactly("/parameters/quantity");
        HttpResponse<String> broken = post(root, "goods/actions/restock", restock("" + id, "\"quantity\":500"));
        ok(500, broken);
        assertThat(broken.body()).doesNotContain("a secret");
        HttpResponse<String> tried =
                post(root, "goods/actions/restock?dry_run=true", restock("" + id, "\"quantity\":3"));
        ok(200, tried);
        assertThat(tried.headers().firstValue("Preference-Applied")).hasValue("tx=rollback");
        assertThat(stock(id)).isZero();
        assertThat(log("model=goods&record_id=" + id + "&event=action:restock")).isEmpty();
    }

    @Test
    void a_rejected_write_of_the_code_names_record_and_field() {
        String name = unique("short of ");
        long plenty = good("plenty");
        long few = good(name);
        ok(200, post(root, "goods/actions/restock", restock("" + plenty, "\"quantity\":5")));
        String both = plenty + "," + few;
        JsonNode problem = ok(422, post(root, "goods/actions/take", restock(both, "\"quantity\":3")));
        assertThat(problem.path("detail").asText()).isEqualTo("A record cannot be stored as it would be.");
        assertThat(problem.path("errors")).hasSize(1);
        assertThat(problem.at("/errors/0/pointer").asText()).isEqualTo("/records/goods/" + few + "/stock");
        assertThat(problem.at("/errors/0/code").asText()).isEqualTo("minimum");
        assertThat(stock(plenty)).isEqualTo(5);
        assertThat(ok(
                                422,
                                post(
                                        root,
                                        "goods/actions/take",
                                        restock(both, "\"quantity\":0,\"note\":\"" + "n".repeat(31) + "\"")))
                        .findValuesAsText("pointer"))
                .containsExactly("/records/goods/-/name");
        long heirloom = good("heirloom");
        JsonNode stays = ok(409, post(root, "goods/actions/scrap", "{\"ids\":[" + heirloom + "]}"));
        assertThat(stays.path("code").asText()).isEqualTo("heirloom");
        assertThat(stays.findValuesAsText("pointer")).containsExactly("/records/goods/" + heirloom);
        Page form = visitor.post(
                "/admin/goods/bulk",
                "csrf_token=" + visitor.csrfToken() + "&action=run%3Atake&key=" + plenty + "&key=" + few);
        Page refused = form.form("form.record-form").set("quantity", "3").send();
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("#summary")).startsWith("Nothing was done. A record cannot be stored as it would be.");
        assertThat(refused.texts("#summary li"))
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith(name + ", Stock: "));
        assertThat(refused.document().select("[aria-invalid=true]")).isEmpty();
        assertThat(refused.form("form.record-form")
                        .set("quantity", "0")
                        .set("note", "n".repeat(31))
                        .send()
                        .texts("#summary li"))
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("New good, Name: "));
        assertThat(visitor.get("/admin/goods/actions/scrap/run?place=detail&key=" + heirloom)
                        .form("form.record-form")
                        .send()
                        .text("#summary"))
                .isEqualTo("Nothing was done. heirloom: This one stays.");
    }

    private static List<String> choices(Page page) {
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        return RunningServer.json(page.answer()).path("choices").findValuesAsText("label");
    }

    @Test
    void a_parameters_records_are_offered_to_those_who_may_run_it_and_view_them() {
        String mine = unique("mine ");
        String others = unique("others ");
        good(mine);
        long id = good(others);
        ok(201, post(root, "papers", "{\"name\":\"" + unique("deed ") + "\"}"));
        String path = "/admin/goods/actions/";
        assertThat(choices(visitor.get(path + "scrap/choices/like?q=" + mine.replace(" ", "%20"))))
                .contains(mine);
        assertThat(visitor.get(path + "take/choices/quantity").status()).isEqualTo(404);
        assertThat(visitor.get(path + "take/choices/nothing").status()).isEqualTo(404);
        assertThat(visitor.get(path + "nothing/choices/like").status()).isEqualTo(404);
        assertThat(server.exchange("GET", path + "scrap/choices/like", "", "").statusCode())
                .isEqualTo(401);
        String scrapper =
                clerk("\"goods\":[\"delete\",\"view\"],\"papers\":[\"view\"]", "\"goods\":\"name = '" + mine + "'\"");
        try (PanelVisitor clerk = PanelVisitor.signedIn(server, scrapper, CLERK_PASSWORD)) {
            assertThat(choices(clerk.get(path + "scrap/choices/like"))).containsExactly(mine);
            assertThat(choices(clerk.get(path + "scrap/choices/like?q=" + id))).isEmpty();
            assertThat(choices(clerk.get(path + "scrap/choices/name"))).isNotEmpty();
            assertThat(clerk.get(path + "restock/choices/like").status()).isEqualTo(403);
        }
        try (PanelVisitor clerk =
                PanelVisitor.signedIn(server, clerk("\"goods\":[\"view\",\"delete\"]", ""), CLERK_PASSWORD)) {
            assertThat(clerk.get(path + "scrap/choices/name").status()).isEqualTo(403);
            assertThat(choices(clerk.get(path + "scrap/choices/like"))).isNotEmpty();
        }
        // a parameter is no field: rights on the model's field of its name are not asked for
        try (PanelVisitor clerk = PanelVisitor.signedIn(
                server, clerk("\"goods\":[\"delete\"],\"papers\":[\"view\"]", ""), CLERK_PASSWORD)) {
            assertThat(choices(clerk.get(path + "scrap/choices/name"))).isNotEmpty();
        }
    }

    @Test
    void a_repeated_key_runs_once() {
        long id = good("x");
        String body = restock("" + id, "\"quantity\":2");
        String key = unique("again-");
        ok(200, post(root, "goods/actions/restock", body, "Idempotency-Key", key));
        ok(200, post(root, "goods/actions/restock", body, "Idempotency-Key", key));
        assertThat(stock(id)).isEqualTo(2);
    }

    @Test
    void rights_and_row_policies_decide_who_runs_it_on_what() {
        long mine = good("mine");
        long others = good("others");
        String viewer = server.token(clerk("\"goods\":[\"view\"]", ""), CLERK_PASSWORD);
        ok(403, post(viewer, "goods/actions/restock", restock("" + mine, "\"quantity\":1")));
        assertThat(ok(200, server.send("GET", "/admin/api/schema/goods", viewer, ""))
                        .has("x-actions"))
                .isFalse();
        String keeper =
                server.token(clerk("\"goods\":[\"view\",\"edit\"]", "\"goods\":\"name = 'mine'\""), CLERK_PASSWORD);
        ok(200, post(keeper, "goods/actions/restock", restock("" + mine, "\"quantity\":1")));
        ok(404, post(keeper, "goods/actions/restock", restock(mine + "," + others, "\"quantity\":1")));
        assertThat(stock(mine)).isEqualTo(1);
        assertThat(stock(others)).isZero();
        ok(403, post(keeper, "goods/actions/order", "{}"));
        JsonNode offered = ok(200, server.send("GET", "/admin/api/schema/goods", keeper, ""))
                .path("x-actions");
        assertThat(offered.findValuesAsText("name")).containsExactly("restock", "own_stock", "clear", "take");
        assertThat(offered.get(0).path("parameters").path("required").get(0).asText())
                .isEqualTo("quantity");
    }

    @Test
    void a_whole_list_is_run_in_batches_once_its_number_is_confirmed() {
        String name = unique("mass");
        StringBuilder many = new StringBuilder("{\"create\":[");
        for (int i = 0; i < 600; i++) {
            many.append(i == 0 ? "" : ",").append("{\"name\":\"").append(name).append("\"}");
        }
        ok(200, post(root, "goods/bulk", many.append("]}").toString()));
        String list = "\"filters\":{\"name\":\"" + name + "\"},\"count\":";
        ok(409, post(root, "goods/actions/restock", "{" + list + "599,\"parameters\":{\"quantity\":1}}"));
        JsonNode done =
                ok(200, post(root, "goods/actions/restock", "{" + list + "600,\"parameters\":{\"quantity\":1}}"));
        assertThat(done.path("records").asLong()).isEqualTo(600);
        assertThat(done.path("message").asText()).isEqualTo("1 more are there.");
        assertThat(ok(200, server.send("GET", "/admin/api/goods/?stock=1&per_page=1&name=" + name, root, ""))
                        .path("total")
                        .asLong())
                .isEqualTo(600);
        ok(422, post(root, "goods/actions/scrap", "{" + list + "600}"));
    }

    @Test
    void an_action_without_records_writes_what_clients_cannot() {
        assertThat(ok(200, post(root, "goods/actions/order", "{}"))
                        .path("message")
                        .asText())
                .isEqualTo("Ordered.");
        assertThat(ok(200, server.send("GET", "/admin/api/goods/?name=ordered", root, ""))
                        .path("items")
                        .get(0)
                        .path("stock")
                        .asLong())
                .isEqualTo(7);
        assertThat(log("event=action:order&model=goods")).isNotEmpty();
    }

    @Test
    void a_model_that_wants_the_version_gets_it_in_both_ways() {
        HttpResponse<String> created = post(root, "papers", "{\"name\":\"plain\"}");
        long id = ok(201, created).path("id").asLong();
        String body = "{\"ids\":[" + id + "]}";
        ok(428, post(root, "papers/actions/stamp", body));
        ok(412, post(root, "papers/actions/stamp", body, "If-Match", "\"stale\""));
        String etag = created.headers().firstValue("ETag").orElseThrow();
        Page asked = visitor.get("/admin/papers/actions/stamp/run?place=detail&key=" + id);
        ok(200, post(root, "papers/actions/stamp", body, "If-Match", etag));
        Page stale = asked.form("form.record-form").send();
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.form("form.record-form").send().status()).isEqualTo(303);
    }

    @Test
    void buttons_forms_and_menu_of_the_panel_work_without_scripts() {
        long id = good("panel");
        Page list = visitor.get("/admin/goods/?name=panel");
        assertThat(list.texts("#row-menu > *"))
                .containsSubsequence("View", "Edit", "Restock…", "Clear", "Scrap…", "Delete…");
        assertThat(list.texts("#row-menu .danger")).containsExactly("Clear", "Scrap…", "Delete…");
        assertThat(list.document().select("td.rowend a.more").attr("href"))
                .endsWith("/admin/goods/" + id + "?list=name%3Dpanel");
        assertThat(visitor.get("/admin/goods/" + id).texts("button.danger, a.danger"))
                .containsExactly("Clear", "Scrap…", "Delete");
        assertThat(list.texts("#bulk [name=action]")).startsWith("Restock…").endsWith("Clear", "Delete…");
        Page form = visitor.get("/admin/goods/actions/restock/run?place=detail&key=" + id);
        Page wrong = form.form("form.record-form")
                .set("quantity", "0")
                .set("pin", "very-secret")
                .send();
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.text("#f-quantity-wrong")).isNotEmpty();
        assertThat(wrong.document().select("#f-quantity").val()).isEqualTo("0");
        assertThat(wrong.body()).doesNotContain("very-secret");
        Page done = wrong.form("form.record-form").set("quantity", "4").send();
        assertThat(done.status()).isEqualTo(303);
        assertThat(done.follow().body()).contains("4 more are there.");
        assertThat(stock(id)).isEqualTo(4);
        Page ticked = visitor.post(
                "/admin/goods/bulk",
                "csrf_token=" + visitor.csrfToken() + "&action=run%3Aclear&key=" + id + "&query=name%3Dpanel");
        assertThat(ticked.status()).isEqualTo(303);
        assertThat(ticked.follow().body()).contains("Cleared.");
        assertThat(stock(id)).isZero();
        Page all = visitor.post(
                "/admin/goods/bulk",
                "csrf_token=" + visitor.csrfToken() + "&action=run%3Arestock&all=1&query=name%3Dpanel");
        assertThat(all.status()).isEqualTo(200);
        assertThat(all.form("form.record-form").set("quantity", "6").send().status())
                .isEqualTo(303);
        assertThat(stock(id)).isEqualTo(6);
        Page scrap = visitor.get("/admin/goods/actions/scrap/run?place=detail&key=" + id);
        assertThat(scrap.body()).contains("Really scrap it?");
        Page gone = scrap.form("form.record-form").send();
        assertThat(gone.header("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith("/admin/goods/"));
        assertThat(visitor.post("/admin/goods/actions/clear/run", "run.key=" + id)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void users_without_the_right_see_no_button_and_are_rejected() {
        long id = good("x");
        try (PanelVisitor viewer = PanelVisitor.signedIn(server, clerk("\"goods\":[\"view\"]", ""), CLERK_PASSWORD)) {
            assertThat(viewer.get("/admin/goods/").body()).doesNotContain("Restock");
            assertThat(viewer.get("/admin/goods/" + id).body()).doesNotContain("Restock");
            assertThat(viewer.get("/admin/goods/actions/restock/run?key=" + id).status())
                    .isEqualTo(403);
        }
    }

    @Test
    void an_action_that_does_not_fit_stops_the_start(@TempDir Path folder) {
        RecordAction action = RecordAction.named("ping").runAsProgram(call -> "");
        for (String model : List.of("nothing", "admin_users")) {
            assertThatThrownBy(() -> RunningServer.start(
                                    dev.hexadmin.testing.TestDatabases.sqlite(folder),
                                    options -> options.action(model, action))
                            .close())
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("ping")
                    .hasMessageContaining(model);
        }
    }
}
