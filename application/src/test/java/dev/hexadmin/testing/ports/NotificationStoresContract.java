package dev.hexadmin.testing.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Addressees.Account;
import dev.hexadmin.application.notifications.port.Addressees.Choice;
import dev.hexadmin.application.notifications.port.Addressees.Known;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Feeds.Marked;
import dev.hexadmin.application.notifications.port.Feeds.NewNotification;
import dev.hexadmin.application.notifications.port.Feeds.Position;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.Capacity;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.DeliveryReference;
import dev.hexadmin.application.notifications.port.Outbox.NewDelivery;
import dev.hexadmin.application.notifications.port.Outbox.Payload;
import dev.hexadmin.application.notifications.port.Outbox.Settlement;
import dev.hexadmin.application.notifications.port.Outbox.StoredMessage;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.ChannelDelivery;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.InboxNotification;
import dev.hexadmin.domain.notifications.Notification;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every store of feeds, of what is known about addressees, and of messages to be delivered does. */
public abstract class NotificationStoresContract {
    protected static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");
    protected static final Addressee ADA = new Addressee("ada");
    protected static final Addressee BOB = new Addressee("bob's \"ü\"");
    protected static final Channel PAGER = new Channel("pager");
    protected static final List<Channel> OUTSIDE = List.of(PAGER, Channel.EMAIL, Channel.SMS);
    protected static final UUID SERVER = UUID.randomUUID();
    protected static final UUID OTHER = UUID.randomUUID();
    protected static final Content CONTENT = new Content(
            "Title", "Body", Map.of("sms_body", "a\\n\n\\ b\r\n", "email_subject", "", "pager_text", "<p>x</p>\\"));
    protected static final Choice YES = new Choice(true, Optional.empty());
    protected static final Choice NO = new Choice(false, Optional.empty());

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    protected NotificationStoresContract() {}

    protected abstract UnitOfWork unitOfWork();

    protected abstract Feeds feeds();

    protected abstract Addressees addressees();

    protected abstract Outbox outbox();

    /** A new user's id. */
    protected abstract long user(String email, boolean active, boolean superuser);

    /** A new role, which these users have. */
    protected abstract void role(String name, boolean superuser, long... users);

    @AfterEach
    void endThreads() {
        threads.close();
    }

    protected static NewNotification entry(Addressee user, String title) {
        return new NewNotification(
                user,
                UUID.randomUUID(),
                title,
                "body of " + title,
                List.of(Channel.IN_APP, Channel.EMAIL),
                Optional.of(new JsonText("{\"n\":1.10,\"x\":\"\\\"\"}")));
    }

    protected List<FeedEvent.Notified> append(NewNotification... entries) {
        return unitOfWork().write(scope -> feeds().append(List.of(entries), NOON));
    }

    protected <T> T written(Supplier<T> step) {
        return unitOfWork().write(scope -> step.get());
    }

