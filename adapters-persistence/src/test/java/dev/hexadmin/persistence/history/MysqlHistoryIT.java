package dev.hexadmin.persistence.history;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlHistoryIT extends HistoryContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedMysql();
    }
}
