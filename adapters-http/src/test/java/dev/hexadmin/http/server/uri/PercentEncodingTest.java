package dev.hexadmin.http.server.uri;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {
    @RepeatedTest(1_000)
    void what_was_encoded_comes_out_again(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        String text = random.ints(random.nextInt(250), 1, random.nextBoolean() ? 0x80 : Character.MAX_CODE_POINT + 1)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();

        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");

        assertThat(PercentEncoding.decode(encoded)).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "a%",
                "%4",
                "%zz",
                "%-1",
                "%ff",
                "%c3",
                "%c3%28",
                "%ed%a0%80",
                "%c0%80",
                "%00",
                "a%00b",
                "%é"
            })
    void what_is_no_text_is_refused(String text) {
        assertThat(PercentEncoding.decode(text)).isEmpty();
    }
}
