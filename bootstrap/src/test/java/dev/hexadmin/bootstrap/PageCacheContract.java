package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.keyvalue.TestRedis;
import dev.hexadmin.testing.waiting.Waiting;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The panel with its page cache (contract section 8), on every server of one database. */
abstract class PageCacheContract {
    private static final String SHELVES = "/admin/shelves/";
    private static final String BOOKS = "/admin/books/";
    private static final String PASSWORD = "ferry-Lantern-58-meadow";

    static TestRedis redis;

    @TempDir
    Path folder;

    final List<RunningServer> servers = new ArrayList<>();
    RunningServer first;
    RunningServer last;
    PanelVisitor atFirst;
    PanelVisitor atLast;
    String token;

    /** How many servers share a database of this kind. */
    abstract int count();

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    static void startRedis() {
        redis = TestRedis.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void open() {
        DatabaseSettings database = database(folder);
        for (int i = 0; i < count(); i++) {
            servers.add(start(
                    database,
                    options -> options.setting("cache_enabled", "true").setting("kvstore_url", redis.url())));
        }
        first = servers.getFirst();
        last = servers.getLast();
        token = first.token();
        post("shelves", "{\"name\":\"Attic\"}");
        post("shelves", "{\"name\":\"Cellar\"}");
        post("books", "{\"title\":\"Atlas\",\"pages\":10,\"price\":7,\"shelf_id\":1}");
        atFirst = PanelVisitor.signedIn(first);
        atLast = PanelVisitor.signedIn(last);
        throughCache(atFirst, SHELVES);
        throughCache(atLast, SHELVES);
    }

    @AfterEach
    void close() {
        atFirst.close();
        atLast.close();
        servers.forEach(RunningServer::close);
    }

    private static RunningServer start(DatabaseSettings database, UnaryOperator<Hexadmin.Builder> options) {
        return RunningServer.start(
                database,
                builder -> options.apply(builder.register(ModelDefinition.builder("shelves")
                                .labelPlural("Shelves")
                                .display("{name}")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING, field -> field.required())
                                .searchFields(List.of("name"))
                                .build())
                        .register(ModelDefinition.builder("books")
                                .labelPlural("Books")
                                .display("{title}")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("title", FieldType.STRING, field -> field.required())
                                .field("pages", FieldType.INTEGER)
                                .field("price", FieldType.INTEGER)
                                .field("owner_id", FieldType.INTEGER)
                                .field(
                                        "shelf_id",
                                        FieldType.REFERENCE,
                                        field -> field.to("shelves").onDelete(Reference.OnDelete.CASCADE))
                                .listDisplay(List.of("title", "pages", "price", "shelf_id"))
                                .searchFields(List.of("title"))
                                .build())
                        .computed(
                                "books",
                                "letters",
                                FieldType.INTEGER,
                                List.of("title"),
                                values -> values.get("title") instanceof String title
                                        ? (Long) (long) title.length()
                                        : null,
                                field -> field)
                        .action(
                                "books",
                                RecordAction.named("retitle")
                                        .parameter("title", FieldType.STRING, field -> field.required())
                                        .runAsProgram(call -> {
                                            Object title =
                                                    call.parameter("title").orElseThrow();
                                            call.selected()
                                                    .forEach(one -> call.records()
                                                            .of("books")
                                                            .update(one, Map.of("title", title)));
                                            call.records().of("shelves").create(Map.of("name", "For " + title));
                                            return "Retitled.";
                                        }))));
    }

    /**
     * The page as the cache has it, or made for it: until a server has checked the cache, and while the key-value server
     * is slow, pages are made without it.
     */
    private static Page throughCache(PanelVisitor visitor, String path) {
        Page[] page = new Page[1];
        Waiting.until(() -> {
            page[0] = visitor.get(path);
            return !cache(page[0]).isEmpty();
        });
        return page[0];
    }

