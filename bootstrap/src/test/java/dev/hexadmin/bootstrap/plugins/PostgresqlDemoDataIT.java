package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class PostgresqlDemoDataIT extends DemoDataContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.postgresql();
    }
}
