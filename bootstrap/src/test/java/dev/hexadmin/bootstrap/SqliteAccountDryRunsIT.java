package dev.hexadmin.bootstrap;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class SqliteAccountDryRunsIT extends AccountDryRunsContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @Override
    DatabaseSettings emptyDatabase(Path folder) {
        return TestDatabases.sqlite(folder);
    }
}
