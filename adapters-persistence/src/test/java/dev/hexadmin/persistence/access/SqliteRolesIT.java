package dev.hexadmin.persistence.access;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class SqliteRolesIT extends DatabaseRolesContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }
}
