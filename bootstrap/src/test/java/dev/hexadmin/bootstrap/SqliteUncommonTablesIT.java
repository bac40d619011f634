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
import org.junit.jupiter.params.provider.ValueSource;

class SqliteUncommonTablesIT extends UncommonTablesContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Override
    List<String> odd() {
        return List.of(
                "TIMESTAMP",
                "'2026-11-20 10:00:00'",
                "'soon'",
                "'2026-11-20T10:00:00.5Z'",
                "20261120",
                "'2026-11-20 10:00:00.250'");
    }

    @Override
    String bytes() {
        return "BLOB";
    }

    @Override
    String noBytes() {
        return "X''";
    }

    @Override
    String document() {
        return "JSON";
    }

    @Override
    String deferred() {
        return " DEFERRABLE INITIALLY DEFERRED";
    }

    @Override
    List<String> ownTables() {
        return List.of(
                "CREATE TABLE anything (id INTEGER PRIMARY KEY, e ANY) STRICT",
                "INSERT INTO anything VALUES (1, NULL), (2, '1'), (3, 1), (4, '1.0'), (5, 'x')",
                "CREATE TABLE visits (at TIMESTAMP PRIMARY KEY, note varchar(20))",
                "INSERT INTO visits VALUES ('2024-01-01 10:00:00', 'plain 1'), ('2024-01-01T10:00:00', 'strange 1'),"
                        + " ('2024-01-02 10:00:00.5', 'plain 2'), ('2024-01-02 10:00:00.500', 'strange 2'),"
                        + " ('2024-01-03 10:00:00.2501', 'plain 3'), ('2024-01-03 10:00:00.250000', 'strange 3'),"
                        + " ('2024-01-04 10:00:00Z', 'strange 4'), ('2024-01-05', 'strange 5'),"
                        + " ('2024-01-06 24:00:00', 'strange 6')",
                "CREATE TABLE days (at DATETIME PRIMARY KEY, note varchar(20))",
                "INSERT INTO days VALUES ('2024-01-01', 'plain 1'), ('2024-01-02 00:00:00', 'strange 1'),"
                        + " ('2024-01-02 10:00:00', 'plain 2'), ('2024-01-02T10:00:00', 'strange 2')",
                "CREATE TABLE holidays (at DATE PRIMARY KEY, note varchar(20))",
                "INSERT INTO holidays VALUES ('2024-01-01', 'plain 1'), ('2024-01-01 00:00:00', 'strange 1'),"
                        + " ('2024-01-02', 'plain 2'), ('2024-01-03T00:00:00', 'strange 2')",
                "CREATE TABLE stamps (at TIMESTAMP PRIMARY KEY, note varchar(20))",
                "INSERT INTO stamps VALUES ('2024-01-01T10:00:00Z', 'plain 1'), ('2024-01-01T10:00:00.0Z', 'strange 1'),"
                        + " ('2024-01-02T10:00:00.5Z', 'plain 2'), ('2024-01-02T10:00:00.500Z', 'strange 2'),"
                        + " ('2024-01-03T10:00:00.25Z', 'plain 3'), ('2024-01-03T12:00:00.250+02:00', 'strange 3')",
                "CREATE TABLE alarms (at TIME PRIMARY KEY, note varchar(20))",
                "INSERT INTO alarms VALUES ('10:00:00', 'plain 1'), ('10:00', 'strange 1'), ('11:00:00.25', 'plain 2'),"
                        + " ('11:00:00.250', 'strange 2'), ('2024-01-01 10:00:00', 'strange 3')",
                "CREATE TABLE parsed (id INTEGER PRIMARY KEY, j text, x AS (json_extract(j, '$.x')))",
                "INSERT INTO parsed (id, j) VALUES (1, '{\"x\":1}')",
                "CREATE TABLE ticks (at DATETIME PRIMARY KEY, note varchar(20))",
                "INSERT INTO ticks VALUES (1704448800, 'plain 1'), (1704448800.25, 'strange 1'), ('soon', 'strange 2')");
    }

    @ParameterizedTest
    @ValueSource(strings = {"visits", "days", "holidays", "stamps", "alarms", "ticks"})
    void a_key_in_another_form_than_that_of_its_column_leads_nowhere(String model) {
        List<String> notes = get(model + "/").get("items").findValuesAsText("note");
        assertThat(call("GET", model + "/", "").headers().firstValue("Unreadable-Fields"))
                .hasValue("at");
        assertThat(get(model + "/?at__isnull=true").get("items").findValuesAsText("note"))
                .isNotEmpty()
                .allMatch(note -> note.startsWith("strange"));
        List<String> plain = get(model + "/?at__isnull=false").get("items").findValuesAsText("note");
        assertThat(plain).isNotEmpty().allMatch(note -> note.startsWith("plain"));
        Page list = visitor().get("/admin/" + model + "/");
        assertThat(list.status()).isEqualTo(200);
        assertThat(list.document().select("tbody tr")).hasSameSizeAs(notes);
        List<String> links = list.document().select("tbody a.open").eachAttr("href");
        assertThat(links).hasSameSizeAs(plain);
        for (String link : links) {
            Page page = visitor().get(link);
            assertThat(page.status()).as(link).isEqualTo(200);
            assertThat(page.body()).contains("plain").doesNotContain("strange");
        }
        Page asked = visitor()
                .post(
                        "/admin/" + model + "/bulk",
                        "csrf_token=" + visitor().csrfToken() + "&action=set:note&all=1&query=");
        assertThat(asked.form().set("note", "plain all").send().status()).isEqualTo(303);
        assertThat(get(model + "/?note=plain all".replace(" ", "%20")).get("items"))
                .hasSameSizeAs(plain);
    }

    @Test
    void a_number_in_a_column_of_any_type_is_found_as_its_text() {
        assertThat(get("anything/?e=1").get("items").findValuesAsText("id")).containsExactlyInAnyOrder("2", "3");
        assertThat(get("anything/?ordering=id&e__startswith=1").get("items").findValuesAsText("id"))
                .containsExactly("2", "3", "4");
        assertThat(get("anything/?ordering=e").get("items").findValuesAsText("id"))
                .containsExactly("1", "2", "3", "4", "5");
        visitsAll("anything", "e", 5);
        visitsAll("anything", "-e", 5);
    }

    @Test
    void a_value_that_a_computed_column_cannot_take_is_refused_and_the_next_is_not() {
        for (String query : List.of("", "?dry_run=true", "")) {
            HttpResponse<String> refused = call("PATCH", "parsed/1" + query, "{\"j\":\"bad\"}");
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("malformed JSON");
            HttpResponse<String> taken = call("PATCH", "parsed/1" + query, "{\"j\":\"{}\"}");
            assertThat(taken.statusCode()).isEqualTo(200);
        }
        assertThat(call("POST", "parsed/", "{\"j\":\"bad\"}").statusCode()).isEqualTo(422);
        assertThat(call("POST", "parsed/", "{\"j\":\"{}\"}").statusCode()).isEqualTo(201);
    }
}
