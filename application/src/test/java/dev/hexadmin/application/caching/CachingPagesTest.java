package dev.hexadmin.application.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.access.internal.CompiledRowPolicies;
import dev.hexadmin.application.caching.port.MissedChanges;
import dev.hexadmin.application.caching.port.TableUse;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.testing.waiting.Waiting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class CachingPagesTest {
    private static final ModelRegistry MODELS = ModelRegistry.of(List.of(
            ModelDefinition.builder("categories")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("name", FieldType.STRING)
                    .build(),
            ModelDefinition.builder("products")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("owner_id", FieldType.INTEGER)
                    .field("category_id", FieldType.REFERENCE, f -> f.to("categories"))
                    .build(),
            ModelDefinition.builder("letters")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .build()));
    private static final Model PRODUCTS = MODELS.model("products").orElseThrow();
    private static final Model LETTERS = MODELS.model("letters").orElseThrow();
    private static final Actor.SignedIn EVE = actor(1, Rights.ALL);

    private final MemoryPages pages = new MemoryPages();
    private final AtomicLong notes = new AtomicLong();
    private final AtomicBoolean notable = new AtomicBoolean(true);
    private final MissedChanges missed = new MissedChanges() {
        @Override
        public long noted() {
            return notes.get();
        }

        @Override
        public boolean note() {
            if (notable.get()) {
                notes.incrementAndGet();
            }
            return notable.get();
        }
    };
    private final Server one = new Server(Map.of());
    private final Server other = new Server(Map.of());

    /** A server: its use of tables is what the test says it is. */
    private final class Server implements TableUse {
        private final ThreadLocal<Set<String>> read = ThreadLocal.withInitial(HashSet::new);
        private Consumer<Set<String>> written = tables -> {};
        private final CachingPages keeping;

        Server(Map<String, RecordHooks> hooks) {
            keeping = new CachingPages(
                    pages,
                    this,
                    missed,
                    MODELS,
                    new CacheScope("build", new CompiledRowPolicies(), hooks),
                    Duration.ofMinutes(5),
                    Runnable::run);
            keeping.upkeep();
        }

        @Override
        public void watch(ModelRegistry models, Consumer<Set<String>> written) {
            this.written = written;
        }

        @Override
        public <T> Reading<T> reading(Supplier<T> work) {
            read.get().clear();
            T result = work.get();
            return new Reading<>(result, Set.copyOf(read.get()));
        }

        void commits(String... tables) {
            written.accept(Set.of(tables));
        }

        /** The page of an address that shows products and their categories. */
        String sees(Actor.SignedIn actor, String address, Supplier<String> made) {
            CachingPages.Page page = keeping.of(actor, PRODUCTS, address, () -> {
                read.get().add("products");
                read.get().add("categories");
                return made.get().getBytes(StandardCharsets.UTF_8);
            });
            return new String(page.content(), StandardCharsets.UTF_8)
                    + page.kept().map(there -> there ? " HIT" : " MISS").orElse("");
        }
    }

    private static Actor.SignedIn actor(long id, Rights rights) {
        return new Actor.SignedIn(
                new UserId(id), new EmailAddress("u" + id + "@example.com"), rights, Actor.Origin.LOCAL);
    }

    private static Actor.SignedIn actor(long id, Grant... grants) {
        return actor(id, new Rights(false, List.of(grants)));
    }

    private static Grant view(String policy) {
        return new Grant(
                "products", Set.of(Action.VIEW), Map.of(), policy.isEmpty() ? Optional.empty() : Optional.of(policy));
    }

    @Test
    void a_page_is_made_once_for_both_servers() {
        assertThat(one.sees(EVE, "/p", () -> "a")).isEqualTo("a MISS");
        assertThat(one.sees(EVE, "/p", () -> "b")).isEqualTo("a HIT");
        assertThat(other.sees(EVE, "/p", () -> "c")).isEqualTo("a HIT");
        assertThat(other.sees(EVE, "/p?page=2", () -> "d")).isEqualTo("d MISS");
    }

    @Test
    void a_change_of_a_table_that_it_shows_ends_it_and_another_does_not() {
        one.sees(EVE, "/p", () -> "a");
        other.commits("letters");
        assertThat(one.sees(EVE, "/p", () -> "b")).isEqualTo("a HIT");
        other.commits("categories");
        assertThat(one.sees(EVE, "/p", () -> "c")).isEqualTo("c MISS");
        one.commits("products", "letters");
        assertThat(other.sees(EVE, "/p", () -> "d")).isEqualTo("d MISS");
    }

    @Test
    void what_was_made_before_a_change_is_not_shown_after_it() {
        assertThat(one.sees(EVE, "/p", () -> {
                    other.commits("products");
                    return "old";
                }))
                .isEqualTo("old MISS");
        assertThat(one.sees(EVE, "/p", () -> "new")).isEqualTo("new MISS");
        assertThat(one.sees(EVE, "/p", () -> "newer")).isEqualTo("new HIT");
    }

    @Test
    void those_with_the_same_rights_share_and_others_do_not() {
        Actor.SignedIn ann = actor(2, view(""));
        Actor.SignedIn bob = actor(3, view(""));
        Actor.SignedIn editor = actor(4, Grant.of("products", Set.of(Action.VIEW, Action.EDIT)));
        Actor.SignedIn narrow =
                actor(5, new Grant("products", Set.of(Action.VIEW), Map.of("owner_id", Set.of()), Optional.empty()));
        assertThat(one.sees(ann, "/p", () -> "few")).isEqualTo("few MISS");
        assertThat(other.sees(bob, "/p", () -> "?")).isEqualTo("few HIT");
        assertThat(one.sees(editor, "/p", () -> "buttons")).isEqualTo("buttons MISS");
        assertThat(one.sees(narrow, "/p", () -> "columns")).isEqualTo("columns MISS");
        assertThat(one.sees(EVE, "/p", () -> "all")).isEqualTo("all MISS");
        assertThat(one.sees(actor(2, view("")), "/p", () -> "?")).isEqualTo("few HIT");
    }

    @Test
    void a_user_who_loses_a_right_gets_another_page_at_once() {
        one.sees(EVE, "/p", () -> "all");
        assertThat(one.sees(actor(1, view("")), "/p", () -> "few")).isEqualTo("few MISS");
    }

    @Test
    void rights_are_equal_in_any_order() {
        Grant first = new Grant(
                "products",
                Set.of(Action.VIEW, Action.EDIT, Action.DELETE),
                Map.of("a", Set.of(Action.VIEW, Action.EDIT), "b", Set.of()),
                Optional.of("id = 1"));
        Grant second = Grant.of("*", Set.of(Action.EXPORT));
        assertThat(CacheScope.text(new Rights(false, List.of(first, second))))
                .isEqualTo(CacheScope.text(new Rights(false, List.of(second, first))))
                .isNotEqualTo(CacheScope.text(new Rights(false, List.of(first))));
    }

    @Test
    void users_restricted_by_a_row_policy_share_no_pages() {
        Actor.SignedIn ann = actor(2, view("owner_id = $user.id"));
        Actor.SignedIn bob = actor(3, view("owner_id = $user.id"));
        assertThat(one.sees(ann, "/p", () -> "ann's")).isEqualTo("ann's MISS");
        assertThat(one.sees(bob, "/p", () -> "bob's")).isEqualTo("bob's MISS");
        assertThat(other.sees(ann, "/p", () -> "?")).isEqualTo("ann's HIT");
    }

    @Test
    void a_rule_in_code_on_a_related_model_counts_as_it_is_now() {
        Model categories = MODELS.model("categories").orElseThrow();
        AtomicLong floor = new AtomicLong(7);
        RecordHooks rule = new RecordHooks() {
            @Override
            public Condition rowPolicy(Actor actor) {
                return new Condition.Compare(
                        FieldPath.of(categories, categories.fieldNamed("id")), Lookup.GTE, List.of(floor.get()));
            }
        };
        Server ruled = new Server(Map.of("categories", rule));
        assertThat(ruled.sees(EVE, "/p", () -> "seven")).isEqualTo("seven MISS");
        assertThat(ruled.sees(actor(2, Rights.ALL), "/p", () -> "other")).isEqualTo("other MISS");
        assertThat(ruled.sees(EVE, "/p", () -> "?")).isEqualTo("seven HIT");
        floor.set(8);
        assertThat(ruled.sees(EVE, "/p", () -> "eight")).isEqualTo("eight MISS");
    }

    @Test
    void an_address_cannot_be_continued_with_the_rights_of_others() {
        Grant first = Grant.of("letters", Set.of(Action.VIEW));
        Grant second = view("");
        String line = CacheScope.text(new Rights(false, List.of(first)));
        one.sees(actor(2, first, second), "/p", () -> "secret");
        assertThat(one.sees(actor(3, second), "/p\n" + line, () -> "own")).isEqualTo("own MISS");
    }

    @Test
    void of_many_who_ask_at_once_one_makes_it() throws Exception {
        AtomicInteger made = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = threads.submit(() -> one.sees(EVE, "/p", () -> {
                begun.countDown();
                await(goOn);
                return "made " + made.incrementAndGet();
            }));
            begun.await();
            List<Thread> waiting = new ArrayList<>();
            List<Future<String>> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                FutureTask<String> asked =
                        new FutureTask<>(() -> one.sees(EVE, "/p", () -> "made " + made.incrementAndGet()));
                others.add(asked);
                waiting.add(Thread.startVirtualThread(asked));
            }
            Waiting.until(
                    "the others wait for the page",
                    () -> waiting.stream().allMatch(each -> each.getState() == Thread.State.TIMED_WAITING));
            goOn.countDown();
            assertThat(first.get()).isEqualTo("made 1 MISS");
            for (Future<String> each : others) {
                assertThat(each.get()).startsWith("made 1 ");
            }
        }
        assertThat(made).hasValue(1);
    }

    @Test
    void a_request_after_a_change_does_not_wait_for_a_page_begun_before_it() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> early = threads.submit(() -> one.sees(EVE, "/p", () -> {
                begun.countDown();
                await(goOn);
                return "old";
            }));
            begun.await();
            other.commits("products");
            assertThat(one.sees(EVE, "/p", () -> "new")).isEqualTo("new MISS");
            goOn.countDown();
            assertThat(early.get()).isEqualTo("old MISS");
        }
        assertThat(one.sees(EVE, "/p", () -> "?")).isEqualTo("new HIT");
    }

    @Test
    void when_rendering_fails_each_request_renders_for_itself_and_nothing_is_cached() {
        assertThatThrownBy(() -> one.sees(EVE, "/p", () -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(one.sees(EVE, "/p", () -> "yes")).isEqualTo("yes MISS");
    }

    @Test
    void a_page_beyond_the_bound_is_made_each_time() {
        String large = "x".repeat(512 * 1024 + 1);
        assertThat(one.sees(EVE, "/p", () -> large)).endsWith("x MISS");
        assertThat(one.sees(EVE, "/p", () -> "small")).isEqualTo("small MISS");
    }

    @Test
    void a_page_of_another_model_keeps_to_its_own_tables() {
        CachingPages.Page page = one.keeping.of(EVE, LETTERS, "/letters", () -> new byte[] {1});
        assertThat(page.kept()).contains(false);
        one.commits("products");
        assertThat(one.keeping
                        .of(EVE, LETTERS, "/letters", () -> new byte[] {2})
                        .content())
                .containsExactly(1);
    }

    @Test
    void while_the_store_is_unavailable_pages_are_rendered_without_it() {
        one.sees(EVE, "/p", () -> "a");
        pages.setAway(true);
        assertThat(one.sees(EVE, "/p", () -> "b")).isEqualTo("b");
        pages.setAway(false);
        assertThat(one.sees(EVE, "/p", () -> "c")).isEqualTo("a HIT");
    }

    @Test
    void a_change_that_could_not_be_published_to_the_store_evicts_all_pages_on_both_servers() {
        one.sees(EVE, "/p", () -> "a");
        pages.setAway(true);
        one.commits("products");
        pages.setAway(false);
        assertThat(one.sees(EVE, "/p", () -> "b"))
                .describedAs("the server that knows")
                .isEqualTo("b");
        one.keeping.upkeep();
        other.keeping.upkeep();
        assertThat(other.sees(EVE, "/p", () -> "c")).isEqualTo("c MISS");
        assertThat(one.sees(EVE, "/p", () -> "d")).isEqualTo("c HIT");
    }

    @Test
    void another_server_that_still_reaches_the_store_hears_of_it_by_the_database_even_if_the_writer_is_killed() {
        one.sees(EVE, "/p", () -> "a");
        pages.setAway(true);
        one.commits("products");
        pages.setAway(false);
        other.keeping.upkeep();
        assertThat(other.sees(EVE, "/p", () -> "b")).isEqualTo("b MISS");
    }

    @Test
    void a_change_that_could_not_be_noted_with_its_commit_is_noted_afterwards() {
        one.sees(EVE, "/p", () -> "a");
        pages.setAway(true);
        notable.set(false);
        one.commits("products");
        notable.set(true);
        one.keeping.upkeep();
        pages.setAway(false);
        other.keeping.upkeep();
        assertThat(other.sees(EVE, "/p", () -> "b")).isEqualTo("b MISS");
        long noted = notes.get();
        one.keeping.upkeep();
        assertThat(notes).hasValue(noted);
    }

    @Test
    void a_dead_server_may_have_left_a_change_unpublished() {
        one.sees(EVE, "/p", () -> "a");
        pages.loseAServer();
        other.keeping.upkeep();
        assertThat(one.sees(EVE, "/p", () -> "b")).isEqualTo("b MISS");
    }

    @Test
    void what_is_there_from_before_a_start_is_not_trusted() {
        one.sees(EVE, "/p", () -> "a");
        Server late = new Server(Map.of());
        assertThat(late.sees(EVE, "/p", () -> "b")).isEqualTo("b MISS");
    }

    @RepeatedTest(200)
    void no_read_after_an_acknowledged_write_shows_what_was_before_it(RepetitionInfo repetition) throws Exception {
        Random random = new Random(repetition.getCurrentRepetition());
        AtomicLong committed = new AtomicLong();
        AtomicLong acknowledged = new AtomicLong();
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int thread = 0; thread < 4; thread++) {
                Random own = new Random(random.nextLong());
                Server server = thread % 2 == 0 ? one : other;
                all.add(threads.submit(() -> {
                    for (int step = 0; step < 50; step++) {
                        if (own.nextInt(4) == 0) {
                            long written = committed.incrementAndGet();
                            server.commits(own.nextBoolean() ? "products" : "categories");
                            acknowledged.accumulateAndGet(written, Math::max);
                        } else {
                            long before = acknowledged.get();
                            String page = server.sees(EVE, "/p" + own.nextInt(2), () -> {
                                long seen = committed.get();
                                if (own.nextBoolean()) {
                                    Thread.yield();
                                }
                                return Long.toString(seen);
                            });
                            assertThat(Long.parseLong(page.substring(0, page.indexOf(' '))))
                                    .isGreaterThanOrEqualTo(before);
                        }
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get(30, TimeUnit.SECONDS);
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
