package dev.hexadmin.persistence.records;

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
import dev.hexadmin.persistence.indexes.ListUses;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.search.SearchTables;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists that are filtered by text, with the index of trigrams and by looking at each record. */
class SqliteTextListsIT {
    private static final String[] LETTERS = "aAbBcC eEiIsSkK ÄäÖöéÉßŸÿžŽ яЯжЖ 世界 ıİſµΩω %_\\\"'*-^:()"
            .codePoints()
            .mapToObj(Character::toString)
            .toArray(String[]::new);

    private static final ModelRegistry MODELS = ModelRegistry.of(List.of(
            ModelDefinition.builder("authors")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING)
                    .searchFields(List.of("name"))
                    .build(),
            ModelDefinition.builder("books")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("title", FieldType.STRING)
                    .field("text", FieldType.TEXT)
                    .field("author_id", FieldType.REFERENCE, f -> f.to("authors"))
                    .searchFields(List.of("title", "text", "author_id__name"))
                    .build()));

    @TempDir
    Path folder;

    private final Random random = new Random(20261124);
    private final Model books = MODELS.model("books").orElseThrow();
    private Database database;
    private SearchTables tables;
    private JdbcRecords indexed;
    private JdbcRecords looking;

    @BeforeEach
    void open() {
        database = Database.open(TestDatabases.migratedSqlite(folder));
        new ManagedSchema(database).apply("models", MODELS.models());
        insert(1, 300);
        tables = new SearchTables(database);
        tables.apply(MODELS.models());
        indexed = new JdbcRecords(database, MODELS, new byte[32], tables::of, new ListUses(database));
        looking = new JdbcRecords(database, MODELS, new byte[32]);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void settle() {
        while (tables.catchUp()) {
            // more to do
        }
    }

    private String text(int longest) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest); i >= 0; i--) {
            text.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }

    private void insert(int from, int to) {
        write("INSERT INTO authors (id, name) VALUES (?, ?)", from, to, 1);
        write("INSERT INTO books (id, title, text, author_id) VALUES (?, ?, ?, ?)", from, to, 2);
    }

    private void write(String sql, int from, int to, int texts) {
        database.write(scope -> database.change(session -> {
            try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
                for (int id = from; id <= to; id++) {
                    statement.setLong(1, id);
                    for (int i = 0; i < texts; i++) {
                        statement.setString(2 + i, random.nextInt(10) == 0 ? null : text(40));
                    }
                    if (texts == 2) {
                        statement.setLong(4, 1 + random.nextInt(to));
                    }
                    statement.executeUpdate();
                }
            }
            return scope;
        }));
    }

    private FieldPath path(String... names) {
        Model at = books;
        List<FieldDefinition> through = new ArrayList<>();
        for (int i = 0; i < names.length - 1; i++) {
            FieldDefinition step = at.fieldNamed(names[i]);
            through.add(step);
            at = at.target(step);
        }
        return new FieldPath(books, through, at.fieldNamed(names[names.length - 1]));
    }

    private Condition search(String... words) {
        return new Condition.Matches(List.of(path("title"), path("text"), path("author_id", "name")), List.of(words));
    }

    private record Page(List<Object> ids, long total) {}

    private Page page(JdbcRecords records, Condition condition) {
        FieldDefinition id = books.fieldNamed("id");
        Shape shape = new Shape(books, List.of(id), Map.of());
        CollectingSink sink = new CollectingSink(shape);
        List<Order> order = List.of(new Order(books.fieldNamed("title"), true), new Order(id, false));
        long total = records.list(
                        new ListQuery(shape, condition, order, new Position.Page(1), 50, CountMode.EXACT), sink)
                .total()
                .orElseThrow();
        return new Page(
                sink.records.stream()
                        .map(record -> java.util.Objects.requireNonNull(record.get("id")))
                        .toList(),
                total);
    }

    private void compare(int rounds) {
        int found = 0;
        for (int i = 0; i < rounds; i++) {
            Condition condition = switch (random.nextInt(4)) {
                case 0 -> search(text(4), text(2));
                case 1 -> new Condition.Compare(path("title"), Lookup.ISTARTSWITH, List.of(text(4)));
                case 2 -> new Condition.Compare(path("author_id", "name"), Lookup.CONTAINS, List.of(text(4)));
                default -> search(text(5));
            };
            Page expected = page(looking, condition);
            assertThat(page(indexed, condition)).as("%s", condition).isEqualTo(expected);
            found += expected.ids().isEmpty() ? 0 : 1;
        }
        assertThat(found).as("lists that are not empty").isGreaterThan(rounds / 20);
    }

    @Test
    void the_index_changes_no_list_while_it_is_filled_when_it_is_complete_and_after_writes() {
        compare(200);
        settle();
        compare(400);
        insert(301, 400);
        write("UPDATE books SET id = ?, title = ? WHERE id % 7 = 0 AND ?1 = id", 1, 400, 1);
        write("DELETE FROM books WHERE id = ?1 AND id % 11 = 0 AND ?2 IS NOT NULL", 1, 400, 1);
        compare(200);
        settle();
        compare(200);
    }

    /** Each letter that has another case, as a part of a text in that case: FTS5 must fold them as a comparison does. */
    @Test
    void letters_of_both_cases_are_found() {
        int[] letters = IntStream.range('A', 0x3000)
                .filter(c -> Character.isLetter(c) && (Character.toUpperCase(c) != c || Character.toLowerCase(c) != c))
                .toArray();
        insertTitles(IntStream.of(letters).map(Character::toUpperCase).toArray());
        settle();
        List<String> missing = IntStream.of(letters)
                .flatMap(c -> IntStream.of(Character.toUpperCase(c), Character.toLowerCase(c), c))
                .distinct()
                .filter(c -> !page(indexed, titled(c)).equals(page(looking, titled(c))))
                .mapToObj(Integer::toHexString)
                .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void letters_of_one_case_are_found() {
        int[] letters = IntStream.range('A', 0x3000)
                .filter(c -> Character.isLetter(c) && Character.toUpperCase(c) == c && Character.toLowerCase(c) == c)
                .toArray();
        insertTitles(letters);
        settle();
        List<String> missing = IntStream.of(letters)
                .filter(c -> !page(indexed, titled(c)).ids().equals(List.of(100_000L + c)))
                .mapToObj(Integer::toHexString)
                .toList();
        assertThat(missing).isEmpty();
    }

    /** A book for each letter, with it in the title. */
    private void insertTitles(int[] letters) {
        database.write(scope -> database.change(session -> {
            try (PreparedStatement statement =
                    session.connection().prepareStatement("INSERT OR IGNORE INTO books (id, title) VALUES (?, ?)")) {
                for (int c : letters) {
                    statement.setLong(1, 100_000 + c);
                    statement.setString(2, "zq" + Character.toString(c) + "qz");
                    statement.executeUpdate();
                }
            }
            return scope;
        }));
    }

    private Condition titled(int letter) {
        return new Condition.Compare(
                path("title"), Lookup.ICONTAINS, List.of("zq" + Character.toString(letter) + "qz"));
    }

    @Test
    void a_list_of_few_matches_reads_no_whole_table() {
        settle();
        assertThat(plan(search("zebra")))
                .contains("VIRTUAL TABLE INDEX", "MULTI-INDEX OR")
                .doesNotContain("SCAN t0", "SCAN t1");
    }

    @Test
    void texts_with_a_start_are_read_from_an_index() {
        database.write(scope -> database.execute(execute -> execute.insert("CREATE INDEX titles ON books (title)")));
        assertThat(plan(new Condition.Compare(path("title"), Lookup.STARTSWITH, List.of("ab"))))
                .contains("USING COVERING INDEX titles (title>? AND title<?)");
    }

    private String plan(Condition condition) {
        return database.read(session -> {
            TableCache cache = new TableCache(database.kind(), tables::of);
            SqlBuilder sql = new SqlBuilder("EXPLAIN QUERY PLAN SELECT t0.id FROM books t0 WHERE ");
            new ConditionSql(cache, session, sql).fromIndexes().add(condition, cache.of(session, books), "t0");
            StringBuilder plan = new StringBuilder();
            try (PreparedStatement statement = session.connection().prepareStatement(sql.toString());
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    plan.append(row.getString("detail")).append('\n');
                }
            }
            return plan.toString();
        });
    }
}
