package dev.hexadmin.persistence.indexes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class MissingIndexesContract {
    private static final Instant NOW = Instant.parse("2026-11-20T17:30:00Z");

    @TempDir
    Path folder;

    private Database database;
    private ListUses uses;
    private Model visits;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        visits = manage(UnaryOperator.identity());
        uses = new ListUses(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Model manage(UnaryOperator<FieldDefinition.Builder> place) {
        ModelRegistry registry = ModelRegistry.of(List.of(ModelDefinition.builder("visits")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("place", FieldType.STRING, f -> place.apply(f.maxLength(40)))
                .field("guests", FieldType.INTEGER)
                .field("came_on", FieldType.DATE)
                .field("note", FieldType.TEXT)
                .ordering(List.of("came_on"))
                .build()));
        new ManagedSchema(database).apply("models", registry.models());
        return registry.model("visits").orElseThrow();
    }

    private void fill(int rows) {
        StringBuilder sql = new StringBuilder("INSERT INTO visits (place) VALUES ('p')");
        for (int i = 1; i < rows; i++) {
            sql.append(", ('p')");
        }
        database.write(scope -> database.change(session -> {
            session.execute(sql.toString());
            return true;
        }));
    }

    private void ask(int times, String order, Condition condition) {
        ListQuery query = new ListQuery(
                Shape.full(visits),
                condition,
                List.of(new Order(visits.fieldNamed(order), true), new Order(visits.fieldNamed("id"), true)),
                new Position.Page(1),
                20,
                CountMode.NONE);
        for (int i = 0; i < times; i++) {
            uses.note(query);
        }
    }

    private Condition filter(String field, Lookup lookup, Object value) {
        return new Condition.All(
                List.of(new Condition.Compare(FieldPath.of(visits, visits.fieldNamed(field)), lookup, List.of(value))));
    }

    private List<String> missing() {
        return new MissingIndexes(database, uses)
                .find(List.of(visits)).stream()
                        .map(one -> one.field().name() + " " + one.ordered() + " " + one.filtered())
                        .toList();
    }

    @Test
    void fields_that_lists_of_a_large_table_are_often_asked_for_by_are_found_until_they_have_an_index() {
        fill(10_000);
        ask(70, "place", Condition.always());
        ask(60, "id", filter("place", Lookup.EXACT, "p"));
        ask(200, "came_on", filter("guests", Lookup.GTE, 3L));
        ask(300, "id", filter("note", Lookup.ICONTAINS, "p")); // an index would not help
        ask(99, "note", Condition.always());
        assertThat(missing()).as("before anything is stored").isEmpty();

        uses.store(NOW);
        assertThat(missing()).containsExactly("guests 0 200", "place 70 60");

        String statement = new MissingIndexes(database, uses)
                .find(List.of(visits)).stream()
                        .filter(one -> one.field().name().equals("place"))
                        .findFirst()
                        .orElseThrow()
                        .statement();
        assertThat(statement).contains("ix_visits_place_id");
        visits = manage(FieldDefinition.Builder::index);
        assertThat(missing()).containsExactly("guests 0 200");
    }

    @Test
    void the_counts_of_several_servers_and_of_several_times_are_added() {
        fill(10_000);
        ask(50, "guests", Condition.always());
        uses.store(NOW);
        ask(30, "guests", Condition.always());
        uses.store(NOW);
        uses.store(NOW);
        uses = new ListUses(database);
        ask(40, "guests", Condition.always());
        uses.store(NOW);
        assertThat(missing()).containsExactly("guests 120 0");
    }

    @Test
    void a_small_table_needs_no_index() {
        fill(9_999);
        ask(1_000, "guests", Condition.always());
        uses.store(NOW);
        assertThat(missing()).isEmpty();
    }

    @Test
    void what_is_not_asked_for_any_more_is_forgotten() {
        fill(10_000);
        ask(1_000, "guests", Condition.always());
        uses.store(NOW);
        ask(100, "place", Condition.always());
        uses.store(NOW.plus(Duration.ofDays(91)));
        assertThat(missing()).containsExactly("place 100 0");
    }

    @Test
    void fields_that_a_model_has_no_more_are_left_out() {
        fill(10_000);
        ask(1_000, "guests", Condition.always());
        uses.store(NOW);
        ModelRegistry registry = ModelRegistry.of(List.of(ModelDefinition.builder("visits")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .build()));
        assertThat(new MissingIndexes(database, uses).find(registry.models())).isEmpty();
    }
}
