package dev.hexadmin.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class BulkLoadContract {
    private static final UUID SOME = UUID.fromString("0190b1d2-0000-7000-8000-000000000001");

    @TempDir
    Path folder;

    private Database database;
    private BulkLoad load;
    private Model things;
    private Model labels;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        ModelRegistry registry = ModelRegistry.of(List.of(
                ModelDefinition.builder("labels")
                        .field("code", FieldType.STRING, FieldDefinition.Builder::primaryKey)
                        .build(),
                ModelDefinition.builder("things")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("name", FieldType.STRING, f -> f.required().unique())
                        .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                        .field("weight", FieldType.FLOAT)
                        .field("on_sale", FieldType.BOOLEAN)
                        .field("made_on", FieldType.DATE)
                        .field("opens_at", FieldType.TIME)
                        .field("created_at", FieldType.DATETIME)
                        .field("serial", FieldType.UUID)
                        .field("details", FieldType.JSON)
                        .field("picture", FieldType.BINARY)
                        .field("labels", FieldType.REFERENCES, f -> f.to("labels"))
                        .field("parent_id", FieldType.REFERENCE, f -> f.to("things"))
                        .build()));
        things = registry.model("things").orElseThrow();
        labels = registry.model("labels").orElseThrow();
        new ManagedSchema(database).apply(registry.models());
        load = new BulkLoad(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static Object[] thing(long id) {
        return new Object[] {
            id,
            "Thing " + id,
            new BigDecimal("19.90"),
            0.25,
            true,
            LocalDate.of(2024, 2, 29),
            LocalTime.of(8, 30),
            Instant.parse("2024-02-29T08:30:00.123456Z"),
            SOME,
            new JsonText("[1]"),
            new byte[] {1, 2},
            null
        };
    }

    private static Iterator<Object[]> manyThings(int count) {
        return LongStream.rangeClosed(1, count)
                .mapToObj(BulkLoadContract::thing)
                .iterator();
    }

    private List<Object> read(Model model, long id) {
        return database.read(session -> {
            TableFacts facts = database.kind().dialect().inspect(session, model);
            String columns = model.storedFields().stream()
                    .map(field -> facts.columns().get(field.name()).codec().selected(field.column()))
                    .collect(Collectors.joining(", "));
            try (Statement statement = session.connection().createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT " + columns + " FROM " + model.table() + " WHERE id = " + id)) {
                assertThat(rows.next()).isTrue();
                List<Object> values = new ArrayList<>();
                for (FieldDefinition field : model.storedFields()) {
                    values.add(facts.columns().get(field.name()).codec().read(rows, values.size() + 1));
                }
                return values;
            }
        });
    }

    private long count(String table) {
        return database.read(session -> {
            try (Statement statement = session.connection().createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    @Test
    void loads_in_one_transaction_leave_nothing_when_one_of_them_fails() {
        assertThatThrownBy(() -> load.atomically(() -> {
                    load.load(things, manyThings(6_000));
                    throw new IllegalStateException("interrupted");
                }))
                .hasMessage("interrupted");
        assertThat(load.empty(things)).isTrue();
        assertThat(load.<Long>atomically(() -> load.load(things, manyThings(6_000))))
                .isEqualTo(6_000);
        assertThat(count("things")).isEqualTo(6_000);
    }

    @Test
    void what_was_loaded_reads_back_as_it_was() {
        assertThat(load.empty(things)).isTrue();
        assertThat(load.load(things, manyThings(3))).isEqualTo(3);
        assertThat(load.empty(things)).isFalse();
        assertThat(read(things, 2).toArray()).isEqualTo(thing(2));
    }

    @Test
    void more_rows_than_fit_into_one_transaction_are_all_there() {
        assertThat(load.load(things, manyThings(12_345))).isEqualTo(12_345);
        assertThat(count("things")).isEqualTo(12_345);
    }

    @Test
    void links_of_a_many_to_many_field_are_loaded() {
        load.load(
                labels,
                List.<Object[]>of(new Object[] {"a"}, new Object[] {"b"}).iterator());
        load.load(things, manyThings(2));
        FieldDefinition field = things.fieldNamed("labels");
        assertThat(load.link(
                        things,
                        field,
                        List.<Object[]>of(new Object[] {1L, "a"}, new Object[] {1L, "b"}, new Object[] {2L, "a"})
                                .iterator()))
                .isEqualTo(3);
        assertThat(count("things_labels")).isEqualTo(3);
        assertThatThrownBy(() -> load.link(things, things.fieldNamed("name"), manyThings(1)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void the_database_goes_on_after_the_largest_key() {
        load.load(things, manyThings(41));
        database.write(scope -> database.change(session -> {
            try (Statement statement = session.connection().createStatement()) {
                return statement.executeUpdate("INSERT INTO things (name) VALUES ('next')");
            }
        }));
        assertThat(read(things, 42).get(1)).isEqualTo("next");
    }

    @Test
    void a_row_the_database_refuses_fails_its_chunk_and_no_earlier_one() {
        Iterator<Object[]> twice = LongStream.rangeClosed(1, 5_001)
                .mapToObj(id -> {
                    Object[] row = thing(id);
                    row[1] = id == 5_001 ? "Thing 1" : row[1];
                    return row;
                })
                .iterator();
        assertThatThrownBy(() -> load.load(things, twice)).isInstanceOf(RuntimeException.class);
        assertThat(count("things")).isEqualTo(5_000);
    }

    @Test
    void a_row_of_another_length_is_refused() {
        assertThatThrownBy(() ->
                        load.load(things, List.<Object[]>of(new Object[] {1L}).iterator()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 values for 12 columns");
    }

    @Test
    void nothing_to_load_is_no_error_and_statistics_can_be_made() {
        assertThat(load.load(things, List.<Object[]>of().iterator())).isZero();
        load.analyze();
        load.load(things, manyThings(1));
        assertThat(count("things")).isEqualTo(1);
    }
}
