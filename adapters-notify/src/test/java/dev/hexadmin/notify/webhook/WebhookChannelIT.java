package dev.hexadmin.notify.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.application.spi.MessageStatus;
import dev.hexadmin.application.spi.OutgoingMessage;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SentMessage;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.notify.smtp.Certificates;
import dev.hexadmin.testing.messages.WebhookReceiver;
import dev.hexadmin.testing.messages.WebhookReceiver.Event;
import dev.hexadmin.testing.waiting.Waiting;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookChannelIT {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Instant ACCEPTED = Instant.parse("2026-11-20T11:59:00Z");
    private static final String HOST = "receiver.example";
    private static final Map<String, String> SECRET = Map.of("secret", WebhookReceiver.SECRET);
    private static final Map<String, String> LOCAL = Map.of("secret", WebhookReceiver.SECRET, "allow_private", "true");

    private WebhookReceiver receiver;

    @BeforeEach
    void receive() throws IOException {
        receiver = new WebhookReceiver(Optional.empty());
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private static WebhookChannel channel(Map<String, String> settings) {
        return channel(settings, host -> new InetAddress[] {InetAddress.getLoopbackAddress()}, (SSLSocketFactory)
                SSLSocketFactory.getDefault());
    }

    private static WebhookChannel channel(
            Map<String, String> settings, WebhookClient.Resolver resolver, SSLSocketFactory tls) {
        WebhookChannel channel = new WebhookChannel(() -> NOW, resolver, () -> tls);
        channel.configure(settings);
        return channel;
    }

    private static OutgoingMessage message(String to) {
        return new OutgoingMessage(
                to,
                new Addressee("ada"),
                Content.of("Order", "Shipped \"today\""),
                Optional.of(new JsonText("{\"order\":7.10}")),
                ACCEPTED,
                "0198-webhook");
    }

    private String url() {
        return "http://" + HOST + ":" + receiver.port() + "/hooks?a=1";
    }

    private ProviderException failure(WebhookChannel channel, String to) {
        ProviderException failure = catchThrowableOfType(ProviderException.class, () -> channel.send(message(to)));
        assertThat(failure).isNotNull();
        assertThat(failure.getMessage()).doesNotContain(WebhookReceiver.SECRET.substring(6));
        return failure;
    }

    @Test
    void the_receiver_gets_the_trace_that_the_message_is_sent_in() {
        Span span = Span.wrap(SpanContext.create(
                "0af7651916cd43dd8448eb211c80319c",
                "b7ad6b7169203331",
                TraceFlags.getSampled(),
                TraceState.getDefault()));
        try (Scope scope = span.makeCurrent()) {
            channel(LOCAL).send(message(url()));
        }
        channel(LOCAL).send(message(url()));
        assertThat(receiver.events().getFirst().header("traceparent"))
                .isEqualTo("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assertThat(receiver.events().getLast().header("traceparent")).isEmpty();
    }

    @Test
    void a_message_is_posted_as_a_signed_event() {
        SentMessage sent = channel(LOCAL).send(message(url()));
        assertThat(sent).isEqualTo(new SentMessage("0198-webhook", MessageStatus.DELIVERED));
        Event event = receiver.events().getFirst();
        assertThat(event.path()).isEqualTo("/hooks?a=1");
        assertThat(event.body())
                .isEqualTo("{\"type\":\"notification\",\"timestamp\":\"2026-11-20T11:59:00Z\",\"data\":"
                        + "{\"user_id\":\"ada\",\"title\":\"Order\",\"body\":\"Shipped \\\"today\\\"\","
                        + "\"data\":{\"order\":7.10}}}");
        assertThat(event.header("content-type")).isEqualTo("application/json");
        assertThat(event.header("host")).isEqualTo(HOST + ":" + receiver.port());
        assertThat(event.header("webhook-id")).isEqualTo("0198-webhook");
        assertThat(event.header("webhook-timestamp")).isEqualTo(Long.toString(NOW.getEpochSecond()));
        assertThat(event.signedWith(WebhookReceiver.SECRET)).isTrue();
        assertThat(event.signedWith("whsec_" + "A".repeat(32))).isFalse();
    }

    @Test
    void both_secrets_sign_while_one_replaces_the_other() {
        Map<String, String> two = new HashMap<>(LOCAL);
        String next = "whsec_" + "A".repeat(32);
        two.put("secret", next + " " + WebhookReceiver.SECRET);
        channel(two).send(message(url()));
        assertThat(receiver.events().getFirst().signedWith(WebhookReceiver.SECRET))
                .isTrue();
        assertThat(receiver.events().getFirst().signedWith(next)).isTrue();
    }

    @Test
    void over_tls_the_certificate_has_to_be_trusted_and_of_the_host(@TempDir Path folder)
            throws IOException, GeneralSecurityException {
        Certificates certificate = Certificates.of(HOST, folder);
        WebhookClient.Resolver here = host -> new InetAddress[] {InetAddress.getLoopbackAddress()};
        Map<String, String> onlyTls = Map.of("secret", WebhookReceiver.SECRET, "allow_private", "true");
        SSLSocketFactory trusting = certificate.context().getSocketFactory();
        try (WebhookReceiver secure = new WebhookReceiver(Optional.of(certificate.context()))) {
            String rest = ":" + secure.port() + "/x";
            channel(onlyTls, here, trusting).send(message("https://" + HOST + rest));
            assertThat(secure.events()).hasSize(1);
            assertThat(failure(channel(onlyTls, here, trusting), "https://other.example" + rest)
                            .retryable())
                    .isTrue();
            assertThat(failure(channel(onlyTls), "https://" + HOST + rest).retryable())
                    .as("the Java machine does not trust it")
                    .isTrue();
            assertThat(secure.events()).hasSize(1);
        }
    }

    @Test
    void without_the_setting_only_https_is_called() {
        assertThat(failure(channel(SECRET), url()).retryable()).isFalse();
        assertThat(channel(SECRET).refused(Set.of("http://" + HOST + "/", "ftp://" + HOST + "/")))
                .hasSize(2)
                .allSatisfy((address, reason) -> assertThat(reason.english()).isEqualTo("Only https URLs are called."));
        assertThat(receiver.events()).isEmpty();
    }

    @Test
    void hosts_are_checked_where_an_address_is_given_and_unknown_ones_only_when_they_are_called() {
        WebhookClient.Resolver resolver = host -> switch (host) {
            case "inside.example" -> new InetAddress[] {InetAddress.getByName("10.0.0.1")};
            case "both.example" ->
                new InetAddress[] {InetAddress.getByName("203.0.113.7"), InetAddress.getByName("fd00::1")};
            case "outside.example" -> new InetAddress[] {InetAddress.getByName("93.184.216.34")};
            default -> throw new UnknownHostException(host);
        };
        WebhookChannel channel = channel(SECRET, resolver, (SSLSocketFactory) SSLSocketFactory.getDefault());
        assertThat(channel.refused(Set.of(
                                "https://inside.example/a",
                                "https://inside.example/b",
                                "https://both.example/",
                                "https://outside.example/",
                                "HTTPS://outside.example/",
                                "https://nowhere.example/",
                                "https://outside.example:65536/",
                                "https://1.2.3/"))
                        .keySet())
                .containsExactlyInAnyOrder(
                        "https://inside.example/a",
                        "https://inside.example/b",
                        "https://both.example/",
                        "https://outside.example:65536/",
                        "https://1.2.3/");
        assertThat(channel(LOCAL, resolver, (SSLSocketFactory) SSLSocketFactory.getDefault())
                        .refused(Set.of("https://inside.example/a", "http://inside.example/")))
                .isEmpty();
    }

    @Test
    void hosts_that_cannot_be_looked_up_in_time_are_not_waited_for_by_many_threads() throws InterruptedException {
        CountDownLatch answered = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        WebhookClient.Resolver slow = host -> {
            if (host.startsWith("slow")) {
                asked.incrementAndGet();
                await(answered);
            }
            return new InetAddress[] {InetAddress.getByName("10.0.0.1")};
        };
        WebhookChannel channel = channel(
                Map.of("secret", WebhookReceiver.SECRET, "connect_timeout_seconds", "2"), slow, (SSLSocketFactory)
                        SSLSocketFactory.getDefault());
        Set<String> many = IntStream.range(0, 40)
                .mapToObj(i -> "https://slow" + i + ".example/")
                .collect(Collectors.toSet());
        assertThat(channel.refused(many)).isEmpty();
        assertThat(channel.refused(Set.of("https://inside.example/"))).isEmpty();
        assertThat(asked).hasValue(16);
        answered.countDown();
        Waiting.until(() -> !channel.refused(Set.of("https://inside.example/")).isEmpty());
        assertThat(asked).hasValue(16);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "224.0.0.1",
                "0.0.0.0", "::1", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "64:ff9b::a00:1"
            })
    void a_host_whose_address_is_not_public_is_not_called(String address) {
        Map<String, String> http = Map.of("secret", WebhookReceiver.SECRET, "allow_http", "true");
        WebhookClient.Resolver resolver = host -> new InetAddress[] {InetAddress.getByName(address)};
        ProviderException refusal =
                failure(channel(http, resolver, (SSLSocketFactory) SSLSocketFactory.getDefault()), url());
        assertThat(refusal.retryable()).isFalse();
        assertThat(refusal).hasMessage("The host has an address that is not public.");
        assertThat(receiver.events()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"})
    void this_machine_is_not_called_by_any_name(String host) {
        WebhookChannel channel = channel(
                Map.of("secret", WebhookReceiver.SECRET, "allow_http", "true"),
                InetAddress::getAllByName,
                (SSLSocketFactory) SSLSocketFactory.getDefault());
        ProviderException refusal = failure(channel, "http://" + host + ":" + receiver.port() + "/");
        assertThat(refusal.retryable()).isFalse();
        assertThat(receiver.events()).isEmpty();
    }

    @Test
    void one_address_that_is_not_public_is_enough_and_the_name_is_looked_up_once() {
        AtomicInteger asked = new AtomicInteger();
        WebhookClient.Resolver rebinding = host -> asked.getAndIncrement() == 0
                ? new InetAddress[] {InetAddress.getByName("192.0.2.1"), InetAddress.getLoopbackAddress()}
                : new InetAddress[] {InetAddress.getLoopbackAddress()};
        Map<String, String> http = Map.of("secret", WebhookReceiver.SECRET, "allow_http", "true");
        assertThat(failure(channel(http, rebinding, (SSLSocketFactory) SSLSocketFactory.getDefault()), url())
                        .retryable())
                .isFalse();
        assertThat(asked).hasValue(1);
        assertThat(receiver.events()).isEmpty();
    }

    @Test
    void the_addresses_that_were_looked_up_are_those_that_are_connected_to() {
        AtomicInteger asked = new AtomicInteger();
        WebhookClient.Resolver once = host -> {
            if (asked.getAndIncrement() > 0) {
                throw new UnknownHostException(host);
            }
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        };
        channel(LOCAL, once, (SSLSocketFactory) SSLSocketFactory.getDefault()).send(message(url()));
        assertThat(receiver.events()).hasSize(1);
        assertThat(asked).hasValue(1);
    }

    @Test
    void redirects_are_not_followed() throws IOException {
        try (WebhookReceiver other = new WebhookReceiver(Optional.empty())) {
            for (int status : List.of(301, 302, 303, 307, 308)) {
                receiver.answers(status, Map.of("Location", "http://" + HOST + ":" + other.port() + "/"));
                assertThat(failure(channel(LOCAL), url()))
                        .hasMessage("the receiver answered " + status + ": redirects are not followed")
                        .matches(failure -> !failure.retryable());
            }
            assertThat(other.events()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 410, 413, 422})
    void what_the_receiver_refuses_has_failed_for_good(int status) {
        receiver.answers(status, Map.of("Retry-After", "5"));
        assertThat(failure(channel(LOCAL), url()))
                .hasMessageContaining(Integer.toString(status))
                .matches(failure -> !failure.retryable())
                .matches(failure -> failure.addressGone() == (status == 410));
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504})
    void trouble_of_the_receiver_is_tried_again_after_what_it_asks_for(int status) {
        receiver.answers(status, Map.of("Retry-After", "120"));
        assertThat(failure(channel(LOCAL), url()).retryAfter()).contains(Duration.ofSeconds(120));
        receiver.answers(status, Map.of("Retry-After", "Fri, 20 Nov 2026 12:01:00 GMT"));
        assertThat(failure(channel(LOCAL), url()).retryAfter()).contains(Duration.ofMinutes(1));
        receiver.answers(status, Map.of("Retry-After", "99999999"));
        assertThat(failure(channel(LOCAL), url()).retryAfter()).contains(Duration.ofHours(1));
        receiver.answers(status, Map.of("Retry-After", "soon"));
        ProviderException unsaid = failure(channel(LOCAL), url());
        assertThat(unsaid.retryable()).isTrue();
        assertThat(unsaid.retryAfter()).isEmpty();
    }

    @Test
    void a_receiver_that_is_not_there_is_tried_again() {
        int gone = receiver.port();
        receiver.close();
        assertThat(failure(channel(LOCAL), "http://" + HOST + ":" + gone + "/").retryable())
                .isTrue();
        WebhookChannel unknown = channel(
                LOCAL,
                host -> {
                    throw new UnknownHostException(host);
                },
                (SSLSocketFactory) SSLSocketFactory.getDefault());
        assertThat(failure(unknown, "http://nowhere.example/token-in-path"))
                .hasMessage("the receiver cannot be reached: UnknownHostException")
                .matches(ProviderException::retryable);
    }

    /** Serves one connection by hand. */
    private interface Script {
        void serve(OutputStream out) throws IOException;
    }

    private static <T> T withScript(Script script, java.util.function.Function<String, T> use) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = server.accept()) {
                    script.serve(socket.getOutputStream());
                } catch (IOException e) {
                    // the client has ended it
                }
            });
            return use.apply("http://" + HOST + ":" + server.getLocalPort() + "/");
        }
    }

    @Test
    void a_receiver_that_is_silent_or_slow_is_given_up_at_the_time_out_and_tried_again() throws IOException {
        Map<String, String> hasty = new HashMap<>(LOCAL);
        hasty.put("timeout_seconds", "1");
        Script silent = out -> {
            while (true) {
                java.util.concurrent.locks.LockSupport.parkNanos(1_000_000_000);
            }
        };
        Script dripping = out -> {
            out.write("HTTP/1.1 200 OK\r\nx: ".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write('x');
                out.flush();
                java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
            }
        };
        for (Script script : List.of(silent, dripping)) {
            ProviderException failure = withScript(script, url -> failure(channel(hasty), url));
            assertThat(failure)
                    .hasMessage("the receiver cannot be reached: SocketTimeoutException")
                    .matches(ProviderException::retryable);
        }
    }

    @Test
    void a_body_without_an_end_is_not_read() throws IOException {
        SentMessage sent = withScript(
                out -> {
                    out.write("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
                    byte[] chunk = new byte[8_192];
                    while (true) {
                        out.write(chunk);
                    }
                },
                url -> channel(LOCAL).send(message(url)));
        assertThat(sent.status()).isEqualTo(MessageStatus.DELIVERED);
    }

    @Test
    void a_head_without_an_end_and_what_is_no_http_are_tried_again() throws IOException {
        Script endless = out -> {
            out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write("x: y\r\n".getBytes(StandardCharsets.US_ASCII));
            }
        };
        Script other = out -> out.write("SSH-2.0-x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        for (Script script : List.of(endless, other)) {
            assertThat(withScript(script, url -> failure(channel(LOCAL), url)).retryable())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://",
                "https:///x",
                "https://user:secret@receiver.example/",
                "https://receiver.example/#part",
                "https://receiver.example/a b",
                "https://receiver.example/%zz",
                "https://receiver.example\\@127.0.0.1/",
                "https://bücher.example/",
                "https://receiver.example/\r\nx: y",
                "receiver.example",
                "javascript:alert(1)"
            })
    void other_addresses_are_none(String address) {
        AddressKind kind = channel(SECRET).address().orElseThrow();
        assertThat(kind.matches(address)).isFalse();
        assertThat(failure(channel(SECRET), address).retryable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://receiver.example",
                "https://receiver.example:8443/a/b?c=d&e=%20f",
                "https://[2606:4700::1]/x",
                "https://a-b.receiver.example/~x/;y=(1)"
            })
    void such_addresses_are_taken(String address) {
        assertThat(channel(SECRET).address().orElseThrow().matches(address)).isTrue();
    }

    @Test
    void an_invalid_port_is_rejected() {
        assertThat(failure(channel(LOCAL), "http://" + HOST + ":99999/").retryable())
                .isFalse();
    }

    @Test
    void settings_that_are_missing_or_wrong_are_named_without_secrets() {
        assertThatThrownBy(() -> channel(Map.of())).hasMessage("secret: this setting is required");
        assertThatThrownBy(() -> channel(Map.of("secret", "hunter2")))
                .hasMessage("secret: whsec_ and the base64 of 24 to 64 bytes are expected");
        assertThatThrownBy(() -> channel(Map.of("secret", WebhookReceiver.SECRET, "allow_htp", "true")))
                .hasMessageStartingWith("allow_htp: ");
        assertThatThrownBy(() -> channel(Map.of("secret", WebhookReceiver.SECRET, "timeout_seconds", "0")))
                .hasMessageStartingWith("timeout_seconds: ");
    }
}
