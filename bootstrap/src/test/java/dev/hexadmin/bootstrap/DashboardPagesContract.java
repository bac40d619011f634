package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Better;
import dev.hexadmin.application.dashboard.WidgetDefinition.Look;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.bootstrap.PanelVisitor.Filled;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard over the API and as a user without scripts sees it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DashboardPagesContract {
    private static final String API = "/admin/api/dashboard";
    private static final String LAYOUT = API + "/layout";

    private RunningServer server;
    private String root;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("customers")
                                .label("Customer")
                                .labelPlural("Customers")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field(
                                        "region",
                                        FieldType.ENUM,
                                        f -> f.values(List.of("north", "south")).colours(Map.of("north", Hue.BLUE)))
                                .field("owner_id", FieldType.INTEGER)
                                .build())
                        .register(ModelDefinition.builder("orders")
                                .label("Order")
                                .labelPlural("Orders")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field(
                                        "status",
                                        FieldType.ENUM,
                                        f -> f.values(List.of("paid", "in_transit"))
                                                .colours(Map.of("paid", Hue.GREEN)))
                                .field(
                                        "total",
                                        FieldType.DECIMAL,
                                        f -> f.precision(10).scale(2).currency("EUR"))
                                .field("currency", FieldType.STRING, f -> f.maxLength(3))
                                .field(
                                        "fee",
                                        FieldType.DECIMAL,
                                        f -> f.precision(10).scale(2).currencyField("currency"))
                                .field("customer_id", FieldType.REFERENCE, f -> f.to("customers"))
                                .field("owner_id", FieldType.INTEGER)
                                .field("details", FieldType.JSON)
                                .field("placed", FieldType.DATE)
                                .build())
                        .widget(WidgetDefinition.sum("orders", "total")
                                .dateField("placed")
                                .title("Revenue")
                                .build())
                        .widget(WidgetDefinition.count("orders")
                                .dateField("placed")
                                .better(Better.LOWER)
                                .build())
                        .widget(chart(Look.LINE).measure(Measure.sum("total")).build())
                        .widget(chart(Look.DONUT).field("status").build())
                        .widget(chart(Look.BAR)
                                .field("status")
                                .measure(Measure.average("total"))
                                .build())
                        .widget(WidgetDefinition.table("orders")
                                .title("Last")
                                .width(12)
                                .columns("id", "total", "details")
                                .ordering("-id")
                                .limit(2)
                                .build())
                        .widget(chart(Look.BAR)
                                .field("customer__region")
                                .measure(Measure.sum("total"))
                                .build())
                        .widget(WidgetDefinition.sum("orders", "fee")
                                .filter("currency", "CHF")
                                .title("Fees")
                                .better(Better.NEITHER)
                                .build())
                        .widget(WidgetDefinition.table("orders")
                                .title("Fees of orders")
                                .width(12)
                                .columns("id", "fee")
                                .ordering("id")
                                .limit(1)
                                .build())
                        .widget(WidgetDefinition.count("orders")
                                .filter("total", "cheap")
                                .title("Broken")
                                .build()));
        root = server.token();
        customer("north", 1);
        customer("south", 2);
        order("2026-03-02", "paid", "10.50");
        order("2026-03-02", "paid", "4.50");
        order("2026-03-05", "in_transit", "100.00");
        order("2026-02-27", "paid", "50.00");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static WidgetDefinition.Builder chart(Look look) {
        return WidgetDefinition.chart(look, "orders").dateField("placed");
    }

    private void customer(String region, int owner) {
        sent(201, "POST", "/admin/api/customers/", "{\"region\":\"" + region + "\",\"owner_id\":" + owner + "}");
    }

    /** An order of the customer in the south if it is paid, else of the one in the north. */
    private void order(String placed, String status, String total) {
        sent(
                201,
                "POST",
                "/admin/api/orders/",
                "{\"placed\":\"" + placed + "\",\"status\":\"" + status + "\",\"total\":\"" + total
                        + "\",\"currency\":\"CHF\",\"fee\":\"1234.50\",\"customer_id\":"
                        + (status.equals("paid") ? 2 : 1) + ",\"owner_id\":1,\"details\":{\"a\":[1]}}");
    }

    private JsonNode sent(int status, String method, String path, String body) {
        return sent(status, method, path, body, root);
    }

    private JsonNode sent(int status, String method, String path, String body, String token) {
        HttpResponse<String> answer = server.send(method, path, token, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(answer);
    }

    private String newUser(String name, String rights) {
        String id = sent(
                        201,
                        "POST",
                        "/admin/api/admin_users/",
                        "{\"email\":\"" + name + "@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\"}")
                .path("id")
                .asText();
        String role = sent(201, "POST", "/admin/api/roles/", rights.replaceFirst("[{]", "{\"name\":\"" + name + "\","))
                .path("id")
                .asText();
        sent(200, "PATCH", "/admin/api/admin_users/" + id, "{\"roles\":[" + role + "]}");
        return name + "@example.com";
    }

    private JsonNode widget(JsonNode board, String id) {
        for (JsonNode widget : board.path("widgets")) {
            if (widget.path("id").asText().equals(id)) {
                return widget;
            }
        }
        throw new AssertionError("no widget " + id + " in " + board);
    }

    private static List<String> texts(JsonNode array, String member) {
        List<String> texts = new ArrayList<>();
        array.forEach(one -> texts.add(one.path(member).asText()));
        return texts;
    }

    private List<String> pointers(int status, String method, String path, String body) {
        return texts(sent(status, method, path, body).path("errors"), "pointer");
    }

    // ---- API

    @Test
    void widgets_come_with_their_numbers_buckets_and_labels() {
        JsonNode board = sent(200, "GET", API + "?from=2026-03-01&to=2026-03-05", "");
        assertThat(board.path("bucket").asText()).isEqualTo("day");
        assertThat(board.path("previous_from").asText()).isEqualTo("2026-02-24");
        assertThat(board.path("previous_to").asText()).isEqualTo("2026-02-28");
        assertThat(board.has("period")).isFalse();
        JsonNode revenue = widget(board, "sum_orders_total");
        assertThat(revenue.path("value").asText()).isEqualTo("115.00");
        assertThat(revenue.path("previous").asText()).isEqualTo("50.00");
        assertThat(revenue.path("change_percent").asDouble()).isEqualTo(130.0);
        assertThat(texts(revenue.path("buckets"), "value")).containsExactly("0", "15.00", "0", "0", "100.00");
        assertThat(texts(revenue.path("buckets"), "label")).startsWith("1 Mar 2026");
        JsonNode count = widget(board, "count_orders_2");
        assertThat(count.path("value").isIntegralNumber()).isTrue();
        assertThat(count.path("value").asInt()).isEqualTo(3);
        String query = count.path("buckets").path(1).path("query").asText();
        assertThat(sent(200, "GET", "/admin/api/orders/?" + query, "")
                        .path("total")
                        .asInt())
                .as("the list of a bucket")
                .isEqualTo(2);
        assertThat(texts(widget(board, "donut_orders_status").path("groups"), "label"))
                .containsExactly("Paid", "In transit");
        assertThat(texts(widget(board, "bar_orders_status").path("groups"), "value"))
                .containsExactly("100.00", "7.50");
        JsonNode table = widget(board, "table_orders");
        assertThat(table.path("total").asInt()).isEqualTo(4);
        assertThat(table.path("rows").path(0).path("values").path("total").asText())
                .isEqualTo("50.00");
        assertThat(table.path("rows")
                        .path(0)
                        .path("values")
                        .path("details")
                        .path("a")
                        .path(0)
                        .asInt())
                .isEqualTo(1);
        assertThat(widget(board, "count_orders_3").path("error").asText()).contains("?total");
        assertThat(sent(200, "GET", API + "?period=12m", "").path("bucket").asText())
                .isEqualTo("month");
    }

    private static final String GROUPED = "bar_orders_customer__region";

    @Test
    void records_are_grouped_by_a_field_of_the_record_that_they_reference() {
        JsonNode grouped = widget(sent(200, "GET", API + "?from=2026-03-01&to=2026-03-05", ""), GROUPED);
        assertThat(grouped.path("by").asText()).isEqualTo("customer_id__region");
        assertThat(texts(grouped.path("groups"), "label")).containsExactly("North", "South");
        assertThat(texts(grouped.path("groups"), "value")).containsExactly("100.00", "15.00");
        String query = grouped.path("groups").path(1).path("query").asText();
        assertThat(sent(200, "GET", "/admin/api/orders/?" + query, "")
                        .path("total")
                        .asInt())
                .as("the list of a group")
                .isEqualTo(2);
    }

    @Test
    void a_group_along_a_reference_needs_the_rights_on_every_model_of_its_path() {
        String range = API + "?from=2026-03-01&to=2026-03-05";
        String blind = newUser("blind", "{\"permissions\":{\"orders\":[\"view\"]}}");
        assertThat(texts(
                        sent(200, "GET", range, "", server.token(blind, RunningServer.PASSWORD))
                                .path("widgets"),
                        "id"))
                .contains("bar_orders_status")
                .doesNotContain(GROUPED);
        String half = newUser(
                "half",
                "{\"permissions\":{\"orders\":[\"view\"],\"customers\":[\"view\"]},"
                        + "\"field_permissions\":{\"customers\":{\"region\":[]}}}");
        assertThat(texts(
                        sent(200, "GET", range, "", server.token(half, RunningServer.PASSWORD))
                                .path("widgets"),
                        "id"))
                .doesNotContain(GROUPED);
        String north = newUser(
                "north",
                "{\"permissions\":{\"orders\":[\"view\"],\"customers\":[\"view\"]},"
                        + "\"row_policies\":{\"customers\":\"owner_id = 1\"}}");
        JsonNode grouped = widget(sent(200, "GET", range, "", server.token(north, RunningServer.PASSWORD)), GROUPED);
        assertThat(texts(grouped.path("groups"), "label"))
                .as("what a row policy hides has no value")
                .containsExactly("North", "(none)");
    }

    @Test
    void an_amount_has_the_currency_of_its_record() {
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            assertThat(visitor.get("/admin/orders/?fields=fee&ordering=id").texts("td.number"))
                    .isNotEmpty()
                    .allMatch("CHF 1,234.50"::equals);
            assertThat(visitor.get("/admin/orders/1").text("main")).contains("CHF 1,234.50");
            assertThat(visitor.get("/admin/orders/1/edit").text("[data-field=fee] .joined"))
                    .startsWith("CHF");
            Page home = visitor.get("/admin");
            assertThat(home.text("#widget-sum_orders_fee .value")).isEqualTo("CHF 4,938.00");
            assertThat(home.texts("#widget-table_orders_2 td.number")).containsExactly("CHF 1,234.50");
        }
    }

    @Test
    void a_wrong_range_is_a_400_that_names_the_parameter() {
        assertThat(pointers(400, "GET", API + "?period=1d", "")).containsExactly("?period");
        assertThat(pointers(400, "GET", API + "?from=2026-01-01", "")).containsExactly("?to");
        assertThat(pointers(400, "GET", API + "?from=x&to=2026-13-01&page=1", ""))
                .containsExactlyInAnyOrder("?from", "?to", "?page");
        assertThat(server.send("GET", API, "", "").statusCode()).isEqualTo(401);
    }

    @Test
    void rights_and_policies_decide_what_is_shown() {
        String email = newUser(
                "clerk",
                "{\"permissions\":{\"orders\":[\"view\"]},\"field_permissions\":{\"orders\":{\"total\":[]}},"
                        + "\"row_policies\":{\"orders\":\"owner_id = 2\"}}");
        JsonNode board = sent(
                200, "GET", API + "?from=2026-03-01&to=2026-03-05", "", server.token(email, RunningServer.PASSWORD));
        assertThat(texts(board.path("widgets"), "id"))
                .contains("count_orders_2", "donut_orders_status", "table_orders");
        assertThat(texts(board.path("widgets"), "id"))
                .doesNotContain("sum_orders_total", "line_orders_total", "bar_orders_status", "count_orders_3");
        assertThat(widget(board, "count_orders_2").path("value").asInt()).isZero();
        assertThat(widget(board, "table_orders").path("rows")).isEmpty();
        String other = newUser("other", "{\"permissions\":{\"admin_users\":[\"view\"]}}");
        assertThat(texts(
                        sent(200, "GET", API, "", server.token(other, RunningServer.PASSWORD))
                                .path("widgets"),
                        "model"))
                .doesNotContain("orders");
    }

    @Test
    void a_layout_is_set_read_and_reset_over_the_api() {
        String mine =
                server.token(newUser("planner", "{\"permissions\":{\"orders\":[\"view\"]}}"), RunningServer.PASSWORD);
        assertThat(sent(200, "GET", LAYOUT, "", mine).path("customised").asBoolean())
                .isFalse();
        String body =
                "{\"widgets\":[{\"id\":\"table_orders\",\"width\":6},{\"id\":\"count_orders_2\",\"shown\":false}]}";
        HttpResponse<String> rehearsed = server.send("PUT", LAYOUT + "?dry_run=true", mine, body);
        assertThat(rehearsed.headers().firstValue("Preference-Applied")).hasValue("tx=rollback");
        assertThat(sent(200, "GET", LAYOUT, "", mine).path("customised").asBoolean())
                .isFalse();
        JsonNode layout = sent(200, "PUT", LAYOUT, body, mine);
        assertThat(layout.path("customised").asBoolean()).isTrue();
        assertThat(texts(layout.path("widgets"), "id")).startsWith("table_orders", "count_orders_2", "count_orders");
        assertThat(texts(sent(200, "GET", API, "", mine).path("widgets"), "id"))
                .startsWith("table_orders", "count_orders")
                .doesNotContain("count_orders_2");
        sent(204, "DELETE", LAYOUT, "", mine);
        assertThat(texts(sent(200, "GET", LAYOUT, "", mine).path("widgets"), "id"))
                .contains("count_orders_2");
        assertThat(sent(200, "GET", LAYOUT, "", mine).path("customised").asBoolean())
                .isFalse();
    }

    @Test
    void a_wrong_layout_is_a_422_with_pointers() {
        assertThat(pointers(422, "PUT", LAYOUT, "{\"widgets\":[{\"id\":\"nope\"},{\"id\":\"count_orders_2\"}]}"))
                .containsExactly("/widgets/0/id");
        assertThat(
                        pointers(
                                422,
                                "PUT",
                                LAYOUT,
                                "{\"widgets\":[{\"width\":2.5,\"shown\":1,\"x\":0},{\"id\":\"count_orders_2\",\"width\":13},3],\"y\":1}"))
                .containsExactlyInAnyOrder(
                        "/y",
                        "/widgets/0/x",
                        "/widgets/0/id",
                        "/widgets/0/width",
                        "/widgets/0/shown",
                        "/widgets/1/width",
                        "/widgets/2");
        assertThat(pointers(422, "PUT", LAYOUT, "{}")).containsExactly("/widgets");
    }

    @Test
    void an_api_key_views_the_dashboard_and_has_no_layout() {
        String email = newUser("robot", "{\"permissions\":{\"orders\":[\"view\"]}}");
        String token = server.token(email, RunningServer.PASSWORD);
        UserId id = new UserId(
                sent(200, "GET", "/api/auth/me", "", token).path("id").asLong());
        long role = sent(200, "GET", "/admin/api/roles/?q=robot", "")
                .path("items")
                .path(0)
                .path("id")
                .asLong();
        var installation = server.hexadmin().installation();
        Actor.SignedIn robot = new Actor.SignedIn(
                id, new EmailAddress(email), installation.access().liveRights().of(id), Actor.Origin.LOCAL);
        String key = installation
                .identity()
                .managingApiKeys()
                .create(robot, new ManagingApiKeys.Draft("test", role, Optional.empty()))
                .text();
        JsonNode board = sent(200, "GET", API, "", key);
        assertThat(texts(board.path("widgets"), "id")).contains("count_orders_2");
        assertThat(server.send("GET", LAYOUT, key, "").statusCode()).isEqualTo(403);
    }

    // ---- pages

    @Test
    void the_range_is_chosen_without_scripts() {
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            Page home = visitor.get("/admin");
            assertThat(home.document().select(".range [aria-current]").eachText())
                    .contains("30 days");
            Page week = home.click("7 days");
            assertThat(week.document().select(".range .group [aria-current]").text())
                    .isEqualTo("7 days");
            Page march = week.form("form.days")
                    .set("from", "2026-03-01")
                    .set("to", "2026-03-05")
                    .send();
            assertThat(march.status()).isEqualTo(200);
            assertThat(march.text(".range summary")).contains("1 to 5 Mar 2026");
            assertThat(march.text("#widget-sum_orders_total")).contains("€115.00", "130.0", "from €50.00");
            assertThat(march.document().select("#widget-sum_orders_total b.green"))
                    .hasSize(1);
            assertThat(march.document().select("#widget-count_orders_2 b.red"))
                    .as("more is worse here")
                    .hasSize(1);
            assertThat(march.texts("#widget-line_orders_total tbody tr").get(1)).contains("2 Mar 2026", "15.00");
            assertThat(march.document().select("#widget-line_orders_total path.then"))
                    .hasSize(2);
            assertThat(march.document().select("#widget-donut_orders_status circle.arc"))
                    .hasSize(2);
            assertThat(march.texts("#widget-bar_orders_status tr")).containsExactly("In transit €100.00", "Paid €7.50");
            assertThat(march.document()
                            .select("#widget-donut_orders_status .dot.green")
                            .text())
                    .as("the colour of the value")
                    .isEqualTo("Paid");
            assertThat(march.document().select("#widget-donut_orders_status circle.arc.green"))
                    .hasSize(1);
            assertThat(march.text("#widget-count_orders_3"))
                    .as("the page stays")
                    .contains("?total");
            Page list = visitor.get(march.document()
                    .selectFirst("#widget-line_orders_total tbody tr:nth-child(2) a")
                    .attr("href"));
            assertThat(list.status()).isEqualTo(200);
            Page wrong = march.form("form.days").set("from", "2026-03-09").send();
            assertThat(wrong.status()).isEqualTo(400);
            assertThat(wrong.text("[role=alert]")).contains("before the first day");
            assertThat(wrong.text("#widget-table_orders")).contains("All 4");
        }
    }

    private static List<String> shown(Page page) {
        return page.document().select("ol[data-shown] input[type=hidden]").eachAttr("value");
    }

    @Test
    void a_range_that_is_not_valid_stays_in_its_form() {
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            Page far = visitor.get("/admin?from=0001-01-01&to=9999-12-31");

            assertThat(far.status()).isEqualTo(400);
            assertThat(far.document().select("#range-from").val()).isEqualTo("0001-01-01");
            assertThat(far.document().select("#range-to").val()).isEqualTo("9999-12-31");
            assertThat(far.texts("[role=alert]")).containsExactly("A day from 1000-01-01 to 9998-12-31 is expected.");
            Page old = visitor.get("/admin?from=1990-01-01&to=2026-01-01");
            assertThat(old.texts("[role=alert]")).containsExactly("A range has at most 1,827 days.");
            assertThat(old.document().select("#range-from").val()).isEqualTo("1990-01-01");
        }
    }

    @Test
    void the_layout_is_arranged_without_scripts() {
        newUser("decorator", "{\"permissions\":{\"orders\":[\"view\"]}}");
        try (PanelVisitor visitor = PanelVisitor.signedIn(server, "decorator@example.com", RunningServer.PASSWORD)) {
            Page form = visitor.get("/admin").click("Edit layout");
            List<String> before = shown(form);
            Filled moving = form.form("form[data-arrange]").set("later", before.getFirst());
            Page pressed = moving.send();
            assertThat(pressed.header("Location").orElse("")).endsWith("#tile-" + before.getFirst());
            Page moved = pressed.follow();
            assertThat(shown(moved)).startsWith(before.get(1), before.get(0));
            Page hidden = moved.form("form[data-arrange]")
                    .set("hide", before.get(1))
                    .send()
                    .follow();
            assertThat(shown(hidden)).doesNotContain(before.get(1)).startsWith(before.get(0));
            Page saved = hidden.form("form[data-arrange]")
                    .set("width." + before.get(0), "12")
                    .set("save", "yes")
                    .send()
                    .follow();
            assertThat(saved.text(".notice, .toast")).contains("Your layout is stored.");
            assertThat(saved.document().select(".board > *").first().id()).isEqualTo("widget-" + before.get(0));
            assertThat(saved.document().select(".board > *").first().hasClass("b12"))
                    .isTrue();
            assertThat(saved.document().select("#widget-" + before.get(1))).isEmpty();
            Page back = saved.click("Edit layout")
                    .form("form[data-arrange]")
                    .set("show", before.get(1))
                    .send()
                    .follow();
            assertThat(shown(back)).endsWith(before.get(1));
            Page reset =
                    back.form("form[data-arrange]").set("reset", "yes").send().follow();
            assertThat(shown(reset.click("Edit layout"))).isEqualTo(before);
        }
    }
}
