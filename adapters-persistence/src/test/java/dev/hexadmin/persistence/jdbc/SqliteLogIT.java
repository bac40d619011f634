package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The write-ahead log of SQLite: its contents, and that its disk space is freed. */
class SqliteLogIT {
    private static final int SHORT = 4 * 1024 * 1024;

    @TempDir
    Path folder;

    private Database database;
    private Path log;

    @BeforeEach
    void open() {
        DatabaseSettings.Embedded settings = TestDatabases.sqlite(folder);
        log = Path.of(settings.file() + "-wal");
        database = Database.open(settings);
        database.write(scope -> change("CREATE TABLE t (n TEXT)"));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private boolean change(String sql) {
        return database.change(session -> {
            try (Statement statement = session.connection().createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    private boolean insert(int rows) {
        return change("INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + rows
                + ") SELECT hex(zeroblob(500)) FROM n");
    }

    @Test
    void a_log_that_has_grown_is_truncated() {
        database.write(scope -> insert(20_000));
        Waiting.until("the log is short again", () -> Files.size(log) <= SHORT);
    }

    @Test
    void a_rehearsal_adds_nothing_to_the_log() throws IOException {
        long before = Files.size(log);
        database.rehearse(scope -> insert(1_000));
        assertThat(Files.size(log)).isEqualTo(before);
    }
}
