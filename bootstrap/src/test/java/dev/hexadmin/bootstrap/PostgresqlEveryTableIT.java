package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresqlEveryTableIT extends EveryTableContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    String failingExpression() {
        return "10 / quantity";
    }

    @Override
    List<String> ownTables() {
        return List.of(
                "CREATE MATERIALIZED VIEW spenders AS SELECT customer_id, sum(total) AS total FROM orders GROUP BY 1",
                "CREATE UNIQUE INDEX spenders_customer ON spenders (customer_id)",
                "CREATE MATERIALIZED VIEW later AS SELECT 1 AS one WITH NO DATA",
                "CREATE TYPE mood AS ENUM ('calm', 'very happy')",
                "CREATE TYPE pair AS (a int, b text)",
                "CREATE TYPE span AS RANGE (subtype = float8)",
                "CREATE DOMAIN grade AS text CHECK (VALUE IN ('a', 'b'))",
                "CREATE DOMAIN temper AS mood",
                "CREATE TABLE things (id serial PRIMARY KEY, price money, ip inet, net cidr, mac macaddr, mac8 macaddr8,"
                        + " ages int4range, sizes numrange, days daterange, times tstzrange, ranges int4multirange,"
                        + " own span, at point, way path, area polygon, round circle, line line, part lseg, square box,"
                        + " words tsvector, query tsquery, doc xml, bits bit(4), more varbit(8), clock timetz, grade"
                        + " grade, temper temper, tag \"char\", short name, lsn pg_lsn, number oid, pair pair,"
                        + " json_path jsonpath, ips inet[], spans interval[], docs jsonb[], xmls xml[], points point[],"
                        + " pairs pair[], amounts money[], grid int[][], vector oidvector, kind regclass)",
                "INSERT INTO things (price, pair, grid, json_path, words, kind) VALUES (12.34, '(1,x)',"
                        + " '{{1,2},{3,4}}', '$.a', 'fat:2', 'pg_class')",
                "CREATE SCHEMA sales",
                "CREATE SCHEMA \"odd.hr\"",
                "CREATE SCHEMA unseen",
                "CREATE TABLE unseen.secrets (id serial PRIMARY KEY)",
                "CREATE TABLE \"odd.hr\".emp (id serial PRIMARY KEY, name text NOT NULL UNIQUE,"
                        + " secret_id int REFERENCES unseen.secrets (id))",
                "CREATE TABLE sales.emp (id serial PRIMARY KEY, region text)",
                "CREATE TABLE sales.offers (id serial PRIMARY KEY, seller_id int NOT NULL REFERENCES \"odd.hr\".emp (id),"
                        + " customer_id int REFERENCES customers (id), note text)",
                "CREATE TABLE sales.labels (id serial PRIMARY KEY, name text)",
                "CREATE TABLE sales.offer_labels (offer_id int REFERENCES sales.offers (id),"
                        + " label_id int REFERENCES sales.labels (id), PRIMARY KEY (offer_id, label_id))",
                "INSERT INTO \"odd.hr\".emp (name) VALUES ('Ada'), ('Bob')",
                "INSERT INTO sales.emp (region) VALUES ('north')",
                "INSERT INTO sales.labels (name) VALUES ('new')",
                "CREATE TABLE addresses (ip inet PRIMARY KEY, note text)",
                "INSERT INTO addresses VALUES ('10.0.0.1', 'router')",
                "CREATE TYPE level AS ENUM ('', 'low', 'high')",
                "CREATE TABLE alarms (id serial PRIMARY KEY, level level NOT NULL DEFAULT '', levels level[] DEFAULT '{}')",
                "INSERT INTO alarms (level, levels) VALUES ('', '{low,\"\"}'), ('high', NULL)");
    }

    @Test
    void a_unique_index_of_a_materialized_view_is_its_key() {
        assertThat(get("spenders/1").get("total").asText()).isEqualTo("12.5");
        assertThat(call("DELETE", "spenders/1", "").statusCode()).isEqualTo(405);
        assertThat(document().get("/admin/api/spenders/{id}").has("patch")).isFalse();
    }

    @Test
    void an_enum_with_an_empty_value_is_a_text_that_the_database_checks() {
        assertThat(get("alarms/1").get("levels").toString()).isEqualTo("[\"low\",\"\"]");
        assertThat(get("alarms/?level=").get("items")).hasSize(1);
        assertThat(get("alarms/?level=high").at("/items/0/id").asInt()).isEqualTo(2);
        JsonNode made = send("POST", "alarms/", "{\"level\":\"low\",\"levels\":[\"high\"]}", 201);
        assertThat(send("PATCH", "alarms/" + made.get("id"), "{\"level\":\"none\"}", 422)
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("/level");
        assertThat(call("DELETE", "alarms/" + made.get("id"), "").statusCode()).isEqualTo(204);
    }

    @Test
    void a_materialized_view_without_data_is_unavailable_alone() {
        assertThat(call("GET", "later/", "").statusCode()).isEqualTo(503);
        assertThat(visitor().get("/admin").status()).isEqualTo(200);
    }

    @Override
    Hexadmin.Builder options(Hexadmin.Builder builder) {
        return builder.setting("database.schemas", "public,sales,odd.hr");
    }

    @Test
    void tables_of_schemas_are_models_and_foreign_keys_across_them_references() {
        assertThat(call("GET", "secrets/", "").statusCode())
                .as("a schema that is not named")
                .isEqualTo(404);
        assertThat(get("odd_hr_emp/1").get("name").asText()).isEqualTo("Ada");
        assertThat(get("sales_emp/1").get("region").asText()).isEqualTo("north");
        JsonNode offer = send("POST", "offers/", "{\"seller_id\":2,\"customer_id\":1,\"labels\":[1]}", 201);
        JsonNode read = get("offers/" + offer.get("id") + "?expand=seller_id,customer_id");
        assertThat(read.at("/seller_id/name").asText()).isEqualTo("Bob");
        assertThat(read.at("/customer_id/name").asText()).isEqualTo("Ada");
        assertThat(read.at("/labels/0").asInt()).isEqualTo(1);
        assertThat(get("offers/?seller_id__name=Bob").get("items")).hasSize(1);
        send("PATCH", "offers/" + offer.get("id"), "{\"note\":\"changed\",\"labels\":[]}", 200);
        assertThat(send("DELETE", "odd_hr_emp/2", "", 409).get("detail").asText())
                .contains("'Offers'");
        assertThat(call("DELETE", "offers/" + offer.get("id"), "").statusCode()).isEqualTo(204);
    }

    @Test
    void violations_in_a_schema_name_the_model_and_the_field() {
        assertThat(send("POST", "odd_hr_emp/", "{\"name\":\"Ada\"}", 409)
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("/name");
        assertThat(send("POST", "offers/", "{\"seller_id\":99}", 409)
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("/seller_id");
        PanelVisitor.Page page = visitor().get("/admin/odd_hr_emp/1");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("Offers");
    }

    @Test
    void a_schema_that_is_missing_ends_the_start() {
        ConfigurationException error = catchThrowableOfType(
                ConfigurationException.class,
                () -> RunningServer.start(
                        database(), b -> b.setting("introspect", "true").setting("database.schemas", "sales,nowhere")));
        assertThat(error.getMessage()).contains("database.schemas", "the database has no schema 'nowhere'");
    }

    private static final String VALUES = "\"price\":\"99.95\",\"ip\":\"192.168.1.5/24\",\"net\":\"10.0.0.0/8\","
            + "\"mac\":\"08:00:2b:01:02:03\",\"mac8\":\"08:00:2b:01:02:03:04:05\",\"ages\":\"[1,5)\","
            + "\"sizes\":\"(1.5,2.5]\",\"days\":\"[2026-01-01,2026-02-01)\",\"ranges\":\"{[1,3),[5,7)}\","
            + "\"own\":\"[1.5,2.5]\",\"at\":\"(1,2)\",\"way\":\"((0,0),(1,1))\",\"area\":\"((0,0),(1,1),(1,0))\","
            + "\"round\":\"<(0,0),5>\",\"line\":\"{1,2,3}\",\"part\":\"[(0,0),(1,1)]\",\"square\":\"(1,1),(0,0)\","
            + "\"query\":\"'fat' & 'rat'\",\"doc\":\"<a>1</a>\",\"bits\":\"1010\",\"more\":\"101\","
            + "\"clock\":\"10:00:00+02\",\"grade\":\"b\",\"temper\":\"very happy\",\"tag\":\"t\",\"short\":\"n\","
            + "\"lsn\":\"16/B374D848\",\"number\":\"42\",\"ips\":[\"10.0.0.1\",\"::1\"],\"spans\":[\"1 day\"],"
            + "\"docs\":[\"{\\\"a\\\": 1}\"],\"xmls\":[\"<a/>\"],\"points\":[\"(1,2)\",\"(3,4)\"]";

    @Test
    void values_of_every_type_are_written_and_read_and_found() throws JsonProcessingException {
        JsonNode made = send("POST", "things/", "{" + VALUES + "}", 201);
        JsonNode read = get("things/" + made.get("id"));
        JsonNode given = new ObjectMapper().readTree("{" + VALUES + "}");
        given.properties()
                .forEach(one ->
                        assertThat(read.get(one.getKey())).as(one.getKey()).isEqualTo(one.getValue()));
        for (var one : given.properties()) {
            if (one.getValue().isTextual()) {
                String query =
                        one.getKey() + "=" + URLEncoder.encode(one.getValue().asText(), StandardCharsets.UTF_8);
                assertThat(get("things/?" + query).get("items")).as(query).isNotEmpty();
                assertThat(get("things/?ordering=" + one.getKey()).get("items")).isNotEmpty();
            }
        }
        assertThat(get("things/?ips__contains=10.0.0.1").get("items")).hasSize(1);
    }

    @Test
    void values_that_a_type_does_not_take_are_refused_by_name() {
        for (String field : List.of("ip", "net", "mac", "at", "clock", "lsn")) {
            assertThat(send("PATCH", "things/1", "{\"" + field + "\":\"no\"}", 422)
                            .at("/errors/0/pointer")
                            .asText())
                    .isEqualTo("/" + field);
        }
        for (String field : List.of("ages", "doc", "query", "own", "bits")) {
            assertThat(send("PATCH", "things/1", "{\"" + field + "\":\"<(&\"}", 422)
                            .at("/errors/0/message")
                            .asText())
                    .isNotBlank();
        }
    }

    @Test
    void what_cannot_be_written_is_shown_as_text_and_says_so() {
        JsonNode record = get("things/1");
        assertThat(record.get("pair").asText()).isEqualTo("(1,x)");
        assertThat(record.get("grid").asText()).isEqualTo("{{1,2},{3,4}}");
        assertThat(record.get("json_path").asText()).isEqualTo("$.\"a\"");
        assertThat(record.get("kind").asText()).isEqualTo("pg_class");
        assertThat(record.get("words").asText()).isEqualTo("'fat':2");
        JsonNode create = get("schema/things").at("/$defs/create/properties");
        for (String field : List.of("pair", "grid", "json_path", "words", "kind", "vector")) {
            assertThat(create.has(field)).as(field).isFalse();
        }
        assertThat(get("schema/things").toString()).contains("Read-only: the text of a value of the type jsonpath.");
    }

    @Test
    void a_form_that_changes_nothing_takes_every_value_back() {
        PanelVisitor.Page saved =
                visitor().get("/admin/things/1/edit").form("#record-form").send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        assertThat(get("things/1").get("ip").isNull()).isTrue();
    }

    @Test
    void a_key_of_any_comparable_type_identifies_a_record() {
        assertThat(get("addresses/10.0.0.1").get("note").asText()).isEqualTo("router");
    }
}
