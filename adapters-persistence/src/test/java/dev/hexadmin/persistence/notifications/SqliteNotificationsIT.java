package dev.hexadmin.persistence.notifications;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class SqliteNotificationsIT extends NotificationsContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }
}
