package dev.hexadmin.persistence.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;

class GivenPoolUnitOfWorkIT extends DatabaseUnitOfWorkContract {
    @AutoClose
    final HikariDataSource pool = TestDatabases.pool(TestDatabases.source(TestDatabases.postgresql()), 6);

    @Override
    DatabaseSettings settings(Path folder) {
        return new DatabaseSettings.Given(pool, 16);
    }
}
