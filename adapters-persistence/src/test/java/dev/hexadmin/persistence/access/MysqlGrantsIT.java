package dev.hexadmin.persistence.access;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlGrantsIT extends GrantsContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedMysql();
    }
}
