package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Collation;

/** Tables of SQLite as programs and their libraries make them, with values in their forms: new values have these, too. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TablesOfProgramsIT {
    private static final String UUID = "0f8fad5b-d9cb-469f-a165-70867728950e";

    private static final List<String> TABLES = List.of(
            "CREATE TABLE sequelize (id INTEGER PRIMARY KEY, at DATETIME, ok TINYINT(1) NOT NULL DEFAULT 1, level TINYINT(1))",
            "INSERT INTO sequelize VALUES (1, '2023-11-14 22:13:20.000 +00:00', 1, 7)",
            "CREATE TABLE offsets (id INTEGER PRIMARY KEY, at DATETIME)",
            "INSERT INTO offsets VALUES (1, '2023-11-14 22:13:20+02:00')",
            "CREATE TABLE prisma (id INTEGER PRIMARY KEY, at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, n INTEGER)",
            "INSERT INTO prisma VALUES (1, 1700000000123, 1)",
            "CREATE TABLE plain (id INTEGER PRIMARY KEY, at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, n INTEGER)",
            "INSERT INTO plain VALUES (1, '2023-11-14 22:13:20', 1)",
            "CREATE TABLE pony (id UUID PRIMARY KEY, td INTERVAL, arr INT[] NOT NULL)",
            "INSERT INTO pony VALUES (X'0f8fad5bd9cb469fa16570867728950e', 1.25, '[1,2]')",
            "CREATE TABLE pony_sub (id INTEGER PRIMARY KEY, pony_id UUID REFERENCES pony (id))",
            "INSERT INTO pony_sub VALUES (1, X'0f8fad5bd9cb469fa16570867728950e')",
            "CREATE TABLE alchemy (id INTEGER PRIMARY KEY, t TIME)",
            "INSERT INTO alchemy VALUES (1, '09:00:00.000000')",
            "CREATE TABLE rails (id INTEGER PRIMARY KEY, t TIME)",
            "INSERT INTO rails VALUES (1, '2000-01-01 10:20:00')",
            "CREATE TABLE minutes (id INTEGER PRIMARY KEY, t TIME)",
            "INSERT INTO minutes VALUES (1, '10:20')",
            "CREATE TABLE tags (tag TEXT PRIMARY KEY COLLATE own) WITHOUT ROWID",
            "INSERT INTO tags VALUES ('A')",
            "CREATE TABLE decks (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE own)",
            "CREATE UNIQUE INDEX decks_name ON decks (name)",
            "INSERT INTO decks VALUES (1, 'Default')",
            "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL, bio TEXT, name TEXT)",
            "INSERT INTO users VALUES (1, 'a@b.c', 'long', 'Ann')",
            "CREATE TABLE roles (id INTEGER PRIMARY KEY, title TEXT NOT NULL)",
            "INSERT INTO roles VALUES (1, 'Chief')",
            "CREATE TABLE users_roles (user_id INTEGER NOT NULL REFERENCES users (id),"
                    + " role_id INTEGER NOT NULL REFERENCES roles (id), PRIMARY KEY (user_id, role_id))",
            "INSERT INTO users_roles VALUES (1, 1)");

    @TempDir
    static Path folder;

    private DatabaseSettings.Embedded database;
    private RunningServer server;
    private PanelVisitor visitor;
    private String token;

    @BeforeAll
    void start() throws SQLException {
        database = TestDatabases.sqlite(folder);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database.file());
                Statement statement = connection.createStatement()) {
            Collation.create(connection, "own", new Collation() {
                @Override
                protected int xCompare(String one, String other) {
                    return one.compareToIgnoreCase(other);
                }
            });
            for (String table : TABLES) {
                statement.execute(table);
            }
        }
        server = RunningServer.start(database, builder -> builder.setting("introspect", "true"));
        token = server.token();
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterAll
    void stop() {
        visitor.close();
        server.close();
    }

    private HttpResponse<String> call(String method, String path, String body) {
        return server.send(method, "/admin/api/" + path, token, body);
    }

    private JsonNode answer(int status, String method, String path, String body) {
        HttpResponse<String> answer = call(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    @ParameterizedTest
    @CsvSource({
        "sequelize, at, 2025-01-02T03:04:05Z, 2025-01-02 03:04:05.000 +00:00",
        "offsets, at, 2025-01-02T03:04:05Z, 2025-01-02 03:04:05+00:00",
        "prisma, at, 2025-01-02T03:04:05.678Z, 1735787045678",
        "alchemy, t, 10:00, 10:00:00.000000",
        "rails, t, 11:22, 2000-01-01 11:22:00",
        "minutes, t, 11:22, 11:22",
        "minutes, t, 11:22:33, 11:22:33"
    })
    void a_time_is_stored_as_the_program_writes_it(String model, String field, String given, String stored) {
        String id = answer(201, "POST", model + "/", "{\"" + field + "\":\"" + given + "\"}")
                .get("id")
                .asText();
        assertThat(TestDatabases.texts(database, "SELECT " + field + " FROM " + model + " WHERE id = " + id))
                .containsExactly(stored);
        assertThat(answer(200, "GET", model + "/?" + field + "=" + given, "")
                        .get("items")
                        .findValuesAsText("id"))
                .contains(id);
    }

    @Test
    void the_time_of_an_insert_is_stored_in_the_form_of_the_rows() {
        assertThat(answer(201, "POST", "prisma/", "{\"n\":2}").get("at").asText())
                .startsWith("20");
        answer(201, "POST", "plain/", "{\"n\":2}");
        assertThat(TestDatabases.texts(
                        database,
                        "SELECT typeof(at) FROM prisma WHERE n = 2 UNION ALL SELECT length(at) FROM plain WHERE n = 2"))
                .containsExactly("integer", "19");
    }

    @Test
    void a_number_of_one_digit_is_a_boolean_where_it_holds_no_other_values() {
        assertThat(answer(200, "PATCH", "sequelize/1", "{\"ok\":false}")
                        .get("ok")
                        .booleanValue())
                .isFalse();
        assertThat(answer(200, "GET", "sequelize/1", "").get("level").intValue())
                .isEqualTo(7);
        assertThat(TestDatabases.texts(database, "SELECT ok FROM sequelize WHERE id = 1"))
                .containsExactly("0");
    }

    @Test
    void a_uuid_of_sixteen_bytes_is_read_found_and_written() {
        JsonNode pony = answer(200, "GET", "pony/" + UUID, "");
        assertThat(pony.get("td").doubleValue()).isEqualTo(1.25);
        assertThat(pony.get("arr").asText()).isEqualTo("[1,2]");
        assertThat(answer(200, "GET", "pony/?id__in=" + UUID, "").get("total").intValue())
                .isOne();
        answer(201, "POST", "pony_sub/", "{\"pony_id\":\"" + UUID + "\"}");
        assertThat(answer(200, "GET", "pony_sub/?expand=pony_id", "").findValuesAsText("arr"))
                .containsOnly("[1,2]");
        assertThat(TestDatabases.texts(database, "SELECT DISTINCT typeof(pony_id) FROM pony_sub"))
                .containsExactly("blob");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tags/", "tags/A", "tags/?tag=A", "decks/?ordering=name", "decks/?name=Default"})
    void what_needs_an_order_that_only_the_program_has_is_reported(String path) {
        JsonNode problem = answer(503, "GET", path, "");
        assertThat(problem.get("code").asText()).isEqualTo("model_unavailable");
        assertThat(answer(200, "GET", "decks/", "").get("total").intValue()).isOne();
    }

    @Test
    void other_models_are_searched_beside_one_that_cannot_be() {
        assertThat(answer(200, "GET", "search?q=Ann", "").toString()).contains("users_table");
        assertThat(visitor.get("/admin/search?q=Ann").status()).isEqualTo(200);
    }

    @Test
    void a_list_shows_what_names_its_records_and_other_short_texts() {
        PanelVisitor.Page list = visitor.get("/admin/users_table/");
        assertThat(list.document().select("h1").text()).isEqualTo("Users");
        assertThat(list.document().select("thead th[data-field]").eachAttr("data-field"))
                .contains("email", "name")
                .doesNotContain("bio");
    }

    @Test
    void the_links_of_a_record_are_deleted_with_it() {
        answer(201, "POST", "users_table/", "{\"email\":\"x@y.z\",\"name\":\"Linked\",\"roles_tables\":[1]}");
        String id = TestDatabases.texts(database, "SELECT id FROM users WHERE name = 'Linked'")
                .getFirst();
        assertThat(visitor.get("/admin/users_table/" + id + "/delete").body())
                .contains("would be removed")
                .doesNotContain("prevents deletion");
        assertThat(call("DELETE", "users_table/" + id, "").statusCode()).isEqualTo(204);
        assertThat(TestDatabases.texts(database, "SELECT count(*) FROM users_roles WHERE user_id = " + id))
                .containsExactly("0");
    }
}
