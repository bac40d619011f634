package dev.hexadmin.cache.jedis;

import static dev.hexadmin.testing.waiting.Waiting.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvent.Signal;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.testing.keyvalue.Cable;
import dev.hexadmin.testing.keyvalue.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

class JedisClusterEventsIT {
    private static final ClusterEvent MISSED = new ClusterEvent.Missed();
    private static final Addressee ADA = new Addressee("ada");

    private static TestRedis redis;

    private static int marks = 1_000_000;

    private Peer one;
    private Peer two;

    /** One server, the events that it receives, and its connection. */
    private static final class Peer implements AutoCloseable {
        final List<ClusterEvent> heard = new CopyOnWriteArrayList<>();
        final Cable cable = Cable.to(redis.port());
        final KeyValueServer server;
        final JedisClusterEvents events;

        Peer(String installation) {
            server = KeyValueServer.open(KeyValueUrl.parse("redis://127.0.0.1:" + cable.port()), installation);
            events = JedisClusterEvents.open(server, ThreadLocalRandom.current());
            events.listen(heard::add);
            until(() -> server.reachable() && events.hears());
            heard.clear();
        }

        @Override
        public void close() {
            events.close();
            server.close();
            cable.close();
        }
    }

    private static ClusterEvent user(int id) {
        return new ClusterEvent.UserChanged(new UserId(id));
    }

    private static ClusterEvent grown(long seq) {
        return new ClusterEvent.FeedsGrown(List.of(new Signal(ADA, seq)));
    }

    /** What the two hear from now on is new, and each hears the other. */
    private void settle() {
        settle(one, two);
        settle(two, one);
        one.heard.clear();
        two.heard.clear();
    }

    private static void settle(Peer from, Peer to) {
        ClusterEvent first = user(++marks);
        until(() -> {
            from.events.announce(first);
            return to.heard.contains(first);
        });
        ClusterEvent last = user(++marks);
        from.events.announce(last);
        until(() -> to.heard.contains(last));
    }

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
        one = new Peer("a");
        two = new Peer("a");
        settle();
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    @Test
    void what_one_announces_all_of_the_installation_hear_once_and_in_order() {
        try (Peer stranger = new Peer("b")) {
            List<ClusterEvent> all = List.of(user(1), new ClusterEvent.RightsChanged(), user(2), grown(3));
            all.forEach(one.events::announce);
            assertThat(one.heard).isEqualTo(all);
            one.events.announce(user(9));
            until(() -> two.heard.contains(user(9)));
            assertThat(two.heard)
                    .containsExactlyInAnyOrder(user(1), new ClusterEvent.RightsChanged(), user(2), grown(3), user(9));
            two.events.announce(user(4));
            until(() -> one.heard.contains(user(4)));
            assertThat(one.heard).hasSize(6);
            assertThat(stranger.heard).isEmpty();
        }
    }

    @Test
    void whoever_waits_goes_on_when_all_have_handled_it() {
        try (Peer three = new Peer("a")) {
            int intime = 0;
            for (int i = 1; i <= 300; i++) {
                long begin = System.nanoTime();
                one.events.announceAndAwait(user(i));
                boolean handled = two.heard.contains(user(i)) && three.heard.contains(user(i));
                if (System.nanoTime() - begin < JedisClusterEvents.PATIENCE.toNanos()) {
                    assertThat(handled).isTrue();
                    intime++;
                }
            }
            assertThat(intime).isPositive();
        }
    }

