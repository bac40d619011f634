package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.introspection.TableCheck;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The common part of the tests of existing tables. */
abstract class ExistingTablesContract {
    Database database;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open(@TempDir Path folder) {
        database = Database.open(settings(folder));
    }

    @AfterEach
    void close() {
        database.close();
    }

    final void execute(String... statements) {
        database.write(scope -> database.change(session -> {
            try (var statement = session.connection().createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
            return 0;
        }));
    }

    final String text(String sql) {
        return database.read(session -> {
            try (var statement = session.connection().createStatement();
                    var row = statement.executeQuery(sql)) {
                row.next();
                return row.getString(1);
            }
        });
    }

    /** The type of a column whose texts are equal whatever their case; statements may prepare it. */
    abstract String anyCase();

    /** The type of a column that refers to one of {@link #anyCase}. */
    String referring(String anyCase) {
        return anyCase;
    }

    /** Few columns of a referenced record are read with the row, more by a statement of their own. */
    @ParameterizedTest
    @ValueSource(ints = {1, 6})
    void references_in_other_letters_lead_to_their_record(int names) {
        String type = anyCase();
        List<String> fields =
                IntStream.rangeClosed(1, names).mapToObj(i -> "name" + i).toList();
        execute(
                "CREATE TABLE countries (code " + type + " NOT NULL PRIMARY KEY, "
                        + String.join(" varchar(20), ", fields) + " varchar(20))",
                "CREATE TABLE cities (id integer NOT NULL PRIMARY KEY, country " + referring(type) + ")",
                "INSERT INTO countries (code, name1) VALUES ('DE', 'Germany'), ('fr', 'France'), ('IT', 'Italy')",
                "INSERT INTO cities VALUES (1, 'de'), (2, 'FR'), (3, 'DE'), (4, 'xx'), (5, NULL)");
        ModelDefinition.Builder countries = ModelDefinition.builder("countries")
                .field("code", FieldType.STRING, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                .inlines("cities");
        fields.forEach(name -> countries.field(name, FieldType.STRING));
        Under cities = new Under(
                ModelDefinition.builder("cities")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("country", FieldType.REFERENCE, f -> f.to("countries"))
                        .build(),
                countries.build());
        Model target = cities.registry.model("countries").orElseThrow();
        Shape own = new Shape(
                target,
                Stream.concat(Stream.of("code"), fields.stream())
                        .map(target::fieldNamed)
                        .toList(),
                Map.of());
        Shape shape = new Shape(
                cities.model, cities.model.fields(), Map.of("country", new Shape.Expansion(own, Condition.always())));
        assertThat(listed(cities, shape))
                .extracting(city -> countryOf(city))
                .containsExactly("DE", "fr", "DE", "xx", null);
        CollectingSink first = new CollectingSink(shape);
        cities.records.read(shape, shape, new RecordKey(List.of(1L)), Condition.always(), first);
        assertThat(countryOf(first.only())).isEqualTo("DE");

        List<RecordKey> asked = Stream.of("de", "DE", "xx", "FR")
                .map(code -> new RecordKey(List.of(code)))
                .toList();
        assertThat(cities.records.load(target, asked, Condition.always()))
                .extracting(country -> country.key().values().getFirst())
                .containsExactly("DE", "DE", "fr");

        Shape child = new Shape(cities.model, List.of(cities.model.fieldNamed("id")), Map.of());
        Shape parent = new Shape(
                target,
                own.fields(),
                Map.of(),
                List.of(new Shape.ChildList(
                        target.children().getFirst(),
                        child,
                        Condition.always(),
                        List.of(new ListQuery.Order(cities.model.fieldNamed("id"), false)))));
        CollectingSink germany = new CollectingSink(parent);
        cities.records.read(parent, own, new RecordKey(List.of("DE")), Condition.always(), germany);
        assertThat(germany.only())
                .containsEntry("cities", List.of(Map.of("id", 1L), Map.of("id", 3L)))
                .containsEntry("cities_total", 2L);

        FieldPath country = FieldPath.of(cities.model, cities.model.fieldNamed("country"));
        FieldPath name =
                new FieldPath(cities.model, List.of(cities.model.fieldNamed("country")), target.fieldNamed("name1"));
        for (Condition found : List.of(
                new Condition.Compare(country, Lookup.EXACT, List.of("DE")),
                new Condition.Compare(country, Lookup.IN, List.of("DE", "yy")),
                new Condition.Compare(name, Lookup.EXACT, List.of("Germany")),
                new Condition.Matches(List.of(name), List.of("germ")))) {
            assertThat(cities.records.count(cities.model, found))
                    .as("%s", found)
                    .isEqualTo(2);
        }
    }

    @Test
    void a_name_that_an_enum_does_not_have_reads_as_null_and_stays() {
        execute(
                "CREATE TABLE moods (id integer NOT NULL PRIMARY KEY, mood varchar(20), note varchar(20))",
                "INSERT INTO moods VALUES (1, 'odd', 'a'), (2, '', 'b'), (3, 'good', 'c')");
        Under moods = new Under(ModelDefinition.builder("moods")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("mood", FieldType.ENUM, f -> f.values(List.of("good", "bad")))
                .field("note", FieldType.STRING)
                .build());
        List<StoredRecord> all = moods.records.scan(moods.model, Condition.always(), Optional.empty(), 9);
        assertThat(all)
                .extracting(record -> record.value(moods.model.fieldNamed("mood")))
                .containsExactly(null, null, "good");
        assertThat(all)
                .extracting(StoredRecord::unreadable)
                .containsExactly(Map.of("mood", "odd"), Map.of("mood", ""), Map.of());
    }

    private static @Nullable Object countryOf(Map<String, @Nullable Object> city) {
        return city.get("country") instanceof List<?> records && records.getFirst() instanceof Map<?, ?> country
                ? country.get("code")
                : city.get("country");
    }

    private static List<Map<String, @Nullable Object>> listed(Under under, Shape shape) {
        CollectingSink sink = new CollectingSink(shape);
        under.records.list(
                new ListQuery(
                        shape,
                        Condition.always(),
                        List.of(new ListQuery.Order(under.model.key().getFirst(), false)),
                        new ListQuery.Position.Page(1),
                        100,
                        ListQuery.CountMode.NONE),
                sink);
        return sink.records;
    }

    /** Records of the models, of which the first is the one under test. */
    final class Under {
        final ModelRegistry registry;
        final Model model;
        final JdbcRecords records;

        Under(ModelDefinition... definitions) {
            registry = ModelRegistry.of(List.of(definitions));
            model = registry.model(definitions[0].name()).orElseThrow();
            records = new JdbcRecords(database, registry, new byte[32]);
        }

        StoredRecord insert(@Nullable Object... namesAndValues) {
            Map<FieldDefinition, @Nullable Object> values = RecordsContract.values(model, namesAndValues);
            return database.write(scope -> records.insert(model, values));
        }

        ConstraintViolationException refused(@Nullable Object... namesAndValues) {
            return catchThrowableOfType(ConstraintViolationException.class, () -> insert(namesAndValues));
        }

        StoredRecord first() {
            return records.scan(model, Condition.always(), Optional.empty(), 1).getFirst();
        }

        Map<String, @Nullable Object> shown(StoredRecord record) {
            CollectingSink sink = new CollectingSink(Shape.full(model));
            records.read(Shape.full(model), Shape.full(model), record.key(), Condition.always(), sink);
            CollectingSink written = new CollectingSink(Shape.full(model));
            record.writeTo(Shape.full(model), written);
            assertThat(sink.only()).isEqualTo(written.only());
            return sink.only();
        }

        /** Each value of the record finds the record with every lookup that applies to it. */
        void finds(StoredRecord record) {
            for (FieldDefinition field : model.storedFields()) {
                Object value = record.value(field);
                if (value == null) {
                    continue;
                }
                for (Lookup lookup : Lookup.values()) {
                    if (!lookup.appliesTo(field.type()) || lookup == Lookup.ISNULL) {
                        continue;
                    }
                    List<Object> values = operands(field, lookup, value);
                    boolean expected = lookup != Lookup.NE && lookup != Lookup.GT && lookup != Lookup.LT;
                    assertThat(records.matches(
                                    model,
                                    record.key(),
                                    new Condition.Compare(FieldPath.of(model, field), lookup, values)))
                            .as("%s %s %s", field.name(), lookup, value)
                            .isEqualTo(expected);
                }
            }
        }

        /** The operands with which the lookup finds the value; empty if it does not find equal values. */
        private List<Object> operands(FieldDefinition field, Lookup lookup, Object value) {
            return switch (lookup.operand()) {
                case VALUE, TEXT -> List.of(value);
                case TWO_VALUES, VALUES -> List.of(value, value);
                case FLAG -> List.of(true);
                case YEAR -> part(field, lookup, value, 0, 4);
                case MONTH -> part(field, lookup, value, 5, 7);
                case DAY -> part(field, lookup, value, 8, 10);
            };
        }

        private List<Object> part(FieldDefinition field, Lookup lookup, Object value, int from, int to) {
            String text = FieldText.write(value).substring(from, to);
            return lookup.operand().read(model, field, text).orElseThrow();
        }

        /** Only the lookup for null finds a record whose value of the field is shown as null. */
        void filtersAgree(List<StoredRecord> all, String name) {
            FieldDefinition field = model.fieldNamed(name);
            Object some = all.stream()
                    .map(record -> record.value(field))
                    .filter(java.util.Objects::nonNull)
                    .findFirst()
                    .orElseThrow();
            for (Lookup lookup : Lookup.values()) {
                if (!lookup.appliesTo(field.type())) {
                    continue;
                }
                List<Object> values = operands(field, lookup, some);
                Condition condition = new Condition.Compare(FieldPath.of(model, field), lookup, values);
                for (StoredRecord record : all) {
                    if (record.value(field) == null) {
                        assertThat(records.matches(model, record.key(), condition))
                                .as("%s %s of %s", name, lookup, record.key())
                                .isEqualTo(lookup == Lookup.ISNULL);
                        assertThat(records.matches(model, record.key(), new Condition.Not(condition)))
                                .as("not %s %s of %s", name, lookup, record.key())
                                .isFalse();
                    }
                }
            }
        }

        void refuses(String field, Object value) {
            ConstraintViolationException refused = refused(field, value);
            assertThat(refused).as(field).isNotNull();
            assertThat(refused.kind()).isEqualTo(Kind.CHECK);
            assertThat(refused.fields()).extracting(FieldDefinition::name).containsExactly(field);
        }

        List<Object> keysBy(String field) {
            List<Object> keys = new java.util.ArrayList<>();
            Shape shape = new Shape(model, List.of(model.key().getFirst()), Map.of());
            CollectingSink sink = new CollectingSink(shape);
            records.list(
                    new ListQuery(
                            shape,
                            Condition.always(),
                            List.of(
                                    new ListQuery.Order(model.fieldNamed(field), false),
                                    new ListQuery.Order(model.key().getFirst(), false)),
                            new ListQuery.Position.Page(1),
                            100,
                            ListQuery.CountMode.NONE),
                    sink);
            sink.records.forEach(
                    record -> keys.add(record.get(model.key().getFirst().name())));
            return keys;
        }
    }

    static Map<String, @Nullable Object> map(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    /** Which types of fields a column of this type can hold, besides those of texts, is known to {@link TableCheck}. */
    final void holds(String type, FieldType... expected) {
        execute("DROP TABLE IF EXISTS mixed", "CREATE TABLE mixed (id integer NOT NULL PRIMARY KEY, c " + type + ")");
        Set<FieldType> held = EnumSet.noneOf(FieldType.class);
        for (FieldType field : FieldType.values()) {
            if (field.valueType().isRelation() || field == FieldType.FILE || field == FieldType.IMAGE) {
                continue;
            }
            Under mixed = new Under(mixed(field));
            List<TableCheck.Finding> found = new TableCheck(database).problems(List.of(mixed.model), List.of());
            if (found.isEmpty()) {
                held.add(field);
                mixed.records.scan(mixed.model, Condition.always(), Optional.empty(), 1);
            } else {
                assertThat(found)
                        .singleElement()
                        .satisfies(finding -> assertThat(finding.problem())
                                .contains(
                                        "column 'c' of the table 'mixed'",
                                        "the field 'c' of the type " + field.word()));
                assertThatThrownBy(() -> mixed.records.scan(mixed.model, Condition.always(), Optional.empty(), 1))
                        .isInstanceOf(ServiceUnavailableException.class)
                        .hasMessageContaining("cannot hold the field 'c'");
            }
        }
        held.removeIf(field -> field.isText() && field != FieldType.TEXT);
        assertThat(held).as(type).containsExactlyInAnyOrder(expected);
    }

    static ModelDefinition mixed(FieldType type) {
        return ModelDefinition.builder("mixed")
                .field("id", FieldType.INTEGER, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                .field("c", type, f -> switch (type) {
                    case ENUM -> f.values(List.of("a"));
                    case LIST -> f.of(FieldType.STRING);
                    default -> f;
                })
                .build();
    }

    /** Numbers that a column of whole numbers would round are refused, and others are stored. */
    final void wholeNumbersOnly(String type) {
        execute("CREATE TABLE whole (id integer NOT NULL PRIMARY KEY, a " + type + ", b " + type + ")");
        Under whole = new Under(ModelDefinition.builder("whole")
                .field("id", FieldType.INTEGER, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                .field("a", FieldType.FLOAT)
                .field("b", FieldType.DECIMAL, f -> f.precision(8).scale(2))
                .build());
        assertThat(whole.refused("id", 1L, "a", 1.5).fields())
                .extracting(FieldDefinition::name)
                .containsExactly("a");
        assertThat(whole.refused("id", 1L, "b", new BigDecimal("1.50")).fields())
                .extracting(FieldDefinition::name)
                .containsExactly("b");
        assertThat(text("SELECT count(*) FROM whole")).isEqualTo("0");
        StoredRecord stored = whole.insert("id", 1L, "a", 2.0, "b", new BigDecimal("3.00"));
        assertThat(whole.shown(stored)).containsEntry("a", 2.0).containsEntry("b", new BigDecimal("3.00"));
        whole.finds(stored);
    }
}