    protected static StoredMessage kept(UUID delivery) {
        return new StoredMessage(
                delivery,
                CONTENT,
                Map.of(Channel.SMS, "+15017122661", PAGER, "https://pager.example/a b?x=1"),
                List.of(Channel.EMAIL),
                List.of(Channel.SMS, Channel.IN_APP),
                Optional.of(new JsonText("[1]")),
                Optional.of("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
    }

    protected static NewDelivery row(UUID delivery, Optional<UUID> batch, int position, Optional<Instant> dueAt) {
        return new NewDelivery(
                new DeliveryReference(delivery, batch, position, OptionalLong.of(5)),
                new Destination(ADA, Channel.EMAIL, "a@example.com"),
                Optional.of(Channel.SMS),
                DeliveryStatus.PENDING,
                Optional.empty(),
                Optional.empty(),
                dueAt);
    }

    protected long pending(Instant dueAt) {
        UUID delivery = new Uuids(() -> NOON, new SecureRandom()).next();
        return unitOfWork()
                .write(scope -> outbox().append(
                                List.of(row(delivery, Optional.empty(), 0, Optional.of(dueAt))),
                                List.of(kept(delivery)),
                                NOON)
                        .getFirst());
    }

    protected List<ClaimedDelivery> claim(Instant at, Instant lease, int limit) {
        return claim(SERVER, at, lease, limit);
    }

    protected List<ClaimedDelivery> claim(UUID server, Instant at, Instant lease, int limit) {
        return unitOfWork().write(scope -> outbox().claim(server, Capacity.of(Channel.EMAIL, limit, limit), at, lease));
    }

    protected boolean begin(UUID server, ClaimedDelivery claimed, Instant lease) {
        return unitOfWork().write(scope -> outbox().begin(server, claimed, lease));
    }

    /** Claims so many and begins to try them. */
    protected List<ClaimedDelivery> tried(Instant at, Instant lease, int limit) {
        List<ClaimedDelivery> claimed = claim(at, lease, limit);
        claimed.forEach(each -> assertThat(begin(SERVER, each, lease)).isTrue());
        return claimed.stream().map(ClaimedDelivery::begun).toList();
    }

    protected boolean settle(ClaimedDelivery claimed, DeliveryStatus status, Optional<Instant> dueAt) {
        return unitOfWork()
                .write(scope -> outbox().settle(
                                claimed,
                                new Settlement(
                                        status, Optional.of("smtp"), Optional.of("<1@x>"), Optional.of("error"), dueAt),
                                NOON.plusSeconds(5)));
    }

    // feeds

    @Test
    void what_is_added_is_numbered_for_each_user_and_can_be_read_in_both_ways() {
        append(entry(ADA, "first"));
        List<FeedEvent.Notified> events = append(entry(ADA, "a"), entry(BOB, "b"), entry(ADA, "c"), entry(ADA, "d"));
        assertThat(events).extracting(FeedEvent.Notified::seq).containsExactly(2L, 1L, 3L, 4L);
        assertThat(events).extracting(FeedEvent.Notified::unread).containsExactly(2L, 1L, 3L, 4L);
        assertThat(events.getFirst().notification().title()).isEqualTo("a");
        assertThat(feeds().positions(List.of(ADA, BOB, new Addressee("nobody"))))
                .isEqualTo(Map.of(ADA, new Position(4, 4), BOB, new Position(1, 1)));
        assertThat(feeds().events(ADA, 1, 4, 100)).isEqualTo(List.of(events.get(0), events.get(2), events.get(3)));
        assertThat(feeds().events(ADA, 1, 3, 100)).hasSize(2);
        assertThat(feeds().events(ADA, 0, 4, 1)).hasSize(1);
        List<InboxNotification> page = feeds().list(ADA, OptionalLong.empty(), false, 2);
        assertThat(page)
                .extracting(InboxNotification::notification)
                .containsExactly(events.get(3).notification(), events.get(2).notification());
        Notification newest = page.getFirst().notification();
        assertThat(newest.createdAt()).isEqualTo(NOON);
        assertThat(newest.channels()).containsExactly(Channel.IN_APP, Channel.EMAIL);
        assertThat(newest.data()).contains(new JsonText("{\"n\":1.10,\"x\":\"\\\"\"}"));
        assertThat(feeds().list(ADA, OptionalLong.of(page.get(1).notification().id()), false, 10))
                .extracting(item -> item.notification().title())
                .containsExactly("a", "first");
    }

    @Test
    void a_notification_is_read_once_and_only_by_its_user() {
        long first = append(entry(ADA, "a")).getFirst().notification().id();
        append(entry(ADA, "b"));
        Marked marked =
                unitOfWork().write(scope -> feeds().markRead(ADA, first, NOON)).orElseThrow();
        assertThat(marked).isEqualTo(new Marked(1, Optional.of(new FeedEvent.Read(3, 1, first))));
        assertThat(written(() -> feeds().markRead(ADA, first, NOON))).contains(new Marked(1, Optional.empty()));
        assertThat(written(() -> feeds().markRead(BOB, first, NOON))).isEmpty();
        append(entry(BOB, "c"));
        assertThat(written(() -> feeds().markRead(BOB, first, NOON))).isEmpty();
        assertThat(written(() -> feeds().markRead(ADA, 999, NOON))).isEmpty();
        assertThat(feeds().list(ADA, OptionalLong.empty(), true, 10))
                .extracting(item -> item.notification().title())
                .containsExactly("b");
        assertThat(feeds().list(ADA, OptionalLong.empty(), false, 10))
                .extracting(InboxNotification::readAt)
                .containsExactly(Optional.empty(), Optional.of(NOON));
        assertThat(feeds().events(ADA, 2, 3, 10)).containsExactly(new FeedEvent.Read(3, 1, first));
        assertThat(feeds().positions(List.of(ADA))).containsValue(new Position(3, 1));
    }

    @Test
    void a_notification_is_marked_as_unread_once_and_only_by_its_user() {
        long first = append(entry(ADA, "a")).getFirst().notification().id();
        assertThat(written(() -> feeds().markUnread(ADA, first, NOON))).contains(new Marked(1, Optional.empty()));
        written(() -> feeds().markRead(ADA, first, NOON));
        assertThat(feeds().find(ADA, first).orElseThrow().readAt()).contains(NOON);
        assertThat(feeds().find(BOB, first)).isEmpty();
        assertThat(feeds().find(ADA, 999)).isEmpty();
        append(entry(BOB, "c"));
        assertThat(written(() -> feeds().markUnread(BOB, first, NOON))).isEmpty();
        assertThat(written(() -> feeds().markUnread(ADA, first, NOON)))
                .contains(new Marked(1, Optional.of(new FeedEvent.Unread(3, 1, first))));
        assertThat(feeds().find(ADA, first).orElseThrow().read()).isFalse();
        assertThat(feeds().events(ADA, 2, 3, 10)).containsExactly(new FeedEvent.Unread(3, 1, first));
        assertThat(feeds().positions(List.of(ADA))).containsValue(new Position(3, 1));
    }

    @Test
    void all_are_read_once() {
        assertThat(written(() -> feeds().markAllRead(ADA, NOON))).isEqualTo(new Marked(0, Optional.empty()));
        append(entry(ADA, "a"), entry(ADA, "b"), entry(BOB, "c"));
        assertThat(written(() -> feeds().markAllRead(ADA, NOON)))
                .isEqualTo(new Marked(0, Optional.of(new FeedEvent.AllRead(3, 0))));
        assertThat(written(() -> feeds().markAllRead(ADA, NOON))).isEqualTo(new Marked(0, Optional.empty()));
        assertThat(feeds().events(ADA, 2, 10, 10)).containsExactly(new FeedEvent.AllRead(3, 0));
        assertThat(feeds().positions(List.of(ADA, BOB)))
                .isEqualTo(Map.of(ADA, new Position(3, 0), BOB, new Position(1, 1)));
        assertThat(feeds().list(ADA, OptionalLong.empty(), true, 10)).isEmpty();
    }

    /** What has to be done before notifications of this moment can be deleted. */
    protected void openMonth(Instant moment) {}

    @Test
    void old_notifications_are_deleted_and_no_longer_unread() {
        long read = append(entry(ADA, "a"), entry(ADA, "b"), entry(BOB, "c"))
                .getFirst()
                .notification()
                .id();
        written(() -> feeds().markRead(ADA, read, NOON));
        feeds().expire(NOON);
        assertThat(feeds().list(ADA, OptionalLong.empty(), false, 9)).hasSize(2);
        Instant later = Instant.now().plus(Duration.ofDays(80));
        openMonth(later);
        unitOfWork().write(scope -> feeds().append(List.of(entry(ADA, "d")), later));
        feeds().expire(later);
        assertThat(feeds().events(ADA, 0, 4, 9))
                .as("those of deleted notifications are left out")
                .extracting(FeedEvent::seq)
                .containsExactly(3L, 4L);
        assertThat(feeds().list(ADA, OptionalLong.empty(), false, 9))
                .singleElement()
                .satisfies(item -> assertThat(item.notification().title()).isEqualTo("d"));
        assertThat(feeds().list(BOB, OptionalLong.empty(), false, 9)).isEmpty();
        assertThat(feeds().positions(List.of(ADA, BOB)))
                .isEqualTo(Map.of(ADA, new Position(4, 1), BOB, new Position(1, 0)));
        unitOfWork().write(scope -> feeds().append(List.of(entry(BOB, "e")), later));
        assertThat(feeds().positions(List.of(BOB))).isEqualTo(Map.of(BOB, new Position(2, 1)));
    }

    @Test
    void many_who_write_to_the_same_lists_at_once_leave_no_gap_and_no_double() throws Exception {
        List<Future<?>> all = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < 16; i++) {
            int number = i;
            all.add(threads.submit(() -> {
                start.await();
                for (int k = 0; k < 10; k++) {
                    // in both orders: those who wait for each other must not wait for ever
                    append(
                            number % 2 == 0
                                    ? new NewNotification[] {entry(ADA, "x"), entry(BOB, "y"), entry(ADA, "z")}
                                    : new NewNotification[] {entry(BOB, "y"), entry(ADA, "x"), entry(ADA, "z")});
                    if (k % 3 == 0) {
                        unitOfWork().write(scope -> feeds().markAllRead(ADA, NOON));
                    }
                }
                return null;
            }));
        }
        start.countDown();
        for (Future<?> one : all) {
            one.get();
        }
        long newest = feeds().positions(List.of(ADA)).get(ADA).seq();
        assertThat(feeds().events(ADA, 0, newest, 10_000))
                .extracting(FeedEvent::seq)
                .isEqualTo(LongStream.rangeClosed(1, newest).boxed().toList());
        assertThat(feeds().positions(List.of(BOB)).get(BOB)).isEqualTo(new Position(160, 160));
        assertThat(feeds().list(ADA, OptionalLong.empty(), true, 10_000))
                .hasSize((int) feeds().positions(List.of(ADA)).get(ADA).unread());
    }

    // addressees

    @Test
    void what_is_known_of_many_comes_in_one_answer() {
        Addressee active = new Addressee(Long.toString(user("active@example.com", true, false)));
        Addressee inactive = new Addressee(Long.toString(user("inactive@example.com", false, false)));
        unitOfWork().write(scope -> {
            addressees().want(ADA, Map.of(Channel.SMS, NO, Channel.EMAIL, YES));
            addressees().want(active, Map.of(Channel.IN_APP, NO));
            return 0;
        });
        unitOfWork().write(scope -> {
            addressees().want(ADA, Map.of(Channel.IN_APP, NO));
            return 0;
        });
        assertThat(addressees().known(List.of(ADA, BOB, active, inactive)))
                .isEqualTo(Map.of(
                        ADA,
                        new Known(Set.of(Channel.SMS, Channel.IN_APP), Optional.empty(), Map.of()),
                        BOB,
                        Known.NOTHING,
                        active,
                        new Known(Set.of(Channel.IN_APP), Optional.of("active@example.com"), Map.of()),
                        inactive,
                        Known.NOTHING));
        assertThat(addressees().known(List.of())).isEmpty();
        unitOfWork().write(scope -> {
            addressees().want(ADA, Map.of(Channel.SMS, YES));
            addressees().forget(active);
            return 0;
        });
        assertThat(addressees().known(List.of(ADA, active)))
                .isEqualTo(Map.of(
                        ADA, new Known(Set.of(Channel.IN_APP), Optional.empty(), Map.of()),
                        active, new Known(Set.of(), Optional.of("active@example.com"), Map.of())));
    }

    @Test
    void the_address_that_a_user_has_set_for_a_channel_stays_until_they_say_another() {
        want(ADA, new Choice(true, Optional.of("https://a.example/1")));
        assertThat(ofAda()).isEqualTo(new Known(Set.of(), Optional.empty(), Map.of(PAGER, "https://a.example/1")));
        want(ADA, NO);
        assertThat(ofAda()).isEqualTo(new Known(Set.of(PAGER), Optional.empty(), Map.of(PAGER, "https://a.example/1")));
        want(ADA, new Choice(true, Optional.of("https://a.example/2")));
        assertThat(ofAda()).isEqualTo(new Known(Set.of(), Optional.empty(), Map.of(PAGER, "https://a.example/2")));
        want(ADA, new Choice(true, Optional.of("")));
        assertThat(ofAda()).isEqualTo(Known.NOTHING);
    }

    private void want(Addressee user, Choice choice) {
        unitOfWork().write(scope -> {
            addressees().want(user, Map.of(PAGER, choice));
            return 0;
        });
    }

    private Known ofAda() {
        return addressees().known(List.of(ADA)).getOrDefault(ADA, Known.NOTHING);
    }

    @Test
    void those_to_be_told_of_changes_are_active_superusers_and_users_of_roles() {
        long root = user("root@example.com", true, true);
        user("old@example.com", false, true);
        long editor = user("editor@example.com", true, false);
        long super2 = user("super2@example.com", true, false);
        long viewer = user("viewer@example.com", true, false);
        role("Editors", false, editor, super2);
        role("Admins", true, super2);
        Account rootAccount = account(root, "root@example.com");
        Account editorAccount = account(editor, "editor@example.com");
        Account superAccount = account(super2, "super2@example.com");
        assertThat(addressees().accounts(true, List.of())).containsExactly(rootAccount, superAccount);
        assertThat(addressees().accounts(false, List.of("Editors", "none")))
                .containsExactly(editorAccount, superAccount);
        assertThat(addressees().accounts(true, List.of("Editors")))
                .containsExactly(rootAccount, editorAccount, superAccount);
        assertThat(addressees().accounts(false, List.of())).isEmpty();
        assertThat(addressees().accounts(List.of(new UserId(viewer), new UserId(root), new UserId(12_345))))
                .containsExactly(rootAccount, account(viewer, "viewer@example.com"));
        assertThat(addressees().accounts(List.of())).isEmpty();
    }

    private static Account account(long id, String email) {
        return new Account(new UserId(id), new EmailAddress(email), Optional.empty());
    }

    // the outbox

    @Test
    void what_is_due_is_claimed_longest_due_first_and_comes_back_when_its_lease_ends() {
        assertThat(outbox().due(OUTSIDE, NOON)).isEmpty();
        long second = pending(NOON.minusSeconds(1));
        long first = pending(NOON.minusSeconds(2));
        pending(NOON.plusSeconds(60));
        assertThat(outbox().due(OUTSIDE, NOON)).containsExactly(Channel.EMAIL);
        List<ClaimedDelivery> claimed = tried(NOON, NOON.plusSeconds(30), 10);
        assertThat(claimed).extracting(ClaimedDelivery::id).containsExactly(first, second);
        ClaimedDelivery one = claimed.getFirst();
        assertThat(one.attempts()).isEqualTo(1);
        assertThat(one.payload().map(Payload::content)).contains(CONTENT);
        assertThat(one.fallbackOf()).contains(Channel.SMS);
        assertThat(one.delivery().notificationId()).isEqualTo(OptionalLong.of(5));
        assertThat(one.createdAt()).isEqualTo(NOON);
        assertThat(claim(NOON, NOON.plusSeconds(30), 10)).isEmpty();
        assertThat(outbox().due(OUTSIDE, NOON.plusSeconds(29))).isEmpty();
        List<ClaimedDelivery> again = tried(NOON.plusSeconds(30), NOON.plusSeconds(60), 1);
        assertThat(again).extracting(ClaimedDelivery::attempts).containsExactly(2);
        ClaimedDelivery now = again.getFirst();
        ClaimedDelivery before = claimed.stream()
                .filter(each -> each.id() == now.id())
                .findFirst()
                .orElseThrow();
        assertThat(settle(before, DeliveryStatus.RETRYING, Optional.of(NOON)))
                .as("its lease has ended")
                .isFalse();
        assertThat(settle(before, DeliveryStatus.SENT, Optional.empty()))
                .as("what is known to have been sent is not sent again")
                .isTrue();
        assertThat(settle(now, DeliveryStatus.FAILED, Optional.empty())).isFalse();
        assertThat(settle(now, DeliveryStatus.SENT, Optional.empty())).isFalse();
        assertThat(outbox().delivery(now.delivery().id()).orElseThrow().channels())
                .extracting(ChannelDelivery::status)
                .containsExactly(DeliveryStatus.SENT);
    }

    @Test
    void the_backlog_is_what_waits_for_an_attempt() {
        assertThat(outbox().backlog()).isEmpty();
        pending(NOON.plusSeconds(60));
        pending(NOON);
        pending(NOON);
        List<ClaimedDelivery> tried = tried(NOON, NOON.plusSeconds(30), 2);
        assertThat(settle(tried.get(0), DeliveryStatus.RETRYING, Optional.of(NOON.plusSeconds(90))))
                .isTrue();
        assertThat(settle(tried.get(1), DeliveryStatus.SENT, Optional.of(NOON.plusSeconds(90))))
                .isTrue();
        assertThat(outbox().backlog()).isEqualTo(Map.of(Channel.EMAIL, new Outbox.Backlog(2, NOON)));
    }

    @Test
    void of_many_dispatchers_each_row_has_one() throws Exception {
        UUID batch = UUID.randomUUID();
        List<UUID> deliveries =
                IntStream.range(0, 200).mapToObj(i -> UUID.randomUUID()).toList();
        List<NewDelivery> rows = new ArrayList<>();
        deliveries.forEach(each -> rows.add(row(each, Optional.of(batch), rows.size(), Optional.of(NOON))));
        List<Long> ids = unitOfWork()
                .write(scope -> outbox().append(
                                rows,
                                deliveries.stream()
                                        .map(NotificationStoresContract::kept)
                                        .toList(),
                                NOON));
        List<Future<List<Long>>> all = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < 6; i++) {
            all.add(threads.submit(() -> {
                List<Long> own = new ArrayList<>();
                start.await();
                List<ClaimedDelivery> some;
                do {
                    some = claim(NOON, NOON.plusSeconds(30), 7);
                    some.forEach(each -> own.add(each.id()));
                } while (!some.isEmpty() || !outbox().due(OUTSIDE, NOON).isEmpty());
                return own;
            }));
        }
        start.countDown();
        List<Long> claimed = new ArrayList<>();
        for (Future<List<Long>> one : all) {
            claimed.addAll(one.get());
        }
        assertThat(claimed).hasSize(200).hasSameElementsAs(ids);
        assertThat(new HashSet<>(claimed)).hasSize(200);
        assertThat(outbox().batch(batch)).extracting(Delivery::id).isEqualTo(deliveries);
    }

