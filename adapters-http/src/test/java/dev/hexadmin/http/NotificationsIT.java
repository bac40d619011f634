package dev.hexadmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.ChannelDelivery;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import dev.hexadmin.domain.notifications.InboxNotification;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Notification;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.api.notifications.DeliveriesResource;
import dev.hexadmin.http.api.notifications.NotificationsResource;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.HttpSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The routes of notifications on a real server, in front of an application that only remembers what it was asked. */
class NotificationsIT {
    private static final String PREFIX = "/api/notifications";
    private static final UUID ID = UUID.fromString("0198f7a0-0000-7000-8000-000000000001");
    private static final UUID BATCH = UUID.fromString("0198f7a0-0000-7000-8000-00000000000b");
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final JsonMapper JSON = new JsonMapper();

    private static final String CHANNELS = "[{\"channel\":\"in_app\",\"provider\":null,\"status\":\"sent\","
            + "\"success\":true,\"message_id\":null,\"error\":null,\"fallback_of\":null},"
            + "{\"channel\":\"sms\",\"provider\":\"twilio\",\"status\":\"retrying\",\"success\":false,"
            + "\"message_id\":\"SM1\",\"error\":\"busy\",\"fallback_of\":\"email\"}]";

    private final Sender sender = new Sender();
    private final Reader reader = new Reader();
    private final Replays replays = new Replays();
    private TestHttpServer server = running(TestHttpServer.settings());

