package dev.hexadmin.persistence.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MysqlMigrationsIT extends MigrationsContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.mysql();
    }

    @Test
    void tables_have_transactions_whatever_engine_is_the_default_of_the_server() throws SQLException {
        DatabaseSettings settings = TestDatabases.mysql();
        TestDatabases.execute(settings, List.of("SET GLOBAL default_storage_engine = MyISAM"));
        try (Persistence persistence = Persistence.open(settings)) {
            persistence.migrate();
        } finally {
            TestDatabases.execute(settings, List.of("SET GLOBAL default_storage_engine = InnoDB"));
        }
        assertThat(engines(settings)).hasSizeGreaterThan(20).containsOnly("InnoDB");
    }

    private static List<String> engines(DatabaseSettings settings) throws SQLException {
        try (Connection connection = TestDatabases.connect(settings);
                Statement statement = connection.createStatement();
                ResultSet tables =
                        statement.executeQuery("SELECT engine FROM information_schema.tables WHERE table_schema ="
                                + " database() AND table_type = 'BASE TABLE'")) {
            List<String> engines = new ArrayList<>();
            while (tables.next()) {
                engines.add(tables.getString(1));
            }
            return engines;
        }
    }
}
