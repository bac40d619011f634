package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.waiting.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PostgresqlCountCacheIT extends CountCacheContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.postgresql();
    }

    @Test
    void a_number_is_kept_for_as_long_as_nothing_is_written_to_the_database() throws Exception {
        String another = "SELECT (random() * 1000000000)::bigint FROM books";
        Waiting.until(
                () -> { // the server itself may write, such as statistics
                    long first = number(another);
                    pass(Duration.ofSeconds(1));
                    return number(another) == first;
                });
        long first = number(another);
        pass(Duration.ofSeconds(1));
        writeElsewhere("INSERT INTO readers (id) VALUES (1)");
        assertThat(number(another)).isNotEqualTo(first);
    }
}
