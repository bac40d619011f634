package dev.hexadmin.persistence.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class MigrationsContract {
    @TempDir
    Path folder;

    Database database;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void run(String sql) {
        try (var connection = database.migrationSource().getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private long users() {
        return database.query(
                execute -> execute.query("SELECT id FROM admin_users").count());
    }

    @Test
    void a_table_of_another_program_with_a_name_that_is_needed_is_named() {
        run("CREATE TABLE admin_users (id integer)");
        assertThatThrownBy(() -> new Migrations(database).apply())
                .isInstanceOf(ServiceUnavailableException.class)
                .hasMessageContaining("tables of another program")
                .hasRootCauseMessage(
                        "admin_users; rename them, or use another database or schema (currentSchema=… in a URL of"
                                + " PostgreSQL) for Hexadmin");
        run("DROP TABLE admin_users");
        assertThat(new Migrations(database).apply()).isPositive();
    }

    @Test
    void an_empty_database_gets_the_tables_once() {
        assertThat(new Migrations(database).apply()).isPositive();
        assertThat(users()).isZero();
        assertThat(new Migrations(database).apply()).isZero();
    }

    @Test
    void the_plan_has_the_scripts_that_are_missing_and_runs_none() {
        Migrations migrations = new Migrations(database);
        List<String> plan = migrations.plan();
        assertThat(plan.getFirst()).startsWith("-- V1__identity.sql\n").contains("CREATE TABLE admin_users");
        assertThat(migrations.plan()).isEqualTo(plan);
        assertThat(migrations.apply()).isEqualTo(plan.size());
        assertThat(migrations.plan()).isEmpty();
    }

    @Test
    void the_index_names_every_migration() throws IOException {
        Path scripts = Path.of("src/main/resources/META-INF/dev.hexadmin.persistence/db-migrations")
                .resolve(database.kind().name());
        try (Stream<Path> files = Files.list(scripts)) {
            assertThat(Files.readAllLines(scripts.resolve("index")))
                    .containsExactlyInAnyOrderElementsOf(files.map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> !name.equals("index"))
                            .toList());
        }
    }

    @Test
    void a_database_has_a_name_of_its_own_that_stays() {
        try (Persistence persistence = Persistence.open(settings(folder))) {
            persistence.migrate();
            String name = persistence.installation();
            assertThat(name).matches("[0-9a-f]{32}");
            persistence.migrate();
            assertThat(persistence.installation()).isEqualTo(name);
        }
    }

    @Test
    void a_database_with_tables_of_its_own_and_another_flyway_history_is_welcome() {
        run("CREATE TABLE artists (id INTEGER PRIMARY KEY)");
        run("CREATE TABLE flyway_schema_history (version TEXT, success INTEGER)");
        run("INSERT INTO flyway_schema_history VALUES ('9000', 1)");
        assertThat(new Migrations(database).apply()).isPositive();
        assertThat(users()).isZero();
    }

    @Test
    void a_database_made_by_a_newer_program_is_refused_by_name_of_its_version() {
        new Migrations(database).apply();
        run("UPDATE admin_schema_history SET version = '9999' WHERE version = '1'");
        assertThatThrownBy(() -> new Migrations(database).apply())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("9999")
                .hasMessageContaining("newer Hexadmin");
    }
}
