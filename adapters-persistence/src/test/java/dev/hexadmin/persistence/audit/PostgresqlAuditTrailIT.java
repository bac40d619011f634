package dev.hexadmin.persistence.audit;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class PostgresqlAuditTrailIT extends AuditTrailContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedPostgresql();
    }
}
