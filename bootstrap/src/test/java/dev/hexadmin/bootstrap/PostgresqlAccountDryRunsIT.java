package dev.hexadmin.bootstrap;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class PostgresqlAccountDryRunsIT extends AccountDryRunsContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedPostgresql();
    }

    @Override
    DatabaseSettings emptyDatabase(Path folder) {
        return TestDatabases.postgresql();
    }
}
