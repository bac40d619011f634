package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Names, keys and values of existing databases that Hexadmin would not have made: each record stays within reach. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class UncommonTablesContract {
    @TempDir
    static Path folder;

    private RunningServer server;
    private String token;
    private PanelVisitor visitor;

    abstract DatabaseSettings database(Path folder);

    /** A type, and five literals of it; the first is a value of a field, and the second is none. */
    abstract List<String> odd();

    /** The type of bytes. */
    abstract String bytes();

    /** No bytes at all. */
    abstract String noBytes();

    /** The type of documents that keeps them as they were written. */
    abstract String document();

    /** What makes a foreign key that is checked with the commit, if there is one. */
    abstract String deferred();

    abstract List<String> ownTables();

    @BeforeAll
    final void start() {
        DatabaseSettings database = database(folder);
        String type = odd().getFirst();
        List<String> values = odd().subList(1, 6);
        List<String> statements = new ArrayList<>(List.of(
                "CREATE TABLE releases (code varchar(20) PRIMARY KEY, version varchar(20), next varchar(20), find"
                        + " varchar(20), preview varchar(20), csrf_token varchar(80), action varchar(20), query"
                        + " varchar(20), confirmed varchar(20))",
                "INSERT INTO releases VALUES ('r', '2.0', 'soon', 'here', 'text', 'own', 'run', 'all', 'yes')",
                "CREATE TABLE letters (id integer PRIMARY KEY, title varchar(20) NOT NULL, note varchar(20))",
                "INSERT INTO letters VALUES (1, '', 'n'), (2, 'two', '')",
                "CREATE TABLE pieces (id integer PRIMARY KEY, odd " + type + ", note varchar(4000))",
                "CREATE TABLE owners (id integer PRIMARY KEY, name varchar(20))",
                "CREATE TABLE stays (id integer PRIMARY KEY, note varchar(20), started timestamp(6) NULL, at time(6))",
                "INSERT INTO stays VALUES (1, 'n', '2026-01-02 03:04:05.120456', '03:04:05.000456')",
                "CREATE TABLE coupons (code varchar(20) PRIMARY KEY, name varchar(20))",
                "INSERT INTO coupons VALUES ('50% off/now', NULL)",
                "CREATE TABLE redemptions (id integer PRIMARY KEY, code varchar(20) REFERENCES coupons (code))",
                "INSERT INTO redemptions VALUES (1, '50% off/now')",
                "CREATE TABLE marks (k " + type + " NOT NULL PRIMARY KEY, note varchar(20), owner_id integer"
                        + " REFERENCES owners (id) ON DELETE CASCADE)",
                "INSERT INTO owners VALUES (1, 'Ada')",
                "CREATE TABLE keepers (id integer PRIMARY KEY, name varchar(20))",
                "CREATE TABLE hints (k " + type + " NOT NULL PRIMARY KEY, note varchar(20), keeper_id integer"
                        + " REFERENCES keepers (id) ON DELETE SET NULL)",
                "INSERT INTO keepers VALUES (2, 'Bob'), (3, 'Cyd')",
                "INSERT INTO hints VALUES (" + values.get(0) + ", 'plain', 3), (" + values.get(1) + ", 'strange', 2)",
                "INSERT INTO marks VALUES (" + values.get(0) + ", 'plain', 1), (" + values.get(1) + ", 'strange', 1)",
                "CREATE TABLE areas (a integer NOT NULL, b integer NOT NULL, PRIMARY KEY (a, b))",
                "CREATE TABLE places (id integer PRIMARY KEY, a integer, b integer, FOREIGN KEY (a, b)"
                        + " REFERENCES areas (a, b)" + deferred() + ")",
                "INSERT INTO areas VALUES (1, 2)",
                "INSERT INTO places VALUES (1, 1, 2)",
                "CREATE TABLE steps (a integer NOT NULL, b integer NOT NULL, next_a integer, next_b integer,"
                        + " PRIMARY KEY (a, b), FOREIGN KEY (next_a, next_b) REFERENCES steps (a, b)" + deferred()
                        + ")",
                "CREATE TABLE papers (id integer PRIMARY KEY, body " + document() + ", seal " + bytes()
                        + ", weight double precision)",
                "INSERT INTO papers VALUES (1, '{\"a\": [1,  25], \"b c\": \" x, y\"}', " + noBytes() + ", '-0')"));
        for (int i = 0; i < 9; i++) {
            statements.add("INSERT INTO pieces VALUES (" + (i + 1) + ", " + (i % 6 == 5 ? "NULL" : values.get(i % 6))
                    + ", '" + (i % 3 == 1 ? "n" : "long ".repeat(700) + i) + "')");
        }
        statements.addAll(ownTables());
        TestDatabases.execute(database, statements);
        server = RunningServer.start(database, builder -> builder.setting("introspect", "true"));
        token = server.token();
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterAll
    final void stop() {
        visitor.close();
        server.close();
    }

    final HttpResponse<String> call(String method, String path, String body) {
        return server.send(method, "/admin/api/" + path, token, body);
    }

    final PanelVisitor visitor() {
        return visitor;
    }

    final JsonNode get(String path) {
        HttpResponse<String> answer = call("GET", path, "");
        assertThat(answer.statusCode()).as(path + "\n" + answer.body()).isEqualTo(200);
        return RunningServer.json(answer);
    }

    @Test
    void a_form_of_a_record_has_room_for_any_name_of_a_field() {
        Page saved = visitor.get("/admin/releases/r/edit")
                .form("#record-form")
                .set("version", "3.0")
                .send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        assertThat(saved.header("Location")).hasValue("/admin/releases/r");
        JsonNode record = get("releases/r");
        assertThat(record.path("version").asText()).isEqualTo("3.0");
        assertThat(record.path("next").asText()).isEqualTo("soon");
        assertThat(record.path("csrf_token").asText()).isEqualTo("own");
        Page made = visitor.get("/admin/releases/create")
                .form("#record-form")
                .set("code", "s")
                .set("version", "4.0")
                .set("next", "/elsewhere")
                .set("find", "it")
                .set("preview", "none")
                .set("field.csrf_token", "<b>")
                .send();
        assertThat(made.status()).as(made.body()).isEqualTo(303);
        assertThat(get("releases/?version=4.0").at("/items/0/find").asText()).isEqualTo("it");
        assertThat(get("releases/?version=4.0").at("/items/0/csrf_token").asText())
                .isEqualTo("<b>");
        Page cell = visitor.get("/admin/releases/s/edit?field=csrf_token");
        assertThat(cell.form("#record-form")
                        .set("field.csrf_token", "new")
                        .send()
                        .status())
                .isEqualTo(303);
        assertThat(get("releases/s").path("csrf_token").asText()).isEqualTo("new");
    }

    @Test
    void many_records_are_changed_whatever_the_field_is_called() {
        call("POST", "releases/", "{\"code\":\"m1\"}");
        call("POST", "releases/", "{\"code\":\"m2\"}");
        for (String field : List.of("csrf_token", "action", "query", "confirmed")) {
            Page asked = visitor.post(
                    "/admin/releases/bulk",
                    "csrf_token=" + visitor.csrfToken() + "&action=set:" + field + "&key=m1&key=m2");
            assertThat(asked.status()).as(asked.body()).isEqualTo(200);
            String input = asked.document().select(".field").attr("data-input");
            Page done = asked.form().set(input, "to " + field).send();
            assertThat(done.status()).as(done.body()).isEqualTo(303);
            assertThat(get("releases/?code__in=m1,m2").get("items").findValuesAsText(field))
                    .containsExactly("to " + field, "to " + field);
        }
    }

    @Test
    void a_stored_value_that_a_field_does_not_take_any_more_can_be_sent_unchanged() {
        HttpResponse<String> read = call("GET", "letters/1", "");
        String tag = read.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> same = call("PATCH", "letters/1", "{\"title\":\"\",\"note\":\"n\"}");
        assertThat(same.statusCode()).as(same.body()).isEqualTo(200);
        assertThat(same.headers().firstValue("ETag")).hasValue(tag);
        assertThat(call("PUT", "letters/1", "{\"title\":\"\",\"note\":\"put\"}").statusCode())
                .isEqualTo(200);
        HttpResponse<String> bulk = call(
                "POST",
                "letters/bulk",
                "{\"update\":[{\"id\":1,\"title\":\"\",\"note\":\"bulk\"},{\"id\":2,\"note\":\"b\"}]}");
        assertThat(bulk.statusCode()).as(bulk.body()).isEqualTo(200);
        assertThat(get("letters/1").path("note").asText()).isEqualTo("bulk");
        assertThat(visitor.get("/admin/letters/1/edit").document().select("[name=title][required]"))
                .isEmpty();
        assertThat(visitor.get("/admin/letters/2/edit").document().select("[name=title][required]"))
                .hasSize(1);
        assertThat(visitor.get("/admin/letters/create").document().select("[name=title][required]"))
                .hasSize(1);
        Page form = visitor.get("/admin/letters/1/edit")
                .form("#record-form")
                .set("note", "form")
                .send();
        assertThat(form.status()).as(form.body()).isEqualTo(303);
        for (String format : List.of("csv", "json", "xlsx")) {
            byte[] file = visitor.download("/admin/letters/export?id=1&format=" + format)
                    .body();
            assertThat(imported("letters", "letters." + format, file)).contains("1 as they were");
        }
        for (String refused : List.of(
                "PATCH letters/2 {\"title\":\"\"}",
                "PUT letters/2 {\"title\":\"\",\"note\":null}",
                "PUT letters/1 {\"note\":null}",
                "POST letters/ {\"id\":3,\"title\":\"\"}")) {
            String[] parts = refused.split(" ", 3);
            HttpResponse<String> answer = call(parts[0], parts[1], parts[2]);
            assertThat(answer.statusCode()).as(refused + answer.body()).isEqualTo(422);
            assertThat(RunningServer.json(answer).get("errors"))
                    .filteredOn(error -> error.get("pointer").asText().equals("/title"))
                    .singleElement()
                    .extracting(error -> error.get("code").asText())
                    .isEqualTo("required");
        }
        HttpResponse<String> mixed =
                call("POST", "letters/bulk", "{\"update\":[{\"id\":1,\"title\":\"\"},{\"id\":2,\"title\":\"\"}]}");
        assertThat(mixed.statusCode()).isEqualTo(422);
        assertThat(RunningServer.json(mixed).get("errors").findValuesAsText("pointer"))
                .containsExactly("/update/1/title");
    }

    @Test
    void cursors_lead_past_values_that_cannot_be_read_and_past_long_ones() {
        for (String ordering : List.of("odd", "-odd", "note", "-note", "-odd,note", "note,-odd")) {
            visitsAll("pieces", ordering, 9);
        }
    }

    /** Cursors lead through the list to its end and back, and visit each record once. */
    final void visitsAll(String model, String ordering, int records) {
        String list = model + "/?count=none&ordering=" + ordering;
        List<String> all = get(list + "&per_page=50").get("items").findValuesAsText("id");
        assertThat(all).hasSize(records);
        for (int size : List.of(1, 2, 4)) {
            JsonNode page = get(list + "&per_page=" + size);
            List<String> forward = new ArrayList<>(page.get("items").findValuesAsText("id"));
            while (page.get("next_cursor").isTextual() && forward.size() <= records) {
                page = get(list + "&per_page=" + size + "&cursor="
                        + page.get("next_cursor").asText());
                forward.addAll(page.get("items").findValuesAsText("id"));
            }
            assertThat(forward).as(ordering + " by " + size).isEqualTo(all);
            List<String> back = new ArrayList<>(page.get("items").findValuesAsText("id"));
            while (page.get("prev_cursor").isTextual() && back.size() <= records) {
                page = get(list + "&per_page=" + size + "&cursor="
                        + page.get("prev_cursor").asText());
                back.addAll(0, page.get("items").findValuesAsText("id"));
            }
            assertThat(back).as("back, " + ordering + " by " + size).isEqualTo(all);
        }
    }

    @Test
    void a_row_whose_key_cannot_be_read_is_shown_without_a_page() {
        HttpResponse<String> list = call("GET", "marks/", "");
        assertThat(list.headers().firstValue("Unreadable-Fields")).hasValue("k");
        assertThat(RunningServer.json(list).get("items").findValuesAsText("note"))
                .containsExactlyInAnyOrder("plain", "strange");
        Page page = visitor.get("/admin/marks/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.document().select("tr:has(a.open)").eachText())
                .singleElement()
                .asString()
                .contains("plain");
        assertThat(page.document().select("tr:contains(strange) input")).isEmpty();
        assertThat(visitor.get(page.document().select("tr a.open").attr("href")).status())
                .isEqualTo(200);
        assertThat(visitor.get("/admin/owners/1").body()).contains("strange", "plain");
        assertThat(visitor.get("/admin/owners/1/delete").status()).isEqualTo(200);
        HttpResponse<String> refused = call("DELETE", "owners/1", "");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(get("marks/").get("items")).hasSize(2);
        for (String format : List.of("csv", "json", "xlsx")) {
            assertThat(visitor.get("/admin/marks/export?format=" + format).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_row_whose_key_cannot_be_read_does_not_lose_its_reference() {
        HttpResponse<String> refused = call("DELETE", "keepers/2", "");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(RunningServer.json(refused).path("code").asText()).isEqualTo("in_use");
        assertThat(get("hints/?keeper_id=2").get("items")).hasSize(1);
        assertThat(call("DELETE", "keepers/3", "").statusCode()).isEqualTo(204);
        assertThat(get("hints/?keeper_id__isnull=true").get("items").findValuesAsText("note"))
                .containsExactly("plain");
        assertThat(get("admin_audit_log/?model=hints").get("items")).hasSize(1);
    }

    @Test
    void a_row_whose_key_cannot_be_read_is_not_counted_among_the_rows_to_change() {
        Page asked = visitor.post(
                "/admin/hints/bulk", "csrf_token=" + visitor.csrfToken() + "&action=set:note&all=1&query=");
        assertThat(asked.body()).contains("Change 1 hint");
        Page done = asked.form().set("note", "plain").send();
        assertThat(done.status()).as(done.body()).isEqualTo(303);
    }

    @Test
    void a_reference_of_several_columns_that_is_checked_late_is_checked_at_once() {
        HttpResponse<String> refused = call("PATCH", "places/1", "{\"b\":9}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(RunningServer.json(refused).path("code").asText()).isEqualTo("reference_not_found");
        assertThat(call("PATCH", "places/1", "{\"a\":null}").statusCode()).isEqualTo(200);
        assertThat(call("PATCH", "places/1", "{\"a\":1}").statusCode()).isEqualTo(200);
    }

    @Test
    void records_that_need_each_other_by_several_columns_are_created_in_one_call() {
        HttpResponse<String> pair = call(
                "POST",
                "steps/bulk",
                "{\"create\":[{\"a\":1,\"b\":1,\"next_a\":1,\"next_b\":2},{\"a\":1,\"b\":2,\"next_a\":1,\"next_b\":1}]}");
        assertThat(pair.statusCode()).as(pair.body()).isEqualTo(deferred().isEmpty() ? 409 : 200);
        HttpResponse<String> refused = call(
                "POST",
                "steps/bulk",
                "{\"create\":[{\"a\":2,\"b\":1,\"next_a\":2,\"next_b\":2},{\"a\":2,\"b\":2,\"next_a\":9,\"next_b\":9}]}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(RunningServer.json(refused).path("code").asText()).isEqualTo("reference_not_found");
        assertThat(get("steps/?a=2").get("items")).isEmpty();
    }

    /** A browser shows a field for a time empty when its value has more than three digits after the point. */
    @Test
    void a_form_has_times_as_browsers_take_them_and_keeps_the_digits_that_it_does_not_show() {
        JsonNode before = get("stays/1");
        assertThat(before.get("started").asText()).isEqualTo("2026-01-02T03:04:05.120456Z");
        Page form = visitor.get("/admin/stays/1/edit");
        assertThat(form.document().select("[name=started]").attr("value")).isEqualTo("2026-01-02T03:04:05.12");
        assertThat(form.document().select("[name=at]").attr("value")).isEqualTo("03:04:05");
        Page saved = form.form("#record-form").set("note", "new").send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        JsonNode after = get("stays/1");
        assertThat(after.get("note").asText()).isEqualTo("new");
        assertThat(after.get("started")).isEqualTo(before.get("started"));
        assertThat(after.get("at")).isEqualTo(before.get("at"));
    }

    @Test
    void a_record_without_a_name_is_called_by_its_key_as_it_is_stored() {
        assertThat(visitor.get("/admin/coupons/50%25%20off%2Fnow")
                        .document()
                        .select("h1")
                        .text())
                .contains("50% off/now");
        assertThat(visitor.get("/admin/redemptions/1").document().select("main").text())
                .contains("50% off/now")
                .doesNotContain("%25");
    }

    @Test
    void a_document_that_is_written_as_it_was_read_is_not_changed() {
        HttpResponse<String> read = call("GET", "papers/1", "");
        HttpResponse<String> written = call(
                "PATCH",
                "papers/1",
                "{\"body\":" + RunningServer.json(read).get("body").toString() + "}");
        assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
        assertThat(written.headers().firstValue("ETag"))
                .isEqualTo(read.headers().firstValue("ETag"));
        HttpResponse<String> parsed =
                call("PATCH", "papers/1", "{\"body\":{\"b c\":\" \\u0078, y\",\"a\":[1.0,2.5e1]}}");
        assertThat(parsed.headers().firstValue("ETag")).isEqualTo(read.headers().firstValue("ETag"));
    }

    @Test
    void minus_zero_is_zero() {
        HttpResponse<String> read = call("GET", "papers/1", "");
        assertThat(RunningServer.json(read).path("weight").asText()).isEqualTo("0.0");
        HttpResponse<String> written = call("PATCH", "papers/1", "{\"weight\":-0.0}");
        assertThat(written.headers().firstValue("ETag"))
                .isEqualTo(read.headers().firstValue("ETag"));
        byte[] file = visitor.download("/admin/papers/export?format=json").body();
        assertThat(imported("papers", "papers.json", file)).contains("1 as they were");
        assertThat(get("papers/?weight=0").get("items")).hasSize(1);
    }

    @Test
    void no_bytes_are_not_null_in_a_file() {
        byte[] file = visitor.get("/admin/papers/export?format=csv&fields=id,seal")
                .body()
                .getBytes(StandardCharsets.UTF_8);
        assertThat(imported("papers", "papers.csv", file)).contains("1 as they were");
    }

    /** The sentence that sums up an import which changes records. */
    private String imported(String model, String name, byte[] file) {
        Page sent = visitor.upload(
                "/admin/" + model + "/import", name, file, "csrf_token", visitor.csrfToken(), "mode", "update");
        assertThat(sent.status()).as(sent.body()).isEqualTo(303);
        Page report = sent.follow();
        while (report.body().contains("every 1s")) {
            report = sent.follow();
        }
        return report.text("#import-sum");
    }
}
