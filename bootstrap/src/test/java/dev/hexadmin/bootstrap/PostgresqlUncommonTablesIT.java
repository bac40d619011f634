package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresqlUncommonTablesIT extends UncommonTablesContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    List<String> odd() {
        return List.of("double precision", "1.5", "'NaN'", "'Infinity'", "-2", "'-Infinity'");
    }

    @Override
    String bytes() {
        return "bytea";
    }

    @Override
    String noBytes() {
        return "''";
    }

    @Override
    String document() {
        return "json";
    }

    @Override
    String deferred() {
        return " DEFERRABLE INITIALLY DEFERRED";
    }

    @Override
    List<String> ownTables() {
        return List.of(
                "CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE TABLE tunes (id integer PRIMARY KEY, title text COLLATE any_case, code char(9) COLLATE any_case)",
                "INSERT INTO tunes VALUES (1, 'The Entertainer', 'AB-1'), (2, 'the 50% rag', 'ab-2')",
                "CREATE TABLE hours (id integer PRIMARY KEY, until time)",
                "INSERT INTO hours VALUES (1, '23:59:59.999999'), (2, '24:00'), (3, '12:00')",
                "CREATE TABLE budgets (id integer PRIMARY KEY, amount numeric(5,-2), rate numeric(3,5))",
                "INSERT INTO budgets VALUES (1, 1234500, 0.00123)",
                "CREATE TABLE rows_of_areas (a integer PRIMARY KEY)",
                "CREATE TABLE columns_of_areas (b integer PRIMARY KEY)",
                "INSERT INTO rows_of_areas VALUES (1), (3)",
                "INSERT INTO columns_of_areas VALUES (2), (4)",
                "CREATE TABLE benches (id integer PRIMARY KEY, a integer REFERENCES rows_of_areas (a),"
                        + " b integer REFERENCES columns_of_areas (b),"
                        + " FOREIGN KEY (a, b) REFERENCES areas (a, b) DEFERRABLE INITIALLY DEFERRED)",
                "INSERT INTO benches VALUES (1, 1, 2)",
                "CREATE TABLE seats (id integer PRIMARY KEY, a integer REFERENCES rows_of_areas (a) DEFERRABLE INITIALLY"
                        + " DEFERRED, b integer, FOREIGN KEY (a, b) REFERENCES areas (a, b))",
                "INSERT INTO seats VALUES (1, 1, 2)",
                "CREATE TABLE hosts (ip inet PRIMARY KEY, net cidr)",
                "INSERT INTO hosts VALUES ('10.0.0.1', '10.0.0.0/8'), ('fe80::1', NULL), ('10.1.2.3/16', NULL)",
                "CREATE TABLE subs (id integer PRIMARY KEY, host inet REFERENCES hosts)",
                "INSERT INTO subs VALUES (1, '10.0.0.1')");
    }

    @Test
    void an_address_has_no_mask_unless_it_was_given_one() {
        assertThat(get("hosts/?ordering=ip").get("items").findValuesAsText("ip"))
                .containsExactlyInAnyOrder("10.0.0.1", "10.1.2.3/16", "fe80::1");
        assertThat(get("hosts/?ip=10.0.0.1").get("total").intValue()).isOne();
        assertThat(get("hosts/10.0.0.1").get("net").asText()).isEqualTo("10.0.0.0/8");
        assertThat(get("subs/?host=10.0.0.1&expand=host").findValuesAsText("net"))
                .containsExactly("10.0.0.0/8");
    }

    @Test
    void a_column_in_two_foreign_keys_is_checked_for_both() {
        // each column is checked at once, and both together with the commit
        HttpResponse<String> bench = call("PATCH", "benches/1", "{\"a\":3}");
        assertThat(bench.statusCode()).as(bench.body()).isEqualTo(409);
        assertThat(RunningServer.json(bench).path("code").asText()).isEqualTo("reference_not_found");
        // the column is checked with the commit, and both together at once
        HttpResponse<String> seat = call("PATCH", "seats/1", "{\"a\":9,\"b\":null}");
        assertThat(seat.statusCode()).as(seat.body()).isEqualTo(409);
        assertThat(RunningServer.json(seat).at("/errors/0/pointer").asText()).isEqualTo("/a");
        assertThat(call("PATCH", "seats/1", "{\"a\":3,\"b\":null}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_number_that_its_column_would_round_is_refused() {
        assertThat(get("budgets/1").path("amount").asText()).isEqualTo("1234500");
        for (String refused :
                List.of("\"amount\":\"150\"|100", "\"amount\":99.5|100", "\"rate\":\"0.001234\"|0.00001")) {
            String[] parts = refused.split("\\|", -1);
            HttpResponse<String> answer = call("PATCH", "budgets/1", "{" + parts[0] + "}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
            assertThat(RunningServer.json(answer).at("/errors/0/pointer").asText())
                    .isEqualTo(parts[0].startsWith("\"amount") ? "/amount" : "/rate");
            assertThat(RunningServer.json(answer).at("/errors/0/message").asText())
                    .isEqualTo("A multiple of " + parts[1] + " is expected.");
        }
        assertThat(call("PATCH", "budgets/1", "{\"amount\":\"10000000\"}").statusCode())
                .isEqualTo(422);
        assertThat(call("PATCH", "budgets/1", "{\"amount\":\"-9999900\",\"rate\":\"0.00999\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(get("budgets/?amount=-9999900").get("items")).hasSize(1);
    }

    @Test
    void parts_of_texts_are_found_under_a_collation_that_is_not_deterministic() {
        for (String filter : List.of(
                "title__contains=Ent|1",
                "title__icontains=ent|1",
                "title__startswith=the|2",
                "title__istartswith=THE|1,2",
                "title__endswith=rag|2",
                "title=THE+ENTERTAINER|1",
                "title__contains=0%25|2",
                "code__startswith=AB|1",
                "code__endswith=2|2",
                "q=enter|1")) {
            String[] parts = filter.split("\\|", -1);
            assertThat(get("tunes/?ordering=id&" + parts[0]).get("items").findValuesAsText("id"))
                    .as(filter)
                    .containsExactly(parts[1].split(",", -1));
        }
    }

    @Test
    void the_end_of_a_day_is_no_time_of_a_day() {
        assertThat(get("hours/2").get("until").isNull()).isTrue();
        assertThat(get("hours/?until=23:59:59.999999").get("items").findValuesAsText("id"))
                .containsExactly("1");
        assertThat(get("hours/?until__isnull=true").get("items").findValuesAsText("id"))
                .containsExactly("2");
    }
}
