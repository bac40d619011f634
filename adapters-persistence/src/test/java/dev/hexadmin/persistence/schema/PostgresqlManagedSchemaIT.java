package dev.hexadmin.persistence.schema;

import dev.hexadmin.persistence.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class PostgresqlManagedSchemaIT extends ManagedSchemaContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    String plan(String sql) {
        return lines("EXPLAIN " + sql);
    }
}
