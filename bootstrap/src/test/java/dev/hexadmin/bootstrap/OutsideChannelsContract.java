package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.messages.Gateway;
import dev.hexadmin.testing.messages.Mailbox;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole server with a mail server and a gateway, configured by its file and used over HTTP. */
abstract class OutsideChannelsContract {
    private static final String API = "/api/notifications";
    private static final String REPORTS = "https://admin.example.com/api/notifications/providers/twilio/report";
    private static final Gateway.Answer BUSY = new Gateway.Answer.Of(500, "<html>busy</html>", Map.of());
    private static final Gateway.Answer REFUSED =
            new Gateway.Answer.Of(400, "{\"code\":21211,\"message\":\"not a phone number\"}", Map.of());

    @TempDir
    Path folder;

    private final Mailbox mailbox = new Mailbox();
    private Gateway gateway;
    private RunningServer server;
    private String token;

    abstract DatabaseSettings database(Path folder);

    @BeforeEach
    void open() throws IOException {
        gateway = new Gateway();
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        gateway.close();
        mailbox.close();
    }

    /** Starts a server with these lines in the section of its file that is about notifications. */
    final void serve(String... lines) throws IOException {
        serveWith("{ twilio: " + flow(gateway.settings(), "status_callback_url", REPORTS) + " }", lines);
    }

    /** The same with other providers of SMS. */
    final void serveWith(String sms, String... lines) throws IOException {
        Path file = folder.resolve("hexadmin.yaml");
        Files.createDirectories(folder.resolve("plugins"));
        Files.writeString(file, """
            plugins_path: plugins
            notifications:
              first_retry_seconds: 1
              %s
              sms: %s
              email: { smtp: %s }
              templates:
                shipped:
                  title: "Order {order_id}"
                  body: "Dear {name}, your order {order_id} is on its way."
                  sms_body: "{order_id} is on its way"
                  email_subject: "Your order {order_id}"
                  email_html: "<p>Dear <b>{name}</b>, it is on its way.</p>"
            """.formatted(String.join("\n  ", lines), sms, flow(mailbox.settings())));
        server = RunningServer.start(
                database(folder), options -> options.folder(folder).configuration(file));
        token = server.token();
    }

    /** JSON, which is YAML too. */
    private static String flow(Map<String, String> settings, String... more) {
        var all = RunningServer.JSON.createObjectNode();
        settings.forEach(all::put);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all.toString();
    }

    record Sent(JsonNode channels, String status) {
        JsonNode only() {
            assertThat(channels).hasSize(1);
            return channels.path(0);
        }
    }

    /** Sends to this user, who has an address and a phone. */
    final Sent send(String user, String message, String... channels) {
        return send(RunningServer.JSON
                .createObjectNode()
                .put("user_id", user)
                .put("message", message)
                .put("title", "News")
                .put("email", user + "@example.org")
                .put("phone", "+15017122661")
                .set("channels", RunningServer.JSON.valueToTree(channels)));
    }