    @Test
    void many_who_wait_share_a_few_messages() throws Exception {
        long before = published();
        CountDownLatch ready = new CountDownLatch(1);
        List<Thread> threads = new CopyOnWriteArrayList<>();
        for (int i = 1; i <= 200; i++) {
            int id = i;
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    ready.await();
                    one.events.announceAndAwait(user(id));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        ready.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        until(() -> two.heard.size() >= 200);
        assertThat(two.heard).doesNotContain(MISSED);
        assertThat(published() - before).isLessThan(200);
    }

    /** Of all connections to the server. */
    private static long published() {
        Matcher matcher = Pattern.compile("cmdstat_publish:calls=(\\d+)").matcher(redis.tell("INFO commandstats"));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    @Test
    void ten_thousand_sends_are_few_messages_and_the_newest_is_told() {
        long before = published();
        for (int i = 1; i <= 10_000; i++) {
            one.events.announce(grown(i));
        }
        until(() -> two.heard.contains(grown(10_000)));
        assertThat(two.heard).doesNotContain(MISSED);
        assertThat(published() - before).isLessThan(2_500);
    }

    @Test
    void a_subscription_that_is_ended_is_made_anew_and_what_was_missed_is_told_first() {
        assertThat(redis.tell("CLIENT KILL TYPE pubsub")).isEqualTo(":2");
        until(() -> one.heard.contains(MISSED) && two.heard.contains(MISSED));
        assertThat(two.heard.getFirst()).isEqualTo(MISSED);
        settle();
    }

    @Test
    void a_server_that_dies_and_comes_again_costs_what_was_said_meanwhile_and_no_more() {
        redis.stop();
        until(() -> {
            one.events.announceAndAwait(user(1));
            return !one.server.reachable();
        });
        one.events.announceAndAwait(user(2));
        one.events.announce(grown(1));
        assertThat(one.heard).contains(user(1), user(2), grown(1)); // here it is heard all the same
        redis.restart();
        until(() -> two.heard.contains(MISSED) && one.heard.contains(MISSED));
        settle();
    }

    @Test
    void others_that_noticed_nothing_hear_that_they_were_not_told_all() {
        one.cable.cut();
        until(() -> {
            one.events.announce(user(1));
            return !one.server.reachable();
        });
        one.events.announceAndAwait(user(2));
        two.heard.clear();
        one.cable.restore();
        until(() -> two.heard.contains(MISSED)); // whose own connection was there all the time
        assertThat(two.heard).doesNotContain(user(2));
        until(() -> one.heard.contains(MISSED));
        settle();
    }

    @Test
    void a_server_that_answers_nothing_any_more_is_given_up_and_found_again() {
        redis.freeze();
        try {
            until(() -> {
                one.events.announceAndAwait(user(1));
                return !one.server.reachable();
            });
            until(() -> !one.events.hears() && !two.events.hears());
        } finally {
            redis.thaw();
        }
        until(() -> one.heard.contains(MISSED) && two.heard.contains(MISSED));
        settle();
    }

    @Test
    void a_message_that_cannot_be_read_counts_as_missed_events() {
        byte[] later = new ClusterMessage(1, 1, true, List.of(user(5))).encoded();
        later[0] = ClusterMessage.VERSION + 1;
        for (byte[] odd :
                List.of(later, new byte[ClusterMessage.LONGEST + 1], new byte[0], RedisConnection.bytes("hello"))) {
            two.heard.clear();
            assertThat(one.server.ask(link -> Objects.requireNonNull(
                            link.call(Command.PUBLISH, RedisConnection.bytes(one.server.key("events")), odd))))
                    .contains(2L);
            until(() -> two.heard.contains(MISSED));
            assertThat(two.heard).containsOnly(MISSED);
        }
        settle();
    }

    @Test
    void a_subscriber_that_does_not_acknowledge_is_waited_for_once() throws Exception {
        try (KeyValueServer other = KeyValueServer.open(KeyValueUrl.parse(redis.url()), "a");
                RedisConnection curious = other.connect(Duration.ofSeconds(5))) {
            curious.within(Duration.ofSeconds(5)).call(Command.SUBSCRIBE, RedisConnection.bytes(other.key("events")));
            one.events.announceAndAwait(user(1));
            until(() -> one.events.unresponsive() == 1);
            for (int i = 2; i < 20; i++) {
                one.events.announceAndAwait(user(i));
            }
            until(() -> two.heard.size() == 19);
        }
        until(() -> {
            one.events.announceAndAwait(user(30));
            return one.events.unresponsive() == 0;
        });
    }

    @Test
    void closing_publishes_the_pending_events_and_ends_the_subscription() {
        for (int i = 1; i <= 1_000; i++) {
            one.events.announce(user(i));
        }
        one.events.close();
        until(() -> two.heard.size() == 1_000);
        until(() ->
                !redis.tell("CLIENT LIST TYPE pubsub").lines().skip(1).findAny().isPresent());
        one.events.announce(user(5_000));
        one.events.announceAndAwait(user(5_001));
        assertThat(one.heard).contains(user(5_000), user(5_001));
        two.events.announceAndAwait(user(6_000));
        assertThat(two.heard).doesNotContain(user(5_000), user(5_001)).contains(user(6_000));
    }
}
