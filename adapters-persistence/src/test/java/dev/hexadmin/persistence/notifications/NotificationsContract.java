package dev.hexadmin.persistence.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationModels;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.ReadingNotifications.Follower;
import dev.hexadmin.application.notifications.SendingNotifications.Batch;
import dev.hexadmin.application.notifications.SendingNotifications.Message;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.notifications.SendingNotifications.Recipient;
import dev.hexadmin.application.notifications.port.Addressees.Account;
import dev.hexadmin.application.notifications.port.Addressees.Choice;
import dev.hexadmin.application.notifications.port.Addressees.Known;
import dev.hexadmin.application.notifications.port.Feeds.Marked;
import dev.hexadmin.application.notifications.port.Feeds.NewNotification;
import dev.hexadmin.application.notifications.port.Feeds.Position;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.DeliveryReference;
import dev.hexadmin.application.notifications.port.Outbox.NewDelivery;
import dev.hexadmin.application.notifications.port.Outbox.Payload;
import dev.hexadmin.application.notifications.port.Outbox.Settlement;
import dev.hexadmin.application.notifications.port.Outbox.StoredMessage;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.ChannelDelivery;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.InboxNotification;
import dev.hexadmin.domain.notifications.Notification;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.persistence.database.sqlite.SqliteKind;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.records.JdbcRecords;
import dev.hexadmin.persistence.servers.JdbcServerRegistry;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.waiting.Waiting;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class NotificationsContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final Addressee ADA = new Addressee("ada");
    private static final Addressee BOB = new Addressee("bob's \"ü\"");
    private static final Actor OPERATOR = new Actor.Operator("test");

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Database database;
    private JdbcFeeds feeds;
    private JdbcAddressees addressees;
    private JdbcOutbox outbox;
    private volatile Instant now = NOON;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        new Migrations(database).apply();
        feeds = new JdbcFeeds(database);
        addressees = new JdbcAddressees(database);
        outbox = new JdbcOutbox(database);
    }

    @AfterEach
    void close() {
        threads.close();
        database.close();
    }

    private static NewNotification entry(Addressee user, String title) {
        return new NewNotification(
                user,
                UUID.randomUUID(),
                title,
                "body of " + title,
                List.of(Channel.IN_APP, Channel.EMAIL),
                Optional.of(new JsonText("{\"n\":1.10,\"x\":\"\\\"\"}")));
    }

    private List<FeedEvent.Notified> append(NewNotification... entries) {
        return database.write(scope -> feeds.append(List.of(entries), NOON));
    }

    private <T> T written(Supplier<T> step) {
        return database.write(scope -> step.get());
    }

    private long count(String table) {
        return database.query(execute -> execute.get("SELECT count(*) AS c FROM " + table)
                .map(row -> Columns.whole(row, "c"))
                .orElseThrow());
    }

    private long user(String email, boolean active, boolean superuser) {
        database.write(scope -> database.execute(execute -> execute.insert(
                "INSERT INTO admin_users (email, is_active, is_superuser, password_hash, created_at)"
                        + " VALUES (?, ?, ?, 'x', ?)",
                email,
                database.parameter(active),
                database.parameter(superuser),
                database.parameter(NOON))));
        return database.query(execute -> execute.get("SELECT id FROM admin_users WHERE email = ?", email)
                .map(row -> Columns.whole(row, "id"))
                .orElseThrow());
    }

    // lists and their events

    @Test
    void what_is_added_is_numbered_for_each_user_and_can_be_read_in_both_ways() {
        append(entry(ADA, "first"));
        List<FeedEvent.Notified> events = append(entry(ADA, "a"), entry(BOB, "b"), entry(ADA, "c"), entry(ADA, "d"));
        assertThat(events).extracting(FeedEvent.Notified::seq).containsExactly(2L, 1L, 3L, 4L);
        assertThat(events).extracting(FeedEvent.Notified::unread).containsExactly(2L, 1L, 3L, 4L);
        assertThat(events.getFirst().notification().title()).isEqualTo("a");
        assertThat(feeds.positions(List.of(ADA, BOB, new Addressee("nobody"))))
                .isEqualTo(Map.of(ADA, new Position(4, 4), BOB, new Position(1, 1)));
        assertThat(feeds.events(ADA, 1, 4, 100)).isEqualTo(List.of(events.get(0), events.get(2), events.get(3)));
        assertThat(feeds.events(ADA, 1, 3, 100)).hasSize(2);
        assertThat(feeds.events(ADA, 0, 4, 1)).hasSize(1);
        List<InboxNotification> page = feeds.list(ADA, OptionalLong.empty(), false, 2);
        assertThat(page)
                .extracting(InboxNotification::notification)
                .containsExactly(events.get(3).notification(), events.get(2).notification());
        Notification newest = page.getFirst().notification();
        assertThat(newest.createdAt()).isEqualTo(NOON);
        assertThat(newest.channels()).containsExactly(Channel.IN_APP, Channel.EMAIL);
        assertThat(newest.data()).contains(new JsonText("{\"n\":1.10,\"x\":\"\\\"\"}"));
        assertThat(feeds.list(ADA, OptionalLong.of(page.get(1).notification().id()), false, 10))
                .extracting(item -> item.notification().title())
                .containsExactly("a", "first");
    }

    @Test
    void a_notification_is_read_once_and_only_by_its_user() {
        long first = append(entry(ADA, "a")).getFirst().notification().id();
        append(entry(ADA, "b"));
        Marked marked =
                database.write(scope -> feeds.markRead(ADA, first, NOON)).orElseThrow();
        assertThat(marked).isEqualTo(new Marked(1, Optional.of(new FeedEvent.Read(3, 1, first))));
        assertThat(written(() -> feeds.markRead(ADA, first, NOON))).contains(new Marked(1, Optional.empty()));
        assertThat(written(() -> feeds.markRead(BOB, first, NOON))).isEmpty();
        append(entry(BOB, "c"));
        assertThat(written(() -> feeds.markRead(BOB, first, NOON))).isEmpty();
        assertThat(written(() -> feeds.markRead(ADA, 999, NOON))).isEmpty();
        assertThat(feeds.list(ADA, OptionalLong.empty(), true, 10))
                .extracting(item -> item.notification().title())
                .containsExactly("b");
        assertThat(feeds.list(ADA, OptionalLong.empty(), false, 10))
                .extracting(InboxNotification::readAt)
                .containsExactly(Optional.empty(), Optional.of(NOON));
        assertThat(feeds.events(ADA, 2, 3, 10)).containsExactly(new FeedEvent.Read(3, 1, first));
        assertThat(feeds.positions(List.of(ADA))).containsValue(new Position(3, 1));
    }

    @Test
    void all_are_read_once() {
        assertThat(written(() -> feeds.markAllRead(ADA, NOON))).isEqualTo(new Marked(0, Optional.empty()));
        append(entry(ADA, "a"), entry(ADA, "b"), entry(BOB, "c"));
        assertThat(written(() -> feeds.markAllRead(ADA, NOON)))
                .isEqualTo(new Marked(0, Optional.of(new FeedEvent.AllRead(3, 0))));
        assertThat(written(() -> feeds.markAllRead(ADA, NOON))).isEqualTo(new Marked(0, Optional.empty()));
        assertThat(feeds.events(ADA, 2, 10, 10)).containsExactly(new FeedEvent.AllRead(3, 0));
        assertThat(feeds.positions(List.of(ADA, BOB)))
                .isEqualTo(Map.of(ADA, new Position(3, 0), BOB, new Position(1, 1)));
        assertThat(feeds.list(ADA, OptionalLong.empty(), true, 10)).isEmpty();
    }

    @Test
    void events_are_pruned_by_number_and_by_age_and_a_list_goes_as_a_whole() {
        append(entry(ADA, "a"), entry(ADA, "b"), entry(ADA, "c"), entry(BOB, "d"));
        database.write(scope -> {
            feeds.prune(ADA, 2);
            return 0;
        });
        assertThat(feeds.events(ADA, 0, 10, 10)).extracting(FeedEvent::seq).containsExactly(3L);
        assertThat(written(() -> feeds.prune(NOON, 10))).isZero();
        assertThat(written(() -> feeds.prune(NOON.plusSeconds(1), 1))).isEqualTo(1);
        assertThat(written(() -> feeds.prune(NOON.plusSeconds(1), 10))).isEqualTo(1);
        assertThat(feeds.list(ADA, OptionalLong.empty(), false, 10)).hasSize(3);
        database.write(scope -> {
            feeds.forget(ADA);
            return 0;
        });
        assertThat(feeds.list(ADA, OptionalLong.empty(), false, 10)).isEmpty();
        assertThat(feeds.positions(List.of(ADA, BOB))).containsOnlyKeys(BOB);
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
                        database.write(scope -> feeds.markAllRead(ADA, NOON));
                    }
                }
                return null;
            }));
        }
        start.countDown();
        for (Future<?> one : all) {
            one.get();
        }
        long newest = feeds.positions(List.of(ADA)).get(ADA).seq();
        assertThat(feeds.events(ADA, 0, newest, 10_000))
                .extracting(FeedEvent::seq)
                .isEqualTo(LongStream.rangeClosed(1, newest).boxed().toList());
        assertThat(feeds.positions(List.of(BOB)).get(BOB)).isEqualTo(new Position(160, 160));
        assertThat(feeds.list(ADA, OptionalLong.empty(), true, 10_000))
                .hasSize((int) feeds.positions(List.of(ADA)).get(ADA).unread());
    }

    // addressees

    private static final Choice YES = new Choice(true, Optional.empty());
    private static final Choice NO = new Choice(false, Optional.empty());

    @Test
    void what_is_known_of_many_comes_in_one_answer() {
        Addressee active = new Addressee(Long.toString(user("active@example.com", true, false)));
        Addressee inactive = new Addressee(Long.toString(user("inactive@example.com", false, false)));
        database.write(scope -> {
            addressees.want(ADA, Map.of(Channel.SMS, NO, Channel.EMAIL, YES));
            addressees.want(active, Map.of(Channel.IN_APP, NO));
            return 0;
        });
        database.write(scope -> {
            addressees.want(ADA, Map.of(Channel.IN_APP, NO));
            return 0;
        });
        assertThat(addressees.known(List.of(ADA, BOB, active, inactive)))
                .isEqualTo(Map.of(
                        ADA,
                        new Known(Set.of(Channel.SMS, Channel.IN_APP), Optional.empty(), Map.of()),
                        BOB,
                        Known.NOTHING,
                        active,
                        new Known(Set.of(Channel.IN_APP), Optional.of("active@example.com"), Map.of()),
                        inactive,
                        Known.NOTHING));
        assertThat(addressees.known(List.of())).isEmpty();
        database.write(scope -> {
            addressees.want(ADA, Map.of(Channel.SMS, YES));
            addressees.forget(active);
            return 0;
        });
        assertThat(addressees.known(List.of(ADA, active)))
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
        database.write(scope -> {
            addressees.want(user, Map.of(PAGER, choice));
            return 0;
        });
    }

    private Known ofAda() {
        return addressees.known(List.of(ADA)).getOrDefault(ADA, Known.NOTHING);
    }

    @Test
    void those_to_be_told_of_changes_are_active_superusers_and_users_of_roles() {
        long root = user("root@example.com", true, true);
        user("old@example.com", false, true);
        long editor = user("editor@example.com", true, false);
        long super2 = user("super2@example.com", true, false);
        long viewer = user("viewer@example.com", true, false);
        database.write(scope -> {
            long editors = role("Editors", false);
            long admins = role("Admins", true);
            give(editor, editors);
            give(super2, admins);
            give(super2, editors);
            return 0;
        });
        Account rootAccount = account(root, "root@example.com");
        Account editorAccount = account(editor, "editor@example.com");
        Account superAccount = account(super2, "super2@example.com");
        assertThat(addressees.accounts(true, List.of())).containsExactly(rootAccount, superAccount);
        assertThat(addressees.accounts(false, List.of("Editors", "none"))).containsExactly(editorAccount, superAccount);
        assertThat(addressees.accounts(true, List.of("Editors")))
                .containsExactly(rootAccount, editorAccount, superAccount);
        assertThat(addressees.accounts(false, List.of())).isEmpty();
        assertThat(addressees.accounts(List.of(new UserId(viewer), new UserId(root), new UserId(12_345))))
                .containsExactly(rootAccount, account(viewer, "viewer@example.com"));
        assertThat(addressees.accounts(List.of())).isEmpty();
    }

    private static Account account(long id, String email) {
        return new Account(new UserId(id), new EmailAddress(email));
    }

    private long role(String name, boolean superuser) {
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_roles (name, is_superuser, created_at) VALUES (?, ?, ?)",
                name,
                database.parameter(superuser),
                database.parameter(NOON)));
        return database.query(execute -> execute.get("SELECT id FROM admin_roles WHERE name = ?", name)
                .map(row -> Columns.whole(row, "id"))
                .orElseThrow());
    }

    private void give(long user, long role) {
        database.execute(
                execute -> execute.insert("INSERT INTO admin_user_roles (user_id, role_id) VALUES (?, ?)", user, role));
    }

    // the outbox

    private static final Channel PAGER = new Channel("pager");
    private static final List<Channel> OUTSIDE = List.of(PAGER, Channel.EMAIL, Channel.SMS);
    private static final UUID SERVER = UUID.randomUUID();
    private static final UUID OTHER = UUID.randomUUID();
    private static final Content CONTENT =
            new Content("Title", "Body", Optional.of("sms"), Optional.of("subject"), Optional.of("<p>x</p>"));

    private static StoredMessage kept(UUID delivery) {
        return new StoredMessage(
                delivery,
                CONTENT,
                Map.of(Channel.SMS, "+15017122661", PAGER, "https://pager.example/a b?x=1"),
                List.of(Channel.EMAIL),
                List.of(Channel.SMS, Channel.IN_APP),
                Optional.of(new JsonText("[1]")));
    }

    private static NewDelivery row(UUID delivery, Optional<UUID> batch, int position, Optional<Instant> dueAt) {
        return new NewDelivery(
                new DeliveryReference(delivery, batch, position, OptionalLong.of(5)),
                new Destination(ADA, Channel.EMAIL, "a@example.com"),
                Optional.of(Channel.SMS),
                DeliveryStatus.PENDING,
                Optional.empty(),
                Optional.empty(),
                dueAt);
    }

    private long pending(Instant dueAt) {
        UUID delivery = UUID.randomUUID();
        return database.write(scope -> outbox.append(
                        List.of(row(delivery, Optional.empty(), 0, Optional.of(dueAt))), List.of(kept(delivery)), NOON)
                .getFirst());
    }

    private List<ClaimedDelivery> claim(Instant at, Instant lease, int limit) {
        return claim(SERVER, at, lease, limit);
    }

    private List<ClaimedDelivery> claim(UUID server, Instant at, Instant lease, int limit) {
        return database.write(scope -> outbox.claim(server, Channel.EMAIL, at, lease, limit));
    }

    private boolean begin(UUID server, ClaimedDelivery claimed, Instant lease) {
        return database.write(scope -> outbox.begin(server, claimed, lease));
    }

    /** Claims so many and begins to try them. */
    private List<ClaimedDelivery> tried(Instant at, Instant lease, int limit) {
        List<ClaimedDelivery> claimed = claim(at, lease, limit);
        claimed.forEach(each -> assertThat(begin(SERVER, each, lease)).isTrue());
        return claimed.stream().map(ClaimedDelivery::begun).toList();
    }

    private boolean settle(ClaimedDelivery claimed, DeliveryStatus status, Optional<Instant> dueAt) {
        return database.write(scope -> outbox.settle(
                claimed,
                new Settlement(status, Optional.of("smtp"), Optional.of("<1@x>"), Optional.of("error"), dueAt),
                NOON.plusSeconds(5)));
    }

    @Test
    void what_is_due_is_claimed_longest_due_first_and_comes_back_when_its_lease_ends() {
        assertThat(outbox.due(OUTSIDE, NOON)).isEmpty();
        long second = pending(NOON.minusSeconds(1));
        long first = pending(NOON.minusSeconds(2));
        pending(NOON.plusSeconds(60));
        assertThat(outbox.due(OUTSIDE, NOON)).containsExactly(Channel.EMAIL);
        List<ClaimedDelivery> claimed = tried(NOON, NOON.plusSeconds(30), 10);
        assertThat(claimed).extracting(ClaimedDelivery::id).containsExactly(first, second);
        ClaimedDelivery one = claimed.getFirst();
        assertThat(one.attempts()).isEqualTo(1);
        assertThat(one.payload().map(Payload::content)).contains(CONTENT);
        assertThat(one.fallbackOf()).contains(Channel.SMS);
        assertThat(one.delivery().notificationId()).isEqualTo(OptionalLong.of(5));
        assertThat(one.createdAt()).isEqualTo(NOON);
        assertThat(claim(NOON, NOON.plusSeconds(30), 10)).isEmpty();
        assertThat(outbox.due(OUTSIDE, NOON.plusSeconds(29))).isEmpty();
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
        assertThat(outbox.delivery(now.delivery().id()).orElseThrow().channels())
                .extracting(ChannelDelivery::status)
                .containsExactly(DeliveryStatus.SENT);
    }

    @Test
    void of_many_dispatchers_each_row_has_one() throws Exception {
        UUID batch = UUID.randomUUID();
        List<UUID> deliveries =
                IntStream.range(0, 200).mapToObj(i -> UUID.randomUUID()).toList();
        List<NewDelivery> rows = new ArrayList<>();
        deliveries.forEach(each -> rows.add(row(each, Optional.of(batch), rows.size(), Optional.of(NOON))));
        List<Long> ids = database.write(scope -> outbox.append(
                rows, deliveries.stream().map(NotificationsContract::kept).toList(), NOON));
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
                } while (!some.isEmpty() || !outbox.due(OUTSIDE, NOON).isEmpty());
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
        assertThat(outbox.batch(batch)).extracting(Delivery::id).isEqualTo(deliveries);
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
        assertThat(written(() -> outbox.release(SERVER, List.of(first, second), NOON)))
                .isEqualTo(1);
        assertThat(written(() -> outbox.release(OTHER, NOON))).isZero();
        assertThat(claim(OTHER, NOON, lease, 3)).extracting(ClaimedDelivery::id).containsExactly(second);
        assertThat(begin(SERVER, rows.get(1), lease))
                .as("another server has it")
                .isFalse();
        assertThat(written(() -> outbox.release(SERVER, NOON))).isEqualTo(1);
        assertThat(claim(OTHER, NOON, lease, 3)).extracting(ClaimedDelivery::id).containsExactly(third);
        assertThat(claim(lease, lease.plusSeconds(1), 1))
                .as("what was tried has its lease")
                .extracting(ClaimedDelivery::id, ClaimedDelivery::attempts)
                .containsExactly(org.assertj.core.api.Assertions.tuple(first, 1));
    }

    @Test
    void what_servers_that_are_not_there_have_claimed_and_not_tried_is_due() {
        JdbcServerRegistry servers = new JdbcServerRegistry(database);
        Instant lease = NOON.plusSeconds(120);
        long tried = pending(NOON.minusSeconds(2));
        long waiting = pending(NOON.minusSeconds(1));
        List<ClaimedDelivery> rows = claim(OTHER, NOON, lease, 2);
        assertThat(begin(OTHER, rows.getFirst(), lease)).isTrue();
        written(() -> {
            servers.beat(SERVER);
            servers.beat(OTHER);
            servers.beat(OTHER);
            return 0;
        });
        assertThat(written(() -> servers.expire(SERVER, Duration.ofSeconds(60))))
                .as("one process alone has an SQLite database")
                .isEqualTo(database.kind() instanceof SqliteKind ? 1 : 0);
        if (!(database.kind() instanceof SqliteKind)) {
            assertThat(written(() -> outbox.releaseAbandoned(NOON))).isZero();
            database.write(scope -> database.execute(execute ->
                    execute.update("UPDATE admin_servers SET heartbeat_at = heartbeat_at - interval '61 seconds'")));
            assertThat(written(() -> servers.expire(SERVER, Duration.ofSeconds(60))))
                    .as("the other one, never itself")
                    .isEqualTo(1);
        }
        assertThat(written(() -> outbox.releaseAbandoned(NOON))).isEqualTo(1);
        assertThat(claim(NOON, lease, 2)).extracting(ClaimedDelivery::id).containsExactly(waiting);
        assertThat(tried).isNotEqualTo(waiting);
        written(() -> {
            servers.leave(SERVER);
            return 0;
        });
        assertThat(count("admin_servers")).isZero();
        assertThat(written(() -> outbox.releaseAbandoned(NOON))).isEqualTo(1);
    }

    @Test
    void a_stop_in_the_middle_of_a_batch_finishes_what_is_sent_and_another_server_sends_the_rest() throws Exception {
        NotificationsAssembly first = server(NotificationsSettings.usual());
        NotificationsAssembly second = server(NotificationsSettings.usual());
        CountDownLatch sending = new CountDownLatch(16);
        CountDownLatch answer = new CountDownLatch(1);
        mailbox.sending = () -> {
            sending.countDown();
            try {
                answer.await();
            } catch (InterruptedException e) {
                throw new ProviderException("interrupted", true);
            }
        };
        List<Recipient> recipients = IntStream.range(0, 60)
                .mapToObj(i -> Recipient.of("u" + i).at("email", "u" + i + "@example.com"))
                .toList();
        Message message = new Message(
                "text", Optional.of(List.of("email")), Optional.empty(), Optional.empty(), Map.of(), Optional.empty());
        Future<Batch> waiting =
                threads.submit(() -> first.sending().sendBatch(OPERATOR, recipients, message, Mode.WAIT));
        sending.await();
        first.upkeep().stop();
        assertThat(first.upkeep().close(Duration.ofMillis(1))).isEqualTo(16);
        assertThat(count("admin_notification_logs WHERE attempts = 1")).isEqualTo(16);
        assertThat(count("admin_notification_logs WHERE claimed_by IS NOT NULL"))
                .isZero();
        mailbox.sending = () -> {};
        while (second.upkeep().dispatch() || !outbox.due(OUTSIDE, now).isEmpty()) {
            second.upkeep().awaitWork(Duration.ofMillis(5));
        }
        answer.countDown();
        assertThat(waiting.get().deliveries()).hasSize(60);
        Waiting.until("all are sent", () -> count("admin_notification_logs WHERE status = 'sent'") == 60);
        assertThat(mailbox.messages).extracting(EmailMessage::to).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void a_sent_row_keeps_its_time_while_its_provider_is_asked() {
        pending(NOON);
        ClaimedDelivery claimed = tried(NOON, NOON.plusSeconds(30), 1).getFirst();
        assertThat(settle(claimed, DeliveryStatus.SENT, Optional.of(NOON.plusSeconds(15))))
                .isTrue();
        assertThat(outbox.sent("smtp", "<1@x>"))
                .hasValueSatisfying(sent -> assertThat(sent.attempts()).isEqualTo(1));
        assertThat(outbox.sent("other", "<1@x>")).isEmpty();
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
        List<Long> ids = database.write(scope -> outbox.append(List.of(inApp, sms), List.of(), NOON));
        assertThat(outbox.delivery(delivery))
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
        assertThat(outbox.delivery(UUID.randomUUID())).isEmpty();
        assertThat(outbox.batch(UUID.randomUUID())).isEmpty();
        assertThat(written(() -> outbox.channels(delivery))).containsExactlyInAnyOrder(Channel.IN_APP, Channel.SMS);
        assertThat(written(() -> outbox.hold(delivery))).isEmpty();
    }

    @Test
    void failed_rows_are_listed_tried_again_and_go_with_time() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(pending(NOON));
        }
        List<ClaimedDelivery> claimed = tried(NOON, NOON.plusSeconds(30), 10);
        claimed.forEach(each -> settle(each, DeliveryStatus.FAILED, Optional.empty()));
        List<DeadLetter> page = outbox.failed(OptionalLong.empty(), 3);
        assertThat(page).extracting(DeadLetter::id).containsExactly(ids.get(3), ids.get(2), ids.get(1));
        assertThat(page.getFirst().error()).contains("error");
        assertThat(page.getFirst().failedAt()).isEqualTo(NOON.plusSeconds(5));
        assertThat(outbox.failed(OptionalLong.of(ids.get(1)), 3))
                .extracting(DeadLetter::id)
                .containsExactly(ids.getFirst());
        UUID first = claimed.getFirst().delivery().id();
        assertThat(written(() -> outbox.hold(first))).contains(kept(first));
        assertThat(written(() -> outbox.retry(List.of(ids.get(0), ids.get(1), 999L), NOON)))
                .isEqualTo(2);
        assertThat(claim(NOON, NOON.plusSeconds(30), 10))
                .hasSize(2)
                .allMatch(each ->
                        each.attempts() == 0 && each.progress().messageId().isEmpty());
        assertThat(written(() -> outbox.prune(NOON, 100))).isZero();
        assertThat(written(() -> outbox.prune(NOON.plusSeconds(1), 3))).isEqualTo(6);
        assertThat(written(() -> outbox.prune(NOON.plusSeconds(1), 3))).isEqualTo(2);
        assertThat(count("admin_notification_logs")).isZero();
        assertThat(count("admin_notification_contents")).isZero();
    }

    @Test
    void nothing_is_sent_to_a_user_who_is_gone() {
        long id = pending(NOON);
        database.write(scope -> {
            outbox.forget(ADA, NOON);
            return 0;
        });
        assertThat(outbox.due(OUTSIDE, NOON.plusSeconds(100))).isEmpty();
        assertThat(count("admin_notification_contents")).isZero();
        assertThat(outbox.failed(OptionalLong.empty(), 1)).isEmpty();
        assertThat(written(() -> outbox.retry(List.of(id), NOON))).isZero();
    }

    // put together

    private static final class Mailbox implements EmailProvider {
        final List<EmailMessage> messages = Collections.synchronizedList(new ArrayList<>());
        volatile boolean down;
        volatile boolean refuses;
        volatile Runnable sending = () -> {};

        @Override
        public String name() {
            return "smtp";
        }

        @Override
        public EmailResult send(EmailMessage message) {
            sending.run();
            if (down || refuses) {
                throw new ProviderException("no", down);
            }
            messages.add(message);
            return new EmailResult("<" + message.idempotencyKey() + ">");
        }
    }

    private final Mailbox mailbox = new Mailbox();

    /** One server on the database. */
    private NotificationsAssembly server(NotificationsSettings settings) {
        List<ModelDefinition> models = new ArrayList<>(NotificationModels.definitions(MessageChannels.BUILT_IN));
        models.add(IdentityModels.users());
        models.addAll(AccessModels.definitions());
        ModelRegistry registry = ModelRegistry.of(models);
        LiveRights rights = new LiveRights() {
            @Override
            public Rights of(UserId user) {
                return Rights.NONE;
            }

            @Override
            public Optional<Lent> lent(UserId user, long role) {
                throw new AssertionError("no key is used here");
            }
        };
        NotificationsAssembly assembly = NotificationsAssembly.of(
                settings,
                new NotificationsAssembly.Storage(
                        database,
                        feeds,
                        addressees,
                        outbox,
                        new JdbcServerRegistry(database),
                        new JdbcRecords(database, registry, new byte[32]),
                        ClusterEvents.none(),
                        true),
                rights,
                (actor, model, action) -> Condition.always(),
                registry,
                threads::execute,
                () -> now,
                new SecureRandom());
        assembly.providers().register(EmailChannel.NAME, EmailChannel.provider("smtp", mailbox));
        return assembly;
    }

    private static final class Numbers implements Follower {
        final List<Long> numbers = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void ready(long seq, long unread) {}

        @Override
        public void event(FeedEvent event) {
            numbers.add(event.seq());
        }

        @Override
        public void reset() {
            numbers.add(-1L);
        }
    }

    @Test
    void two_servers_tell_their_followers_everything_once_and_in_order() throws Exception {
        List<NotificationsAssembly> servers =
                List.of(server(NotificationsSettings.usual()), server(NotificationsSettings.usual()));
        List<Numbers> followers = new ArrayList<>();
        for (NotificationsAssembly server : servers) {
            Numbers numbers = new Numbers();
            server.reading().follow(OPERATOR, ADA, OptionalLong.empty(), numbers);
            followers.add(numbers);
        }
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            NotificationsAssembly server = servers.get(i % 2);
            all.add(threads.submit(() -> {
                for (int k = 0; k < 10; k++) {
                    server.sending().send(OPERATOR, Recipient.of("ada"), Message.of("t", "b"), Mode.WAIT);
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        for (int i = 0; i < servers.size(); i++) {
            servers.get(i).upkeep().catchUp();
            assertThat(followers.get(i).numbers)
                    .isEqualTo(LongStream.rangeClosed(1, 120).boxed().toList());
        }
    }

    @Test
    void a_message_with_everything_goes_its_way_on_a_real_database() throws Exception {
        NotificationsAssembly server =
                server(NotificationsSettings.usual().withChannels(List.of(Channel.IN_APP), List.of(Channel.IN_APP)));
        String id = Long.toString(user("seven@example.com", true, false));
        Message message = new Message(
                "text",
                Optional.of(List.of("email")),
                Optional.of("title"),
                Optional.empty(),
                Map.of(),
                Optional.of(new JsonText("{}")));
        mailbox.down = true;
        Delivery waiting = server.sending().send(OPERATOR, Recipient.of(id), message, Mode.WAIT);
        assertThat(waiting.channels()).extracting(ChannelDelivery::status).containsExactly(DeliveryStatus.RETRYING);
        mailbox.down = false;
        now = now.plusSeconds(60);
        assertThat(server.upkeep().dispatch()).isFalse();
        Waiting.until("the second try succeeds", () -> mailbox.messages.size() == 1);
        mailbox.refuses = true;
        Delivery fallen = server.sending().send(OPERATOR, Recipient.of(id), message, Mode.WAIT);
        assertThat(fallen.channels())
                .extracting(ChannelDelivery::status)
                .containsExactly(DeliveryStatus.FAILED, DeliveryStatus.SENT);
        assertThat(fallen.channels().get(1).fallbackOf()).contains(Channel.EMAIL);
        assertThat(fallen.notificationId()).isPresent();
        assertThat(server.reading().unread(OPERATOR, new Addressee(id))).isEqualTo(1);
        assertThat(server.upkeep().close(Duration.ofSeconds(10))).isZero();
        assertThat(outbox.delivery(waiting.id()).orElseThrow().channels())
                .extracting(ChannelDelivery::status)
                .containsExactly(DeliveryStatus.SENT);
    }

    @Test
    void two_dispatchers_send_each_message_of_a_batch_once() throws Exception {
        List<NotificationsAssembly> servers =
                List.of(server(NotificationsSettings.usual()), server(NotificationsSettings.usual()));
        List<Recipient> recipients = IntStream.range(0, 150)
                .mapToObj(i -> Recipient.of("u" + i).at("email", "u" + i + "@example.com"))
                .toList();
        Batch batch = servers.getFirst()
                .sending()
                .sendBatch(
                        OPERATOR,
                        recipients,
                        new Message(
                                "text",
                                Optional.of(List.of("in_app", "email")),
                                Optional.empty(),
                                Optional.empty(),
                                Map.of(),
                                Optional.empty()),
                        Mode.ASYNC);
        assertThat(batch.counts()).isEqualTo(Map.of(DeliveryStatus.SENT, 150L, DeliveryStatus.PENDING, 150L));
        List<Future<?>> all = new ArrayList<>();
        for (NotificationsAssembly server : servers) {
            all.add(threads.submit(() -> {
                while (!outbox.due(OUTSIDE, now).isEmpty()) {
                    server.upkeep().dispatch();
                    server.upkeep().awaitWork(Duration.ofMillis(5));
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        Waiting.until("all are sent", () -> mailbox.messages.size() == 150);
        for (NotificationsAssembly server : servers) {
            assertThat(server.upkeep().close(Duration.ofSeconds(20))).isZero();
        }
        assertThat(mailbox.messages).hasSize(150);
        assertThat(new HashSet<>(mailbox.messages.stream()
                        .map(EmailMessage::idempotencyKey)
                        .toList()))
                .hasSize(150);
        assertThat(servers.getFirst().sending().batch(OPERATOR, batch.id()).counts())
                .isEqualTo(Map.of(DeliveryStatus.SENT, 300L));
    }

    @Test
    void the_tables_are_models_like_others() {
        NotificationsAssembly server = server(NotificationsSettings.usual());
        server.sending()
                .send(
                        OPERATOR,
                        Recipient.of("ada"),
                        new Message(
                                "text",
                                Optional.of(List.of("in_app")),
                                Optional.of("title"),
                                Optional.empty(),
                                Map.of(),
                                Optional.of(new JsonText("{\"a\":[1]}"))),
                        Mode.WAIT);
        server.reading().setPreference(OPERATOR, ADA, "email", false, Optional.empty(), false);
        ModelRegistry registry = ModelRegistry.of(NotificationModels.definitions(MessageChannels.BUILT_IN));
        JdbcRecords records = new JdbcRecords(database, registry, new byte[32]);
        Map<String, Map<String, Object>> found = new HashMap<>();
        registry.models()
                .forEach(model -> records.scan(model, Condition.always(), Optional.empty(), 10)
                        .forEach(record -> found.put(model.name(), record.values())));
        assertThat(found.get("admin_notifications"))
                .containsEntry("user_id", "ada")
                .containsEntry("title", "title")
                .containsEntry("is_read", false)
                .containsEntry("data", new JsonText("{\"a\":[1]}"));
        assertThat(found.get("admin_notification_logs"))
                .containsEntry("channel", "in_app")
                .containsEntry("status", "sent")
                .containsEntry("attempts", 0L);
        assertThat(found.get("admin_notification_preferences"))
                .containsEntry("channel", "email")
                .containsEntry("enabled", false);
    }

    @Test
    void what_joins_a_unit_of_work_goes_with_it() {
        NotificationsAssembly server = server(NotificationsSettings.usual());
        Numbers numbers = new Numbers();
        server.reading().follow(OPERATOR, ADA, OptionalLong.empty(), numbers);
        assertThatThrownBy(() -> database.write(scope -> {
                    server.sending().send(OPERATOR, Recipient.of("ada"), Message.of("t", "b"), Mode.WAIT);
                    throw new IllegalArgumentException("no");
                }))
                .hasMessage("no");
        server.sending().send(OPERATOR, Recipient.of("ada"), Message.of("t", "b"), Mode.DRY_RUN);
        assertThat(count("admin_notifications")).isZero();
        assertThat(count("admin_notification_logs")).isZero();
        assertThat(numbers.numbers).isEmpty();
        database.write(scope -> {
            server.sending().send(OPERATOR, Recipient.of("ada"), Message.of("t", "b"), Mode.WAIT);
            assertThat(numbers.numbers).isEmpty();
            return 0;
        });
        assertThat(numbers.numbers).containsExactly(1L);
    }
}
