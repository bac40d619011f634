package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases with missing, broken or read-only tables: errors name the table, and all other models work. */
abstract class DatabaseAsItIsContract {
    @TempDir
    Path folder;

    RunningServer server;
    String token = "";

    abstract DatabaseSettings database(Path folder);

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    final void serve(DatabaseSettings database, UnaryOperator<Hexadmin.Builder> options) {
        server = RunningServer.start(database, options);
        token = server.token();
    }

    final void introspect(DatabaseSettings database) {
        serve(database, b -> b.setting("introspect", "true"));
    }

    final HttpResponse<String> get(String path) {
        return server.send("GET", path, token, "");
    }

    final void refused(String method, String path, String body, int status, String code) {
        HttpResponse<String> answer = server.exchange(method, path, token, body);
        assertThat(answer.statusCode())
                .as(method + " " + path + "\n" + answer.body())
                .isEqualTo(status);
        assertThat(RunningServer.json(answer).path("code").asText()).isEqualTo(code);
    }

    static ModelDefinition model(String name, String... fields) {
        ModelDefinition.Builder model =
                ModelDefinition.builder(name).field("id", FieldType.INTEGER, f -> f.primaryKey());
        for (String field : fields) {
            model.field(field, FieldType.STRING);
        }
        return model.build();
    }

    private static final List<String> TWO_TABLES = List.of(
            "CREATE TABLE people (id integer PRIMARY KEY, name text)",
            "CREATE TABLE visits (id integer PRIMARY KEY, person_id integer REFERENCES people (id), note text)",
            "INSERT INTO people VALUES (1, 'Ada')",
            "INSERT INTO visits VALUES (1, 1, 'first')");

    @Test
    void a_start_names_each_table_and_column_that_a_model_lacks() {
        DatabaseSettings database = database(folder);
        TestDatabases.execute(database, TWO_TABLES);
        ConfigurationException error = catchThrowableOfType(
                ConfigurationException.class,
                () -> serve(
                        database,
                        b -> b.setting("database.schema", "existing")
                                .register(model("people", "name", "nick"))
                                .register(model("ghosts"))));
        assertThat(error.getMessage())
                .contains("people", "nick", "ghosts")
                .contains("no column 'nick'")
                .contains("no table 'ghosts'");
    }