    private TestHttpServer running(HttpSettings settings) {
        IdempotentPosts posts = new IdempotentPosts(replays);
        return new TestHttpServer(
                settings,
                Stream.<List<Route>>of(
                                new NotificationsResource(reader, PREFIX).routes(),
                                new DeliveriesResource(sender, MessageChannels.BUILT_IN, posts, PREFIX).routes())
                        .flatMap(List::stream)
                        .toList());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Remembers what it was asked to send. */
    private static final class Sender implements SendingNotifications {
        private final List<Recipient> recipients = new ArrayList<>();
        private final List<Mode> modes = new ArrayList<>();
        private final List<String> calls = new ArrayList<>();
        private final List<StatusCallback> callbacks = new ArrayList<>();
        private Message message = Message.of("", "");
        private boolean forbidden;

        private static Delivery delivery(String user, Optional<UUID> batch) {
            return new Delivery(
                    ID,
                    batch,
                    new Addressee(user.isEmpty() ? "nobody" : user),
                    OptionalLong.of(12),
                    List.of(
                            new ChannelDelivery(
                                    5,
                                    Channel.IN_APP,
                                    Optional.empty(),
                                    DeliveryStatus.SENT,
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    0),
                            new ChannelDelivery(
                                    6,
                                    Channel.SMS,
                                    Optional.of("twilio"),
                                    DeliveryStatus.RETRYING,
                                    Optional.of("SM1"),
                                    Optional.of("busy"),
                                    Optional.of(Channel.EMAIL),
                                    3)),
                    NOON);
        }

        private void allow() {
            if (forbidden) {
                throw RequestRejectedException.forbidden("forbidden", "This needs the right.");
            }
        }

        private static void refuse(List<Violation> misread) {
            if (!misread.isEmpty()) {
                throw RequestRejectedException.invalid(misread);
            }
        }

        @Override
        public Composition composition(Actor actor) {
            throw new AssertionError("the API has no page to write messages");
        }

        @Override
        public Content preview(Actor actor, Recipient recipient, Message said) {
            throw new AssertionError("the API has no page to write messages");
        }

        @Override
        public Delivery send(Actor actor, Recipient recipient, Message said, Mode mode) {
            throw new AssertionError("the API sends in two steps");
        }

        @Override
        public PreparedSending<Delivery> prepareSend(
                Actor actor, Recipient recipient, Message said, Mode mode, List<Violation> misread) {
            allow();
            refuse(misread);
            recipients.add(recipient);
            modes.add(mode);
            message = said;
            return new Sent<>(delivery(recipient.userId(), Optional.empty()));
        }

        @Override
        public Batch sendBatch(Actor actor, List<Recipient> many, Message said, Mode mode) {
            throw new AssertionError("the API sends in two steps");
        }

        @Override
        public PreparedSending<Batch> prepareBatch(
                Actor actor, List<Recipient> many, Message said, Mode mode, List<Violation> misread) {
            allow();
            refuse(misread);
            recipients.addAll(many);
            modes.add(mode);
            message = said;
            return new Sent<>(new Batch(
                    BATCH,
                    many.stream()
                            .map(each -> delivery(each.userId(), Optional.of(BATCH)))
                            .toList(),
                    NOON));
        }

        /** What is accepted and what became of it are the same here. */
        private record Sent<T>(T settled) implements PreparedSending<T> {
            @Override
            public T carryOut() {
                return settled;
            }

            @Override
            public boolean settles() {
                return true;
            }
        }

        @Override
        public Delivery delivery(Actor actor, UUID id) {
            allow();
            if (!id.equals(ID)) {
                throw RequestRejectedException.notFound("There is no such delivery.");
            }
            return delivery("7", Optional.of(BATCH));
        }

        @Override
        public Batch batch(Actor actor, UUID id) {
            allow();
            if (!id.equals(BATCH)) {
                throw RequestRejectedException.notFound("There is no such batch.");
            }
            return new Batch(
                    BATCH, List.of(delivery("a", Optional.of(BATCH)), delivery("b", Optional.of(BATCH))), NOON);
        }

        @Override
        public DeadLetters deadLetters(Actor actor, int limit, Optional<String> cursor) {
            allow();
            calls.add("dead letters " + limit + " " + cursor);
            return new DeadLetters(
                    List.of(new DeadLetter(
                            6,
                            ID,
                            new Destination(new Addressee("7"), Channel.SMS, "+15017122661"),
                            Optional.of("twilio"),
                            8,
                            Optional.of("busy"),
                            NOON,
                            NOON.plusSeconds(1800))),
                    Optional.of("Ng"));
        }

        @Override
        public int retry(Actor actor, List<Long> ids, boolean dryRun) {
            allow();
            calls.add("retry " + ids + " " + dryRun);
            return (int) ids.stream().filter(id -> id == 6).count();
        }

        @Override
        public void report(Actor actor, String provider, StatusCallback callback) {
            calls.add("report " + provider + " " + (actor instanceof Actor.Anonymous));
            callbacks.add(callback);
            if (!provider.equals("twilio")) {
                throw RequestRejectedException.notFound("No provider of this name takes reports.");
            }
            if (callback.header("X-Twilio-Signature").isEmpty()) {
                throw RequestRejectedException.forbidden("invalid_report", "The provider does not accept this report.");
            }
        }
    }

    /** Has two notifications for user 7. */
    private static final class Reader implements ReadingNotifications {
        private final List<String> calls = new ArrayList<>();

        @Override
        public Page list(Actor actor, Addressee user, int limit, Optional<String> cursor, boolean unreadOnly) {
            calls.add("list " + user + " " + limit + " " + cursor + " " + unreadOnly);
            return new Page(
                    List.of(
                            new InboxNotification(
                                    new Notification(
                                            12,
                                            "Hello",
                                            "Line\n2",
                                            List.of(Channel.IN_APP, Channel.SMS),
                                            Optional.of(new JsonText("{\"order\":7.10}")),
                                            NOON),
                                    DeliveryStatus.SENT,
                                    Optional.of(NOON.plusSeconds(60))),
                            new InboxNotification(
                                    new Notification(11, "", "x", List.of(Channel.IN_APP), Optional.empty(), NOON),
                                    DeliveryStatus.SENT,
                                    Optional.empty())),
                    Optional.of("MTE"),
                    3);
        }

        @Override
        public Optional<Channel> unsubscription(String token) {
            throw new AssertionError();
        }

        @Override
        public Channel unsubscribe(Actor actor, String token) {
            throw new AssertionError();
        }

        @Override
        public boolean mayFollow(Actor actor, Addressee user) {
            throw new AssertionError();
        }

        @Override
        public long recentUnread(Actor actor, Addressee user) {
            return unread(actor, user);
        }

        @Override
        public long unread(Actor actor, Addressee user) {
            calls.add("unread " + user);
            return 3;
        }

        @Override
        public long markRead(Actor actor, Addressee user, long notificationId, boolean dryRun) {
            calls.add("read " + user + " " + notificationId + " " + dryRun);
            if (notificationId != 12) {
                throw RequestRejectedException.notFound("There is no such notification.");
            }
            return 2;
        }

        @Override
        public InboxNotification get(Actor actor, Addressee user, long notificationId) {
            throw new AssertionError();
        }

        @Override
        public long markUnread(Actor actor, Addressee user, long notificationId, boolean dryRun) {
            calls.add("unread again " + user + " " + notificationId + " " + dryRun);
            return 4;
        }

        @Override
        public long markAllRead(Actor actor, Addressee user, boolean dryRun) {
            calls.add("read all " + user + " " + dryRun);
            return 0;
        }

        @Override
        public List<Preference> preferences(Actor actor, Addressee user) {
            return List.of(
                    new Preference(Channel.IN_APP, true, Optional.empty()),
                    new Preference(Channel.EMAIL, false, Optional.empty()),
                    new Preference(Channel.SMS, true, Optional.empty()));
        }

        @Override
        public Preference setPreference(
                Actor actor,
                Addressee user,
                String channel,
                boolean enabled,
                Optional<String> address,
                boolean dryRun) {
            return setPreferences(actor, user, List.of(new PreferenceChange(channel, enabled, address)), dryRun)
                    .getFirst();
        }

        @Override
        public List<Preference> setPreferences(
                Actor actor, Addressee user, List<PreferenceChange> wanted, boolean dryRun) {
            calls.add("want " + user + " " + wanted.size() + " " + dryRun);
            return wanted.stream()
                    .map(each -> new Preference(new Channel(each.channel()), each.enabled(), each.address()))
                    .toList();
        }

        @Override
        public Subscription follow(Actor actor, Addressee user, OptionalLong since, Follower follower) {
            throw new AssertionError("none of these routes follows");
        }
    }

    /** Returns the first response to a key again. */
    private static final class Replays implements ReplayingRequests {
        private byte @Nullable [] first;

        @Override
        public <R> Outcome<R> run(Actor actor, String key, String fingerprint, Request<R> request) {
            if (first != null) {
                return new Outcome<>(request.deserialize(first), true);
            }
            R response = request.prepare().carryOut().answer();
            first = request.serialize(response);
            return new Outcome<>(response, false);
        }
    }

    /** An answer as it came. */
    private record Reply(int statusCode, String head, String body) {
        static Reply of(String answer) {
            int end = answer.indexOf("\r\n\r\n");
            return new Reply(
                    Integer.parseInt(answer.substring(9, 12)), answer.substring(0, end), answer.substring(end + 4));
        }
    }

    private Reply ask(String method, String path, String body, String... headers) {
        Map<String, String> lines = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        lines.put("Host", "127.0.0.1:" + server.server.port());
        lines.put("Connection", "close");
        lines.put("Authorization", "Bearer good");
        if (!body.isEmpty()) {
            lines.put("Content-Type", "application/json");
        }
        lines.put("Content-Length", String.valueOf(bytes.length));
        for (int i = 0; i < headers.length; i += 2) {
            lines.put(headers[i], headers[i + 1]);
        }
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        lines.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write((head + "\r\n").getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(bytes);
            return Reply.of(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        }
    }

    private Reply ok(String method, String path, String body, String... headers) {
        Reply answer = ask(method, path, body, headers);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static List<String> errors(Reply answer) {
        List<String> errors = new ArrayList<>();
        tree(answer)
                .path("errors")
                .forEach(each -> errors.add(
                        each.path("pointer").asText() + " " + each.path("code").asText()));
        return errors;
    }

    private static JsonNode tree(Reply answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    private static String header(Reply answer, String name) {
        return answer.head()
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ": "))
                .map(line -> line.substring(name.length() + 2).strip())
                .collect(Collectors.joining(", "));
    }

    @Test
    void every_path_answers_below_the_prefix_and_below_its_notifications_with_and_without_a_slash() {
        for (String base : List.of(PREFIX, PREFIX + "/notifications")) {
            for (String slash : List.of("", "/")) {
                ok("GET", base + slash, "");
                ok("GET", base + "/unread-count" + slash, "");
                ok("PUT", base + "/12/read" + slash, "");
                ok("PUT", base + "/read-all" + slash, "{}");
                ok("GET", base + "/preferences" + slash, "");
                ok("PUT", base + "/preferences" + slash, "{\"channel\":\"sms\",\"enabled\":true}");
                ok("POST", base + "/send" + slash, "{\"user_id\":1,\"message\":\"x\"}");
                ok("POST", base + "/send/batch" + slash, "{\"recipients\":[{\"user_id\":1}],\"message\":\"x\"}");
                ok("GET", base + "/deliveries/" + ID + slash, "");
                ok("GET", base + "/batches/" + BATCH + slash, "");
                ok("GET", base + "/dead-letters" + slash, "");
                ok("POST", base + "/dead-letters/retry" + slash, "{\"ids\":[6]}");
                ok("POST", base + "/dead-letters/6/retry" + slash, "");
                assertThat(report(base + "/providers/twilio/report" + slash, "A=b")
                                .statusCode())
                        .isEqualTo(204);
            }
        }
    }

    @Test
    void whoever_is_nobody_gets_a_401_on_all_but_the_gateways_route() throws IOException {
        for (String path : List.of("", "/unread-count", "/preferences", "/deliveries/" + ID, "/dead-letters")) {
            assertThat(server.exchange("GET " + PREFIX + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 401 ");
        }
        for (String path : List.of("/send", "/send/batch", "/dead-letters/retry", "/dead-letters/6/retry")) {
            assertThat(server.exchange("POST " + PREFIX + path
                            + " HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 401 ");
        }
        assertThat(sender.modes).isEmpty();
    }

    @Test
    void the_answer_to_a_send_has_the_contracts_shape_and_the_user_id_as_it_was_sent() {
        Reply number =
                ok("POST", PREFIX + "/send", "{\"user_id\":7,\"message\":\"Hi\",\"channels\":[\"in_app\",\"sms\"]}");
        assertThat(number.body()).isEqualTo("{\"user_id\":7,\"notification_id\":12,\"channels\":" + CHANNELS + "}");
        assertThat(header(number, "Cache-Control")).isEqualTo("private, no-store");
        assertThat(header(number, "Link")).isEqualTo("<" + PREFIX + "/deliveries/" + ID + ">; rel=\"status\"");
        assertThat(tree(ok("POST", PREFIX + "/send", "{\"user_id\":\"7\",\"message\":\"Hi\"}"))
                        .path("user_id")
                        .toString())
                .isEqualTo("\"7\"");
        assertThat(tree(ok("POST", PREFIX + "/send", "{\"user_id\":92233720368547758070,\"message\":\"Hi\"}"))
                        .path("user_id")
                        .toString())
                .isEqualTo("92233720368547758070");
        assertThat(sender.recipients).extracting(Recipient::userId).containsExactly("7", "7", "92233720368547758070");
        assertThat(sender.modes).containsOnly(SendingNotifications.Mode.WAIT);
    }

    @Test
    void every_member_of_a_send_reaches_the_application_and_data_digit_by_digit() {
        ok(
                "POST",
                PREFIX + "/send",
                "{\"user_id\":\"a/b\",\"message\":\"\",\"channels\":[\"email\"],\"title\":\"T\",\"template\":\"t\","
                        + "\"context\":{\"n\":1.50,\"flag\":true,\"none\":null},\"data\":{\"price\":1.10,\"data\":[1e2]},"
                        + "\"email\":\"a@example.com\",\"phone\":\"+15017122661\",\"language\":\"de-at\"}");
        Recipient recipient = sender.recipients.getFirst();
        assertThat(recipient.language()).contains(new Language("de-AT"));
        assertThat(recipient.userId()).isEqualTo("a/b");
        assertThat(recipient.addresses()).containsEntry("email", "a@example.com");
        assertThat(recipient.addresses()).containsEntry("phone", "+15017122661");
        assertThat(sender.message.channels()).contains(List.of(Channel.EMAIL));
        assertThat(sender.message.title()).contains("T");
        assertThat(sender.message.template()).contains("t");
        assertThat(sender.message.context())
                .containsEntry("n", new BigDecimal("1.50"))
                .containsEntry("flag", true)
                .containsEntry("none", null);
        assertThat(sender.message.data()).contains(new JsonText("{\"price\":1.10,\"data\":[1e2]}"));
        ok("POST", PREFIX + "/send", "{\"user_id\":1,\"message\":null,\"channels\":null,\"title\":null,\"data\":null}");
        assertThat(sender.message).isEqualTo(Message.builder().build());
    }

    @Test
    void members_of_a_send_that_are_unknown_or_of_a_wrong_kind_are_all_named_at_once() {
        Reply wrong = ask(
                "POST",
                PREFIX + "/send",
                "{\"user_id\":7.5,\"message\":1,\"channels\":\"sms\",\"title\":[],\"template\":{},\"context\":[],"
                        + "\"email\":false,\"phone\":1,\"recipients\":[],\"a/b\":1}");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(errors(wrong))
                .containsExactlyInAnyOrder(
                        "/user_id type",
                        "/message type",
                        "/channels type",
                        "/title type",
                        "/template type",
                        "/context type",
                        "/email type",
                        "/phone type",
                        "/recipients unknown_field",
                        "/a~1b unknown_field");
        assertThat(errors(ask("POST", PREFIX + "/send", "{\"user_id\":1,\"channels\":[\"sms\",2,null]}")))
                .containsExactly("/channels/1 type", "/channels/2 type");
        assertThat(errors(ask("POST", PREFIX + "/send", "{\"user_id\":1,\"message\":\"x\",\"language\":\"de_AT\"}")))
                .containsExactly("/language language");
        assertThat(errors(ask(
                        "POST",
                        PREFIX + "/send/batch",
                        "{\"recipients\":[{\"user_id\":1,\"language\":7},{\"user_id\":2,\"language\":\"\"},"
                                + "{\"user_id\":3,\"language\":null}],\"message\":\"x\",\"language\":\"de\"}")))
                .containsExactlyInAnyOrder(
                        "/recipients/0/language type", "/recipients/1/language language", "/language unknown_field");
        assertThat(ask("POST", PREFIX + "/send", "[]").statusCode()).isEqualTo(422);
        assertThat(ask("POST", PREFIX + "/send", "{").statusCode()).isEqualTo(400);
        assertThat(sender.recipients).isEmpty();
        // the application rejects missing members
        ok("POST", PREFIX + "/send", "{}");
        assertThat(sender.recipients.getFirst().userId()).isEmpty();
    }

    @Test
    void a_batch_is_answered_in_the_order_of_its_recipients() {
        Reply batch = ok(
                "POST",
                PREFIX + "/send/batch",
                "{\"recipients\":[{\"user_id\":2,\"email\":\"b@example.com\",\"channels\":[\"email\"],"
                        + "\"context\":{\"name\":\"B\"}},{\"user_id\":\"1\",\"phone\":\"+15017122661\"}],"
                        + "\"message\":\"x\",\"data\":1}");
        assertThat(batch.body())
                .isEqualTo("{\"batch_id\":\"" + BATCH + "\",\"results\":[{\"user_id\":2,\"notification_id\":12,"
                        + "\"channels\":" + CHANNELS + "},{\"user_id\":\"1\",\"notification_id\":12,\"channels\":"
                        + CHANNELS + "}]}");
        assertThat(header(batch, "Link")).isEqualTo("<" + PREFIX + "/batches/" + BATCH + ">; rel=\"status\"");
        assertThat(sender.recipients.getFirst().channels()).contains(List.of(Channel.EMAIL));
        assertThat(sender.recipients.getFirst().context()).isEqualTo(Map.of("name", "B"));
        assertThat(sender.recipients.getLast().addresses()).containsEntry("phone", "+15017122661");
        assertThat(sender.message.data()).contains(new JsonText("1"));
    }

    @Test
    void each_bad_recipient_is_named_and_nobody_is_sent_to() {
        Reply wrong = ask(
                "POST",
                PREFIX + "/send/batch",
                "{\"recipients\":[{\"user_id\":1},7,{\"user_id\":true,\"title\":\"x\"},{\"user_id\":1,\"context\":1,"
                        + "\"channels\":[1]}],\"message\":\"x\",\"user_id\":1,\"email\":\"a@b.example\"}");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(errors(wrong))
                .containsExactlyInAnyOrder(
                        "/user_id unknown_field",
                        "/email unknown_field",
                        "/recipients/1 type",
                        "/recipients/2/title unknown_field",
                        "/recipients/2/user_id type",
                        "/recipients/3/context type",
                        "/recipients/3/channels/0 type");
        for (String recipients : List.of("null", "{}", "\"x\"")) {
            assertThat(errors(ask("POST", PREFIX + "/send/batch", "{\"recipients\":" + recipients + "}")))
                    .containsExactly("/recipients type");
        }
        assertThat(sender.recipients).isEmpty();
        ok("POST", PREFIX + "/send/batch", "{\"recipients\":[],\"message\":\"x\"}");
        assertThat(sender.modes).hasSize(1); // the application rejects an empty list
    }

    @Test
    void a_thousand_recipients_go_in_and_come_out() {
        JsonNode results = tree(ok(
                        "POST", PREFIX + "/send/batch", "{\"recipients\":" + ones(1_000) + ",\"message\":\"x\"}"))
                .path("results");
        assertThat(results).hasSize(1_000);
        assertThat(results.path(999).path("user_id").asInt()).isEqualTo(1_000);
        assertThat(sender.recipients).hasSize(1_000);
    }

    @Test
    void the_errors_of_an_answer_have_a_limit() {
        String many =
                IntStream.range(0, 20_000).mapToObj(i -> "\"k" + i + "\":1").collect(Collectors.joining(",", "{", "}"));
        assertThat(errors(ask("POST", PREFIX + "/send", many))).hasSize(1_000);
    }

    private static String ones(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> "{\"user_id\":" + i + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void who_does_not_wait_is_told_where_to_look() {
        Reply one = ask(
                "POST",
                PREFIX + "/notifications/send",
                "{\"user_id\":1,\"message\":\"x\"}",
                "Prefer",
                "wait=3, Respond-Async");
        assertThat(one.statusCode()).isEqualTo(202);
        assertThat(header(one, "Location")).isEqualTo(PREFIX + "/deliveries/" + ID);
        assertThat(header(one, "Preference-Applied")).isEqualTo("respond-async");
        assertThat(tree(one).path("channels")).hasSize(2);
        Reply many = ask(
                "POST",
                PREFIX + "/send/batch",
                "{\"recipients\":[{\"user_id\":1}],\"message\":\"x\"}",
                "Prefer",
                "respond-async");
        assertThat(many.statusCode()).isEqualTo(202);
        assertThat(header(many, "Location")).isEqualTo(PREFIX + "/batches/" + BATCH);
        assertThat(sender.modes).containsOnly(SendingNotifications.Mode.ASYNC);
    }

    @Test
    void a_dry_run_is_asked_for_by_header_or_parameter_and_leaves_nothing_to_follow() {
        String body = "{\"user_id\":1,\"message\":\"x\"}";
        for (Reply dry : List.of(
                ok("POST", PREFIX + "/send", body, "Prefer", "tx=rollback, respond-async"),
                ok("POST", PREFIX + "/send?dry_run=true", body),
                ok("PUT", PREFIX + "/12/read?dry_run=1", ""),
                ok("PUT", PREFIX + "/read-all", "", "Prefer", "tx=rollback"),
                ok("PUT", PREFIX + "/preferences?dry_run=true", "[{\"channel\":\"sms\",\"enabled\":true}]"),
                ok("POST", PREFIX + "/dead-letters/retry?dry_run=true", "{\"ids\":[6,9]}"),
                ok("POST", PREFIX + "/dead-letters/6/retry", "", "Prefer", "tx=rollback"))) {
            assertThat(header(dry, "Preference-Applied")).isEqualTo("tx=rollback");
            assertThat(header(dry, "Location") + header(dry, "Link")).isEmpty();
        }
        assertThat(sender.modes).containsExactly(SendingNotifications.Mode.DRY_RUN, SendingNotifications.Mode.DRY_RUN);
        assertThat(reader.calls).containsExactly("read 7 12 true", "read all 7 true", "want 7 1 true");
        assertThat(sender.calls).containsExactly("retry [6, 9] true", "retry [6] true");
    }

    @Test
    void a_repeated_post_gets_its_first_answer() {
        String body = "{\"user_id\":1,\"message\":\"x\"}";
        String first =
                ok("POST", PREFIX + "/send", body, "Idempotency-Key", "k1").body();
        Reply again = ok("POST", PREFIX + "/send", body, "Idempotency-Key", "k1");
        assertThat(again.body()).isEqualTo(first);
        assertThat(header(again, "Idempotent-Replayed")).isEqualTo("true");
        assertThat(header(again, "Link")).contains("rel=\"status\"");
        assertThat(sender.modes).hasSize(1);
    }

    @Test
    void without_the_right_sending_and_looking_after_it_is_a_403() {
        sender.forbidden = true;
        assertThat(List.of(
                        ask("POST", PREFIX + "/send", "{}"),
                        ask("POST", PREFIX + "/send/batch", "{\"recipients\":[]}"),
                        ask("GET", PREFIX + "/deliveries/none", ""),
                        ask("GET", PREFIX + "/batches/none?x=1", ""),
                        ask("GET", PREFIX + "/dead-letters?limit=x", ""),
                        ask("POST", PREFIX + "/dead-letters/retry", "{\"ids\":[]}"),
                        ask("POST", PREFIX + "/dead-letters/x/retry", "")))
                .extracting(Reply::statusCode)
                .containsOnly(403);
    }

    @Test
    void what_has_become_of_a_delivery_and_of_a_batch() {
        String channels = CHANNELS.replace("{\"channel\":\"in_app\"", "{\"id\":5,\"channel\":\"in_app\"")
                .replace("\"fallback_of\":null}", "\"fallback_of\":null,\"attempts\":0}")
                .replace("{\"channel\":\"sms\"", "{\"id\":6,\"channel\":\"sms\"")
                .replace("\"fallback_of\":\"email\"}", "\"fallback_of\":\"email\",\"attempts\":3}");
        assertThat(ok("GET", PREFIX + "/deliveries/" + ID, "").body())
                .isEqualTo("{\"id\":\"" + ID + "\",\"batch_id\":\"" + BATCH
                        + "\",\"created_at\":\"2026-11-20T12:00:00Z\",\"state\":\"in_progress\",\"counts\":{"
                        + "\"pending\":0,\"retrying\":1,\"sent\":1,\"delivered\":0,\"failed\":0,\"skipped\":0},"
                        + "\"user_id\":\"7\",\"notification_id\":12,\"channels\":" + channels + "}");
        assertThat(ok("GET", PREFIX + "/batches/" + BATCH, "").body())
                .startsWith("{\"batch_id\":\"" + BATCH + "\",\"created_at\":\"2026-11-20T12:00:00Z\","
                        + "\"state\":\"in_progress\",\"counts\":{\"pending\":0,\"retrying\":2,\"sent\":2,"
                        + "\"delivered\":0,\"failed\":0,\"skipped\":0},\"results\":[{\"id\":\"" + ID
                        + "\",\"user_id\":\"a\",\"notification_id\":12,\"channels\":" + channels + "},{\"id\":");
        for (String id : List.of("x", "1-1-1-1-1", UUID.randomUUID().toString(), "z".repeat(36))) {
            assertThat(ask("GET", PREFIX + "/deliveries/" + id, "").statusCode())
                    .isEqualTo(404);
            assertThat(ask("GET", PREFIX + "/batches/" + id, "").statusCode()).isEqualTo(404);
        }
        assertThat(errors(ask("GET", PREFIX + "/deliveries/" + ID + "?expand=x", "")))
                .containsExactly("?expand unknown_parameter");
    }

    @Test
    void ones_own_list_is_a_page_with_data_as_it_was_sent() {
        assertThat(ok("GET", PREFIX + "/", "").body())
                .isEqualTo("{\"items\":[{\"id\":12,\"title\":\"Hello\",\"body\":\"Line\\n2\","
                        + "\"channels\":[\"in_app\",\"sms\"],\"data\":{\"order\":7.10},\"status\":\"sent\","
                        + "\"is_read\":true,\"read_at\":\"2026-11-20T12:01:00Z\","
                        + "\"created_at\":\"2026-11-20T12:00:00Z\"},{\"id\":11,\"title\":\"\",\"body\":\"x\","
                        + "\"channels\":[\"in_app\"],\"data\":null,\"status\":\"sent\",\"is_read\":false,"
                        + "\"read_at\":null,\"created_at\":\"2026-11-20T12:00:00Z\"}],\"next_cursor\":\"MTE\","
                        + "\"unread\":3}");
        ok("GET", PREFIX + "?limit=200&cursor=MTE&unread_only=true", "");
        ask("GET", PREFIX + "?limit=ten&unread_only=0", "");
        ask("GET", PREFIX + "?limit=-1", "");
        assertThat(reader.calls)
                .containsExactly(
                        "list 7 50 Optional.empty false",
                        "list 7 200 Optional[MTE] true",
                        "list 7 0 Optional.empty false", // which the application refuses
                        "list 7 0 Optional.empty false");
        assertThat(errors(ask("GET", PREFIX + "?unread_only=yes", ""))).containsExactly("?unread_only type");
        assertThat(errors(ask("GET", PREFIX + "?user_id=8&page=2", "")))
                .containsExactlyInAnyOrder("?user_id unknown_parameter", "?page unknown_parameter");
        assertThat(ask("GET", PREFIX + "/unread-count?x=1", "").statusCode()).isEqualTo(400);
        assertThat(ok("GET", PREFIX + "/unread-count", "").body()).isEqualTo("{\"count\":3}");
    }

    @Test
    void marks_tell_how_many_are_left() {
        assertThat(ok("PUT", PREFIX + "/12/read", "").body()).isEqualTo("{\"success\":true,\"unread\":2}");
        assertThat(ok("PUT", PREFIX + "/read-all", "{}").body()).isEqualTo("{\"success\":true,\"unread\":0}");
        for (String id : List.of("13", "x", "99999999999999999999", "-1")) {
            assertThat(ask("PUT", PREFIX + "/" + id + "/read", "").statusCode()).isEqualTo(404);
        }
        assertThat(errors(ask("PUT", PREFIX + "/read-all", "{\"user_id\":1}")))
                .containsExactly("/user_id unknown_field");
        assertThat(ask("PUT", PREFIX + "/12/read?x=1", "").statusCode()).isEqualTo(400);
        assertThat(ask("POST", PREFIX + "/12/read", "").statusCode()).isEqualTo(405);
    }

    @Test
    void preferences_are_read_whole_and_set_one_or_several() {
        assertThat(ok("GET", PREFIX + "/preferences", "").body())
                .isEqualTo("{\"in_app\":true,\"email\":false,\"sms\":true}");
        assertThat(ok("PUT", PREFIX + "/preferences", "{\"channel\":\"sms\",\"enabled\":false}")
                        .body())
                .isEqualTo("{\"channel\":\"sms\",\"enabled\":false}");
        assertThat(ok(
                                "PUT",
                                PREFIX + "/preferences",
                                "[{\"channel\":\"sms\",\"enabled\":true},{\"enabled\":false,\"channel\":\"email\"}]")
                        .body())
                .isEqualTo("[{\"channel\":\"sms\",\"enabled\":true},{\"channel\":\"email\",\"enabled\":false}]");
        assertThat(ok("PUT", PREFIX + "/preferences", "[]").body()).isEqualTo("[]");
        assertThat(errors(ask("PUT", PREFIX + "/preferences", "{\"channel\":1,\"on\":true}")))
                .containsExactlyInAnyOrder("/on unknown_field", "/channel type", "/enabled type");
        assertThat(errors(ask(
                        "PUT", PREFIX + "/preferences", "[{\"channel\":\"sms\",\"enabled\":1},3,{\"a/b\":1,\"x\":2}]")))
                .containsExactlyInAnyOrder(
                        "/0/enabled type",
                        "/1 type",
                        "/2/a~1b unknown_field",
                        "/2/x unknown_field",
                        "/2/channel type",
                        "/2/enabled type");
        assertThat(errors(ask("PUT", PREFIX + "/preferences", "true"))).containsExactly(" type");
    }

    @Test
    void dead_letters_are_listed_and_tried_again() {
        assertThat(ok("GET", PREFIX + "/dead-letters?limit=1&cursor=Nw", "").body())
                .isEqualTo("{\"items\":[{\"id\":6,\"delivery_id\":\"" + ID + "\",\"user_id\":\"7\","
                        + "\"channel\":\"sms\",\"recipient\":\"+15017122661\",\"provider\":\"twilio\",\"attempts\":8,"
                        + "\"error\":\"busy\",\"created_at\":\"2026-11-20T12:00:00Z\","
                        + "\"failed_at\":\"2026-11-20T12:30:00Z\"}],\"next_cursor\":\"Ng\"}");
        assertThat(errors(ask("GET", PREFIX + "/dead-letters?status=failed", "")))
                .containsExactly("?status unknown_parameter");
        assertThat(ok("POST", PREFIX + "/dead-letters/retry", "{\"ids\":[6,7,6]}")
                        .body())
                .isEqualTo("{\"retried\":2}");
        assertThat(ok("POST", PREFIX + "/dead-letters/6/retry", "{}").body()).isEqualTo("{\"retried\":1}");
        for (String id : List.of("7", "x")) {
            assertThat(ask("POST", PREFIX + "/dead-letters/" + id + "/retry", "")
                            .statusCode())
                    .isEqualTo(404);
        }
        assertThat(errors(ask("POST", PREFIX + "/dead-letters/retry", "{\"ids\":[1,\"2\",1.5],\"all\":true}")))
                .containsExactlyInAnyOrder("/all unknown_field", "/ids/1 type", "/ids/2 type");
        assertThat(errors(ask("POST", PREFIX + "/dead-letters/retry", "{}"))).containsExactly("/ids type");
        assertThat(sender.calls)
                .containsExactly(
                        "dead letters 1 Optional[Nw]",
                        "dead letters 50 Optional.empty",
                        "retry [6, 7, 6] false",
                        "retry [6] false",
                        "retry [7] false",
                        "retry [0] false");
    }

    private Reply report(String path, String body, String... headers) {
        return ask(
                "POST",
                path,
                body,
                Stream.concat(
                                Stream.of(
                                        "Content-Type",
                                        "application/x-www-form-urlencoded; charset=UTF-8",
                                        "X-Twilio-Signature",
                                        "sig"),
                                Stream.of(headers))
                        .toArray(String[]::new));
    }

    @Test
    void a_report_reaches_the_provider_with_the_address_that_the_gateway_called() {
        String path = PREFIX + "/providers/twilio/report/";
        Reply answer = report(
                path + "?a=1&b=%20",
                "MessageSid=SM1&MessageStatus=delivered&To=%2B1501+7122661&Empty=&Bare&&Name=%C3%A9",
                "X-Forwarded-Proto",
                "https",
                "X-Forwarded-Host",
                "shop.example, inner.example",
                "X-Forwarded-For",
                "203.0.113.9, 127.0.0.1",
                "Authorization",
                "Basic nonsense");
        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
        StatusCallback callback = sender.callbacks.getFirst();
        assertThat(callback.url()).isEqualTo("https://shop.example" + path + "?a=1&b=%20");
        assertThat(callback.parameters())
                .isEqualTo(Map.of(
                        "MessageSid",
                        "SM1",
                        "MessageStatus",
                        "delivered",
                        "To",
                        "+1501 7122661",
                        "Empty",
                        "",
                        "Bare",
                        "",
                        "Name",
                        "é"));
        assertThat(callback.header("x-twilio-signature")).contains("sig");
        report(path, "A=b", "X-Forwarded-Proto", "gopher");
        String here = "127.0.0.1:" + server.server.port();
        assertThat(sender.callbacks.getLast().url()).isEqualTo("http://" + here + path);
        assertThat(sender.calls).containsOnly("report twilio true");
    }

    @Test
    void what_an_untrusted_peer_says_of_its_address_is_not_believed() {
        server.close();
        HttpSettings settings = TestHttpServer.settings();
        server = running(new HttpSettings(
                new HttpSettings.Listening(settings.listening().host(), 0, Duration.ofSeconds(5)),
                new HttpSettings.Site(
                        settings.site().adminPath(), settings.site().notificationsPrefix(), ""),
                new HttpSettings.Sizes(
                        settings.sizes().maxBodyBytes(), settings.sizes().maxUploadBytes()),
                List.of(),
                List.of("10.0.0.0/8"),
                new HttpSettings.Tokens(List.of(), "hexadmin"),
                new HttpSettings.Readers(HttpSettings.Visibility.PUBLIC, HttpSettings.Visibility.PUBLIC, List.of()),
                new HttpSettings.Followers(HttpSettings.FollowerLimits.DEFAULTS, false)));
        String path = PREFIX + "/providers/twilio/report";
        report(path, "A=b", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "shop.example");
        assertThat(sender.callbacks.getFirst().url()).isEqualTo("http://127.0.0.1:" + server.server.port() + path);
    }

    @Test
    void a_report_that_is_none_is_refused() {
        String path = PREFIX + "/providers/twilio/report";
        assertThat(ask("POST", path, "{}").statusCode()).isEqualTo(415);
        assertThat(ask("POST", path, "").statusCode()).isEqualTo(415);
        for (String body : List.of("A=1&A=2", "A=%ZZ", "A=%FF", "A=é", "%00=1")) {
            assertThat(report(path, body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(report(path, "A=" + "x".repeat(64 * 1024)).statusCode()).isEqualTo(413);
        assertThat(sender.callbacks).isEmpty();
        assertThat(report(PREFIX + "/providers/pigeon/report", "A=1").statusCode())
                .isEqualTo(404);
        Reply unsigned = ask("POST", path, "A=1", "Content-Type", "application/x-www-form-urlencoded");
        assertThat(unsigned.statusCode()).isEqualTo(403);
        assertThat(tree(unsigned).path("code").asText()).isEqualTo("invalid_report");
        assertThat(ask("GET", path, "").statusCode()).isEqualTo(405);
    }
}
