package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresqlChildrenIT extends ChildrenContract {
    private final RecordingSource recording = new RecordingSource();
    private @Nullable HikariDataSource pool;

    @Override
    DatabaseSettings settings(Path folder) {
        pool = TestDatabases.pool(recording.of(TestDatabases.source(TestDatabases.migratedPostgresql())), 6);
        return new DatabaseSettings.Given(pool, 16);
    }

    @AfterEach
    void closePool() {
        if (pool != null) {
            pool.close();
        }
    }

    /** The queries since the last call, without those that set up a connection. */
    private List<String> statements() {
        return recording.taken().stream()
                .filter(text -> !text.contains("set_config"))
                .toList();
    }

    @Test
    void the_number_of_statements_does_not_grow_with_the_number_of_children() {
        patch(SUPERUSER, 3, withLines(Map.of("create", Collections.nCopies(500, Map.of("quantity", 1L)))));
        recording.taken();
        assembly.browsing()
                .list(
                        SUPERUSER,
                        ListRequest.of(orders, Map.of("expand", "lines", "count", "none")),
                        CollectingSink::new);
        // the page, and the children of all its records
        assertThat(statements()).hasSize(2);

        assembly.browsing()
                .read(SUPERUSER, ListRequest.of(orders, Map.of("expand", "lines")), "3", CollectingSink::new);
        assertThat(statements()).hasSize(2);

        patch(SUPERUSER, 2, withLines(Map.of("update", List.of(Map.of("id", 1021L, "quantity", 9L)))));
        int few = statements().size();
        patch(SUPERUSER, 3, withLines(Map.of("update", List.of(Map.of("id", 3L, "quantity", 9L)))));
        assertThat(statements()).hasSize(few);
        // the parent, the child, and the parent again, which hooks of the child may have changed
        assertThat(few).isEqualTo(3);
    }
}
