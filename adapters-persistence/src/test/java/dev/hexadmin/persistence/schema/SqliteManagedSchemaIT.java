package dev.hexadmin.persistence.schema;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class SqliteManagedSchemaIT extends ManagedSchemaContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Override
    String plan(String sql) {
        return lines("EXPLAIN QUERY PLAN " + sql);
    }
}
