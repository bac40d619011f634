package dev.hexadmin.persistence.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.FollowingNotifications.Follower;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationModels;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.SendingNotifications.Batch;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.DeliveryObserver;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.StoredMessage;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
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
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.persistence.caching.JdbcMissedChanges;
import dev.hexadmin.persistence.database.sqlite.SqliteKind;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.MonthlyTables;
import dev.hexadmin.persistence.records.JdbcRecords;
import dev.hexadmin.persistence.servers.JdbcServerRegistry;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.ports.NotificationStoresContract;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class NotificationsContract extends NotificationStoresContract {
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
        feeds = new JdbcFeeds(database);
        addressees = new JdbcAddressees(database);
        outbox = new JdbcOutbox(database);
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return database;
    }

    @Override
    protected Feeds feeds() {
        return feeds;
    }

    @Override
    protected Addressees addressees() {
        return addressees;
    }

    @Override
    protected Outbox outbox() {
        return outbox;
    }

    @Override
    protected void openMonth(Instant moment) {
        new MonthlyTables(database).advance(moment);
    }

    @AfterEach
    void close() {
        threads.close();
        database.close();
    }

    private long count(String table) {
        return database.query(execute -> execute.get("SELECT count(*) AS c FROM " + table)
                .map(row -> Columns.whole(row, "c"))
                .orElseThrow());
    }

    @Override
    protected long user(String email, boolean active, boolean superuser) {
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
    void the_migration_to_parts_of_templates_keeps_the_texts_of_waiting_messages() throws Exception {
        UUID delivery = UUID.randomUUID();
        UUID plain = UUID.randomUUID();
        database.write(scope -> outbox.append(
                List.of(
                        row(delivery, Optional.empty(), 0, Optional.empty()),
                        row(plain, Optional.empty(), 0, Optional.empty())),
                List.of(message(delivery, Content.of("Title", "Body")), message(plain, Content.of("Plain", "Body"))),
                NOON));
        change("ALTER TABLE admin_notification_contents DROP COLUMN parts");
        for (String column : List.of("sms_body", "email_subject", "email_html")) {
            change("ALTER TABLE admin_notification_contents ADD COLUMN " + column + " TEXT");
        }
        database.write(scope -> database.execute(execute -> execute.update(
                "UPDATE admin_notification_contents SET sms_body = ?, email_html = ? WHERE title = ?",
                "a\\n\n\\ b",
                "<p>x</p>",
                "Title")));
        try (InputStream script = Database.class.getResourceAsStream("/META-INF/dev.hexadmin.persistence/db-migrations/"
                + database.kind().name() + "/V17__template_parts.sql")) {
            assumeTrue(script != null, "this kind of database came later, and never had these columns");
            for (String statement : new String(script.readAllBytes(), StandardCharsets.UTF_8).split(";", -1)) {
                if (!statement.isBlank()) {
                    change(statement);
                }
            }
        }
        assertThat(written(() -> outbox.hold(delivery))
                        .map(message -> message.content().parts()))
                .contains(Map.of("sms_body", "a\\n\n\\ b", "email_html", "<p>x</p>"));
        assertThat(written(() -> outbox.hold(plain))
                        .map(message -> message.content().parts()))
                .contains(Map.of());
    }

    private void change(String statement) {
        database.write(scope -> database.change(session -> {
            try (Session.Prepared prepared = session.prepare(statement)) {
                return prepared.statement().execute();
            }
        }));
    }

    private static StoredMessage message(UUID delivery, Content content) {
        return new StoredMessage(delivery, content, Map.of(), List.of(), List.of(), Optional.empty(), Optional.empty());
    }

    // addressees

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

    @Override
    protected void role(String name, boolean superuser, long... users) {
        written(() -> {
            long role = role(name, superuser);
            for (long user : users) {
                give(user, role);
            }
            return role;
        });
    }

    private void give(long user, long role) {
        database.execute(
                execute -> execute.insert("INSERT INTO admin_user_roles (user_id, role_id) VALUES (?, ?)", user, role));
    }

    // the outbox

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
            JdbcMissedChanges cached = new JdbcMissedChanges(database);
            long noted = cached.noted();
            assertThat(written(() -> outbox.releaseAbandoned(NOON))).isZero();
            database.write(
                    scope -> database.execute(execute -> execute.update("UPDATE admin_servers SET heartbeat_at = "
                            + database.kind().sql().ago("61"))));
            assertThat(written(() -> servers.expire(SERVER, Duration.ofSeconds(60))))
                    .as("the other one, never itself")
                    .isEqualTo(1);
            assertThat(cached.noted())
                    .as("it may have left a change unpublished")
                    .isNotEqualTo(noted);
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
        CountDownLatch sending = new CountDownLatch(8);
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
                .mapToObj(i -> Recipient.builder("u" + i)
                        .email("u" + i + "@example.com")
                        .build())
                .toList();
        Message message = Message.builder().text("text").channels(Channel.EMAIL).build();
        Future<Batch> waiting =
                threads.submit(() -> first.sending().sendBatch(OPERATOR, recipients, message, Mode.WAIT));
        sending.await();
        first.upkeep().stop();
        assertThat(first.upkeep().close(Duration.ofMillis(1))).isEqualTo(8);
        assertThat(count("admin_notification_logs WHERE attempts = 1")).isEqualTo(8);
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
        outbox.prune(NOON);
        assertThat(count("admin_notification_logs")).isEqualTo(4);
        Instant later = Instant.now().plus(Duration.ofDays(80));
        openMonth(later);
        outbox.prune(later);
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

    // all parts together

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
                new NotificationsAssembly.Execution(
                        threads::execute,
                        () -> now,
                        new SecureRandom(),
                        DeliveryObserver.none(),
                        SecretKeys.of(new byte[32]),
                        Texts.english(),
                        MailBrand.PRODUCT,
                        Optional.empty()));
        assembly.providers().register(Channel.EMAIL, EmailChannel.provider("smtp", mailbox, MailBrand.PRODUCT));
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
        Message message = Message.builder()
                .text("text")
                .channels(Channel.EMAIL)
                .title("title")
                .data(new JsonText("{}"))
                .build();
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
                .mapToObj(i -> Recipient.builder("u" + i)
                        .email("u" + i + "@example.com")
                        .build())
                .toList();
        Batch batch = servers.getFirst()
                .sending()
                .sendBatch(
                        OPERATOR,
                        recipients,
                        Message.builder()
                                .text("text")
                                .channels(Channel.IN_APP, Channel.EMAIL)
                                .build(),
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
                        Message.builder()
                                .text("text")
                                .channels(Channel.IN_APP)
                                .title("title")
                                .data(new JsonText("{\"a\":[1]}"))
                                .build(),
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
