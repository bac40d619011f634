package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords.Found;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.Written;
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
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Inline;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.persistence.audit.JdbcAuditTrail;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Children that are saved and shown with their parent, on a real database. */
abstract class ChildrenContract {
    private static final Set<Action> ALL = Set.of(Action.VIEW, Action.CREATE, Action.EDIT, Action.DELETE);
    static final Actor SUPERUSER =
            new Actor.SignedIn(new UserId(1), new EmailAddress("s@example.com"), Rights.ALL, Actor.Origin.LOCAL);

    private static final ModelRegistry MODELS = ModelRegistry.of(List.of(
            ModelDefinition.builder("products")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, f -> f.required())
                    .build(),
            ModelDefinition.builder("orders")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("number", FieldType.STRING, f -> f.required().unique())
                    .field("total", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                    .field("changed_at", FieldType.DATETIME, FieldDefinition.Builder::onUpdateNow)
                    .inlines("lines", "remarks")
                    .inline(Inline.of("parcels").field("order_id").position("place"))
                    .build(),
            ModelDefinition.builder("lines")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field(
                            "order_id",
                            FieldType.REFERENCE,
                            f -> f.required().to("orders").onDelete(OnDelete.CASCADE))
                    .field("position", FieldType.INTEGER, f -> f.required())
                    .field("product_id", FieldType.REFERENCE, f -> f.to("products"))
                    .field("quantity", FieldType.INTEGER, f -> f.required().minimum(BigDecimal.ONE))
                    .field(
                            "price",
                            FieldType.DECIMAL,
                            f -> f.precision(10)
                                    .scale(2)
                                    .defaultValue(new DefaultValue.Constant(new BigDecimal("1.00"))))
                    .computed(
                            "sum",
                            FieldType.DECIMAL,
                            List.of("quantity", "price"),
                            values -> values.get("quantity") instanceof Long quantity
                                            && values.get("price") instanceof BigDecimal price
                                    ? price.multiply(BigDecimal.valueOf(quantity))
                                    : null)
                    .uniqueTogether("order_id", "position")
                    .build(),
            ModelDefinition.builder("remarks")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("order_id", FieldType.REFERENCE, f -> f.to("orders").onDelete(OnDelete.SET_NULL))
                    .field("text", FieldType.STRING, f -> f.unique())
                    .field(
                            "answers_id",
                            FieldType.REFERENCE,
                            f -> f.to("remarks").onDelete(OnDelete.RESTRICT))
                    .ordering(List.of("-text"))
                    .build(),
            ModelDefinition.builder("parcels")
                    .field(
                            "order_id",
                            FieldType.REFERENCE,
                            f -> f.primaryKey().to("orders").onDelete(OnDelete.CASCADE))
                    .field("number", FieldType.INTEGER, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                    .field("back_to_id", FieldType.REFERENCE, f -> f.to("orders"))
                    .field("place", FieldType.INTEGER)
                    .requireIfMatch()
                    .build()));

    @TempDir
    Path folder;

    private Database database;
    private JdbcRecords records;
    RecordsAssembly assembly;
    private final Map<String, Condition> policies = new HashMap<>();
    private final Map<String, RecordHooks> hooks = new HashMap<>();
    final Model orders = model("orders");
    private final Model lines = model("lines");

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
        execute(
                "INSERT INTO products (id, name) VALUES (1, 'Saw'), (2, 'Axe')",
                "INSERT INTO orders (number) VALUES ('A'), ('B'), ('C')",
                "INSERT INTO \"lines\" (id, order_id, position, product_id, quantity, price) VALUES (1011, 1, 1, 1, 5, 2),"
                        + " (1012, 1, 2, 2, 6, 3), (1013, 1, 3, NULL, 7, 4), (1021, 2, 1, 1, 8, 5)",
                "INSERT INTO remarks (order_id, text) VALUES (1, 'a'), (1, 'b')",
                "INSERT INTO parcels (order_id, number, place) VALUES (1, 7, 1), (2, 7, 1)");
    }

