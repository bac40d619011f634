package dev.hexadmin.persistence;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlBulkLoadIT extends BulkLoadContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.mysql();
    }
}
