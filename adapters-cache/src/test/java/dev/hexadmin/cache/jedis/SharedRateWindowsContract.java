package dev.hexadmin.cache.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.cache.local.LocalRateWindows;
import dev.hexadmin.cache.local.RateWindowsContract;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.testing.keyvalue.TestRedis;
import dev.hexadmin.testing.waiting.Waiting;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The same with every kind of server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SharedRateWindowsContract extends RateWindowsContract {
    private TestRedis redis;

    private KeyValueServer server;
    private JedisRateWindows windows;

    abstract TestRedis started();

    @BeforeAll
    void start() {
        redis = started();
    }

    @AfterAll
    void stop() {
        if (redis != null) {
            redis.close();
        }
    }

    @BeforeEach
    void open() {
        redis.tell("FLUSHALL");
        server = opened("test");
        windows = new JedisRateWindows(server, new LocalRateWindows(100, System::nanoTime), false);
    }

    /** Longer timeouts than in production: a busy machine is not an outage. */
    private KeyValueServer opened(String namespace) {
        return KeyValueServer.open(KeyValueUrl.parse(redis.url()), namespace, Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Override
    protected RateWindows windows() {
        return windows;
    }

    @Override
    protected void pass(Duration time) {
        try {
            Thread.sleep(time.plusMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    protected int size() {
        return Integer.parseInt(
                redis.tell("EVAL \"return #redis.call('keys','*limit*')\" 0").substring(1));
    }

    @Test
    void two_servers_count_together_and_two_installations_do_not() {
        try (KeyValueServer second = opened("test");
                KeyValueServer foreign = opened("other")) {
            JedisRateWindows there = new JedisRateWindows(second, new LocalRateWindows(100, System::nanoTime), false);
            Limit two = new Limit("two", 2, Duration.ofMinutes(1));
            Decision.Allowed here = allowed(windows.acquire(two, "a"));
            allowed(there.acquire(two, "a"));
            refused(windows.acquire(two, "a"));
            there.giveBack(two, "a", here);
            allowed(windows.acquire(two, "a"));
            refused(there.acquire(two, "a"));
            allowed(new JedisRateWindows(foreign, new LocalRateWindows(100, System::nanoTime), false)
                    .acquire(two, "a"));
        }
    }

    @Test
    void no_address_is_readable_in_the_server_and_keys_are_short_and_expire() {
        windows.acquire(THREE, "192.0.2.1 ann@example.com" + "x".repeat(10_000));
        String keys = redis.tell("EVAL \"return table.concat(redis.call('keys','*limit*'),' ')\" 0");
        assertThat(keys)
                .startsWith("hexadmin:{test}:limit:three:")
                .hasSizeLessThan(80)
                .doesNotContain("ann", "192");
        assertThat(redis.tell("PTTL " + keys)).matches(":\\d+");
        Waiting.until("the key expires", () -> size() == 0);
    }

    @Test
    void it_goes_on_when_the_server_forgets_its_scripts() {
        allowed(windows.acquire(THREE, "a"));
        redis.tell("SCRIPT FLUSH");
        assertThat(allowed(windows.acquire(THREE, "a")).remaining()).isEqualTo(1);
        assertThat(server.reachable()).isTrue();
    }
}
