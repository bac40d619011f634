package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresqlDatabaseAsItIsIT extends DatabaseAsItIsContract {
    private static final String USER = "clerk";

    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.postgresql();
    }

    /** A database whose tables belong to another role, as a user with few rights sees it. */
    private static DatabaseSettings.Server asClerk(String... statements) {
        DatabaseSettings.Server owner = TestDatabases.postgresql();
        TestDatabases.execute(
                owner,
                List.of(
                        "DO $$ BEGIN CREATE ROLE clerk LOGIN PASSWORD 'clerk'; EXCEPTION WHEN duplicate_object THEN"
                                + " NULL; END $$",
                        "GRANT CREATE, USAGE ON SCHEMA public TO clerk",
                        "GRANT CREATE ON DATABASE " + owner.database() + " TO clerk"));
        TestDatabases.execute(owner, List.of(statements));
        return new DatabaseSettings.Server(
                "PostgreSQL", owner.host(), owner.port(), owner.database(), USER, USER, "", owner.poolSize());
    }

    private static final String[] OFFICE = {
        "CREATE TABLE secrets (id integer PRIMARY KEY, name text)",
        "CREATE TABLE prices (id integer PRIMARY KEY, name text, secret_id integer REFERENCES secrets (id))",
        "CREATE TABLE letters (id integer PRIMARY KEY, name text NOT NULL)",
        "CREATE TABLE salaries (id integer PRIMARY KEY, name text, amount integer, status text)",
        "CREATE TABLE hidden_keys (id integer PRIMARY KEY, name text)",
        "CREATE TABLE numbered (id serial PRIMARY KEY, name text)",
        "CREATE TABLE drawers (id serial PRIMARY KEY, name text)",
        "CREATE TABLE shelves (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text)",
        "INSERT INTO numbered (name) VALUES ('one')",
        "CREATE MATERIALIZED VIEW names AS SELECT id, name FROM prices",
        "INSERT INTO prices VALUES (1, 'one')",
        "INSERT INTO letters VALUES (1, 'one')",
        "INSERT INTO salaries VALUES (1, 'Ada', 9000, 'new')",
        "GRANT SELECT ON prices, names TO clerk",
        "GRANT SELECT, INSERT ON letters TO clerk",
        "GRANT SELECT (id, name, status), UPDATE (status) ON salaries TO clerk",
        "GRANT SELECT (name) ON hidden_keys TO clerk",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON numbered, drawers, shelves TO clerk",
        "GRANT USAGE ON SEQUENCE drawers_id_seq TO clerk"
    };

    @Test
    void introspection_leaves_out_what_may_not_be_read_and_does_not_write_what_may_not_be_written() {
        introspect(asClerk(OFFICE));
        assertThat(get("/admin/api/secrets/").statusCode()).isEqualTo(404);
        assertThat(get("/admin/api/hidden_keys/").statusCode()).isEqualTo(200);
        assertThat(get("/admin/api/hidden_keys/1").statusCode()).isEqualTo(404);
        assertThat(get("/admin/api/prices/1").body()).contains("\"secret_id\":null");
        notWritten("prices", "CREATE", "UPDATE", "DELETE");
        notWritten("letters", "UPDATE", "DELETE");
        assertThat(server.send("POST", "/admin/api/letters/", token, "{\"id\":2,\"name\":\"two\"}")
                        .statusCode())
                .isEqualTo(201);
        notWritten("salaries", "CREATE", "DELETE");
        notWritten("numbered", "CREATE");
        assertThat(server.send("PATCH", "/admin/api/numbered/1", token, "{\"name\":\"first\"}")
                        .statusCode())
                .isEqualTo(200);
        for (String model : List.of("drawers", "shelves")) {
            assertThat(server.send("POST", "/admin/api/" + model + "/", token, "{\"name\":\"one\"}")
                            .statusCode())
                    .as(model)
                    .isEqualTo(201);
        }
        assertThat(get("/admin/api/salaries/1").body()).doesNotContain("9000");
        assertThat(server.send("PATCH", "/admin/api/salaries/1", token, "{\"status\":\"paid\"}")
                        .statusCode())
                .isEqualTo(200);
        PanelVisitor visitor = PanelVisitor.signedIn(server);
        for (String page : List.of("/admin", "/admin/prices/", "/admin/letters/", "/admin/search?q=one")) {
            assertThat(visitor.get(page).status()).as(page).isEqualTo(200);
        }
    }

    @Test
    void a_start_names_tables_that_may_not_be_read_and_a_materialized_view_is_not_written() {
        DatabaseSettings.Server clerk = asClerk(OFFICE);
        ConfigurationException error = catchThrowableOfType(
                ConfigurationException.class,
                () -> serve(
                        clerk,
                        b -> b.setting("database.schema", "existing")
                                .register(model("secrets", "name"))
                                .register(model("salaries", "amount"))));
        assertThat(error.getMessage()).contains("secrets").contains("SELECT").contains("'amount' of 'salaries'");
        serve(clerk, b -> b.setting("database.schema", "existing").register(model("names", "name")));
        notWritten("names", "CREATE", "UPDATE", "DELETE");
    }

    @Test
    void rights_that_are_taken_away_while_the_server_runs_make_the_model_unavailable() {
        DatabaseSettings.Server clerk = asClerk(OFFICE);
        introspect(clerk);
        assertThat(get("/admin/api/letters/1").statusCode()).isEqualTo(200);
        TestDatabases.execute(
                new DatabaseSettings.Server(
                        "PostgreSQL", clerk.host(), clerk.port(), clerk.database(), "postgres", "postgres", "", 8),
                List.of("REVOKE ALL ON letters FROM clerk"));
        refused("GET", "/admin/api/letters/1", "", 503, "model_unavailable");
        assertThat(get("/admin/api/prices/1").statusCode()).isEqualTo(200);
    }

    @Test
    void the_form_for_a_new_row_of_a_partitioned_table_leaves_the_number_to_the_database() {
        DatabaseSettings.Server readings = TestDatabases.postgresql();
        TestDatabases.execute(
                readings,
                List.of(
                        "CREATE TABLE readings (id bigint GENERATED ALWAYS AS IDENTITY, day date, value integer,"
                                + " PRIMARY KEY (id, day)) PARTITION BY RANGE (day)",
                        "CREATE TABLE readings_2026 PARTITION OF readings FOR VALUES FROM ('2026-01-01') TO"
                                + " ('2027-01-01')"));
        introspect(readings);
        PanelVisitor.Page create = PanelVisitor.signedIn(server).get("/admin/readings/create");
        assertThat(create.document().select("[name=id]:not([required])")).hasSize(1);
        assertThat(create.document().select("[name=day][required]")).hasSize(1);
        PanelVisitor.Page created = create.form("form[method=post]:has([name=day])")
                .set("day", "2026-02-03")
                .send();
        assertThat(created.status()).isEqualTo(303);
        assertThat(get("/admin/api/readings/1,2026-02-03").statusCode()).isEqualTo(200);
    }
}
