package dev.hexadmin.persistence.records;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class SqliteRecordsIT extends RecordsContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Override
    String failingExpression() {
        return "json('{')";
    }
}
