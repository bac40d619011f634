package dev.hexadmin.cache.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.caching.port.PageStore;
import dev.hexadmin.application.caching.port.PageStore.Generations;
import dev.hexadmin.application.caching.port.PageStore.Lookup;
import dev.hexadmin.testing.keyvalue.TestRedis;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

class JedisPageStoreIT {
    private static final Duration HOUR = Duration.ofHours(1);
    private static TestRedis redis;

    private KeyValueServer server;
    private KeyValueServer other;
    private PageStore store;
    private PageStore elsewhere;

    @BeforeAll
    static void start() {
        redis = TestRedis.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void open() {
        redis.tell("FLUSHALL");
        server = KeyValueServer.open(KeyValueUrl.parse(redis.url()), "test");
        other = KeyValueServer.open(KeyValueUrl.parse(redis.url()), "test");
        store = new JedisPageStore(server, new SecureRandom());
        elsewhere = new JedisPageStore(other, new SecureRandom());
    }

    @AfterEach
    void close() {
        server.close();
        other.close();
    }

    private static byte[] page(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Generations missing(PageStore store, String page) {
        assertThat(store.find(page)).isInstanceOf(Lookup.Missing.class);
        return ((Lookup.Missing) store.find(page)).now();
    }

    private static void keep(PageStore store, String page, String text, String... tables) {
        store.store(page, page(text), Set.of(tables), missing(store, page), HOUR);
    }

    private static String found(PageStore store, String page) {
        return store.find(page) instanceof Lookup.Found(byte[] content)
                ? new String(content, StandardCharsets.UTF_8)
                : "";
    }

    @Test
    void a_page_is_found_by_both_servers_until_one_of_its_tables_changes() {
        keep(store, "p", "one", "products", "categories");
        keep(store, "q", "two", "orders");
        assertThat(found(store, "p")).isEqualTo("one");
        assertThat(found(elsewhere, "p")).isEqualTo("one");
        assertThat(elsewhere.changed(Set.of("categories"))).isTrue();
        missing(store, "p");
        missing(elsewhere, "p");
        assertThat(found(store, "q")).isEqualTo("two");
    }

    @Test
    void what_another_server_has_stored_anew_is_what_is_found() {
        keep(store, "p", "one", "products");
        assertThat(found(elsewhere, "p")).isEqualTo("one");
        store.changed(Set.of("products"));
        keep(elsewhere, "p", "two", "products");
        assertThat(found(store, "p")).isEqualTo("two");
        assertThat(found(elsewhere, "p")).isEqualTo("two");
        assertThat(found(store, "p")).isEqualTo("two");
    }

    @Test
    void a_page_that_was_made_before_a_change_is_not_stored_after_it() {
        Generations before = missing(store, "p");
        elsewhere.changed(Set.of("products"));
        store.store("p", page("old"), Set.of("products"), before, HOUR);
        missing(store, "p");
        keep(store, "p", "new", "products");
        store.store("p", page("old"), Set.of("products"), before, HOUR);
        assertThat(found(store, "p")).isEqualTo("new");
    }

    @Test
    void a_page_of_no_table_stays_until_all_are_dropped() {
        keep(store, "p", "one");
        store.changed(Set.of("products"));
        assertThat(found(store, "p")).isEqualTo("one");
        assertThat(elsewhere.dropAll()).isTrue();
        missing(store, "p");
    }

    @Test
    void what_was_made_before_all_were_dropped_is_not_stored() {
        Generations before = missing(store, "p");
        elsewhere.dropAll();
        store.store("p", page("old"), Set.of("products"), before, HOUR);
        missing(store, "p");
    }

    @Test
    void without_its_generations_nothing_is_found_and_their_numbers_do_not_come_back() {
        store.changed(Set.of("products"));
        keep(store, "p", "one", "products");
        redis.tell("DEL " + server.key("tables", run()));
        missing(store, "p");
        store.changed(Set.of("products"));
        missing(store, "p");
    }

    private String run() {
        return server.ask(link -> link.run().orElseThrow()).orElseThrow();
    }

    @Test
    void tables_of_any_name_are_told_apart() {
        keep(store, "p", "one", "@era", "@body", "Bücher & mehr");
        assertThat(found(store, "p")).isEqualTo("one");
        store.changed(Set.of("@body"));
        missing(store, "p");
        keep(store, "p", "two", "@era", "Bücher & mehr");
        store.changed(Set.of("Bücher & mehr"));
        missing(store, "p");
    }

    @Test
    void a_page_goes_by_itself_when_its_time_is_over_and_else_never() {
        store.store("p", page("one"), Set.of(), missing(store, "p"), Duration.ofSeconds(7));
        store.store("q", page("two"), Set.of(), missing(store, "q"), Duration.ZERO);
        assertThat(redis.tell("PTTL " + server.key("page", run(), "p"))).matches(":[1-7][0-9]{3}");
        assertThat(redis.tell("PTTL " + server.key("page", run(), "q"))).isEqualTo(":-1");
    }

    @Test
    void pages_are_smaller_there_and_come_back_whole() {
        RandomGenerator random = RandomGeneratorFactory.getDefault().create(1);
        byte[] noise = new byte[300_000];
        random.nextBytes(noise);
        byte[] text = page("<td class=\"number\">17</td>\n".repeat(2_000));
        for (byte[] each : new byte[][] {noise, text, {}}) {
            String name = "p" + each.length;
            store.store(name, each, Set.of("t"), missing(store, name), HOUR);
            assertThat(store.find(name))
                    .isInstanceOfSatisfying(
                            Lookup.Found.class, it -> assertThat(it.content()).isEqualTo(each));
        }
        String size = redis.tell("HSTRLEN " + server.key("page", run(), "p" + text.length) + " @body");
        assertThat(Integer.parseInt(size.substring(1))).isLessThan(text.length / 10);
    }

    @Test
    void what_somebody_else_has_put_there_is_no_page_and_no_error() {
        String key = server.key("page", run(), "p");
        for (String body : Arrays.asList("x", "garbage-of-some-length", "")) {
            redis.tell("DEL " + key);
            redis.tell("HSET " + key + " @id 1 @body \"" + body + "\"");
            assertThat(store.find("p")).isInstanceOf(Lookup.Away.class);
        }
        redis.tell("DEL " + key);
        redis.tell("SET " + key + " text");
        assertThat(store.find("p")).isInstanceOf(Lookup.Away.class);
        assertThat(server.reachable()).isTrue();
    }

    @Test
    void a_server_that_is_gone_is_missed_once() {
        try (Jedis one = new Jedis("127.0.0.1", redis.port());
                Jedis two = new Jedis("127.0.0.1", redis.port())) {
            assertThat(store.lostAServer()).isFalse();
            subscribe(one);
            subscribe(two);
            assertThat(store.lostAServer()).isFalse();
            two.close();
            await(() -> store.lostAServer());
            assertThat(store.lostAServer()).isFalse();
        }
    }

    private void subscribe(Jedis subscriber) {
        subscriber.getConnection().sendCommand(Protocol.Command.SUBSCRIBE, server.key("events"));
        subscriber.getConnection().getOne();
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void while_the_server_is_away_nothing_is_certain_and_after_a_restart_nothing_is_left() {
        keep(store, "p", "one", "products");
        Generations before = missing(store, "q");
        redis.stop();
        assertThat(store.find("p")).isInstanceOf(Lookup.Away.class);
        assertThat(store.changed(Set.of("products"))).isFalse();
        assertThat(store.dropAll()).isFalse();
        assertThat(store.lostAServer()).isFalse();
        store.store("q", page("two"), Set.of(), before, HOUR);
        redis.restart();
        await(() -> store.find("p") instanceof Lookup.Missing);
        store.store("q", page("two"), Set.of(), before, HOUR);
        missing(store, "q");
    }
}
