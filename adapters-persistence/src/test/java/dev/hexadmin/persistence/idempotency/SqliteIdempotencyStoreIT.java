package dev.hexadmin.persistence.idempotency;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class SqliteIdempotencyStoreIT extends DatabaseIdempotencyStoreContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }
}
