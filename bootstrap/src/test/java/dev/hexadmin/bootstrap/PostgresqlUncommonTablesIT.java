package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
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
                "CREATE TABLE hours (id integer PRIMARY KEY, until time)",
                "INSERT INTO hours VALUES (1, '23:59:59.999999'), (2, '24:00'), (3, '12:00')");
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
