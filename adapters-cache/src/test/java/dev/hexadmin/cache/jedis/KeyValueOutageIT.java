package dev.hexadmin.cache.jedis;

import static dev.hexadmin.testing.waiting.Waiting.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.cache.local.LocalRateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.testing.keyvalue.TestProxy;
import dev.hexadmin.testing.keyvalue.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol;

/** Outages of the key-value server and their ends. */
class KeyValueOutageIT {
    private static final Limit THREE = new Limit("three", 3, Duration.ofMinutes(1));

    /** For what has nothing to do with time-outs: replies of a busy machine are late. */
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private final LogLines log = new LogLines(KeyValueServer.class);
    private final TestRedis redis = TestRedis.start();
    private TestProxy proxy;

    @BeforeEach
    void open() {
        proxy = TestProxy.to(redis.port());
    }

    @AfterEach
    void close() {
        log.close();
        proxy.close();
        redis.close();
    }

    private KeyValueServer server() {
        KeyValueServer server = KeyValueServer.open(KeyValueUrl.parse(proxy.url()), "test");
        until(server::reachable);
        return server;
    }

    private KeyValueServer patient(String url) {
        KeyValueServer server = KeyValueServer.open(KeyValueUrl.parse(url), "test", PATIENT);
        until(server::reachable);
        return server;
    }

    private static Optional<String> ping(KeyValueServer server) {
        return server.ask(link -> Objects.requireNonNull(link.call(Protocol.Command.PING)))
                .map(reply -> RedisConnection.text((byte[]) reply));
    }

    private int connections() {
        return (int) redis.tell("CLIENT LIST")
                .lines()
                .filter(line -> line.contains("name=hexadmin"))
                .count();
    }

    @Test
    void one_slow_reply_is_no_outage() throws Exception {
        try (KeyValueServer server = server();
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(ping(server)).isPresent();
            Future<Optional<Boolean>> slow = executor.submit(() -> server.ask(link -> {
                link.call(
                        Protocol.Command.BLPOP, RedisConnection.bytes(server.key("none")), RedisConnection.bytes("2"));
                return true;
            }));
            assertThat(slow.get()).isEmpty();
            for (int i = 0; i < 100; i++) {
                assertThat(ping(server)).isPresent();
            }
            assertThat(server.reachable()).isTrue();
        }
    }

    @Test
    void a_frozen_server_costs_one_wait_and_a_thousand_calls_after_it_nothing() {
        try (KeyValueServer server = server()) {
            assertThat(ping(server)).isPresent();
            proxy.freeze();
            long before = System.nanoTime();
            for (int i = 0; i < 1_000; i++) {
                assertThat(ping(server)).isEmpty();
            }
            // one wait, not a thousand
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
            assertThat(server.reachable()).isFalse();
            proxy.restore();
            until(() -> ping(server).isPresent());
        }
    }

    @Test
    void a_server_that_is_frozen_from_the_start_delays_no_request() {
        redis.freeze();
        long before = System.nanoTime();
        try (KeyValueServer server = KeyValueServer.open(KeyValueUrl.parse(redis.url()), "test")) {
            for (int i = 0; i < 1_000; i++) {
                assertThat(ping(server)).isEmpty();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
            redis.thaw();
            until(() -> ping(server).isPresent());
        } finally {
            redis.thaw();
        }
    }

    @Test
    void many_callers_at_once_wait_for_a_frozen_server_together() throws Exception {
        try (KeyValueServer server = server();
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            proxy.freeze();
            long before = System.nanoTime();
            List<Future<Optional<String>>> calls = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                calls.add(executor.submit(() -> ping(server)));
            }
            for (Future<Optional<String>> call : calls) {
                assertThat(call.get()).isEmpty();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void a_value_that_a_frozen_server_does_not_take_delays_no_request() {
        try (KeyValueServer server = server()) {
            redis.freeze();
            byte[] large = new byte[64 << 20];
            long before = System.nanoTime();
            assertThat(server.ask(link -> Objects.requireNonNull(
                            link.call(Protocol.Command.SET, RedisConnection.bytes(server.key("k")), large))))
                    .isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
            until(() -> !server.reachable());
        } finally {
            redis.thaw();
        }
    }

    @Test
    void repeated_outages_under_load_log_a_line_for_each_change_and_leave_no_connections() throws Exception {
        try (KeyValueServer server = server();
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            AtomicInteger told = new AtomicInteger();
            server.onReturn(() -> {
                assertThat(ping(server)).contains("PONG");
                told.incrementAndGet();
            });
            AtomicBoolean done = new AtomicBoolean();
            AtomicLong answered = new AtomicLong();
            AtomicLong longest = new AtomicLong();
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Callable<Void> caller = () -> {
                    while (!done.get()) {
                        long before = System.nanoTime();
                        boolean here = ping(server).isPresent();
                        longest.accumulateAndGet(System.nanoTime() - before, Math::max);
                        if (here) {
                            answered.incrementAndGet();
                        } else {
                            Thread.sleep(1);
                        }
                    }
                    return null;
                };
                callers.add(executor.submit(caller));
            }
            try {
                for (int round = 0; round < 6; round++) {
                    until(server::reachable);
                    long already = answered.get();
                    until(() -> answered.get() > already + 200);
                    assertThat(connections()).isLessThanOrEqualTo(RedisConnectionPool.MAX_TOTAL);
                    if (round % 2 == 0) {
                        proxy.cut();
                    } else {
                        proxy.freeze();
                    }
                    until(() -> !server.reachable());
                    proxy.restore();
                }
                until(server::reachable);
            } finally {
                done.set(true);
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
            assertThat(Duration.ofNanos(longest.get())).isLessThan(Duration.ofSeconds(2));
            assertThat(told.get()).isGreaterThanOrEqualTo(6);
            until(() -> connections() <= RedisConnectionPool.MAX_TOTAL);
        }
        List<String> lines = log.all();
        assertThat(lines.size()).isGreaterThanOrEqualTo(13);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i)).contains(i % 2 == 0 ? " answers" : " is unavailable: ");
        }
    }

