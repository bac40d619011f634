package dev.hexadmin.persistence.search;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MysqlSearchIT extends SearchContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedMysql();
    }

    @Override
    @Test
    void among_sixty_thousand_the_best_is_found() {
        abort("there is no index of words in MySQL and MariaDB: a search looks through the newest records");
    }
}
