package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.PgBouncer;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;

class PgBouncerUnitOfWorkIT extends DatabaseUnitOfWorkContract {
    private final DatabaseSettings.Server direct = TestDatabases.postgresql();

    @AutoClose
    final PgBouncer pooler = PgBouncer.start(direct.port(), "pool_mode = transaction");

    @Override
    DatabaseSettings settings(Path folder) {
        return pooler.before(direct);
    }
}
