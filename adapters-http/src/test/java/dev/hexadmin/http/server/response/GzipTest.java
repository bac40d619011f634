package dev.hexadmin.http.server.response;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GzipTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip | true",
                "GZIP | true",
                "x-gzip | true",
                "br, gzip;q=0.5 | true",
                "gzip ; q=0.001 | true",
                "* | true",
                "br;q=1, *;q=0.1 | true",
                "gzip;q=0.5, identity;q=0.5 | true",
                "'' | false",
                "br | false",
                "gzip;q=0 | false",
                "gzip; Q=0.000 | false",
                "*, gzip;q=0 | false",
                "*;q=0 | false",
                "identity, gzip;q=0.5 | false",
                "gzip;q=high | false",
            })
    void a_client_says_whether_it_prefers_it(String header, boolean preferred) {
        assertThat(Gzip.isPreferred(Optional.of(header))).isEqualTo(preferred);
    }

    @Test
    void who_says_nothing_gets_the_plain_form() {
        assertThat(Gzip.isPreferred(Optional.empty())).isFalse();
    }

    @Test
    void the_compressed_form_can_be_read() throws IOException {
        byte[] content = "much of the same ".repeat(1_000).getBytes(StandardCharsets.UTF_8);
        for (int level : new int[] {1, 9}) {
            byte[] zipped = Gzip.compress(content, level);
            assertThat(zipped.length).isLessThan(content.length / 10);
            assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped)).readAllBytes())
                    .isEqualTo(content);
        }
    }

    @Test
    void its_tag_is_another_one_of_the_same_record() {
        assertThat(Gzip.tag("\"abc.d\"")).isEqualTo("\"abc.d+gzip\"");
        assertThat(Gzip.plain("abc.d+gzip")).isEqualTo("abc.d");
        assertThat(Gzip.plain("abc.d")).isEqualTo("abc.d");
    }
}
