package dev.hexadmin.notify.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.ProviderException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailServerTest {
    private static MailServer server(Map<String, String> changed) {
        Map<String, String> settings =
                new HashMap<>(Map.of("host", "mail.example.com", "from_address", "a@example.com"));
        settings.putAll(changed);
        return new MailServer(settings, Limits.USUAL, Optional.empty());
    }

    @Test
    void only_host_and_sender_are_needed_and_the_connection_is_protected_by_default() {
        MailServer server = server(Map.of());
        assertThat(server).hasToString("mail.example.com:587");
        assertThat(server.session().getProperties())
                .containsEntry("mail.smtp.starttls.enable", "true")
                .containsEntry("mail.smtp.starttls.required", "true")
                .containsEntry("mail.smtp.ssl.checkserveridentity", "true")
                .containsEntry("mail.smtp.auth", "false")
                .containsKeys("mail.smtp.connectiontimeout", "mail.smtp.timeout", "mail.smtp.writetimeout");
    }

    @ParameterizedTest
    @CsvSource({
        "host, ''",
        "from_address, ''",
        "from_address, nobody",
        "from_address, 'a@example.com,b@example.com'",
        "port, many",
        "port, 0",
        "port, 65536",
        "tls, maybe",
        "username, u",
        "hots, x",
    })
    void a_setting_that_cannot_be_used_is_refused_by_its_key(String key, String value) {
        String named = key.equals("username") ? "password" : key;
        assertThatThrownBy(() -> server(Map.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(named + ": ");
    }

    @Test
    void a_refusal_repeats_no_password() {
        assertThatThrownBy(() -> server(Map.of("password", "correct-horse-battery")))
                .hasMessageStartingWith("username: ")
                .hasMessageNotContaining("correct-horse-battery");
    }

    @Test
    void without_settings_nothing_is_sent() {
        try (SmtpEmailProvider provider = new SmtpEmailProvider()) {
            EmailMessage message = new EmailMessage("a@example.com", "s", "t", Optional.empty(), "k");
            assertThatThrownBy(() -> provider.send(message))
                    .isInstanceOfSatisfying(
                            ProviderException.class,
                            e -> assertThat(e.retryable()).isFalse());
        }
    }

    @RepeatedTest(1_000)
    void two_keys_never_share_a_message_id(RepetitionInfo repetition) {
        RandomGenerator random = new Random(repetition.getCurrentRepetition());
        MailServer server = server(Map.of());
        // of few characters and short, so that many are nearly the same
        String one = key(random);
        String other = key(random);
        assertThat(server.messageId(one).equals(server.messageId(other)))
                .as(one + " and " + other)
                .isEqualTo(one.equals(other));
        assertThat(server.messageId(one)).matches("<[A-Za-z0-9=_-]*@example\\.com>");
    }

    private static String key(RandomGenerator random) {
        StringBuilder key = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            key.append("=3dD@. <>a".charAt(random.nextInt(10)));
        }
        return key.toString();
    }
}
