package dev.hexadmin.bootstrap;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.Chinook;
import java.nio.file.Path;

class SqliteChinookIT extends ChinookContract {
    @Override
    DatabaseSettings database(Path folder) {
        return Chinook.sqlite(folder);
    }

    @Override
    String newArtist(String name) {
        return "{\"name\":\"" + name + "\"}";
    }
}
