package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MysqlUncommonTablesIT extends UncommonTablesContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.mysql();
    }

    @Override
    List<String> odd() {
        return List.of("tinyint(1)", "1", "2", "0", "-5", "100");
    }

    @Override
    String bytes() {
        return "blob";
    }

    @Override
    String noBytes() {
        return "''";
    }

    @Override
    String document() {
        return "JSON";
    }

    @Override
    String deferred() {
        return "";
    }

    @Override
    List<String> ownTables() {
        return List.of(
                "CREATE TABLE vintages (id integer PRIMARY KEY, made year)",
                "INSERT INTO vintages VALUES (1, 1999)",
                "CREATE TABLE moods (id integer PRIMARY KEY, mood enum ('calm', 'angry', 'bored'), tags set ('y', 'x'))",
                "INSERT INTO moods VALUES (1, 'calm', 'x'), (2, 'bored', 'y,x'), (3, 'angry', ''), (4, NULL, 'y'),"
                        + " (5, 'bored', NULL), (6, 'angry', 'x')");
    }

    @Test
    void lists_in_the_order_of_labels_are_read_to_their_end() {
        for (String ordering : List.of("mood", "-mood", "tags", "-tags,mood")) {
            visitsAll("moods", ordering, 6);
        }
        assertThat(get("moods/?ordering=mood,id").get("items").findValuesAsText("id"))
                .containsExactly("4", "3", "6", "2", "5", "1");
    }

    @Test
    void a_year_of_two_digits_does_not_become_another_year() {
        assertThat(call("PATCH", "vintages/1", "{\"made\":80}").statusCode()).isEqualTo(422);
        assertThat(get("vintages/1").get("made").asInt()).isEqualTo(1999);
    }

    @Test
    void a_number_that_is_no_flag_is_no_value_of_one() {
        assertThat(get("pieces/?odd=true&ordering=id").get("items").findValuesAsText("id"))
                .containsExactly("1", "7");
        assertThat(get("pieces/2").get("odd").isNull()).isTrue();
        assertThat(get("pieces/?odd__isnull=true&ordering=id").get("items").findValuesAsText("id"))
                .containsExactly("2", "4", "5", "6", "8");
    }
}
