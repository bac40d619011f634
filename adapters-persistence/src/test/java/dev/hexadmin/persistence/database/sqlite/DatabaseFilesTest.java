package dev.hexadmin.persistence.database.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The permissions of the files of an embedded database. */
class DatabaseFilesTest {
    @TempDir
    Path folder;

    @BeforeEach
    void needsPermissions() {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    }

    private static Map<String, String> all(Path folder) throws IOException {
        Map<String, String> permissions = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                permissions.put(file.getFileName().toString(), permissions(file));
            }
        }
        return permissions;
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** Opens the database as a server does, writes, and gives the permissions of all its files while it is open. */
    private static Map<String, String> used(Path file) throws IOException {
        try (Database database = Database.open(new DatabaseSettings.Embedded("SQLite", file))) {
            database.protectFiles();
            database.write(scope -> database.execute(execute -> execute.dml("CREATE TABLE IF NOT EXISTS t (x)")));
            return all(file.toAbsolutePath().getParent());
        }
    }

    @Test
    void a_new_database_is_its_owners_alone_with_all_its_files() throws IOException {
        Path file = folder.resolve("data/deeper/own.db");
        assertThat(used(file))
                .containsOnlyKeys("own.db", "own.db-shm", "own.db-wal")
                .allSatisfy((name, permissions) -> assertThat(permissions).isEqualTo("rw-------"));
        assertThat(permissions(file.getParent())).isEqualTo("rwx------");
        assertThat(permissions(folder.resolve("data"))).isEqualTo("rwx------");
    }

    @Test
    void a_database_that_every_user_could_read_is_closed_to_all_but_its_group() throws IOException {
        Path file = folder.resolve("open.db");
        used(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Path log = Files.createFile(folder.resolve("open.db-wal"));
        Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(used(file).values()).containsOnly("rw-r-----");
    }

    @Test
    void a_file_that_is_no_database_is_left_as_it_is() throws IOException {
        Path file = Files.writeString(folder.resolve("letter.txt"), "This is a letter and no database. ".repeat(100));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> used(file))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasMessage("SQLite[" + file + "]: the database cannot be reached");
        assertThat(permissions(file)).isEqualTo("rw-r--r--");
    }

    @Test
    void a_group_that_may_read_it_keeps_that_right() throws IOException {
        Path file = folder.resolve("group.db");
        used(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(used(file)).containsEntry("group.db", "rw-r-----").containsEntry("group.db-wal", "rw-r-----");
    }

    @Test
    void a_folder_that_cannot_be_made_is_named() throws IOException {
        Path inTheWay = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> Database.open(new DatabaseSettings.Embedded("SQLite", inTheWay.resolve("own.db"))))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasStackTraceContaining(inTheWay.toString());
    }
}
