package dev.hexadmin.notify.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.testing.waiting.Waiting;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmtpEmailProviderIT {
    private static final String PASSWORD = "correct-horse-battery";
    private static final EmailMessage MESSAGE = new EmailMessage(
            "reader@example.com",
            "Grüße aus Köln",
            "Hello,\n.\n你好",
            Optional.of("<p>Hello, <b>你好</b></p>"),
            "note-7:email");

    /** No test is about the clock, and a machine may stand still for a while. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final Limits PATIENT = new Limits(LONG, LONG, LONG, 8, LONG, 100);

    @TempDir
    static Path folder;

    private static Certificates ours;
    private static Certificates ofAnotherHost;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void makeCertificates() throws Exception {
        ours = Certificates.of("localhost", folder);
        Certificates.showByGreenMail("localhost", folder);
        ofAnotherHost = Certificates.of("mail.example.com", folder);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private GreenMail mailServer(String protocol) {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", protocol));
        server.setUser("app@example.com", "app", PASSWORD);
        server.start();
        opened.add(server::stop);
        return server;
    }

    private ScriptedMailServer scripted(Optional<Certificates> tls) throws Exception {
        ScriptedMailServer server = new ScriptedMailServer(tls.map(Certificates::context));
        opened.add(server);
        return server;
    }

    private static Map<String, String> settings(int port, String tls) {
        Map<String, String> settings = new HashMap<>();
        settings.put("host", "localhost");
        settings.put("port", "" + port);
        settings.put("tls", tls);
        settings.put("from_address", "no-reply@Example.com");
        return settings;
    }

    private static Map<String, String> signedIn(int port, String tls, String password) {
        Map<String, String> settings = settings(port, tls);
        settings.put("username", "app");
        settings.put("password", password);
        return settings;
    }

    private SmtpEmailProvider provider(Limits limits, Optional<SSLSocketFactory> trust, Map<String, String> settings) {
        SmtpEmailProvider provider = new SmtpEmailProvider(limits, trust);
        provider.configure(settings);
        opened.add(provider);
        return provider;
    }

    private SmtpEmailProvider provider(Map<String, String> settings) {
        return provider(PATIENT, Optional.empty(), settings);
    }

    private static Optional<SSLSocketFactory> trusting(Certificates certificates) {
        return Optional.of(certificates.context().getSocketFactory());
    }

    private static ProviderException refusal(SmtpEmailProvider provider, EmailMessage message) {
        ProviderException refusal = catchThrowableOfType(ProviderException.class, () -> provider.send(message));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    @Test
    void a_message_arrives_with_both_parts_and_the_id_that_was_returned() throws Exception {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTP);
        SmtpEmailProvider provider = provider(signedIn(server.getSmtp().getPort(), "none", PASSWORD));
        String id = provider.send(MESSAGE).messageId();
        assertThat(provider.send(MESSAGE).messageId()).isEqualTo(id);
        MimeMessage[] received = server.getReceivedMessages();
        assertThat(received).hasSize(2).allSatisfy(message -> {
            assertThat(message.getMessageID()).isEqualTo(id).isEqualTo("<note-7=3a=email@example.com>");
            assertThat(message.getSubject()).isEqualTo("Grüße aus Köln");
            assertThat(message.getHeader("From")).containsExactly("no-reply@Example.com");
            assertThat(message.getHeader("To")).containsExactly("reader@example.com");
            assertThat(message.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        });
        assertThat(received[0].getContentType()).startsWith("multipart/");
        assertThat(texts((MimeMultipart) received[0].getContent()))
                .containsExactly("text/plain: Hello,\n.\n你好", "text/html: <p>Hello, <b>你好</b></p>");
    }

    /** As it is sent: a signature (DKIM) covers the fields only as they are on the wire. */
    @Test
    void further_fields_of_the_header_are_sent_as_they_are() throws Exception {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTP);
        SmtpEmailProvider provider = provider(signedIn(server.getSmtp().getPort(), "none", PASSWORD));
        String link = "<https://shop.example/api/notifications/unsubscribe?token=" + "aB-_".repeat(200) + ">";
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("List-Unsubscribe", link);
        headers.put("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        provider.send(new EmailMessage(
                "reader@example.com", "s", "t", Optional.of("<p>t</p>"), List.of(), headers, "note-8"));
        String raw = GreenMailUtil.getWholeMessage(server.getReceivedMessages()[0]);
        assertThat(raw.substring(0, raw.indexOf("\r\n\r\n")).split("\r\n"))
                .contains("List-Unsubscribe: " + link, "List-Unsubscribe-Post: List-Unsubscribe=One-Click")
                .allMatch(line -> line.length() <= 998);
        assertThatThrownBy(() -> new EmailMessage(
                        "reader@example.com", "s", "t", Optional.empty(), List.of(), Map.of("X", "a\r\nBcc: b@x"), "k"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EmailMessage(
                        "reader@example.com", "s", "t", Optional.empty(), List.of(), Map.of("X: y\r\nZ", "a"), "k"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> texts(MimeMultipart parts) throws Exception {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < parts.getCount(); i++) {
            if (parts.getBodyPart(i).getContent() instanceof MimeMultipart inner) {
                texts.addAll(texts(inner));
            } else {
                texts.add(parts.getBodyPart(i).getContentType().split(";", 2)[0] + ": "
                        + parts.getBodyPart(i).getContent().toString().replace("\r\n", "\n"));
            }
        }
        return texts;
    }

    @Test
    void a_sender_has_a_name_where_one_is_configured() throws Exception {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTP);
        Map<String, String> settings = signedIn(server.getSmtp().getPort(), "none", PASSWORD);
        settings.put("from_name", "Fir & Fern, Köln");
        provider(settings).send(MESSAGE);
        InternetAddress from = (InternetAddress) server.getReceivedMessages()[0].getFrom()[0];
        assertThat(from.getPersonal()).isEqualTo("Fir & Fern, Köln");
        assertThat(from.getAddress()).isEqualTo("no-reply@Example.com");
        settings.put("from_name", "Fir\r\nBcc: other@example.com");
        assertThatThrownBy(() -> provider(settings)).hasMessage("from_name: a name of one line is expected");
    }

    @Test
    void a_server_without_authentication_gets_no_credentials() throws Exception {
        ScriptedMailServer server = scripted(Optional.empty());
        provider(settings(server.port(), "none")).send(MESSAGE);
        assertThat(server.commands())
                .contains("MAIL FROM:<no-reply@Example.com>", "RCPT TO:<reader@example.com>")
                .noneMatch(command -> command.startsWith("AUTH"));
    }

    @Test
    void starttls_with_a_trusted_certificate_carries_the_message() throws Exception {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTP);
        StartTlsFront front = new StartTlsFront(ours.context(), server.getSmtp().getPort());
        opened.add(front);
        provider(PATIENT, trusting(ours), signedIn(front.port(), "starttls", PASSWORD))
                .send(MESSAGE);
        assertThat(server.getReceivedMessages()).hasSize(1);
    }

    @Test
    void a_certificate_that_is_not_trusted_or_of_another_host_stops_everything_before_the_sign_in() throws Exception {
        ScriptedMailServer untrusted = scripted(Optional.of(ours));
        assertThat(refusal(provider(signedIn(untrusted.port(), "starttls", PASSWORD)), MESSAGE)
                        .retryable())
                .isTrue();
        ScriptedMailServer other = scripted(Optional.of(ofAnotherHost));
        assertThat(refusal(
                                provider(
                                        PATIENT, trusting(ofAnotherHost), signedIn(other.port(), "starttls", PASSWORD)),
                                MESSAGE)
                        .getMessage())
                .contains("localhost");
        for (ScriptedMailServer server : List.of(untrusted, other)) {
            assertThat(server.connections()).isPositive();
            assertThat(server.commands())
                    .noneMatch(command -> command.startsWith("AUTH") || command.startsWith("MAIL"));
        }
    }

    @Test
    void a_server_without_starttls_gets_neither_password_nor_message() throws Exception {
        ScriptedMailServer server = scripted(Optional.empty());
        refusal(provider(signedIn(server.port(), "starttls", PASSWORD)), MESSAGE);
        assertThat(server.commands()).noneMatch(command -> command.startsWith("AUTH") || command.startsWith("MAIL"));
    }

    @Test
    void a_connection_can_be_protected_from_its_first_byte() throws Exception {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTPS);
        Map<String, String> settings = signedIn(server.getSmtps().getPort(), "tls", PASSWORD);
        assertThat(refusal(provider(settings), MESSAGE).retryable()).isTrue();
        assertThat(server.getReceivedMessages()).isEmpty();
        provider(PATIENT, trusting(ours), settings).send(MESSAGE);
        assertThat(server.getReceivedMessages()).hasSize(1);
    }

    @Test
    void a_wrong_password_is_refused_for_good_and_not_repeated() {
        GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTP);
        String wrong = "tr0ub4dor-and-3";
        ProviderException refusal = refusal(provider(signedIn(server.getSmtp().getPort(), "none", wrong)), MESSAGE);
        assertThat(refusal.retryable()).isFalse();
        assertThat(refusal.getMessage()).contains("535").doesNotContain(wrong);
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void what_a_server_refuses_for_now_is_tried_again_and_what_it_refuses_for_good_is_not() throws Exception {
        for (String verb : List.of("MAIL", "RCPT", "DATA", "MESSAGE", "AUTH")) {
            ScriptedMailServer server = scripted(Optional.empty());
            SmtpEmailProvider provider = provider(signedIn(server.port(), "none", PASSWORD));
            server.answer(verb, "451 4.7.1 come back later");
            assertThat(refusal(provider, MESSAGE).retryable()).as(verb).isTrue();
            server.answer(verb, "550 5.1.1 nobody here");
            ProviderException refusal = refusal(provider, MESSAGE);
            assertThat(refusal.retryable()).as(verb).isFalse();
            assertThat(refusal.getMessage()).as(verb).contains("550");
            server.answerWell(verb);
            provider.send(MESSAGE);
        }
    }

    @Test
    void a_recipient_that_is_refused_for_now_does_not_speak_against_the_server() throws Exception {
        ScriptedMailServer server = scripted(Optional.empty());
        SmtpEmailProvider provider = provider(signedIn(server.port(), "none", PASSWORD));
        server.answer("RCPT", "450 4.2.1 mailbox busy");
        assertThat(refusal(provider, MESSAGE)).matches(ProviderException::addressBusy);
        server.answer("RCPT", "421 4.3.2 shutting down");
        assertThat(refusal(provider, MESSAGE)).matches(each -> each.retryable() && !each.addressBusy());
        server.answerWell("RCPT");
        server.answer("MAIL", "452 4.3.1 no space left");
        assertThat(refusal(provider, MESSAGE)).matches(each -> each.retryable() && !each.addressBusy());
    }

    @Test
    void what_a_server_says_to_a_sign_in_is_not_repeated() throws Exception {
        ScriptedMailServer server = scripted(Optional.empty());
        server.answer("AUTH", "535 5.7.8 wrong: " + PASSWORD);
        ProviderException refusal = refusal(provider(signedIn(server.port(), "none", PASSWORD)), MESSAGE);
        assertThat(refusal).hasMessageNotContaining(PASSWORD).hasNoCause();
    }

    @Test
    void a_server_that_never_answers_is_given_up_and_may_answer_later() throws Exception {
        for (String verb : List.of("GREETING", "EHLO", "RCPT", "MESSAGE")) {
            ScriptedMailServer server = scripted(Optional.empty());
            server.answer(verb, ScriptedMailServer.SILENCE);
            Limits answer = new Limits(LONG, Duration.ofMillis(200), LONG, 1, LONG, 10);
            SmtpEmailProvider impatient = provider(answer, Optional.empty(), settings(server.port(), "none"));
            assertThat(refusal(impatient, MESSAGE).retryable()).as(verb).isTrue();
            Limits whole = new Limits(LONG, LONG, Duration.ofMillis(200), 1, LONG, 10);
            SmtpEmailProvider bounded = provider(whole, Optional.empty(), settings(server.port(), "none"));
            assertThat(refusal(bounded, MESSAGE)).hasMessageContaining("took longer");
            // the connection that was given up is free again, or the only slot would be taken
            server.answerWell(verb);
            assertThat(eventually(bounded)).as(verb).isTrue();
        }
    }

    /** Whether a message gets through within a minute. */
    private static boolean eventually(SmtpEmailProvider provider) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (System.nanoTime() < deadline) {
            try {
                provider.send(MESSAGE);
                return true;
            } catch (ProviderException e) {
                Thread.sleep(10);
            }
        }
        return false;
    }

    @Test
    void a_connection_is_reused_for_the_next_message_and_replaced_when_it_is_worn_out_or_closed() throws Exception {
        ScriptedMailServer server = scripted(Optional.of(ours));
        Limits limits = new Limits(LONG, LONG, LONG, 2, LONG, 5);
        SmtpEmailProvider provider = provider(limits, trusting(ours), signedIn(server.port(), "starttls", PASSWORD));
        for (int i = 0; i < 5; i++) {
            provider.send(MESSAGE);
        }
        assertThat(server.connections()).isEqualTo(1);
        assertThat(server.protectedConnections()).isEqualTo(1);
        provider.send(MESSAGE);
        assertThat(server.connections()).isEqualTo(2);
        server.hangUpEverywhere();
        assertThat(eventually(provider)).isTrue();
        assertThat(server.connections()).isEqualTo(3);
    }

    @Test
    void a_server_that_has_had_enough_of_a_connection_gets_the_message_over_a_new_one() throws Exception {
        ScriptedMailServer server = scripted(Optional.empty());
        SmtpEmailProvider provider = provider(settings(server.port(), "none"));
        provider.send(MESSAGE);
        server.answer("MAIL", "421 too many messages");
        assertThat(refusal(provider, MESSAGE).retryable()).isTrue();
        assertThat(server.connections()).isEqualTo(2);
        server.answerWell("MAIL");
        provider.send(MESSAGE);
    }

    @Test
    void a_message_is_sent_over_a_new_connection_when_the_server_has_closed_the_old_one_without_a_word()
            throws Exception {
        for (String verb : List.of("MAIL", "RCPT", "DATA")) {
            ScriptedMailServer server = scripted(Optional.empty());
            SmtpEmailProvider provider = provider(settings(server.port(), "none"));
            provider.send(MESSAGE);
            server.answerOnce(verb, ScriptedMailServer.HANG_UP);
            provider.send(MESSAGE);
            assertThat(server.connections()).as(verb).isEqualTo(2);
        }
    }

    @Test
    void a_message_that_the_server_may_have_accepted_is_not_sent_again_at_once() throws Exception {
        ScriptedMailServer server = scripted(Optional.empty());
        SmtpEmailProvider provider = provider(settings(server.port(), "none"));
        provider.send(MESSAGE);
        server.answerOnce("MESSAGE", ScriptedMailServer.HANG_UP);
        assertThat(refusal(provider, MESSAGE).retryable()).isTrue();
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void no_more_connections_are_open_than_allowed_and_none_after_closing() throws Exception {
        ScriptedMailServer server = scripted(Optional.empty());
        Limits limits = new Limits(LONG, LONG, LONG, 3, LONG, 1_000);
        SmtpEmailProvider provider = provider(limits, Optional.empty(), settings(server.port(), "none"));
        CountDownLatch sent = new CountDownLatch(60);
        for (int i = 0; i < 60; i++) {
            Thread.ofVirtual().start(() -> {
                provider.send(MESSAGE);
                sent.countDown();
            });
        }
        assertThat(sent.await(1, java.util.concurrent.TimeUnit.MINUTES)).isTrue();
        assertThat(server.connections()).isBetween(1, 3);
        provider.close();
        Waiting.until("each connection is ended", () -> quits(server) >= server.connections());
        assertThat(quits(server)).isEqualTo(server.connections());
    }

    private static long quits(ScriptedMailServer server) {
        return server.commands().stream().filter("QUIT"::equals).count();
    }

    @Test
    void a_connection_without_work_is_closed() throws Exception {
        ScriptedMailServer server = scripted(Optional.empty());
        Limits limits = new Limits(LONG, LONG, LONG, 3, Duration.ofMillis(50), 1_000);
        provider(limits, Optional.empty(), settings(server.port(), "none")).send(MESSAGE);
        Waiting.until("the connection is ended", () -> quits(server) > 0);
        assertThat(quits(server)).isEqualTo(1);
    }

    @Test
    void a_host_name_beyond_ascii_is_written_as_servers_know_it_and_such_a_mailbox_is_refused() throws Exception {
        ScriptedMailServer server = scripted(Optional.empty());
        SmtpEmailProvider provider = provider(settings(server.port(), "none"));
        provider.send(new EmailMessage("a@bücher.example", "s", "t", Optional.empty(), "k"));
        provider.send(new EmailMessage("root@localhost", "s", "t", Optional.empty(), "k"));
        assertThat(server.commands()).contains("RCPT TO:<a@xn--bcher-kva.example>", "RCPT TO:<root@localhost>");
        assertThat(refusal(provider, new EmailMessage("jürgen@example.com", "s", "t", Optional.empty(), "k"))
                        .retryable())
                .isFalse();
    }
}