    @Test
    void a_claim_counts_no_try_and_what_was_not_tried_can_be_given_back() {
        long first = pending(NOON.minusSeconds(2));
        long second = pending(NOON.minusSeconds(1));
        long third = pending(NOON);
        Instant lease = NOON.plusSeconds(120);
        List<ClaimedDelivery> rows = claim(NOON, lease, 3);
        assertThat(rows).extracting(ClaimedDelivery::attempts).containsOnly(0);
        assertThat(begin(OTHER, rows.getFirst(), lease)).as("not its own").isFalse();
        assertThat(begin(SERVER, rows.getFirst(), lease)).isTrue();
        assertThat(begin(SERVER, rows.getFirst(), lease)).as("once").isFalse();
        assertThat(written(() -> outbox().release(SERVER, List.of(first, second), NOON)))
                .isEqualTo(1);
        assertThat(written(() -> outbox().release(OTHER, NOON))).isZero();
        assertThat(claim(OTHER, NOON, lease, 3)).extracting(ClaimedDelivery::id).containsExactly(second);
        assertThat(begin(SERVER, rows.get(1), lease))
                .as("another server has it")
                .isFalse();
        assertThat(written(() -> outbox().release(SERVER, NOON))).isEqualTo(1);
        assertThat(claim(OTHER, NOON, lease, 3)).extracting(ClaimedDelivery::id).containsExactly(third);
        assertThat(claim(lease, lease.plusSeconds(1), 1))
                .as("what was tried has its lease")
                .extracting(ClaimedDelivery::id, ClaimedDelivery::attempts)
                .containsExactly(org.assertj.core.api.Assertions.tuple(first, 1));
    }

