package dev.hexadmin.bootstrap;

import dev.hexadmin.testing.TestDatabases;

class PostgresqlTestKitIT extends TestKitContract {
    @Override
    Hexadmin.Builder onDatabase(Hexadmin.Builder builder) {
        return builder.set(Setting.DATABASE_URL, RunningServer.url(TestDatabases.postgresql()));
    }
}
