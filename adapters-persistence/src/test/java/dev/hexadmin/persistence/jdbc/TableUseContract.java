package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.caching.port.TableUse.Reading;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class TableUseContract {
    @TempDir
    Path folder;

    Database database;
    private final List<Set<String>> written = new CopyOnWriteArrayList<>();

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        for (String table : List.of("things", "parts", "notes")) {
            database.write(scope -> database.change(session -> session.connection()
                    .createStatement()
                    .execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, n INTEGER)")));
        }
        database.watch(Map.of("things", Set.of("parts"), "parts", Set.of()), written::add);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private int change(String sql) {
        return database.change(session -> {
            try (Session.Prepared prepared = session.prepare(sql)) {
                return prepared.statement().executeUpdate();
            }
        });
    }

    private long count(String table) {
        return database.read(session -> {
            try (Session.Prepared prepared = session.prepare("SELECT count(*) FROM " + table);
                    ResultSet row = prepared.statement().executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    @Test
    void what_a_unit_of_work_has_written_is_told_once_when_it_is_committed() {
        database.write(scope -> {
            change("INSERT INTO things VALUES (1, 0)");
            change("UPDATE things SET n = 1");
            database.execute(execute -> execute.insert("INSERT INTO parts VALUES (?, 0)", 1));
            change("INSERT INTO notes VALUES (1, 0)");
            assertThat(written).isEmpty();
            return true;
        });
        assertThat(written).containsExactly(Set.of("things", "parts"));
    }

    @Test
    void it_is_told_before_other_actions_and_when_it_is_there_to_be_read() {
        List<Long> seen = new CopyOnWriteArrayList<>();
        database.watch(Map.of("things", Set.of()), tables -> seen.add(count("things")));
        database.write(scope -> {
            scope.afterCommit(() -> seen.add(-1L));
            return change("INSERT INTO things VALUES (1, 0)");
        });
        assertThat(seen).containsExactly(1L, -1L);
    }

    @Test
    void a_delete_tells_of_the_tables_that_go_along() {
        database.write(scope -> change("DELETE FROM things"));
        assertThat(written).containsExactly(Set.of("things", "parts"));
    }

    @Test
    void what_is_not_committed_is_not_told() {
        assertThatThrownBy(() -> database.write(scope -> {
                    change("INSERT INTO things VALUES (1, 0)");
                    throw new IllegalStateException("never mind");
                }))
                .hasMessage("never mind");
        database.rehearse(scope -> change("INSERT INTO things VALUES (1, 0)"));
        database.write(scope -> change("INSERT INTO notes VALUES (2, 0)"));
        database.write(scope -> count("things"));
        assertThat(written).isEmpty();
    }

    @Test
    void a_part_that_failed_leaves_nothing_and_one_that_did_not_counts() {
        database.write(scope -> {
            assertThatThrownBy(() -> database.attempt(part -> {
                        change("INSERT INTO things VALUES (1, 0)");
                        throw new IllegalStateException("never mind");
                    }))
                    .hasMessage("never mind");
            database.attempt(part -> change("INSERT INTO parts VALUES (1, 0)"));
            assertThatThrownBy(() -> database.attempt(part -> {
                        change("INSERT INTO things VALUES (1, 0)");
                        database.attempt(inner -> change("INSERT INTO things VALUES (2, 0)"));
                        throw new IllegalStateException("nor this");
                    }))
                    .hasMessage("nor this");
            assertThat(count("things")).isZero();
            return true;
        });
        assertThat(written).containsExactly(Set.of("parts"));
    }

    @Test
    void what_a_reading_has_read_is_known_however_it_was_read() {
        Reading<Long> reading = database.reading(() -> count("things")
                + count("notes")
                + database.query(
                        execute -> execute.query("SELECT id FROM parts").count()));
        assertThat(reading.result()).isZero();
        assertThat(reading.tables()).containsExactlyInAnyOrder("things", "parts");
        assertThat(database.reading(() -> 1).tables()).isEmpty();
    }

    @Test
    void a_statement_that_is_prepared_already_counts_again() {
        count("things");
        assertThat(database.reading(() -> count("things")).tables()).containsExactly("things");
        assertThat(database.reading(() -> count("things")).tables()).containsExactly("things");
    }
}