    @Test
    void rows_that_cannot_start_now_stay_due_and_others_are_claimed() {
        Instant lease = NOON.plusSeconds(60);
        for (String address : List.of(
                "https://Slow.example/a",
                "https://slow.example:8443/b",
                "https://slow.example",
                "https://slow.example?c",
                "https://slow.example.org/d",
                "https://quick.example/e")) {
            pending(address);
        }
        assertThat(addresses(new Capacity(
                        Channel.EMAIL, 10, 10, OptionalInt.of(2), Map.of("slow.example", 2, "other.example", 1))))
                .containsExactlyInAnyOrder("https://slow.example.org/d", "https://quick.example/e");
        assertThat(addresses(new Capacity(Channel.EMAIL, 10, 10, OptionalInt.of(2), Map.of("slow.example", 1))))
                .hasSize(1);
        assertThat(addresses(new Capacity(Channel.EMAIL, 10, 10, OptionalInt.of(2), Map.of())))
                .hasSize(2);
        assertThat(claim(NOON, lease, 10)).hasSize(1);
    }

    private void pending(String address) {
        UUID delivery = new Uuids(() -> NOON, new SecureRandom()).next();
        NewDelivery row = row(delivery, Optional.empty(), 0, Optional.of(NOON));
        unitOfWork()
                .write(scope -> outbox().append(
                                List.of(new NewDelivery(
                                        row.delivery(),
                                        new Destination(ADA, Channel.EMAIL, address),
                                        row.fallbackOf(),
                                        row.status(),
                                        row.error(),
                                        row.claimedBy(),
                                        row.dueAt())),
                                List.of(kept(delivery)),
                                NOON));
    }

