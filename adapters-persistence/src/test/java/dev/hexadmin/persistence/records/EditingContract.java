package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.EditingRecords.Affected;
import dev.hexadmin.application.records.EditingRecords.AllDone;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.application.records.EditingRecords.Change;
import dev.hexadmin.application.records.EditingRecords.Consequences;
import dev.hexadmin.application.records.EditingRecords.Selection;
import dev.hexadmin.application.records.NamedRecord;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.persistence.audit.JdbcAuditTrail;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Editing many records at once, and records that others reference, on a real database. */
abstract class EditingContract {
    private static final Actor SUPERUSER =
            new Actor.SignedIn(new UserId(1), new EmailAddress("s@example.com"), Rights.ALL, Actor.Origin.LOCAL);
    private static final Set<Action> ALL_ACTIONS = Set.of(Action.VIEW, Action.EDIT, Action.DELETE);

    private static final ModelRegistry MODELS = ModelRegistry.of(List.of(
            ModelDefinition.builder("suppliers")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, f -> f.required())
                    .build(),
            ModelDefinition.builder("labels")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, f -> f.required())
                    .build(),
            ModelDefinition.builder("products")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, f -> f.required().maxLength(20))
                    .field("stock", FieldType.INTEGER)
                    .field("code", FieldType.STRING, f -> f.unique())
                    .field(
                            "supplier_id",
                            FieldType.REFERENCE,
                            f -> f.to("suppliers").onDelete(OnDelete.SET_NULL))
                    .field(
                            "parent_id",
                            FieldType.REFERENCE,
                            f -> f.to("products").onDelete(OnDelete.CASCADE))
                    .field("labels", FieldType.REFERENCES, f -> f.to("labels"))
                    .display("{name} ({stock})")
                    .searchFields(List.of("name"))
                    .build(),
            ModelDefinition.builder("orders")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("note", FieldType.STRING)
                    .display("Order {id}")
                    .build(),
            ModelDefinition.builder("lines")
                    .field(
                            "order_id",
                            FieldType.REFERENCE,
                            f -> f.primaryKey().to("orders").onDelete(OnDelete.CASCADE))
                    .field("number", FieldType.INTEGER, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                    .field(
                            "product_id",
                            FieldType.REFERENCE,
                            f -> f.to("products").onDelete(OnDelete.RESTRICT))
                    .display("{order_id}/{number}")
                    .build(),
            ModelDefinition.builder("employees")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field(
                            "boss_id",
                            FieldType.REFERENCE,
                            f -> f.to("employees").onDelete(OnDelete.RESTRICT))
                    .field(
                            "deputy_id",
                            FieldType.REFERENCE,
                            f -> f.to("employees").onDelete(OnDelete.NO_ACTION))
                    .display("Employee {id}")
                    .build(),
            ModelDefinition.builder("careful")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .requireIfMatch()
                    .build()));

    @TempDir
    Path folder;

    private Database database;
    private JdbcRecords records;
    private EditingRecords editing;
    private final Map<String, Condition> policies = new HashMap<>();
    private final Map<String, RecordHooks> hooks = new HashMap<>();

    private final Model suppliers = model("suppliers");
    private final Model labels = model("labels");
    private final Model products = model("products");
    private final Model orders = model("orders");
    private final Model lines = model("lines");
    private final Model employees = model("employees");

    abstract DatabaseSettings settings(Path folder);

    private static Model model(String name) {
        return MODELS.model(name).orElseThrow();
    }

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        new ManagedSchema(database).apply(MODELS.models());
        records = new JdbcRecords(database, MODELS, new byte[32]);
        assemble();
    }

    private void assemble() {
        editing = RecordsAssembly.of(
                        MODELS,
                        records,
                        database,
                        new JdbcAuditTrail(database),
                        (actor, model, action) -> actor.rights().superuser()
                                ? Condition.always()
                                : policies.getOrDefault(action.word() + " " + model.name(), Condition.always()),
                        hooks,
                        NoMessages.on(database),
                        SecretKeys.of(new byte[32]),
                        InstantSource.system(),
                        new SplittableRandom(1))
                .editing();
    }

    @AfterEach
    void close() {
        database.close();
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

    private long number(String sql) {
        return database.read(session -> {
            try (Statement statement = session.connection().createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    private static Actor actor(Grant... grants) {
        return new Actor.SignedIn(
                new UserId(7),
                new EmailAddress("eva@example.com"),
                new Rights(false, List.of(grants)),
                Actor.Origin.LOCAL);
    }

    private static Grant all(Model model) {
        return new Grant(model.name(), ALL_ACTIONS, Map.of(), Optional.empty());
    }

    private static Condition where(Model model, String field, Lookup lookup, Object value) {
        return new Condition.Compare(FieldPath.of(model, model.fieldNamed(field)), lookup, List.of(value));
    }

    private static RequestRejectedException refused(Callable<?> call) {
        return catchThrowableOfType(RequestRejectedException.class, call::call);
    }

    private static List<String> told(List<Affected> affected) {
        return affected.stream()
                .map(one -> one.model().name()
                        + one.field().map(field -> "." + field.name()).orElse("") + " " + one.count() + " "
                        + one.named().stream().map(NamedRecord::label).toList())
                .toList();
    }

    private static List<String> links(Consequences consequences) {
        return consequences.unlinked().stream()
                .map(one -> one.model().name() + "." + one.field().name() + " " + one.count())
                .toList();
    }

    private void shop() {
        execute(
                "INSERT INTO suppliers (id, name) VALUES (1, 'Ann'), (2, 'Bob')",
                "INSERT INTO labels (id, name) VALUES (1, 'new'), (2, 'sale')",
                "INSERT INTO products (id, name, stock, supplier_id, parent_id) VALUES (1, 'Saw', 5, 1, NULL),"
                        + " (2, 'Blade', 9, 1, 1), (3, 'Tooth', 100, 2, 2), (4, 'Axe', 3, 2, NULL)",
                "INSERT INTO products_labels VALUES (1, 1), (1, 2), (2, 1), (4, 1)",
                "INSERT INTO orders (id, note) VALUES (1, 'first'), (2, NULL)",
                "INSERT INTO \"lines\" (order_id, number, product_id) VALUES (1, 1, 1), (1, 2, 2), (2, 1, 1), (2, 2, 4)");
    }

    // ---- preview of a delete

    @Test
    void what_goes_along_becomes_null_or_loses_links_is_counted_and_nothing_is_changed() {
        shop();
        Consequences order = editing.consequences(SUPERUSER, orders, "1");
        assertThat(told(order.deleted())).containsExactly("lines 2 [1/1, 1/2]");
        assertThat(order.cleared()).isEmpty();
        assertThat(order.unlinked()).isEmpty();
        assertThat(order.holding()).isEmpty();
        assertThat(order.refusal()).isEmpty();

        Consequences supplier = editing.consequences(SUPERUSER, suppliers, "1");
        assertThat(supplier.deleted()).isEmpty();
        assertThat(told(supplier.cleared())).containsExactly("products.supplier_id 2 [Saw (5), Blade (9)]");
        assertThat(supplier.refusal()).isEmpty();

        Consequences label = editing.consequences(SUPERUSER, labels, "1");
        assertThat(links(label)).containsExactly("products.labels 3");
        assertThat(label.refusal()).isEmpty();

        assertThat(number("SELECT count(*) FROM products WHERE supplier_id IS NOT NULL"))
                .isEqualTo(4);
        assertThat(number("SELECT count(*) FROM \"lines\"")).isEqualTo(4);
        assertThat(number("SELECT count(*) FROM products_labels")).isEqualTo(4);
        assertThat(number("SELECT count(*) FROM admin_audit_log")).isZero();
    }

    @Test
    void what_stands_in_the_way_is_an_answer_with_names() {
        shop();
        Consequences saw = editing.consequences(SUPERUSER, products, "1");
        assertThat(told(saw.deleted())).containsExactly("products 2 [Blade (9), Tooth (100)]");
        assertThat(told(saw.holding())).containsExactly("lines.product_id 3 [1/1, 1/2, 2/1]");
        assertThat(links(saw)).containsExactly("products.labels 3");
        assertThat(saw.refusal().orElseThrow().code()).isEqualTo("in_use");
        assertThat(saw.refusal().orElseThrow().detail()).isEqualTo("Records of 'Lines' point to this one.");
        execute("DELETE FROM \"lines\"");
        Consequences free = editing.consequences(SUPERUSER, products, "1");
        assertThat(free.holding()).isEmpty();
        assertThat(free.refusal()).isEmpty();
        assertThat(editing.delete(SUPERUSER, products, "1", new EditingRecords.Precondition.None(), false))
                .containsExactly(Map.entry("products", 3L));
    }

    @Test
    void five_are_named_and_what_may_not_be_viewed_is_only_a_number() {
        shop();
        execute(
                "INSERT INTO \"lines\" (order_id, number, product_id) VALUES (2, 3, 4), (2, 4, 4), (2, 5, 4), (2, 6, 4),"
                        + " (1, 7, 4), (1, 8, 4)");
        assertThat(told(editing.consequences(SUPERUSER, products, "4").holding()))
                .containsExactly("lines.product_id 7 [1/7, 1/8, 2/2, 2/3, 2/4]");
        assertOnlyOthersHold(editing.consequences(actor(all(products)), products, "4"));
        policies.put("view lines", where(lines, "order_id", Lookup.EXACT, 1L));
        Consequences some = editing.consequences(actor(all(products), all(lines)), products, "4");
        assertThat(told(some.holding())).containsExactly("lines.product_id 2 [1/7, 1/8]");
        assertThat(some.others()).isEqualTo(new EditingRecords.Others(0, 0, 0, 5));
        Grant withoutProduct = new Grant(
                "lines", ALL_ACTIONS, Map.of("product_id", Set.of(), "number", Set.of(Action.VIEW)), Optional.empty());
        policies.remove("view lines");
        assertOnlyOthersHold(editing.consequences(actor(all(products), withoutProduct), products, "4"));
        Grant withoutStock = new Grant("products", ALL_ACTIONS, Map.of("stock", Set.of()), Optional.empty());
        assertThat(told(editing.consequences(actor(all(suppliers), withoutStock), suppliers, "1")
                        .cleared()))
                .containsExactly("products.supplier_id 2 [Saw (), Blade ()]");
    }

    private static void assertOnlyOthersHold(Consequences consequences) {
        assertThat(consequences.holding()).isEmpty();
        assertThat(consequences.others()).isEqualTo(new EditingRecords.Others(0, 0, 0, 7));
        assertThat(consequences.refusal().orElseThrow().detail()).isEqualTo("Other records point to this one.");
    }

    @Test
    void a_rule_in_code_that_refuses_is_an_answer_too() {
        shop();
        hooks.put("suppliers", new RecordHooks() {
            @Override
            public void onDelete(RecordChange change) {
                throw RequestRejectedException.conflict("needed", "Suppliers are needed.", List.of());
            }
        });
        assemble();
        Consequences supplier = editing.consequences(SUPERUSER, suppliers, "1");
        assertThat(supplier.refusal().orElseThrow().code()).isEqualTo("needed");
        assertThat(told(supplier.cleared())).hasSize(1);
    }

    @Test
    void looking_at_consequences_needs_the_right_to_delete_that_record() {
        shop();
        Grant view = new Grant("products", Set.of(Action.VIEW), Map.of(), Optional.empty());
        assertThat(refused(() -> editing.consequences(actor(view), products, "1"))
                        .category())
                .isEqualTo(RequestRejectedException.Category.FORBIDDEN);
        policies.put("delete products", where(products, "id", Lookup.GT, 1L));
        assertThat(refused(() -> editing.consequences(actor(all(products)), products, "1"))
                        .code())
                .isEqualTo("row_policy");
        assertThat(refused(() -> editing.consequences(SUPERUSER, products, "99"))
                        .category())
                .isEqualTo(RequestRejectedException.Category.NOT_FOUND);
    }

    @Test
    void records_that_point_to_each_other_end() {
        shop();
        execute("DELETE FROM \"lines\"", "UPDATE products SET parent_id = 3 WHERE id = 1");
        Consequences saw = editing.consequences(SUPERUSER, products, "1");
        assertThat(told(saw.deleted())).containsExactly("products 2 [Blade (9), Tooth (100)]");
        assertThat(saw.refusal()).isEmpty();
    }

    // ---- records that refer to each other and are deleted together

    private int delete(Object... ids) {
        return editing.bulk(
                        SUPERUSER, employees, new Bulk(List.of(), List.of(), List.of(ids)), false, CollectingSink::new)
                .deleted();
    }

    private void staff(String... rows) {
        execute("INSERT INTO employees (id, boss_id) VALUES " + String.join(", ", rows));
    }

    @Test
    void what_is_deleted_in_the_same_call_does_not_prevent_it_in_any_order() {
        staff("(1, NULL)", "(2, 1)", "(3, 2)", "(4, 4)");
        assertThat(delete(1L, 3L, 2L, 4L)).isEqualTo(4);
        assertThat(number("SELECT count(*) FROM employees")).isZero();
        assertThat(number("SELECT count(*) FROM admin_audit_log WHERE event = 'delete'"))
                .isEqualTo(4);
    }

    @Test
    void records_that_refer_to_each_other_are_deleted_together() {
        staff("(1, NULL)", "(2, 1)", "(3, 2)");
        execute("UPDATE employees SET boss_id = 3, deputy_id = 2 WHERE id = 1");
        assertThat(editing.consequences(SUPERUSER, employees, new Selection.Keys(List.of("1", "2", "3")))
                        .refusal())
                .isEmpty();
        assertThat(delete(1L, 2L, 3L)).isEqualTo(3);
        assertThat(number("SELECT count(*) FROM employees")).isZero();
    }

    @Test
    void what_is_not_deleted_prevents_it_and_the_record_is_named() {
        staff("(1, NULL)", "(2, 1)", "(3, NULL)", "(4, 3)", "(5, NULL)");
        RequestRejectedException restricted = refused(() -> delete(2L, 1L, 3L, 5L));
        assertThat(restricted.code() + " " + restricted.violations().getFirst().pointer())
                .isEqualTo("in_use /delete/2");
        execute("UPDATE employees SET boss_id = NULL WHERE id = 4", "UPDATE employees SET deputy_id = 5 WHERE id = 4");
        RequestRejectedException byDatabase = refused(() -> delete(2L, 1L, 3L, 5L));
        assertThat(byDatabase.code() + " " + byDatabase.violations().getFirst().pointer())
                .isEqualTo("in_use /delete/3");
        assertThat(number("SELECT count(*) FROM employees")).isEqualTo(5);
    }

    @Test
    void all_of_a_list_are_deleted_although_they_refer_to_each_other() {
        // each refers to the record after it: the last one is deleted last
        execute("INSERT INTO employees (id) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                + " WHERE i < 700) SELECT i FROM n");
        execute(
                "UPDATE employees SET boss_id = id - 600 WHERE id > 600",
                "UPDATE employees SET boss_id = 700 WHERE id = 1");
        assertThat(editing.consequences(
                                SUPERUSER, employees, new Selection.Filtered(ListRequest.of(employees, Map.of()), 700))
                        .refusal())
                .isEmpty();
        assertThat(editing.editAll(
                        SUPERUSER,
                        employees,
                        new Selection.Filtered(ListRequest.of(employees, Map.of()), 700),
                        new Change.Delete(),
                        false))
                .isEqualTo(new AllDone(700, 700, Map.of("employees", 700L)));
    }

    @Test
    void hooks_run_once_for_each_record_that_is_deleted_with_others() {
        staff("(1, NULL)", "(2, 1)", "(3, 1)");
        List<String> ran = new ArrayList<>();
        hooks.put("employees", new RecordHooks() {
            @Override
            public void onDelete(RecordChange change) {
                ran.add("on " + change.stored().key().encoded());
                if (change.stored().key().encoded().equals("1")
                        && number("SELECT count(*) FROM employees WHERE id = 9") > 0) {
                    change.reject("boss_id", "stays", "This one stays.");
                }
            }

            @Override
            public void afterDelete(RecordChange change) {
                ran.add("after " + change.stored().key().encoded());
            }
        });
        assemble();
        delete(1L, 2L, 3L);
        assertThat(ran).containsExactly("on 1", "on 2", "on 3", "after 1", "after 2", "after 3");
        staff("(9, NULL)", "(1, NULL)", "(2, 1)");
        assertThat(refused(() -> delete(2L, 1L)).violations().getFirst().pointer())
                .isEqualTo("/delete/1/boss_id");
        assertThat(number("SELECT count(*) FROM employees")).isEqualTo(3);
    }

    // ---- bulk changes

    private void many(int count) {
        execute("INSERT INTO products (id, name, stock) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                + " WHERE i < " + count + ") SELECT i, 'p' || i, i % 2 FROM n");
    }

    private static Change edit(@Nullable Object... pairs) {
        Map<String, @Nullable Object> body = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            body.put((String) pairs[i], pairs[i + 1]);
        }
        return new Change.Edit(body);
    }

    private AllDone all(Actor actor, Map<String, String> parameters, long confirmed, Change change) {
        return editing.editAll(
                actor,
                products,
                new Selection.Filtered(ListRequest.of(products, parameters), confirmed),
                change,
                false);
    }

    @Test
    void every_record_of_a_filtered_list_is_changed_with_its_audit_row() {
        many(1_203);
        Map<String, String> odd =
                Map.of("stock", "1", "page", "3", "ordering", "-name", "fields", "id", "count", "none");
        Change change = edit("stock", 7L);
        assertThat(editing.selected(SUPERUSER, ListRequest.of(products, odd), change))
                .isEqualTo(602);
        assertThat(all(SUPERUSER, odd, 602, change)).isEqualTo(new AllDone(602, 602, Map.of()));
        assertThat(number("SELECT count(*) FROM products WHERE stock = 7")).isEqualTo(602);
        assertThat(number("SELECT count(*) FROM products WHERE stock = 0")).isEqualTo(601);
        assertThat(number("SELECT count(*) FROM admin_audit_log WHERE model = 'products' AND event = 'update'"))
                .isEqualTo(602);
        assertThat(all(SUPERUSER, Map.of("stock", "7"), 602, change)).isEqualTo(new AllDone(602, 0, Map.of()));
        assertThat(number("SELECT count(*) FROM admin_audit_log")).isEqualTo(602);
        assertThat(all(SUPERUSER, Map.of("q", "p120"), 5, new Change.Delete()))
                .isEqualTo(new AllDone(5, 5, Map.of("products", 5L)));
        assertThat(all(SUPERUSER, Map.of(), 1_198, new Change.Delete()).deleted())
                .isEqualTo(Map.of("products", 1_198L));
        assertThat(number("SELECT count(*) FROM products")).isZero();
    }

    @Test
    void a_change_that_the_database_stops_halfway_says_how_much_of_it_stays() {
        many(2_000);
        AtomicInteger updates = new AtomicInteger();
        hooks.put("products", new RecordHooks() {
            @Override
            public void onUpdate(RecordChange change) {
                if (updates.incrementAndGet() == 3_500) { // in the middle of the real run, where there is a rehearsal
                    throw new ServiceUnavailableException(
                            ServiceUnavailableException.Reason.DATABASE_LOCKED, "locked", new IllegalStateException());
                }
            }
        });
        assemble();
        if (!database.exclusive()) {
            assertThat(all(SUPERUSER, Map.of(), 2_000, edit("stock", 7L)).changed())
                    .isEqualTo(2_000);
            return;
        }
        RequestRejectedException partly = refused(() -> all(SUPERUSER, Map.of(), 2_000, edit("stock", 7L)));
        assertThat(partly.code()).isEqualTo("partly_changed");
        assertThat(partly.text().arguments())
                .containsEntry("changed", number("SELECT count(*) FROM products WHERE stock = 7"));
        assertThat(number("SELECT count(*) FROM products WHERE stock = 7")).isBetween(1L, 1_500L);
    }

    @Test
    void calls_that_change_the_same_records_in_another_order_wait_for_each_other() throws Exception {
        many(20);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> calls = new ArrayList<>();
            for (long client = 0; client < 4; client++) {
                List<Map<String, @Nullable Object>> updates = new ArrayList<>();
                for (long id = 1; id <= 20; id++) {
                    updates.add(Map.of("id", client % 2 == 0 ? id : 21 - id, "stock", client + 10));
                }
                calls.add(executor.submit(() -> {
                    long changed = 0;
                    for (int round = 0; round < 5; round++) {
                        changed += editing.bulk(
                                        SUPERUSER,
                                        products,
                                        new Bulk(List.of(), updates, List.of()),
                                        false,
                                        CollectingSink::new)
                                .updated();
                    }
                    return changed;
                }));
            }
            for (Future<Long> call : calls) {
                assertThat(call.get()).isEqualTo(100);
            }
        }
    }

    @Test
    void another_number_than_was_confirmed_changes_nothing() {
        many(10);
        RequestRejectedException refused = refused(() -> all(SUPERUSER, Map.of("stock", "1"), 4, edit("stock", 7L)));
        assertThat(refused.code()).isEqualTo("count_changed");
        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.CONFLICT);
        assertThat(refused.members()).isEqualTo(Map.of("count", "5"));
        assertThat(refused(() -> all(SUPERUSER, Map.of("stock", "1"), 6, new Change.Delete()))
                        .code())
                .isEqualTo("count_changed");
        assertThat(number("SELECT count(*) FROM products WHERE stock = 1")).isEqualTo(5);
    }

    @Test
    void records_that_roles_do_not_cover_are_left_out() {
        many(100);
        policies.put("view products", where(products, "id", Lookup.LTE, 50L));
        policies.put("edit products", where(products, "id", Lookup.GT, 20L));
        policies.put("delete products", where(products, "id", Lookup.GT, 48L));
        Actor eva = actor(all(products));
        assertThat(editing.selected(eva, ListRequest.all(products), edit())).isEqualTo(30);
        assertThat(all(eva, Map.of(), 30, edit("name", "mine")).changed()).isEqualTo(30);
        assertThat(number("SELECT count(*) FROM products WHERE name = 'mine' AND id BETWEEN 21 AND 50"))
                .isEqualTo(30);
        assertThat(all(eva, Map.of(), 2, new Change.Delete()).changed()).isEqualTo(2);
        assertThat(number("SELECT count(*) FROM products")).isEqualTo(98);
    }

    @Test
    void a_change_that_leaves_what_roles_cover_changes_nothing() {
        many(10);
        policies.put("edit products", where(products, "stock", Lookup.LT, 5L));
        RequestRejectedException refused = refused(() -> all(actor(all(products)), Map.of(), 10, edit("stock", 9L)));
        assertThat(refused.code()).isEqualTo("row_policy");
        assertThat(number("SELECT count(*) FROM products WHERE stock = 9")).isZero();
    }

    @Test
    void rights_and_the_body_are_looked_at_first() {
        many(2);
        Grant view = new Grant("products", Set.of(Action.VIEW), Map.of(), Optional.empty());
        Grant blind = new Grant("products", Set.of(Action.EDIT, Action.DELETE), Map.of(), Optional.empty());
        Grant noStock = new Grant("products", ALL_ACTIONS, Map.of("stock", Set.of(Action.VIEW)), Optional.empty());
        assertThat(refused(() -> all(actor(view), Map.of(), 2, new Change.Delete()))
                        .category())
                .isEqualTo(RequestRejectedException.Category.FORBIDDEN);
        assertThat(refused(() -> all(actor(view), Map.of(), 2, edit())).category())
                .isEqualTo(RequestRejectedException.Category.FORBIDDEN);
        assertThat(refused(() -> all(actor(blind), Map.of(), 2, edit())).category())
                .isEqualTo(RequestRejectedException.Category.FORBIDDEN);
        assertThat(refused(() -> all(actor(noStock), Map.of(), 2, edit("stock", 1L)))
                        .code())
                .isEqualTo("field_forbidden");
        assertThat(refused(() -> all(SUPERUSER, Map.of(), 2, edit("name", "x".repeat(21))))
                        .category())
                .isEqualTo(RequestRejectedException.Category.INVALID);
        assertThat(refused(() -> all(SUPERUSER, Map.of("nope", "1"), 2, edit())).code())
                .isEqualTo("invalid_query");
        assertThat(refused(() -> editing.editAll(
                                SUPERUSER,
                                model("careful"),
                                new Selection.Filtered(ListRequest.all(model("careful")), 0),
                                new Change.Delete(),
                                false))
                        .code())
                .isEqualTo("precondition_required");
    }

    @Test
    void a_record_that_is_refused_is_named_and_no_other_is_changed() {
        many(1_000);
        execute("UPDATE products SET code = 'taken' WHERE id = 1000");
        RequestRejectedException refused =
                refused(() -> all(SUPERUSER, Map.of("stock", "1"), 500, edit("code", "other", "stock", 3L)));
        assertThat(refused.code()).isEqualTo("unique");
        assertThat(refused.violations().getFirst().pointer()).isEqualTo("/3/code");
        assertThat(number("SELECT count(*) FROM products WHERE stock = 3")).isZero();
        assertThat(number("SELECT count(*) FROM admin_audit_log")).isZero();
    }

    @Test
    void a_rehearsal_tells_the_same_and_keeps_nothing() {
        many(700);
        assertThat(editing.editAll(
                        SUPERUSER,
                        products,
                        new Selection.Filtered(ListRequest.all(products), 700),
                        edit("stock", 3L),
                        true))
                .isEqualTo(new AllDone(700, 700, Map.of()));
        assertThat(number("SELECT count(*) FROM products WHERE stock = 3")).isZero();
    }

    @Test
    void others_write_while_very_many_are_changed() {
        many(4_000);
        execute("CREATE TABLE others (id INTEGER)");
        AtomicReference<CompletableFuture<Void>> other = new AtomicReference<>(new CompletableFuture<>());
        hooks.put("products", new RecordHooks() {
            @Override
            public void onUpdate(RecordChange change) {
                switch (change.stored().key().encoded()) {
                    case "1000" ->
                        other.set(CompletableFuture.runAsync(() -> execute("INSERT INTO others VALUES (1)")));
                    case "3000" -> other.get().orTimeout(1, TimeUnit.MINUTES).join();
                    default -> {}
                }
            }
        });
        assemble();
        assertThat(all(SUPERUSER, Map.of(), 4_000, edit("stock", 3L))).isEqualTo(new AllDone(4_000, 4_000, Map.of()));
        assertThat(number("SELECT count(*) FROM others")).isPositive();
        assertThat(number("SELECT count(*) FROM products WHERE stock = 3")).isEqualTo(4_000);
        assertThat(number("SELECT count(*) FROM admin_audit_log")).isEqualTo(4_000);
    }

    @Test
    void records_that_go_along_with_others_are_not_looked_for_again() {
        many(1_200);
        execute(
                "UPDATE products SET parent_id = id - 600 WHERE id > 600",
                "UPDATE products SET parent_id = 1 WHERE id = 2");
        assertThat(all(SUPERUSER, Map.of(), 1_200, new Change.Delete()).deleted())
                .isEqualTo(Map.of("products", 1_200L));
    }

    @Test
    void rules_in_code_are_asked_for_each_record() {
        many(600);
        hooks.put("products", new RecordHooks() {
            @Override
            public void prepare(Actor actor, Optional<RecordKey> key, Map<String, @Nullable Object> values) {
                assertThat(database.running()).isFalse();
                values.put("name", "prepared " + key.orElseThrow().encoded());
            }

            @Override
            public void onUpdate(RecordChange change) {
                change.set("stock", change.stored().key().values().getFirst());
            }

            @Override
            public void afterUpdate(RecordChange change) {
                if (change.stored().key().encoded().equals("1")) {
                    records.delete(List.of(records.find(products, new RecordKey(List.of(3L)), Condition.always())
                            .orElseThrow()));
                }
            }
        });
        assemble();
        assertThat(all(SUPERUSER, Map.of("stock", "1"), 300, edit("name", "x")))
                .isEqualTo(new AllDone(300, 299, Map.of()));
        assertThat(number("SELECT count(*) FROM products WHERE stock = id AND name = 'prepared ' || id"))
                .isEqualTo(299);
    }

    @Test
    void records_named_by_key_are_changed_or_none_is() {
        many(5);
        assertThat(editing.editAll(
                        SUPERUSER, products, new Selection.Keys(List.of("1", "3", "3")), edit("stock", 8L), false))
                .isEqualTo(new AllDone(2, 2, Map.of()));
        RequestRejectedException missing = refused(() ->
                editing.editAll(SUPERUSER, products, new Selection.Keys(List.of("1", "77")), edit("stock", 9L), false));
        assertThat(missing.category()).isEqualTo(RequestRejectedException.Category.NOT_FOUND);
        assertThat(missing.violations().getFirst().pointer()).isEqualTo("/77");
        assertThat(refused(() -> editing.editAll(SUPERUSER, products, new Selection.Keys(List.of("x")), edit(), false))
                        .category())
                .isEqualTo(RequestRejectedException.Category.NOT_FOUND);
        assertThat(refused(() -> editing.editAll(SUPERUSER, products, new Selection.Keys(List.of()), edit(), false))
                        .category())
                .isEqualTo(RequestRejectedException.Category.INVALID);
        List<String> most = java.util.stream.IntStream.rangeClosed(0, Bulk.LIMIT)
                .mapToObj(Integer::toString)
                .toList();
        assertThat(refused(() -> editing.editAll(
                                SUPERUSER, products, new Selection.Keys(most), new Change.Delete(), false))
                        .category())
                .isEqualTo(RequestRejectedException.Category.INVALID);
        execute("UPDATE products SET parent_id = 1 WHERE id = 2");
        assertThat(editing.editAll(
                        SUPERUSER, products, new Selection.Keys(List.of("1", "2")), new Change.Delete(), false))
                .isEqualTo(new AllDone(2, 2, Map.of("products", 2L)));
        assertThat(number("SELECT count(*) FROM products WHERE stock = 8")).isEqualTo(1);
        assertThat(number("SELECT count(*) FROM products")).isEqualTo(3);
    }
}
