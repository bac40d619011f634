package dev.hexadmin.bootstrap;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.S3Server;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;

class S3FilesApiIT extends FilesApiContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @Override
    Hexadmin.Builder store(Hexadmin.Builder builder, Path folder) {
        return builder.set(Setting.FILES_STORE, Setting.FileStore.S3)
                .set(Setting.FILES_BUCKET, S3Server.newBucket())
                .set(Setting.FILES_ENDPOINT, S3Server.endpoint())
                .set(Setting.FILES_ACCESS_KEY, "key")
                .set(Setting.FILES_SECRET_KEY, "secret")
                .set(Setting.FILES_PREFIX, "/shop/");
    }
}
