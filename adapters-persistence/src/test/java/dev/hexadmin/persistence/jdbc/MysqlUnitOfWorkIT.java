package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlUnitOfWorkIT extends DatabaseUnitOfWorkContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.mysql();
    }
}
