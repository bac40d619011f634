package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** An existing database with tables and columns of every sort, introspected: nothing is left out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EveryTableContract {
    @TempDir
    static Path folder;

    private DatabaseSettings database;
    private RunningServer server;
    private String token;

    abstract DatabaseSettings database(Path folder);

    /** Statements that make what only one kind of database has. */
    abstract List<String> ownTables();

    Hexadmin.Builder options(Hexadmin.Builder builder) {
        return builder;
    }

    @BeforeAll
    final void start() {
        database = database(folder);
        TestDatabases.execute(
                database,
                List.of(
                        "CREATE TABLE customers (id integer PRIMARY KEY, name varchar(80) NOT NULL)",
                        "CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer NOT NULL"
                                + " REFERENCES customers (id), total numeric(10,2) NOT NULL)",
                        "CREATE TABLE partners (code varchar(9) PRIMARY KEY, partner_code varchar(9) NOT NULL"
                                + " REFERENCES partners (code) DEFERRABLE INITIALLY IMMEDIATE)",
                        "CREATE TABLE lines (order_id integer NOT NULL REFERENCES orders (id), line integer NOT NULL,"
                                + " note varchar(20), PRIMARY KEY (order_id, line))",
                        "CREATE TABLE claims (id integer PRIMARY KEY, line integer, order_id integer, reason varchar(20),"
                                + " FOREIGN KEY (order_id, line) REFERENCES lines (order_id, line))",
                        "CREATE TABLE countries (name varchar(40), code char(2) NOT NULL UNIQUE)",
                        "CREATE TABLE seats (hall integer NOT NULL, seat integer NOT NULL, note varchar(20),"
                                + " UNIQUE (hall, seat))",
                        "CREATE TABLE visits (at date, customer_id integer REFERENCES customers (id)"
                                + " ON DELETE CASCADE, note varchar(20))",
                        "CREATE VIEW order_totals AS SELECT c.id AS customer_id, c.name, count(o.id) AS orders,"
                                + " sum(o.total) AS total FROM customers c LEFT JOIN orders o ON o.customer_id = c.id"
                                + " GROUP BY c.id, c.name",
                        "INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cleo')",
                        "INSERT INTO orders VALUES (1, 1, 10.50), (2, 1, 2.00), (3, 2, 7.00)",
                        "INSERT INTO lines VALUES (1, 1, 'first'), (1, 2, 'second'), (2, 1, 'other')",
                        "INSERT INTO claims VALUES (1, 2, 1, 'broken'), (2, NULL, 1, 'unknown')",
                        "INSERT INTO countries VALUES ('Germany', 'de'), ('France', 'fr')",
                        "INSERT INTO seats VALUES (1, 1, 'aisle'), (1, 2, NULL), (2, 1, NULL)",
                        "INSERT INTO visits VALUES ('2026-01-02', 1, 'same'), ('2026-01-02', 1, 'same'),"
                                + " ('2026-01-02', 1, 'same'), (NULL, NULL, 'unknown'), ('2026-03-01', 3, 'last')"));
        TestDatabases.execute(database, ownTables());
        TestDatabases.execute(
                database,
                List.of(
                        "CREATE TABLE packs (id integer PRIMARY KEY, quantity integer, document varchar(20))",
                        "INSERT INTO packs VALUES (1, 1, '{}')",
                        "CREATE VIEW packs_view AS SELECT id, " + failingExpression() + " AS n FROM packs"));
        server = RunningServer.start(
                database,
                builder -> options(builder.setting("introspect", "true").setting("database.schema", "existing")));
        token = server.token();
    }

    @AfterAll
    final void stop() {
        server.close();
    }

    final DatabaseSettings database() {
        return database;
    }

    final HttpResponse<String> call(String method, String path, String body) {
        return server.send(method, "/admin/api/" + path, token, body);
    }

    final JsonNode send(String method, String path, String body, int status) {
        HttpResponse<String> answer = call(method, path, body);
        assertThat(answer.statusCode()).as(path + "\n" + answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    final JsonNode get(String path) {
        return send("GET", path, "", 200);
    }

    final JsonNode document() {
        return RunningServer.json(server.send("GET", "/openapi.json", token, ""))
                .get("paths");
    }

    final PanelVisitor visitor() {
        return PanelVisitor.signedIn(server);
    }

    /** An expression of {@code quantity} and {@code document} that fails for 0 and for a broken document. */
    abstract String failingExpression();

    @Test
    final void a_view_with_a_value_that_cannot_be_computed_is_unavailable_and_so_is_its_file() {
        assertThat(get("packs_view/").get("items")).hasSize(1);
        TestDatabases.execute(database, List.of("UPDATE packs SET quantity = 0, document = '{'"));
        assertThat(send("GET", "packs_view/", "", 503).get("code").asText()).isEqualTo("model_unavailable");
        try (PanelVisitor visitor = visitor()) {
            assertThat(visitor.get("/admin/packs_view/").status()).isEqualTo(503);
            assertThat(visitor.get("/admin/packs_view/export?format=csv").status())
                    .isEqualTo(503);
        }
    }

    /** The table has no single records: it is listed, and no more. */
    final void isOnlyListed(String model, int records) {
        assertThat(get(model + "/?count=exact").get("total").asInt()).isEqualTo(records);
        assertThat(get("schema/" + model).toString()).isNotEmpty();
        for (String method : List.of("GET", "PUT", "PATCH", "DELETE")) {
            assertThat(call(method, model + "/1", method.equals("GET") || method.equals("DELETE") ? "" : "{}")
                            .statusCode())
                    .as(method)
                    .isEqualTo(method.equals("GET") ? 404 : 405);
        }
        assertThat(call("POST", model + "/", "{}").statusCode()).isEqualTo(405);
        JsonNode paths = document();
        assertThat(paths.has("/admin/api/" + model + "/")).isTrue();
        assertThat(paths.get("/admin/api/" + model + "/").has("post")).isFalse();
        assertThat(paths.has("/admin/api/" + model + "/{id}")).isFalse();
        String page = visitor().get("/admin/" + model + "/").body();
        assertThat(page)
                .doesNotContain("href=\"/admin/" + model + "/1")
                .doesNotContain("/admin/" + model + "/create")
                .doesNotContain("data-key=")
                .doesNotContain("class=\"check\"");
    }

    @Test
    void a_view_is_a_list_in_which_nothing_can_be_written() {
        isOnlyListed("order_totals", 3);
        JsonNode rows = get("order_totals/?ordering=-orders").get("items");
        assertThat(rows.at("/0/name").asText()).isEqualTo("Ada");
        assertThat(rows.at("/0/orders").asInt()).isEqualTo(2);
        assertThat(rows.at("/0/total").asDouble()).isEqualTo(12.5);
        assertThat(get("order_totals/?name__icontains=BO&fields=name")
                        .get("items")
                        .toString())
                .isEqualTo("[{\"name\":\"Bob\"}]");
        assertThat(get("order_totals/?q=cleo").get("items")).hasSize(1);
    }

    private String key(String model) {
        for (JsonNode one : get("schema").get("items")) {
            if (one.get("name").asText().equals(model)) {
                return one.get("key").toString();
            }
        }
        return "";
    }

    @Test
    void a_unique_column_that_is_never_null_is_the_key() {
        assertThat(key("countries")).isEqualTo("[\"code\"]");
        assertThat(get("countries/de").get("name").asText()).isEqualTo("Germany");
        send("POST", "countries/", "{\"code\":\"it\",\"name\":\"Italy\"}", 201);
        send("PATCH", "countries/it", "{\"name\":\"Italia\"}", 200);
        assertThat(call("DELETE", "countries/it", "").statusCode()).isEqualTo(204);
    }

    @Test
    void unique_columns_that_are_never_null_are_a_key_together() {
        assertThat(key("seats")).isEqualTo("[\"hall\",\"seat\"]");
        assertThat(get("seats/1,1").get("note").asText()).isEqualTo("aisle");
        assertThat(send("PATCH", "seats/2,1", "{\"note\":\"window\"}", 200)
                        .get("note")
                        .asText())
                .isEqualTo("window");
    }

    @Test
    void a_table_without_any_key_is_listed_page_by_page_without_losing_equal_rows() {
        isOnlyListed("visits", 5);
        List<String> notes = new ArrayList<>();
        for (int page = 1; page <= 3; page++) {
            JsonNode answer = get("visits/?per_page=2&page=" + page);
            answer.get("items").findValuesAsText("note").forEach(notes::add);
            assertThat(answer.path("next_cursor").isTextual()).isFalse();
        }
        assertThat(notes).containsExactlyInAnyOrder("same", "same", "same", "unknown", "last");
        assertThat(visitor()
                        .get("/admin/visits/export?format=csv")
                        .body()
                        .lines()
                        .filter(line -> line.contains("same")))
                .hasSize(3);
        assertThat(get("visits/?customer_id=3&expand=customer_id")
                        .at("/items/0/customer_id/name")
                        .asText())
                .isEqualTo("Cleo");
    }

    @Test
    void a_foreign_key_of_several_columns_is_a_reference() {
        PanelVisitor visitor = visitor();
        String target = "/admin/lines/1,2";
        assertThat(visitor.get("/admin/claims/1").body()).contains("href=\"" + target);
        assertThat(visitor.get("/admin/claims/2").body()).doesNotContain("href=\"/admin/lines/1");
        assertThat(visitor.get("/admin/claims/").body()).contains("href=\"" + target);
        assertThat(visitor.get(target).body()).contains("broken", "Claims").doesNotContain("unknown");
        assertThat(visitor.get("/admin/lines/2,1").status()).isEqualTo(200);
        assertThat(send("DELETE", "lines/1,2", "", 409).get("code").asText()).isEqualTo("in_use");
        assertThat(send("PATCH", "claims/1", "{\"line\":9}", 409).get("code").asText())
                .isEqualTo("reference_not_found");
        send("PATCH", "claims/2", "{\"line\":1}", 200);
        assertThat(visitor.get("/admin/claims/2").body()).contains("href=\"/admin/lines/1,1");
    }

    @Test
    void records_that_need_each_other_are_created_in_one_call() {
        JsonNode pair = send(
                "POST",
                "partners/bulk",
                "{\"create\":[{\"code\":\"a\",\"partner_code\":\"b\"},{\"code\":\"b\",\"partner_code\":\"a\"}]}",
                200);
        assertThat(pair.toString()).contains("\"partner_code\":\"b\"", "\"partner_code\":\"a\"");
        assertThat(get("partners/a").get("partner_code").asText()).isEqualTo("b");
        JsonNode refused = send(
                "POST",
                "partners/bulk",
                "{\"create\":[{\"code\":\"c\",\"partner_code\":\"d\"},{\"code\":\"d\",\"partner_code\":\"x\"}]}",
                409);
        assertThat(refused.at("/errors/0/pointer").asText()).isEqualTo("/create/1/partner_code");
        assertThat(get("partners/?count=exact").get("total").asInt()).isEqualTo(2);
        send("POST", "partners/", "{\"code\":\"e\",\"partner_code\":\"f\"}", 409);
        send("POST", "partners/", "{\"code\":\"e\",\"partner_code\":\"a\"}", 201);
        assertThat(call("DELETE", "partners/e", "").statusCode()).isEqualTo(204);
    }

    @Test
    void records_are_deleted_although_rows_without_a_key_refer_to_them() {
        TestDatabases.execute(
                database,
                List.of(
                        "INSERT INTO customers VALUES (9, 'Zoe')",
                        "INSERT INTO visits VALUES ('2027-01-01', 9, 'brief')"));
        assertThat(visitor().get("/admin/customers/9?related=visits").body())
                .contains("brief")
                .doesNotContain("Open Visit");
        assertThat(call("DELETE", "customers/9", "").statusCode()).isEqualTo(204);
        assertThat(get("visits/?note=brief").get("items")).isEmpty();
    }

    @Test
    void lists_without_records_are_in_no_search_and_break_no_page() {
        assertThat(get("search?q=Ada").get("items").findValuesAsText("model"))
                .contains("customers")
                .doesNotContain("order_totals", "visits");
        PanelVisitor visitor = visitor();
        for (String page : List.of("/admin", "/admin/search?q=ada", "/admin/visits/?page=2", "/admin/customers/1")) {
            assertThat(visitor.get(page).status()).as(page).isEqualTo(200);
        }
        assertThat(visitor.get("/admin/order_totals/1").status()).isEqualTo(404);
    }
}
