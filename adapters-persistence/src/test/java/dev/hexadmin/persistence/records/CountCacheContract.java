package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.session.SqlFailure;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers of records that are kept, on a real database and by a clock that stands still. */
abstract class CountCacheContract {
    private static final ModelRegistry MODELS = ModelRegistry.of(List.of(
            ModelDefinition.builder("shelves")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .build(),
            ModelDefinition.builder("books")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("shelf_id", FieldType.REFERENCE, f -> f.to("shelves").onDelete(OnDelete.CASCADE))
                    .build(),
            ModelDefinition.builder("readers")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .build()));

    @TempDir
    Path folder;

    private Database database;
    private final AtomicLong now = new AtomicLong(1);
    private final AtomicInteger counted = new AtomicInteger();
    private CountCache counts;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        new ManagedSchema(database).apply("models", MODELS.models());
        write("INSERT INTO shelves (id) VALUES (1)", "INSERT INTO books (id, shelf_id) VALUES (1, 1)");
        counts = new CountCache(database, MODELS, now::get);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void write(String... statements) {
        database.write(scope -> database.change(session -> {
            for (String sql : statements) {
                session.update(sql);
            }
            return scope;
        }));
    }

    /** As another program writes. */
    private void writeElsewhere(String sql) throws Exception {
        try (Connection connection = database.migrationSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            statement.execute(sql);
        }
    }

    private static CountCache.Key key(String model) {
        Model of = MODELS.model(model).orElseThrow();
        return new CountCache.Key(of, Condition.always(), CountMode.EXACT);
    }

    private long books() {
        return database.read(session -> counts.of(session, key("books"), () -> {
            counted.incrementAndGet();
            return new SqlBuilder("SELECT count(*) FROM books");
        }));
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void a_number_is_counted_once_until_this_process_writes_to_the_table() {
        assertThat(books()).isEqualTo(1);
        assertThat(books()).isEqualTo(1);
        assertThat(counted).hasValue(1);
        write("INSERT INTO books (id, shelf_id) VALUES (2, 1)");
        assertThat(books()).isEqualTo(2);
        assertThat(counted).hasValue(2);
        write("INSERT INTO readers (id) VALUES (1)");
        assertThat(books()).isEqualTo(2);
        assertThat(counted).as("another table was written to").hasValue(2);
    }

    @Test
    void a_delete_that_cascades_counts_as_a_write() {
        assertThat(books()).isEqualTo(1);
        write("DELETE FROM shelves WHERE id = 1");
        assertThat(books()).isZero();
    }

    @Test
    void what_other_programs_write_counts_after_a_second() throws Exception {
        assertThat(books()).isEqualTo(1);
        writeElsewhere("INSERT INTO books (id, shelf_id) VALUES (2, 1)");
        pass(Duration.ofMillis(999));
        assertThat(books()).isEqualTo(1);
        pass(Duration.ofMillis(1));
        assertThat(books()).isEqualTo(2);
    }

    @Test
    void only_the_unit_of_work_itself_counts_what_it_has_written() {
        assertThat(books()).isEqualTo(1);
        database.rehearse(scope -> database.change(session -> {
            session.update("INSERT INTO books (id, shelf_id) VALUES (2, 1)");
            assertThat(books()).isEqualTo(2);
            return scope;
        }));
        assertThat(books()).isEqualTo(1);
        pass(Duration.ofSeconds(1));
        assertThat(books()).isEqualTo(1);
    }

    @Test
    void a_page_that_may_be_kept_is_counted() {
        assertThat(books()).isEqualTo(1);
        assertThat(database.reading(this::books).result()).isEqualTo(1);
        assertThat(counted).hasValue(2);
    }

    @Test
    void a_count_that_fails_is_asked_again() {
        CountCache.Counting fails = () -> new SqlBuilder("SELECT count(*) FROM nowhere");
        assertThatThrownBy(() -> database.read(session -> counts.of(session, key("books"), fails)))
                .isInstanceOf(SqlFailure.class);
        assertThat(books()).isEqualTo(1);
    }

    @Test
    void many_who_ask_at_the_same_time_get_the_number_after_each_write() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 2; round <= 20; round++) {
                write("INSERT INTO books (id, shelf_id) VALUES (" + round + ", 1)");
                CountDownLatch start = new CountDownLatch(1);
                List<Future<Long>> all = new ArrayList<>();
                for (int i = 0; i < 16; i++) {
                    Callable<Long> count = () -> {
                        start.await();
                        return books();
                    };
                    all.add(threads.submit(count));
                }
                start.countDown();
                for (Future<Long> one : all) {
                    assertThat(one.get()).isEqualTo(round);
                }
            }
        }
        assertThat(counted.get()).as("counted for 304 who asked").isLessThan(304);
    }
}
