package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class SqliteSqlFragmentsIT extends SqlFragmentsContract {
    @Override
    DatabaseSettings settings(Path files) {
        return TestDatabases.sqlite(files);
    }

    @Override
    String momentType() {
        return "text";
    }
}
