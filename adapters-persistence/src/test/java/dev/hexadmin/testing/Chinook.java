package dev.hexadmin.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

/** Copies of Chinook, a database of another project. Only some machines have it, beside the repository. */
public final class Chinook {
    private static final String ALIKE = """
            CREATE TABLE Artist (ArtistId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(120));
            CREATE TABLE Album (AlbumId INTEGER NOT NULL PRIMARY KEY, Title NVARCHAR(160) NOT NULL,
                ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId));
            CREATE TABLE Track (TrackId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(200) NOT NULL,
                AlbumId INTEGER REFERENCES Album (AlbumId), Bytes INTEGER, UnitPrice NUMERIC(10, 2) NOT NULL);
            CREATE TABLE Employee (EmployeeId INTEGER NOT NULL PRIMARY KEY, LastName NVARCHAR(20) NOT NULL,
                ReportsTo INTEGER REFERENCES Employee (EmployeeId), BirthDate DATETIME);
            CREATE TABLE Playlist (PlaylistId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(120));
            CREATE TABLE PlaylistTrack (PlaylistId INTEGER NOT NULL REFERENCES Playlist (PlaylistId),
                TrackId INTEGER NOT NULL REFERENCES Track (TrackId), PRIMARY KEY (PlaylistId, TrackId))""";

    private Chinook() {}

    /** A copy of the file. The test is skipped where the file does not exist. */
    public static DatabaseSettings.Embedded sqlite(Path folder) {
        DatabaseSettings.Embedded copy = TestDatabases.sqlite(folder);
        try {
            Files.copy(original("chinook.sqlite"), copy.file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!copy.file().toFile().setWritable(true)) {
            throw new IllegalStateException("the copy cannot be written");
        }
        return copy;
    }

    /** A copy of the file, or a few similar tables where the file does not exist. */
    public static DatabaseSettings.Embedded sqliteOrAlike(Path folder) {
        if (Files.isReadable(path("chinook.sqlite"))) {
            return sqlite(folder);
        }
        DatabaseSettings.Embedded alike = TestDatabases.sqlite(folder);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + alike.file());
                Statement statement = connection.createStatement()) {
            for (String table : ALIKE.split(";")) {
                statement.executeUpdate(table);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return alike;
    }

    /** A separate database with all of Chinook. The test is skipped where the script does not exist. */
    public static DatabaseSettings.Server postgresql() {
        String script = script();
        DatabaseSettings.Server database = TestDatabases.postgresql();
        TestDatabases.execute(database, List.of(script));
        return database;
    }

    /** The same in MariaDB or MySQL, whose timestamps begin in 1970. */
    public static DatabaseSettings.Server mysql() {
        String script = script().replace("TIMESTAMP", "DATETIME");
        DatabaseSettings.Server database = TestDatabases.mysql();
        String url = "jdbc:mariadb://" + database.host() + ":" + database.port() + "/" + database.database()
                + "?allowMultiQueries=true";
        try (Connection connection = DriverManager.getConnection(url, database.user(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute(script);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return database;
    }

    /** The statements in an empty database; the first lines of the file create one and connect to it. */
    private static String script() {
        try {
            return Files.readString(original("chinook-postgresql.sql"))
                    .lines()
                    .filter(line -> !line.startsWith("DROP DATABASE")
                            && !line.startsWith("CREATE DATABASE")
                            && !line.startsWith("\\c"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path original(String name) {
        Path file = path(name);
        assumeTrue(Files.isReadable(file), () -> "there is no ../shared/data/" + name + " beside the repository");
        return file;
    }

    private static Path path(String name) {
        Path repository = Path.of("").toAbsolutePath();
        while (repository.getParent() != null && !Files.isDirectory(repository.resolve("adapters-persistence"))) {
            repository = repository.getParent();
        }
        return repository.resolveSibling("shared").resolve("data").resolve(name);
    }
}