    private List<String> addresses(Capacity capacity) {
        List<ClaimedDelivery> claimed =
                unitOfWork().write(scope -> outbox().claim(SERVER, capacity, NOON, NOON.plusSeconds(60)));
        return claimed.stream().map(row -> row.destination().address()).toList();
    }

    @Test
    void status_requests_wait_until_one_can_start() {
        pending(NOON);
        ClaimedDelivery sent = tried(NOON, NOON.plusSeconds(30), 1).getFirst();
        assertThat(settle(sent, DeliveryStatus.SENT, Optional.of(NOON.plusSeconds(10))))
                .isTrue();
        long attempt = pending(NOON.plusSeconds(20));
        Instant now = NOON.plusSeconds(20);
        assertThat(claim(Capacity.of(Channel.EMAIL, 1, 0), now)).containsExactly(attempt);
        assertThat(claim(Capacity.of(Channel.EMAIL, 1, 0), now)).isEmpty();
        assertThat(claim(Capacity.of(Channel.EMAIL, 1, 1), now)).containsExactly(sent.id());
    }

    private List<Long> claim(Capacity capacity, Instant now) {
        List<ClaimedDelivery> claimed =
                unitOfWork().write(scope -> outbox().claim(SERVER, capacity, now, now.plusSeconds(60)));
        return claimed.stream().map(ClaimedDelivery::id).toList();
    }

