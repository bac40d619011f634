package dev.hexadmin.bootstrap;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.Chinook;
import java.nio.file.Path;

class PostgresqlChinookIT extends ChinookContract {
    @Override
    DatabaseSettings database(Path folder) {
        return Chinook.postgresql();
    }

    @Override
    String newArtist(String name) {
        return "{\"artist_id\":9999,\"name\":\"" + name + "\"}";
    }
}
