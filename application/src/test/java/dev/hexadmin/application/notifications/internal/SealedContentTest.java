package dev.hexadmin.application.notifications.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.secrets.SecretKeys;
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
        return new SealedContent(SecretKeys.of(bytes), new SecureRandom());
    }

    @Test
    void sealed_content_shows_nothing_and_opens_to_the_same() {
        Content sealed = sealing(1).seal(CONTENT);
        assertThat(sealed.toString()).doesNotContain("Subject", "token", "<p>");
        assertThat(sealing(1).open(sealed)).contains(CONTENT);
        assertThat(sealing(1).seal(CONTENT)).isNotEqualTo(sealed);
    }

    @Test
    void other_content_is_sent_as_it_is() {
        assertThat(sealing(1).open(CONTENT)).containsSame(CONTENT);
    }

    @Test
    void another_key_does_not_open_it() {
        Content sealed = sealing(1).seal(CONTENT);
        assertThat(sealing(2).open(sealed)).isEmpty();
    }
}
