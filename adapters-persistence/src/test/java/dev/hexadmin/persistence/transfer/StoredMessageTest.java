package dev.hexadmin.persistence.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoredMessageTest {
    @Test
    void a_message_is_read_as_it_was_written() {
        for (Message message : new Message[] {
            Message.of(""),
            Message.of("\u0001 is no number"),
            Message.of("The file is empty. {as it stands}"),
            Message.of("{count, plural, one {# row} other {# rows}}").with("count", 7L),
            Message.of("At most {limit} of {label}: {reason}")
                    .with("limit", new BigDecimal("12.50"))
                    .with("label", new Label("Price: 1", Map.of(new Language("ja"), "価格", new Language("de"), "Preis")))
                    .with(
                            "reason",
                            Message.of("Row {row} \u0001{text}").with("row", 2L).with("text", "3:a\nb")),
            Message.of(new Label("Full", Map.of(new Language("de"), "Voll"))),
            Message.of(new Label("{n} left", Map.of(new Language("de"), "noch {n}", new Language("ja"), "残り{n}")))
                    .with("de", "x")
                    .with("n", 3L),
            Message.of("{label}").with("label", Label.of("Users").asMessage())
        }) {
            assertThat(StoredMessage.read(StoredMessage.write(message))).isEqualTo(message);
        }
    }

    @Test
    void a_text_of_an_earlier_version_is_shown_as_it_is() {
        assertThat(StoredMessage.read("Row 2 is broken.")).isEqualTo(Message.of("Row 2 is broken."));
    }
}
