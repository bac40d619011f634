package dev.hexadmin.persistence.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteMigrationsIT extends MigrationsContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Test
    void a_broken_view_of_the_user_does_not_stop_them_and_stays() {
        DatabaseSettings shop = TestDatabases.sqlite(folder);
        TestDatabases.execute(shop, List.of("CREATE VIEW sold AS SELECT name FROM dropped"));

        try (Database database = Database.open(shop)) {
            assertThat(new Migrations(database).apply()).isPositive();
        }

        assertThat(TestDatabases.texts(shop, "SELECT sql FROM sqlite_schema WHERE name = 'sold'"))
                .containsExactly("CREATE VIEW sold AS SELECT name FROM dropped");
    }
}