    @Test
    void callbacks_of_the_return_are_done_before_requests_ask_the_server() throws Exception {
        try (KeyValueServer server = server();
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            AtomicBoolean ready = new AtomicBoolean(true);
            AtomicInteger early = new AtomicInteger();
            AtomicInteger returns = new AtomicInteger();
            server.onReturn(() -> {
                for (int i = 0; i < 50; i++) {
                    assertThat(ping(server)).isPresent();
                }
                ready.set(true);
                returns.incrementAndGet();
            });
            AtomicBoolean done = new AtomicBoolean();
            Future<?> caller = executor.submit(() -> {
                while (!done.get()) {
                    if (ping(server).isPresent() && !ready.get()) {
                        early.incrementAndGet();
                    }
                }
            });
            try {
                for (int round = 1; round <= 5; round++) {
                    int expected = round;
                    proxy.cut();
                    until(() -> !server.reachable());
                    ready.set(false);
                    proxy.restore();
                    until(() -> returns.get() >= expected && server.reachable());
                }
            } finally {
                done.set(true);
            }
            caller.get();
            assertThat(early).hasValue(0);
        }
    }

    @Test
    void the_server_stays_unavailable_while_a_callback_of_the_return_fails() {
        try (KeyValueServer server = server()) {
            AtomicInteger tries = new AtomicInteger();
            server.onReturn(() -> {
                if (tries.incrementAndGet() < 3) {
                    throw new IllegalStateException("not yet");
                }
            });
            proxy.cut();
            until(() -> ping(server).isEmpty());
            proxy.restore();
            until(server::reachable);
            assertThat(tries).hasValue(3);
        }
    }

    @Test
    void connections_that_were_closed_while_unused_are_no_outage() {
        try (KeyValueServer server = patient(proxy.url())) {
            for (int i = 0; i < 5; i++) {
                assertThat(ping(server)).isPresent();
                proxy.dropConnections();
                until(() -> connections() == 0);
                assertThat(ping(server)).isPresent();
            }
        }
        assertThat(log.all()).hasSize(1);
    }

