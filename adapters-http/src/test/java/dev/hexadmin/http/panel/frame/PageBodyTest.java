package dev.hexadmin.http.panel.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PageBodyTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static PageBody roundTrip(String content, String token) {
        return PageBody.of(new PageBody("Bücher", bytes("<a>Ü</a>"), bytes(content)).kept("mark-1"), token);
    }

    @Test
    void a_body_comes_back_with_the_token_of_whoever_looks() {
        PageBody body = roundTrip("mark-1<p>Größe</p>mark-1mark-1 mark- mark-1", "t0ken");
        assertThat(body.title()).isEqualTo("Bücher");
        assertThat(body.actions()).isEqualTo(bytes("<a>Ü</a>"));
        assertThat(new String(body.content(), StandardCharsets.UTF_8))
                .isEqualTo("t0ken<p>Größe</p>t0kent0ken mark- t0ken");
    }

    @Test
    void a_body_without_a_form_and_an_empty_one_stay_as_they_are() {
        assertThat(roundTrip("<p>mark-</p>", "t").content()).isEqualTo(bytes("<p>mark-</p>"));
        assertThat(roundTrip("", "t").content()).isEmpty();
        assertThat(roundTrip("mark-1", "").content()).isEmpty();
    }
}
