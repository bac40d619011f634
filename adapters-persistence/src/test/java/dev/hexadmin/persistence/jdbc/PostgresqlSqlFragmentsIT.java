package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class PostgresqlSqlFragmentsIT extends SqlFragmentsContract {
    @Override
    DatabaseSettings settings(Path files) {
        return TestDatabases.postgresql();
    }

    @Override
    String momentType() {
        return "timestamptz";
    }
}
