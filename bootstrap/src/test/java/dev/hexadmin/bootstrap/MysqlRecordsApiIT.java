package dev.hexadmin.bootstrap;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlRecordsApiIT extends RecordsApiContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedMysql();
    }

    @Override
    boolean checksForeignKeysLater() {
        return false;
    }
}
