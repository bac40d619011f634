package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SqliteUnitOfWorkIT extends DatabaseUnitOfWorkContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Test
    void code_that_interrupts_its_thread_does_not_end_later_writes() {
        database.write(scope -> {
            insert(1);
            Thread.currentThread().interrupt();
            return 0;
        });
        database.write(scope -> {
            insert(2);
            return 0;
        });
        assertThat(count()).isEqualTo(2);
    }
}
