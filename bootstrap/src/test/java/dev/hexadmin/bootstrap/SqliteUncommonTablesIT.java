package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

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
                "INSERT INTO anything VALUES (1, NULL), (2, '1'), (3, 1), (4, '1.0'), (5, 'x')");
    }

    @Test
    void a_number_in_a_column_of_any_type_is_found_as_its_text() {
        assertThat(get("anything/?e=1").get("items").findValuesAsText("id")).containsExactlyInAnyOrder("2", "3");
        assertThat(get("anything/?ordering=e").get("items").findValuesAsText("id"))
                .containsExactly("1", "2", "3", "4", "5");
        visitsAll("anything", "e", 5);
        visitsAll("anything", "-e", 5);
    }
}
