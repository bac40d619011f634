package dev.hexadmin.bootstrap;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class PostgresqlBrandingExampleIT extends BrandingExampleContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedPostgresql();
    }
}
