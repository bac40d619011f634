package dev.hexadmin.persistence.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.settings.SchemaMismatchException;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PostgresqlManagedSchemaIT extends ManagedSchemaContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    String plan(String sql) {
        return lines("EXPLAIN " + sql);
    }

    @Test
    void an_index_in_the_order_of_an_earlier_version_is_replaced() {
        List<ModelDefinition> definitions = List.of(model("visits")
                .field("came_at", FieldType.DATETIME)
                .field("place", FieldType.STRING, f -> f.required())
                .ordering(List.of("-came_at", "place"))
                .build());
        apply(definitions);
        String shape = "SELECT indexdef FROM pg_indexes WHERE indexname LIKE 'ix_visits%'";
        String made = lines(shape);
        assertThat(made).contains("(came_at, place DESC, id DESC)").doesNotContain("NULLS");
        String before = "ix_visits_came_at_place_desc_id_desc_251b1f75";
        execute("CREATE INDEX " + before + " ON visits (came_at NULLS FIRST, place DESC, id DESC)");
        execute("DROP INDEX "
                + lines("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'ix_visits%'" + " AND indexname <> '"
                                + before + "'")
                        .replaceAll("[\\[\\]]", ""));
        execute("UPDATE admin_schema_state SET digest = 'of an earlier version'");
        assertThat(apply(definitions)).isEqualTo(ManagedSchema.Outcome.CHANGED);
        assertThat(lines(shape)).isEqualTo(made);
    }

    @Test
    void a_foreign_key_of_an_earlier_version_to_its_own_table_can_be_checked_later() {
        List<ModelDefinition> definitions = List.of(model("parts")
                .field("whole_id", FieldType.REFERENCE, field -> field.to("parts"))
                .build());
        apply(definitions);
        String query = "SELECT condeferrable FROM pg_constraint WHERE contype = 'f' AND conrelid = 'parts'::regclass";
        assertThat(lines(query)).contains("t");
        execute("ALTER TABLE parts ALTER CONSTRAINT "
                + lines("SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = 'parts'::regclass")
                        .replaceAll("[\\[\\]]", "")
                + " NOT DEFERRABLE");
        execute("UPDATE admin_schema_state SET digest = 'of an earlier version'");
        assertThat(planned(definitions)).singleElement().asString().contains("ALTER CONSTRAINT", "DEFERRABLE");
        assertThat(apply(definitions)).isEqualTo(ManagedSchema.Outcome.CHANGED);
        assertThat(lines(query)).contains("t");
        assertThat(planned(definitions)).isEmpty();
    }

    private static List<ModelDefinition> notes(boolean indexed) {
        ModelDefinition.Builder notes = model("notes").field("title", FieldType.STRING, f -> f.maxLength(40));
        return List.of(
                indexed
                        ? notes.field("stars", FieldType.INTEGER, f -> f.index())
                                .build()
                        : notes.build());
    }

    @Test
    void an_unusable_index_is_built_again() {
        List<ModelDefinition> definitions = notes(true);
        apply(definitions);
        execute("UPDATE pg_index SET indisvalid = false FROM pg_class c WHERE c.oid = indexrelid"
                + " AND c.relname LIKE 'ix_notes_stars%'");
        assertThat(planned(definitions))
                .satisfiesExactly(
                        drop -> assertThat(drop).startsWith("DROP INDEX"),
                        create -> assertThat(create).startsWith("CREATE INDEX"));
        new ManagedSchema(database).repair(ModelRegistry.of(definitions).models());
        assertThat(planned(definitions)).isEmpty();
    }

    @Test
    void an_index_of_a_filled_table_is_built_after_the_commit_of_new_columns() {
        apply(notes(false));
        execute("INSERT INTO notes (title) VALUES ('one')");
        apply(notes(true));
        assertThat(lines("SELECT xmin FROM pg_attribute WHERE attrelid = 'notes'::regclass AND attname = 'stars'"))
                .isNotEqualTo(
                        lines("SELECT xmin FROM pg_index WHERE indrelid = 'notes'::regclass AND NOT indisprimary"));
    }

    @Test
    void readers_do_not_wait_behind_a_change_that_waits_for_a_long_transaction() throws Exception {
        apply(notes(false));
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch reading = new CountDownLatch(1);
        Thread transaction = Thread.ofVirtual()
                .start(() -> database.write(scope -> {
                    value("SELECT count(*) FROM notes");
                    reading.countDown();
                    try {
                        return end.await(5, TimeUnit.MINUTES);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }));
        reading.await();
        AtomicReference<ManagedSchema.Outcome> outcome = new AtomicReference<>();
        Thread change = Thread.ofVirtual().start(() -> outcome.set(apply(notes(true))));
        String waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'notes'::regclass";
        while (value(waiting).equals("0")) {
            Thread.sleep(10);
        }
        assertThat(value("SELECT count(*) FROM notes")).isEqualTo("0");
        assertThat(outcome.get()).isNull();
        end.countDown();
        transaction.join();
        change.join();
        assertThat(outcome.get()).isEqualTo(ManagedSchema.Outcome.CHANGED);
    }

    @Test
    void a_change_of_types_that_the_database_refuses_changes_nothing() {
        apply(List.of(model("things")
                .field("price", FieldType.STRING, f -> f.unique())
                .field("size", FieldType.STRING)
                .build()));
        execute("INSERT INTO things (price, size) VALUES ('1.5', '1'), ('1.50', '2')");
        List<ModelDefinition> to = List.of(model("things")
                .field("size", FieldType.INTEGER)
                .field("price", FieldType.DECIMAL, f -> f.unique().precision(10).scale(2))
                .build());
        assertThatThrownBy(() -> apply(to))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("field 'price'")
                .hasMessageContaining("duplicate");
        assertThat(lines("SELECT pg_typeof(price), pg_typeof(size) FROM things LIMIT 1"))
                .isEqualTo("[text, text]");
        execute("DELETE FROM things WHERE size = '2'");
        assertThat(apply(to)).isEqualTo(ManagedSchema.Outcome.CHANGED);
        assertThat(lines("SELECT price, size FROM things")).isEqualTo("[1.50, 1]");
    }

    @Test
    void the_search_index_of_a_text_that_becomes_a_number_is_dropped() {
        apply(List.of(model("things").field("a", FieldType.STRING).build()));
        execute("CREATE EXTENSION pg_trgm");
        execute("CREATE INDEX admin_search_1 ON things USING gin ((lower(a)) gin_trgm_ops)");
        apply(List.of(model("things").field("a", FieldType.INTEGER).build()));
        assertThat(lines("SELECT to_regclass('admin_search_1')")).isEqualTo("[null]");
    }
}
