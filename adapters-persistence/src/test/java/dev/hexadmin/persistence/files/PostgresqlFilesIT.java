package dev.hexadmin.persistence.files;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class PostgresqlFilesIT extends FilesContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedPostgresql();
    }
}
