package dev.hexadmin.application.notifications.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.notifications.FollowingNotifications.Subscription;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvent.Signal;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.FeedEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventHubTest {
    private static final Addressee ADA = new Addressee("ada");
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final MemoryNotifications memory = new MemoryNotifications();
    private final EventHub hub = new EventHub(memory, ClusterEvents.none(), false, Runnable::run, 100);

    /** Commits an event without publishing it. */
    private FeedEvent commit() {
        return memory.write(scope -> memory.append(
                        List.of(new Feeds.NewNotification(
                                ADA,
                                new UUID(0, System.identityHashCode(scope)),
                                "t",
                                "b",
                                List.of(Channel.IN_APP),
                                Optional.empty())),
                        NOON)
                .getFirst());
    }

    private void publish(FeedEvent... events) {
        hub.publish(Map.of(ADA, List.of(events)));
    }

    private static List<Long> upTo(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void a_subscriber_gets_the_current_position_and_then_each_event() {
        commit();
        Followed followed = new Followed();
        hub.follow(ADA, OptionalLong.empty(), followed);
        publish(commit());
        publish(commit());
        assertThat(followed.told).containsExactly("ready 1 1", "notified 2 2", "notified 3 3");
    }

    @Test
    void events_out_of_order_lost_or_duplicated_are_delivered_once_and_in_order() {
        Followed followed = new Followed();
        hub.follow(ADA, OptionalLong.empty(), followed);
        FeedEvent one = commit();
        FeedEvent two = commit();
        commit(); // of another server
        FeedEvent four = commit();
        publish(two);
        publish(one);
        publish(four, four);
        publish(two);
        assertThat(followed.numbers()).isEqualTo(upTo(1, 4));
    }

    @Test
    void missed_events_are_replayed_completely_or_not_at_all() {
        for (int i = 0; i < 120; i++) {
            commit();
        }
        assertThat(since(118)).containsExactly("ready 120 120", "notified 119 119", "notified 120 120");
        assertThat(since(120)).containsExactly("ready 120 120");
        assertThat(since(121)).containsExactly("ready 120 120", "reset");
        assertThat(since(-1)).containsExactly("ready 120 120", "reset");
        assertThat(since(20)).hasSize(101);
        assertThat(since(19)).containsExactly("ready 120 120", "reset");
        memory.write(scope -> {
            memory.prune(ADA, 110);
            return 0;
        });
        assertThat(since(109)).containsExactly("ready 120 120", "reset");
        assertThat(since(110)).hasSize(11);
    }

    private List<String> since(long seq) {
        Followed followed = new Followed();
        hub.follow(ADA, OptionalLong.of(seq), followed).close();
        return followed.told;
    }

    @Test
    void a_feed_without_subscribers_is_removed() {
        Followed first = new Followed();
        Followed second = new Followed();
        Subscription one = hub.follow(ADA, OptionalLong.empty(), first);
        Subscription two = hub.follow(ADA, OptionalLong.empty(), second);
        one.close();
        one.close();
        publish(commit());
        assertThat(first.told).hasSize(1);
        assertThat(second.told).hasSize(2);
        two.close();
        assertThat(hub.users()).isZero();
        publish(commit());
        assertThat(second.told).hasSize(2);
    }

    @Test
    void a_follower_that_throws_or_leaves_in_the_middle_does_not_disturb_the_others() {
        Followed before = new Followed();
        Followed after = new Followed();
        hub.follow(ADA, OptionalLong.empty(), before);
        List<Subscription> own = new ArrayList<>();
        List<String> leaver = new ArrayList<>();
        own.add(hub.follow(ADA, OptionalLong.empty(), new Telling(event -> {
            leaver.add("told");
            own.getFirst().close();
        })));
        List<String> thrower = new ArrayList<>();
        hub.follow(ADA, OptionalLong.empty(), new Telling(event -> {
            thrower.add("told");
            throw new IllegalStateException();
        }));
        hub.follow(ADA, OptionalLong.empty(), after);
        publish(commit());
        publish(commit());
        assertThat(before.numbers()).isEqualTo(upTo(1, 2));
        assertThat(after.numbers()).isEqualTo(upTo(1, 2));
        assertThat(leaver).hasSize(1);
        assertThat(thrower).hasSize(1);
    }

    private record Telling(Consumer<FeedEvent> told)
            implements dev.hexadmin.application.notifications.FollowingNotifications.Follower {
        @Override
        public void ready(long seq, long unread) {}

        @Override
        public void event(FeedEvent event) {
            told.accept(event);
        }

        @Override
        public void reset() {}
    }

    @Test
    void a_follower_that_fails_to_begin_leaves_nothing_behind() {
        commit();
        Followed angry = new Followed();
        assertThatThrownBy(() -> hub.follow(ADA, OptionalLong.of(0), new Telling(event -> {
                    throw new IllegalStateException();
                })))
                .isInstanceOf(IllegalStateException.class);
        assertThat(hub.users()).isZero();
        hub.follow(ADA, OptionalLong.of(0), angry);
        assertThat(angry.told).containsExactly("ready 1 1", "notified 1 1");
    }

    @Test
    void events_of_another_server_are_delivered_by_polling_or_by_a_message() {
        ClusterEvents events = ClusterEvents.none();
        List<ClusterEvent> announced = new ArrayList<>();
        EventHub other = new EventHub(memory, events, true, Runnable::run, 100);
        Followed followed = new Followed();
        other.follow(ADA, OptionalLong.empty(), followed);
        commit();
        commit();
        other.catchUp();
        assertThat(followed.numbers()).isEqualTo(upTo(1, 2));
        commit();
        events.announce(new ClusterEvent.FeedsGrown(List.of(new Signal(ADA, 3), new Signal(ADA, 2))));
        assertThat(followed.numbers()).isEqualTo(upTo(1, 3));
        commit();
        events.announce(new ClusterEvent.Missed());
        assertThat(followed.numbers()).isEqualTo(upTo(1, 4));
        events.listen(announced::add);
        other.publish(Map.of(ADA, List.of(commit())));
        assertThat(announced).containsExactly(new ClusterEvent.FeedsGrown(List.of(new Signal(ADA, 5))));
        assertThat(followed.numbers()).isEqualTo(upTo(1, 5));
    }

    @Test
    void one_server_alone_looks_only_for_what_it_could_not_tell() {
        Followed followed = new Followed();
        hub.follow(ADA, OptionalLong.empty(), followed);
        FeedEvent one = commit();
        FeedEvent two = commit();
        memory.away = true;
        publish(two);
        assertThat(followed.numbers()).isEmpty();
        assertThatThrownBy(hub::catchUp).isInstanceOf(RuntimeException.class);
        memory.away = false;
        hub.catchUp();
        assertThat(followed.numbers()).isEqualTo(upTo(1, 2));
        publish(one);
        memory.reads = 0;
        hub.catchUp();
        assertThat(memory.reads).isZero();
    }

    /** Commits from many threads, published late and out of order, while subscribers come and go. */
    @Test
    void each_subscriber_gets_each_event_once_and_in_order() throws Exception {
        for (int round = 0; round < 15; round++) {
            run(new Random(round));
        }
    }

    private void run(Random random) throws Exception {
        MemoryNotifications own = new MemoryNotifications();
        EventHub busy = new EventHub(own, ClusterEvents.none(), true, Runnable::run, 10_000);
        int writers = 6;
        int each = 40;
        List<Followed> followers = Collections.synchronizedList(new ArrayList<>());
        List<Long> seeds = LongStream.range(0, writers + 4)
                .map(i -> random.nextLong())
                .boxed()
                .toList();
        CountDownLatch start = new CountDownLatch(1);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                Random chance = new Random(seeds.get(w));
                all.add(executor.submit(() -> {
                    start.await();
                    List<FeedEvent> late = new ArrayList<>();
                    for (int i = 0; i < each; i++) {
                        late.add(own.write(scope -> own.append(
                                        List.of(new Feeds.NewNotification(
                                                ADA,
                                                new UUID(chance.nextLong(), chance.nextLong()),
                                                "t",
                                                "b",
                                                List.of(Channel.IN_APP),
                                                Optional.empty())),
                                        NOON)
                                .getFirst()));
                        if (chance.nextInt(3) > 0) {
                            Collections.shuffle(late, chance);
                            late.forEach(event -> busy.publish(Map.of(ADA, List.of(event))));
                            late.clear();
                        }
                    }
                    return null;
                }));
            }
            for (int f = 0; f < 4; f++) {
                Random chance = new Random(seeds.get(writers + f));
                all.add(executor.submit(() -> {
                    start.await();
                    for (int i = 0; i < 6; i++) {
                        Followed followed = new Followed();
                        Subscription place = busy.follow(ADA, OptionalLong.of(0), followed);
                        followers.add(followed);
                        if (chance.nextBoolean()) {
                            Thread.yield();
                            place.close();
                        }
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> one : all) {
                one.get();
            }
        }
        busy.catchUp();
        boolean complete = false;
        for (Followed followed : followers) {
            List<Long> numbers = followed.numbers();
            assertThat(numbers).isEqualTo(upTo(1, numbers.size()));
            assertThat(followed.told.getFirst()).startsWith("ready");
            assertThat(followed.told).doesNotContain("reset");
            complete |= numbers.size() == writers * each;
        }
        Followed last = new Followed();
        busy.follow(ADA, OptionalLong.of(0), last);
        assertThat(last.numbers()).isEqualTo(upTo(1, (long) writers * each));
        assertThat(complete).isTrue();
    }
}