    private void assemble() {
        assembly = RecordsAssembly.of(
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
                new SplittableRandom(1));
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

    private List<String> rows(String sql) {
        return database.read(session -> {
            List<String> rows = new ArrayList<>();
            try (Statement statement = session.connection().createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    StringBuilder text = new StringBuilder();
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        text.append(i == 1 ? "" : " ").append(row.getString(i));
                    }
                    rows.add(text.toString());
                }
            }
            return rows;
        });
    }

    private List<String> linesOf(int order) {
        return rows("SELECT id, position, quantity FROM \"lines\" WHERE order_id = " + order + " ORDER BY position");
    }

    private static Actor actor(Grant... grants) {
        return new Actor.SignedIn(
                new UserId(7),
                new EmailAddress("eva@example.com"),
                new Rights(false, List.of(grants)),
                Actor.Origin.LOCAL);
    }

    private static Grant grant(String model, Set<Action> actions) {
        return new Grant(model, actions, Map.of(), Optional.empty());
    }

    private static Condition where(Model model, String field, Lookup lookup, Object value) {
        return new Condition.Compare(FieldPath.of(model, model.fieldNamed(field)), lookup, List.of(value));
    }

    private static RequestRejectedException refused(Callable<?> call) {
        return catchThrowableOfType(RequestRejectedException.class, call::call);
    }

    private static List<String> pointers(RequestRejectedException refused) {
        return refused.violations().stream()
                .map(one -> one.pointer() + " " + one.code())
                .toList();
    }

    Written patch(Actor actor, int order, Map<String, @Nullable Object> body) {
        return assembly.editing()
                .patch(
                        actor,
                        orders,
                        Integer.toString(order),
                        body,
                        new Precondition.None(),
                        false,
                        CollectingSink::new);
    }

    static Map<String, @Nullable Object> withLines(Map<String, ?> lists) {
        return Map.of("lines", lists);
    }

    private Map<String, @Nullable Object> read(Actor actor, int order, String expand) {
        CollectingSink[] sink = new CollectingSink[1];
        assembly.browsing()
                .read(
                        actor,
                        ListRequest.of(orders, Map.of("expand", expand)),
                        Integer.toString(order),
                        shape -> sink[0] = new CollectingSink(shape));
        return sink[0].only();
    }

    // ---- writing

    @Test
    void a_parent_is_created_with_its_children_in_one_transaction() {
        CollectingSink[] sink = new CollectingSink[1];
        Written written = assembly.editing()
                .create(
                        SUPERUSER,
                        orders,
                        Map.of(
                                "number",
                                "D",
                                "lines",
                                Map.of("create", List.of(Map.of("quantity", 2L), Map.of("quantity", 3L))),
                                "remarks",
                                Map.of("create", List.of(Map.of("text", "x")))),
                        false,
                        shape -> sink[0] = new CollectingSink(shape));

        String order = written.key().encoded();
        assertThat(rows("SELECT position, quantity, price FROM \"lines\" WHERE order_id = " + order
                        + " ORDER BY position"))
                .usingElementComparator((a, b) -> a.replace(".00", "").compareTo(b.replace(".00", "")))
                .containsExactly("1 2 1.00", "2 3 1.00");
        assertThat(rows("SELECT text FROM remarks WHERE order_id = " + order)).containsExactly("x");
        assertThat(sink[0].only()).doesNotContainKey("lines");
        assertThat(rows("SELECT event, model FROM admin_audit_log ORDER BY id"))
                .containsExactly("create orders", "create lines", "create lines", "create remarks");
    }

    @Test
    void children_are_deleted_changed_and_created_in_this_order() {
        // the new line takes the position of the changed one, which takes that of the deleted one
        patch(
                SUPERUSER,
                1,
                withLines(Map.of(
                        "create", List.of(Map.of("position", 2L, "quantity", 9L)),
                        "update", List.of(Map.of("id", 1012L, "position", 1L)),
                        "delete", List.of(1011L))));

        assertThat(linesOf(1)).hasSize(3).first().isEqualTo("1012 1 6");
        assertThat(linesOf(1).get(1)).endsWith(" 2 9");
        assertThat(rows("SELECT event, model FROM admin_audit_log ORDER BY id"))
                .containsExactly("delete lines", "update lines", "create lines", "update orders");
    }

    private List<String> history() {
        return rows("SELECT event, changes FROM admin_audit_log WHERE model = 'orders' ORDER BY id").stream()
                .map(text -> text.replace(", ", ","))
                .map(text -> text.replace(": ", ":"))
                .toList();
    }

    @Test
    void changed_children_are_a_change_of_their_parent() {
        List<String> ran = new ArrayList<>();
        hooks.put("orders", new RecordHooks() {
            @Override
            public void onUpdate(RecordChange change) {
                ran.add("on");
            }

            @Override
            public void afterUpdate(RecordChange change) {
                ran.add("after " + change.changed());
            }
        });
        assemble();
        patch(
                SUPERUSER,
                1,
                withLines(Map.of(
                        "create", List.of(Map.of("quantity", 9L)),
                        "update", List.of(Map.of("id", 1012L, "quantity", 1L), Map.of("id", 1013L, "quantity", 7L)),
                        "delete", List.of(1011L))));
        assertThat(ran).containsExactly("on", "after [changed_at]");
        assertThat(rows("SELECT count(*) FROM orders WHERE id = 1 AND changed_at IS NOT NULL"))
                .containsExactly("1");
        String created = rows("SELECT id FROM \"lines\" WHERE quantity = 9").getFirst();
        assertThat(history()).containsExactly("update {\"lines\":[[1011,1012],[1012," + created + "]]}");
    }

    @Test
    void a_parent_that_is_changed_with_its_children_runs_its_hooks_once() {
        List<String> ran = new ArrayList<>();
        hooks.put("orders", new RecordHooks() {
            @Override
            public void afterUpdate(RecordChange change) {
                ran.add("after");
            }
        });
        assemble();
        patch(SUPERUSER, 1, Map.of("number", "Z", "lines", Map.of("delete", List.of(1011L))));
        assertThat(ran).containsExactly("after");
        assertThat(history()).containsExactly("update {\"number\":[\"A\",\"Z\"]}", "update {\"lines\":[[1011],[]]}");
    }

    @Test
    void children_that_stay_as_they_are_leave_no_mark_on_their_parent() {
        patch(SUPERUSER, 1, withLines(Map.of("update", List.of(Map.of("id", 1011L, "quantity", 5L)))));
        assertThat(rows("SELECT id FROM admin_audit_log")).isEmpty();
        assertThat(rows("SELECT count(*) FROM orders WHERE changed_at IS NOT NULL"))
                .containsExactly("0");
    }

    @Test
    void all_unknown_children_are_named_together_and_with_other_errors() {
        Map<String, ?> lists = Map.of(
                "update", List.of(Map.of("id", 99L), Map.of("id", 1011L), Map.of("id", 1021L)), "delete", List.of(98L));
        String[] unknown = {"/lines/update/0/id not_found", "/lines/update/2/id not_found", "/lines/delete/0 not_found"
        };
        assertThat(pointers(refused(() -> patch(SUPERUSER, 1, withLines(lists)))))
                .containsExactlyInAnyOrder(unknown);
        List<String> all = pointers(refused(() -> patch(SUPERUSER, 1, Map.of("number", "", "lines", lists))));
        assertThat(all).contains(unknown).hasSize(4).anyMatch(text -> text.startsWith("/number "));
    }

    @Test
    void children_that_refer_to_each_other_are_deleted_together() {
        execute(
                "UPDATE remarks SET answers_id = 1 WHERE text = 'b'",
                "UPDATE remarks SET answers_id = 2 WHERE text = 'a'");
        assertThat(pointers(refused(() -> patch(SUPERUSER, 1, Map.of("remarks", Map.of("delete", List.of(1L)))))))
                .containsExactly("/remarks/delete/0 in_use");
        patch(SUPERUSER, 1, Map.of("remarks", Map.of("delete", List.of(1L, 2L))));
        assertThat(rows("SELECT text FROM remarks")).isEmpty();
    }

    @Test
    void positions_that_are_unique_are_exchanged_and_rotated() {
        patch(
                SUPERUSER,
                1,
                withLines(Map.of(
                        "update",
                        List.of(
                                Map.of("id", 1011L, "position", 2L),
                                Map.of("id", 1012L, "position", 3L),
                                Map.of("id", 1013L, "position", 1L)))));
        assertThat(linesOf(1)).containsExactly("1013 1 7", "1011 2 5", "1012 3 6");
        // what was out of the way for a moment is in no row of the history
        assertThat(rows("SELECT changes FROM admin_audit_log WHERE model = 'lines' ORDER BY id").stream()
                        .map(text -> text.replace(" ", "")))
                .hasSize(3)
                .allMatch(text -> text.contains("position") && !text.contains("4"));

        patch(
                SUPERUSER,
                1,
                withLines(Map.of(
                        "update", List.of(Map.of("id", 1013L, "position", 2L), Map.of("id", 1011L, "position", 1L)))));
        assertThat(linesOf(1)).containsExactly("1011 1 5", "1013 2 7", "1012 3 6");
    }

    @Test
    void a_position_that_another_child_keeps_is_a_conflict_at_its_pointer() {
        RequestRejectedException refused = refused(() ->
                patch(SUPERUSER, 1, withLines(Map.of("update", List.of(Map.of("id", 1011L, "position", 3L))))));
        assertThat(refused.category()).isEqualTo(Category.CONFLICT);
        assertThat(pointers(refused)).contains("/lines/update/0/position unique");
        assertThat(linesOf(1)).containsExactly("1011 1 5", "1012 2 6", "1013 3 7");
    }

    @Test
    void a_position_that_is_left_out_comes_after_the_last() {
        patch(
                SUPERUSER,
                1,
                withLines(Map.of(
                        "create",
                        List.of(Map.of("quantity", 1L), Map.of("quantity", 2L, "position", 9L), Map.of("quantity", 3L)),
                        "delete",
                        List.of(1013L))));
        assertThat(rows("SELECT position, quantity FROM \"lines\" WHERE order_id = 1 ORDER BY position"))
                .containsExactly("1 5", "2 6", "9 2", "10 1", "11 3");
    }

    @Test
    void no_position_comes_after_the_largest_number() {
        RequestRejectedException refused = refused(() -> patch(
                SUPERUSER,
                1,
                withLines(Map.of(
                        "create",
                        List.of(Map.of("quantity", 1L, "position", Long.MAX_VALUE), Map.of("quantity", 2L))))));
        assertThat(pointers(refused)).containsExactly("/lines/create/1/position maximum");
    }

    @Test
    void an_error_of_one_child_undoes_everything() {
        Map<String, @Nullable Object> body = Map.of(
                "number",
                "changed",
                "lines",
                Map.of(
                        "create", List.of(Map.of("quantity", 1L, "product_id", 99L)),
                        "update", List.of(Map.of("id", 1011L, "quantity", 50L)),
                        "delete", List.of(1012L)));
        RequestRejectedException refused = refused(() -> patch(SUPERUSER, 1, body));
        assertThat(pointers(refused)).containsExactly("/lines/create/0/product_id reference_not_found");
        assertThat(linesOf(1)).containsExactly("1011 1 5", "1012 2 6", "1013 3 7");
        assertThat(rows("SELECT number FROM orders WHERE id = 1")).containsExactly("A");
        assertThat(rows("SELECT id FROM admin_audit_log")).isEmpty();
    }

    @Test
    void all_errors_of_parent_and_children_are_reported_together() {
        RequestRejectedException refused = refused(() -> patch(
                SUPERUSER,
                1,
                Map.of(
                        "number",
                        "",
                        "lines",
                        Map.of(
                                "create", List.of(Map.of(), Map.of("quantity", 0L, "order_id", 2L)),
                                "update",
                                        List.of(
                                                Map.of("id", 1011L, "quantity", "x"),
                                                Map.of("quantity", 1L),
                                                Map.of("id", 1012L, "order_id", 2L),
                                                Map.of("id", 1013L, "sum", "1")),
                                "delete", List.of(1011L, "y"),
                                "move", List.of()))));
        assertThat(refused.category()).isEqualTo(Category.INVALID);
        assertThat(pointers(refused))
                .contains(
                        "/lines/move unknown_field",
                        "/lines/create/0/quantity required",
                        "/lines/create/1/quantity minimum",
                        "/lines/create/1/order_id read_only",
                        "/lines/update/0/quantity type",
                        "/lines/update/2/order_id read_only",
                        "/lines/update/3/sum read_only",
                        "/lines/delete/0 repeated",
                        "/lines/delete/1 type")
                .anyMatch(text -> text.startsWith("/number "))
                .anyMatch(text -> text.startsWith("/lines/update/1/id "));
    }

    @Test
    void children_that_do_not_exist_or_have_another_parent_are_named() {
        for (long id : List.of(99L, 1021L)) {
            for (Map<String, ?> lists : List.<Map<String, ?>>of(
                    Map.of("update", List.of(Map.of("id", 1011L), Map.of("id", id, "quantity", 1L))),
                    Map.of("delete", List.of(id)))) {
                RequestRejectedException refused = refused(() -> patch(SUPERUSER, 1, withLines(lists)));
                assertThat(refused.category()).isEqualTo(Category.INVALID);
                assertThat(pointers(refused))
                        .containsExactly(
                                lists.containsKey("delete")
                                        ? "/lines/delete/0 not_found"
                                        : "/lines/update/1/id not_found");
            }
        }
        assertThat(linesOf(2)).containsExactly("1021 1 8");
    }

    @Test
    void a_call_changes_no_more_children_than_a_bulk_call_changes_records() {
        List<Map<String, Long>> many = IntStream.rangeClosed(1, Bulk.LIMIT)
                .mapToObj(i -> Map.of("quantity", 1L))
                .toList();
        RequestRejectedException refused = refused(() -> patch(
                SUPERUSER,
                1,
                Map.of("lines", Map.of("create", many), "remarks", Map.of("create", List.of(Map.of("text", "z"))))));
        assertThat(refused.category()).isEqualTo(Category.INVALID);
        assertThat(pointers(refused)).contains("/remarks items");
    }

    @Test
    void other_ways_of_changing_records_refuse_children_by_name() {
        Map<String, @Nullable Object> body =
                Map.of("number", "Z", "lines", Map.of("create", List.of(Map.of("quantity", 1L))));
        assertThat(pointers(refused(() -> assembly.editing()
                        .replace(SUPERUSER, orders, "1", body, new Precondition.None(), false, CollectingSink::new))))
                .containsExactly("/lines children_not_taken");
        assertThat(pointers(refused(() -> assembly.editing()
                        .bulk(
                                SUPERUSER,
                                orders,
                                new Bulk(List.of(body), List.of(), List.of()),
                                false,
                                CollectingSink::new))))
                .containsExactly("/create/0/lines children_not_taken");
        assertThat(pointers(refused(() -> patch(SUPERUSER, 1, Map.of("lines", List.of())))))
                .containsExactly("/lines type");
    }

    @Test
    void unchanged_children_write_nothing() {
        patch(
                SUPERUSER,
                1,
                withLines(Map.of("update", List.of(Map.of("id", 1011L, "quantity", 5L), Map.of("id", 1012L)))));
        patch(SUPERUSER, 1, withLines(Map.of()));
        assertThat(rows("SELECT id FROM admin_audit_log")).isEmpty();
    }

    @Test
    void a_dry_run_changes_nothing() {
        assembly.editing()
                .patch(
                        SUPERUSER,
                        orders,
                        "1",
                        withLines(Map.of("delete", List.of(1011L))),
                        new Precondition.None(),
                        true,
                        CollectingSink::new);
        assertThat(linesOf(1)).hasSize(3);
    }

    // ---- rights

    @Test
    void every_operation_needs_the_right_on_the_child_model() {
        Actor actor = actor(grant("orders", ALL), grant("lines", Set.of(Action.VIEW)));
        for (Map<String, ?> lists : List.<Map<String, ?>>of(
                Map.of("create", List.of(Map.of("quantity", 1L))),
                Map.of("update", List.of(Map.of("id", 1011L, "quantity", 1L))),
                Map.of("delete", List.of(1011L)))) {
            RequestRejectedException refused = refused(() -> patch(actor, 1, withLines(lists)));
            assertThat(refused.category()).isEqualTo(Category.FORBIDDEN);
            assertThat(pointers(refused)).containsExactly("/lines forbidden");
        }
        // and the parent's
        Actor child = actor(grant("orders", Set.of(Action.VIEW)), grant("lines", ALL));
        assertThat(refused(() -> patch(child, 1, withLines(Map.of("delete", List.of(1011L)))))
                        .category())
                .isEqualTo(Category.FORBIDDEN);
        assertThat(linesOf(1)).hasSize(3);
    }

    @Test
    void rights_on_fields_apply_to_children() {
        Actor actor = actor(
                grant("orders", ALL), new Grant("lines", ALL, Map.of("price", Set.of(Action.VIEW)), Optional.empty()));
        RequestRejectedException refused = refused(() -> patch(
                actor,
                1,
                withLines(Map.of(
                        "create", List.of(Map.of("quantity", 1L, "price", "1")),
                        "update", List.of(Map.of("id", 1011L, "price", "1"))))));
        assertThat(refused.category()).isEqualTo(Category.FORBIDDEN);
        assertThat(pointers(refused))
                .containsExactly("/lines/create/0/price field_forbidden", "/lines/update/0/price field_forbidden");

        Actor fixed = actor(
                grant("orders", ALL),
                new Grant("lines", ALL, Map.of("order_id", Set.of(Action.VIEW)), Optional.empty()));
        assertThat(pointers(refused(() ->
                        patch(fixed, 1, withLines(Map.of("create", List.of(Map.of("quantity", 1L))))))))
                .containsExactly("/lines/create/0/order_id field_forbidden");
    }

    @Test
    void whose_child_a_record_is_stays_unknown_without_the_right_to_view_the_reference() {
        Actor blind = actor(
                grant("orders", ALL),
                new Grant("lines", ALL, Map.of("order_id", Set.of(Action.CREATE)), Optional.empty()));
        for (long id : List.of(1011L, 1021L)) {
            for (Map<String, @Nullable Object> part : List.<Map<String, @Nullable Object>>of(
                    Map.of("update", List.of(Map.of("id", id, "quantity", 1L))), Map.of("delete", List.of(id)))) {
                RequestRejectedException refused = refused(() -> patch(blind, 1, withLines(part)));
                assertThat(refused.code()).isEqualTo("field_forbidden");
            }
        }
    }

    @Test
    void row_policies_apply_to_children() {
        Actor actor = actor(grant("orders", ALL), grant("lines", ALL));
        policies.put("edit lines", where(lines, "quantity", Lookup.LT, 6L));
        RequestRejectedException refused = refused(() ->
                patch(actor, 1, withLines(Map.of("update", List.of(Map.of("id", 1012L, "quantity", 1L))))));
        assertThat(refused.category()).isEqualTo(Category.FORBIDDEN);
        assertThat(pointers(refused)).containsExactly("/lines/update/0 row_policy");

        policies.put("create lines", where(lines, "quantity", Lookup.LT, 100L));
        assertThat(pointers(refused(() ->
                        patch(actor, 1, withLines(Map.of("create", List.of(Map.of("quantity", 100L))))))))
                .containsExactly("/lines/create/0 row_policy");

        // what one cannot view does not exist
        policies.put("delete lines", where(lines, "quantity", Lookup.LT, 6L));
        policies.put("view lines", where(lines, "quantity", Lookup.LT, 6L));
        assertThat(pointers(refused(() -> patch(actor, 1, withLines(Map.of("delete", List.of(1012L)))))))
                .containsExactly("/lines/delete/0 not_found");
        assertThat(linesOf(1)).hasSize(3);
    }

    // ---- hooks, versions

    @Test
    void hooks_of_a_child_see_the_parent_and_may_change_it() {
        hooks.put("lines", new RecordHooks() {
            @Override
            public void afterCreate(RecordChange change) {
                StoredRecord created = change.stored();
                StoredRecord order = records.find(
                                orders, new RecordKey(List.of(created.values().get("order_id"))), Condition.always())
                        .orElseThrow();
                Map<FieldDefinition, @Nullable Object> total = new HashMap<>();
                total.put(orders.fieldNamed("total"), created.value(lines.fieldNamed("sum")));
                records.update(order, total);
            }

            @Override
            public void validate(RecordChange change) {
                if (change.after().get("quantity") instanceof Long quantity && quantity == 13) {
                    change.reject("quantity", "unlucky", "Not this number.");
                }
            }
        });
        assemble();
        CollectingSink[] sink = new CollectingSink[1];
        Written written = assembly.editing()
                .create(
                        SUPERUSER,
                        orders,
                        Map.of(
                                "number",
                                "D",
                                "lines",
                                Map.of("create", List.of(Map.of("quantity", 4L, "price", "2.5")))),
                        false,
                        shape -> sink[0] = new CollectingSink(shape));
        assertThat(sink[0].only().get("total")).isEqualTo(new BigDecimal("10.00"));
        Found found = assembly.browsing()
                .read(SUPERUSER, ListRequest.all(orders), written.key().encoded(), CollectingSink::new);
        assertThat(written.version()).contains(found.version());

        RequestRejectedException refused = refused(() -> patch(
                SUPERUSER, 1, withLines(Map.of("create", List.of(Map.of("quantity", 1L), Map.of("quantity", 13L))))));
        assertThat(pointers(refused)).containsExactly("/lines/create/1/quantity unlucky");
        assertThat(linesOf(1)).hasSize(3);
    }

    @Test
    void the_parent_and_each_child_are_changed_only_in_the_expected_version() {
        RequestRejectedException parent = refused(() -> assembly.editing()
                .patch(
                        SUPERUSER,
                        orders,
                        "1",
                        withLines(Map.of("delete", List.of(1011L))),
                        new Precondition.OneOf(List.of(new Version("AAAAAAAAAAAAAAAAAAAAAA"))),
                        false,
                        CollectingSink::new));
        assertThat(parent.category()).isEqualTo(Category.PRECONDITION_FAILED);

        RequestRejectedException child = refused(() -> patch(
                SUPERUSER,
                1,
                withLines(Map.of(
                        "update",
                        List.of(Map.of("id", 1011L, "quantity", 1L, "if_match", "\"AAAAAAAAAAAAAAAAAAAAAA\""))))));
        assertThat(child.category()).isEqualTo(Category.PRECONDITION_FAILED);
        assertThat(pointers(child)).containsExactly("/lines/update/0 precondition_failed");
        assertThat(pointers(refused(() -> patch(
                        SUPERUSER, 1, withLines(Map.of("update", List.of(Map.of("id", 1011L, "if_match", "?"))))))))
                .containsExactly("/lines/update/0/if_match type");

        String version = assembly.browsing()
                .read(SUPERUSER, ListRequest.all(lines), "1011", CollectingSink::new)
                .version()
                .value();
        patch(
                SUPERUSER,
                1,
                withLines(Map.of(
                        "update", List.of(Map.of("id", 1011L, "quantity", 1L, "if_match", '"' + version + '"')))));
        assertThat(linesOf(1)).contains("1011 1 1");
    }

    @Test
    void a_composite_key_and_a_model_that_requires_versions() {
        Model parcels = model("parcels");
        String version = assembly.browsing()
                .read(SUPERUSER, ListRequest.all(parcels), "1,7", CollectingSink::new)
                .version()
                .value();
        assertThat(refused(() -> patch(
                                SUPERUSER,
                                1,
                                Map.of("parcels", Map.of("update", List.of(Map.of("id", "1,7", "place", 2L))))))
                        .category())
                .isEqualTo(Category.PRECONDITION_REQUIRED);
        assertThat(refused(() -> patch(SUPERUSER, 1, Map.of("parcels", Map.of("delete", List.of("1,7")))))
                        .category())
                .isEqualTo(Category.PRECONDITION_REQUIRED);
        patch(
                SUPERUSER,
                1,
                Map.of(
                        "parcels",
                        Map.of(
                                "update", List.of(Map.of("id", "1,7", "place", 2L, "if_match", version)),
                                "create", List.of(Map.of("number", 8L)))));
        assertThat(rows("SELECT number, place FROM parcels WHERE order_id = 1 ORDER BY number"))
                .containsExactly("7 2", "8 3");
        assertThat(pointers(refused(() -> patch(
                        SUPERUSER,
                        1,
                        Map.of("parcels", Map.of("update", List.of(Map.of("id", "2,7", "if_match", version))))))))
                .containsExactly("/parcels/update/0/id not_found");
    }

    // ---- reading

    @Test
    void children_are_expanded_in_order_with_their_number() {
        Map<String, @Nullable Object> order = read(SUPERUSER, 1, "lines,remarks,parcels");
        assertThat(order.get("lines_total")).isEqualTo(3L);
        assertThat(values(order, "lines", "id")).containsExactly(1011L, 1012L, 1013L);
        assertThat(values(order, "lines", "sum").getFirst()).isEqualTo(new BigDecimal("10.00"));
        assertThat(values(order, "remarks", "text")).containsExactly("b", "a");
        assertThat(values(order, "parcels", "number")).containsExactly(7L);
        Map<String, @Nullable Object> none = read(SUPERUSER, 3, "lines");
        assertThat(none.get("lines_total")).isEqualTo(0L);
        assertThat(values(none, "lines", "id")).isEmpty();
    }

    @Test
    void no_more_than_200_children_are_expanded_for_each_parent_of_a_page() {
        execute(IntStream.rangeClosed(1, 250)
                .mapToObj(i -> "INSERT INTO \"lines\" (order_id, position, quantity) VALUES (3, " + i + ", 1)")
                .toArray(String[]::new));
        CollectingSink[] sink = new CollectingSink[1];
        assembly.browsing()
                .list(
                        SUPERUSER,
                        ListRequest.of(orders, Map.of("expand", "lines", "ordering", "id", "fields", "number")),
                        shape -> sink[0] = new CollectingSink(shape));
        assertThat(sink[0].records).extracting(one -> one.get("lines_total")).containsExactly(3L, 1L, 250L);
        assertThat(values(sink[0].records.get(2), "lines", "position"))
                .hasSize(200)
                .startsWith(1L)
                .endsWith(200L);
        assertThat(values(sink[0].records.get(1), "lines", "id")).containsExactly(1021L);
    }

    @Test
    void only_children_that_the_caller_may_view_are_expanded_and_counted() {
        Actor actor = actor(
                grant("orders", Set.of(Action.VIEW)),
                new Grant("lines", Set.of(Action.VIEW), Map.of("price", Set.of()), Optional.empty()));
        policies.put("view lines", where(lines, "quantity", Lookup.LT, 7L));
        Map<String, @Nullable Object> order = read(actor, 1, "lines");
        assertThat(order.get("lines_total")).isEqualTo(2L);
        assertThat(values(order, "lines", "id")).containsExactly(1011L, 1012L);
        assertThat(children(order, "lines").getFirst()).doesNotContainKeys("price", "sum");

        Actor orderOnly = actor(grant("orders", Set.of(Action.VIEW)));
        assertThat(refused(() -> read(orderOnly, 1, "lines")).category()).isEqualTo(Category.FORBIDDEN);
        Actor blind = actor(
                grant("orders", Set.of(Action.VIEW)),
                new Grant("lines", Set.of(Action.VIEW), Map.of("order_id", Set.of()), Optional.empty()));
        assertThat(refused(() -> read(blind, 1, "lines")).category()).isEqualTo(Category.FORBIDDEN);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, @Nullable Object>> children(Map<String, @Nullable Object> order, String name) {
        return (List<Map<String, @Nullable Object>>) order.get(name);
    }

    private static List<@Nullable Object> values(Map<String, @Nullable Object> order, String name, String field) {
        List<@Nullable Object> values = new ArrayList<>();
        children(order, name).forEach(one -> values.add(one.get(field)));
        return values;
    }
}
