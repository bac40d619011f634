package dev.hexadmin.persistence.history;

import static dev.hexadmin.persistence.history.Archive.EVA;
import static dev.hexadmin.persistence.history.Archive.NOON;
import static dev.hexadmin.persistence.history.Archive.actor;
import static dev.hexadmin.persistence.history.Archive.grant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.history.ReviewingChanges.Difference;
import dev.hexadmin.application.history.ReviewingChanges.Entries;
import dev.hexadmin.application.history.ReviewingChanges.Entry;
import dev.hexadmin.application.history.ReviewingChanges.Filter;
import dev.hexadmin.application.history.ReviewingChanges.History;
import dev.hexadmin.application.history.ReviewingChanges.Link;
import dev.hexadmin.application.history.ReviewingChanges.Reversal;
import dev.hexadmin.application.history.ReviewingChanges.Shown;
import dev.hexadmin.application.history.ReviewingChanges.Standing;
import dev.hexadmin.application.history.ReviewingChanges.Step;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class HistoryContract {
    private static final OptionalLong NEWEST = OptionalLong.empty();
    private static final Actor VIEWER = actor(grant("products", Action.VIEW));
    private static final Actor EDITOR = actor(
            grant("products", Action.VIEW, Action.EDIT, Action.CREATE),
            grant("categories", Action.VIEW),
            grant("tags", Action.VIEW));
    private static final Actor AUDITOR = actor(grant("admin_audit_log", Action.VIEW));

    @TempDir
    Path folder;

    Archive archive;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        archive = new Archive(settings(folder));
    }

    @AfterEach
    void close() {
        archive.close();
    }

    private History history(Actor actor, String id) {
        return archive.reviewing.history(actor, archive.model("products"), id, NEWEST, 20);
    }

    private Entries log(Actor actor, Filter filter) {
        return archive.reviewing.log(actor, filter, NEWEST, 20);
    }

    private static RequestRejectedException refused(Callable<?> call) {
        return catchThrowableOfType(RequestRejectedException.class, call::call);
    }

    private static Shown text(String text) {
        return new Shown.Text(text, false);
    }

    /** A value of a product's field. */
    private Shown value(String field, Object value) {
        Model products = archive.model("products");
        return new Shown.Value(products, products.fieldNamed(field), value);
    }

    private static Difference difference(Entry entry, String field) {
        return entry.differences().stream()
                .filter(one -> one.field().equals(field))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> events(Entries entries) {
        return entries.entries().stream().map(Entry::event).toList();
    }

    // ---- one record

    @Test
    void a_record_tells_who_changed_what_and_when_newest_first() {
        String tools = archive.create("categories", "name", "Tools");
        String toys = archive.create("categories", "name", "Toys");
        String red = archive.create("tags", "name", "red");
        String id = archive.create("products", "name", "Saw", "price", "19.90", "category_id", Long.valueOf(tools));
        archive.now = NOON.plusSeconds(60);
        archive.change(
                "products",
                id,
                "price",
                "21.5",
                "category_id",
                Long.valueOf(toys),
                "tags",
                List.of(Long.valueOf(red)),
                "attributes",
                new JsonText("{\"a\":[1]}"),
                "notes",
                "two\nlines",
                "sold",
                true,
                "picture",
                "AQID");
        History history = history(VIEWER, id);
        assertThat(history.name()).isEqualTo("Saw");
        assertThat(history.exists()).isTrue();
        assertThat(events(history.page())).containsExactly("update", "create");
        Entry update = history.page().entries().getFirst();
        assertThat(update.author().name()).isEqualTo("eva@example.com");
        assertThat(update.at()).isEqualTo(NOON.plusSeconds(60));
        assertThat(update.author().address()).isEmpty();
        assertThat(update.author().requestId()).isEmpty();
        assertThat(update.complete()).isTrue();
        assertThat(difference(update, "price"))
                .isEqualTo(new Difference(
                        "price", Label.of("Price in euro"), value("price", "19.90"), value("price", "21.50")));
        assertThat(difference(update, "attributes").after()).isEqualTo(new Shown.Text("""
                {
                  "a": [
                    1
                  ]
                }""", true));
        assertThat(difference(update, "notes").after()).isEqualTo(new Shown.Text("two\nlines", true));
        assertThat(difference(update, "sold"))
                .extracting(Difference::before, Difference::after)
                .containsExactly(new Shown.Nothing(), value("sold", true));
        assertThat(difference(update, "picture").after()).isEqualTo(text("3 bytes"));
        assertThat(difference(update, "category_id").after())
                .isEqualTo(new Shown.Links(archive.model("categories"), List.of(new Link(toys, Optional.empty()))));
        Actor all = actor(grant("products", Action.VIEW), grant("categories", Action.VIEW), grant("tags", Action.VIEW));
        Entry named = history(all, id).page().entries().getFirst();
        assertThat(difference(named, "category_id").before())
                .isEqualTo(
                        new Shown.Links(archive.model("categories"), List.of(new Link(tools, Optional.of("Tools")))));
        assertThat(difference(named, "tags"))
                .extracting(Difference::before, Difference::after)
                .containsExactly(
                        new Shown.Nothing(),
                        new Shown.Links(archive.model("tags"), List.of(new Link(red, Optional.of("red")))));
    }

    @Test
    void what_may_not_be_viewed_is_left_out_and_secrets_are_told_to_nobody() {
        String id = archive.create("products", "name", "Saw", "cost", "1.00", "pin", "hush");
        archive.change("products", id, "cost", "2.00", "pin", "psst");
        Entry whole = history(EVA, id).page().entries().getFirst();
        assertThat(difference(whole, "pin"))
                .extracting(Difference::before, Difference::after)
                .containsExactly(new Shown.Secret(), new Shown.Secret());
        Actor some = actor(grant("products", Map.of("cost", Set.of(), "pin", Set.of()), Action.VIEW));
        Entry part = history(some, id).page().entries().getFirst();
        assertThat(part.differences()).isEmpty();
        assertThat(part.complete()).isFalse();
    }

    @Test
    void pages_of_a_history_follow_each_other() {
        String id = archive.create("products", "name", "Saw");
        for (int i = 0; i < 5; i++) {
            archive.change("products", id, "price", "1" + i + ".00");
        }
        List<Long> seen = new ArrayList<>();
        OptionalLong before = NEWEST;
        do {
            Entries page = archive.reviewing
                    .history(VIEWER, archive.model("products"), id, before, 2)
                    .page();
            page.entries().forEach(entry -> seen.add(entry.id()));
            before = page.next();
        } while (before.isPresent());
        assertThat(seen).hasSize(6).isSortedAccordingTo((a, b) -> Long.compare(b, a));
    }

    @Test
    void who_may_not_view_the_record_sees_nothing_of_its_history() {
        String mine = archive.create("products", "name", "Saw", "owner_id", 7L);
        String other = archive.create("products", "name", "Axe", "owner_id", 8L);
        assertThat(refused(() -> history(actor(), mine)).category()).isEqualTo(Category.FORBIDDEN);
        assertThat(refused(() -> history(AUDITOR, mine)).category()).isEqualTo(Category.FORBIDDEN);
        assertThat(refused(() -> history(VIEWER, "99")).category()).isEqualTo(Category.NOT_FOUND);
        assertThat(refused(() -> history(VIEWER, "x")).category()).isEqualTo(Category.NOT_FOUND);
        archive.policies.put("products", archive.where("products", "owner_id", 7L));
        assertThat(events(history(VIEWER, mine).page())).containsExactly("create");
        assertThat(refused(() -> history(VIEWER, other)).category()).isEqualTo(Category.NOT_FOUND);
        assertThat(events(history(EVA, other).page())).containsExactly("create");
    }

    @Test
    void the_history_of_a_deleted_record_is_for_who_may_view_all_of_them_or_the_audit_log() {
        String id = archive.create("products", "name", "Saw", "cost", "1.00");
        archive.delete("products", id);
        History history = history(VIEWER, id);
        assertThat(history.exists()).isFalse();
        assertThat(history.name()).isEqualTo(id);
        assertThat(events(history.page())).containsExactly("delete", "create");
        assertThat(difference(history.page().entries().getFirst(), "name").before())
                .isEqualTo(value("name", "Saw"));
        assertThat(history(AUDITOR, id).page().entries())
                .allSatisfy(entry -> assertThat(entry.differences()).isEmpty())
                .hasSize(2);
        archive.policies.put("products", archive.where("products", "owner_id", 7L));
        assertThat(refused(() -> history(VIEWER, id)).category()).isEqualTo(Category.NOT_FOUND);
        Actor both = actor(grant("products", Action.VIEW), grant("admin_audit_log", Action.VIEW));
        assertThat(history(both, id).page().entries())
                .allSatisfy(entry -> assertThat(entry.differences()).isEmpty())
                .hasSize(2);
    }

    @Test
    void who_is_bound_by_a_policy_sees_nothing_of_an_earlier_record_with_the_same_key() {
        archive.create("countries", "code", "at", "name", "Hidden");
        archive.delete("countries", "at");
        archive.create("countries", "code", "at", "name", "Austria", "rank", 1L);
        archive.change("countries", "at", "name", "Österreich");
        var countries = archive.model("countries");
        Actor viewer = actor(grant("countries", Action.VIEW));
        List<Entry> all = archive.reviewing
                .history(viewer, countries, "at", NEWEST, 20)
                .page()
                .entries();
        assertThat(all).extracting(Entry::event).containsExactly("update", "create", "delete", "create");
        archive.policies.put("countries", archive.where("countries", "rank", 1L));
        assertThat(events(archive.reviewing
                        .history(viewer, countries, "at", NEWEST, 20)
                        .page()))
                .containsExactly("update", "create");
        assertThat(events(archive.reviewing
                        .history(
                                viewer,
                                countries,
                                "at",
                                OptionalLong.of(all.get(2).id()),
                                20)
                        .page()))
                .isEmpty();
        assertThat(refused(() -> archive.reviewing.consider(
                                viewer, countries, "at", all.get(2).id()))
                        .category())
                .isEqualTo(Category.NOT_FOUND);
    }

    // ---- the whole log

    private void write(String model, String record, String event, Instant at, Actor by, int times) {
        archive.database.write(scope -> {
            for (int i = 0; i < times; i++) {
                archive.trail.append(new AuditEntry(at, by, event, model, record, List.of()));
            }
            return 0;
        });
    }

    @Test
    void the_log_is_searched_by_every_filter_and_by_several() {
        Actor eve = Archive.actor("Eve_O@example.com", EVA.rights());
        Actor robot = new Actor.Operator("nightly");
        write("products", "1", "update", NOON, eve, 1);
        write("products", "2", "update", NOON.plusSeconds(10), robot, 1);
        write("tags", "1", "create", NOON.plusSeconds(20), eve, 1);
        write("gone_model", "1", "create", NOON.plusSeconds(3600), robot, 1);
        record Wanted(Filter filter, List<String> found) {}
        Optional<String> none = Optional.empty();
        Optional<Instant> ever = Optional.empty();
        OptionalLong anybody = OptionalLong.empty();
        List<Wanted> all = List.of(
                new Wanted(Filter.NONE, List.of("gone_model 1", "tags 1", "products 2", "products 1")),
                new Wanted(
                        new Filter(Optional.of("products"), none, none, anybody, none, none, ever, ever),
                        List.of("products 2", "products 1")),
                new Wanted(
                        new Filter(none, Optional.of("create"), none, anybody, none, none, ever, ever),
                        List.of("gone_model 1", "tags 1")),
                new Wanted(
                        new Filter(none, none, Optional.of("eve_"), anybody, none, none, ever, ever),
                        List.of("tags 1", "products 1")),
                new Wanted(new Filter(none, none, Optional.of("eve%"), anybody, none, none, ever, ever), List.of()),
                new Wanted(
                        new Filter(none, none, none, OptionalLong.of(7), none, none, ever, ever),
                        List.of("tags 1", "products 1")),
                new Wanted(
                        new Filter(Optional.of("products"), none, none, anybody, Optional.of("1"), none, ever, ever),
                        List.of("products 1")),
                new Wanted(
                        new Filter(none, none, none, anybody, none, Optional.of("r-1"), ever, ever),
                        List.of("tags 1", "products 1")),
                new Wanted(
                        new Filter(none, none, none, anybody, none, none, Optional.of(NOON.plusSeconds(10)), ever),
                        List.of("gone_model 1", "tags 1", "products 2")),
                new Wanted(
                        new Filter(none, none, none, anybody, none, none, ever, Optional.of(NOON.plusSeconds(20))),
                        List.of("products 2", "products 1")),
                new Wanted(
                        new Filter(
                                none,
                                Optional.of("update"),
                                Optional.of("EVE"),
                                anybody,
                                none,
                                none,
                                Optional.of(NOON),
                                Optional.of(NOON.plusSeconds(1))),
                        List.of("products 1")),
                new Wanted(new Filter(none, none, none, anybody, none, none, ever, Optional.of(NOON)), List.of()),
                new Wanted(
                        new Filter(none, none, none, anybody, none, none, Optional.of(NOON.plusSeconds(9999)), ever),
                        List.of()));
        for (Wanted wanted : all) {
            assertThat(log(AUDITOR, wanted.filter()).entries())
                    .as(wanted.filter().toString())
                    .extracting(entry ->
                            entry.target().modelName() + " " + entry.target().recordId())
                    .isEqualTo(wanted.found());
        }
    }

    @Test
    void pages_of_the_log_follow_each_other_also_over_long_stretches_without_anything() {
        write("products", "1", "update", NOON, EVA, 3);
        archive.database.write(scope -> archive.database.execute(execute -> execute.insert(
                "INSERT INTO admin_audit_log (id, at, actor, address, request_id, event, model, record_id, changes)"
                        + " VALUES (?, ?, 'late', '', '', 'update', 'tags', '5', "
                        + archive.database.kind().sql().json("'{}'") + ")",
                1_000_000L,
                archive.database.parameter(NOON.plusSeconds(5)))));
        List<Long> seen = new ArrayList<>();
        OptionalLong before = NEWEST;
        do {
            Entries page = archive.reviewing.log(AUDITOR, Filter.NONE, before, 2);
            page.entries().forEach(entry -> seen.add(entry.id()));
            before = page.next();
        } while (before.isPresent());
        assertThat(seen).containsExactly(1_000_000L, 3L, 2L, 1L);
    }

    @Test
    void the_log_hides_values_that_its_reader_may_not_view() {
        String id = archive.create("products", "name", "Saw", "cost", "1.00");
        Entry nothing = log(AUDITOR, Filter.NONE).entries().getFirst();
        assertThat(nothing.author().address()).isEqualTo("192.0.2.7");
        assertThat(nothing.author().requestId()).isEqualTo("r-1");
        assertThat(nothing.target().recordName()).isEmpty();
        assertThat(nothing.differences()).isNotEmpty().allSatisfy(one -> {
            assertThat(one.before()).isEqualTo(new Shown.Hidden());
            assertThat(one.after()).isEqualTo(new Shown.Hidden());
        });
        Actor some =
                actor(grant("admin_audit_log", Action.VIEW), grant("products", Map.of("cost", Set.of()), Action.VIEW));
        Entry part = archive.reviewing.entry(some, nothing.id());
        assertThat(part.target().recordName()).contains("Saw");
        assertThat(difference(part, "name").after()).isEqualTo(value("name", "Saw"));
        assertThat(difference(part, "cost").after()).isEqualTo(new Shown.Hidden());
        archive.policies.put("products", archive.where("products", "owner_id", 7L));
        Entry bound = archive.reviewing.entry(some, nothing.id());
        assertThat(bound.target().recordName()).isEmpty();
        assertThat(difference(bound, "name").after()).isEqualTo(new Shown.Hidden());
        assertThat(bound.target().recordId()).isEqualTo(id);
    }

    @Test
    void rows_and_exports_of_the_log_hide_what_its_pages_hide() {
        String id = archive.create("products", "name", "Saw", "pin", "hush");
        archive.change("products", id, "name", "Fretsaw", "cost", "1.00");
        long change = history(EVA, id).page().entries().getFirst().id();
        Grant log = grant("admin_audit_log", Action.VIEW, Action.EXPORT);
        assertThat(archive.told(EVA, change)).isEqualTo("{\"name\":[\"Saw\",\"Fretsaw\"],\"cost\":[null,\"1.00\"]}");
        assertThat(archive.told(actor(log), change))
                .isEqualTo("{\"name\":[\"***\",\"***\"],\"cost\":[\"***\",\"***\"]}");
        Actor some = actor(log, grant("products", Map.of("cost", Set.of(Action.EDIT)), Action.VIEW));
        assertThat(archive.told(some, change)).isEqualTo("{\"name\":[\"Saw\",\"Fretsaw\"],\"cost\":[\"***\",\"***\"]}");
        archive.policies.put("products", archive.where("products", "owner_id", 7L));
        assertThat(archive.told(some, change)).isEqualTo(archive.told(actor(log), change));
        Actor blind = actor(new Grant(
                "admin_audit_log",
                Set.of(Action.VIEW, Action.EXPORT),
                Map.of("changes", Set.of(), "model", Set.of()),
                Optional.empty()));
        assertThat(archive.read(blind, "admin_audit_log", String.valueOf(change), Map.of()))
                .containsKey("record_id")
                .doesNotContainKeys("model", "changes");
        assertThat(refused(() -> archive.read(
                                blind, "admin_audit_log", String.valueOf(change), Map.of("fields", "changes")))
                        .code())
                .isEqualTo("field_forbidden");
    }

    @Test
    void a_reader_who_may_not_see_which_model_it_was_is_told_as_much_of_the_changes_as_others() {
        String id = archive.create("products", "name", "Saw", "cost", "1.00");
        long created = history(EVA, id).page().entries().getFirst().id();
        Actor some = actor(
                grant("admin_audit_log", Map.of("model", Set.of()), Action.VIEW),
                grant("products", Map.of("cost", Set.of()), Action.VIEW));
        assertThat(archive.read(some, "admin_audit_log", String.valueOf(created), Map.of()))
                .doesNotContainKey("model")
                .hasEntrySatisfying(
                        "changes",
                        changes ->
                                assertThat(changes.toString()).contains("Saw").doesNotContain("1.00"));
    }

    @Test
    void what_the_log_has_of_models_that_are_gone_is_for_superusers_and_secrets_are_for_nobody() {
        Actor all = actor(
                grant("admin_audit_log", Action.VIEW, Action.EXPORT),
                grant("products", Action.VIEW),
                grant("*", Action.VIEW));
        long gone = written("gone", "{\"x\":[1,\"two\"]}");
        assertThat(archive.told(EVA, gone)).isEqualTo("{\"x\":[1,\"two\"]}");
        assertThat(archive.told(all, gone)).isEqualTo("{\"x\":[\"***\",\"***\"]}");
        // before it was made write-only
        long secret = written("products", "{\"pin\":[null,\"hush\"],\"old_field\":[\"a\",\"b\"]}");
        assertThat(archive.told(EVA, secret)).isEqualTo("{\"pin\":[null,\"***\"],\"old_field\":[\"a\",\"b\"]}");
        assertThat(archive.told(all, secret)).isEqualTo(archive.told(EVA, secret));
        long strange = written("products", "[{\"pin\":\"hush\"}]");
        assertThat(archive.told(EVA, strange)).isEqualTo("{}");
    }

    @Test
    void a_record_that_points_to_an_entry_of_the_log_does_not_tell_its_changes() {
        String id = archive.create("products", "name", "Saw");
        long created = history(EVA, id).page().entries().getFirst().id();
        String remark = archive.create("remarks", "entry", created);
        assertThat(archive.read(EVA, "remarks", remark, Map.of("expand", "entry"))
                        .get("entry"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("record_id", id)
                .doesNotContainKey("changes");
    }

    private long written(String model, String changes) {
        archive.database.write(scope -> archive.database.execute(execute -> execute.insert(
                "INSERT INTO admin_audit_log (at, actor, address, request_id, event, model, record_id, changes)"
                        + " VALUES (?, 'sql', '', '', 'update', ?, '1', "
                        + archive.database.kind().sql().json("?") + ")",
                archive.database.parameter(NOON),
                model,
                changes)));
        return log(EVA, Filter.NONE).entries().getFirst().id();
    }

    @Test
    void the_log_is_under_its_own_rights_row_policies_and_field_permissions() {
        archive.create("products", "name", "Saw");
        assertThat(refused(() -> log(VIEWER, Filter.NONE)).category()).isEqualTo(Category.FORBIDDEN);
        assertThat(refused(() -> archive.reviewing.entry(VIEWER, 1)).category()).isEqualTo(Category.FORBIDDEN);
        Actor some = actor(grant(
                "admin_audit_log", Map.of("address", Set.of(), "changes", Set.of(), "actor", Set.of()), Action.VIEW));
        Entry entry = log(some, Filter.NONE).entries().getFirst();
        assertThat(entry.author().address()).isEmpty();
        assertThat(entry.author().name()).isEmpty();
        assertThat(entry.differences()).isEmpty();
        Filter byActor = new Filter(
                Optional.empty(),
                Optional.empty(),
                Optional.of("eva"),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThat(refused(() -> log(some, byActor)).code()).isEqualTo("field_forbidden");
        archive.policies.put("admin_audit_log", archive.where("admin_audit_log", "model", "tags"));
        assertThat(log(AUDITOR, Filter.NONE).entries()).isEmpty();
        assertThat(refused(() -> archive.reviewing.entry(AUDITOR, entry.id())).category())
                .isEqualTo(Category.NOT_FOUND);
    }

    @Test
    void recent_changes_are_those_whose_records_may_be_viewed() {
        String id = archive.create("products", "name", "Saw", "cost", "1.00");
        archive.create("tags", "name", "red");
        write("admin_users", "1", "sign_in", NOON, EVA, 1);
        assertThat(archive.reviewing.recent(EVA, 10))
                .extracting(entry -> entry.target().modelName() + " "
                        + entry.target().recordName().orElse(""))
                .containsExactly("tags red", "products Saw");
        Actor some = actor(grant("products", Map.of("cost", Set.of()), Action.VIEW));
        assertThat(archive.reviewing.recent(some, 10)).singleElement().satisfies(entry -> {
            assertThat(entry.target().recordId()).isEqualTo(id);
            assertThat(entry.author().address()).isEmpty();
            assertThat(entry.differences()).extracting(Difference::field).doesNotContain("cost");
        });
        assertThat(archive.reviewing.recent(actor(), 10)).isEmpty();
        archive.policies.put("products", archive.where("products", "owner_id", 7L));
        assertThat(archive.reviewing.recent(some, 10)).isEmpty();
    }

    // ---- reverting changes

    private Reversal consider(Actor actor, String id, Entry entry) {
        return archive.reviewing.consider(actor, archive.model("products"), id, entry.id());
    }

    private RecordKey revert(Actor actor, String id, Entry entry, Optional<Version> seen, String... fields) {
        return archive.reviewing.revert(actor, archive.model("products"), id, entry.id(), seen, Set.of(fields));
    }

    private static Step step(Reversal reversal, String field) {
        return reversal.steps().stream()
                .filter(one -> one.field().equals(field))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_values_that_a_change_replaced_come_back_in_every_type() {
        String tools = archive.create("categories", "name", "Tools");
        String red = archive.create("tags", "name", "red");
        String blue = archive.create("tags", "name", "blue");
        Object[] old = {
            "name",
            "Saw",
            "price",
            "19.90",
            "notes",
            "a \"b\" \\ \n ü",
            "attributes",
            new JsonText("{\"a\": [1, null]}"),
            "picture",
            "AQID",
            "released",
            "2026-11-20T12:00:00.5Z",
            "weight",
            1.25,
            "sold",
            true,
            "owner_id",
            9_007_199_254_740_993L,
            "category_id",
            Long.valueOf(tools),
            "tags",
            List.of(Long.valueOf(red), Long.valueOf(blue))
        };
        String id = archive.create("products", old);
        Map<String, Object> before = archive.read("products", id);
        archive.change(
                "products",
                id,
                "name",
                "Axe",
                "price",
                null,
                "notes",
                null,
                "attributes",
                new JsonText("[]"),
                "picture",
                null,
                "released",
                null,
                "weight",
                2L,
                "sold",
                null,
                "owner_id",
                null,
                "category_id",
                null,
                "tags",
                List.of());
        Entry change = history(EDITOR, id).page().entries().getFirst();
        assertThat(change.revertible()).isTrue();
        Reversal reversal = consider(EDITOR, id, change);
        assertThat(reversal.record()).isEqualTo("Axe");
        assertThat(reversal.steps())
                .hasSize(11)
                .allSatisfy(step -> assertThat(step.standing()).isEqualTo(Standing.SAFE));
        revert(
                EDITOR,
                id,
                change,
                reversal.seen(),
                reversal.steps().stream().map(Step::field).toArray(String[]::new));
        assertThat(archive.read("products", id)).usingRecursiveComparison().isEqualTo(before);
        Entry back = history(EDITOR, id).page().entries().getFirst();
        assertThat(back.event()).isEqualTo("update");
        assertThat(back.author().name()).isEqualTo("bob@example.com");
        assertThat(consider(EDITOR, id, change).steps())
                .allSatisfy(step -> assertThat(step.standing()).isEqualTo(Standing.AS_WANTED));
        assertThat(consider(EDITOR, id, change).possible()).isFalse();
    }

    @Test
    void what_was_changed_since_is_a_matter_of_choice() {
        String id = archive.create("products", "name", "Saw", "price", "1.00", "notes", "old");
        archive.change("products", id, "name", "Axe", "price", "2.00", "notes", "new");
        Entry change = history(EDITOR, id).page().entries().getFirst();
        archive.change("products", id, "price", "3.00");
        Reversal reversal = consider(EDITOR, id, change);
        assertThat(step(reversal, "price"))
                .isEqualTo(new Step(
                        "price",
                        Label.of("Price in euro"),
                        value("price", "3.00"),
                        value("price", "1.00"),
                        Standing.CHANGED_SINCE));
        assertThat(step(reversal, "name").standing()).isEqualTo(Standing.SAFE);
        revert(EDITOR, id, change, reversal.seen(), "name");
        assertThat(archive.read("products", id))
                .containsEntry("name", "Saw")
                .containsEntry("price", new java.math.BigDecimal("3.00"))
                .containsEntry("notes", "new");
        revert(EDITOR, id, change, consider(EDITOR, id, change).seen(), "price", "notes");
        assertThat(archive.read("products", id))
                .containsEntry("price", new java.math.BigDecimal("1.00"))
                .containsEntry("notes", "old");
    }

    @Test
    void a_record_that_was_changed_meanwhile_is_not_overwritten() {
        String id = archive.create("products", "name", "Saw");
        archive.change("products", id, "name", "Axe");
        Entry change = history(EDITOR, id).page().entries().getFirst();
        Reversal reversal = consider(EDITOR, id, change);
        archive.change("products", id, "name", "Hoe");
        assertThat(refused(() -> revert(EDITOR, id, change, reversal.seen(), "name"))
                        .category())
                .isEqualTo(Category.PRECONDITION_FAILED);
        assertThat(refused(() -> revert(EDITOR, id, change, Optional.empty(), "name"))
                        .category())
                .isEqualTo(Category.PRECONDITION_FAILED);
        assertThat(archive.read("products", id)).containsEntry("name", "Hoe");
    }

    @Test
    void what_may_not_be_written_is_not_put_back() {
        String id = archive.create("products", "name", "Saw", "price", "1.00", "cost", "1.00", "pin", "hush");
        archive.change("products", id, "name", "Axe", "price", "2.00", "cost", "2.00", "pin", "psst");
        Entry change = history(EVA, id).page().entries().getFirst();
        assertThat(history(VIEWER, id).page().entries().getFirst().revertible()).isFalse();
        assertThat(refused(() -> consider(VIEWER, id, change)).code()).isEqualTo("not_revertible");
        Actor some = actor(
                grant("products", Map.of("cost", Set.of(), "price", Set.of(Action.VIEW)), Action.VIEW, Action.EDIT));
        Reversal reversal = consider(some, id, change);
        assertThat(reversal.steps()).extracting(Step::field).containsExactlyInAnyOrder("name", "price", "pin");
        assertThat(step(reversal, "price").standing()).isEqualTo(Standing.NOT_WRITABLE);
        assertThat(step(reversal, "pin").standing()).isEqualTo(Standing.NOT_WRITABLE);
        for (String field : List.of("price", "pin", "cost", "nope")) {
            assertThat(refused(() -> revert(some, id, change, reversal.seen(), "name", field))
                            .category())
                    .as(field)
                    .isEqualTo(Category.INVALID);
        }
        assertThat(refused(() -> revert(some, id, change, reversal.seen())).category())
                .isEqualTo(Category.INVALID);
        assertThat(archive.read("products", id)).containsEntry("name", "Axe");
        assertThat(refused(() -> archive.reviewing.consider(EVA, archive.model("products"), id, change.id() - 1))
                        .code())
                .as("a create cannot be taken back")
                .isEqualTo("not_revertible");
        String other = archive.create("products", "name", "Hoe");
        assertThat(refused(() -> archive.reviewing.consider(EVA, archive.model("products"), other, change.id()))
                        .category())
                .isEqualTo(Category.NOT_FOUND);
    }

    @Test
    void a_deleted_record_comes_back_under_its_key_where_the_key_is_given_and_under_a_new_one_else() {
        archive.create("countries", "code", "at", "name", "Austria", "rank", 3L);
        archive.delete("countries", "at");
        Actor clerk = actor(grant("countries", Action.VIEW, Action.CREATE));
        var countries = archive.model("countries");
        Entry gone = archive.reviewing
                .history(clerk, countries, "at", NEWEST, 20)
                .page()
                .entries()
                .getFirst();
        assertThat(gone.revertible()).isTrue();
        Reversal reversal = archive.reviewing.consider(clerk, countries, "at", gone.id());
        assertThat(reversal.seen()).isEmpty();
        assertThat(archive.reviewing
                        .revert(clerk, countries, "at", gone.id(), Optional.empty(), Set.of())
                        .encoded())
                .isEqualTo("at");
        assertThat(archive.read("countries", "at"))
                .containsEntry("name", "Austria")
                .containsEntry("rank", 3L);
        assertThat(refused(() ->
                                archive.reviewing.revert(clerk, countries, "at", gone.id(), Optional.empty(), Set.of()))
                        .code())
                .isEqualTo("not_revertible");

        String tag = archive.create("tags", "name", "red");
        String id = archive.create(
                "products", "name", "Saw", "price", "1.00", "pin", "hush", "tags", List.of(Long.valueOf(tag)));
        archive.create("products", "name", "newer");
        archive.delete("products", id);
        Entry deleted = history(EDITOR, id).page().entries().getFirst();
        Reversal anew = consider(EDITOR, id, deleted);
        assertThat(step(anew, "id").standing()).isEqualTo(Standing.NOT_WRITABLE);
        assertThat(step(anew, "pin").standing()).isEqualTo(Standing.NOT_WRITABLE);
        assertThat(step(anew, "created_at").standing()).isEqualTo(Standing.NOT_WRITABLE);
        String back = revert(EDITOR, id, deleted, Optional.empty()).encoded();
        assertThat(back).isNotEqualTo(id);
        assertThat(archive.read("products", back))
                .containsEntry("name", "Saw")
                .containsEntry("tags", List.of(Long.valueOf(tag)));
        assertThat(history(VIEWER, id).page().entries().getFirst().revertible()).isFalse();
    }

    @Test
    void what_was_written_by_somebody_else_is_shown_without_values() {
        String id = archive.create("products", "name", "Saw");
        archive.database.write(scope -> archive.database.execute(execute -> execute.insert(
                "INSERT INTO admin_audit_log (at, actor, address, request_id, event, model, record_id, changes)"
                        + " VALUES (?, 'sql', '', '', 'update', 'products', ?, "
                        + archive.database.kind().sql().json("'[1]'") + ")",
                archive.database.parameter(NOON.plusSeconds(5)),
                id)));
        Entry entry = history(EVA, id).page().entries().getFirst();
        assertThat(entry.author().name()).isEqualTo("sql");
        assertThat(entry.differences()).isEmpty();
        assertThat(entry.revertible()).isFalse();
    }
}
