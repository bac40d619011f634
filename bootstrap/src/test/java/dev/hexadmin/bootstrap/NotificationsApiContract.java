package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsReport;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The notification endpoints on a whole server. Each test writes to its own users. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NotificationsApiContract {
    private static final String API = "/api/notifications";
    private static final String SETTINGS = """
        notifications:
          deadline_seconds: 50
          first_retry_seconds: 1
          templates:
            order_shipped:
              title: "Order {number} shipped"
              body: "Your order {number} is on the way, {name}."
              sms_body: "{number} is on the way"
              email_subject: "About {number}"
              email_html: "<b>{name}</b>"
            greeting:
              title: Hello {name}
              body: Good morning
              languages:
                de: { title: "Hallo {name}", body: Guten Morgen }
        """;

    private final Gateway gateway = new Gateway();
    private final Post post = new Post();
    private RunningServer server;
    private String root;
    private String viewer;

    abstract DatabaseSettings database(Path folder);

    /** An SMS gateway whose numbers behave as their endings say. */
    private static final class Gateway implements SmsProvider {
        private static final String SLOW = "0001";
        private static final String REPORTED = "0002";

        private final List<String> sent = new CopyOnWriteArrayList<>();
        private final Set<String> refused = ConcurrentHashMap.newKeySet();
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);

        @Override
        public String name() {
            return "gateway";
        }

        @Override
        public SmsResult send(SmsMessage message) {
            String to = message.to();
            if (refused.contains(to)) {
                throw new ProviderException("the number is not in use", false);
            }
            if (to.endsWith(SLOW)) {
                reached.countDown();
                try {
                    open.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new ProviderException("interrupted", true);
                }
            }
            sent.add(to + " " + message.text());
            return new SmsResult(
                    "SM" + to.substring(1), to.endsWith(REPORTED) ? SmsStatus.QUEUED : SmsStatus.DELIVERED, to);
        }

        @Override
        public SmsStatus checkStatus(String messageId) {
            return messageId.endsWith(REPORTED) ? SmsStatus.QUEUED : SmsStatus.DELIVERED;
        }

        @Override
        public Optional<SmsReport> report(StatusCallback callback) {
            if (!callback.header("X-Signature").equals(Optional.of("signed " + callback.url()))) {
                throw new ProviderException("not signed", false);
            }
            return Optional.of(
                    new SmsReport(callback.parameters().getOrDefault("id", ""), SmsStatus.DELIVERED, Optional.empty()));
        }
    }

    /** A mail server that stores the messages. */
    private static final class Post implements EmailProvider {
        private final List<EmailMessage> sent = new CopyOnWriteArrayList<>();

        @Override
        public String name() {
            return "post";
        }

        @Override
        public EmailResult send(EmailMessage message) {
            sent.add(message);
            return new EmailResult("<" + sent.size() + "@post.example>");
        }
    }

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = running(folder, SETTINGS, gateway);
        root = server.token();
        String roles =
                ok("GET", "/admin/api/roles/?q=Viewer", "").at("/items/0/id").asText();
        assertThat(ask(
                                "POST",
                                "/admin/api/admin_users/",
                                "{\"email\":\"viewer@example.com\",\"password\":\"" + RunningServer.PASSWORD
                                        + "\",\"roles\":[" + roles + "]}")
                        .statusCode())
                .isEqualTo(201);
        viewer = server.token("viewer@example.com", RunningServer.PASSWORD);
    }

    @Test
    void who_has_the_first_role_admin_may_send_and_retry() {
        String admin = ok("GET", "/admin/api/roles/?q=Admin&ordering=name", "")
                .at("/items/0/id")
                .asText();
        assertThat(ask(
                                "POST",
                                "/admin/api/admin_users/",
                                "{\"email\":\"sender@example.com\",\"password\":\"" + RunningServer.PASSWORD
                                        + "\",\"roles\":[" + admin + "]}")
                        .statusCode())
                .isEqualTo(201);
        String sender = server.token("sender@example.com", RunningServer.PASSWORD);
        body(200, server.send("POST", API + "/send", sender, "{\"user_id\":\"7\",\"message\":\"x\"}"));
        body(404, server.send("POST", API + "/dead-letters/987654/retry", sender, ""));
    }

    private RunningServer running(Path folder, String settings, Gateway gateway) throws IOException {
        Path file = Files.writeString(folder.resolve("hexadmin.yaml"), settings);
        RunningServer running = RunningServer.start(database(folder), options -> options.configuration(file));
        running.hexadmin().notifications().registerSmsProvider("gateway", gateway);
        running.hexadmin().notifications().registerEmailProvider("post", post);
        return running;
    }

    @AfterAll
    void stop() {
        gateway.open.countDown();
        server.close();
    }

    private HttpResponse<String> ask(String method, String path, String body, String... headers) {
        return server.send(method, path, root, body, headers);
    }

    private JsonNode ok(String method, String path, String body, String... headers) {
        return body(200, ask(method, path, body, headers));
    }

    private static JsonNode body(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    private static List<String> errors(HttpResponse<String> answer) {
        List<String> errors = new ArrayList<>();
        body(422, answer)
                .path("errors")
                .forEach(each -> errors.add(
                        each.path("pointer").asText() + " " + each.path("code").asText()));
        return errors;
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    /** The number of rows stored for a user. */
    private int kept(String user) {
        return ok("GET", "/admin/api/admin_notification_logs/?user_id=" + user, "")
                .path("total")
                .asInt();
    }

    /** A user who can sign in and has no rights, and their own inbox. */
    private Person person(String name) {
        String email = name + "@example.com";
        String id = body(
                        201,
                        ask(
                                "POST",
                                "/admin/api/admin_users/",
                                "{\"email\":\"" + email + "\",\"password\":\"" + RunningServer.PASSWORD + "\"}"))
                .path("id")
                .asText();
        return new Person(id, server.token(email, RunningServer.PASSWORD));
    }

    private record Person(String id, String token) {}

    private JsonNode mine(Person person, String method, String path, String body) {
        return body(200, server.send(method, API + path, person.token(), body));
    }

    @Test
    void a_message_goes_out_on_every_channel_that_is_named() {
        JsonNode sent = ok(
                "POST",
                API + "/send",
                "{\"user_id\":4711,\"title\":\"Hello\",\"message\":\"Your order is ready.\",\"data\":{\"order\":7.10},"
                        + "\"channels\":[\"in_app\",\"email\",\"sms\"],\"email\":\"every@example.com\","
                        + "\"phone\":\"+15017100003\"}");
        assertThat(sent.path("user_id").isIntegralNumber()).isTrue();
        assertThat(sent.path("notification_id").asLong()).isPositive();
        assertThat(sent.path("channels").findValuesAsText("channel")).containsExactly("in_app", "email", "sms");
        assertThat(sent.path("channels").findValuesAsText("status")).containsOnly("sent");
        assertThat(sent.path("channels").findValuesAsText("success")).containsOnly("true");
        assertThat(sent.path("channels").path(1).path("provider").asText()).isEqualTo("post");
        assertThat(sent.path("channels").path(2).path("message_id").asText()).isEqualTo("SM15017100003");
        assertThat(gateway.sent).contains("+15017100003 Your order is ready.");
        assertThat(post.sent)
                .filteredOn(mail -> mail.to().equals("every@example.com"))
                .singleElement()
                .satisfies(mail -> {
                    assertThat(mail.subject()).isEqualTo("Hello");
                    assertThat(mail.text()).isEqualTo("Your order is ready.");
                });
    }

    @Test
    void templates_are_filled_in_and_what_they_lack_is_named() {
        String send = "{\"user_id\":\"templates\",\"message\":\"\",\"template\":\"order_shipped\",";
        ok(
                "POST",
                API + "/send",
                send + "\"context\":{\"number\":17,\"name\":\"<Ada>\"},\"channels\":[\"sms\",\"email\"],"
                        + "\"email\":\"templates@example.com\",\"phone\":\"+15017100004\"}");
        assertThat(gateway.sent).contains("+15017100004 17 is on the way");
        assertThat(post.sent)
                .filteredOn(mail -> mail.to().equals("templates@example.com"))
                .singleElement()
                .satisfies(mail -> {
                    assertThat(mail.subject()).isEqualTo("About 17");
                    assertThat(mail.text()).isEqualTo("Your order 17 is on the way, <Ada>.");
                    assertThat(mail.html()).contains("<b>&lt;Ada&gt;</b>");
                });
        assertThat(errors(ask("POST", API + "/send", send + "\"context\":{}}")))
                .containsExactlyInAnyOrder("/context/number missing_placeholder", "/context/name missing_placeholder");
        assertThat(errors(ask("POST", API + "/send", send.replace("order_shipped", "nope") + "\"context\":{}}")))
                .containsExactly("/template unknown_template");
        assertThat(errors(ask(
                        "POST",
                        API + "/send/batch",
                        "{\"recipients\":[{\"user_id\":\"t1\",\"context\":{\"name\":\"A\"}},{\"user_id\":\"t2\"}],"
                                + "\"template\":\"order_shipped\",\"context\":{\"number\":1}}")))
                .containsExactly("/recipients/1/context/name missing_placeholder");
        assertThat(kept("t1")).isZero();
    }

    @Test
    void recipients_get_a_template_in_their_language() {
        String german = ok("GET", "/admin/api/admin_users/?email=viewer@example.com", "")
                .at("/items/0/id")
                .asText();
        ok("PATCH", "/admin/api/admin_users/" + german, "{\"language\":\"de\"}");
        ok(
                "POST",
                API + "/send/batch",
                "{\"recipients\":[{\"user_id\":" + german + ",\"email\":\"l1@example.com\"},"
                        + "{\"user_id\":" + german + ",\"email\":\"l2@example.com\",\"language\":\"fr\"},"
                        + "{\"user_id\":\"l3\",\"email\":\"l3@example.com\",\"language\":\"de-AT\"},"
                        + "{\"user_id\":\"l4\",\"email\":\"l4@example.com\"}],"
                        + "\"template\":\"greeting\",\"context\":{\"name\":\"Ada\"},\"channels\":[\"email\",\"in_app\"]}");
        assertThat(post.sent)
                .filteredOn(mail -> mail.to().startsWith("l"))
                .extracting(mail -> mail.to() + ": " + mail.subject() + ", " + mail.text())
                .containsExactlyInAnyOrder(
                        "l1@example.com: Hallo Ada, Guten Morgen",
                        "l2@example.com: Hello Ada, Good morning",
                        "l3@example.com: Hallo Ada, Guten Morgen",
                        "l4@example.com: Hello Ada, Good morning");
        assertThat(body(200, server.send("GET", API + "/", viewer, ""))
                        .path("items")
                        .findValuesAsText("title"))
                .containsExactlyInAnyOrder("Hallo Ada", "Hello Ada");
        assertThat(errors(ask(
                        "POST",
                        API + "/send/batch",
                        "{\"recipients\":[{\"user_id\":\"l5\",\"language\":\"de_AT\"}],\"template\":\"greeting\"}")))
                .containsExactlyInAnyOrder(
                        "/recipients/0/language language", "/recipients/0/context/name missing_placeholder");
    }

    @Test
    void errors_of_a_message_have_pointers() {
        assertThat(errors(ask("POST", API + "/send", "{}")))
                .containsExactlyInAnyOrder("/user_id required", "/message required");
        assertThat(errors(ask(
                        "POST",
                        API + "/send",
                        "{\"user_id\":1,\"message\":\"x\",\"channels\":[\"in_app\",\"pigeon\"]}")))
                .containsExactly("/channels/1 unknown_channel");
        assertThat(errors(ask(
                        "POST",
                        API + "/send",
                        "{\"user_id\":\"addressless\",\"message\":\"x\",\"channels\":[\"email\",\"sms\"]}")))
                .containsExactlyInAnyOrder("/email address_unknown", "/phone address_unknown");
        assertThat(errors(ask(
                        "POST",
                        API + "/send",
                        "{\"user_id\":1,\"message\":\"x\",\"email\":\"nobody\",\"phone\":\"0123\",\"to\":1}")))
                .containsExactlyInAnyOrder("/to unknown_field", "/email email", "/phone phone");
        assertThat(errors(ask("POST", API + "/send/batch", "{\"recipients\":[],\"message\":\"x\"}")))
                .containsExactly("/recipients items");
        assertThat(kept("addressless")).isZero();
    }

    @Test
    void a_title_cannot_add_a_header_to_a_mail() {
        ok(
                "POST",
                API + "/send",
                "{\"user_id\":\"inject\",\"title\":\"Hi\\r\\nBcc: all@example.com\",\"message\":\"x\","
                        + "\"channels\":[\"email\"],\"email\":\"inject@example.com\"}");
        assertThat(post.sent)
                .filteredOn(mail -> mail.to().equals("inject@example.com"))
                .singleElement()
                .satisfies(
                        mail -> assertThat(mail.subject()).doesNotContain("\r").doesNotContain("\n"));
        assertThat(errors(ask(
                        "POST",
                        API + "/send",
                        "{\"user_id\":1,\"message\":\"x\",\"channels\":[\"email\"],"
                                + "\"email\":\"a@example.com\\r\\nBcc: all@example.com\"}")))
                .containsExactly("/email email");
    }

    @Test
    void a_batch_is_answered_in_order_and_one_bad_recipient_stops_all_of_it() {
        JsonNode batch = ok(
                "POST",
                API + "/notifications/send/batch/",
                "{\"recipients\":[{\"user_id\":\"b3\"},{\"user_id\":71},{\"user_id\":\"b1\",\"channels\":[\"sms\"],"
                        + "\"phone\":\"+15017100005\"}],\"message\":\"To all\"}");
        assertThat(batch.path("results").findValues("user_id"))
                .extracting(JsonNode::toString)
                .containsExactly("\"b3\"", "71", "\"b1\"");
        assertThat(batch.at("/results/2/channels/0/channel").asText()).isEqualTo("sms");
        assertThat(batch.at("/results/2/notification_id").isNull()).isTrue();
        JsonNode state = ok("GET", API + "/batches/" + batch.path("batch_id").asText(), "");
        assertThat(state.path("state").asText()).isEqualTo("done");
        assertThat(state.at("/counts/sent").asInt()
                        + state.at("/counts/delivered").asInt())
                .isEqualTo(3);
        assertThat(state.path("results").findValuesAsText("user_id")).containsExactly("b3", "71", "b1");
        assertThat(
                        errors(
                                ask(
                                        "POST",
                                        API + "/send/batch",
                                        "{\"recipients\":[{\"user_id\":\"b4\"},{\"user_id\":\"b5\",\"email\":\"x\"},{\"user_id\":\"\"},7,"
                                                + "{\"user_id\":true,\"channels\":[\"sms\",\"fax\",1]}],\"message\":\"To all\",\"title\":1}")))
                .containsExactlyInAnyOrder(
                        "/title type",
                        "/recipients/1/email email",
                        "/recipients/2/user_id required",
                        "/recipients/3 type",
                        "/recipients/4/user_id type",
                        "/recipients/4/channels/1 unknown_channel",
                        "/recipients/4/channels/2 type");
        assertThat(kept("b4")).isZero();
    }

    @Test
    void a_thousand_recipients_fit_in_one_call_and_one_more_is_too_many() {
        JsonNode batch = ok("POST", API + "/send/batch", thousand(1_000));
        assertThat(batch.path("results")).hasSize(1_000);
        assertThat(batch.at("/results/999/user_id").asText()).isEqualTo("many-1000");
        assertThat(ok("GET", API + "/batches/" + batch.path("batch_id").asText(), "")
                        .at("/counts/sent")
                        .asInt())
                .isEqualTo(1_000);
        assertThat(errors(ask("POST", API + "/send/batch", thousand(1_001)))).containsExactly("/recipients items");
    }

    private static String thousand(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> "{\"user_id\":\"many-" + i + "\"}")
                .collect(Collectors.joining(",", "{\"recipients\":[", "],\"message\":\"x\"}"));
    }

    @Test
    void a_channel_that_the_user_does_not_want_is_skipped() {
        Person shy = person("shy");
        assertThat(mine(shy, "GET", "/preferences", "").toString())
                .isEqualTo("{\"in_app\":true,\"email\":true,\"sms\":true}");
        mine(shy, "PUT", "/preferences", "{\"channel\":\"sms\",\"enabled\":false}");
        mine(
                shy,
                "PUT",
                "/preferences?dry_run=true",
                "[{\"channel\":\"email\",\"enabled\":false},{\"channel\":\"sms\",\"enabled\":true}]");
        mine(shy, "PUT", "/notifications/preferences/", "[{\"channel\":\"in_app\",\"enabled\":false}]");
        assertThat(mine(shy, "GET", "/preferences/", "").toString())
                .isEqualTo("{\"in_app\":false,\"email\":true,\"sms\":false}");
        JsonNode sent = ok(
                "POST",
                API + "/send",
                "{\"user_id\":" + shy.id() + ",\"message\":\"x\",\"channels\":[\"sms\",\"in_app\",\"email\"],"
                        + "\"phone\":\"+15017100006\"}");
        assertThat(sent.path("channels").findValuesAsText("status")).containsExactly("skipped", "skipped", "sent");
        assertThat(sent.path("channels").findValuesAsText("success")).containsExactly("false", "false", "true");
        assertThat(sent.path("notification_id").isNull()).isTrue();
        assertThat(gateway.sent).noneMatch(each -> each.startsWith("+15017100006"));
        assertThat(post.sent).anyMatch(mail -> mail.to().equals("shy@example.com"));
        assertThat(mine(shy, "GET", "/unread-count", "").path("count").asInt()).isZero();
        assertThat(errors(server.send(
                        "PUT",
                        API + "/preferences",
                        shy.token(),
                        "[{\"channel\":\"sms\",\"enabled\":true},{\"channel\":\"fax\",\"enabled\":true}]")))
                .containsExactly("/1/channel unknown_channel");
        assertThat(mine(shy, "GET", "/preferences", "").path("sms").asBoolean()).isFalse();
    }

    @Test
    void ones_list_has_pages_and_marks_that_are_made_once() {
        Person reader = person("reader");
        Person other = person("other");
        for (int i = 1; i <= 5; i++) {
            ok(
                    "POST",
                    API + "/send",
                    "{\"user_id\":\"" + reader.id() + "\",\"message\":\"m" + i + "\",\"data\":{\"n\":1.0}}");
        }
        JsonNode first = mine(reader, "GET", "/?limit=2", "");
        assertThat(first.path("items").findValuesAsText("body")).containsExactly("m5", "m4");
        assertThat(first.at("/items/0/data").toString()).isEqualTo("{\"n\":1.0}");
        assertThat(first.path("unread").asInt()).isEqualTo(5);
        JsonNode second = mine(
                reader,
                "GET",
                "/notifications?limit=3&cursor=" + first.path("next_cursor").asText(),
                "");
        assertThat(second.path("items").findValuesAsText("body")).containsExactly("m3", "m2", "m1");
        assertThat(second.path("next_cursor").isNull()).isTrue();

        String id = first.at("/items/0/id").asText();
        assertThat(mine(reader, "PUT", "/" + id + "/read?dry_run=true", "")
                        .path("unread")
                        .asInt())
                .isEqualTo(4);
        assertThat(mine(reader, "GET", "/unread-count", "").path("count").asInt())
                .isEqualTo(5);
        for (int i = 0; i < 2; i++) {
            assertThat(mine(reader, "PUT", "/" + id + "/read", "").toString())
                    .isEqualTo("{\"success\":true,\"unread\":4}");
        }
        JsonNode readAt = mine(reader, "GET", "?limit=1", "").at("/items/0/read_at");
        assertThat(readAt.isTextual()).isTrue();
        assertThat(mine(reader, "GET", "?unread_only=true", "").path("items")).hasSize(4);
        assertThat(server.send("PUT", API + "/" + id + "/read", other.token(), "")
                        .statusCode())
                .isEqualTo(404);
        assertThat(mine(other, "GET", "", "").path("items")).isEmpty();
        for (int i = 0; i < 2; i++) {
            assertThat(mine(reader, "PUT", "/notifications/read-all/", "").toString())
                    .isEqualTo("{\"success\":true,\"unread\":0}");
        }
        assertThat(mine(reader, "GET", "?limit=1", "").at("/items/0/read_at")).isEqualTo(readAt);
        for (String query : List.of("limit=0", "limit=201", "limit=x", "cursor=x", "unread_only=2", "page=1")) {
            HttpResponse<String> refused = server.send("GET", API + "/?" + query, reader.token(), "");
            assertThat(body(400, refused).at("/errors/0/pointer").asText())
                    .isEqualTo("?" + query.substring(0, query.indexOf('=')));
        }
    }

    @Test
    void who_may_only_view_sends_nothing_and_sees_no_deliveries() {
        String send = "{\"user_id\":\"forbidden\",\"message\":\"x\"}";
        HttpResponse<String> accepted = ask("POST", API + "/send", send, "Prefer", "respond-async");
        for (HttpResponse<String> refused : List.of(
                server.send("POST", API + "/send", viewer, send),
                server.send("POST", API + "/send", viewer, "{\"user_id\":true}"),
                server.send(
                        "POST", API + "/send/batch", viewer, "{\"recipients\":[{\"user_id\":1}],\"message\":\"x\"}"),
                server.send("GET", header(accepted, "Location"), viewer, ""),
                server.send("GET", API + "/deliveries/none", viewer, ""),
                server.send("GET", API + "/dead-letters", viewer, ""),
                server.send("POST", API + "/dead-letters/retry", viewer, "{\"ids\":[1]}"),
                server.send("POST", API + "/dead-letters/1/retry", viewer, ""))) {
            assertThat(body(403, refused).path("code").asText()).isEqualTo("forbidden");
        }
        assertThat(kept("forbidden")).isEqualTo(1);
        assertThat(server.send("GET", API + "/", viewer, "").statusCode()).isEqualTo(200);
        assertThat(server.send("GET", API + "/", "", "").statusCode()).isEqualTo(401);
    }

    @Test
    void who_does_not_wait_follows_the_delivery_to_its_end() {
        HttpResponse<String> accepted = ask(
                "POST",
                API + "/notifications/send",
                "{\"user_id\":\"async\",\"message\":\"Later\",\"channels\":[\"in_app\",\"sms\"],"
                        + "\"phone\":\"+15017100007\"}",
                "Prefer",
                "respond-async");
        assertThat(body(202, accepted).at("/channels/0/status").asText()).isEqualTo("sent");
        assertThat(header(accepted, "Preference-Applied")).isEqualTo("respond-async");
        String location = header(accepted, "Location");
        assertThat(location).startsWith(API + "/deliveries/");
        Waiting.until(() -> ok("GET", location, "").path("state").asText().equals("done"));
        JsonNode done = ok("GET", location + "/", "");
        assertThat(done.path("user_id").asText()).isEqualTo("async");
        assertThat(done.at("/channels/1/success").asBoolean()).isTrue();
        assertThat(done.at("/channels/1/attempts").asInt()).isEqualTo(1);
        assertThat(gateway.sent).contains("+15017100007 Later");
        HttpResponse<String> batch = ask(
                "POST",
                API + "/send/batch",
                "{\"recipients\":[{\"user_id\":\"async\"}],\"message\":\"x\"}",
                "Prefer",
                "respond-async");
        assertThat(header(batch, "Location"))
                .isEqualTo(API + "/batches/" + body(202, batch).path("batch_id").asText());
        assertThat(ok("GET", header(batch, "Location"), "").at("/counts/sent").asInt())
                .isEqualTo(1);
    }

    @Test
    void a_repeated_request_is_sent_once_and_a_concurrent_one_is_asked_to_wait() throws InterruptedException {
        String body = "{\"user_id\":99,\"message\":\"Once\",\"channels\":[\"sms\"],\"phone\":\"+1501710" + Gateway.SLOW
                + "\"}";
        String[] key = {"Idempotency-Key", "f1a9"};
        CompletableFuture<HttpResponse<String>> first =
                CompletableFuture.supplyAsync(() -> ask("POST", API + "/send", body, key));
        gateway.reached.await();
        HttpResponse<String> twin = ask("POST", API + "/send", body, key);
        assertThat(body(409, twin).path("code").asText()).isEqualTo("request_in_progress");
        assertThat(header(twin, "Retry-After")).isEqualTo("1");
        gateway.open.countDown();
        String answer = body(200, first.join()).toString();
        HttpResponse<String> again = ask("POST", API + "/send/", body, key);
        assertThat(body(200, again).toString()).isEqualTo(answer);
        assertThat(header(again, "Idempotent-Replayed")).isEqualTo("true");
        assertThat(gateway.sent)
                .filteredOn(each -> each.startsWith("+1501710" + Gateway.SLOW))
                .hasSize(1);
        assertThat(body(422, ask("POST", API + "/send", body.replace("Once", "Twice"), key))
                        .path("code")
                        .asText())
                .isEqualTo("idempotency_mismatch");
        assertThat(kept("99")).isEqualTo(1);
    }

    @Test
    void a_dry_run_keeps_and_sends_nothing() {
        HttpResponse<String> dry = ask(
                "POST",
                API + "/send",
                "{\"user_id\":\"dry\",\"message\":\"x\",\"channels\":[\"in_app\",\"sms\"],\"phone\":\"+15017100008\"}",
                "Prefer",
                "tx=rollback");
        assertThat(body(200, dry).path("channels")).hasSize(2);
        assertThat(header(dry, "Preference-Applied")).isEqualTo("tx=rollback");
        JsonNode batch = ok(
                "POST", API + "/send/batch?dry_run=true", "{\"recipients\":[{\"user_id\":\"dry\"}],\"message\":\"x\"}");
        assertThat(ask("GET", API + "/batches/" + batch.path("batch_id").asText(), "")
                        .statusCode())
                .isEqualTo(404);
        assertThat(errors(ask("POST", API + "/send?dry_run=true", "{\"user_id\":\"dry\"}")))
                .containsExactly("/message required");
        assertThat(kept("dry")).isZero();
        assertThat(gateway.sent).noneMatch(each -> each.startsWith("+15017100008"));
    }

    @Test
    void what_was_given_up_is_listed_and_tried_again_when_asked() {
        gateway.refused.add("+15017100009");
        String send =
                "{\"user_id\":\"dead\",\"message\":\"At last\",\"channels\":[\"sms\"],\"phone\":\"+15017100009\"}";
        List<String> deliveries = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> failed = ask("POST", API + "/send", send);
            assertThat(body(200, failed).at("/channels/0/status").asText()).isEqualTo("failed");
            assertThat(RunningServer.json(failed).at("/channels/0/error").asText())
                    .contains("the number is not in use");
            deliveries.add(header(failed, "Link").replaceAll("<(.*)>.*", "$1"));
        }
        JsonNode letters = ok("GET", API + "/dead-letters?limit=2", "").path("items");
        assertThat(letters.findValuesAsText("recipient")).containsExactly("+15017100009", "+15017100009");
        String newer = letters.at("/0/id").asText();
        String older = letters.at("/1/id").asText();
        String path = API + "/notifications/dead-letters/";
        assertThat(ok("POST", path + "retry/?dry_run=true", "{\"ids\":[" + newer + "," + older + "]}")
                        .path("retried")
                        .asInt())
                .isEqualTo(2);
        assertThat(ok("GET", API + "/dead-letters?limit=1", "")
                        .at("/items/0/id")
                        .asText())
                .isEqualTo(newer);

        gateway.refused.remove("+15017100009");
        assertThat(ok("POST", path + newer + "/retry/", "").path("retried").asInt())
                .isEqualTo(1);
        assertThat(ok("POST", path + "retry", "{\"ids\":[" + newer + "," + older + ",999999]}")
                        .path("retried")
                        .asInt())
                .isEqualTo(1);
        for (String delivery : deliveries) {
            Waiting.until(
                    () -> ok("GET", delivery, "").at("/channels/0/success").asBoolean());
        }
        assertThat(gateway.sent)
                .filteredOn(each -> each.equals("+15017100009 At last"))
                .hasSize(2);
        assertThat(ask("POST", path + newer + "/retry", "").statusCode()).isEqualTo(404);
        assertThat(ask("POST", path + "none/retry", "").statusCode()).isEqualTo(404);
        assertThat(errors(ask("POST", path + "retry", "{\"ids\":[]}"))).containsExactly("/ids items");
    }

    @Test
    void deliveries_after_the_deadline_continue_in_the_background(@TempDir Path folder) throws IOException {
        Gateway slow = new Gateway();
        try (RunningServer other = running(folder, "notifications: { deadline_seconds: 1 }", slow)) {
            String token = other.token();
            HttpResponse<String> sent = other.send(
                    "POST",
                    API + "/send",
                    token,
                    "{\"user_id\":1,\"message\":\"x\",\"channels\":[\"sms\"],\"phone\":\"+1501710" + Gateway.SLOW
                            + "\"}");
            assertThat(body(200, sent).at("/channels/0/status").asText()).isEqualTo("retrying");
            slow.open.countDown();
            String delivery = header(sent, "Link").replaceAll("<(.*)>.*", "$1");
            Waiting.until(() -> body(200, other.send("GET", delivery, token, ""))
                    .at("/channels/0/success")
                    .asBoolean());
            assertThat(slow.sent).hasSize(1);
        } finally {
            slow.open.countDown();
        }
    }

    @Test
    void a_gateway_reports_what_became_of_a_message() {
        HttpResponse<String> sent = ask(
                "POST",
                API + "/send",
                "{\"user_id\":\"reported\",\"message\":\"x\",\"channels\":[\"sms\"],\"phone\":\"+1501710"
                        + Gateway.REPORTED + "\"}");
        String id = body(200, sent).at("/channels/0/message_id").asText();
        String delivery = header(sent, "Link").replaceAll("<(.*)>.*", "$1");
        assertThat(ok("GET", delivery, "").at("/counts/sent").asInt()).isEqualTo(1);
        String path = API + "/providers/gateway/report";
        String[] form = {"Content-Type", "application/x-www-form-urlencoded", "X-Signature", "signed elsewhere"};
        assertThat(body(403, server.send("POST", path, "", "id=" + id, form))
                        .path("code")
                        .asText())
                .isEqualTo("invalid_report");
        form[3] = "signed " + server.uri(path + "?from=gateway");
        for (int i = 0; i < 2; i++) {
            assertThat(server.send("POST", path + "?from=gateway", "", "id=" + id, form)
                            .statusCode())
                    .isEqualTo(204);
        }
        assertThat(ok("GET", delivery, "").at("/counts/delivered").asInt()).isEqualTo(1);
        assertThat(server.send("POST", path.replace("gateway", "pigeon"), "", "id=1", form)
                        .statusCode())
                .isEqualTo(404);
    }
}