    @Test
    void a_sent_row_keeps_its_time_while_its_provider_is_asked() {
        pending(NOON);
        ClaimedDelivery claimed = tried(NOON, NOON.plusSeconds(30), 1).getFirst();
        assertThat(settle(claimed, DeliveryStatus.SENT, Optional.of(NOON.plusSeconds(15))))
                .isTrue();
        assertThat(outbox().sent("smtp", "<1@x>"))
                .hasValueSatisfying(sent -> assertThat(sent.attempts()).isEqualTo(1));
        assertThat(outbox().sent("other", "<1@x>")).isEmpty();
        ClaimedDelivery asked =
                claim(NOON.plusSeconds(20), NOON.plusSeconds(90), 1).getFirst();
        assertThat(asked.attempts()).isEqualTo(1);
        assertThat(asked.progress().provider()).contains("smtp");
        assertThat(asked.progress().messageId()).contains("<1@x>");
        assertThat(asked.sentAt()).isEqualTo(NOON.plusSeconds(5));
        assertThat(settle(asked, DeliveryStatus.SENT, Optional.of(NOON.plusSeconds(40))))
                .isTrue();
        assertThat(claim(NOON.plusSeconds(40), NOON.plusSeconds(90), 1)
                        .getFirst()
                        .sentAt())
                .isEqualTo(NOON.plusSeconds(5));
    }

