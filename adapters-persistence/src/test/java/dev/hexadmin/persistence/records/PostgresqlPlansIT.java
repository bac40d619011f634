package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.ListQuery.Step;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.search.JdbcSearchIndex;
import dev.hexadmin.persistence.search.SearchTables;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The plans of PostgreSQL for the statements of lists, on large tables. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresqlPlansIT {
    private static final int ROWS = 20_000;
    private static final int LIMIT = 20;

    /** How many rows a plan may sort. */
    private static final int FEW = 20 * LIMIT;

    /** How many rows the parts of a plan may read in total. */
    private static final int LITTLE = 3_000;

    private static final Pattern NODE = Pattern.compile("\"Node Type\": \"([^\"]+)\"");
    private static final Pattern READ =
            Pattern.compile("\"(Actual Rows|Actual Loops|Rows Removed by (?:Filter|Index Recheck))\": (\\d+)");

    private static final ModelRegistry REGISTRY = ModelRegistry.of(List.of(
            ModelDefinition.builder("teams")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field(
                            "name",
                            FieldType.STRING,
                            f -> f.required().maxLength(40).index())
                    .field("motto", FieldType.STRING, f -> f.maxLength(40))
                    .searchFields(List.of("name", "motto"))
                    .build(),
            ticket("tickets", List.of("-opened_at")),
            ticket("queues", List.of("state", "-opened_at")),
            ticket("numbers", List.of("code")),
            ModelDefinition.builder("visits")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("team_id", FieldType.REFERENCE, f -> f.to("teams").required())
                    .build(),
            // an existing table with plain indexes
            ModelDefinition.builder("events")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("at", FieldType.DATETIME)
                    .field("kind", FieldType.STRING)
                    .build()));

    private final RecordingSource recording = new RecordingSource();
    private HikariDataSource pool;
    private Database database;
    private JdbcRecords records;

    private static ModelDefinition ticket(String name, List<String> ordering) {
        return ModelDefinition.builder(name)
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("code", FieldType.STRING, f -> f.required().unique().maxLength(20))
                .field("state", FieldType.ENUM, f -> f.values(List.of("open", "done", "lost")))
                .field("team_id", FieldType.REFERENCE, f -> f.to("teams"))
                .field("opened_at", FieldType.DATETIME)
                .field("subject", FieldType.STRING, f -> f.maxLength(100))
                .field("helpers", FieldType.REFERENCES, f -> f.to("teams"))
                .ordering(ordering)
                .listFilter(List.of("state", "team_id"))
                .searchFields(List.of("code", "subject", "team__name", "team__motto"))
                .build();
    }

    @BeforeAll
    void fill() {
        pool = TestDatabases.pool(recording.of(TestDatabases.source(TestDatabases.postgresql())), 6);
        database = Database.open(new DatabaseSettings.Given(pool, 16));
        new Migrations(database).apply();
        List<Model> managed = REGISTRY.models().stream()
                .filter(model -> !model.name().equals("events"))
                .toList();
        new ManagedSchema(database).apply(managed);
        execute("INSERT INTO teams (name, motto) SELECT 'Team ' || md5(n::text), CASE WHEN n = 7 THEN 'Quartz' END"
                + " FROM generate_series(1, 1000) n");
        for (String table : List.of("tickets", "queues", "numbers")) {
            execute("INSERT INTO " + table + " (code, state, team_id, opened_at, subject) SELECT 'C' || lpad((n * 7919"
                    + " % 100003)::text, 6, '0'), CASE WHEN n % 50 = 0 THEN NULL ELSE"
                    + " (ARRAY['open', 'done', 'done', 'lost'])[1 + n % 4] END, CASE WHEN n %"
                    + " 20 = 0 THEN NULL ELSE 1 + n % 1000 END, CASE WHEN n % 30 = 0 THEN NULL"
                    + " ELSE timestamptz '2026-01-01' + n * 7919 % 100003 * interval '1 s' END,"
                    + " CASE WHEN n % 500 = 0 THEN 'the zebra ' ELSE 'ordinary ' END ||"
                    + " md5(n::text) FROM generate_series(1, " + ROWS + ") n");
            execute("INSERT INTO " + table + "_helpers SELECT id, 1 + id % 1000 FROM " + table);
        }
        execute("INSERT INTO visits (team_id) SELECT 1 + n % 1000 FROM generate_series(1, " + ROWS + ") n");
        execute(
                "CREATE TABLE events (id bigint PRIMARY KEY, at timestamptz, kind text)",
                "INSERT INTO events SELECT n, CASE WHEN n % 30 = 0 THEN NULL ELSE"
                        + " timestamptz '2026-01-01' + n * 7919 % 100003 * interval '1 s' END, 'k' || n % 7"
                        + " FROM generate_series(1, " + ROWS + ") n",
                "CREATE INDEX ON events (at, id)",
                "CREATE INDEX ON events (kind, at, id)");
        new SearchTables(database).apply(managed);
        execute("ANALYZE");
        records = new JdbcRecords(database, REGISTRY, new byte[32]);
    }

    @AfterAll
    void close() {
        database.close();
        pool.close();
    }

    private void execute(String... statements) {
        database.write(scope -> database.change(session -> {
            try (Statement statement = session.connection().createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
            return 0;
        }));
    }

    private static Model model(String name) {
        return REGISTRY.model(name).orElseThrow();
    }

    /** The order of a model, or its opposite, made total by the key. */
    private static List<Order> order(Model model, boolean opposite, String... fields) {
        List<SortKey> keys = fields.length == 0
                ? model.definition().list().ordering()
                : List.of(fields).stream().map(SortKey::parse).toList();
        List<Order> order = new ArrayList<>();
        for (SortKey key : keys) {
            order.add(new Order(model.fieldNamed(key.field()), key.descending() != opposite));
        }
        if (keys.stream().noneMatch(key -> key.field().equals("id"))) {
            order.add(new Order(model.fieldNamed("id"), order.getLast().descending()));
        }
        return order;
    }

    private static Condition where(Model model, String path, Lookup lookup, Object... values) {
        return new Condition.Compare(ModelRegistry.path(model, path).orElseThrow(), lookup, List.of(values));
    }

    private static Condition search(Model model, String... words) {
        return new Condition.Matches(model.searchPaths(), List.of(words));
    }

    /** The result of a list, and its queries. */
    private record Asked(Records.Slice slice, List<String> queries) {}

    private Asked ask(Model model, Condition condition, List<Order> order, Position position, CountMode count) {
        return ask(Shape.full(model), condition, order, position, count);
    }

    private Asked ask(Shape shape, Condition condition, List<Order> order, Position position, CountMode count) {
        records.count(shape.model(), Condition.never()); // inspects the table, if that was not done before
        recording.taken();
        Records.Slice slice =
                records.list(new ListQuery(shape, condition, order, position, LIMIT, count), new CollectingSink(shape));
        return new Asked(
                slice,
                recording.taken().stream()
                        .filter(sql -> sql.contains(" t0") && !sql.contains("_helpers\" WHERE"))
                        .toList());
    }

    private String plan(String sql) {
        return database.read(session -> {
            StringBuilder plan = new StringBuilder();
            try (Statement statement = session.connection().createStatement();
                    ResultSet row =
                            statement.executeQuery("EXPLAIN (ANALYZE, TIMING OFF, BUFFERS OFF, FORMAT JSON) " + sql)) {
                while (row.next()) {
                    plan.append(row.getString(1)).append('\n');
                }
            }
            recording.taken();
            return plan.toString();
        });
    }

    private static List<String> nodes(String plan) {
        return NODE.matcher(plan).results().map(found -> found.group(1)).toList();
    }

    /** The rows that the parts of a plan read or threw away, in total. */
    private static long rowsRead(String plan) {
        long all = 0;
        long rows = 0;
        Matcher found = READ.matcher(plan);
        while (found.find()) {
            long number = Long.parseLong(found.group(2));
            switch (found.group(1)) {
                case "Actual Rows" -> rows = number;
                case "Actual Loops" -> all += rows * number;
                default -> all += number;
            }
        }
        return all;
    }

    private void readsLittle(List<String> queries) {
        assertThat(queries).isNotEmpty();
        for (String query : queries) {
            String plan = plan(query);
            assertThat(rowsRead(plan)).as("rows read by %s%n%s", query, plan).isLessThan(LITTLE);
        }
    }

    private void readsInOrder(List<String> queries) {
        readsLittle(queries);
        for (String query : queries) {
            String plan = plan(query);
            if (!query.startsWith("SELECT count(*)") && rowsRead(plan) > FEW) {
                assertThat(nodes(plan))
                        .as("%s%n%s", query, plan)
                        .doesNotContain("Sort", "Incremental Sort", "Seq Scan");
            }
        }
    }

    /** Pages by number, and by cursor in both directions, from each place of the order that differs. */
    private void pagesInOrder(Model model, Condition condition, List<Order> order) {
        for (int page : List.of(1, 3)) {
            readsInOrder(ask(model, condition, order, new Position.Page(page), CountMode.NONE)
                    .queries());
        }
        int total = Math.toIntExact(records.count(model, condition));
        for (int row = 0; row < total; row += Math.max(1, total / 9)) {
            // the record of this row, read past all the rows before it
            Records.Slice place = records.list(
                    new ListQuery(Shape.full(model), condition, order, new Position.Page(1 + row), 1, CountMode.NONE),
                    new CollectingSink(Shape.full(model)));
            for (Position position : List.of(new Position.After(place.last()), new Position.Before(place.first()))) {
                readsLittle(
                        ask(model, condition, order, position, CountMode.NONE).queries());
            }
        }
    }

    @Test
    void pages_of_the_default_order_are_read_from_its_index() {
        for (String name : List.of("tickets", "queues", "numbers")) {
            pagesInOrder(model(name), Condition.always(), order(model(name), false));
            pagesInOrder(model(name), Condition.always(), order(model(name), true));
        }
    }

    @Test
    void pages_of_the_key_are_read_from_its_index() {
        pagesInOrder(model("tickets"), Condition.always(), order(model("tickets"), false, "id"));
        pagesInOrder(model("tickets"), Condition.always(), order(model("tickets"), false, "-id"));
    }

    @Test
    void pages_of_what_one_filter_selects_are_read_from_its_index() {
        Model tickets = model("tickets");
        for (boolean opposite : List.of(false, true)) {
            List<Order> order = order(tickets, opposite);
            pagesInOrder(tickets, where(tickets, "state", Lookup.EXACT, "done"), order);
            pagesInOrder(tickets, where(tickets, "team_id", Lookup.EXACT, 7L), order);
        }
    }

    @Test
    void an_order_that_no_index_begins_with_reads_a_table_once() {
        Model tickets = model("tickets");
        for (String field : List.of("subject", "-subject")) {
            List<String> queries = ask(
                            tickets,
                            Condition.always(),
                            order(tickets, false, field),
                            new Position.Page(1),
                            CountMode.NONE)
                    .queries();
            assertThat(queries).hasSize(1);
            assertThat(nodes(plan(queries.getFirst()))).containsOnlyOnce("Seq Scan");
        }
    }

    @Test
    void the_order_of_a_required_reference_is_read_from_the_index_of_the_referenced_table() {
        Model visits = model("visits");
        FieldDefinition team = visits.fieldNamed("team_id");
        for (boolean descending : List.of(false, true)) {
            List<Order> order = List.of(
                    new Order(
                            List.of(new Step(team, Condition.always())),
                            model("teams").fieldNamed("name"),
                            descending),
                    new Order(visits.fieldNamed("id"), descending));
            List<String> queries = ask(visits, Condition.always(), order, new Position.Page(1), CountMode.NONE)
                    .queries();
            assertThat(queries).hasSize(1);
            readsLittle(queries);
        }
    }

    @Test
    void nothing_follows_a_unique_field_in_an_order() {
        Model tickets = model("tickets");
        for (String field : List.of("code", "-code")) {
            List<Order> order = order(tickets, false, field, "-opened_at");
            assertThat(ask(tickets, Condition.always(), order, new Position.Page(1), CountMode.NONE)
                            .queries())
                    .singleElement()
                    .asString()
                    .contains(" ORDER BY t0.\"code\"" + (field.startsWith("-") ? " DESC" : "") + " LIMIT");
            pagesInOrder(tickets, Condition.always(), order);
        }
    }

    @Test
    void a_month_is_taken_from_a_time_without_its_text() {
        Model tickets = model("tickets");
        FieldDefinition opened = tickets.fieldNamed("opened_at");
        List<Object> january = Lookup.MONTH.operand().read(tickets, opened, "1").orElseThrow();
        Condition condition = new Condition.Compare(FieldPath.of(tickets, opened), Lookup.MONTH, january);
        Asked asked = ask(tickets, condition, order(tickets, false), new Position.Page(1), CountMode.EXACT);
        assertThat(asked.slice().total()).hasValue(ROWS - ROWS / 30);
        assertThat(asked.queries()).isNotEmpty().allMatch(sql -> sql.contains("EXTRACT(MONTH FROM "));
    }

    @Test
    void plain_indexes_that_were_there_serve_lists() {
        Model events = model("events");
        for (String field : List.of("at", "-at")) {
            List<Order> order = order(events, false, field);
            pagesInOrder(events, Condition.always(), order);
            pagesInOrder(events, where(events, "kind", Lookup.EXACT, "k3"), order);
        }
    }

    @Test
    void a_search_without_an_index_of_words_reads_those_that_begin_with_a_word_from_the_index_of_their_field() {
        Model numbers = model("numbers");
        FieldDefinition code = numbers.fieldNamed("code");
        SearchIndex index = new JdbcSearchIndex(database, records, new SearchTables(database));
        recording.taken();
        SearchIndex.Found found = index.find(new SearchIndex.Wish(
                numbers,
                List.of(code),
                List.of(code),
                Optional.empty(),
                "c00004",
                List.of("c00004"),
                Condition.always()));
        assertThat(found.candidates()).isNotEmpty();
        List<String> queries = recording.taken().stream()
                .filter(sql -> sql.contains(" t0 WHERE (t0.\"code\""))
                .toList();
        assertThat(queries).hasSize(2);
        readsLittle(queries);
        queries.forEach(sql -> assertThat(nodes(plan(sql))).doesNotContain("Seq Scan"));
    }

    @Test
    void a_year_is_read_from_an_index() {
        Model events = model("events");
        List<Object> year2026 = Lookup.YEAR
                .operand()
                .read(events, events.fieldNamed("at"), "2026")
                .orElseThrow();
        pagesInOrder(
                events,
                new Condition.Compare(FieldPath.of(events, events.fieldNamed("at")), Lookup.YEAR, year2026),
                order(events, false, "at"));
    }

    @Test
    void days_of_a_range_are_added_up_from_the_index_of_the_date() {
        Model tickets = model("tickets");
        String plan = planOfSum(60, new Aggregation.By.Day(tickets.fieldNamed("opened_at")));
        assertThat(nodes(plan)).doesNotContain("Seq Scan");
    }

    @Test
    void groups_of_a_referenced_record_are_added_up_from_the_records_of_the_range() {
        Model tickets = model("tickets");
        FieldPath name = new FieldPath(
                tickets, List.of(tickets.fieldNamed("team_id")), model("teams").fieldNamed("name"));
        String plan = planOfSum(10, Aggregation.By.Value.of(name, 8));
        assertThat(plan).doesNotContainPattern("Seq Scan\"[^{}]*\"Relation Name\": \"tickets\"");
    }

    /** The plan of the one statement that counts the tickets of the first minutes. */
    private String planOfSum(int minutes, Aggregation.By by) {
        Model tickets = model("tickets");
        FieldPath opened = FieldPath.of(tickets, tickets.fieldNamed("opened_at"));
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        Condition range = new Condition.Compare(opened, Lookup.GTE, List.of(start))
                .and(new Condition.Compare(opened, Lookup.LT, List.of(start.plus(Duration.ofMinutes(minutes)))));
        records.count(tickets, Condition.never()); // inspects the table, if that was not done before
        recording.taken();
        records.aggregate(new Aggregation(tickets, range, by, Optional.empty()), Duration.ofMinutes(1));
        List<String> queries =
                recording.taken().stream().filter(sql -> sql.contains(" t0")).toList();
        assertThat(queries).as("one statement").hasSize(1);
        readsLittle(queries);
        return plan(queries.getFirst());
    }

    @Test
    void filters_use_the_indexes_of_their_fields() {
        Model tickets = model("tickets");
        List<Order> byKey = order(tickets, false, "id");
        Position page = new Position.Page(1);
        for (Condition condition : List.of(
                where(tickets, "code", Lookup.EXACT, "C000042"),
                where(tickets, "code", Lookup.IN, "C000042", "C000043"),
                where(tickets, "code", Lookup.STARTSWITH, "C00004"),
                where(tickets, "code", Lookup.RANGE, "C000040", "C000050"),
                where(tickets, "id", Lookup.IN, 1L, 2L, 3L),
                where(tickets, "team_id", Lookup.EXACT, 7L),
                where(tickets, "team__id", Lookup.EXACT, 7L),
                where(tickets, "helpers", Lookup.EXACT, 7L),
                where(tickets, "helpers__motto", Lookup.EXACT, "Quartz"),
                where(tickets, "opened_at", Lookup.LT, Instant.parse("2026-01-01T00:05:00Z")))) {
            Asked asked = ask(tickets, condition, byKey, page, CountMode.EXACT);
            assertThat(asked.queries()).isNotEmpty();
            readsLittle(asked.queries());
        }
    }

    @Test
    void a_search_is_one_statement_on_the_records_that_its_indexes_give() {
        Model tickets = model("tickets");
        for (boolean opposite : List.of(false, true)) {
            List<Order> order = order(tickets, opposite);
            for (Condition condition : List.of(
                    search(tickets, "zebra"), // 40 records
                    search(tickets, "QUARTZ"), // those of one team
                    search(tickets, "nowhere"),
                    search(tickets, "zebra", "the"),
                    search(tickets, "c000042"),
                    where(tickets, "subject", Lookup.ICONTAINS, "zebra"),
                    where(tickets, "team__motto", Lookup.ISTARTSWITH, "quartz"),
                    search(tickets, "zebra").and(where(tickets, "state", Lookup.EXACT, "open")))) {
                Asked asked = ask(tickets, condition, order, new Position.Page(1), CountMode.EXACT);
                assertThat(asked.slice().total()).hasValue(records.count(tickets, condition));
                assertThat(asked.queries()).hasSize(1);
                String plan = plan(asked.queries().getFirst());
                assertThat(rowsRead(plan)).as(plan).isLessThan(LITTLE);
            }
        }
    }

    @Test
    void the_last_page_of_a_counted_list_is_read_from_its_end() {
        Model tickets = model("tickets");
        for (boolean descending : List.of(true, false)) {
            Asked asked = ask(
                    tickets,
                    Condition.always(),
                    order(tickets, descending),
                    new Position.Page(ROWS / LIMIT),
                    CountMode.EXACT);
            assertThat(asked.slice().size()).isEqualTo(LIMIT);
            assertThat(asked.slice().hasNext()).isFalse();
            String plan = plan(asked.queries().getLast());
            assertThat(nodes(plan)).as(plan).doesNotContain("Sort");
            assertThat(rowsRead(plan)).as(plan).isLessThan(LITTLE);
        }
    }

    @Test
    void a_page_beyond_the_end_of_a_counted_list_is_not_read() {
        Model tickets = model("tickets");
        Asked asked = ask(
                tickets,
                Condition.always(),
                order(tickets, false),
                new Position.Page(ROWS / LIMIT + 1),
                CountMode.EXACT);
        assertThat(asked.slice().size()).isZero();
        assertThat(asked.slice().total()).hasValue(ROWS);
        assertThat(asked.slice().hasPrevious()).isTrue();
        assertThat(asked.slice().hasNext()).isFalse();
        assertThat(asked.queries()).allMatch(sql -> sql.startsWith("SELECT count(*)"));
    }

    @Test
    void a_search_that_finds_many_records_walks_through_the_order() {
        Model tickets = model("tickets");
        Condition condition = search(tickets, "ordinary");
        Asked asked = ask(tickets, condition, order(tickets, false), new Position.Page(1), CountMode.NONE);
        assertThat(asked.queries()).hasSize(2);
        assertThat(asked.slice().size()).isEqualTo(LIMIT);
        String plan = plan(asked.queries().getLast());
        assertThat(nodes(plan)).as(plan).doesNotContain("Sort");
        assertThat(rowsRead(plan)).as(plan).isLessThan(LITTLE);
    }

    @Test
    void pages_and_cursors_of_a_search_give_each_record_once() {
        Model tickets = model("tickets");
        for (Condition condition : List.of(search(tickets, "zebra"), search(tickets, "ordinary", "ab"))) {
            List<Order> order = order(tickets, false);
            Shape shape = new Shape(tickets, List.of(tickets.fieldNamed("id")), Map.of());
            List<Object> byNumber = new ArrayList<>();
            List<Object> byCursor = new ArrayList<>();
            Position position = new Position.Page(1);
            long total = records.count(tickets, condition);
            for (int page = 1; byCursor.size() < total && page < 100; page++) {
                for (boolean cursor : List.of(true, false)) {
                    CollectingSink sink = new CollectingSink(shape);
                    Records.Slice slice = records.list(
                            new ListQuery(
                                    shape,
                                    condition,
                                    order,
                                    cursor ? position : new Position.Page(page),
                                    200,
                                    CountMode.EXACT),
                            sink);
                    assertThat(slice.total()).hasValue(total);
                    sink.records.forEach(record ->
                            (cursor ? byCursor : byNumber).add(java.util.Objects.requireNonNull(record.get("id"))));
                    if (cursor) {
                        position = new Position.After(slice.last());
                    }
                }
            }
            List<Object> all = records.scan(tickets, condition, Optional.empty(), ROWS).stream()
                    .map(record -> record.key().values().getFirst())
                    .toList();
            assertThat(byCursor).isEqualTo(byNumber).containsExactlyInAnyOrderElementsOf(all);
        }
    }

    @Test
    void related_records_come_by_their_keys() {
        Model tickets = model("tickets");
        Model teams = model("teams");
        Shape shape = new Shape(
                tickets,
                tickets.fields(),
                Map.of(
                        "team_id", new Shape.Expansion(Shape.full(teams), Condition.always()),
                        "helpers", new Shape.Expansion(Shape.full(teams), Condition.always())));
        ListQuery query = new ListQuery(
                shape, Condition.always(), order(tickets, false), new Position.Page(1), LIMIT, CountMode.NONE);
        records.list(query, new CollectingSink(shape)); // inspects the tables if that is due
        recording.taken();
        records.list(query, new CollectingSink(shape));
        List<String> queries = recording.taken().stream()
                .filter(sql -> sql.contains("\"teams\"") || sql.contains("_helpers"))
                .toList();
        assertThat(queries).hasSize(2);
        readsLittle(queries);
    }

    @Test
    void a_change_of_many_goes_through_a_table_by_its_key() {
        Model tickets = model("tickets");
        recording.taken();
        records.scan(tickets, Condition.always(), Optional.of(new RecordKey(List.of(500L))), LIMIT);
        readsInOrder(recording.taken().stream()
                .filter(sql -> sql.contains("LIMIT") && !sql.contains("_helpers"))
                .toList());
    }
}
