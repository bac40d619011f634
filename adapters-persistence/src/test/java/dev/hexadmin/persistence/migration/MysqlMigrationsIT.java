package dev.hexadmin.persistence.migration;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlMigrationsIT extends MigrationsContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.mysql();
    }
}