    @Test
    void deliveries_are_read_with_all_their_channels() {
        UUID delivery = UUID.randomUUID();
        DeliveryReference reference = new DeliveryReference(delivery, Optional.empty(), 0, OptionalLong.of(9));
        NewDelivery inApp = new NewDelivery(
                reference,
                new Destination(BOB, Channel.IN_APP, ""),
                Optional.empty(),
                DeliveryStatus.SENT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        NewDelivery sms = new NewDelivery(
                reference,
                new Destination(BOB, Channel.SMS, ""),
                Optional.empty(),
                DeliveryStatus.SKIPPED,
                Optional.of("No address is known."),
                Optional.empty(),
                Optional.empty());
        List<Long> ids = unitOfWork().write(scope -> outbox().append(List.of(inApp, sms), List.of(), NOON));
        assertThat(outbox().delivery(delivery))
                .contains(new Delivery(
                        delivery,
                        Optional.empty(),
                        BOB,
                        OptionalLong.of(9),
                        List.of(
                                new ChannelDelivery(
                                        ids.get(0),
                                        Channel.IN_APP,
                                        Optional.empty(),
                                        DeliveryStatus.SENT,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        0),
                                new ChannelDelivery(
                                        ids.get(1),
                                        Channel.SMS,
                                        Optional.empty(),
                                        DeliveryStatus.SKIPPED,
                                        Optional.empty(),
                                        Optional.of("No address is known."),
                                        Optional.empty(),
                                        0)),
                        NOON));
        assertThat(outbox().delivery(UUID.randomUUID())).isEmpty();
        assertThat(outbox().batch(UUID.randomUUID())).isEmpty();
        assertThat(written(() -> outbox().channels(delivery))).containsExactlyInAnyOrder(Channel.IN_APP, Channel.SMS);
        assertThat(written(() -> outbox().hold(delivery))).isEmpty();
    }
}
