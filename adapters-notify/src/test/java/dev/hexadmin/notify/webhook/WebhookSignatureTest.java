package dev.hexadmin.notify.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Instant AT = Instant.ofEpochSecond(1_614_265_330);
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    private static final String SIGNED = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    @Test
    void the_example_of_the_specification_has_its_signature() {
        assertThat(WebhookSignature.with(List.of(SECRET)).of("msg_p5jXN8AQM9LWM0D4loKWxJek", AT, BODY))
                .isEqualTo(SIGNED);
    }

    @Test
    void each_secret_signs_while_one_replaces_another() {
        String next = "whsec_" + "A".repeat(32);
        assertThat(WebhookSignature.with(List.of(next, SECRET)).of("msg_p5jXN8AQM9LWM0D4loKWxJek", AT, BODY))
                .startsWith("v1,")
                .endsWith(" " + SIGNED)
                .doesNotStartWith(SIGNED);
    }

    @Test
    void a_secret_of_another_form_is_refused_and_not_repeated() {
        for (String secret : List.of(
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_AAAA", "whsec_?", "whsec_" + "A".repeat(88))) {
            assertThatThrownBy(() -> WebhookSignature.with(List.of(secret)))
                    .as(secret)
                    .isInstanceOf(WebhookSignature.UnusableSecretException.class)
                    .hasMessage("whsec_ and the base64 of 24 to 64 bytes are expected");
        }
        assertThat(WebhookSignature.with(List.of(SECRET)).toString()).doesNotContain("MfKQ");
    }
}
