package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteDatabaseAsItIsIT extends DatabaseAsItIsContract {
    private static final List<String> BROKEN = List.of(
            "CREATE TABLE people (id integer PRIMARY KEY, name text)",
            "CREATE TABLE orphans (id integer PRIMARY KEY, parent integer REFERENCES nowhere (id), name text)",
            "CREATE TABLE named (id integer PRIMARY KEY, name text REFERENCES people (name))",
            "CREATE TABLE keyless (code text PRIMARY KEY, name text)",
            "INSERT INTO people VALUES (1, 'Ada')",
            "INSERT INTO keyless VALUES (NULL, 'one'), (NULL, 'two'), ('c', 'three')");

    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Test
    void introspected_tables_with_broken_foreign_keys_are_read_and_not_created() {
        DatabaseSettings database = database(folder);
        TestDatabases.execute(database, BROKEN);
        introspect(database);
        notWritten("orphans", "CREATE");
        notWritten("named", "CREATE");
        assertThat(get("/admin/api/orphans/").statusCode()).isEqualTo(200);
        refused("DELETE", "/admin/api/people/1", "", 405, "method_not_allowed");
        refused("POST", "/admin/api/people/", "{}", 405, "method_not_allowed");
        assertThat(server.send("PATCH", "/admin/api/people/1", token, "{}").statusCode())
                .isEqualTo(200);
        assertThat(get("/admin/api/keyless/").statusCode()).isEqualTo(200);
    }

    @Test
    void a_start_names_broken_foreign_keys_and_rows_without_a_key() {
        DatabaseSettings database = database(folder);
        TestDatabases.execute(database, BROKEN);
        ConfigurationException error = catchThrowableOfType(
                ConfigurationException.class,
                () -> serve(
                        database,
                        b -> b.setting("database.schema", "existing")
                                .register(model("orphans", "name"))
                                .register(model("named", "name"))
                                .register(keyless())));
        assertThat(error.getMessage())
                .contains("'nowhere', which does not exist")
                .contains("columns of 'people' that are not unique")
                .contains("keyless")
                .contains("NULL");
    }

    private static ModelDefinition keyless() {
        return ModelDefinition.builder("keyless")
                .field("code", FieldType.STRING, f -> f.primaryKey())
                .field("name", FieldType.STRING)
                .build();
    }

    @Test
    void a_row_without_a_key_that_comes_while_the_server_runs_is_shown_without_a_page() {
        DatabaseSettings database = database(folder);
        TestDatabases.execute(
                database,
                List.of(
                        "CREATE TABLE keyless (code text PRIMARY KEY, name text)",
                        "INSERT INTO keyless VALUES ('c', 'three')"));
        introspect(database);
        PanelVisitor visitor = PanelVisitor.signedIn(server);
        assertThat(visitor.get("/admin/keyless/").status()).isEqualTo(200);
        TestDatabases.execute(database, List.of("INSERT INTO keyless VALUES (NULL, 'one')"));
        Page list = visitor.get("/admin/keyless/");
        assertThat(list.status()).isEqualTo(200);
        assertThat(list.texts("tbody tr")).containsExactlyInAnyOrder("– one", "c three");
        assertThat(list.texts("tbody tr:has(a.open)")).containsExactly("c three");
    }
}
