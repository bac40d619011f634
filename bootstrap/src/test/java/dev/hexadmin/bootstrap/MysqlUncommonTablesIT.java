package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MysqlUncommonTablesIT extends UncommonTablesContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.mysql();
    }

    @Override
    List<String> odd() {
        return List.of("tinyint(1)", "1", "2", "0", "-5", "100");
    }

    @Override
    String bytes() {
        return "blob";
    }

    @Override
    String noBytes() {
        return "''";
    }

    @Override
    String document() {
        return "JSON";
    }

    @Override
    String deferred() {
        return "";
    }

    @Override
    List<String> ownTables() {
        return List.of(
                "CREATE TABLE vintages (id integer PRIMARY KEY, made year)",
                "INSERT INTO vintages VALUES (1, 1999)",
                "CREATE TABLE parcels (id binary(16) PRIMARY KEY, name varchar(20), inside binary(16),"
                        + " FOREIGN KEY (inside) REFERENCES parcels (id))",
                "INSERT INTO parcels VALUES (X'7d4448409dc011d1b2455ffdce74fad2', 'box', NULL),"
                        + " (X'00000000000000000000000000000000', 'card', X'7d4448409dc011d1b2455ffdce74fad2')",
                "CREATE TABLE pages (page_title varbinary(40) PRIMARY KEY, touched binary(14), body blob)"
                        + " CHARACTER SET binary",
                "INSERT INTO pages VALUES ('Über/uns', '20260101000000', 'Grüße'), ('Zwei', '2026', X'FF00')",
                "CREATE TABLE drafts (id integer AUTO_INCREMENT PRIMARY KEY, name varchar(20)) ENGINE = MyISAM",
                "INSERT INTO drafts (name) VALUES ('kept')",
                "CREATE TABLE moods (id integer PRIMARY KEY, mood enum ('calm', 'angry', 'bored'), tags set ('y',"
                        + " 'x'))",
                "INSERT INTO moods VALUES (1, 'calm', 'x'), (2, 'bored', 'y,x'), (3, 'angry', ''), (4, NULL, 'y'),"
                        + " (5, 'bored', NULL), (6, 'angry', 'x')",
                "SET SESSION sql_mode = ''",
                "CREATE TABLE outputs (t timestamp NOT NULL DEFAULT '0000-00-00 00:00:00', name varchar(10) NOT NULL"
                        + " DEFAULT '', PRIMARY KEY (name, t))",
                "SET SESSION sql_mode = 'STRICT_ALL_TABLES'",
                "CREATE TABLE leases (id integer AUTO_INCREMENT PRIMARY KEY, ctx text, v integer)",
                "CREATE TRIGGER leases_context BEFORE UPDATE ON leases FOR EACH ROW SET NEW.v = json_extract(NEW.ctx,"
                        + " '$.n')",
                "INSERT INTO leases (ctx) VALUES ('{\"n\": 3}')");
    }

    @ParameterizedTest
    @CsvSource({
        "1800, A whole number from 1901 to 2155 is expected.",
        "99, A whole number from 1901 to 2155 is expected."
    })
    void a_number_that_a_column_cannot_hold_is_rejected_with_its_bounds(String made, String message) {
        HttpResponse<String> refused = call("PATCH", "vintages/1", "{\"made\":" + made + "}");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(RunningServer.json(refused).at("/errors/0/message").asText()).isEqualTo(message);
    }

    @Test
    void a_key_whose_default_is_no_date_is_required() {
        HttpResponse<String> refused = call("POST", "outputs/", "{\"name\":\"x\"}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
        assertThat(RunningServer.json(refused).at("/errors/0/pointer").asText()).isEqualTo("/t");
        assertThat(call("POST", "outputs/", "{\"name\":\"x\",\"t\":\"2026-01-02T03:04:05Z\"}")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void what_a_function_in_a_trigger_cannot_read_is_a_rejection() {
        HttpResponse<String> refused = call("PATCH", "leases/1", "{\"ctx\":\"no document\"}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
        assertThat(call("PATCH", "leases/1", "{\"ctx\":\"{\\\"n\\\":4}\"}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void lists_in_the_order_of_labels_are_read_to_their_end() {
        for (String ordering : List.of("mood", "-mood", "tags", "-tags,mood")) {
            visitsAll("moods", ordering, 6);
        }
        assertThat(get("moods/?ordering=mood,id").get("items").findValuesAsText("id"))
                .containsExactly("4", "3", "6", "2", "5", "1");
    }

    @Test
    void keys_of_sixteen_bytes_are_uuids() {
        assertThat(get("parcels/7d444840-9dc0-11d1-b245-5ffdce74fad2")
                        .get("name")
                        .asText())
                .isEqualTo("box");
        assertThat(get("parcels/?inside__name=box&expand=inside")
                        .at("/items/0/id")
                        .asText())
                .isEqualTo("00000000-0000-0000-0000-000000000000");
        HttpResponse<String> made = call(
                "POST",
                "parcels/",
                "{\"id\":\"0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\",\"name\":\"tube\","
                        + "\"inside\":\"7d444840-9dc0-11d1-b245-5ffdce74fad2\"}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(call("DELETE", "parcels/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0", "")
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void texts_in_columns_of_bytes_are_read_found_and_written() {
        assertThat(get("pages/%C3%9Cber%2Funs").get("body").asText()).isEqualTo("Grüße");
        assertThat(get("pages/?page_title__icontains=%C3%BCBER").get("items")).hasSize(1);
        assertThat(get("pages/?touched=20260101000000&q=gr%C3%BC%C3%9Fe").get("items"))
                .hasSize(1);
        assertThat(get("pages/?touched=2026").at("/items/0/touched").asText()).isEqualTo("2026");
        assertThat(get("pages/?touched__iendswith=26&touched__lte=2026").get("items"))
                .hasSize(1);
        HttpResponse<String> read = call("GET", "pages/Zwei", "");
        assertThat(read.headers().firstValue("Unreadable-Fields")).hasValue("body");
        Page saved =
                visitor().get("/admin/pages/Zwei/edit").form("#record-form").send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        assertThat(call("GET", "pages/Zwei", "").headers().firstValue("ETag"))
                .isEqualTo(read.headers().firstValue("ETag"));
        assertThat(call("POST", "pages/", "{\"page_title\":\"Ärger\",\"body\":\"ß\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(get("pages/?ordering=page_title&page_title__startswith=%C3%84")
                        .at("/items/0/body")
                        .asText())
                .isEqualTo("ß");
        HttpResponse<String> longer = call("POST", "pages/", "{\"page_title\":\"" + "ü".repeat(40) + "\"}");
        assertThat(longer.statusCode()).as(longer.body()).isEqualTo(422);
    }

    /** A dry run, and the page that asks before a deletion, undo their changes by rolling them back. */
    @Test
    void rows_of_a_storage_engine_without_transactions_are_only_read() {
        assertThat(get("drafts/1").get("name").asText()).isEqualTo("kept");
        assertThat(visitor().get("/admin/drafts/1/delete").status()).isEqualTo(403);
        assertThat(call("DELETE", "drafts/1?dry_run=true", "").statusCode()).isEqualTo(405);
        assertThat(call("PATCH", "drafts/1", "{\"name\":\"lost\"}").statusCode())
                .isEqualTo(405);
        assertThat(get("drafts/1").get("name").asText()).isEqualTo("kept");
    }

    @Test
    void a_year_of_two_digits_does_not_become_another_year() {
        assertThat(call("PATCH", "vintages/1", "{\"made\":80}").statusCode()).isEqualTo(422);
        assertThat(get("vintages/1").get("made").asInt()).isEqualTo(1999);
    }

    @Test
    void a_number_that_is_no_flag_is_no_value_of_one() {
        assertThat(get("pieces/?odd=true&ordering=id").get("items").findValuesAsText("id"))
                .containsExactly("1", "7");
        assertThat(get("pieces/2").get("odd").isNull()).isTrue();
        assertThat(get("pieces/?odd__isnull=true&ordering=id").get("items").findValuesAsText("id"))
                .containsExactly("2", "4", "5", "6", "8");
    }
}