    private Sent send(JsonNode body) {
        HttpResponse<String> answer = server.send("POST", API + "/send", token, body.toString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        String link = answer.headers().firstValue("Link").orElseThrow();
        return new Sent(RunningServer.json(answer).path("channels"), link.substring(1, link.indexOf('>')));
    }

    /** The current states of the channels of the message. */
    private JsonNode state(Sent sent) {
        return RunningServer.json(server.send("GET", sent.status(), token, "")).path("channels");
    }

    private JsonNode becomes(Sent sent, String status) {
        Waiting.until(() -> state(sent).path(0).path("status").asText().equals(status));
        return state(sent).path(0);
    }

    private List<String> texts() {
        return gateway.messages().stream().map(form -> form.get("Body")).toList();
    }

    @Test
    void a_template_arrives_as_mail_and_as_text_message() throws JsonProcessingException, IOException {
        serve();
        Sent sent = send(RunningServer.JSON.readTree("""
            {"user_id": 7, "message": "", "template": "shipped", "channels": ["email", "sms"],
             "email": "ann@example.org", "phone": "+15017122661",
             "context": {"order_id": "A-17", "name": "Ann <Co> & Söhne"}}
            """));
        assertThat(sent.channels().findValuesAsText("status")).containsExactly("sent", "sent");
        assertThat(mailbox.mails()).singleElement().satisfies(mail -> {
            assertThat(mail.to()).isEqualTo("ann@example.org");
            assertThat(mail.from()).isEqualTo("no-reply@example.com");
            assertThat(mail.subject()).isEqualTo("Your order A-17");
            assertThat(mail.texts())
                    .isEqualTo(Map.of(
                            "text/plain",
                            "Dear Ann <Co> & Söhne, your order A-17 is on its way.",
                            "text/html",
                            "<p>Dear <b>Ann &lt;Co&gt; &amp; Söhne</b>, it is on its way.</p>"));
            assertThat(mail.id())
                    .isEqualTo(sent.channels().path(0).path("message_id").asText())
                    .isEqualTo(log("email").path("message_id").asText());
        });
        assertThat(gateway.messages())
                .singleElement()
                .satisfies(form -> assertThat(form)
                        .containsEntry("From", Gateway.SENDER)
                        .containsEntry("To", "+15017122661")
                        .containsEntry("Body", "A-17 is on its way")
                        .containsEntry("StatusCallback", REPORTS));
        assertThat(sent.channels().path(1).path("message_id").asText())
                .isEqualTo("SM1")
                .isEqualTo(log("sms").path("message_id").asText());
    }

    private JsonNode log(String channel) {
        return RunningServer.json(
                        server.send("GET", "/admin/api/admin_notification_logs/?channel=" + channel, token, ""))
                .path("items")
                .path(0);
    }

    @Test
    void a_gateway_that_fails_is_asked_again_until_it_works() throws IOException {
        serve();
        AtomicInteger asked = new AtomicInteger();
        gateway.does(form -> asked.incrementAndGet() < 3 ? Optional.of(BUSY) : Optional.empty());
        Sent sent = send("ann", "patience", "sms");
        assertThat(sent.only().path("status").asText()).isEqualTo("retrying");
        assertThat(sent.only().path("success").asBoolean()).isFalse();
        assertThat(sent.only().path("error").asText()).contains("500").doesNotContain(Gateway.TOKEN);
        JsonNode settled = becomes(sent, "sent");
        assertThat(settled.path("error").isNull()).isTrue();
        assertThat(settled.path("attempts").asInt()).isEqualTo(3);
        assertThat(texts()).containsExactly("patience");
    }

    @Test
    void a_message_whose_receipt_was_lost_is_there_once() throws IOException {
        serve();
        gateway.does(new Gateway.Answer.TakenAndGone());
        Sent sent = send("ann", "once", "sms");
        assertThat(sent.only().path("status").asText()).isEqualTo("retrying");
        gateway.worksAgain();
        assertThat(becomes(sent, "sent").path("message_id").asText()).isEqualTo("SM1");
        assertThat(texts()).containsExactly("once");
        assertThat(gateway.forms()).hasSize(2);
    }

    @Test
    void what_the_gateway_refuses_goes_by_mail_instead() throws IOException {
        serve("fallback_channels: [email]");
        gateway.does(REFUSED);
        Sent sent = send("ann", "by mail then", "sms");
        assertThat(sent.channels().findValuesAsText("channel")).containsExactly("sms", "email");
        assertThat(sent.channels().findValuesAsText("status")).containsExactly("failed", "sent");
        assertThat(sent.channels().findValuesAsText("fallback_of")).containsExactly("null", "sms");
        assertThat(sent.channels().path(0).path("error").asText()).contains("21211");
        assertThat(mailbox.mails()).extracting(Mailbox.Mail::to).containsExactly("ann@example.org");
        assertThat(gateway.messages()).isEmpty();
    }

    @Test
    void what_is_not_wanted_is_skipped_and_takes_no_ones_place() throws IOException {
        serve("fallback_channels: [email, sms]");
        server.hexadmin().notifications().setPreference(Addressee.of("shy"), Channel.EMAIL, false);
        assertThat(send("shy", "not wanted", "email").only().path("status").asText())
                .isEqualTo("skipped");
        gateway.does(REFUSED);
        assertThat(send("shy", "refused", "sms").only().path("status").asText()).isEqualTo("failed");
        gateway.worksAgain();
        assertThat(send("shy", "wanted", "sms").only().path("status").asText()).isEqualTo("sent");
        assertThat(mailbox.mails()).isEmpty();
        assertThat(texts()).containsExactly("wanted");
    }

    /** A second way for mail. */
    private static final class Standby implements EmailProvider {
        private final List<EmailMessage> messages = new CopyOnWriteArrayList<>();

        @Override
        public String name() {
            return "standby";
        }

        @Override
        public EmailResult send(EmailMessage message) {
            messages.add(message);
            return new EmailResult("standby-" + messages.size());
        }
    }

    @Test
    void while_a_mail_server_is_down_another_one_takes_its_place() throws IOException {
        serve("default_email_provider: smtp");
        Standby standby = new Standby();
        server.hexadmin().notifications().registerEmailProvider("standby", standby);
        mailbox.goesDown();
        Sent meanwhile = send("ann", "meanwhile", "email");
        assertThat(meanwhile.only().path("provider").asText()).isEqualTo("standby");
        assertThat(meanwhile.only().path("status").asText()).isEqualTo("sent");
        mailbox.comesBack();
        Sent after = send("ann", "after that", "email");
        assertThat(after.only().path("provider").asText()).isEqualTo("smtp");
        assertThat(standby.messages).extracting(EmailMessage::text).containsExactly("meanwhile");
        assertThat(mailbox.mails())
                .extracting(mail -> mail.texts().get("text/plain"))
                .containsExactly("after that");
    }

    @Test
    void what_was_given_up_can_be_delivered_later() throws IOException {
        serve("tries: 2");
        mailbox.goesDown();
        Sent sent = send("ann", "at last", "email");
        assertThat(sent.only().path("status").asText()).isEqualTo("retrying");
        assertThat(becomes(sent, "failed").path("attempts").asInt()).isEqualTo(2);
        JsonNode letters = RunningServer.json(server.send("GET", API + "/dead-letters", token, ""))
                .path("items");
        assertThat(letters).hasSize(1);
        assertThat(letters.path(0).path("recipient").asText()).isEqualTo("ann@example.org");
        assertThat(letters.path(0).path("error").asText()).isNotBlank();
        mailbox.comesBack();
        String path = API + "/dead-letters/" + letters.path(0).path("id").asText() + "/retry";
        assertThat(server.send("POST", path, token, "").statusCode()).isEqualTo(200);
        JsonNode delivered = becomes(sent, "sent");
        assertThat(mailbox.mails())
                .extracting(Mailbox.Mail::id)
                .containsExactly(delivered.path("message_id").asText());
        assertThat(RunningServer.json(server.send("GET", API + "/dead-letters", token, ""))
                        .path("items"))
                .isEmpty();
    }

    @Test
    void a_gateway_is_asked_what_became_of_a_message() throws IOException {
        serve();
        Sent sent = send("ann", "asked for", "sms");
        gateway.becomes(sent.only().path("message_id").asText(), "delivered");
        becomes(sent, "delivered");
    }

    private int report(String id, String status, String signature) {
        Map<String, String> report = Map.of("MessageSid", id, "MessageStatus", status, "ErrorCode", "30005");
        String form = report.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return server.send(
                        "POST",
                        API + "/providers/twilio/report",
                        "",
                        form,
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "X-Twilio-Signature",
                        signature.isEmpty() ? Gateway.signature(REPORTS, report) : signature)
                .statusCode();
    }

    @Test
    void a_signed_report_settles_what_became_of_a_message_and_another_changes_nothing() throws IOException {
        serve("fallback_channels: [email]");
        Sent arrives = send("ann", "arrives", "sms");
        String id = arrives.only().path("message_id").asText();
        assertThat(report(id, "delivered", "bm90IGl0cyBzaWduYXR1cmU=")).isEqualTo(403);
        assertThat(state(arrives).path(0).path("status").asText()).isEqualTo("sent");
        assertThat(report(id, "delivered", "")).isEqualTo(204);
        assertThat(state(arrives).path(0).path("status").asText()).isEqualTo("delivered");
        assertThat(report(id, "failed", "")).isEqualTo(204);
        assertThat(state(arrives)).hasSize(1);
        assertThat(state(arrives).path(0).path("status").asText()).isEqualTo("delivered");

        Sent lost = send("bob", "lost", "sms");
        assertThat(report(lost.only().path("message_id").asText(), "undelivered", ""))
                .isEqualTo(204);
        Waiting.until(() -> state(lost).path(1).path("status").asText().equals("sent"));
        assertThat(state(lost).path(0).path("status").asText()).isEqualTo("failed");
        assertThat(state(lost).path(0).path("error").asText()).contains("30005");
        assertThat(state(lost).path(1).path("fallback_of").asText()).isEqualTo("sms");
        assertThat(mailbox.mails()).extracting(Mailbox.Mail::to).containsExactly("bob@example.org");
        assertThat(report("SM404", "delivered", "")).isEqualTo(204);
    }

    @Test
    void a_gateway_that_takes_its_time_is_not_asked_twice() throws IOException {
        serve("deadline_seconds: 1");
        CountDownLatch until = new CountDownLatch(1);
        gateway.does(form -> form.isEmpty() ? Optional.empty() : Optional.of(new Gateway.Answer.Late(until)));
        Sent sent = send("ann", "slowly", "sms");
        assertThat(sent.only().path("status").asText()).isEqualTo("retrying");
        assertThat(gateway.messages()).isEmpty();
        until.countDown();
        assertThat(becomes(sent, "sent").path("attempts").asInt()).isEqualTo(1);
        assertThat(texts()).containsExactly("slowly");
        assertThat(gateway.forms()).hasSize(1);
    }
}
