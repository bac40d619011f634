package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class SqliteDemoDataIT extends DemoDataContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.sqlite(folder);
    }
}