    @Test
    void a_table_that_is_renamed_while_the_server_runs_is_unavailable_alone() {
        DatabaseSettings database = database(folder);
        TestDatabases.execute(database, TWO_TABLES);
        introspect(database);
        assertThat(get("/admin/api/people/").statusCode()).isEqualTo(200);
        assertThat(get("/admin/api/visits/").statusCode()).isEqualTo(200);
        TestDatabases.execute(database, List.of("ALTER TABLE people RENAME TO humans"));
        refused("GET", "/admin/api/people/", "", 503, "model_unavailable");
        refused("GET", "/admin/api/people/1", "", 503, "model_unavailable");
        refused("PATCH", "/admin/api/people/1", "{\"name\":\"Bob\"}", 503, "model_unavailable");
        refused("DELETE", "/admin/api/people/1", "", 503, "model_unavailable");
        assertThat(get("/admin/api/visits/").statusCode()).isEqualTo(200);
        assertThat(get("/admin/api/visits/1").statusCode()).isEqualTo(200);
        assertThat(server.send("PATCH", "/admin/api/visits/1", token, "{\"note\":\"second\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(get("/admin/api/search?q=second").body()).contains("visits");
        TestDatabases.execute(database, List.of("ALTER TABLE humans RENAME TO people"));
        assertThat(get("/admin/api/people/1").statusCode()).isEqualTo(200);
        TestDatabases.execute(database, List.of("ALTER TABLE people RENAME COLUMN name TO called"));
        refused("GET", "/admin/api/people/1", "", 503, "model_unavailable");
        TestDatabases.execute(database, List.of("ALTER TABLE people RENAME COLUMN called TO name"));
        assertThat(get("/admin/api/people/1").statusCode()).isEqualTo(200);
    }

    @Test
    void pages_of_other_models_the_dashboard_and_the_search_work_without_a_table() {
        DatabaseSettings database = database(folder);
        TestDatabases.execute(database, TWO_TABLES);
        introspect(database);
        TestDatabases.execute(database, List.of("ALTER TABLE people RENAME TO humans"));
        PanelVisitor visitor = PanelVisitor.signedIn(server);
        for (String page : List.of("/admin", "/admin/visits/", "/admin/visits/1", "/admin/search?q=first")) {
            assertThat(visitor.get(page).status()).as(page).isEqualTo(200);
        }
        assertThat(visitor.get("/admin/people/").status()).isEqualTo(503);
    }

    @Test
    void a_view_is_read_and_never_written() {
        DatabaseSettings database = database(folder);
        TestDatabases.execute(database, TWO_TABLES);
        TestDatabases.execute(
                database, List.of("CREATE VIEW counts AS SELECT count(*) AS id, max(name) AS name FROM people"));
        serve(database, b -> b.setting("database.schema", "existing").register(model("counts", "name")));
        assertThat(get("/admin/api/counts/").statusCode()).isEqualTo(200);
        notWritten("counts", "CREATE", "UPDATE", "DELETE");
    }

    @Test
    void a_model_with_a_chosen_key_or_read_only_is_read_and_never_written() {
        DatabaseSettings database = database(folder);
        TestDatabases.execute(database, TWO_TABLES);
        TestDatabases.execute(
                database,
                List.of("CREATE VIEW visitors AS SELECT p.id AS person_id, p.name, count(v.id) AS visits FROM people p"
                        + " LEFT JOIN visits v ON v.person_id = p.id GROUP BY p.id, p.name"));
        serve(
                database,
                b -> b.setting("database.schema", "existing")
                        .register(model("people", "name"))
                        .register(ModelDefinition.builder("visits")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("note", FieldType.STRING)
                                .readOnly()
                                .build())
                        .register(ModelDefinition.builder("visitors")
                                .field("person_id", FieldType.REFERENCE, f -> f.to("people"))
                                .field("visits", FieldType.INTEGER)
                                .key("person_id")
                                .build()));
        assertThat(get("/admin/api/visitors/1").body()).contains("\"visits\":1");
        notWritten("visitors", "CREATE", "UPDATE", "DELETE");
        notWritten("visits", "CREATE", "UPDATE", "DELETE");
        TestDatabases.execute(database, List.of("DELETE FROM visits"));
        assertThat(server.send("DELETE", "/admin/api/people/1", token, "").statusCode())
                .as("the rows of a view prevent no delete")
                .isEqualTo(204);
    }

    @Test
    void a_model_without_a_key_has_no_managed_table() {
        ConfigurationException error = catchThrowableOfType(
                ConfigurationException.class,
                () -> serve(
                        database(folder),
                        b -> b.register(ModelDefinition.builder("notes")
                                .field("text", FieldType.STRING)
                                .key()
                                .build())));
        assertThat(error.getMessage()).contains("'notes'", "key", "existing");
    }

    /** Asserts that these operations have no route, are not documented, and are offered on no page. */
    final void notWritten(String model, String... operations) {
        String document = get("/openapi.json").body();
        String paths = RunningServer.json(get("/openapi.json"))
                .path("paths")
                .path("/admin/api/" + model + "/")
                .toString();
        String one = RunningServer.json(get("/openapi.json"))
                .path("paths")
                .path("/admin/api/" + model + "/{id}")
                .toString();
        assertThat(document).contains("/admin/api/" + model + "/");
        PanelVisitor visitor = PanelVisitor.signedIn(server);
        for (String operation : operations) {
            switch (operation) {
                case "CREATE" -> {
                    refused("POST", "/admin/api/" + model + "/", "{}", 405, "method_not_allowed");
                    assertThat(paths).doesNotContain("\"post\"");
                    assertThat(visitor.get("/admin/" + model + "/").body())
                            .doesNotContain("/admin/" + model + "/create");
                }
                case "UPDATE" -> {
                    refused("PATCH", "/admin/api/" + model + "/1", "{}", 405, "method_not_allowed");
                    refused("PUT", "/admin/api/" + model + "/1", "{}", 405, "method_not_allowed");
                    assertThat(one).doesNotContain("\"patch\"").doesNotContain("\"put\"");
                    assertThat(visitor.get("/admin/" + model + "/1").body()).doesNotContain("/" + model + "/1/edit");
                }
                default -> {
                    refused("DELETE", "/admin/api/" + model + "/1", "", 405, "method_not_allowed");
                    assertThat(one).doesNotContain("\"delete\"");
                    assertThat(visitor.get("/admin/" + model + "/1").body()).doesNotContain("/" + model + "/1/delete");
                }
            }
        }
    }
}
