package dev.hexadmin.persistence.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableInspectionsIT {
    private static final Model NOTES = ModelRegistry.of(List.of(ModelDefinition.builder("notes")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("title", FieldType.STRING)
                    .build()))
            .model("notes")
            .orElseThrow();

    @TempDir
    Path folder;

    private final AtomicLong now = new AtomicLong();
    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(TestDatabases.migratedSqlite(folder));
        execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void execute(String sql) {
        database.write(scope -> database.change(session -> {
            try (Statement statement = session.connection().createStatement()) {
                return statement.execute(sql);
            }
        }));
    }

    @Test
    void an_index_that_is_created_meanwhile_is_known_after_five_minutes() {
        TableInspections<TableInspections.Inspection> inspections =
                new TableInspections<>(database.kind(), (model, inspection) -> inspection, now::get);
        List<Boolean> indexed = new ArrayList<>();
        for (Duration at : List.of(Duration.ZERO, Duration.ofMinutes(4), Duration.ofMinutes(5))) {
            now.set(at.toNanos());
            indexed.add(database.read(session ->
                    inspections.of(session, NOTES).indexes().ordered().contains("title")));
            execute("CREATE INDEX IF NOT EXISTS notes_title ON notes (title)");
        }
        assertThat(indexed).containsExactly(false, false, true);
    }

    @Test
    void while_a_table_is_inspected_again_others_use_the_inspection_before() {
        List<TableInspections<Integer>> self = new ArrayList<>();
        List<Integer> meanwhile = new ArrayList<>();
        AtomicLong inspected = new AtomicLong();
        TableInspections<Integer> inspections = new TableInspections<>(
                database.kind(),
                (model, inspection) -> {
                    if (inspected.get() > 0) {
                        meanwhile.add(database.read(session -> self.getFirst().of(session, model)));
                    }
                    return Math.toIntExact(inspected.incrementAndGet());
                },
                now::get);
        self.add(inspections);
        int first = database.read(session -> inspections.of(session, NOTES));
        now.set(Duration.ofMinutes(5).toNanos());
        int second = database.read(session -> inspections.of(session, NOTES));
        assertThat(List.of(first, second)).containsExactly(1, 2);
        assertThat(meanwhile).containsExactly(1);
        assertThat(inspected).hasValue(2);
    }
}
