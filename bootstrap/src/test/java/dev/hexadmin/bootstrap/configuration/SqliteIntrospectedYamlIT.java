package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.Chinook;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;

class SqliteIntrospectedYamlIT extends IntrospectedYamlContract {
    @Override
    DatabaseSettings empty(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Override
    DatabaseSettings chinook(Path folder) {
        return Chinook.sqlite(folder);
    }

    @Override
    List<String> own() {
        return List.of(
                "CREATE TABLE only_here (id TEXT PRIMARY KEY DEFAULT (hex(randomblob(8))), b BLOB DEFAULT x'00ff',"
                        + " j JSON DEFAULT '{}', u UUID DEFAULT '6f9619ff-8b86-d011-b42d-00cf4fc964ff',"
                        + " n NUMERIC(5,0) DEFAULT 1, c INTEGER GENERATED ALWAYS AS (n * 2) VIRTUAL,"
                        + " d TEXT DEFAULT \"double\", e TEXT DEFAULT (1 + 1), at DATETIME DEFAULT (datetime('now')))");
    }
}
