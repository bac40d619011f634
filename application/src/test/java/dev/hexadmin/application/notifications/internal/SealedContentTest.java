package dev.hexadmin.application.notifications.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.notifications.Content;
import java.security.SecureRandom;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SealedContentTest {
    private static final Content CONTENT =
            new Content("Subject", "Ünïcode https://x/?token=abc", Map.of("email_html", "<p>"));

    private static SealedContent sealing(int key) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) key;
        return new SealedContent(bytes, new SecureRandom());
    }

    @Test
    void sealed_content_shows_nothing_and_opens_to_the_same() {
        Content sealed = sealing(1).seal(CONTENT);
        assertThat(sealed.toString()).doesNotContain("Subject", "token", "<p>");
        assertThat(sealing(1).open(sealed)).isEqualTo(CONTENT);
        assertThat(sealing(1).seal(CONTENT)).isNotEqualTo(sealed);
    }

    @Test
    void other_content_is_sent_as_it_is() {
        assertThat(sealing(1).open(CONTENT)).isSameAs(CONTENT);
    }

    @Test
    void another_key_does_not_open_it() {
        Content sealed = sealing(1).seal(CONTENT);
        assertThatThrownBy(() -> sealing(2).open(sealed)).isInstanceOf(IllegalStateException.class);
    }
}
