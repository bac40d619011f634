package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.Chinook;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;

class PostgresqlIntrospectedYamlIT extends IntrospectedYamlContract {
    @Override
    DatabaseSettings empty(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    DatabaseSettings chinook(Path folder) {
        return Chinook.postgresql();
    }

    @Override
    List<String> own() {
        return List.of(
                "CREATE TABLE only_here (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), s serial, j jsonb DEFAULT '{}',"
                        + " k jsonb DEFAULT '{\"a\": [1]}', b bytea DEFAULT '\\x00ff', m numeric(6) DEFAULT 7,"
                        + " small numeric(3, 5), r real DEFAULT 0.5, g int GENERATED ALWAYS AS (1 + 1) STORED,"
                        + " ck text DEFAULT 'no' CHECK (ck IN ('no', 'a, b', '', 'x\"y', 'it''s', '1', ' ')),"
                        + " ts timestamptz DEFAULT '2026-11-20 17:30:00+00')",
                "CREATE TABLE keyed (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, h uuid REFERENCES only_here (id))");
    }
}
