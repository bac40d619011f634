package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import dev.hexadmin.bootstrap.PanelVisitor.Filled;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Child records in their parent: over the API, on pages without scripts, and in a browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ChildRecordsContract {
    private RunningServer server;
    private PanelVisitor visitor;
    private String token;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("products")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING, field -> field.required())
                                .searchFields(List.of("name"))
                                .build())
                        .register(ModelDefinition.builder("orders")
                                .label("Order")
                                .labelPlural("Orders")
                                .display("Order {id}")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("number", FieldType.STRING, field -> field.required())
                                .field("note", FieldType.STRING)
                                .inlines("order_lines")
                                .build())
                        .register(ModelDefinition.builder("order_lines")
                                .label("Order line")
                                .labelPlural("Order lines")
                                .display("{quantity} of {product_id}")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field(
                                        "order_id",
                                        FieldType.REFERENCE,
                                        field -> field.required().to("orders").onDelete(OnDelete.CASCADE))
                                .field("position", FieldType.INTEGER, field -> field.required())
                                .field(
                                        "product_id",
                                        FieldType.REFERENCE,
                                        field -> field.required().to("products"))
                                .field(
                                        "quantity",
                                        FieldType.INTEGER,
                                        field -> field.required().minimum(BigDecimal.ONE))
                                .field(
                                        "price",
                                        FieldType.DECIMAL,
                                        field -> field.precision(10)
                                                .scale(2)
                                                .defaultValue(new DefaultValue.Constant(new BigDecimal("1.50"))))
                                .field("extra", FieldType.JSON)
                                .computed(
                                        "sum",
                                        FieldType.DECIMAL,
                                        List.of("quantity", "price"),
                                        values -> values.get("quantity") instanceof Long quantity
                                                        && values.get("price") instanceof BigDecimal price
                                                ? price.multiply(BigDecimal.valueOf(quantity))
                                                : null)
                                .uniqueTogether("order_id", "position")
                                .listDisplay(List.of("order_id", "position", "product_id", "quantity", "price", "sum"))
                                .build()));
        token = server.token();
        for (String name : List.of("Saw", "Axe", "Rake")) {
            send("POST", "products", "{\"name\":\"" + name + "\"}", 201);
        }
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterAll
    void stop() {
        visitor.close();
        server.close();
    }

    private JsonNode send(String method, String path, String body, int status) {
        HttpResponse<String> answer = server.send(method, "/admin/api/" + path, token, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    /** A new order with lines of these quantities; its key. */
    private long order(int... quantities) {
        String lines = IntStream.of(quantities)
                .mapToObj(quantity -> "{\"product_id\":1,\"quantity\":" + quantity + "}")
                .collect(Collectors.joining(","));
        return send("POST", "orders", "{\"number\":\"A\",\"order_lines\":{\"create\":[" + lines + "]}}", 201)
                .get("id")
                .longValue();
    }

    /** Position and quantity of each line. */
    private List<String> lines(long order) {
        List<String> lines = new ArrayList<>();
        send("GET", "orders/" + order + "?expand=order_lines", "", 200)
                .get("order_lines")
                .forEach(line -> lines.add(line.get("position") + " " + line.get("quantity")));
        return lines;
    }

    private long id(long order, int line) {
        return send("GET", "orders/" + order + "?expand=order_lines", "", 200)
                .get("order_lines")
                .get(line)
                .get("id")
                .longValue();
    }

    // ---- API

    @Test
    void children_are_sent_and_expanded_with_their_parent() {
        long order = order(2, 3);
        send(
                "PATCH",
                "orders/" + order,
                "{\"order_lines\":{\"create\":[{\"product_id\":2,\"quantity\":4,\"extra\":{\"a\":1.10}}],\"update\":[{\"id\":"
                        + id(order, 0) + ",\"quantity\":5}],\"delete\":[" + id(order, 1) + "]}}",
                200);
        JsonNode read = send("GET", "orders/?expand=order_lines&id=" + order, "", 200)
                .get("items")
                .get(0);
        assertThat(lines(order)).containsExactly("1 5", "2 4");
        assertThat(read.get("order_lines_total").intValue()).isEqualTo(2);
        assertThat(read.get("order_lines").get(1).get("extra").toString()).isEqualTo("{\"a\":1.1}");
        assertThat(read.get("order_lines").get(0).get("sum").textValue()).isEqualTo("7.50");
    }

    @Test
    void errors_point_to_the_child() {
        long order = order(2);
        JsonNode problem = send(
                "PATCH",
                "orders/" + order,
                "{\"number\":\"\",\"order_lines\":{\"create\":[{\"product_id\":1,\"quantity\":0}],\"update\":[{\"id\":1,\"order_id\":1}]}}",
                422);
        assertThat(problem.findValuesAsText("pointer"))
                .contains("/number", "/order_lines/create/0/quantity", "/order_lines/update/0/order_id");
        assertThat(lines(order)).containsExactly("1 2");
    }

    @Test
    void an_idempotency_key_covers_the_children() {
        String body = "{\"number\":\"K\",\"order_lines\":{\"create\":[{\"product_id\":1,\"quantity\":1}]}}";
        HttpResponse<String> first = server.send(
                "POST", "/admin/api/orders", token, body, "Idempotency-Key", "6f1a4e1c-52a5-4f4e-9f0e-2f1d8f2b7c11");
        HttpResponse<String> again = server.send(
                "POST", "/admin/api/orders", token, body, "Idempotency-Key", "6f1a4e1c-52a5-4f4e-9f0e-2f1d8f2b7c11");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(lines(RunningServer.json(first).get("id").longValue())).containsExactly("1 1");
    }

    @Test
    void schemas_describe_children() {
        JsonNode schema = send("GET", "schema/orders/", "", 200);
        assertThat(schema.get("x-children").toString())
                .isEqualTo("[{\"model\":\"order_lines\",\"field\":\"order_id\",\"position\":\"position\"}]");
        JsonNode create = schema.at("/$defs/patch/properties/order_lines/properties/create/items");
        assertThat(create.get("properties").has("order_id")).isFalse();
        assertThat(create.get("required").toString()).isEqualTo("[\"product_id\",\"quantity\"]");
        assertThat(schema.at("/$defs/update/properties").has("order_lines")).isFalse();
    }

    // ---- pages without scripts

    @Test
    void lines_are_changed_deleted_and_added_with_the_form_of_their_parent() {
        long order = order(2, 3);
        Page page = visitor.get("/admin/orders/" + order + "/edit");
        assertThat(page.texts(".child-rows thead th"))
                .containsExactly("Position", "Product", "Quantity", "Price", "Sum", "State and deletion");
        Filled form = page.form("form.record-form");
        form.set("note", "kept").set("form.children", "add:order_lines");
        form.set(field(order, 0, "quantity"), "7");
        Page more = form.send();
        assertThat(more.status()).isEqualTo(200);
        assertThat(more.texts(".child-rows .child.new")).hasSize(1);
        assertThat(more.document().select("[autofocus]")).hasSize(1);
        assertThat(more.document().select(".child.new [autofocus]").attr("name"))
                .endsWith(".product_id");
        assertThat(more.document().select("[name=note]").val()).isEqualTo("kept");
        assertThat(lines(order)).containsExactly("1 2", "2 3");

        Filled second = more.form("form.record-form");
        String added = more.document().select(".child-rows .child.new").attr("data-row");
        second.set("c.order_lines." + added + ".product_id", "2");
        second.set("c.order_lines." + added + ".quantity", "x");
        second.set("c.order_lines.s" + id(order, 1) + ".row.delete", "1");
        Page refused = second.send();
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.texts(".reason .mistake"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("Quantity:");
        Element line = refused.document().expectFirst("#summary li a");
        assertThat(line.text()).isEqualTo("Order lines, row 3, Quantity");
        assertThat(line.attr("href")).isEqualTo("#f-c.order_lines." + added + ".quantity");
        assertThat(refused.texts("#summary li")).hasSize(1);
        String wrong = refused.document()
                .select("[name='c.order_lines." + added + ".quantity']")
                .attr("aria-describedby");
        assertThat(refused.document().getElementById(wrong)).isNotNull();
        assertThat(refused.document()
                        .select(".child-rows .child.new option[selected]")
                        .eachAttr("value"))
                .containsExactly("2");
        assertThat(refused.document().select(".child-rows .child .remove [checked]"))
                .hasSize(1);
        assertThat(refused.document().select("[name=note]").val()).isEqualTo("kept");

        Filled third = refused.form("form.record-form");
        third.set("c.order_lines." + added + ".quantity", "9");
        Page saved = third.send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        assertThat(lines(order)).containsExactly("1 7", "2 9");
        assertThat(send("GET", "orders/" + order, "", 200).get("note").textValue())
                .isEqualTo("kept");
    }

    private String field(long order, int line, String name) {
        return "c.order_lines.s" + id(order, line) + "." + name;
    }

    @Test
    void a_new_parent_is_created_with_its_lines_and_an_empty_line_is_left_out() {
        Filled form = visitor.get("/admin/orders/create").form("form.record-form");
        Page one = form.set("form.children", "add:order_lines").send();
        assertThat(one.status()).as(one.body()).isEqualTo(200);
        Page two = one.form("form.record-form")
                .set("form.children", "add:order_lines")
                .send();
        List<String> rows = two.document().select(".child-rows .child.new").eachAttr("data-row");
        assertThat(rows).hasSize(2);
        Page saved = two.form("form.record-form")
                .set("number", "With lines")
                .set("c.order_lines." + rows.getFirst() + ".product_id", "3")
                .set("c.order_lines." + rows.getFirst() + ".quantity", "6")
                .send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        JsonNode made = send("GET", "orders/?number=With+lines&expand=order_lines", "", 200)
                .get("items")
                .get(0);
        assertThat(made.get("order_lines")).hasSize(1);
        assertThat(made.at("/order_lines/0/price").textValue()).isEqualTo("1.50");
    }

    @Test
    void a_copy_has_copies_of_the_lines_with_what_the_form_does_not_show() {
        long order = send("POST", "orders", """
                        {"number":"C","order_lines":{"create":[
                          {"product_id":1,"quantity":2,"price":"4.50","extra":{"gift":true}},
                          {"product_id":2,"quantity":7}]}}""", 201).get("id").longValue();
        Page form = visitor.get("/admin/orders/create?duplicate=" + order);

        assertThat(form.document().select(".child-rows tbody .child.new")).hasSize(2);
        assertThat(form.text("[data-sum=quantity]")).isEqualTo("9");
        Element second = form.document().select(".child-rows tbody .child").get(1);
        form.form("form.record-form")
                .set("c.order_lines." + second.attr("data-row") + ".quantity", "8")
                .send();
        JsonNode copy =
                send("GET", "orders/?ordering=-id&expand=order_lines", "", 200).at("/items/0");
        assertThat(copy.get("id").longValue()).isGreaterThan(order);
        assertThat(copy.get("order_lines").findValuesAsText("quantity")).containsExactly("2", "8");
        assertThat(copy.get("order_lines").findValuesAsText("price")).containsExactly("4.50", "1.50");
        assertThat(copy.at("/order_lines/0/extra").toString()).isEqualTo("{\"gift\":true}");
        assertThat(lines(order)).containsExactly("1 2", "2 7");
    }

    @Test
    void a_copy_of_a_long_order_says_which_lines_are_left_out() {
        long order = order(IntStream.rangeClosed(1, 203).toArray());
        Page form = visitor.get("/admin/orders/create?duplicate=" + order);

        assertThat(form.document().select(".child-rows tbody .child.new")).hasSize(200);
        assertThat(form.text(".card.children > p"))
                .isEqualTo("The copy has the first 200 rows; 3 more are not copied.");
    }

    @Test
    void positions_are_exchanged_by_their_numbers_on_the_page_of_the_record() {
        long order = order(2, 3);
        Page page = visitor.get("/admin/orders/" + order);
        assertThat(page.texts("#related .tabs a")).containsExactly("Order lines 2");
        assertThat(page.texts("#related thead th"))
                .containsExactly("Position", "Product", "Quantity", "Price", "Sum", "Open");
        assertThat(page.texts("#related tfoot td")).contains("Total", "5");
        assertThat(page.document().select("#related input")).isEmpty();
        Page edited = page.click("Edit order lines");
        Page saved = edited.form("form.children")
                .set(field(order, 0, "position"), "2")
                .set(field(order, 1, "position"), "1")
                .send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        assertThat(saved.header("Location")).contains("/admin/orders/" + order + "?related=order_lines");
        assertThat(lines(order)).containsExactly("1 3", "2 2");
    }

    @Test
    void the_page_of_a_record_has_its_children_in_pages() {
        long order = order(IntStream.rangeClosed(1, 60).toArray());
        Page first = visitor.get("/admin/orders/" + order);
        assertThat(first.texts("#related tbody tr")).hasSize(50);
        assertThat(first.text("#related tfoot")).startsWith("Total of this page");
        Page second = first.click("Next order lines");
        assertThat(second.texts("#related tbody tr")).hasSize(10);
        assertThat(second.click("Previous order lines").texts("#related tbody tr"))
                .hasSize(50);
        Page inputs = second.click("Edit order lines");
        assertThat(inputs.document().select("#related table[data-children] > tbody > .child"))
                .hasSize(10);
        assertThat(inputs.click("Cancel").texts("#related tbody tr")).hasSize(10);
    }

    @Test
    void a_line_that_someone_else_changed_is_not_overwritten_without_asking() {
        long order = order(2);
        Filled mine = visitor.get("/admin/orders/" + order + "/edit").form("form.record-form");
        send(
                "PATCH",
                "orders/" + order,
                "{\"order_lines\":{\"update\":[{\"id\":" + id(order, 0) + ",\"quantity\":5}]}}",
                200);
        Page asked = mine.set(field(order, 0, "quantity"), "8").send();
        assertThat(asked.status()).isEqualTo(422);
        assertThat(asked.text(".reason")).contains("Someone else changed this to “5”");
        assertThat(lines(order)).containsExactly("1 5");
        asked.form("form.record-form").send();
        assertThat(lines(order)).containsExactly("1 8");
    }

    @Test
    void a_line_that_someone_else_deleted_is_removed_or_asked_about() {
        long order = order(2, 3);
        String quantity = field(order, 0, "quantity");
        String delete = quantity.replaceAll("quantity$", "row.delete");
        Page form = visitor.get("/admin/orders/" + order + "/edit");
        send("PATCH", "orders/" + order, "{\"order_lines\":{\"delete\":[" + id(order, 0) + "]}}", 200);
        Page asked = form.form("form.record-form")
                .set(quantity, "8")
                .set("number", "B")
                .send();
        assertThat(asked.status()).isEqualTo(422);
        assertThat(asked.text(".reason")).contains("Someone else deleted this.");
        Page saved = asked.form("form.record-form").set(delete, "1").send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        assertThat(send("GET", "orders/" + order, "", 200).get("number").asText())
                .isEqualTo("B");
        assertThat(lines(order)).containsExactly("2 3");
        Page removed = form.form("form.record-form").set(delete, "1").send();
        assertThat(removed.status()).as(removed.body()).isEqualTo(303);
    }

    @Test
    void five_hundred_lines_are_shown_in_pages_and_only_changed_ones_are_written() {
        long order = order(IntStream.rangeClosed(1, 500).toArray());
        Page page = visitor.get("/admin/orders/" + order + "/edit");
        assertThat(page.texts(".child-rows .child")).hasSize(50);
        assertThat(page.text(".children .pager")).contains("Page 1 of 10");
        assertThat(page.body().length()).isLessThan(400_000);
        long audited = audited();
        Filled form = page.form("form.record-form").set(field(order, 0, "quantity"), "1000");
        Page second = form.set("form.children", "page:order_lines:2").send();
        // the changed row comes along
        assertThat(second.texts(".child-rows .child")).hasSize(51);
        assertThat(second.document().select(".child.edit")).hasSize(1);
        assertThat(second.document()
                        .select("[name$=.quantity]:not([name*=.was.]):not([name*=.has.])")
                        .get(1)
                        .val())
                .isEqualTo("51");
        Page saved = second.form("form.record-form").without("children").send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        assertThat(lines(order)).hasSize(200).startsWith("1 1000", "2 2");
        assertThat(audited() - audited).isEqualTo(1);
    }

    private long audited() {
        return send("GET", "admin_audit_log/?model=order_lines&per_page=1", "", 200)
                .get("total")
                .longValue();
    }

    @Test
    void totals_read_numbers_as_the_form_does_and_are_left_out_where_one_is_none() {
        long order = order(2, 3);
        visitor.choose("de", "UTC");
        try {
            Page form = visitor.get("/admin/orders/" + order + "/edit");
            assertThat(form.text("[data-sum=price]")).isEqualTo("3,00");
            Page typed = form.form("form.record-form")
                    .set(field(order, 0, "price"), "1.234,50")
                    .set("form.children", "add:order_lines")
                    .send();
            // with the default of the new line
            assertThat(typed.text("[data-sum=price]")).isEqualTo("1.237,50");
            Page asked = form.form("form.record-form")
                    .set(field(order, 0, "price"), "1.234")
                    .set("form.children", "add:order_lines")
                    .send();
            assertThat(asked.text("[data-sum=price]")).isEqualTo("–");
            assertThat(asked.text("[data-sum=quantity]")).isEqualTo("5");
        } finally {
            visitor.choose("", "");
        }
    }

    // ---- in a browser

    @Test
    void totals_follow_what_is_typed_in_the_notation_of_the_language() {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        long order = order(2, 3);
        try (BrowserWindow window = BrowserWindow.open()) {
            com.microsoft.playwright.Page page = window.signedIn(server, true);
            page.navigate("/admin/orders/" + order + "/edit");
            Locator price = page.locator(".child input[name$='.price']:not([type=hidden])")
                    .first();
            Locator quantity = page.locator(".child input[name$='.quantity']:not([type=hidden])")
                    .first();
            price.fill("1,234.50");
            assertThat(page.locator("[data-sum=price]")).hasText("1,236.00");
            price.fill("1,234");
            assertThat(page.locator("[data-sum=price]")).hasText("–");
            price.fill("");
            assertThat(page.locator("[data-sum=price]")).hasText("1.50");
            quantity.fill("1,000");
            assertThat(page.locator("[data-sum=quantity]")).hasText("1,003");
            quantity.fill("many");
            assertThat(page.locator("[data-sum=quantity]")).hasText("–");
            visitor.choose("de", "UTC");
            page.navigate("/admin/orders/" + order + "/edit");
            price.fill("1.234,50");
            assertThat(page.locator("[data-sum=price]")).hasText("1.236,00");
        } finally {
            visitor.choose("", "");
        }
    }

    @Test
    void lines_are_edited_by_keyboard_and_on_a_phone() {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        long order = order(2, 3);
        try (BrowserWindow window = BrowserWindow.open()) {
            com.microsoft.playwright.Page page = window.signedIn(server, true);
            page.navigate("/admin/orders/" + order + "/edit");
            Locator quantities = page.locator(".child input[name$='.quantity']:not([type=hidden])");
            quantities.first().focus();
            page.keyboard().press("Control+A");
            page.keyboard().type("4");
            assertThat(page.locator(".child.edit")).hasCount(1);
            assertThat(page.locator(".child.edit .word-edit")).isVisible();
            assertThat(page.locator("[data-sum=quantity]")).hasText("7");
            // a row is moved, and both have new positions
            quantities.first().press("Alt+ArrowDown");
            assertThat(page.locator(".child.edit")).hasCount(2);
            assertThat(quantities.first()).hasValue("3");
            page.locator("[data-add]").press("Enter");
            assertThat(page.locator(".child.new")).hasCount(1);
            page.locator(".child.new select").selectOption("2");
            quantities.last().fill("0");
            assertThat(window.barriers(page)).isEmpty();
            page.setViewportSize(1024, 800);
            assertThat(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
                    .isEqualTo(false);
            page.locator(".formend .primary").click();
            assertThat(page.locator(".reason .mistake")).containsText("Quantity");
            assertThat(page.locator(".child.edit")).hasCount(2);
            page.setViewportSize(390, 844);
            assertThat(window.barriers(page)).isEmpty();
            assertThat(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
                    .isEqualTo(false);
            quantities.last().fill("9");
            page.locator(".child .remove input").first().press("Space");
            assertThat(page.locator(".word-gone >> visible=true")).hasCount(1);
            page.locator(".formend .primary").click();
            page.waitForURL("**/admin/orders/" + order);
            assertThat(lines(order)).containsExactly("2 4", "3 9");
            assertThat(window.barriers(page)).isEmpty();
            assertThat(window.complaints()).isEmpty();
        }
    }
}
