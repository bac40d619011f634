package dev.hexadmin.cache.jedis;

import static dev.hexadmin.testing.waiting.Waiting.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.cache.spi.KeyValueClient;
import dev.hexadmin.cache.spi.KeyValueClient.Connection;
import dev.hexadmin.testing.keyvalue.TestProxy;
import dev.hexadmin.testing.keyvalue.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol;

/** Connections that a program makes itself, to real servers. */
class OwnKeyValueClientIT {
    /** Replies of a busy machine are late. */
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private static SocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static Optional<String> told(KeyValueServer server, String... command) {
        return server.ask(link -> {
            byte[][] arguments = new byte[command.length - 1][];
            for (int i = 1; i < command.length; i++) {
                arguments[i - 1] = RedisConnection.bytes(command[i]);
            }
            return RedisConnection.text(
                    (byte[]) Objects.requireNonNull(link.call(Protocol.Command.valueOf(command[0]), arguments)));
        });
    }

    @Test
    void each_connection_of_the_program_signs_in_with_the_current_password() {
        AtomicReference<String> password = new AtomicReference<>("monday");
        try (TestRedis redis = TestRedis.start("--requirepass", "monday");
                TestProxy tunnel = TestProxy.to(redis.port());
                LogLines log = new LogLines(KeyValueServer.class);
                KeyValueServer server = KeyValueServer.open(
                        () -> Connection.to(at(tunnel.port()))
                                .account("", password.get())
                                .database(3),
                        "test",
                        PATIENT)) {
            until(server::reachable);
            assertThat(told(server, "PING")).contains("PONG");
            assertThat(told(server, "CLIENT", "GETNAME")).contains("hexadmin");
            assertThat(told(server, "SET", server.key("k"), "v")).contains("OK");
            assertThat(redis.tellAs("monday", "INFO keyspace")).contains("db3:keys=");

            redis.tellAs("monday", "CONFIG SET requirepass tuesday");
            tunnel.dropConnections();
            until(() -> {
                told(server, "PING");
                return !server.reachable();
            });
            password.set("tuesday");
            until(() -> told(server, "PING").isPresent());
            assertThat(log.all())
                    .anyMatch(line -> line.contains("of the program's own client"))
                    .noneMatch(line -> line.contains("monday") || line.contains("tuesday"));
        }
    }

    @Test
    void after_a_failover_new_connections_go_to_the_new_server() {
        try (TestRedis first = TestRedis.start();
                TestRedis second = TestRedis.start()) {
            AtomicInteger master = new AtomicInteger(first.port());
            try (KeyValueServer server = KeyValueServer.open(() -> Connection.to(at(master.get())), "test", PATIENT)) {
                until(server::reachable);
                master.set(second.port());
                first.stop();
                until(() -> told(server, "SET", server.key("k"), "moved").isPresent());
            }
            assertThat(second.tell("GET hexadmin:{test}:k")).isEqualTo("moved");
        }
    }

    @Test
    void a_slow_program_delays_no_request_and_a_late_connection_is_closed() {
        CountDownLatch free = new CountDownLatch(1);
        AtomicInteger times = new AtomicInteger();
        AtomicReference<Optional<SocketChannel>> late = new AtomicReference<>(Optional.empty());
        try (TestRedis redis = TestRedis.start();
                LogLines log = new LogLines(KeyValueServer.class)) {
            KeyValueClient slow = () -> {
                if (times.incrementAndGet() > 1) {
                    return Connection.to(at(redis.port()));
                }
                await(free);
                SocketChannel channel = SocketChannel.open(at(redis.port()));
                late.set(Optional.of(channel));
                return Connection.over(channel);
            };
            try (KeyValueServer server = KeyValueServer.open(slow, "test")) {
                until(() -> told(server, "PING").isPresent());
                assertThat(log.all().getFirst()).contains("is unavailable: the program made no connection in time");
                free.countDown();
                until(() -> late.get().filter(channel -> !channel.isOpen()).isPresent());
            }
        }
    }

    /** Waits for the latch, and continues to wait when the thread is interrupted. */
    private static void await(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // ignored: the client must not end early
            }
        }
    }

    @Test
    void every_exception_of_the_program_is_an_outage() {
        AtomicInteger times = new AtomicInteger();
        try (TestRedis redis = TestRedis.start();
                LogLines log = new LogLines(KeyValueServer.class);
                KeyValueServer server = KeyValueServer.open(
                        () -> switch (times.incrementAndGet()) {
                            case 1 -> throw new IOException("no master is known");
                            case 2 -> throw new IllegalStateException("not ready");
                            case 3 -> Connection.over(SocketChannel.open());
                            default -> Connection.to(at(redis.port()));
                        },
                        "test",
                        PATIENT)) {
            until(server::reachable);
            assertThat(told(server, "PING")).contains("PONG");
            assertThat(log.all().getFirst()).contains("is unavailable: no master is known");
        }
    }
}
