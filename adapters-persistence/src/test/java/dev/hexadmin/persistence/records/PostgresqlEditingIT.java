package dev.hexadmin.persistence.records;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class PostgresqlEditingIT extends EditingContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedPostgresql();
    }
}
