package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.messages.WebhookReceiver;
import dev.hexadmin.testing.messages.WebhookReceiver.Event;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The channel {@code webhook} on a whole server: calls, templates, preferences, retries, log, panel, OpenAPI. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WebhookContract {
    private static final String API = "/api/notifications";
    private static final String LOGS = "/admin/api/admin_notification_logs/";
    private static final String PREFERENCES = "/admin/notifications/preferences";

    private WebhookReceiver receiver;
    private RunningServer server;
    private RunningServer careful;
    private String root;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder, @TempDir Path other) throws IOException {
        receiver = new WebhookReceiver(Optional.empty());
        server = serve(folder, "allow_private: true");
        careful = serve(other, "allow_http: true");
        root = server.token();
    }

    private RunningServer serve(Path folder, String settings) throws IOException {
        Path file = Files.writeString(folder.resolve("hexadmin.yaml"), """
                notifications:
                  first_retry_seconds: 1
                  default_channels: [in_app, webhook]
                  webhook: { secret: %s, %s }
                  templates:
                    shipped: { title: "Order {number}", body: "Order {number} is on its way." }
                """.formatted(WebhookReceiver.SECRET, settings));
        return RunningServer.start(database(folder), options -> options.configuration(file));
    }

    @AfterAll
    void stop() {
        server.close();
        careful.close();
        receiver.close();
    }

    private String url(String path) {
        return "http://localhost:" + receiver.port() + "/" + path;
    }

    private List<Event> events(String path) {
        return receiver.events().stream()
                .filter(event -> event.path().equals("/" + path))
                .toList();
    }

    private static JsonNode body(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).doesNotContain(WebhookReceiver.SECRET.substring(6));
        return RunningServer.json(answer);
    }

    private JsonNode ok(String method, String path, String json) {
        return body(200, server.send(method, path, root, json));
    }

    private JsonNode send(String json) {
        return ok("POST", API + "/send", json);
    }

    private JsonNode log(String user) {
        return ok("GET", LOGS + "?channel=webhook&user_id=" + user, "").path("items");
    }

    @Test
    void a_call_gives_the_address_and_the_log_shows_the_status_of_the_event() {
        JsonNode sent = send("{\"user_id\":\"by-call\",\"title\":\"Low\",\"message\":\"Three lamps are left.\","
                + "\"data\":{\"product\":1},\"channels\":[\"webhook\"],\"webhook_url\":\"" + url("by-call") + "\"}");
        JsonNode channel = sent.at("/channels/0");
        assertThat(channel.path("status").asText()).isEqualTo("sent");
        assertThat(channel.path("provider").asText()).isEqualTo("webhook");
        Event event = events("by-call").getFirst();
        assertThat(event.signedWith(WebhookReceiver.SECRET)).isTrue();
        assertThat(event.header("webhook-id"))
                .isEqualTo(channel.path("message_id").asText());
        JsonNode payload = json(event.body());
        assertThat(payload.path("type").asText()).isEqualTo("notification");
        assertThat(payload.path("data"))
                .isEqualTo(json("{\"user_id\":\"by-call\",\"title\":\"Low\",\"body\":\"Three lamps are left.\","
                        + "\"data\":{\"product\":1}}"));
        JsonNode row = log("by-call").path(0);
        assertThat(row.path("status").asText()).isEqualTo("delivered");
        assertThat(row.path("recipient").asText()).isEqualTo(url("by-call"));
        assertThat(row.path("attempts").asInt()).isOne();
    }

    private static JsonNode json(String text) {
        try {
            return RunningServer.JSON.readTree(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void templates_and_batches_go_out_on_it() {
        ok(
                "POST",
                API + "/send/batch",
                "{\"template\":\"shipped\",\"channels\":[\"webhook\"],\"recipients\":["
                        + "{\"user_id\":\"b1\",\"webhook_url\":\"" + url("b1") + "\",\"context\":{\"number\":17}},"
                        + "{\"user_id\":\"b2\",\"webhook_url\":\"" + url("b2") + "\",\"context\":{\"number\":18}}]}");
        assertThat(json(events("b1").getFirst().body()).at("/data/title").asText())
                .isEqualTo("Order 17");
        assertThat(json(events("b2").getFirst().body()).at("/data/body").asText())
                .isEqualTo("Order 18 is on its way.");
    }

    @Test
    void what_is_wrong_with_an_address_is_said_at_its_pointer() {
        JsonNode refused = body(
                422,
                server.send(
                        "POST",
                        API + "/send",
                        root,
                        "{\"user_id\":\"wrong\",\"message\":\"x\",\"channels\":[\"webhook\"],"
                                + "\"webhook_url\":\"ftp://receiver.example/\"}"));
        assertThat(refused.at("/errors/0/pointer").asText()).isEqualTo("/webhook_url");
        assertThat(refused.at("/errors/0/code").asText()).isEqualTo("address_not_allowed");
        JsonNode unknown = body(
                422,
                server.send(
                        "POST",
                        API + "/send",
                        root,
                        "{\"user_id\":\"wrong\",\"message\":\"x\",\"channels\":[\"fax\"]}"));
        assertThat(unknown.at("/errors/0/message").asText())
                .isEqualTo("There is no channel 'fax'. There are: in_app, email, sms, webhook.");
    }

    @Test
    void a_receiver_in_trouble_is_called_again_by_the_outbox_with_the_same_id() {
        receiver.answers(503, Map.of("Retry-After", "1"));
        receiver.answers(429, Map.of());
        JsonNode sent = body(
                202,
                server.send(
                        "POST",
                        API + "/send",
                        root,
                        "{\"user_id\":\"again\",\"message\":\"x\",\"channels\":[\"webhook\"],\"webhook_url\":\""
                                + url("again") + "\"}",
                        "Prefer",
                        "respond-async"));
        assertThat(sent.at("/channels/0/channel").asText()).isEqualTo("webhook");
        Waiting.until(() -> log("again").path(0).path("status").asText().equals("delivered"));
        assertThat(log("again").path(0).path("attempts").asInt()).isEqualTo(3);
        List<Event> calls = new ArrayList<>(events("again"));
        assertThat(calls)
                .hasSize(3)
                .extracting(event -> event.header("webhook-id"))
                .containsOnly(calls.getFirst().header("webhook-id"));
        assertThat(calls).allMatch(event -> event.signedWith(WebhookReceiver.SECRET));
    }

    @Test
    void a_refusal_is_given_up_and_can_be_tried_again_by_hand() {
        receiver.answers(410, Map.of());
        JsonNode sent = send("{\"user_id\":\"gone\",\"message\":\"x\",\"channels\":[\"webhook\"],\"webhook_url\":\""
                + url("gone") + "\"}");
        assertThat(sent.at("/channels/0/status").asText()).isEqualTo("failed");
        assertThat(sent.at("/channels/0/error").asText()).contains("410");
        String id = log("gone").path(0).path("id").asText();
        ok("POST", API + "/dead-letters/" + id + "/retry", "");
        Waiting.until(() -> log("gone").path(0).path("status").asText().equals("delivered"));
    }

    /** A user with a session and a token. */
    private record User(String id, String token, PanelVisitor visitor) {}

    private User user(String name) {
        String email = name + "@example.com";
        String made = "{\"email\":\"" + email + "\",\"password\":\"" + RunningServer.PASSWORD + "\"}";
        String id = body(201, server.send("POST", "/admin/api/admin_users/", root, made))
                .path("id")
                .asText();
        return new User(
                id,
                server.token(email, RunningServer.PASSWORD),
                PanelVisitor.signedIn(server, email, RunningServer.PASSWORD));
    }

    private JsonNode addresses(int status, User user, String json) {
        return body(status, server.send("PUT", API + "/addresses", user.token(), json));
    }

    private JsonNode prefer(int status, User user, String json) {
        return body(status, server.send("PUT", API + "/preferences", user.token(), json));
    }

    @Test
    void a_user_sets_the_address_of_the_channel_and_a_default_channel_uses_it() {
        User ada = user("webhook-ada");
        assertThat(body(200, server.send("GET", API + "/preferences", ada.token(), "")))
                .isEqualTo(json("{\"in_app\":true,\"email\":true,\"sms\":true,\"webhook\":true}"));
        String preference = "{\"channel\":\"webhook\",\"enabled\":true,\"address\":\"" + url("ada") + "\"}";
        assertThat(prefer(200, ada, preference)).isEqualTo(json(preference));
        assertThat(body(200, server.send("GET", API + "/addresses", ada.token(), "")))
                .isEqualTo(json("{\"webhook\":\"" + url("ada") + "\"}"));
        assertThat(addresses(422, ada, "{\"webhook\":\"x\"}")
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("/webhook");
        assertThat(addresses(422, ada, "{\"pigeon\":\"x\"}")
                        .at("/errors/0/code")
                        .asText())
                .isEqualTo("unknown_channel");
        assertThat(addresses(422, ada, "{\"webhook\":1}").at("/errors/0/code").asText())
                .isEqualTo("type");
        assertThat(addresses(200, ada, "{\"webhook\":null}")).isEqualTo(json("{}"));
        assertThat(addresses(200, ada, "{\"webhook\":\"" + url("ada") + "\"}"))
                .isEqualTo(json("{\"webhook\":\"" + url("ada") + "\"}"));
        assertThat(prefer(422, ada, "{\"channel\":\"webhook\",\"enabled\":true,\"address\":\"x\"}")
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("/address");
        assertThat(prefer(422, ada, "{\"channel\":\"sms\",\"enabled\":true,\"address\":\"+15017122661\"}")
                        .at("/errors/0/code")
                        .asText())
                .isEqualTo("not_settable");
        send("{\"user_id\":" + ada.id() + ",\"message\":\"Hello\"}");
        assertThat(events("ada")).hasSize(1);
        assertThat(prefer(200, ada, "{\"channel\":\"webhook\",\"enabled\":false}"))
                .isEqualTo(json("{\"channel\":\"webhook\",\"enabled\":false}"));
        assertThat(send("{\"user_id\":" + ada.id() + ",\"message\":\"Hello\"}")
                        .at("/channels/1/status")
                        .asText())
                .isEqualTo("skipped");
        prefer(200, ada, "[{\"channel\":\"webhook\",\"enabled\":true,\"address\":null}]");
        assertThat(send("{\"user_id\":" + ada.id() + ",\"message\":\"Hello\"}")
                        .at("/channels/1/status")
                        .asText())
                .isEqualTo("skipped");
        assertThat(events("ada")).hasSize(1);
        ada.visitor().close();
    }

    @Test
    void a_user_sets_the_address_on_the_page_of_preferences() {
        User eve = user("webhook-eve");
        try (PanelVisitor visitor = eve.visitor()) {
            var wrong = visitor.get(PREFERENCES)
                    .form()
                    .set("address.webhook", "nowhere")
                    .send();
            assertThat(wrong.status()).isEqualTo(422);
            assertThat(wrong.text("#wrong-webhook")).contains("URL");
            wrong.form().set("address.webhook", url("eve")).send();
            assertThat(visitor.get(PREFERENCES)
                            .document()
                            .select("input[name='address.webhook']")
                            .val())
                    .isEqualTo(url("eve"));
            send("{\"user_id\":" + eve.id() + ",\"message\":\"Hello\",\"channels\":[\"webhook\"]}");
            assertThat(events("eve")).hasSize(1);
        }
    }

    @Test
    void the_page_for_messages_and_the_log_know_the_channel() {
        try (PanelVisitor admin = PanelVisitor.signedIn(server)) {
            var form = admin.get("/admin/notifications/compose");
            assertThat(form.text("#others-help")).contains("webhook URL");
            var preview = form.form()
                    .set("others", "panel-7, " + url("panel"))
                    .set("channels", "webhook")
                    .set("title", "Closing early")
                    .set("message", "We close at five.")
                    .set("do", "preview")
                    .send();
            assertThat(preview.text("main .notice")).contains("Webhook", "We close at five.");
            preview.form().set("do", "send").send();
            Waiting.until(() -> !events("panel").isEmpty());
            var log = admin.get("/admin/notifications/deliveries?channel=webhook&user_id=panel-7");
            assertThat(log.text("main table")).contains("Webhook", url("panel"));
        }
    }

    @Test
    void the_document_has_the_channel_and_its_address() {
        JsonNode schemas =
                body(200, server.send("GET", "/openapi.json", root, "")).at("/components/schemas");
        assertThat(schemas.at("/Channel/enum")).isEqualTo(json("[\"in_app\",\"email\",\"sms\",\"webhook\"]"));
        assertThat(schemas.at("/Send/properties/webhook_url/format").asText()).isEqualTo("uri");
        assertThat(schemas.at("/Preferences/required")).isEqualTo(schemas.at("/Channel/enum"));
    }

    @Test
    void without_the_setting_an_address_of_this_machine_is_rejected_where_it_is_given() {
        String token = careful.token();
        JsonNode one = body(
                422,
                careful.send(
                        "POST",
                        API + "/send",
                        token,
                        "{\"user_id\":\"inside\",\"message\":\"x\",\"channels\":[\"webhook\"],\"webhook_url\":\""
                                + url("inside") + "\"}"));
        assertNotAllowed(one, "/webhook_url");
        JsonNode several = body(
                422,
                careful.send(
                        "POST",
                        API + "/send/batch",
                        token,
                        "{\"message\":\"x\",\"channels\":[\"webhook\"],\"recipients\":["
                                + "{\"user_id\":\"a\",\"webhook_url\":\"https://1.1.1.1/\"},"
                                + "{\"user_id\":\"b\",\"webhook_url\":\"https://169.254.169.254/\"},"
                                + "{\"user_id\":\"c\",\"webhook_url\":\"https://[::1]/\"}]}"));
        assertNotAllowed(several, "/recipients/1/webhook_url", "/recipients/2/webhook_url");
        assertNotAllowed(
                body(
                        422,
                        careful.send(
                                "PUT", API + "/addresses", token, "{\"webhook\":\"https://localhost:8443/hooks\"}")),
                "/webhook");
        assertNotAllowed(
                body(
                        422,
                        careful.send(
                                "PUT",
                                API + "/preferences",
                                token,
                                "{\"channel\":\"webhook\",\"enabled\":true,\"address\":\"https://10.0.0.1/\"}")),
                "/address");
        assertThat(events("inside")).isEmpty();
    }

    private static void assertNotAllowed(JsonNode problem, String... pointers) {
        assertThat(problem.path("errors"))
                .extracting(
                        error -> error.path("pointer").asText(),
                        error -> error.path("code").asText())
                .containsExactlyInAnyOrder(Arrays.stream(pointers)
                        .map(each -> tuple(each, "address_not_allowed"))
                        .toArray(Tuple[]::new));
    }

    @Test
    void after_a_410_the_address_of_the_user_is_removed_and_another_one_stays() {
        User hal = user("webhook-hal");
        addresses(200, hal, "{\"webhook\":\"" + url("hal") + "\"}");
        receiver.answers(410, Map.of());
        String other = "{\"user_id\":" + hal.id() + ",\"message\":\"x\",\"channels\":[\"webhook\"],\"webhook_url\":\""
                + url("other") + "\"}";
        assertThat(send(other).at("/channels/0/status").asText()).isEqualTo("failed");
        assertThat(body(200, server.send("GET", API + "/addresses", hal.token(), "")))
                .isEqualTo(json("{\"webhook\":\"" + url("hal") + "\"}"));
        receiver.answers(410, Map.of());
        String usual = "{\"user_id\":" + hal.id() + ",\"message\":\"x\"}";
        assertThat(send(usual).at("/channels/1/status").asText()).isEqualTo("failed");
        assertThat(body(200, server.send("GET", API + "/addresses", hal.token(), "")))
                .isEqualTo(json("{}"));
        assertThat(send(usual).at("/channels/1/status").asText()).isEqualTo("skipped");
        assertThat(events("hal")).hasSize(1);
        hal.visitor().close();
    }
}
