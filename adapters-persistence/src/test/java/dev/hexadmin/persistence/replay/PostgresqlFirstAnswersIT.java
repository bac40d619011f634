package dev.hexadmin.persistence.replay;

import dev.hexadmin.persistence.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class PostgresqlFirstAnswersIT extends FirstAnswersContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.postgresql();
    }
}
