package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Filled;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard, the audit log and the histories of records, as a user sees them in a browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InsightContract {
    private static final String SECRET = "a-price-nobody-else-may-see";

    private RunningServer server;
    private String root;
    private PanelVisitor visitor;
    private final List<PanelVisitor> visitors = new ArrayList<>();

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("categories")
                                .label("Category")
                                .labelPlural("Categories")
                                .display("{name}")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("name", FieldType.STRING, f -> f.required())
                                .build())
                        .register(ModelDefinition.builder("products")
                                .label("Product")
                                .labelPlural("Products")
                                .display("{name}")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().maxLength(60))
                                .field(
                                        "price",
                                        FieldType.DECIMAL,
                                        f -> f.precision(10).scale(2))
                                .field("cost", FieldType.STRING)
                                .field("notes", FieldType.TEXT)
                                .field("owner_id", FieldType.INTEGER)
                                .field("category_id", FieldType.REFERENCE, f -> f.to("categories"))
                                .field("pin", FieldType.STRING, f -> f.writeOnly())
                                .field(
                                        "created_at",
                                        FieldType.DATETIME,
                                        f -> f.readOnly().defaultValue(new DefaultValue.Now()))
                                .build()));
        root = server.token();
        visitor = PanelVisitor.signedIn(server);
        visitors.add(visitor);
    }

    @AfterAll
    void stop() {
        visitors.forEach(PanelVisitor::close);
        server.close();
    }

    private JsonNode sent(int status, String method, String path, String body) {
        var answer = server.send(method, "/admin/api" + path, root, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(answer);
    }

    private String created(String model, String body) {
        return sent(201, "POST", "/" + model + "/", body).path("id").asText();
    }

    private void changed(String model, String id, String body) {
        sent(200, "PATCH", "/" + model + "/" + id, body);
    }

    private JsonNode read(String model, String id) {
        return sent(200, "GET", "/" + model + "/" + id, "");
    }

    /** A signed-in user with one role of these rights. */
    private PanelVisitor newUser(String name, String role) {
        String id = created(
                "admin_users",
                "{\"email\":\"" + name + "@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\"}");
        String made = created("roles", role.replaceFirst("[{]", "{\"name\":\"" + name + "\","));
        changed("admin_users", id, "{\"roles\":[" + made + "]}");
        PanelVisitor one = PanelVisitor.signedIn(server, name + "@example.com", RunningServer.PASSWORD);
        visitors.add(one);
        return one;
    }

    private static Page ok(Page page) {
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        assertThat(page.body())
                .doesNotContain(" style=")
                .doesNotContain("<script>")
                .doesNotContain(" onclick");
        return page;
    }

    private Page history(PanelVisitor who, String id) {
        return ok(who.get("/admin/products/" + id + "/history"));
    }

    private static String row(Page page, String label) {
        return page.document().select("table.difference tr").stream()
                .filter(row ->
                        !row.select("th").isEmpty() && row.select("th").text().startsWith(label))
                .findFirst()
                .map(row -> row.select("td").eachText().toString())
                .orElse("");
    }

    // ---- history

    @Test
    void a_history_shows_old_and_new_values_with_names_of_records_and_no_secret() {
        String tools = created("categories", "{\"name\":\"Tools <b>\"}");
        String id = created(
                "products",
                "{\"name\":\"Saw\",\"price\":\"19.90\",\"pin\":\"hush-hush\",\"notes\":\"first\\nsecond\\nthird\"}");
        changed(
                "products",
                id,
                "{\"price\":\"21.50\",\"pin\":\"psst-psst\",\"category_id\":" + tools
                        + ",\"notes\":\"first\\n2nd\\nthird\"}");
        Page page = history(visitor, id);
        assertThat(page.text("h1")).isEqualTo("History of Saw");
        assertThat(page.texts(".timeline h2 .tag")).containsExactly("Changed", "Created");
        assertThat(row(page, "Price")).isEqualTo("[19.90, 21.50]");
        assertThat(row(page, "Category")).isEqualTo("[nothing, Tools <b>]");
        assertThat(row(page, "Pin")).isEqualTo("[secret, secret]");
        assertThat(page.texts("del")).containsExactly("second");
        assertThat(page.texts("ins")).containsExactly("2nd");
        assertThat(page.body())
                .doesNotContain("hush-hush")
                .doesNotContain("psst-psst")
                .doesNotContain("Tools <b>");
        assertThat(page.document().select(".timeline a[href=/admin/categories/" + tools + "]"))
                .hasSize(1);
    }

    @Test
    void hidden_fields_and_rows_are_in_no_history_audit_page_or_dashboard() {
        String mine = created("products", "{\"name\":\"Mine\",\"cost\":\"" + SECRET + "\",\"owner_id\":1}");
        String theirs = created("products", "{\"name\":\"Their-own-thing\",\"owner_id\":2}");
        changed("products", mine, "{\"cost\":\"" + SECRET + "-2\",\"price\":\"1.00\"}");
        PanelVisitor some = newUser(
                "clerk",
                "{\"permissions\":{\"products\":[\"view\",\"edit\"]},\"field_permissions\":{\"products\":{\"cost\":[]}}}");
        Page page = history(some, mine);
        assertThat(row(page, "Price")).isEqualTo("[nothing, 1.00]");
        assertThat(page.body())
                .doesNotContain("Cost")
                .doesNotContain(SECRET)
                .contains("more changes that you may not view");
        Page revert = ok(page.click("Restore the values this change replaced"));
        assertThat(revert.body()).doesNotContain(SECRET).doesNotContain("Cost");
        Page board = ok(some.get("/admin"));
        assertThat(board.body()).doesNotContain(SECRET).contains("Their-own-thing");
        assertThat(some.get("/admin/audit/").status()).isEqualTo(403);
        assertThat(some.get("/admin/audit/1").status()).isEqualTo(403);

        PanelVisitor bound = newUser(
                "bound",
                "{\"permissions\":{\"products\":[\"view\"]},\"row_policies\":{\"products\":\"owner_id = 1\"}}");
        assertThat(bound.get("/admin/products/" + theirs + "/history").status()).isEqualTo(404);
        assertThat(history(bound, mine).text("h1")).isEqualTo("History of Mine");
        assertThat(ok(bound.get("/admin")).body()).doesNotContain("Their-own-thing");

        PanelVisitor auditor = newUser(
                "auditor",
                "{\"permissions\":{\"admin_audit_log\":[\"view\"],\"products\":[\"view\"]},"
                        + "\"field_permissions\":{\"products\":{\"cost\":[]}}}");
        Page log = ok(auditor.get("/admin/audit/?model=products&record=" + mine));
        assertThat(log.body()).doesNotContain(SECRET);
        Page entry = ok(auditor.get(log.document().selectFirst("tbody a").attr("href")));
        assertThat(row(entry, "Cost")).isEqualTo("[not for you to see, not for you to see]");
        assertThat(row(entry, "Price")).isEqualTo("[nothing, 1.00]");
        assertThat(entry.body()).doesNotContain(SECRET);
        assertThat(auditor.get("/admin/categories/1/history").status()).isIn(403, 404);
        String category = created("categories", "{\"name\":\"Unseen\"}");
        for (String path : List.of("/admin", "/admin/audit/")) {
            Page shown = ok(auditor.get(path));
            assertThat(shown.document().select("a[href*=/products/][href$=/history], a[href*=/audit/]"))
                    .as(path)
                    .isNotEmpty();
            assertThat(shown.document().select("a[href*=/categories/]"))
                    .as(path)
                    .isEmpty();
        }
        Page unseen = ok(auditor.get("/admin/audit/?model=categories&record=" + category));
        assertThat(ok(auditor.get(unseen.document().selectFirst("tbody a").attr("href")))
                        .document()
                        .select("main a[href*=/categories/]"))
                .isEmpty();
    }

    @Test
    void the_log_over_the_api_and_its_exports_hide_what_its_pages_hide() throws IOException {
        String id = created("products", "{\"name\":\"Anvil\",\"cost\":\"" + SECRET + "\",\"pin\":\"hush-hush\"}");
        changed("products", id, "{\"price\":\"1.00\",\"cost\":\"" + SECRET + "-2\"}");
        String role = "{\"permissions\":{\"admin_audit_log\":[\"view\",\"export\"]%s},%s}";
        PanelVisitor partly = newUser(
                "partly",
                role.formatted(
                        ",\"products\":[\"view\"]", "\"field_permissions\":{\"products\":{\"cost\":[\"edit\"]}}"));
        PanelVisitor blind = newUser("blind", role.formatted("", "\"description\":\"\""));
        PanelVisitor owner = newUser(
                "owner",
                role.formatted(",\"products\":[\"view\"]", "\"row_policies\":{\"products\":\"owner_id = 77\"}"));

        assertThat(told("partly", id)).isEqualTo("{\"price\":[null,\"1.00\"],\"cost\":[\"***\",\"***\"]}");
        assertThat(told("blind", id)).isEqualTo("{\"price\":[\"***\",\"***\"],\"cost\":[\"***\",\"***\"]}");
        assertThat(told("owner", id)).isEqualTo(told("blind", id));
        assertThat(sent(200, "GET", "/admin_audit_log/?ordering=-id&fields=changes&model=products&record_id=" + id, "")
                        .path("items"))
                .hasSize(2)
                .anySatisfy(entry -> assertThat(
                                entry.path("changes").path("cost").path(0).asText())
                        .isEqualTo(SECRET))
                .anySatisfy(entry -> assertThat(
                                entry.path("changes").path("pin").path(1).asText())
                        .isEqualTo("***"));

        String filter = "&model=products&record_id=" + id;
        for (String columns : List.of("", "&column.changes=1", "&column.id=1&column.changes=1&column.model=1")) {
            for (String format : List.of("csv", "xlsx", "json")) {
                String address = "/admin/admin_audit_log/export?format=" + format + filter + columns;
                String all = file(visitor, address);
                assertThat(all).contains(SECRET, "Anvil").doesNotContain("hush-hush");
                assertThat(file(partly, address)).contains("Anvil", "***").doesNotContain(SECRET);
                assertThat(file(blind, address)).contains("***").doesNotContain(SECRET, "Anvil");
                assertThat(file(owner, address)).isEqualTo(file(blind, address));
                assertThat(all.contains("products")).isEqualTo(!columns.equals("&column.changes=1"));
            }
        }
    }

    /**
     * The log's changes of the last entry as a reader sees them, in a list and as a record, with and without other
     * fields.
     */
    private String told(String name, String record) {
        String token = server.token(name + "@example.com", RunningServer.PASSWORD);
        Set<String> told = new LinkedHashSet<>();
        for (String fields : List.of("", "&fields=changes", "&fields=id,changes", "&fields=model,changes&count=none")) {
            var list = server.send(
                    "GET",
                    "/admin/api/admin_audit_log/?ordering=-id&model=products&record_id=" + record + fields,
                    token,
                    "");
            assertThat(list.statusCode()).as(list.body()).isEqualTo(200);
            assertThat(list.body()).doesNotContain(SECRET);
            told.add(RunningServer.json(list).at("/items/0/changes").toString());
        }
        String entry = sent(200, "GET", "/admin_audit_log/?ordering=-id&model=products&record_id=" + record, "")
                .at("/items/0/id")
                .asText();
        for (String fields : List.of("", "?fields=changes")) {
            var one = server.send("GET", "/admin/api/admin_audit_log/" + entry + fields, token, "");
            assertThat(one.statusCode()).as(one.body()).isEqualTo(200);
            told.add(RunningServer.json(one).path("changes").toString());
        }
        assertThat(told).hasSize(1);
        return told.iterator().next();
    }

    /** A file as text; of a workbook, what is in it. */
    private static String file(PanelVisitor who, String address) throws IOException {
        HttpResponse<byte[]> file = who.download(address);
        assertThat(file.statusCode()).isEqualTo(200);
        if (!address.contains("=xlsx")) {
            return new String(file.body(), StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file.body()))) {
            while (zip.getNextEntry() != null) {
                text.append(new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }

    @Test
    void a_long_history_has_pages() {
        String id = created("products", "{\"name\":\"Paged\"}");
        for (int i = 0; i < 25; i++) {
            changed("products", id, "{\"price\":\"" + i + ".00\"}");
        }
        Page first = history(visitor, id);
        assertThat(first.document().select(".timeline > li")).hasSize(20);
        Page second = ok(first.click("Older"));
        assertThat(second.texts(".timeline h2 .tag")).hasSize(6).endsWith("Created");
        assertThat(second.document().select("a[rel=next]")).isEmpty();
        assertThat(ok(second.click("Newest")).document().select(".timeline > li"))
                .hasSize(20);
    }

    // ---- taking back

    @Test
    void a_change_is_taken_back_after_a_look_at_what_would_happen() {
        String id = created("products", "{\"name\":\"Kite\",\"price\":\"5.00\"}");
        changed("products", id, "{\"name\":\"Dragon\",\"price\":\"6.00\"}");
        Page confirm = ok(history(visitor, id).click("Restore the values this change replaced"));
        assertThat(confirm.text("h1")).isEqualTo("Restore values of Dragon");
        assertThat(row(confirm, "Price")).isEqualTo("[6.00, 5.00]");
        assertThat(confirm.texts("main form button")).containsExactly("Restore the selected values");
        Page done = confirm.form().send();
        assertThat(done.status()).isEqualTo(303);
        assertThat(done.header("Location")).contains("/admin/products/" + id + "/history");
        Page after = done.follow();
        assertThat(after.texts(".notice")).containsExactly("The values were restored.");
        assertThat(after.texts(".timeline h2 .tag")).containsExactly("Changed", "Changed", "Created");
        assertThat(read("products", id).path("name").asText()).isEqualTo("Kite");
        assertThat(read("products", id).path("price").asText()).isEqualTo("5.00");
    }

    @Test
    void what_was_changed_since_is_shown_and_only_replaced_when_chosen() {
        String id = created("products", "{\"name\":\"Boat\",\"price\":\"1.00\",\"cost\":\"old\"}");
        changed("products", id, "{\"price\":\"2.00\",\"cost\":\"new\"}");
        String link = history(visitor, id)
                .document()
                .selectFirst(".timeline li a.button")
                .attr("href");
        changed("products", id, "{\"price\":\"3.00\"}");
        Page confirm = ok(visitor.get(link));
        assertThat(confirm.text(".notice.warning")).contains("changed again since then");
        assertThat(row(confirm, "Price")).isEqualTo("[3.00, 1.00]");
        Filled form = confirm.form();
        assertThat(form.fields().get("field")).containsExactly("cost");
        assertThat(form.send().status()).isEqualTo(303);
        assertThat(read("products", id).path("price").asText()).isEqualTo("3.00");
        assertThat(read("products", id).path("cost").asText()).isEqualTo("old");
        assertThat(ok(visitor.get(link)).form().set("field", "price").send().status())
                .isEqualTo(303);
        assertThat(read("products", id).path("price").asText()).isEqualTo("1.00");
        assertThat(ok(visitor.get(link)).text("main form")).contains("There is nothing to restore");
    }

    @Test
    void a_record_changed_by_another_user_meanwhile_is_shown_again_and_not_overwritten() {
        String id = created("products", "{\"name\":\"Bell\",\"price\":\"1.00\"}");
        changed("products", id, "{\"price\":\"2.00\"}");
        Page confirm = ok(history(visitor, id).click("Restore the values this change replaced"));
        changed("products", id, "{\"price\":\"3.00\"}");
        Page late = confirm.form().send();
        assertThat(late.status()).isEqualTo(412);
        assertThat(late.text("[role=alert]")).contains("This record was changed by someone else");
        assertThat(row(late, "Price")).isEqualTo("[3.00, 1.00]");
        assertThat(read("products", id).path("price").asText()).isEqualTo("3.00");
        assertThat(late.form().set("field", "price").send().status()).isEqualTo(303);
        assertThat(read("products", id).path("price").asText()).isEqualTo("1.00");
        Page nothing =
                ok(visitor.get(confirm.answer().uri())).form().without("field").send();
        assertThat(nothing.status()).isEqualTo(422);
        assertThat(nothing.text("[role=alert]")).contains("Nothing was chosen");
    }

    @Test
    void a_change_is_taken_back_only_by_who_may_change_the_record() {
        String id = created("products", "{\"name\":\"Lamp\",\"price\":\"1.00\"}");
        changed("products", id, "{\"price\":\"2.00\"}");
        PanelVisitor viewer = newUser("viewer", "{\"permissions\":{\"products\":[\"view\"]}}");
        Page page = history(viewer, id);
        assertThat(page.document().select(".timeline li a.button")).isEmpty();
        String link = history(visitor, id)
                .document()
                .selectFirst(".timeline li a.button")
                .attr("href");
        assertThat(viewer.get(link).status()).isEqualTo(409);
        Page sent = viewer.post(link, "csrf_token=" + viewer.csrfToken() + "&field=price");
        assertThat(sent.status()).isEqualTo(409);
        assertThat(viewer.post(link, "field=price").status()).isEqualTo(403);
        assertThat(read("products", id).path("price").asText()).isEqualTo("2.00");
    }

    @Test
    void a_deleted_record_comes_back() {
        String id = created("products", "{\"name\":\"Phoenix\",\"price\":\"7.00\",\"pin\":\"hush\"}");
        created("products", "{\"name\":\"later\"}");
        sent(204, "DELETE", "/products/" + id, "");
        Page page = history(visitor, id);
        assertThat(page.text(".notice.warning")).contains("deleted");
        Page confirm = ok(page.click("Bring this record back"));
        assertThat(row(confirm, "Name")).isEqualTo("[nothing, Phoenix]");
        assertThat(confirm.texts(".difference .note")).contains("Does not come back", "Secrets are never recorded");
        Page done = confirm.form().send();
        assertThat(done.status()).isEqualTo(303);
        Page back = done.follow();
        assertThat(back.text("h1")).isEqualTo("History of Phoenix");
        assertThat(back.text(".notice")).contains("was restored as");
        String fresh = done.header("Location").orElseThrow().replaceAll(".*/products/([0-9]+)/history", "$1");
        assertThat(read("products", fresh).path("price").asText()).isEqualTo("7.00");
    }

    @Test
    void what_is_not_there_is_a_404() {
        String id = created("products", "{\"name\":\"Here\"}");
        for (String path : List.of(
                "/admin/products/999999/history",
                "/admin/products/x/history",
                "/admin/nothing/1/history",
                "/admin/admin_users/1/history",
                "/admin/products/" + id + "/history/999999999",
                "/admin/products/" + id + "/history/x",
                "/admin/audit/999999999",
                "/admin/audit/x")) {
            assertThat(visitor.get(path).status()).as(path).isEqualTo(404);
        }
        assertThat(visitor.get("/admin/users/1/history").status()).isEqualTo(200);
    }

    // ---- audit

    @Test
    void the_log_is_filtered_in_the_url_and_paged() {
        String id = created("products", "{\"name\":\"Needle\"}");
        for (int i = 0; i < 60; i++) {
            changed("products", id, "{\"price\":\"" + i + ".00\"}");
        }
        Page log = ok(visitor.get("/admin/audit/"));
        assertThat(log.document().select("tbody tr")).hasSize(50);
        Page found = log.form("form.filters")
                .set("model", "products")
                .set("record", id)
                .set("event", "update")
                .set("actor", "ROOT@")
                .send();
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.texts("tbody tr td:nth-child(3)")).hasSize(50).containsOnly("Changed");
        assertThat(found.texts("tbody tr td:nth-child(4)")).containsOnly("Product Needle");
        Page older = ok(found.click("Older"));
        assertThat(older.document().select("tbody tr")).hasSize(10);
        assertThat(older.document().select("#f-record").val()).isEqualTo(id);
        assertThat(older.document().select("a[rel=next]")).isEmpty();
        assertThat(ok(visitor.get("/admin/audit/?record=" + id + "&event=delete"))
                        .text(".empty"))
                .isEqualTo("No results match your filters.");
        assertThat(ok(visitor.get("/admin/audit/?to=2001-01-01")).document().select("tbody tr"))
                .isEmpty();
        Page entry = ok(visitor.get(found.document().selectFirst("tbody a").attr("href")));
        assertThat(row(entry, "Price")).isEqualTo("[58.00, 59.00]");
        assertThat(ok(entry.click("root@example.com")).document().select("tbody tr"))
                .hasSize(50);
    }

    @Test
    void an_invalid_filter_is_reported_next_to_its_field() {
        Page wrong = visitor.get("/admin/audit/?from=yesterday&user=eva&to=2026-02-30");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.texts(".mistake")).hasSize(3);
        assertThat(wrong.document().select("#f-from").attr("aria-invalid")).isEqualTo("true");
        assertThat(wrong.document().select("tbody tr")).isEmpty();
        assertThat(visitor.get("/admin/audit/?nope=1").status()).isEqualTo(400);
    }

    // ---- dashboard

    @Test
    void the_dashboard_has_counts_charts_changes_and_failures() {
        created("products", "{\"name\":\"Counted\"}");
        server.send(
                "POST",
                "/api/auth/token",
                "",
                "{\"email\":\"intruder@example.com\",\"password\":\"wrong-wrong-wrong\"}");
        Page board = ok(visitor.get("/admin"));
        assertThat(board.text("h1")).isEqualTo("Dashboard");
        assertThat(board.texts(".board h2"))
                .containsExactly("Categories", "Products", "Products per day", "Recent changes", "Failed sign-ins");
        assertThat(board.document().select("svg.desk-only[role=img] > title").text())
                .startsWith("Products per day");
        assertThat(board.document().select("svg.desk-only rect.bar")).hasSize(30);
        assertThat(board.document().select("details.data tbody tr")).hasSize(30);
        assertThat(board.document().select("details.data tbody a").attr("href"))
                .startsWith("/admin/products/?filter_created_at__gte=");
        assertThat(ok(board.click("Products")).text("h1")).isEqualTo("Products");
        for (String link : List.of(
                "details.data tbody tr:last-child a", "#widget-sign_in_failures h2 a", "#widget-recent_changes li a")) {
            ok(visitor.get(board.document().selectFirst(link).attr("href")));
        }
        assertThat(board.text("#widget-sign_in_failures")).contains("intruder@example.com", "in the last 24 hours");
    }

    @Test
    void users_without_rights_are_told_whom_to_ask() {
        PanelVisitor unprivileged = newUser("nobody", "{\"permissions\":{}}");
        assertThat(ok(unprivileged.get("/admin")).text(".empty")).contains("You have no permissions yet");
    }
}
