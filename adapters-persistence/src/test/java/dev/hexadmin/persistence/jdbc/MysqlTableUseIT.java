package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlTableUseIT extends TableUseContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.mysql();
    }
}