    private static String cache(Page page) {
        assertThat(page.status()).isEqualTo(200);
        return page.header("X-Kvstore-Cache").orElse("");
    }

    private JsonNode post(String model, String body) {
        return json(201, first.send("POST", "/admin/api/" + model + "/", token, body));
    }

    private static JsonNode json(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).describedAs(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    /** Requests the page until it is cached, so that the next request could be served from the cache. */
    private static Page kept(PanelVisitor visitor, String path) {
        Page[] page = {visitor.get(path)};
        Waiting.until(() -> {
            page[0] = visitor.get(path);
            return cache(page[0]).equals("HIT");
        });
        return page[0];
    }

    @Test
    void a_page_is_not_served_to_readers_of_another_language_or_zone() {
        kept(atFirst, SHELVES);
        for (String choice : List.of("language=de&time_zone=", "language=de&time_zone=Asia%2FTokyo")) {
            assertThat(atFirst.post("/admin/profile/locale", choice + "&csrf_token=" + atFirst.csrfToken())
                            .status())
                    .isEqualTo(303);
            Page other = throughCache(atFirst, SHELVES);
            assertThat(cache(other)).isEqualTo("MISS");
            assertThat(other.document().selectFirst("html").attr("lang")).isEqualTo("de");
        }
    }

    @Test
    void lists_and_records_are_made_once_for_all_servers_and_other_pages_say_nothing_of_it() {
        for (String path : List.of(BOOKS, BOOKS + "?q=atlas", BOOKS + "?pages__gte=3&ordering=-pages", BOOKS + "1")) {
            Page made = throughCache(atFirst, path);
            assertThat(cache(made)).describedAs(path).isEqualTo("MISS");
            Page there = kept(atLast, path);
            assertThat(there.document().select("main").text())
                    .isEqualTo(made.document().select("main").text());
        }
        for (String path :
                List.of("/admin", BOOKS + "create", BOOKS + "1/edit", "/admin/users/create", "/admin/profile")) {
            assertThat(atFirst.get(path).header("X-Kvstore-Cache"))
                    .describedAs(path)
                    .isEmpty();
        }
    }

    @Test
    void lists_and_records_that_are_not_cached_say_so() {
        kept(atFirst, BOOKS);
        Page users = atFirst.get("/admin/users/");
        String user = users.document().select("main a.name").attr("href");
        String entry = atFirst.get("/admin/audit/")
                .document()
                .select("main th a[href^=/admin/audit/]")
                .attr("href");
        for (String path : List.of(
                "/admin/users/",
                user,
                "/admin/roles/",
                "/admin/roles/1",
                "/admin/audit/",
                entry,
                BOOKS + "?list.open=columns")) {
            for (int i = 0; i < 2; i++) {
                Page page = atFirst.get(path);
                assertThat(page.status()).describedAs(path).isEqualTo(200);
                assertThat(cache(page)).describedAs(path).isEqualTo("MISS");
            }
        }
    }

    @Test
    void every_way_to_write_evicts_cached_pages() {
        kept(atLast, BOOKS);
        post("books", "{\"title\":\"Bestiary\",\"pages\":20}");
        assertChanged("Bestiary");
        json(200, first.send("PATCH", "/admin/api/books/2", token, "{\"title\":\"Cookbook\"}"));
        assertChanged("Cookbook");
        json(200, first.send("POST", "/admin/api/books/bulk", token, "{\"create\":[{\"title\":\"Dictionary\"}]}"));
        assertChanged("Dictionary");
        atFirst.get(BOOKS + "2/edit").form().set("title", "Encyclopaedia").send();
        assertChanged("Encyclopaedia");
        Page confirm = kept(atFirst, BOOKS)
                .form("#bulk")
                .set("action", "delete")
                .set("key", "3")
                .send();
        confirm.form().send();
        Page after = atLast.get(BOOKS);
        assertThat(cache(after)).isNotEqualTo("HIT");
        assertThat(after.body()).doesNotContain("Dictionary").contains("Encyclopaedia");
        kept(atLast, BOOKS);
        assertThat(first.send("DELETE", "/admin/api/books/2", token, "").statusCode())
                .isEqualTo(204);
        assertThat(atLast.get(BOOKS).body()).doesNotContain("Encyclopaedia");
    }

    @Test
    void writes_of_an_action_evict_cached_pages() {
        String action = BOOKS + "actions/retitle/run?place=detail&key=1";
        for (String title : List.of("Encyclopaedia", "Gazetteer")) {
            kept(atLast, BOOKS);
            kept(atLast, BOOKS + "1");
            kept(atLast, SHELVES);
            if (title.equals("Gazetteer")) {
                Page ran = atFirst.get(action)
                        .form("form.record-form")
                        .set("title", title)
                        .send();
                assertThat(ran.status()).isEqualTo(303);
            } else {
                json(
                        200,
                        first.send(
                                "POST",
                                "/admin/api/books/actions/retitle",
                                token,
                                "{\"ids\":[1],\"parameters\":{\"title\":\"" + title + "\"}}"));
            }
            Page list = atLast.get(BOOKS);
            assertThat(list.body()).contains(title).doesNotContain("Atlas");
            assertThat(list.texts("tbody td")).contains(String.valueOf(title.length()));
            assertThat(atLast.get(BOOKS + "1").text("h1")).isEqualTo(title);
            assertThat(atLast.get(SHELVES).body()).contains("For " + title);
        }
        kept(atLast, BOOKS + "1");
        json(422, first.send("POST", "/admin/api/books/actions/retitle", token, "{\"ids\":[1]}"));
        assertThat(cache(throughCache(atLast, BOOKS + "1"))).isEqualTo("HIT");
    }

    private void assertChanged(String title) {
        Page page = atLast.get(BOOKS);
        assertThat(cache(page)).isNotEqualTo("HIT");
        assertThat(page.body()).contains(title);
        kept(atLast, BOOKS);
    }

    @Test
    void a_refused_write_and_one_to_another_table_leave_it() {
        post("shelves", "{\"name\":\"Porch\"}");
        kept(atLast, SHELVES);
        assertThat(first.send("POST", "/admin/api/shelves/", token, "{}").statusCode())
                .isEqualTo(422);
        post("books", "{\"title\":\"Bestiary\"}");
        assertThat(cache(throughCache(atLast, SHELVES))).isEqualTo("HIT");
    }

    @Test
    void the_names_of_related_records_are_those_of_now() {
        kept(atLast, BOOKS);
        kept(atLast, BOOKS + "1");
        kept(atLast, SHELVES + "1");
        json(200, first.send("PATCH", "/admin/api/shelves/1", token, "{\"name\":\"Loft\"}"));
        assertThat(atLast.get(BOOKS).body()).contains("Loft").doesNotContain("Attic");
        assertThat(atLast.get(BOOKS + "1").body()).contains("Loft").doesNotContain("Attic");
        assertThat(atLast.get(SHELVES + "1").text("h1")).isEqualTo("Loft");
        post("books", "{\"title\":\"Bestiary\",\"shelf_id\":1}");
        assertThat(atLast.get(SHELVES + "1").body()).contains("Bestiary");
    }

    @Test
    void a_delete_that_takes_others_along_ends_their_pages_too() {
        kept(atLast, BOOKS);
        assertThat(first.send("DELETE", "/admin/api/shelves/1", token, "").statusCode())
                .isEqualTo(204);
        assertThat(atLast.get(BOOKS).body()).doesNotContain("Atlas");
    }

    private PanelVisitor user(RunningServer server, String email, String role) {
        JsonNode made = json(201, first.send("POST", "/admin/api/roles/", token, role));
        json(
                201,
                first.send(
                        "POST",
                        "/admin/api/admin_users/",
                        token,
                        "{\"email\":\"" + email + "\",\"password\":\"" + PASSWORD + "\",\"roles\":["
                                + made.path("id").asLong() + "]}"));
        return PanelVisitor.signedIn(server, email, PASSWORD);
    }

    @Test
    void those_with_the_same_rights_share_a_page_and_nothing_personal_is_in_it() {
        try (PanelVisitor ann = user(
                        last, "ann@example.com", "{\"name\":\"a\",\"permissions\":{\"books\":[\"view\",\"edit\"]}}");
                PanelVisitor bob = user(
                        first, "bob@example.com", "{\"name\":\"b\",\"permissions\":{\"books\":[\"view\",\"edit\"]}}")) {
            Page anns = kept(ann, BOOKS);
            Page bobs = throughCache(bob, BOOKS);
            assertThat(cache(bobs)).isEqualTo("HIT");
            assertThat(bobs.body()).contains("bob@example.com").doesNotContain("ann@example.com");
            assertThat(anns.body()).contains("ann@example.com").doesNotContain("bob@example.com");
            List<String> bobsTokens =
                    bobs.document().select("[name=csrf_token]").eachAttr("value");
            assertThat(bobsTokens)
                    .hasSizeGreaterThan(1)
                    .doesNotContainAnyElementsOf(
                            anns.document().select("[name=csrf_token]").eachAttr("value"));
            String change = bobs.document().select("#bulk button[value^=set]").attr("value");
            assertThat(bobs.form("#bulk")
                            .set("action", change)
                            .set("key", "1")
                            .send()
                            .status())
                    .describedAs("a form of a kept page, for " + change)
                    .isEqualTo(200);
            bob.get(BOOKS + "1/edit").form().set("title", "Atlas 2").send();
            Page told = bob.get(BOOKS);
            assertThat(told.texts(".flashes .notice")).isNotEmpty();
            assertThat(kept(ann, BOOKS).texts(".flashes .notice")).isEmpty();
        }
    }

    @Test
    void users_do_not_get_pages_of_users_with_other_rights() {
        json(200, first.send("PATCH", "/admin/api/books/1", token, "{\"price\":4711}"));
        try (PanelVisitor poor = user(
                        last,
                        "poor@example.com",
                        "{\"name\":\"p\",\"permissions\":{\"books\":[\"view\"]},\"field_permissions\":{\"books\":{\"price\":[]}}}");
                PanelVisitor owner = user(
                        last,
                        "own@example.com",
                        "{\"name\":\"o\",\"permissions\":{\"books\":[\"view\"]},"
                                + "\"row_policies\":{\"books\":\"owner_id = $user.id\"}}");
                PanelVisitor blind =
                        user(last, "blind@example.com", "{\"name\":\"n\",\"permissions\":{\"shelves\":[\"view\"]}}")) {
            for (String path : List.of(BOOKS, BOOKS + "1")) {
                assertThat(kept(atFirst, path).body()).contains("4,711").contains("Attic");
                assertThat(kept(poor, path).body()).doesNotContain("4,711").doesNotContain("Attic");
                assertThat(blind.get(path).status()).isEqualTo(403);
                assertThat(kept(atFirst, path).body()).contains("4,711");
            }
            assertThat(kept(owner, BOOKS).body()).doesNotContain("Atlas");
            assertThat(owner.get(BOOKS + "1").status()).isEqualTo(404);
        }
    }

    @Test
    void a_user_with_fewer_rights_sees_less_on_the_next_request() {
        JsonNode role = json(
                201,
                first.send(
                        "POST", "/admin/api/roles/", token, "{\"name\":\"v\",\"permissions\":{\"books\":[\"view\"]}}"));
        json(
                201,
                first.send(
                        "POST",
                        "/admin/api/admin_users/",
                        token,
                        "{\"email\":\"v@example.com\",\"password\":\"" + PASSWORD + "\",\"roles\":["
                                + role.path("id").asLong() + "]}"));
        try (PanelVisitor visitor = PanelVisitor.signedIn(first, "v@example.com", PASSWORD)) {
            assertThat(kept(visitor, BOOKS).body()).contains("Atlas");
            json(
                    200,
                    first.send(
                            "PATCH",
                            "/admin/api/roles/" + role.path("id").asLong(),
                            token,
                            "{\"permissions\":{\"shelves\":[\"view\"]}}"));
            assertThat(visitor.get(BOOKS).status()).isEqualTo(403);
        }
    }

    @Test
    void an_operator_sees_the_cache_hits_and_whether_the_key_value_server_responds() {
        kept(atLast, BOOKS);
        String metrics = last.send("GET", "/observe/metrics", token, "").body();
        assertThat(metrics)
                .contains("hexadmin_keyvalue_reachable 1.0")
                .containsPattern("hexadmin_pages_total\\{result=\"hit\"\\} [1-9]")
                .containsPattern("hexadmin_pages_total\\{result=\"miss\"\\} [1-9]");
    }

    @Test
    void while_the_key_value_server_is_unavailable_pages_are_not_cached() {
        kept(atLast, BOOKS);
        redis.stop();
        try {
            Page page = atLast.get(BOOKS);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.header("X-Kvstore-Cache")).isEmpty();
            json(200, first.send("PATCH", "/admin/api/books/1", token, "{\"title\":\"Almanac\"}"));
            assertThat(atLast.get(BOOKS).body()).contains("Almanac");
        } finally {
            redis.restart();
        }
        throughCache(atLast, SHELVES);
        assertThat(kept(atLast, BOOKS).body()).contains("Almanac");
    }

