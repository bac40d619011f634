package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteEveryTableIT extends EveryTableContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Override
    String failingExpression() {
        return "json_extract(document, '$.n')";
    }

    @Override
    List<String> ownTables() {
        return List.of(
                "CREATE TABLE loose (a, b)",
                "INSERT INTO loose VALUES (1, NULL), (2.5, x'00ff'), ('t', 'u')",
                "CREATE VIEW looser AS SELECT a, b FROM loose",
                "CREATE TABLE holes (code text PRIMARY KEY, name text)",
                "INSERT INTO holes VALUES (NULL, 'first'), ('a', 'second')");
    }

    @Test
    void columns_without_a_type_show_what_is_in_them() {
        isOnlyListed("loose", 3);
        isOnlyListed("looser", 3);
        assertThat(get("loose/?a=1").get("items")).hasSize(1);
        assertThat(get("looser/?a=2.5").at("/items/0/a").asText()).isEqualTo("2.5");
    }

    @Test
    void a_primary_key_that_is_null_in_some_row_identifies_none() {
        isOnlyListed("holes", 2);
    }
}
