package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.records.ZoneOffsets;
import dev.hexadmin.persistence.database.sqlite.SqliteKind;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RecordsContract {
    private static final byte[] KEY = new byte[32];
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    Database database;
    JdbcRecords records;

    final Model things = SampleModels.model("things");
    final Model categories = SampleModels.model("categories");
    final Model tags = SampleModels.model("tags");
    final Model prices = SampleModels.model("prices");
    final Model notes = SampleModels.model("notes");

    abstract DatabaseSettings settings(Path folder);

    @BeforeAll
    void open(@TempDir Path folder) {
        database = Database.open(settings(folder));
        SampleModels.create(database);
    }

    @AfterAll
    void close() {
        database.close();
    }

    @BeforeEach
    void clear() {
        execute(
                "DELETE FROM things_tags",
                "DELETE FROM notes",
                "DELETE FROM prices",
                "DELETE FROM things",
                "DELETE FROM tags",
                "UPDATE categories SET parent_id = NULL",
                "DELETE FROM categories",
                "UPDATE rings SET next_id = NULL",
                "DELETE FROM links",
                "DELETE FROM rings");
        records = new JdbcRecords(database, SampleModels.REGISTRY, KEY);
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

    final StoredRecord insert(Model model, @Nullable Object... namesAndValues) {
        Map<FieldDefinition, @Nullable Object> values = values(model, namesAndValues);
        return database.write(scope -> records.insert(model, values));
    }

    static Map<FieldDefinition, @Nullable Object> values(Model model, @Nullable Object... namesAndValues) {
        Map<FieldDefinition, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(model.fieldNamed((String) namesAndValues[i]), namesAndValues[i + 1]);
        }
        return values;
    }

    private StoredRecord found(StoredRecord record) {
        return records.find(record.model(), record.key(), Condition.always()).orElseThrow();
    }

    private StoredRecord change(StoredRecord record, @Nullable Object... namesAndValues) {
        return database.write(scope -> records.update(
                records.find(record.model(), record.key(), Condition.always()).orElseThrow(),
                values(record.model(), namesAndValues)));
    }

    private Map<String, Long> delete(StoredRecord record) {
        return database.write(scope -> records.delete(List.of(
                records.find(record.model(), record.key(), Condition.always()).orElseThrow())));
    }

    private ConstraintViolationException refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(ConstraintViolationException.class, call);
    }

    static Condition where(Model model, String path, Lookup lookup, Object... values) {
        return new Condition.Compare(ModelRegistry.path(model, path).orElseThrow(), lookup, List.of(values));
    }

    private List<Object> keys(Model model, Condition condition) {
        return records.scan(model, condition, Optional.empty(), 1000).stream()
                .map(record -> record.key().values().getFirst())
                .toList();
    }

    // ---- values

    private StoredRecord everything() {
        StoredRecord category = insert(categories, "name", "Tools");
        StoredRecord tag = insert(tags, "id", new UUID(1, 2), "word", "new");
        return insert(
                things,
                "name",
                "Säge \"x\" 😀",
                "body",
                "a\nb\\c%_",
                "amount",
                -42L,
                "price",
                new BigDecimal("19.90"),
                "huge",
                new BigDecimal("-123456789012345678901234567890.0000000001"),
                "free",
                new BigDecimal("1234567890.123456789012345"),
                "ratio",
                0.1,
                "active",
                true,
                "day",
                LocalDate.of(2026, 11, 20),
                "clock",
                LocalTime.of(17, 30, 0, 500_000_000),
                "moment",
                Instant.parse("2026-11-20T17:30:00.120Z"),
                "span",
                Duration.ofSeconds(-93_600, 1_000),
                "token",
                UUID.fromString("ffffffff-0000-4000-8000-000000000001"),
                "status",
                "active",
                "document",
                new JsonText("{\"a\":[1,\"ü\"]}"),
                "words",
                new JsonText("[\"a\",\"b, c\"]"),
                "colour",
                "#1a2b3c",
                "notes",
                "# A",
                "source",
                "a = b",
                "bytes",
                new byte[] {0, -1, 7},
                "mail",
                "a@b.example",
                "link",
                "https://example.com/",
                "secret",
                "hidden",
                "category_id",
                category.key().values().getFirst(),
                "tags",
                List.of(tag.key().values().getFirst()));
    }

    @Test
    void every_type_comes_back_as_it_was_stored() {
        StoredRecord stored = everything();
        assertThat(stored.value(things.fieldNamed("price"))).isEqualTo(new BigDecimal("19.90"));
        assertThat(stored.value(things.fieldNamed("huge")))
                .isEqualTo(new BigDecimal("-123456789012345678901234567890.0000000001"));
        assertThat(stored.value(things.fieldNamed("free"))).isEqualTo(new BigDecimal("1234567890.123456789012345"));
        assertThat(stored.value(things.fieldNamed("moment"))).isEqualTo(Instant.parse("2026-11-20T17:30:00.120Z"));
        assertThat(stored.value(things.fieldNamed("clock"))).isEqualTo(LocalTime.of(17, 30, 0, 500_000_000));
        assertThat(stored.value(things.fieldNamed("token")))
                .isEqualTo(UUID.fromString("ffffffff-0000-4000-8000-000000000001"));
        assertThat(stored.value(things.fieldNamed("bytes"))).isEqualTo(new byte[] {0, -1, 7});
        assertThat(stored.value(things.fieldNamed("name"))).isEqualTo("Säge \"x\" 😀");
        assertThat(stored.value(things.fieldNamed("tags"))).isEqualTo(List.of(new UUID(1, 2)));
        StoredRecord found = found(stored);
        assertThat(found.version()).isEqualTo(stored.version());
        assertThat(found.values().keySet()).hasSameSizeAs(things.fields());
    }

    @Test
    void a_record_is_given_to_the_sink_in_its_wire_form_like_a_stored_one() {
        StoredRecord stored = everything();
        Shape shape = Shape.full(things);
        CollectingSink read = new CollectingSink(shape);
        Optional<Version> version = records.read(shape, shape, stored.key(), Condition.always(), read);
        CollectingSink listed = new CollectingSink(shape);
        records.list(page(shape, Condition.always(), 1, 20, CountMode.NONE), listed);
        CollectingSink written = new CollectingSink(shape);
        stored.writeTo(shape, written);
        assertThat(version).contains(stored.version());
        assertThat(read.only()).isEqualTo(written.only()).isEqualTo(listed.only());
        assertThat(read.only())
                .containsEntry("moment", "2026-11-20T17:30:00.120Z")
                .containsEntry("day", "2026-11-20")
                .containsEntry("clock", "17:30:00.5")
                .containsEntry("span", "-P1DT1H59M59.999999S")
                .containsEntry("price", new BigDecimal("19.90"))
                .containsEntry("bytes", "00ff07")
                .doesNotContainKey("secret");
    }

    @Test
    void a_record_of_nulls_comes_back_as_nulls() {
        StoredRecord stored = insert(things, "name", null);
        Shape shape = Shape.full(things);
        CollectingSink sink = new CollectingSink(shape);
        records.read(shape, shape, stored.key(), Condition.always(), sink);
        sink.only().forEach((name, value) -> {
            if (!name.equals("id")) {
                assertThat(value).as(name).isIn(null, List.of());
            }
        });
        StoredRecord bare = insert(things);
        assertThat(bare.key()).isNotEqualTo(stored.key());
    }

    @Test
    void a_record_that_is_not_there_or_not_meant_is_not_read() {
        StoredRecord stored = insert(things, "name", "a", "amount", 1L);
        Shape shape = Shape.full(things);
        CollectingSink sink = new CollectingSink(shape);
        RecordKey other = new RecordKey(List.of(987_654L));
        assertThat(records.read(shape, shape, other, Condition.always(), sink)).isEmpty();
        Condition two = where(things, "amount", Lookup.EXACT, 2L);
        assertThat(records.read(shape, shape, stored.key(), two, sink)).isEmpty();
        assertThat(records.find(things, stored.key(), two)).isEmpty();
        assertThat(records.matches(things, stored.key(), two)).isFalse();
        assertThat(records.matches(things, stored.key(), new Condition.Not(two)))
                .isTrue();
        assertThat(records.find(things, other, Condition.always())).isEmpty();
        assertThat(sink.records).isEmpty();
    }

    @Test
    void the_version_changes_with_every_value_and_link_and_with_the_key() {
        StoredRecord stored = everything();
        Set<Version> versions = new HashSet<>(Set.of(stored.version()));
        assertThat(change(stored, "secret", "other").version()).isEqualTo(stored.version()); // write-only
        assertThat(versions.add(change(stored, "price", new BigDecimal("19.91")).version()))
                .isTrue();
        assertThat(versions.add(change(stored, "body", null).version())).isTrue();
        assertThat(versions.add(change(stored, "body", "").version())).isTrue();
        assertThat(versions.add(change(stored, "tags", List.of()).version())).isTrue();
        assertThat(versions.add(change(stored, "document", new JsonText("{}")).version()))
                .isTrue();
        assertThat(stored.version().value()).hasSize(22).matches("[A-Za-z0-9_-]+");
        byte[] otherKey = new byte[32];
        otherKey[0] = 1;
        assertThat(new JdbcRecords(database, SampleModels.REGISTRY, otherKey)
                        .find(things, stored.key(), Condition.always())
                        .orElseThrow()
                        .version())
                .isNotEqualTo(found(stored).version());
    }

    @Test
    void a_version_is_over_the_fields_that_are_asked_for() {
        StoredRecord stored = everything();
        Shape some = new Shape(
                things, Stream.of("id", "price", "tags").map(things::fieldNamed).toList(), Map.of());
        Version before = records.version(some, stored.key()).orElseThrow();
        Shape name = new Shape(things, List.of(things.fieldNamed("name")), Map.of());
        CollectingSink sink = new CollectingSink(name);
        assertThat(records.read(name, some, stored.key(), Condition.always(), sink))
                .contains(before);
        assertThat(sink.only()).isEqualTo(Map.of("name", "Säge \"x\" 😀"));
        assertThat(records.version(Shape.full(things), stored.key())).contains(stored.version());
        change(stored, "name", "other");
        assertThat(records.version(some, stored.key())).contains(before);
        change(found(stored), "price", new BigDecimal("19.91"));
        Version priced = records.version(some, stored.key()).orElseThrow();
        change(found(stored), "tags", List.of());
        assertThat(Set.of(before, priced, records.version(some, stored.key()).orElseThrow()))
                .hasSize(3);
        assertThat(records.version(some, new RecordKey(List.of(987_654L)))).isEmpty();
    }

    @Test
    void an_update_changes_only_what_it_says_and_links_are_compared() {
        StoredRecord stored = everything();
        StoredRecord second = insert(tags, "id", new UUID(3, 4), "word", "old");
        StoredRecord changed = change(
                stored,
                "name",
                "b",
                "category_id",
                null,
                "tags",
                List.of(second.key().values().getFirst()));
        Map<String, @Nullable Object> expected = new HashMap<>(stored.values());
        expected.put("name", "b");
        expected.put("category_id", null);
        expected.put("tags", List.of(new UUID(3, 4)));
        assertThat(changed.values()).usingRecursiveComparison().isEqualTo(expected);
        assertThat(change(stored, "name", "b").version()).isEqualTo(changed.version());
        assertThat(found(stored).version()).isEqualTo(changed.version());
    }

    @Test
    void composite_keys_are_read_changed_and_deleted() {
        StoredRecord price = insert(prices, "thing", 7L, "region", "a,b", "amount", new BigDecimal("1.50"));
        insert(prices, "thing", 7L, "region", "c", "amount", new BigDecimal("2.50"));
        assertThat(price.key()).isEqualTo(new RecordKey(List.of(7L, "a,b")));
        assertThat(change(price, "amount", new BigDecimal("1.75")).value(prices.fieldNamed("amount")))
                .isEqualTo(new BigDecimal("1.75"));
        assertThat(records.scan(prices, Condition.always(), Optional.of(price.key()), 10))
                .extracting(StoredRecord::key)
                .containsExactly(new RecordKey(List.of(7L, "c")));
        assertThat(delete(price)).isEqualTo(Map.of("prices", 1L));
        assertThat(records.count(prices, Condition.always())).isEqualTo(1);
    }

    @Test
    void writes_of_a_rehearsal_are_given_back_and_gone() {
        StoredRecord stored = database.rehearse(scope -> records.insert(categories, values(categories, "name", "x")));
        assertThat(stored.value(categories.fieldNamed("name"))).isEqualTo("x");
        assertThat(records.count(categories, Condition.always())).isZero();
    }

    // ---- related records

    @Test
    void expanded_references_show_the_record_or_its_key_when_it_is_hidden() {
        StoredRecord open = insert(categories, "name", "open");
        StoredRecord hidden = insert(
                categories, "name", "hidden", "parent_id", open.key().values().getFirst());
        StoredRecord one = insert(tags, "id", new UUID(0, 1), "word", "one");
        StoredRecord two = insert(tags, "id", new UUID(0, 2), "word", "two");
        List<Object> both =
                List.of(two.key().values().getFirst(), one.key().values().getFirst());
        insert(things, "name", "a", "category_id", open.key().values().getFirst(), "tags", both);
        insert(things, "name", "b", "category_id", hidden.key().values().getFirst());
        insert(things, "name", "c", "tags", List.of(one.key().values().getFirst()));
        Shape shape = new Shape(
                things,
                List.of(things.fieldNamed("name"), things.fieldNamed("tags"), things.fieldNamed("category_id")),
                Map.of(
                        "category_id",
                        new Shape.Expansion(Shape.full(categories), where(categories, "name", Lookup.NE, "hidden")),
                        "tags",
                        new Shape.Expansion(
                                new Shape(tags, List.of(tags.fieldNamed("word")), Map.of()),
                                where(tags, "word", Lookup.NE, "two"))));
        CollectingSink sink = new CollectingSink(shape);
        records.list(page(shape, Condition.always(), 1, 10, CountMode.NONE), sink);
        Map<String, @Nullable Object> category = new LinkedHashMap<>();
        category.put("id", open.key().values().getFirst());
        category.put("name", "open");
        category.put("parent_id", null);
        assertThat(sink.records.get(0))
                .containsEntry("category_id", List.of(category))
                .containsEntry("tags", List.of(Map.of("word", "one")));
        assertThat(sink.records.get(1))
                .containsEntry("category_id", hidden.key().values().getFirst())
                .containsEntry("tags", List.of());
        assertThat(sink.records.get(2)).containsEntry("category_id", null);

        CollectingSink read = new CollectingSink(shape);
        records.read(
                shape,
                shape,
                new RecordKey(List.of(keys(things, Condition.always()).getFirst())),
                Condition.always(),
                read);
        assertThat(read.only()).isEqualTo(sink.records.getFirst());
    }

    // ---- conditions against an oracle

    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "A",
            "ab",
            "Abc",
            "abc%",
            "a_c",
            "100%",
            "_",
            "a\\b",
            "Ärger",
            "ärGER",
            "größe",
            "GRÖSSE",
            "*",
            "[a]",
            "a?",
            "Ωmega",
            "ωMEGA",
            "😀",
            "z",
            "é",
            "É",
            "\"q\"",
            "it's",
            "new\nline",
            "]",
            "^");

    private Oracle filled(Random random, int rows) {
        Oracle oracle = new Oracle();
        List<Object> categoryKeys = new ArrayList<>();
        List<Object> tagKeys = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            StoredRecord category = insert(
                    categories, "name", TEXTS.get(i * 3) + i, "parent_id", i % 2 == 1 ? categoryKeys.getFirst() : null);
            oracle.put(category);
            categoryKeys.add(category.key().values().getFirst());
            StoredRecord tag =
                    insert(tags, "id", new UUID(random.nextLong(), random.nextLong()), "word", TEXTS.get(i * 4));
            oracle.put(tag);
            tagKeys.add(tag.key().values().getFirst());
        }
        database.write(scope -> {
            for (int i = 0; i < rows; i++) {
                Map<FieldDefinition, @Nullable Object> values = new LinkedHashMap<>();
                for (FieldDefinition field : things.fields()) {
                    if (field.primaryKey() || random.nextInt(4) == 0) {
                        continue;
                    }
                    if (field.type() == FieldType.REFERENCES) {
                        List<Object> some = new ArrayList<>(tagKeys);
                        Collections.shuffle(some, random);
                        values.put(field, some.subList(0, random.nextInt(3)));
                    } else if (field.type() == FieldType.REFERENCE) {
                        values.put(field, categoryKeys.get(random.nextInt(categoryKeys.size())));
                    } else {
                        values.put(field, sample(field, random));
                    }
                }
                oracle.put(records.insert(things, values));
            }
            return 0;
        });
        return oracle;
    }

    /** One of few values, so that records share them. */
    private static Object sample(FieldDefinition field, Random random) {
        int n = random.nextInt(7);
        return switch (field.type()) {
            case STRING, TEXT, MARKDOWN, CODE, EMAIL, URL -> TEXTS.get(random.nextInt(TEXTS.size()));
            case ENUM -> field.constraints().values().get(n % 3);
            case INTEGER ->
                List.of(0L, 1L, -1L, 10L, 999_999_999_999L, -42L, 7L).get(n);
            case DECIMAL ->
                new BigDecimal(List.of("0", "1.10", "-1.1", "19.90", "12345678.99", "-0.01", "2")
                                .get(n))
                        .setScale(field.constraints().scale().orElse(2));
            case FLOAT -> List.of(0.0, 1.5, -2.25, 0.1, 1e300, 1e-300, 3.0).get(n);
            case BOOLEAN -> n % 2 == 0;
            case DATE -> LocalDate.of(2026, 1, 1).plusDays(n * 40L);
            case TIME -> LocalTime.of(0, 0).plusSeconds(n * 7000L).plusNanos(n % 3 * 125_000_000L);
            case DATETIME ->
                Instant.parse("2026-01-01T00:00:00Z").plusSeconds(n * 1000L).plusNanos(n % 3 * 1_500_000L);
            case DURATION ->
                Duration.ofHours(List.of(0, 1, -1, 24, 26, -1000, 100).get(n)).plusNanos(n % 3 * 1_000L);
            case UUID -> new UUID(n % 2 == 0 ? n : -n, n);
            case JSON -> new JsonText("{\"n\":" + n + "}");
            case LIST -> new JsonText("[\"" + n + "\",\"x\"]");
            case COLOUR -> "#00000" + n;
            case BINARY -> new byte[] {(byte) n};
            case FILE, IMAGE, REFERENCE, REFERENCES -> throw new IllegalArgumentException();
        };
    }

    private Condition condition(Oracle oracle, Random random, int depth) {
        return switch (depth > 2 ? 9 : random.nextInt(10)) {
            case 0 -> new Condition.Not(condition(oracle, random, depth + 1));
            case 1 ->
                new Condition.All(List.of(condition(oracle, random, depth + 1), condition(oracle, random, depth + 1)));
            case 2 ->
                new Condition.Any(List.of(condition(oracle, random, depth + 1), condition(oracle, random, depth + 1)));
            case 3 ->
                new Condition.Matches(
                        List.of(path("name"), path("category_id__name"), path("tags__word")),
                        List.of(TEXTS.get(1 + random.nextInt(TEXTS.size() - 1)), "a"));
            default -> compare(oracle, random);
        };
    }

    private FieldPath path(String text) {
        return ModelRegistry.path(things, text).orElseThrow();
    }

    private Condition compare(Oracle oracle, Random random) {
        List<FieldPath> paths = new ArrayList<>(List.of(
                path("category_id__name"),
                path("tags__word"),
                path("category__parent__name"),
                path("tags__id"),
                path("category_id__id")));
        things.fields().forEach(field -> paths.add(FieldPath.of(things, field)));
        while (true) {
            FieldPath path = paths.get(random.nextInt(paths.size()));
            Lookup lookup = Lookup.values()[random.nextInt(Lookup.values().length)];
            FieldType type = path.field().type();
            if (!lookup.appliesTo(type)
                    || (type == FieldType.REFERENCES
                            && lookup != Lookup.EXACT
                            && lookup != Lookup.IN
                            && lookup != Lookup.NE
                            && lookup != Lookup.ISNULL)) {
                continue;
            }
            List<Object> values = operands(oracle, path, lookup, random);
            return new Condition.Compare(path, lookup, values);
        }
    }

    /** Values that the lookup takes, near those that are stored. */
    private List<Object> operands(Oracle oracle, FieldPath path, Lookup lookup, Random random) {
        FieldDefinition field = path.field();
        return switch (lookup.operand()) {
            case TEXT ->
                field.valueType().holdsItems()
                        ? lookup.operand()
                                .read(path.owner(), field, Integer.toString(random.nextInt(9)))
                                .orElseThrow()
                        : List.of(value(oracle, path, random));
            case VALUE -> List.of(value(oracle, path, random));
            case TWO_VALUES -> List.of(value(oracle, path, random), value(oracle, path, random));
            case VALUES ->
                Stream.generate(() -> value(oracle, path, random))
                        .limit(random.nextInt(4))
                        .toList();
            case FLAG -> List.of(random.nextBoolean());
            case YEAR, MONTH, DAY -> {
                String day = FieldText.write(value(oracle, path, random));
                String part = switch (lookup.operand()) {
                    case YEAR -> day.substring(0, 4);
                    case MONTH -> day.substring(5, 7);
                    default -> day.substring(8, 10);
                };
                yield lookup.operand().read(path.owner(), field, part).orElseThrow();
            }
        };
    }

    private Object value(Oracle oracle, FieldPath path, Random random) {
        FieldDefinition field = path.field();
        if (field.type() == FieldType.REFERENCE || field.type() == FieldType.REFERENCES) {
            List<StoredRecord> all = oracle.all(path.owner().target(field));
            return all.get(random.nextInt(all.size())).key().values().getFirst();
        }
        if (field.primaryKey()) {
            List<StoredRecord> all = oracle.all(path.owner());
            return all.get(random.nextInt(all.size())).key().values().getFirst();
        }
        return sample(field, random);
    }

    @Test
    void every_condition_means_the_same_as_in_the_oracle() {
        Random random = new Random(42);
        Oracle oracle = filled(random, 60);
        for (int i = 0; i < 1500; i++) {
            Condition condition = condition(oracle, random, 0);
            List<Object> expected = oracle.matching(things, condition).stream()
                    .map(record -> record.key().values().getFirst())
                    .toList();
            assertThat(keys(things, condition)).as("%d: %s", i, condition).isEqualTo(expected);
            if (i % 10 == 0) {
                assertThat(records.count(things, condition)).isEqualTo(expected.size());
            }
        }
    }

    @Test
    void every_lookup_of_every_type_means_the_same_as_in_the_oracle() {
        Random random = new Random(7);
        Oracle oracle = filled(random, 60);
        int tried = 0;
        for (FieldDefinition field : things.fields()) {
            for (Lookup lookup : Lookup.values()) {
                if (!lookup.appliesTo(field.type()) || !field.stored()) {
                    continue;
                }
                for (int i = 0; i < 8; i++) {
                    FieldPath path = FieldPath.of(things, field);
                    List<Object> values = operands(oracle, path, lookup, random);
                    Condition condition = new Condition.Compare(path, lookup, values);
                    assertThat(keys(things, condition))
                            .as(condition.toString())
                            .isEqualTo(oracle.matching(things, condition).stream()
                                    .map(record -> record.key().values().getFirst())
                                    .toList());
                    tried++;
                }
            }
        }
        assertThat(tried).isGreaterThan(1000);
    }

    @Test
    void values_that_no_database_can_hold_are_no_error_in_a_condition() {
        insert(things, "name", "a", "amount", 1L, "status", "draft");
        for (String odd : List.of("\0", "a\0", "\ud800", "x".repeat(60_000))) {
            for (Lookup lookup : Lookup.values()) {
                if (lookup.appliesTo(FieldType.STRING) && lookup != Lookup.RANGE && lookup != Lookup.ISNULL) {
                    long expected = lookup == Lookup.NE || lookup == Lookup.LT || lookup == Lookup.LTE ? 1 : 0;
                    if (lookup == Lookup.GT || lookup == Lookup.GTE || lookup == Lookup.LT || lookup == Lookup.LTE) {
                        records.count(things, where(things, "name", lookup, odd));
                    } else {
                        assertThat(records.count(things, where(things, "name", lookup, odd)))
                                .as("%s %s", lookup, odd.length())
                                .isEqualTo(expected);
                    }
                }
            }
        }
        assertThat(records.count(things, where(things, "amount", Lookup.LT, Long.MAX_VALUE)))
                .isEqualTo(1);
    }

    // ---- paging

    static ListQuery page(Shape shape, Condition condition, int number, int limit, CountMode count) {
        List<ListQuery.Order> order = shape.model().key().stream()
                .map(field -> new ListQuery.Order(field, false))
                .toList();
        return new ListQuery(shape, condition, order, new Position.Page(number), limit, count);
    }

    @Test
    void cursors_visit_each_record_exactly_once_in_any_order_and_back_again() {
        Random random = new Random(99);
        Oracle oracle = filled(random, 45);
        List<FieldDefinition> sortable = things.fields().stream()
                .filter(field -> field.type().isOrdered() && !field.primaryKey())
                .toList();
        FieldDefinition id = things.fieldNamed("id");
        Shape plain = new Shape(things, List.of(id, things.fieldNamed("name")), Map.of());
        Shape linked = new Shape(things, List.of(things.fieldNamed("tags"), id), Map.of());
        FieldDefinition category = things.fieldNamed("category_id");
        Shape named = new Shape(
                things,
                List.of(id, category),
                Map.of(category.name(), new Shape.Expansion(Shape.full(categories), Condition.always())));
        Map<Object, @Nullable Object> categoryOf = new HashMap<>();
        oracle.all(things).forEach(one -> categoryOf.put(one.key().values().getFirst(), one.value(category)));
        for (int round = 0; round < 60; round++) {
            List<FieldDefinition> fields = new ArrayList<>(sortable);
            Collections.shuffle(fields, random);
            List<ListQuery.Order> ordering = new ArrayList<>();
            for (FieldDefinition field : fields.subList(0, random.nextInt(4))) {
                ordering.add(new ListQuery.Order(field, random.nextBoolean()));
            }
            if (round % 2 == 1) {
                ordering.add(random.nextInt(ordering.size() + 1), throughCategories(random));
            }
            ordering.add(new ListQuery.Order(id, random.nextBoolean()));
            List<Object> expected = oracle.sorted(things, ordering).stream()
                    .map(record -> record.key().values().getFirst())
                    .toList();
            int limit = 1 + random.nextInt(9);
            Shape shape = List.of(linked, plain, named).get(round % 3);
            List<Object> seen = new ArrayList<>();
            Position position = new Position.Page(1);
            Records.Slice slice;
            do {
                CollectingSink sink = new CollectingSink(shape);
                slice = records.list(
                        new ListQuery(shape, Condition.always(), ordering, position, limit, CountMode.NONE), sink);
                sink.records.forEach(record -> seen.add(record.get("id")));
                if (shape.equals(named)) {
                    sink.records.forEach(record ->
                            assertThat(key(record.get(category.name()))).isEqualTo(categoryOf.get(record.get("id"))));
                }
                assertThat(slice.size()).isEqualTo(sink.records.size());
                position = new Position.After(slice.last());
            } while (slice.hasNext());
            assertThat(seen).as("forwards by %s", ordering).isEqualTo(expected);

            List<Object> back = new ArrayList<>(List.of(seen.getLast()));
            List<@Nullable Object> from = new ArrayList<>();
            StoredRecord last = oracle.sorted(things, ordering).getLast();
            ordering.forEach(order -> from.add(oracle.value(order, last)));
            position = new Position.Before(from);
            do {
                CollectingSink sink = new CollectingSink(shape);
                slice = records.list(
                        new ListQuery(shape, Condition.always(), ordering, position, limit, CountMode.NONE), sink);
                List<Object> page = new ArrayList<>();
                sink.records.forEach(record -> page.add(record.get("id")));
                back.addAll(0, page);
                position = new Position.Before(slice.first());
            } while (slice.hasPrevious());
            assertThat(back).as("backwards by %s", ordering).isEqualTo(expected);
        }
    }

    @Test
    void pages_far_in_a_list_hold_the_records_of_their_place_in_the_order() {
        Random random = new Random(11);
        Oracle oracle = filled(random, 230);
        FieldDefinition id = things.fieldNamed("id");
        FieldDefinition category = things.fieldNamed("category_id");
        Shape plain = new Shape(things, List.of(things.fieldNamed("name"), id), Map.of());
        Shape named = new Shape(
                things,
                List.of(id, category),
                Map.of(category.name(), new Shape.Expansion(Shape.full(categories), Condition.always())));
        Condition some = where(things, "id", Lookup.NE, 17L);
        for (FieldDefinition field : things.fields()) {
            if (!field.type().isOrdered() || field.primaryKey()) {
                continue;
            }
            List<ListQuery.Order> ordering = List.of(
                    new ListQuery.Order(field, random.nextBoolean()), new ListQuery.Order(id, random.nextBoolean()));
            for (Shape shape : List.of(plain, named)) {
                List<StoredRecord> expected = oracle.sorted(things, ordering).stream()
                        .filter(record -> !record.key().values().getFirst().equals(17L))
                        .toList();
                CollectingSink sink = new CollectingSink(shape);
                CountMode count = random.nextBoolean() ? CountMode.EXACT : CountMode.NONE;
                for (int number = 1; number <= 5; number++) {
                    Records.Slice slice = records.list(
                            new ListQuery(shape, some, ordering, new Position.Page(number), 50, count), sink);
                    assertThat(slice.hasPrevious()).isEqualTo(number > 1);
                    assertThat(slice.hasNext()).isEqualTo(number < 5);
                    assertThat(slice.first().getLast()).isEqualTo(id(expected.get((number - 1) * 50)));
                    if (count == CountMode.EXACT) {
                        assertThat(slice.total()).hasValue(expected.size());
                    }
                    if (number < 5) {
                        assertThat(slice.last().getLast()).isEqualTo(id(expected.get(number * 50 - 1)));
                    }
                }
                assertThat(sink.records)
                        .as("by %s", field.name())
                        .extracting(record -> record.get("id"))
                        .containsExactlyElementsOf(expected.stream()
                                .map(record -> record.key().values().getFirst())
                                .toList());
                if (shape.equals(named)) {
                    assertThat(sink.records)
                            .extracting(record -> key(record.get(category.name())))
                            .containsExactlyElementsOf(expected.stream()
                                    .map(record -> record.value(category))
                                    .toList());
                }
            }
        }
    }

    private static Object id(StoredRecord record) {
        return record.key().values().getFirst();
    }

    @Test
    void pages_far_in_a_list_of_composite_keys_are_read_by_the_whole_key() {
        database.write(scope -> {
            for (int i = 0; i < 130; i++) {
                records.insert(
                        prices, values(prices, "thing", 7L, "region", "r" + (1000 + i), "amount", BigDecimal.ONE));
                records.insert(
                        prices, values(prices, "thing", 8L, "region", "r" + (1000 + i), "amount", BigDecimal.TEN));
            }
            return true;
        });
        Shape shape = Shape.full(prices);
        CollectingSink sink = new CollectingSink(shape);
        Records.Slice slice = records.list(page(shape, Condition.always(), 6, 50, CountMode.NONE), sink);
        assertThat(slice.hasNext()).isFalse();
        assertThat(sink.records)
                .extracting(record -> record.get("thing") + " " + record.get("region"))
                .containsExactlyElementsOf(java.util.stream.IntStream.range(120, 130)
                        .mapToObj(i -> "8 r" + (1000 + i))
                        .toList());
    }

    /** The key of a record that is expanded. */
    private static @Nullable Object key(@Nullable Object expanded) {
        return expanded == null ? null : ((Map<?, ?>) ((List<?>) expanded).getFirst()).get("id");
    }

    /** By the name of a record's category, or of that category's parent; of some, only for categories that are visible. */
    private ListQuery.Order throughCategories(Random random) {
        Condition visible = random.nextBoolean()
                ? Condition.always()
                : new Condition.Compare(
                        FieldPath.of(categories, categories.fieldNamed("name")), Lookup.NE, List.of(TEXTS.get(3) + 1));
        List<ListQuery.Step> through = new ArrayList<>();
        through.add(new ListQuery.Step(things.fieldNamed("category_id"), visible));
        if (random.nextBoolean()) {
            through.add(new ListQuery.Step(categories.fieldNamed("parent_id"), visible));
        }
        return new ListQuery.Order(through, categories.fieldNamed("name"), random.nextBoolean());
    }

    @Test
    void records_inserted_meanwhile_neither_hide_nor_repeat_the_others() {
        Random random = new Random(3);
        Oracle oracle = filled(random, 30);
        FieldDefinition id = things.fieldNamed("id");
        List<ListQuery.Order> ordering = List.of(
                new ListQuery.Order(things.fieldNamed("price"), true),
                new ListQuery.Order(things.fieldNamed("day"), false),
                new ListQuery.Order(id, false));
        Shape shape = new Shape(things, List.of(id), Map.of());
        List<Object> seen = new ArrayList<>();
        Position position = new Position.Page(1);
        Records.Slice slice;
        do {
            CollectingSink sink = new CollectingSink(shape);
            slice = records.list(new ListQuery(shape, Condition.always(), ordering, position, 4, CountMode.NONE), sink);
            sink.records.forEach(record -> seen.add(record.get("id")));
            position = new Position.After(slice.last());
            insert(things, "price", sample(things.fieldNamed("price"), random), "day", null);
            insert(things, "day", sample(things.fieldNamed("day"), random));
        } while (slice.hasNext() && seen.size() < 500);
        assertThat(seen).doesNotHaveDuplicates();
        assertThat(seen)
                .containsAll(oracle.all(things).stream()
                        .map(record -> record.key().values().getFirst())
                        .toList());
    }

    @Test
    void pages_by_number_know_what_comes_before_and_after_and_how_many_there_are() {
        for (int i = 0; i < 5; i++) {
            insert(categories, "name", "c" + i);
        }
        Shape shape = Shape.full(categories);
        CollectingSink sink = new CollectingSink(shape);
        Records.Slice first = records.list(page(shape, Condition.always(), 1, 2, CountMode.EXACT), sink);
        assertThat(first.total()).isEqualTo(OptionalLong.of(5));
        assertThat(first.hasPrevious()).isFalse();
        assertThat(first.hasNext()).isTrue();
        Records.Slice last = records.list(page(shape, Condition.always(), 3, 2, CountMode.EXACT), sink);
        assertThat(last.total()).isEqualTo(OptionalLong.of(5));
        assertThat(last.size()).isEqualTo(1);
        assertThat(last.hasNext()).isFalse();
        assertThat(last.hasPrevious()).isTrue();
        Records.Slice past = records.list(page(shape, Condition.always(), 9, 2, CountMode.EXACT), sink);
        assertThat(past.total()).isEqualTo(OptionalLong.of(5));
        assertThat(past.size()).isZero();
        assertThat(past.first()).isEmpty();
        assertThat(sink.records).extracting(record -> record.get("name")).containsExactly("c0", "c1", "c4");
        Records.Slice none = records.list(page(shape, Condition.never(), 1, 2, CountMode.EXACT), sink);
        assertThat(none.total()).isEqualTo(OptionalLong.of(0));
        assertThat(records.list(page(shape, Condition.always(), 1, 2, CountMode.NONE), sink)
                        .total())
                .isEmpty();
        assertThat(records.list(page(shape, Condition.always(), 1, 2, CountMode.ESTIMATED), sink)
                        .total())
                .isEqualTo(OptionalLong.of(5));
    }

    @Test
    void a_bounded_count_says_when_there_are_more_than_it_looked_at() {
        execute("INSERT INTO categories (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i"
                + " < "
                + (ListQuery.COUNTED + 50) + ") SELECT 'c' || i FROM n");
        Shape shape = new Shape(categories, categories.key(), Map.of());
        CollectingSink sink = new CollectingSink(shape);
        Records.Slice first = records.list(page(shape, Condition.always(), 1, 20, CountMode.BOUNDED), sink);
        assertThat(first.total()).isEqualTo(OptionalLong.of(ListQuery.COUNTED));
        assertThat(first.more()).isTrue();
        Records.Slice late = records.list(page(shape, Condition.always(), 502, 20, CountMode.BOUNDED), sink);
        assertThat(late.total()).isEqualTo(OptionalLong.of(ListQuery.COUNTED + 40L));
        assertThat(late.more()).isTrue();
        Records.Slice last = records.list(page(shape, Condition.always(), 503, 20, CountMode.BOUNDED), sink);
        assertThat(last.total()).isEqualTo(OptionalLong.of(ListQuery.COUNTED + 50L));
        assertThat(last.more()).isFalse();
        Records.Slice some = records.list(
                page(shape, where(categories, "name", Lookup.STARTSWITH, "c99"), 1, 20, CountMode.BOUNDED), sink);
        assertThat(some.total()).isEqualTo(OptionalLong.of(111));
        assertThat(some.more()).isFalse();
        assertThat(records.list(page(shape, Condition.always(), 1, 20, CountMode.EXACT), sink)
                        .total())
                .isEqualTo(OptionalLong.of(ListQuery.COUNTED + 50L));
    }

    @Test
    void a_scan_goes_on_after_a_key() {
        for (int i = 0; i < 5; i++) {
            insert(tags, "id", new UUID(0, i), "word", "w" + i);
        }
        List<StoredRecord> first = records.scan(tags, Condition.always(), Optional.empty(), 3);
        List<StoredRecord> rest = records.scan(
                tags, Condition.always(), Optional.of(first.getLast().key()), 3);
        assertThat(first).extracting(StoredRecord::label).containsExactly("w0", "w1", "w2");
        assertThat(rest).hasSize(2);
    }

    // ---- refusals

    @Test
    void a_taken_unique_value_names_its_field() {
        insert(categories, "name", "x");
        ConstraintViolationException refused = refused(() -> insert(categories, "name", "x"));
        assertThat(refused.kind()).isEqualTo(Kind.UNIQUE);
        assertThat(refused.model()).isEqualTo(categories);
        assertThat(refused.fields()).containsExactly(categories.fieldNamed("name"));
        assertThat(refused(() -> insert(categories, "name", "x")).kind()).isEqualTo(Kind.UNIQUE);
        insert(categories, "name", "y");
    }

    @Test
    void a_taken_composite_key_or_group_names_its_fields() {
        insert(prices, "thing", 1L, "region", "r", "amount", new BigDecimal("1.00"));
        assertThat(refused(() -> insert(prices, "thing", 1L, "region", "r")).fields())
                .containsExactly(prices.fieldNamed("thing"), prices.fieldNamed("region"));
        assertThat(refused(() -> insert(prices, "thing", 2L, "region", "r", "amount", new BigDecimal("1.00")))
                        .fields())
                .containsExactly(prices.fieldNamed("region"), prices.fieldNamed("amount"));
    }

    @Test
    void a_reference_to_nothing_names_its_field() {
        ConstraintViolationException refused = refused(() -> insert(things, "name", "a", "category_id", 424_242L));
        assertThat(refused.kind()).isEqualTo(Kind.REFERENCE_NOT_FOUND);
        assertThat(refused.fields()).containsExactly(things.fieldNamed("category_id"));
        StoredRecord thing = insert(things, "name", "a");
        assertThat(refused(() -> change(thing, "category_id", 424_242L)).fields())
                .containsExactly(things.fieldNamed("category_id"));
        ConstraintViolationException link = refused(() -> insert(things, "tags", List.of(new UUID(9, 9))));
        assertThat(link.kind()).isEqualTo(Kind.REFERENCE_NOT_FOUND);
        assertThat(link.fields()).containsExactly(things.fieldNamed("tags"));
        assertThat(refused(() -> change(thing, "tags", List.of(new UUID(9, 9)))).kind())
                .isEqualTo(Kind.REFERENCE_NOT_FOUND);
        assertThat(records.count(things, Condition.always())).isEqualTo(1);
    }

    @Test
    void null_and_checks_name_their_field() {
        ConstraintViolationException none = refused(() -> insert(categories, "name", null));
        assertThat(none.kind()).isEqualTo(Kind.NOT_NULL);
        assertThat(none.fields()).containsExactly(categories.fieldNamed("name"));
        ConstraintViolationException check = refused(() -> insert(things, "amount", 1_000_000_000_000L));
        assertThat(check.kind()).isEqualTo(Kind.CHECK);
        assertThat(check.fields()).containsExactly(things.fieldNamed("amount"));
    }

    @Test
    void a_write_outside_a_unit_of_work_is_a_mistake() {
        assertThatThrownBy(() -> records.insert(categories, values(categories, "name", "a")))
                .isInstanceOf(IllegalStateException.class);
    }

    // ---- deletes

    private Object key(StoredRecord record) {
        return record.key().values().getFirst();
    }

    @Test
    void a_delete_cascades_sets_null_and_takes_links_along() {
        StoredRecord root = insert(categories, "name", "root");
        StoredRecord child = insert(categories, "name", "child", "parent_id", key(root));
        insert(categories, "name", "grandchild", "parent_id", key(child));
        StoredRecord tag = insert(tags, "id", new UUID(1, 1), "word", "w");
        StoredRecord thing = insert(things, "name", "t", "tags", List.of(key(tag)));
        insert(prices, "thing", 1L, "region", "a", "for_thing", key(thing));
        insert(prices, "thing", 1L, "region", "b", "for_thing", key(thing));
        StoredRecord note = insert(notes, "thing_id", key(thing));
        assertThat(delete(root)).isEqualTo(Map.of("categories", 3L));
        assertThat(delete(thing)).isEqualTo(Map.of("things", 1L, "prices", 2L));
        assertThat(found(note).value(notes.fieldNamed("thing_id"))).isNull();
        StoredRecord again = insert(things, "name", "t", "tags", List.of(key(tag)));
        assertThat(delete(tag)).isEqualTo(Map.of("tags", 1L));
        assertThat(found(again).value(things.fieldNamed("tags"))).isEqualTo(List.of());
    }

    @Test
    void a_restricted_delete_says_who_points_here_and_leaves_everything() {
        StoredRecord root = insert(categories, "name", "root");
        StoredRecord child = insert(categories, "name", "child", "parent_id", key(root));
        insert(notes, "about_id", key(child));
        ConstraintViolationException refused = refused(() -> delete(root));
        assertThat(refused.kind()).isEqualTo(Kind.IN_USE);
        assertThat(refused.model()).isEqualTo(notes);
        assertThat(records.count(categories, Condition.always())).isEqualTo(2);
    }

    @Test
    void a_row_that_points_to_itself_a_ring_and_a_long_chain_are_deleted() {
        StoredRecord self = insert(categories, "name", "self");
        change(self, "parent_id", key(self));
        assertThat(delete(self)).isEqualTo(Map.of("categories", 1L));

        Model rings = SampleModels.model("rings");
        Model links = SampleModels.model("links");
        StoredRecord ring = insert(rings);
        StoredRecord link = insert(links, "next_id", key(ring));
        change(ring, "next_id", key(link));
        assertThat(delete(ring)).isEqualTo(Map.of("rings", 1L, "links", 1L));

        StoredRecord root = insert(categories, "name", "0");
        database.write(scope -> {
            Object parent = key(root);
            for (int i = 1; i < 1500; i++) {
                parent = key(records.insert(
                        categories, values(categories, "name", Integer.toString(i), "parent_id", parent)));
            }
            return 0;
        });
        assertThat(delete(root)).isEqualTo(Map.of("categories", 1500L));
    }

    @Test
    void a_wide_cascade_goes_in_batches() {
        StoredRecord root = insert(categories, "name", "root");
        database.write(scope -> {
            for (int i = 0; i < 1200; i++) {
                records.insert(categories, values(categories, "name", "c" + i, "parent_id", key(root)));
            }
            return 0;
        });
        assertThat(delete(root)).isEqualTo(Map.of("categories", 1201L));
    }

    // ---- aggregation

    private List<Summed.Group> groups(Model model, Condition condition, By by, @Nullable String sum) {
        Summed summed = records.aggregate(
                new Aggregation(model, condition, by, Optional.ofNullable(sum).map(model::fieldNamed)), PATIENCE);
        assertThat(summed).isInstanceOf(Summed.Groups.class);
        return ((Summed.Groups) summed).groups();
    }

    private static Summed.Group group(@Nullable Object key, long count, String sum) {
        return new Summed.Group(key, count, new BigDecimal(sum));
    }

    @Test
    void records_are_counted_and_added_up_as_a_whole() {
        assertThat(groups(things, Condition.always(), new By.Nothing(), null)).containsExactly(group(null, 0, "0"));
        assertThat(groups(things, Condition.always(), new By.Nothing(), "price"))
                .containsExactly(group(null, 0, "0.00"));
        insert(things, "name", "a", "amount", 9_007_199_254_740_000L / 10_000, "price", new BigDecimal("0.10"));
        insert(things, "name", "b", "amount", 2L, "price", new BigDecimal("0.20"));
        insert(things, "name", "c", "ratio", 0.5);
        assertThat(groups(things, Condition.always(), new By.Nothing(), null)).containsExactly(group(null, 3, "0"));
        assertThat(groups(things, Condition.always(), new By.Nothing(), "price"))
                .containsExactly(group(null, 3, "0.30"));
        assertThat(groups(things, where(things, "name", Lookup.NE, "b"), new By.Nothing(), "amount"))
                .containsExactly(group(null, 2, "900719925474"));
        assertThat(groups(things, Condition.always(), new By.Nothing(), "ratio"))
                .singleElement()
                .satisfies(one -> assertThat(one.sum()).isEqualByComparingTo("0.5"));
    }

    @Test
    void groups_of_values_come_largest_first_and_null_is_one_of_them() {
        StoredRecord tools = insert(categories, "name", "Tools");
        Object category = tools.key().values().getFirst();
        insert(things, "status", "draft", "price", new BigDecimal("5.00"), "category_id", category);
        insert(things, "status", "active", "price", new BigDecimal("1.00"));
        insert(things, "status", "active", "price", new BigDecimal("1.50"));
        insert(things, "price", new BigDecimal("9.00"), "active", true);
        insert(things, "active", false);
        By status = new By.Value(things.fieldNamed("status"), 10);
        assertThat(groups(things, Condition.always(), status, null))
                .containsExactly(group(null, 2, "0"), group("active", 2, "0"), group("draft", 1, "0"));
        assertThat(groups(things, Condition.always(), status, "price"))
                .containsExactly(group(null, 2, "9.00"), group("draft", 1, "5.00"), group("active", 2, "2.50"));
        assertThat(groups(things, Condition.always(), new By.Value(things.fieldNamed("status"), 2), "price"))
                .extracting(Summed.Group::key)
                .containsExactly(null, "draft");
        assertThat(groups(
                        things,
                        where(things, "status", Lookup.IN, "draft", "active"),
                        new By.Value(things.fieldNamed("category_id"), 10),
                        null))
                .containsExactly(group(null, 2, "0"), group(category, 1, "0"));
        assertThat(groups(things, Condition.always(), new By.Value(things.fieldNamed("active"), 10), null))
                .containsExactly(group(null, 3, "0"), group(false, 1, "0"), group(true, 1, "0"));
    }

    @Test
    void records_are_grouped_by_a_field_of_a_referenced_record_that_the_caller_may_view() {
        Object tools = insert(categories, "name", "tools").key().values().getFirst();
        Object toys = insert(categories, "name", "toys").key().values().getFirst();
        insert(things, "category_id", tools, "amount", 3L);
        insert(things, "category_id", tools, "amount", 4L);
        insert(things, "category_id", toys, "amount", 5L);
        insert(things, "amount", 1L);
        FieldPath name = ModelRegistry.path(things, "category__name").orElseThrow();
        assertThat(groups(things, Condition.always(), By.Value.of(name, 10), "amount"))
                .containsExactly(group("tools", 2, "7"), group("toys", 1, "5"), group(null, 1, "1"));
        FieldDefinition reference = things.fieldNamed("category_id");
        By visible = new By.Value(
                List.of(new ListQuery.Step(reference, where(things.target(reference), "name", Lookup.EXACT, "toys"))),
                name.field(),
                10);
        assertThat(groups(things, Condition.always(), visible, "amount"))
                .containsExactly(group(null, 3, "8"), group("toys", 1, "5"));
    }

    @Test
    void groups_of_days_are_those_of_utc_in_their_order() {
        insert(things, "moment", Instant.parse("2026-11-20T23:59:59.999999Z"), "amount", 3L);
        insert(things, "moment", Instant.parse("2026-11-21T00:00:00Z"), "amount", 4L);
        insert(things, "moment", Instant.parse("2026-11-20T00:00:00Z"), "amount", 5L, "day", LocalDate.of(2026, 3, 1));
        insert(things, "name", "never");
        assertThat(groups(things, Condition.always(), new By.Day(things.fieldNamed("moment")), "amount"))
                .containsExactly(
                        group(null, 1, "0"),
                        group(LocalDate.of(2026, 11, 20), 2, "8"),
                        group(LocalDate.of(2026, 11, 21), 1, "4"));
        assertThat(groups(
                        things, where(things, "day", Lookup.ISNULL, false), new By.Day(things.fieldNamed("day")), null))
                .containsExactly(group(LocalDate.of(2026, 3, 1), 1, "0"));
    }

    @Test
    void groups_of_days_are_those_of_a_time_zone_also_when_its_clocks_change() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        for (String moment : List.of(
                "2026-03-28T22:59:59.999999Z", // the day before
                "2026-03-28T23:00:00Z", // 23 hours
                "2026-03-29T21:59:59.999999Z",
                "2026-03-29T22:00:00Z",
                "2026-10-24T21:59:59.999999Z",
                "2026-10-24T22:00:00Z", // 25 hours
                "2026-10-25T22:59:59.999999Z",
                "2026-10-25T23:00:00Z")) {
            insert(things, "moment", Instant.parse(moment), "amount", 1L);
        }
        insert(things, "name", "never");
        ZoneOffsets offsets = ZoneOffsets.between(
                berlin, Instant.parse("2026-03-01T00:00:00Z"), Instant.parse("2026-11-01T00:00:00Z"));
        assertThat(offsets.changes()).hasSize(2);
        assertThat(groups(things, Condition.always(), new By.Day(things.fieldNamed("moment"), offsets), "amount"))
                .containsExactly(
                        group(null, 1, "0"),
                        group(LocalDate.of(2026, 3, 28), 1, "1"),
                        group(LocalDate.of(2026, 3, 29), 2, "2"),
                        group(LocalDate.of(2026, 3, 30), 1, "1"),
                        group(LocalDate.of(2026, 10, 24), 1, "1"),
                        group(LocalDate.of(2026, 10, 25), 2, "2"),
                        group(LocalDate.of(2026, 10, 26), 1, "1"));
        insert(things, "day", LocalDate.of(2026, 3, 29));
        assertThat(groups(
                        things,
                        where(things, "day", Lookup.ISNULL, false),
                        new By.Day(things.fieldNamed("day"), offsets),
                        null))
                .as("a date has no zone")
                .containsExactly(group(LocalDate.of(2026, 3, 29), 1, "0"));
    }

    @Test
    void months_and_days_are_those_of_a_time_zone() {
        insert(things, "moment", Instant.parse("1890-06-30T23:06:32Z"), "name", "mean time"); // 00:00 of July by 53:28
        insert(things, "moment", Instant.parse("2026-06-30T21:59:59.999999Z"), "name", "june");
        insert(things, "moment", Instant.parse("2026-06-30T22:00:00Z"), "name", "july");
        insert(things, "moment", Instant.parse("2026-12-31T22:59:59Z"), "name", "december");
        insert(things, "moment", Instant.parse("2026-12-31T23:00:00Z"), "name", "january");
        insert(things, "name", "never");
        for (Map.Entry<String, String> zoned : Map.of(
                        "Europe/Berlin", "july, mean time", "UTC", "", "Asia/Tokyo", "july, june, mean time")
                .entrySet()) {
            ZoneId zone = ZoneId.of(zoned.getKey());
            assertThat(namesOf(where(things, "moment", Lookup.MONTH, 7, zone)))
                    .as(zoned.getKey())
                    .isEqualTo(zoned.getValue());
        }
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        assertThat(namesOf(where(things, "moment", Lookup.MONTH, 1, berlin))).isEqualTo("january");
        assertThat(namesOf(where(things, "moment", Lookup.DAY, 1, berlin))).isEqualTo("january, july, mean time");
        assertThat(namesOf(where(things, "moment", Lookup.DAY, 31, berlin))).isEqualTo("december");
    }

    private String namesOf(Condition condition) {
        return groups(things, condition, new By.Value(things.fieldNamed("name"), 10), null).stream()
                .map(group -> String.valueOf(group.key()))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    @Test
    void what_the_database_cannot_add_up_is_told() {
        insert(things, "huge", new BigDecimal("2.5"));
        insert(things, "huge", new BigDecimal("-1"));
        Summed summed = records.aggregate(
                new Aggregation(things, Condition.always(), new By.Nothing(), Optional.of(things.fieldNamed("huge"))),
                PATIENCE);
        if (database.kind() instanceof SqliteKind) {
            assertThat(summed).isInstanceOf(Summed.NoNumbers.class);
        } else {
            assertThat(summed).isEqualTo(new Summed.Groups(List.of(group(null, 2, "1.5000000000"))));
        }
    }

    @Test
    void an_aggregation_that_takes_too_long_is_given_up_and_the_connection_is_good_afterwards() {
        Model endless = ModelRegistry.of(List.of(ModelDefinition.builder("endless")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .build()))
                .model("endless")
                .orElseThrow();
        execute(
                "DROP VIEW IF EXISTS endless",
                "CREATE VIEW endless AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id"
                        + " FROM n");
        Aggregation aggregation = new Aggregation(endless, Condition.always(), new By.Nothing(), Optional.empty());
        assertThat(records.aggregate(aggregation, Duration.ofMillis(200))).isInstanceOf(Summed.TooSlow.class);
        execute("DROP VIEW endless");
        insert(things, "name", "a");
        assertThat(groups(things, Condition.always(), new By.Nothing(), null)).containsExactly(group(null, 1, "0"));
    }

    @Test
    void a_view_with_a_value_that_cannot_be_computed_is_unavailable() {
        Model broken = ModelRegistry.of(List.of(ModelDefinition.builder("broken")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("n", FieldType.INTEGER)
                        .build()))
                .model("broken")
                .orElseThrow();
        execute("DROP VIEW IF EXISTS broken", "CREATE VIEW broken AS SELECT 1 AS id, " + failingExpression() + " AS n");

        assertThatThrownBy(() -> records.scan(broken, Condition.always(), Optional.empty(), 10))
                .isInstanceOfSatisfying(ServiceUnavailableException.class, unavailable -> {
                    assertThat(unavailable.reason()).isEqualTo(ServiceUnavailableException.Reason.MODEL_UNAVAILABLE);
                    assertThat(unavailable.model()).contains("broken");
                });

        execute("DROP VIEW broken");
    }

    /** An expression that fails whenever a statement computes it. */
    String failingExpression() {
        return "(SELECT 1 UNION SELECT 2)";
    }
}
