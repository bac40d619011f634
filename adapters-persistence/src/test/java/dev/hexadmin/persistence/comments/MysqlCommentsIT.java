package dev.hexadmin.persistence.comments;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlCommentsIT extends DatabaseCommentsContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedMysql();
    }
}
