package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteOutageIT extends OutageContract {
    private Path file = Path.of("");

    @TempDir
    Path mountPoint;

    @Override
    DatabaseSettings settings(Path folder) {
        DatabaseSettings.Embedded settings = TestDatabases.sqlite(folder);
        file = settings.file();
        return settings;
    }

    @Override
    Connection other() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    @Override
    String locking() {
        return "UPDATE t SET n = 'other'";
    }

    @Test
    void a_file_that_may_not_grow_is_a_full_database_that_can_be_read() {
        change("PRAGMA max_page_count = 3"); // as SQLite's own limit, or a disk
        assertThat(refusal("INSERT INTO t VALUES (2, hex(zeroblob(100000)))")).isEqualTo(Reason.DATABASE_FULL);
        assertThat(count()).isEqualTo(1);
        change("PRAGMA max_page_count = 100000");
        change("INSERT INTO t VALUES (2, hex(zeroblob(100000)))");
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void a_disk_without_space_is_an_outage_of_writes_that_ends_by_itself() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", mountPoint.toString()), "may not mount a disk");
        try {
            database.close();
            database = Database.open(new DatabaseSettings.Embedded("SQLite", mountPoint.resolve("small.db")));
            change("CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT)");
            change("INSERT INTO t VALUES (1, 'one')");
            assertThat(database.outage()).isEmpty();
            Path filler = mountPoint.resolve("filler");
            fill(filler);
            assertThat(refusal("INSERT INTO t VALUES (2, hex(zeroblob(1000000)))"))
                    .isEqualTo(Reason.DATABASE_FULL);
            assertThat(count()).isEqualTo(1);
            assertThat(database.outage()).contains(Reason.DATABASE_FULL);
            Files.delete(filler);
            while (database.outage().isPresent()) {
                Thread.sleep(50);
            }
            change("INSERT INTO t VALUES (2, 'two')");
            assertThat(count()).isEqualTo(2);
        } finally {
            database.close();
            run("umount", mountPoint.toString());
        }
    }

    private static void fill(Path file) {
        try (var out = Files.newOutputStream(file)) {
            byte[] block = new byte[4096];
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // there is no such command
        }
    }
}
