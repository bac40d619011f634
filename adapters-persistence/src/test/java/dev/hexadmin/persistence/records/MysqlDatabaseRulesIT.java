package dev.hexadmin.persistence.records;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;

class MysqlDatabaseRulesIT extends DatabaseRulesContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedMysql();
    }

    @Override
    List<String> raising(String table, String event, String condition, String text) {
        return List.of("CREATE TRIGGER raise_" + event + " BEFORE " + event + " ON " + table + " FOR EACH ROW IF "
                + condition + " THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '" + text + "'; END IF");
    }

    @Override
    List<String> swallowing(String table, String event, String condition) {
        return abort("a trigger of MySQL leaves no row as it is without an error");
    }

    @Override
    List<String> deletingAfterInsert(String table) {
        return abort("a trigger of MySQL cannot change the table that it belongs to");
    }

    @Override
    List<String> writingElsewhere() {
        return abort("MySQL does not say to which table a column belongs that needs a value");
    }
}
