package dev.hexadmin.notify.twilio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.testing.messages.Gateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TwilioSmsProviderIT {
    private static final String NUMBER = "+15017122661";
    private static final Pattern MESSAGE = Pattern.compile("(?s)key-([0-9]+)\r\n(?:.*\r\n)?\r\n.*Body=\\1$");

    /** No test is about the clock, and a machine may stand still for a while. */
    private static final Limits PATIENT = new Limits(Duration.ofMinutes(10), Duration.ofMinutes(10), 1 << 16);

    private Gateway gateway;
    private TwilioSmsProvider provider;

    @BeforeEach
    void start() throws IOException {
        gateway = new Gateway();
        configure(PATIENT, Map.of());
    }

    @AfterEach
    void stop() {
        provider.close();
        gateway.close();
    }

    private void configure(Limits limits, Map<String, String> changed) {
        Map<String, String> settings = new HashMap<>(gateway.settings());
        settings.putAll(changed);
        provider = new TwilioSmsProvider(limits);
        provider.configure(settings);
    }

    private ProviderException refusal() {
        ProviderException refusal = catchThrowableOfType(
                ProviderException.class, () -> provider.send(SmsMessage.of(NUMBER, "hello", "key-1")));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    private static Gateway.Answer answer(int status, String body) {
        return new Gateway.Answer.Of(status, body, Map.of());
    }

    @Test
    void a_message_is_posted_as_a_form_and_a_repeat_is_known() {
        configure(PATIENT, Map.of("status_callback_url", "https://app.example.com/sms?x=1&y=2"));
        SmsResult result = provider.send(SmsMessage.of(NUMBER, "1 + 1 = 2 & 你好\nsecond line", "key-1"));
        assertThat(result).isEqualTo(new SmsResult("SM1", SmsStatus.QUEUED, NUMBER));
        assertThat(provider.send(SmsMessage.of(NUMBER, "1 + 1 = 2 & 你好\nsecond line", "key-1")))
                .isEqualTo(result);
        assertThat(gateway.messages()).hasSize(1);
        assertThat(gateway.forms().getFirst())
                .isEqualTo(Map.of(
                        "To", NUMBER,
                        "From", "+15005550006",
                        "Body", "1 + 1 = 2 & 你好\nsecond line",
                        "StatusCallback", "https://app.example.com/sms?x=1&y=2"));
    }

    @ParameterizedTest
    @CsvSource({
        "accepted,QUEUED",
        "scheduled,QUEUED",
        "queued,QUEUED",
        "sending,QUEUED",
        "sent,SENT",
        "delivered,DELIVERED",
        "partially_delivered,DELIVERED",
        "read,DELIVERED",
        "receiving,DELIVERED",
        "received,DELIVERED",
        "failed,FAILED",
        "undelivered,FAILED",
        "canceled,FAILED",
        "something_of_next_year,QUEUED",
    })
    void every_status_of_the_gateway_has_one_of_ours(String theirs, SmsStatus ours) {
        SmsResult result = provider.send(SmsMessage.of(NUMBER, "hello", "key-1"));
        gateway.becomes(result.messageId(), theirs);
        assertThat(provider.checkStatus(result.messageId())).isEqualTo(ours);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503})
    void what_the_gateway_cannot_do_now_may_be_tried_again(int status) {
        gateway.does(answer(status, "<html>busy</html>"));
        assertThat(refusal().retryable()).isTrue();
        assertThat(refusal().retryAfter()).isEmpty();
        gateway.worksAgain();
        provider.send(SmsMessage.of(NUMBER, "hello", "key-1"));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 301})
    void what_the_gateway_does_not_do_is_not_tried_again(int status) {
        gateway.does(new Gateway.Answer.Of(
                status, "{\"code\":21211,\"message\":\"not a\\nvalid number\"}", Map.of("Location", gateway.url())));
        assertThat(refusal()).hasMessageContaining("" + status).hasMessageContaining("code 21211: not a valid number");
        assertThat(refusal().retryable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"7,7", "99999999,3600", "0,0"})
    void how_long_the_gateway_wants_to_be_left_alone_is_passed_on(String header, long seconds) {
        gateway.does(new Gateway.Answer.Of(429, "{\"code\":20429}", Map.of("Retry-After", header)));
        assertThat(refusal().retryAfter()).contains(Duration.ofSeconds(seconds));
    }

    @Test
    void a_wrong_token_is_refused_for_good_and_not_repeated() {
        configure(PATIENT, Map.of("auth_token", "another-secret"));
        ProviderException refusal = refusal();
        assertThat(refusal.retryable()).isFalse();
        assertThat(refusal).hasMessageContaining("code 20003").hasMessageNotContaining("another-secret");
    }

    @Test
    void credentials_that_a_gateway_repeats_go_no_further() {
        String sent = new Account(Gateway.SID, Gateway.TOKEN, "", "", Optional.empty()).authorization();
        gateway.does(answer(400, "{\"message\":\"" + sent + " is " + Gateway.TOKEN + "\"}"));
        assertThat(refusal())
                .hasMessageNotContaining(Gateway.TOKEN)
                .hasMessageNotContaining(sent.substring("Basic ".length()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "<html>", "[]", "{\"status\":\"queued\"}", "{\"sid\":\"../x\",\"status\":\"queued\"}", "{"})
    void an_answer_that_is_not_one_of_the_interface_is_a_failure(String body) {
        gateway.does(answer(200, body));
        assertThat(refusal().retryable()).isFalse();
    }

    @Test
    void an_endless_answer_is_not_read() {
        gateway.does(answer(200, "{\"sid\":\"SM1\",\"status\":\"" + "x".repeat(1 << 17) + "\"}"));
        assertThat(refusal()).hasMessageNotContaining("xxx");
    }

    @Test
    void a_gateway_that_falls_silent_is_given_up_and_may_answer_later() {
        configure(new Limits(Duration.ofSeconds(5), Duration.ofMillis(300), 1 << 16), Map.of());
        for (Gateway.Answer answer : new Gateway.Answer[] {
            new Gateway.Answer.Silence(), new Gateway.Answer.Stall(), new Gateway.Answer.HangUp()
        }) {
            gateway.does(answer);
            assertThat(refusal().retryable()).as(answer.toString()).isTrue();
        }
    }

    @Test
    void a_second_answer_to_one_message_is_not_taken_for_the_answer_to_the_next() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerTwice(server));
            Map<String, String> settings = new HashMap<>(gateway.settings());
            settings.put("base_url", "http://localhost:" + server.getLocalPort());
            provider.configure(settings);
            for (int i = 1; i <= 20; i++) {
                assertThat(provider.send(SmsMessage.of(NUMBER, "" + i, "key-" + i))
                                .messageId())
                        .isEqualTo("SM" + i);
            }
        }
    }

    /** Each message is answered with its own number, and once more with a wrong one in the same breath. */
    private static void answerTwice(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> answerTwice(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void answerTwice(Socket socket) {
        try (socket) {
            StringBuilder received = new StringBuilder();
            for (int next = socket.getInputStream().read();
                    next >= 0;
                    next = socket.getInputStream().read()) {
                received.append((char) next);
                Matcher request = MESSAGE.matcher(received);
                if (request.find()) {
                    String sid = "SM" + request.group(1);
                    received.setLength(0);
                    socket.getOutputStream().write((created(sid) + created("SM0")).getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // the client has had enough
        }
    }

    private static String created(String sid) {
        String body = "{\"sid\":\"" + sid + "\",\"status\":\"queued\"}";
        return "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }
}
