package dev.hexadmin.application.records.internal;

import static dev.hexadmin.application.records.internal.Shop.NOON;
import static dev.hexadmin.application.records.internal.Shop.SUPER;
import static dev.hexadmin.application.records.internal.Shop.actor;
import static dev.hexadmin.application.records.internal.Shop.body;
import static dev.hexadmin.application.records.internal.Shop.grant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.application.records.EditingRecords.BulkDone;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.Written;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordEditingTest {
    private static final Precondition NONE = new Precondition.None();

    private final Shop shop = new Shop();
    private final Shop.Collecting shown = new Shop.Collecting();

    private Written create(Actor actor, Model model, Object... pairs) {
        return shop.editing.create(actor, model, body(pairs), false, shown::sink);
    }

    private Written patch(Actor actor, Model model, Object id, Object... pairs) {
        return shop.editing.patch(actor, model, id.toString(), body(pairs), NONE, false, shown::sink);
    }

    private Written replace(Actor actor, Model model, Object id, Object... pairs) {
        return shop.editing.replace(actor, model, id.toString(), body(pairs), NONE, false, shown::sink);
    }

    private static RequestRejectedException refused(Callable<?> call) {
        return catchThrowableOfType(RequestRejectedException.class, call::call);
    }

    private Map<String, Object> last() {
        return shown.items.getLast();
    }

    private StoredRecord stored(Model model, Object key) {
        return shop.records
                .find(model, new RecordKey(List.of(key)), Condition.always())
                .orElseThrow();
    }

    private List<String> problems(RequestRejectedException refused) {
        return refused.violations().stream()
                .map(v -> v.pointer() + " " + v.code())
                .toList();
    }

    @Test
    void a_new_record_gets_its_defaults_and_an_audit_row_without_secrets() {
        Written written = create(SUPER, shop.products, "name", "Shoe", "price", "19.9", "password", "hush");
        assertThat(last())
                .containsEntry("id", written.key().values().getFirst())
                .containsEntry("price", new BigDecimal("19.90"))
                .containsEntry("stock", 0L)
                .containsEntry("status", "draft")
                .containsEntry("created_at", "2026-11-20T12:00:00.123456Z")
                .containsEntry("tags", List.of())
                .containsEntry("code", null)
                .doesNotContainKey("password");
        assertThat(stored(shop.products, written.key().values().getFirst()).values())
                .containsEntry("password", "hush");
        AuditEntry entry = shop.audit.getFirst();
        assertThat(entry)
                .extracting("at", "actor", "event", "model", "recordId")
                .containsExactly(
                        NOON, SUPER, "create", "products", written.key().encoded());
        assertThat(entry.changes())
                .contains(
                        new AuditEntry.Change("price", null, new BigDecimal("19.90")),
                        new AuditEntry.Change("password", null, AuditEntry.REDACTED))
                .extracting("field")
                .doesNotContain("cost", "tags");
    }

    @Test
    void all_errors_of_a_body_are_reported_at_once() {
        RequestRejectedException refused = refused(() -> create(
                SUPER,
                shop.products,
                "id",
                1L,
                "nope",
                1L,
                "a/b~",
                1L,
                "price",
                -1L,
                "status",
                "x",
                "created_at",
                "2026-01-01T00:00:00Z",
                "tags",
                List.of(1L, "x"),
                "category_id",
                "x"));
        assertThat(refused.category()).isEqualTo(Category.INVALID);
        assertThat(problems(refused))
                .containsExactlyInAnyOrder(
                        "/id read_only",
                        "/nope unknown_field",
                        "/a~1b~0 unknown_field",
                        "/price minimum",
                        "/status enum",
                        "/created_at read_only",
                        "/tags/1 type",
                        "/category_id type",
                        "/name required");
        assertThat(shop.records.works).isZero();
    }

    @Test
    void an_empty_text_is_no_value_for_a_required_field() {
        assertThat(problems(refused(() -> create(SUPER, shop.products, "name", ""))))
                .containsExactly("/name required");
    }

    @Test
    void a_json_text_that_no_database_keeps_is_refused() {
        for (String bad : List.of("\"a\\u0000\"", "\"\\\\\\u0000\"", "\"\ud800\"")) {
            assertThat(problems(
                            refused(() -> create(SUPER, shop.products, "name", "x", "attributes", new JsonText(bad)))))
                    .containsExactly("/attributes characters");
        }
        create(SUPER, shop.products, "name", "x", "attributes", new JsonText("\"\\\\u0000 😀\""));
    }

    @Test
    void the_server_makes_version_7_uuids() {
        UUID first = UUID.fromString(String.valueOf(key(create(SUPER, shop.tokens, "name", "a"))));
        UUID second = UUID.fromString(String.valueOf(key(create(SUPER, shop.tokens, "name", "b"))));
        assertThat(first.version()).isEqualTo(7);
        assertThat(first.variant()).isEqualTo(2);
        assertThat(first.getMostSignificantBits() >>> 16).isEqualTo(NOON.toEpochMilli());
        assertThat(first).isNotEqualTo(second);
    }

    private static Object key(Written written) {
        return written.key().values().getFirst();
    }

    @Test
    void natural_keys_are_given_on_create_and_never_change() {
        Object product = shop.created(shop.products, "name", "p").get("id");
        assertThat(problems(refused(() -> create(SUPER, shop.lines, "amount", 1L))))
                .containsExactly("/order_no required", "/product_id required");
        Written written = create(SUPER, shop.lines, "order_no", 5L, "product_id", product, "amount", 1L);
        assertThat(written.key().encoded()).isEqualTo("5," + product);
        assertThat(problems(refused(() -> shop.editing.patch(
                        SUPER,
                        shop.lines,
                        "5," + product,
                        body("order_no", 5L),
                        new Precondition.Exists(),
                        false,
                        shown::sink))))
                .containsExactly("/order_no read_only");
    }

    @Test
    void a_patch_changes_what_is_given_and_null_clears() {
        Object id = shop.created(shop.products, "name", "a", "price", 1L, "cost", 2L)
                .get("id");
        patch(SUPER, shop.products, id, "price", "3", "cost", null);
        assertThat(last()).containsEntry("name", "a").containsEntry("price", new BigDecimal("3.00"));
        assertThat(last()).containsEntry("cost", null);
        assertThat(shop.audit)
                .singleElement()
                .satisfies(entry -> assertThat(entry.changes())
                        .containsExactlyInAnyOrder(
                                new AuditEntry.Change("price", new BigDecimal("1.00"), new BigDecimal("3.00")),
                                new AuditEntry.Change("cost", new BigDecimal("2.00"), null)));
    }

    @Test
    void each_write_sets_the_time_of_the_last_one() {
        create(SUPER, shop.tokens, "name", "a");
        assertThat(last()).containsEntry("changed_at", "2026-11-20T12:00:00.123456Z");
        Object id = last().get("id");
        Instant before = Shop.NOON.minusSeconds(9);
        StoredRecord created = stored(shop.tokens, UUID.fromString(id.toString()));
        shop.records.update(created, Map.of(shop.tokens.fieldNamed("changed_at"), before));
        patch(SUPER, shop.tokens, id, "name", "a");
        assertThat(stored(shop.tokens, created.key().values().getFirst()).values())
                .containsEntry("changed_at", before);
        patch(SUPER, shop.tokens, id, "name", "b");
        assertThat(stored(shop.tokens, created.key().values().getFirst()).values())
                .containsEntry("changed_at", Shop.NOON);
        assertThat(shop.audit.getLast().changes())
                .extracting(AuditEntry.Change::field)
                .containsExactly("name");
        assertThat(problems(refused(() -> patch(SUPER, shop.tokens, id, "changed_at", "2026-11-20T12:00:00Z"))))
                .containsExactly("/changed_at read_only");
    }

    @Test
    void what_changes_nothing_leaves_no_trace() {
        List<Object> tags = List.of(
                shop.created(shop.tags, "name", "a").get("id"),
                shop.created(shop.tags, "name", "b").get("id"));
        Map<String, Object> product = shop.created(shop.products, "name", "a", "price", "1.00", "tags", tags);
        Version before = stored(shop.products, product.get("id")).version();
        assertThat(patch(SUPER, shop.products, product.get("id")).version()).contains(before);
        patch(SUPER, shop.products, product.get("id"), "name", "a", "price", 1L, "tags", tags.reversed());
        assertThat(last()).isEqualTo(product);
        assertThat(shop.audit).isEmpty();
    }

    @Test
    void a_replacement_resets_what_is_absent_but_not_what_cannot_be_seen() {
        Object id = shop.created(
                        shop.products, "name", "a", "price", 1L, "stock", 5L, "status", "active", "password", "hush")
                .get("id");
        assertThat(problems(refused(() -> replace(SUPER, shop.products, id, "price", 2L))))
                .containsExactly("/name required");
        replace(SUPER, shop.products, id, "name", "b");
        assertThat(last())
                .containsEntry("name", "b")
                .containsEntry("price", null)
                .containsEntry("stock", 0L)
                .containsEntry("status", "draft")
                .containsEntry("created_at", "2026-11-20T12:00:00.123456Z");
        assertThat(stored(shop.products, id).values()).containsEntry("password", "hush");
    }

    @Test
    void a_replacement_keeps_what_the_caller_may_not_see_or_write() {
        Object id = shop.created(shop.products, "name", "a", "price", 1L, "cost", 2L, "stock", 3L)
                .get("id");
        Actor clerk = actor(
                grant("products", Map.of("cost", Set.of(), "stock", Set.of(Action.VIEW)), Action.VIEW, Action.EDIT));
        replace(clerk, shop.products, id, "name", "b");
        assertThat(last())
                .doesNotContainKey("cost")
                .containsEntry("price", null)
                .containsEntry("stock", 3L);
        assertThat(stored(shop.products, id).values()).containsEntry("cost", new BigDecimal("2.00"));
        RequestRejectedException refused =
                refused(() -> replace(clerk, shop.products, id, "name", "b", "cost", 1L, "stock", 1L));
        assertThat(refused.category()).isEqualTo(Category.FORBIDDEN);
        assertThat(problems(refused)).containsExactly("/cost field_forbidden", "/stock field_forbidden");
    }

    @Test
    void without_the_right_it_is_403_before_404_and_before_422() {
        Actor unprivileged = actor();
        for (Callable<?> call : List.<Callable<?>>of(
                () -> create(unprivileged, shop.products, "nope", 1L),
                () -> patch(unprivileged, shop.products, 99, "nope", 1L),
                () -> replace(unprivileged, shop.products, "x"),
                () -> shop.editing.delete(unprivileged, shop.products, "99", NONE, false),
                () -> shop.editing.bulk(
                        unprivileged, shop.products, new Bulk(List.of(), List.of(), List.of(1L)), false, shown::sink),
                () -> shop.list(unprivileged, shop.products, "nope", "1"),
                () -> shop.browsing.read(unprivileged, ListRequest.all(shop.products), "99", shown::sink))) {
            assertThat(refused(call).category()).isEqualTo(Category.FORBIDDEN);
        }
    }

    @ParameterizedTest
    @CsvSource({"99", "x", "1.5", "'1,2'", "''", "%zz"})
    void what_is_not_there_is_404_before_422(String id) {
        assertThat(refused(() -> patch(SUPER, shop.products, id, "nope", 1L)).category())
                .isEqualTo(Category.NOT_FOUND);
        assertThat(refused(() -> shop.editing.delete(SUPER, shop.products, id, NONE, false))
                        .category())
                .isEqualTo(Category.NOT_FOUND);
        assertThat(refused(() -> shop.browsing.read(SUPER, ListRequest.all(shop.products), id, shown::sink))
                        .category())
                .isEqualTo(Category.NOT_FOUND);
        assertThat(shown.items).isEmpty();
    }

    @Test
    void who_may_not_view_gets_the_key_only() {
        Actor writer = actor(grant("products", Map.of(), Action.CREATE, Action.EDIT));
        Written written = create(writer, shop.products, "name", "a");
        assertThat(last()).containsOnlyKeys("id");
        patch(writer, shop.products, key(written), "name", "b");
        assertThat(last()).containsOnlyKeys("id");
    }

    @Test
    void read_only_models_refuse_writes() {
        assertThat(refused(() -> create(SUPER, shop.logs)).code()).isEqualTo("read_only_model");
    }

    @Test
    void the_precondition_is_held_against_the_version() {
        Object id = shop.created(shop.products, "name", "a").get("id");
        Version version = stored(shop.products, id).version();
        Precondition other = new Precondition.OneOf(List.of(new Version("x")));
        Precondition right = new Precondition.OneOf(List.of(new Version("x"), version));
        RequestRejectedException refused = refused(
                () -> shop.editing.patch(SUPER, shop.products, "" + id, body("name", "b"), other, false, shown::sink));
        assertThat(refused.category()).isEqualTo(Category.PRECONDITION_FAILED);
        assertThat(refused.members()).containsEntry(RequestRejectedException.VERSION, version.value());
        // also before the body is found wanting
        assertThat(refused(() -> shop.editing.patch(
                                SUPER, shop.products, "" + id, body("nope", "b"), other, false, shown::sink))
                        .category())
                .isEqualTo(Category.PRECONDITION_FAILED);
        shop.editing.patch(SUPER, shop.products, "" + id, body("name", "b"), right, false, shown::sink);
        assertThat(refused(() -> shop.editing.delete(SUPER, shop.products, "" + id, right, false))
                        .category())
                .isEqualTo(Category.PRECONDITION_FAILED);
        shop.editing.delete(SUPER, shop.products, "" + id, new Precondition.Exists(), false);
    }

    @Test
    void a_model_may_ask_for_preconditions() {
        Object product = shop.created(shop.products, "name", "p").get("id");
        create(SUPER, shop.lines, "order_no", 5L, "product_id", product, "amount", 1L);
        assertThat(refused(() -> patch(SUPER, shop.lines, "5," + product, "amount", 2L))
                        .category())
                .isEqualTo(Category.PRECONDITION_REQUIRED);
        assertThat(refused(() -> patch(SUPER, shop.lines, "6," + product, "amount", 2L))
                        .category())
                .isEqualTo(Category.NOT_FOUND);
        assertThat(refused(() -> shop.editing.bulk(
                                SUPER,
                                shop.lines,
                                new Bulk(List.of(), List.of(), List.of("5," + product)),
                                false,
                                shown::sink))
                        .category())
                .isEqualTo(Category.PRECONDITION_REQUIRED);
    }

    @Test
    void row_policies_hide_records_and_bind_results() {
        Object mine = shop.created(shop.products, "name", "a", "owner_id", 7L).get("id");
        Object other = shop.created(shop.products, "name", "b", "owner_id", 8L).get("id");
        Actor clerk = actor(grant("products", Map.of(), Action.VIEW, Action.EDIT, Action.CREATE, Action.DELETE));
        shop.policies.put("products", shop.own(shop.products, "owner_id", 7L));
        assertThat(refused(() -> patch(clerk, shop.products, other, "name", "c"))
                        .category())
                .isEqualTo(Category.NOT_FOUND);
        assertThat(refused(() -> shop.editing.delete(clerk, shop.products, "" + other, NONE, false))
                        .category())
                .isEqualTo(Category.NOT_FOUND);
        assertThat(refused(() -> shop.browsing.read(clerk, ListRequest.all(shop.products), "" + other, shown::sink))
                        .category())
                .isEqualTo(Category.NOT_FOUND);
        assertThat(shop.list(clerk, shop.products).items())
                .extracting(i -> i.get("id"))
                .containsExactly(mine);
        assertThat(refused(() -> patch(clerk, shop.products, mine, "owner_id", 8L))
                        .code())
                .isEqualTo("row_policy");
        assertThat(refused(() -> create(clerk, shop.products, "name", "c")).code())
                .isEqualTo("row_policy");
        assertThat(stored(shop.products, mine).values()).containsEntry("owner_id", 7L);
        assertThat(shop.audit).extracting(AuditEntry::event).isEmpty();
        create(clerk, shop.products, "name", "c", "owner_id", 7L);
    }

    @Test
    void a_record_that_may_be_seen_but_not_changed_is_a_403() {
        Object other = shop.created(shop.products, "name", "b", "owner_id", 8L).get("id");
        Actor clerk = actor(grant("products", Map.of(), Action.VIEW, Action.EDIT));
        shop.policies.put("edit products", shop.own(shop.products, "owner_id", 7L));
        assertThat(refused(() -> patch(clerk, shop.products, other, "name", "c"))
                        .code())
                .isEqualTo("row_policy");
    }

    @Test
    void a_record_given_away_is_shown_by_its_key_only() {
        Object mine = shop.created(shop.products, "name", "a", "owner_id", 7L).get("id");
        Actor clerk = actor(grant("products", Map.of(), Action.VIEW, Action.EDIT));
        shop.policies.put("view products", shop.own(shop.products, "owner_id", 7L));
        patch(clerk, shop.products, mine, "owner_id", 8L);
        assertThat(last()).containsOnlyKeys("id");
    }

    @Test
    void a_stored_reference_that_may_not_be_viewed_cannot_be_guessed() {
        Object one = shop.created(shop.categories, "name", "one").get("id");
        Object other = shop.created(shop.categories, "name", "other").get("id");
        Object id = shop.created(shop.products, "name", "a", "category_id", one).get("id");
        Actor clerk = actor(grant("products", Map.of("category_id", Set.of(Action.EDIT)), Action.VIEW, Action.EDIT));
        for (Object guess : List.of(one, other)) {
            assertThat(refused(() -> patch(clerk, shop.products, id, "category_id", guess))
                            .code())
                    .isEqualTo("reference_not_found");
        }
        // nor that of a record that may be changed and not viewed
        shop.policies.put("view products", shop.own(shop.products, "owner_id", 7L));
        Actor editor = actor(grant("products", Map.of(), Action.VIEW, Action.EDIT));
        for (Object guess : List.of(one, other)) {
            assertThat(refused(() -> patch(editor, shop.products, id, "category_id", guess))
                            .code())
                    .isEqualTo("reference_not_found");
            assertThat(shop.editing.check(clerk, shop.products, Optional.of(id.toString()), body("category_id", guess)))
                    .extracting(Violation::code)
                    .containsExactly("reference_not_found");
        }
        shop.policies.clear();
        Actor reader = actor(grant("products", Map.of(), Action.VIEW, Action.EDIT));
        patch(reader, shop.products, id, "category_id", one, "name", "b");
        assertThat(last()).containsEntry("name", "b");
    }

    @Test
    void what_the_database_refuses_is_a_conflict_at_the_field() {
        shop.created(shop.categories, "name", "a");
        assertThat(refused(() -> create(SUPER, shop.categories, "name", "a")))
                .satisfies(r -> assertThat(List.of(r.category(), r.code(), problems(r)))
                        .containsExactly(Category.CONFLICT, "unique", List.of("/name unique")));
        assertThat(refused(() -> create(SUPER, shop.products, "name", "a", "category_id", 99L)))
                .satisfies(r -> assertThat(List.of(r.category(), r.code(), problems(r)))
                        .containsExactly(
                                Category.CONFLICT, "reference_not_found", List.of("/category_id reference_not_found")));
        assertThat(shop.audit).isEmpty();
    }

    @Test
    void a_dry_run_reports_the_result_and_stores_nothing() {
        Written written = shop.editing.create(SUPER, shop.products, body("name", "a"), true, shown::sink);
        assertThat(last()).containsEntry("id", key(written));
        assertThat(shop.records.find(shop.products, written.key(), Condition.always()))
                .isEmpty();
        Object id = shop.created(shop.products, "name", "a").get("id");
        assertThat(shop.editing.delete(SUPER, shop.products, "" + id, NONE, true))
                .isEqualTo(Map.of("products", 1L));
        stored(shop.products, id);
    }

    @Test
    void a_delete_includes_dependent_records_and_reports_each() {
        Object root = shop.created(shop.categories, "name", "root").get("id");
        Object child = shop.created(shop.categories, "name", "child", "parent_id", root)
                .get("id");
        Object product =
                shop.created(shop.products, "name", "p", "category_id", root).get("id");
        create(SUPER, shop.lines, "order_no", 5L, "product_id", product, "amount", 1L);
        shop.audit.clear();
        assertThat(shop.editing.delete(SUPER, shop.categories, "" + root, NONE, false))
                .isEqualTo(Map.of("categories", 1L, "products", 1L, "lines", 1L));
        assertThat(stored(shop.categories, child).values()).containsEntry("parent_id", null);
        assertThat(shop.audit)
                .extracting(entry -> entry.event() + " " + entry.model() + " " + entry.recordId())
                .containsExactly(
                        "update categories " + child,
                        "delete categories " + root,
                        "delete products " + product,
                        "delete lines 5," + product);
    }

    private static RecordHooks telling(List<String> told, String who) {
        return new RecordHooks() {
            @Override
            public void prepare(Actor actor, Optional<RecordKey> key, Map<String, Object> values) {
                told.add(who + " prepare " + key.isEmpty() + " " + values.keySet());
                values.computeIfPresent("password", (name, value) -> "#" + value);
            }

            @Override
            public void onCreate(RecordChange change) {
                told.add(who + " onCreate " + change.after().get("stock"));
                change.set("page", 9L);
            }

            @Override
            public void afterCreate(RecordChange change) {
                told.add(who + " afterCreate " + change.after().get("page"));
            }

            @Override
            public void onUpdate(RecordChange change) {
                told.add(who + " onUpdate " + change.changed());
                if ("veto".equals(change.after().get("name"))) {
                    change.reject("name", "veto", "No.");
                }
            }

            @Override
            public void afterUpdate(RecordChange change) {
                told.add(who + " afterUpdate");
            }

            @Override
            public void onDelete(RecordChange change) {
                told.add(who + " onDelete " + change.stored().label());
            }

            @Override
            public void afterDelete(RecordChange change) {
                told.add(who + " afterDelete");
            }
        };
    }

    @Test
    void hooks_run_in_order_on_every_path() {
        List<String> told = new ArrayList<>();
        Shop hooked =
                new Shop(Map.of("products", RecordHooks.inOrder(List.of(telling(told, "1"), telling(told, "2")))));
        Object id = key(
                hooked.editing.create(SUPER, hooked.products, body("name", "a", "password", "x"), false, shown::sink));
        assertThat(hooked.records
                        .find(hooked.products, new RecordKey(List.of(id)), Condition.always())
                        .orElseThrow()
                        .values())
                .containsEntry("password", "##x");
        assertThat(told)
                .containsExactly(
                        "1 prepare true [name, password]",
                        "2 prepare true [name, password]",
                        "1 onCreate 0",
                        "2 onCreate 0",
                        "1 afterCreate 9",
                        "2 afterCreate 9");
        told.clear();
        hooked.editing.patch(SUPER, hooked.products, "" + id, body("name", "a"), NONE, false, shown::sink);
        assertThat(told).containsExactly("1 prepare false [name]", "2 prepare false [name]");
        told.clear();
        RequestRejectedException refused = refused(() -> hooked.editing.bulk(
                SUPER,
                hooked.products,
                new Bulk(List.of(), List.of(body("id", id, "name", "veto")), List.of()),
                false,
                shown::sink));
        assertThat(problems(refused)).containsExactly("/update/0/name veto", "/update/0/name veto");
        told.clear();
        hooked.editing.delete(SUPER, hooked.products, "" + id, NONE, false);
        assertThat(told).containsExactly("1 onDelete a", "2 onDelete a", "1 afterDelete", "2 afterDelete");
    }

    @Test
    void a_rejection_finds_its_field_by_the_name_of_the_field_or_of_the_component_of_a_record() {
        Shop hooked = new Shop(Map.of("products", new RecordHooks() {
            @Override
            public void onCreate(RecordChange change) {
                List.of("created_at", "createdAt", "category", "/tags/0", "/none/0", "none", "")
                        .forEach(field -> change.reject(field, "no", "No."));
            }
        }));
        RequestRejectedException refused =
                refused(() -> hooked.editing.create(SUPER, hooked.products, body("name", "a"), false, shown::sink));
        assertThat(problems(refused))
                .containsExactly(
                        "/created_at no", "/created_at no", "/category_id no", "/tags/0 no", " no", " no", " no");
    }

    @Test
    void values_that_hooks_prepare_are_read_like_those_they_set() {
        Map<String, Object> prepared = new LinkedHashMap<>();
        Shop hooked = new Shop(Map.of("products", new RecordHooks() {
            @Override
            public void prepare(Actor actor, Optional<RecordKey> key, Map<String, Object> values) {
                values.putAll(prepared);
            }
        }));
        prepared.put("stock", 5);
        prepared.put("price", 1.5f);
        prepared.put("created_at", Shop.NOON.toString());
        prepared.put("attributes", new JsonText("{\"size\":[1,2]}"));
        prepared.put("name", new StringBuilder("longer than twenty characters"));
        Object id = key(hooked.editing.create(SUPER, hooked.products, body("name", "a"), false, shown::sink));
        StoredRecord stored = hooked.records
                .find(hooked.products, new RecordKey(List.of(id)), Condition.always())
                .orElseThrow();
        assertThat(stored.values())
                .containsEntry("stock", 5L)
                .containsEntry("price", new BigDecimal("1.50"))
                .containsEntry("created_at", Shop.NOON)
                .containsEntry("name", "longer than twenty characters");
        prepared.clear();
        prepared.put("stock", "many");
        prepared.put("price", -1);
        prepared.put("status", "sold");
        for (Supplier<RequestRejectedException> refused : List.<Supplier<RequestRejectedException>>of(
                () -> refused(
                        () -> hooked.editing.create(SUPER, hooked.products, body("name", "a"), false, shown::sink)),
                () -> refused(() -> hooked.editing.patch(
                        SUPER, hooked.products, "" + id, body("page", 1L), NONE, false, shown::sink)))) {
            assertThat(problems(refused.get()))
                    .containsExactlyInAnyOrder("/stock type", "/price minimum", "/status enum");
        }
        prepared.clear();
        prepared.put("stok", 1);
        assertThatThrownBy(() -> hooked.editing.create(SUPER, hooked.products, body("name", "a"), false, shown::sink))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("model 'products' has no field 'stok'; did you mean 'stock'?");
        prepared.clear();
        prepared.put("id", 7);
        assertThatThrownBy(() -> hooked.editing.patch(
                        SUPER, hooked.products, "" + id, body("page", 1L), NONE, false, shown::sink))
                .hasMessage("field 'id' of 'products' cannot be written");
    }

    @Test
    void the_row_policy_of_hooks_binds_superusers_too() {
        Model[] products = new Model[1];
        Shop hooked = new Shop(Map.of("products", new RecordHooks() {
            @Override
            public Condition rowPolicy(Actor actor) {
                return new Condition.Compare(
                        FieldPath.of(products[0], products[0].fieldNamed("stock")), Lookup.GT, List.of(0L));
            }
        }));
        products[0] = hooked.products;
        assertThat(refused(() -> hooked.editing.create(SUPER, hooked.products, body("name", "a"), false, shown::sink))
                        .code())
                .isEqualTo("row_policy");
        hooked.editing.create(SUPER, hooked.products, body("name", "a", "stock", 1L), false, shown::sink);
        assertThat(hooked.list(SUPER, hooked.products).items()).hasSize(1);
    }

    @Test
    void many_operations_are_one() {
        Object a = shop.created(shop.products, "name", "a").get("id");
        Object b = shop.created(shop.products, "name", "b").get("id");
        BulkDone done = shop.editing.bulk(
                SUPER,
                shop.products,
                new Bulk(
                        List.of(body("name", "c"), body("name", "d")), List.of(body("id", a, "name", "A")), List.of(b)),
                false,
                shown::sink);
        assertThat(List.of(done.created(), done.updated(), done.deleted())).containsExactly(2, 1, 1);
        assertThat(shown.items).extracting(item -> item.get("name")).containsExactly("c", "d", "A");
        assertThat(shop.audit).extracting(AuditEntry::event).containsExactly("create", "create", "update", "delete");
        assertThat(shop.records.works).isEqualTo(3);
    }

    @Test
    void the_records_of_many_operations_are_read_at_once() {
        for (Model model : List.of(shop.tags, shop.categories)) {
            List<Object> ids = new ArrayList<>();
            for (String name : List.of("a", "b")) {
                ids.add(shop.created(model, "name", name).get("id"));
            }
            shop.records.finds = 0;
            shop.editing.bulk(SUPER, model, new Bulk(List.of(), List.of(), ids), false, shown::sink);
            assertThat(shop.records.finds).as(model.name()).isZero();
        }
    }

    @Test
    void hooks_that_change_no_other_records_let_many_operations_read_at_once() {
        for (boolean changesOthers : List.of(false, true)) {
            RecordHooks hooks = new RecordHooks() {
                @Override
                public boolean changesOthers() {
                    return changesOthers;
                }
            };
            Shop hooked = new Shop(Map.of("tags", hooks));
            List<Object> ids = List.of("a", "b").stream()
                    .map(name -> hooked.created(hooked.tags, "name", name).get("id"))
                    .toList();
            hooked.records.finds = 0;
            hooked.editing.bulk(SUPER, hooked.tags, new Bulk(List.of(), List.of(), ids), false, shown::sink);
            assertThat(hooked.records.finds).isEqualTo(changesOthers ? 2 : 0);
        }
    }

    @Test
    void errors_of_many_operations_are_reported_at_once() {
        Object a = shop.created(shop.products, "name", "a").get("id");
        RequestRejectedException refused = refused(() -> shop.editing.bulk(
                SUPER,
                shop.products,
                new Bulk(
                        List.of(body("name", "c"), body("nope", 1L)),
                        List.of(
                                body("id", a, "price", "x"),
                                body("name", "x"),
                                body("id", "x", "name", "y"),
                                body("id", a, "name", "again")),
                        List.of(a, "x")),
                false,
                shown::sink));
        assertThat(problems(refused))
                .containsExactlyInAnyOrder(
                        "/create/1/nope unknown_field",
                        "/create/1/name required",
                        "/update/0/price type",
                        "/update/1/id required",
                        "/update/2/id type",
                        "/update/3 repeated",
                        "/delete/0 repeated",
                        "/delete/1 type");
    }

    @Test
    void unknown_records_of_many_operations_are_reported_at_once() {
        Object a = shop.created(shop.products, "name", "a").get("id");
        List<Map<String, Object>> updates = List.of(body("id", 98L, "name", "x"), body("id", a, "name", "y"));
        RequestRejectedException unknown = refused(() -> shop.editing.bulk(
                SUPER, shop.products, new Bulk(List.of(), updates, List.of(99L, 97L)), false, shown::sink));
        assertThat(unknown.category() + " " + problems(unknown))
                .isEqualTo("NOT_FOUND [/update/0 not_found, /delete/0 not_found, /delete/1 not_found]");
        RequestRejectedException more = refused(() -> shop.editing.bulk(
                SUPER,
                shop.products,
                new Bulk(List.of(body("nope", 1L, "name", "b")), updates, List.of(99L)),
                false,
                shown::sink));
        assertThat(more.category()).isEqualTo(RequestRejectedException.Category.INVALID);
        assertThat(problems(more))
                .containsExactly("/create/0/nope unknown_field", "/update/0 not_found", "/delete/0 not_found");
    }

    @Test
    void one_failure_in_many_operations_undoes_them_all() {
        Object a = shop.created(shop.categories, "name", "a").get("id");
        for (Map.Entry<Bulk, String> one : Map.of(
                        new Bulk(List.of(body("name", "b"), body("name", "a")), List.of(), List.of()),
                        "CONFLICT [/create/1/name unique]",
                        new Bulk(List.of(body("name", "b")), List.of(body("id", 99L, "name", "c")), List.of()),
                        "NOT_FOUND [/update/0 not_found]",
                        new Bulk(List.of(body("name", "b")), List.of(), List.of(a, 99L)),
                        "NOT_FOUND [/delete/1 not_found]")
                .entrySet()) {
            RequestRejectedException refused =
                    refused(() -> shop.editing.bulk(SUPER, shop.categories, one.getKey(), false, shown::sink));
            assertThat(refused.category() + " " + problems(refused)).isEqualTo(one.getValue());
        }
        assertThat(shop.list(SUPER, shop.categories).items()).hasSize(1);
        assertThat(shown.items).isEmpty();
    }

    @Test
    void many_operations_have_a_number() {
        assertThat(problems(refused(() -> shop.editing.bulk(
                        SUPER, shop.products, new Bulk(List.of(), List.of(), List.of()), false, shown::sink))))
                .containsExactly(" items");
        List<Object> ids = new ArrayList<>();
        for (long i = 0; i < 1_001; i++) {
            ids.add(i);
        }
        assertThat(problems(refused(() -> shop.editing.bulk(
                        SUPER, shop.products, new Bulk(List.of(), List.of(), ids), false, shown::sink))))
                .containsExactly(" items");
    }

    @Test
    void a_record_that_went_with_another_one_counts_as_deleted() {
        Object a = shop.created(shop.categories, "name", "a").get("id");
        Object product =
                shop.created(shop.products, "name", "p", "category_id", a).get("id");
        Object line = key(create(SUPER, shop.lines, "order_no", 5L, "product_id", product, "amount", 1L));
        assertThat(line).isEqualTo(5L);
        BulkDone done = shop.editing.bulk(
                SUPER, shop.categories, new Bulk(List.of(), List.of(), List.of(a)), false, shown::sink);
        assertThat(done.deleted()).isEqualTo(1);
    }
}
