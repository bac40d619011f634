package dev.hexadmin.bootstrap.demo;

import dev.hexadmin.persistence.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class SqliteExampleShopIT extends ExampleShopContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.sqlite(folder);
    }
}
