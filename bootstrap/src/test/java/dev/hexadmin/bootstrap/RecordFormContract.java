package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.PanelVisitor.Filled;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The form of a record without scripts: its arrangement, its checks, copies of records, records to refer to. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RecordFormContract {
    private RunningServer server;
    private PanelVisitor visitor;
    private String token;

    /** Counts creates, holds the transaction of one of them, and has a rule for two fields. */
    private final RecordHooks rules = new RecordHooks() {
        @Override
        public void onCreate(RecordChange change) {
            created.incrementAndGet();
            if ("HOLD".equals(change.after().get("number"))) {
                held.countDown();
                await(release);
            }
        }

        @Override
        public void validate(RecordChange change) {
            if ("packed".equals(change.after().get("status"))
                    && "EARLY".equals(change.after().get("tracking"))) {
                change.reject("tracking", "early", "Only shipped parcels are tracked.");
            }
        }
    };

    private final AtomicInteger created = new AtomicInteger();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("carriers")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING, field -> field.required())
                                .field("about", FieldType.MARKDOWN)
                                .uniqueTogether("name", "about")
                                .build())
                        .register(ModelDefinition.builder("stamps")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("code", FieldType.STRING, field -> field.readOnly())
                                .build())
                        .hooks("parcels", rules)
                        .register(ModelDefinition.builder("parcels")
                                .label("Parcel")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field(
                                        "number",
                                        FieldType.STRING,
                                        field -> field.required().unique().maxLength(8))
                                .field("note", FieldType.TEXT)
                                .field("status", FieldType.ENUM, field -> field.values(List.of("packed", "shipped")))
                                .field(
                                        "tracking",
                                        FieldType.STRING,
                                        field -> field.visibleIf(Map.of("status", "shipped")))
                                .field("carrier_id", FieldType.REFERENCE, field -> field.to("carriers"))
                                .layout(new Layout(
                                                List.of(
                                                        new Layout.Tab(
                                                                "Parcel",
                                                                List.of(new Layout.Group(
                                                                        "Basics", List.of("number", "tracking")))),
                                                        new Layout.Tab("Texts", List.of(Layout.Group.of("note")))),
                                                List.of(Layout.Group.of("status")),
                                                Map.of())
                                        .width("number", 4))
                                .build())
                        .register(ModelDefinition.builder("receipts")
                                .label("Receipt")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("memo", FieldType.STRING)
                                .field("at", FieldType.DATETIME)
                                .field("clock", FieldType.TIME)
                                .field(
                                        "amount",
                                        FieldType.DECIMAL,
                                        field -> field.precision(8).scale(2))
                                .field("payload", FieldType.JSON)
                                .build()));
        token = server.token();
        send("POST", "carriers", "{\"name\":\"Post\"}");
        send(
                "POST",
                "parcels",
                "{\"number\":\"P-1\",\"note\":\"fragile\",\"status\":\"shipped\",\"tracking\":\"T1\",\"carrier_id\":1}");
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterAll
    void stop() {
        visitor.close();
        server.close();
    }

    private JsonNode send(String method, String path, String body) {
        HttpResponse<String> answer = server.send(method, "/admin/api/" + path, token, body);
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        return RunningServer.json(answer);
    }

    private Page post(String path, String fields) {
        return visitor.post(path, "csrf_token=" + visitor.csrfToken() + "&" + fields);
    }

    @Test
    void fields_are_in_the_tabs_groups_and_the_rail_of_the_layout() {
        Page form = visitor.get("/admin/parcels/1/edit");

        assertThat(form.texts(".form-tabs a")).containsExactly("Parcel", "Texts");
        assertThat(form.document().select("#pane-1 .field").eachAttr("data-field"))
                .containsExactly("number", "tracking", "carrier_id");
        assertThat(form.texts("#pane-1 .group-head h2")).containsExactly("Basics");
        assertThat(form.document().select("#pane-2 .field").eachAttr("data-field"))
                .containsExactly("note");
        assertThat(form.document().select(".rail .field").eachAttr("data-field"))
                .containsExactly("status");
        assertThat(form.text(".rail dl")).contains("1");
        assertThat(form.document().select("[data-field=number]").hasClass("w4")).isTrue();
        assertThat(form.texts("[data-field=number] .must")).isEmpty();
        assertThat(form.texts("[data-field=note] .must")).containsExactly("optional");
    }

    @Test
    void the_tab_with_the_first_error_is_open() {
        Page wrong = post("/admin/parcels/create", "has.number=1&number=P-2&has.carrier_id=1&carrier_id=99");

        assertThat(wrong.status()).isEqualTo(409);
        assertThat(wrong.document().select(".pane.open").eachAttr("id")).containsExactly("pane-1");
        assertThat(wrong.text("#summary")).contains("Carrier");
    }

    @Test
    void a_field_is_hidden_while_its_condition_does_not_hold_and_keeps_its_value() {
        assertThat(visitor.get("/admin/parcels/1/edit").document().select("[data-unmet]"))
                .isEmpty();
        Page empty = visitor.get("/admin/parcels/create");
        assertThat(empty.document().select("[data-unmet]").eachAttr("data-field"))
                .containsExactly("tracking");

        JsonNode made = send("POST", "parcels", "{\"number\":\"P-3\",\"status\":\"shipped\",\"tracking\":\"T3\"}");
        String page = "/admin/parcels/" + made.get("id").asText() + "/edit";
        visitor.get(page).form("form.record-form").set("status", "packed").send();

        assertThat(visitor.get(page).document().select("[data-unmet]").eachAttr("data-field"))
                .containsExactly("tracking");
        assertThat(send("GET", "parcels/" + made.get("id").asText(), "")
                        .get("tracking")
                        .textValue())
                .isEqualTo("T3");
    }

    @Test
    void a_form_is_checked_by_the_rules_of_a_save_and_nothing_is_saved() {
        Page checked = post(
                "/admin/parcels/create/check",
                "has.number=1&number=much+too+long&has.status=1&status=packed&has.carrier_id=1&carrier_id=");
        assertThat(checked.text("[data-field=number]")).contains("At most 8 characters");
        assertThat(checked.document().select("[data-unmet=tracking]")).hasSize(1);

        Page taken = post("/admin/parcels/create/check", "has.number=1&number=P-1&has.status=1&status=shipped");
        assertThat(taken.document().select("[data-field=number]")).hasSize(1);
        assertThat(taken.document().select("[data-unmet]")).isEmpty();

        Page good = post("/admin/parcels/1/edit/check", "has.number=1&number=P-9");
        assertThat(good.document().select("[data-field]")).isEmpty();
        assertThat(send("GET", "parcels/?number=P-9", "").get("items")).isEmpty();
        assertThat(visitor.post("/admin/parcels/create/check", "number=x").status())
                .isEqualTo(403);
    }

    @Test
    void a_check_waits_for_no_writer_and_runs_only_the_rules() throws Exception {
        int before = created.get();
        Thread writer = Thread.ofVirtual().start(() -> send("POST", "parcels", "{\"number\":\"HOLD\"}"));
        try {
            await(held);
            Page checked = post(
                    "/admin/parcels/create/check",
                    "has.number=1&number=P-1&has.status=1&status=packed&has.tracking=1&tracking=EARLY");
            assertThat(checked.text("[data-field=number]")).isEqualTo("Another record has this value.");
            checked = post(
                    "/admin/parcels/create/check",
                    "has.number=1&number=P-7&has.status=1&status=packed&has.tracking=1&tracking=EARLY");
            assertThat(checked.text("[data-field=tracking]")).isEqualTo("Only shipped parcels are tracked.");
            checked = post(
                    "/admin/parcels/1/edit/check",
                    "has.number=1&number=P-1&has.status=1&status=packed&has.tracking=1&tracking=EARLY");
            assertThat(checked.text("[data-field=tracking]")).isEqualTo("Only shipped parcels are tracked.");
            assertThat(checked.document().select("[data-field=number]")).isEmpty();
        } finally {
            release.countDown();
            writer.join();
        }
        assertThat(created).hasValue(before + 1);
    }

    @Test
    void values_that_are_unique_together_are_checked_together() {
        send("POST", "carriers", "{\"name\":\"Twin\",\"about\":\"one\"}");
        assertThat(post("/admin/carriers/create/check", "has.name=1&name=Twin&has.about=1&about=one")
                        .document()
                        .select("[data-field]")
                        .eachAttr("data-field"))
                .containsExactly("name", "about");
        assertThat(post("/admin/carriers/create/check", "has.name=1&name=Twin&has.about=1&about=two")
                        .document()
                        .select("[data-field]"))
                .isEmpty();
    }

    @Test
    void markdown_is_previewed_and_shown_without_its_html() {
        String source = "%23%23+Fast%0A%0A**and**+%3Cb%3Ecareful%3C%2Fb%3E";
        Page preview = post("/admin/carriers/create/preview", "form.preview=about&about=" + source);
        assertThat(preview.body())
                .contains("<h2>Fast</h2>", "<strong>and</strong>", "&lt;b&gt;careful")
                .doesNotContain("<html");
        assertThat(post("/admin/carriers/1/edit/preview", "form.preview=about&about=*x*")
                        .body())
                .contains("<em>x</em>");
        assertThat(post("/admin/carriers/create/preview", "form.preview=about&about=" + "x".repeat(20_001))
                        .body())
                .contains("Too long for a preview");
        assertThat(post("/admin/carriers/create/preview", "form.preview=name&name=*x*")
                        .status())
                .isEqualTo(404);
        assertThat(visitor.post("/admin/carriers/create/preview", "form.preview=about&about=x")
                        .status())
                .isEqualTo(403);

        Page again = post(
                "/admin/carriers/create", "has.name=1&name=Rail&has.about=1&about=" + source + "&form.preview=about");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("#f-about-preview strong")).isEqualTo("and");
        assertThat(again.document().select("#f-name").val()).isEqualTo("Rail");
        assertThat(again.text("#summary")).isEmpty();
        Page saved = visitor.get(
                again.form("form.record-form").send().header("Location").orElseThrow());
        assertThat(saved.text(".prose h2")).isEqualTo("Fast");
        assertThat(saved.text(".prose")).isEqualTo("Fast and <b>careful</b>");
        assertThat(visitor.get("/admin/carriers/?name=Rail&fields=name,about").text("td.who"))
                .isEqualTo("Fast and <b>careful</b>");
        assertThat(send("GET", "carriers/?name=Rail", "").at("/items/0/about").asText())
                .isEqualTo("## Fast\n\n**and** <b>careful</b>");
    }

    @Test
    void a_copy_starts_with_the_values_that_need_not_be_unique() {
        Page copy = visitor.get("/admin/parcels/1/edit").click("Duplicate");

        assertThat(copy.document().select("#f-number").val()).isEmpty();
        assertThat(copy.document().select("#f-note").val()).isEqualTo("fragile");
        assertThat(copy.document().select("#f-carrier_id option[selected]").val())
                .isEqualTo("1");
        copy.form("form.record-form").set("number", "P-4").send();
        assertThat(send("GET", "parcels/?number=P-4", "").at("/items/0/note").textValue())
                .isEqualTo("fragile");
        assertThat(visitor.get("/admin/parcels/create?duplicate=99").status()).isEqualTo(404);
    }

    private Filled copyOfReceipt() {
        JsonNode made = send("POST", "receipts", """
                {"memo":"one\\ntwo","at":"2026-03-01T10:20:30.123456Z","clock":"10:20:30.654321","amount":"1.50",\
                "payload":{"a":[1]}}""");
        return visitor.get("/admin/receipts/create?duplicate=" + made.get("id").asText())
                .form("form.record-form");
    }

    private JsonNode newestReceipt() {
        return send("GET", "receipts/?ordering=-id&per_page=1", "").at("/items/0");
    }

    @Test
    void a_copy_has_the_values_of_which_the_form_shows_a_part() {
        Filled copy = copyOfReceipt();

        assertThat(copy.fields().get("memo")).containsExactly("onetwo");
        assertThat(copy.send().status()).isEqualTo(303);
        JsonNode made = newestReceipt();
        assertThat(made.get("memo").textValue()).isEqualTo("one\ntwo");
        assertThat(made.get("at").textValue()).isEqualTo("2026-03-01T10:20:30.123456Z");
        assertThat(made.get("clock").textValue()).isEqualTo("10:20:30.654321");
        assertThat(made.get("amount").textValue()).isEqualTo("1.50");
        assertThat(made.get("payload").toString()).isEqualTo("{\"a\":[1]}");
    }

    @Test
    void a_copy_has_what_was_changed_in_its_form() {
        copyOfReceipt().set("memo", "three").set("amount", "2").send();

        assertThat(newestReceipt().get("memo").textValue()).isEqualTo("three");
        assertThat(newestReceipt().get("amount").textValue()).isEqualTo("2.00");
        assertThat(newestReceipt().get("clock").textValue()).isEqualTo("10:20:30.654321");
    }

    @Test
    void a_copy_of_a_record_that_was_deleted_meanwhile_has_what_its_form_shows() {
        copyOfReceipt().set("form.original", "999").send();

        assertThat(newestReceipt().get("memo").textValue()).isEqualTo("onetwo");
    }

    @Test
    void a_record_without_anything_to_change_has_no_form() {
        String page = "/admin/stamps/" + send("POST", "stamps", "{}").get("id").asText();

        assertThat(visitor.get(page).texts(".acts a")).contains("Duplicate").doesNotContain("Edit");
        assertThat(visitor.get("/admin/stamps/").texts("#row-menu [role=menuitem]"))
                .contains("Duplicate")
                .doesNotContain("Edit");
        Page form = visitor.get(page + "/edit");
        assertThat(form.text(".notice")).isEqualTo("You may not change any of these fields.");
        assertThat(form.document().select(".saver button")).isEmpty();
    }

    @Test
    void a_record_to_refer_to_is_created_and_chosen() {
        assertThat(visitor.get("/admin/parcels/create")
                        .document()
                        .select("[data-field=carrier_id] a[data-new]")
                        .attr("href"))
                .isEqualTo("/admin/carriers/create");
        Page made = post("/admin/carriers/create", "has.name=1&name=Bikes&form.then=choose");

        assertThat(made.status()).isEqualTo(200);
        assertThat(made.text("option[data-choice]")).isEqualTo("Bikes");
        assertThat(send("GET", "carriers/" + made.document().select("option").val(), "")
                        .get("name")
                        .textValue())
                .isEqualTo("Bikes");
    }

    @Test
    void a_record_to_refer_to_is_created_once() {
        String form = "has.name=1&name=Vans&form.then=choose&form.key=7d0f";
        Page made = post("/admin/carriers/create", form);
        Page again = post("/admin/carriers/create", form);

        assertThat(again.document().select("option").val())
                .isEqualTo(made.document().select("option").val());
        assertThat(again.text("option[data-choice]")).isEqualTo("Vans");
        assertThat(send("GET", "carriers/?name=Vans", "").get("total").intValue())
                .isEqualTo(1);
    }
}
