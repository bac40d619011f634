package dev.hexadmin.bootstrap;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;

class PostgresqlStoredValuesIT extends StoredValuesContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    List<String> readings() {
        return List.of(
                "CREATE TABLE readings (id bigint PRIMARY KEY, at timestamptz, note varchar, place varchar(40))",
                "INSERT INTO readings VALUES (1, '2026-11-20 10:00:00+00', 'fine', 'roof'),"
                        + " (2, 'infinity', 'odd', 'cellar')");
    }

    @Override
    String unreadable() {
        return "infinity";
    }
}
