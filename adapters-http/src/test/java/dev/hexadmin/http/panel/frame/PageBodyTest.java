package dev.hexadmin.http.panel.frame;

import static org.assertj.core.api.Assertions.assertThat;

import gg.jte.Content;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PageBodyTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Content markup(String text) {
        return output -> output.writeContent(text);
    }

    private static PageBody roundTrip(String content, String token) {
        return PageBody.of(
                new PageBody(true, "Bücher", PageBody.NOTHING, markup("<a>Ü</a>"), markup(content)).kept("mark-1"),
                token);
    }

    @Test
    void a_body_comes_back_with_the_token_of_whoever_looks() {
        PageBody body = roundTrip("mark-1<p>Größe</p>mark-1mark-1 mark- mark-1", "t0ken");
        assertThat(body.title()).isEqualTo("Bücher");
        assertThat(PageOutput.html(body.actions())).isEqualTo(bytes("<a>Ü</a>"));
        assertThat(new String(PageOutput.html(body.content()), StandardCharsets.UTF_8))
                .isEqualTo("t0ken<p>Größe</p>t0kent0ken mark- t0ken");
    }

    @Test
    void a_body_without_a_form_and_an_empty_one_stay_as_they_are() {
        assertThat(PageOutput.html(roundTrip("<p>mark-</p>", "t").content())).isEqualTo(bytes("<p>mark-</p>"));
        assertThat(PageOutput.html(roundTrip("", "t").content())).isEmpty();
        assertThat(PageOutput.html(roundTrip("mark-1", "").content())).isEmpty();
    }
}
