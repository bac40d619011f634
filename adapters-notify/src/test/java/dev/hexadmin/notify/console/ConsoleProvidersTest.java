package dev.hexadmin.notify.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsoleProvidersTest {
    @Test
    void a_text_message_has_an_id_whose_status_can_be_asked_for() {
        ConsoleSmsProvider provider = new ConsoleSmsProvider();
        SmsResult result = provider.send("+15017122661", "hello");
        assertThat(result.to()).isEqualTo("+15017122661");
        assertThat(provider.checkStatus(result.messageId())).isEqualTo(SmsStatus.DELIVERED);
        assertThatThrownBy(() -> provider.checkStatus("SM123"))
                .isInstanceOfSatisfying(
                        ProviderException.class, e -> assertThat(e.retryable()).isFalse());
    }

    @Test
    void each_e_mail_has_an_id_of_its_own() {
        ConsoleEmailProvider provider = new ConsoleEmailProvider();
        EmailMessage message = new EmailMessage("a@example.com", "Hello", "text", Optional.empty(), "key-1");
        assertThat(provider.send(message).messageId())
                .isNotEqualTo(provider.send(message).messageId());
    }

    @Test
    void an_e_mail_header_cannot_hold_a_line_break() {
        assertThatThrownBy(() ->
                        new EmailMessage("a@example.com", "Hello\r\nBcc: b@example.com", "", Optional.empty(), "key-1"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
