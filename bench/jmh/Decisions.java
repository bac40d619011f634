package dev.hexadmin.cache.jedis; // to see the connection under a decision

import dev.hexadmin.cache.local.LocalRateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import redis.clients.jedis.Protocol;

/**
 * What a rate limit's decision costs, for {@code bench/run}: in this process, and in the key-value server of the variable
 * KVSTORE_URL beside a bare PING over the same pool of connections.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Threads(8)
public class Decisions {
    /** Keys of each thread, so many that none is tried more often than its limit allows. */
    private static final int KEYS = 1_024;

    private static final Limit SIGN_IN = new Limit("sign-in", 10, Duration.ofMinutes(15));
    private static final Limit WIDE = new Limit("wide", 10_000, Duration.ofSeconds(1));

    /** Windows in this process, with a clock so fast that tries leave the window as fast as others come. */
    @State(Scope.Benchmark)
    public static class InProcess {
        final LocalRateWindows windows = new LocalRateWindows(100_000, () -> System.nanoTime() << 22);
        final LocalRateWindows full = new LocalRateWindows(100_000, System::nanoTime);
    }

    @State(Scope.Benchmark)
    public static class Shared {
        KeyValueServer server;
        JedisRateWindows windows;

        @Setup
        public void open() {
            server = KeyValueServer.open(
                    KeyValueUrl.parse(System.getenv("KVSTORE_URL")), "bench", Duration.ofSeconds(5));
            windows = new JedisRateWindows(server, new LocalRateWindows(100, System::nanoTime), false);
            if (!server.reachable()) {
                throw new IllegalStateException("no key-value server");
            }
        }

        @TearDown
        public void close() {
            server.close();
        }
    }

    @State(Scope.Thread)
    public static class Keys {
        private static final AtomicInteger NUMBER = new AtomicInteger();

        private final String[] keys = new String[KEYS];
        private int next;

        @Setup
        public void fill() {
            int thread = NUMBER.incrementAndGet();
            for (int i = 0; i < KEYS; i++) {
                keys[i] = "192.0.2." + thread + " someone" + i + "@example.com";
            }
        }

        String next() {
            return keys[next++ & (KEYS - 1)];
        }
    }

    @Benchmark
    public Decision localAllowed(InProcess local, Keys keys) {
        return local.windows.acquire(SIGN_IN, keys.next());
    }

    @Benchmark
    public Decision localMostlyRefused(InProcess local, Keys keys) {
        return local.full.acquire(SIGN_IN, keys.next());
    }

    @Benchmark
    public Decision sharedAllowed(Shared shared, Keys keys) {
        return shared.windows.acquire(WIDE, keys.next());
    }

    @Benchmark
    public Decision sharedMostlyRefused(Shared shared, Keys keys) {
        return shared.windows.acquire(SIGN_IN, keys.keys[0]);
    }

    @Benchmark
    public Object ping(Shared shared) {
        return shared.server.ask(link -> link.call(Protocol.Command.PING));
    }
}
