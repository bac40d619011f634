package dev.hexadmin.http.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {
    @Property
    void what_was_encoded_comes_out_again(@ForAll String text) {
        Assume.that(
                text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text));

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