    @Test
    void a_restarted_server_has_another_run_id_and_empty_windows() {
        try (KeyValueServer server = patient(redis.url())) {
            JedisRateWindows windows = new JedisRateWindows(server, new LocalRateWindows(100, System::nanoTime), false);
            for (int i = 0; i < 3; i++) {
                windows.acquire(THREE, "a");
            }
            assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Exceeded.class);
            Optional<String> run = server.ask(RedisConnection::run).orElseThrow();
            redis.restart();
            assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Allowed.class);
            until(() -> server.ask(RedisConnection::run).isPresent());
            assertThat(server.ask(RedisConnection::run).orElseThrow())
                    .isPresent()
                    .isNotEqualTo(run);
        }
    }

    @Test
    void tries_at_a_key_of_a_wrong_type_are_counted_in_the_process_and_each_command_is_logged_once() {
        try (KeyValueServer server = patient(redis.url())) {
            JedisRateWindows windows = new JedisRateWindows(server, new LocalRateWindows(100, System::nanoTime), false);
            windows.acquire(THREE, "a");
            String key = redis.tell("EVAL \"return redis.call('keys','*limit*')[1]\" 0");
            redis.tell("SET " + key + " text");
            for (int i = 0; i < 5; i++) {
                assertThat(windows.acquire(THREE, "a"))
                        .isInstanceOfSatisfying(
                                Decision.Allowed.class, allowed -> windows.giveBack(THREE, "a", allowed));
            }
            for (int i = 0; i < 3; i++) {
                assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Allowed.class);
            }
            assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Exceeded.class);
            assertThat(server.reachable()).isTrue();
        }
        assertThat(log.all()).hasSize(3);
        assertThat(log.all().subList(1, 3))
                .allSatisfy(line -> assertThat(line).contains("refuses a command", "WRONGTYPE"));
    }

    @Test
    void a_server_that_can_only_be_read_is_unavailable_until_it_takes_writes() {
        try (KeyValueServer server = patient(redis.url())) {
            JedisRateWindows windows = new JedisRateWindows(server, new LocalRateWindows(100, System::nanoTime), false);
            windows.acquire(THREE, "a");
            redis.tell("REPLICAOF 127.0.0.1 1");
            assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Allowed.class);
            assertThat(server.reachable()).isFalse();
            assertThat(log.all()).hasSize(2);
            assertThat(log.all().get(1)).contains("READONLY");
            redis.tell("REPLICAOF NO ONE");
            until(server::reachable);
        }
        assertThat(log.all()).hasSize(3);
    }

    @Test
    void a_refused_password_is_logged_once_without_the_password_and_tried_again() {
        redis.tell("CONFIG SET requirepass right-one");
        String url = "redis://:wrong-one@127.0.0.1:" + redis.port();
        try (KeyValueServer server = KeyValueServer.open(KeyValueUrl.parse(url), "test")) {
            until(() -> !log.all().isEmpty());
            assertThat(ping(server)).isEmpty();
            assertThat(log.all()).hasSize(1);
            assertThat(log.all().getFirst())
                    .contains("is unavailable", "WRONGPASS")
                    .doesNotContain("wrong-one");
            assertThat(redis.tellAs("right-one", "CONFIG SET requirepass wrong-one"))
                    .isEqualTo("+OK");
            until(() -> ping(server).isPresent());
            until(() -> log.all().size() == 2); // written after the first answer
        }
    }

    @Test
    void an_interrupted_caller_gets_its_reply() throws Exception {
        try (KeyValueServer server = patient(redis.url())) {
            assertThat(ping(server)).isPresent();
            AtomicBoolean answered = new AtomicBoolean();
            Thread caller = Thread.ofVirtual().start(() -> {
                Thread.currentThread().interrupt();
                answered.set(ping(server).isPresent() && Thread.currentThread().isInterrupted());
            });
            caller.join();
            assertThat(answered).isTrue();
            assertThat(server.reachable()).isTrue();
            assertThat(ping(server)).isPresent();
        }
    }

    @Test
    void windows_of_this_process_count_during_an_outage_when_configured() {
        try (KeyValueServer server = server()) {
            JedisRateWindows windows = new JedisRateWindows(server, new LocalRateWindows(100, System::nanoTime), true);
            proxy.cut();
            until(() -> ping(server).isEmpty());
            for (int i = 0; i < 10; i++) {
                assertThat(windows.acquire(THREE, "a"))
                        .isInstanceOfSatisfying(
                                Decision.Allowed.class, allowed -> windows.giveBack(THREE, "a", allowed));
            }
            for (int i = 0; i < 3; i++) {
                assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Allowed.class);
            }
            assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Exceeded.class);
            proxy.restore();
            until(server::reachable);
            assertThat(windows.acquire(THREE, "a")).isInstanceOf(Decision.Allowed.class);
        }
    }

    @Test
    void without_them_every_try_passes_and_giving_it_back_does_nothing() {
        try (KeyValueServer server = server()) {
            JedisRateWindows windows = new JedisRateWindows(server, new LocalRateWindows(100, System::nanoTime), false);
            proxy.cut();
            for (int i = 0; i < 10; i++) {
                assertThat(windows.acquire(THREE, "a"))
                        .isInstanceOfSatisfying(
                                Decision.Allowed.class, allowed -> windows.giveBack(THREE, "a", allowed));
            }
        }
    }

    @Test
    void a_closed_server_is_unavailable_without_a_log_line_and_leaves_no_connection() {
        KeyValueServer server = patient(redis.url());
        assertThat(ping(server)).isPresent();
        server.close();
        server.close();
        assertThat(ping(server)).isEmpty();
        until(() -> connections() == 0);
        assertThat(log.all()).hasSize(1);
    }
}