    @Test
    void without_the_setting_or_without_a_key_value_server_there_is_no_cache() {
        try (RunningServer off = start(database(folder), options -> options.setting("kvstore_url", redis.url()));
                PanelVisitor visitor = PanelVisitor.signedIn(off)) {
            assertThat(visitor.get(SHELVES).header("X-Kvstore-Cache")).isEmpty();
        }
    }

    /**
     * A server that cannot publish its write, because only it has lost the key-value server, is noticed by the others a
     * little later; this test does not cover that.
     */
    @RepeatedTest(3)
    void no_read_after_an_acknowledged_write_shows_what_was_before_it(RepetitionInfo repetition) throws Exception {
        try (Outages outages = new Outages()) {
            int before;
            int round = 0;
            List<String> stale;
            do {
                assertThat(++round).describedAs("rounds with an outage").isLessThan(10);
                before = outages.seen();
                stale = readWhileOthersWrite(new Random(repetition.getCurrentRepetition()), round * 1_000L);
            } while (outages.seen() > before);
            assertThat(stale).isEmpty();
        }
    }

    /** What was read and was not true any more when it was asked for. */
    private List<String> readWhileOthersWrite(Random random, long first) throws Exception {
        AtomicLong acknowledged = new AtomicLong();
        List<String> stale = new CopyOnWriteArrayList<>();
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Random own = new Random(random.nextLong());
            all.add(threads.submit(() -> {
                for (long value = first; value < first + 80; value++) {
                    RunningServer server = servers.get(own.nextInt(servers.size()));
                    json(200, server.send("PATCH", "/admin/api/books/1", token, "{\"pages\":" + value + "}"));
                    acknowledged.set(value);
                }
                return true;
            }));
            for (int reader = 0; reader < 4; reader++) {
                Random their = new Random(random.nextLong());
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 80; i++) {
                        long before = acknowledged.get();
                        Page page = (their.nextBoolean() ? atFirst : atLast).get(BOOKS);
                        String pages = page.text("td.number").replaceAll("[^0-9]", "");
                        if (Long.parseLong(pages) < before) {
                            stale.add(pages + " after " + before);
                        }
                    }
                    return true;
                }));
            }
            for (Future<?> each : all) {
                each.get(60, TimeUnit.SECONDS);
            }
        }
        return stale;
    }
}
