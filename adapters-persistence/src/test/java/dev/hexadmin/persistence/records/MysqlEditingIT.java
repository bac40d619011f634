package dev.hexadmin.persistence.records;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlEditingIT extends EditingContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedMysql();
    }
}
