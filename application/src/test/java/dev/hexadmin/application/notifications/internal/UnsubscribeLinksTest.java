package dev.hexadmin.application.notifications.internal;

import static dev.hexadmin.application.notifications.internal.Post.OPERATOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnsubscribeLinksTest {
    private static final String PAGE = "https://admin.example/api/notifications/unsubscribe?token=";
    private static final Message NEWS = Message.builder()
            .text("News")
            .channels(Channel.EMAIL, Channel.IN_APP)
            .build();

    private final Post post = Post.equipped(NotificationsSettings.usual());

    private static Recipient recipient(String id) {
        return Recipient.builder(id).email("reader@example.com").build();
    }

    private Map<String, String> headers() {
        return post.email.messages.getLast().headers();
    }

    private String token() {
        String field = headers().getOrDefault("List-Unsubscribe", "");
        assertThat(field).startsWith("<" + PAGE).endsWith(">");
        return field.substring(PAGE.length() + 1, field.length() - 1);
    }

    private void batch(String user) {
        post.assembly.sending().sendBatch(OPERATOR, List.of(recipient(user)), NEWS, Mode.WAIT);
    }

    @Test
    void an_email_of_a_batch_has_a_link_that_shows_neither_user_nor_channel() {
        batch("ada@example.com");
        assertThat(headers()).containsEntry("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        String shown = new String(Base64.getUrlDecoder().decode(token()), java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(shown).doesNotContain("ada").doesNotContain("email");
    }

    @Test
    void an_email_to_one_recipient_has_none() {
        post.assembly.sending().send(OPERATOR, recipient("ada"), NEWS, Mode.WAIT);
        assertThat(headers()).isEmpty();
    }

    @Test
    void the_fields_stay_within_a_line() {
        batch("x".repeat(255));
        assertThat(headers().getOrDefault("List-Unsubscribe", "")).hasSizeBetween(400, 960);
        batch("€".repeat(255));
        assertThat(headers()).isEmpty();
    }

    @Test
    void the_token_turns_off_the_channel_of_its_user_as_often_as_it_is_used() {
        batch("ada");
        String token = token();
        Actor anyone = new Actor.Anonymous(Actor.Origin.LOCAL);
        assertThat(post.assembly.reading().unsubscription(token)).contains(Channel.EMAIL);
        assertThat(unwanted("ada")).isEmpty();
        for (int i = 0; i < 2; i++) {
            assertThat(post.assembly.reading().unsubscribe(anyone, token)).isEqualTo(Channel.EMAIL);
            assertThat(unwanted("ada")).containsExactly(Channel.EMAIL);
        }
        assertThat(unwanted("bob")).isEmpty();
        batch("ada");
        assertThat(post.email.messages).hasSize(1);
    }

    private Iterable<Channel> unwanted(String user) {
        Addressee one = Addressee.of(user);
        return post.memory.known(List.of(one)).get(one).unwanted();
    }

    @Test
    void a_token_that_the_server_has_not_made_is_not_valid() {
        batch("ada");
        String token = token();
        List<String> wrong = new ArrayList<>(List.of("", "x", "not base64!", token + "A", token.substring(1)));
        for (int i = 0; i < token.length(); i++) {
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            String changed = token.substring(0, i) + other + token.substring(i + 1);
            // the last character holds bits that belong to no byte
            if (!java.util.Arrays.equals(
                    Base64.getUrlDecoder().decode(changed),
                    Base64.getUrlDecoder().decode(token))) {
                wrong.add(changed);
            }
        }
        Actor anyone = new Actor.Anonymous(Actor.Origin.LOCAL);
        for (String each : wrong) {
            assertThat(post.assembly.reading().unsubscription(each)).as(each).isEmpty();
            assertThatThrownBy(() -> post.assembly.reading().unsubscribe(anyone, each))
                    .isInstanceOf(RequestRejectedException.class);
        }
        assertThat(unwanted("ada")).isEmpty();
    }

    @Test
    void a_link_that_was_made_with_a_previous_secret_key_is_valid() {
        batch("ada");
        byte[] other = new byte[32];
        other[0] = 1;
        Optional<String> page = Optional.of(PAGE);
        SecretKeys both = new SecretKeys(List.of(other, new byte[32]));
        assertThat(new UnsubscribeLinks(both, new SecureRandom(), page).read(token()))
                .isPresent();
        assertThat(new UnsubscribeLinks(SecretKeys.of(other), new SecureRandom(), page).read(token()))
                .isEmpty();
    }
}
