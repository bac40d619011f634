package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class MysqlSqlFragmentsIT extends SqlFragmentsContract {
    @Override
    DatabaseSettings settings(Path files) {
        return TestDatabases.migratedMysql();
    }

    @Override
    String momentType() {
        return "datetime(6)";
    }
}
