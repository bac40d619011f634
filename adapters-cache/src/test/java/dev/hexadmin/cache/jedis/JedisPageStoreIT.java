package dev.hexadmin.cache.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.caching.port.PageStore;
import dev.hexadmin.application.caching.port.PageStore.Lookup;
import dev.hexadmin.testing.keyvalue.TestRedis;
import dev.hexadmin.testing.ports.PageStoreContract;
import dev.hexadmin.testing.waiting.Waiting;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

class JedisPageStoreIT extends PageStoreContract {
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

    @Override
    protected PageStore store() {
        return store;
    }

    @Override
    protected PageStore elsewhere() {
        return elsewhere;
    }

    @Override
    protected void makeUnavailable() {
        redis.stop();
    }

    @Override
    protected void makeAvailable() {
        redis.restart();
    }

    @Override
    protected void loseAServer() {
        try (Jedis third = new Jedis("127.0.0.1", redis.port())) {
            subscribe(third);
            assertThat(store.lostAServer()).isFalse();
        }
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

    private void subscribe(Jedis subscriber) {
        subscriber.getConnection().sendCommand(Protocol.Command.SUBSCRIBE, server.key("events"));
        subscriber.getConnection().getOne();
    }

    @Test
    void after_a_restart_of_the_server_nothing_is_left() {
        keep(store, "p", "one", "products");
        redis.stop();
        redis.restart();
        Waiting.until("the server answers", () -> store.find("p") instanceof Lookup.Missing);
    }
}
