package dev.hexadmin.http.server.uri;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.http.HeaderNames;
import io.helidon.http.WritableHeaders;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectiveUriTest {
    private static WritableHeaders<?> headers(String... pairs) {
        WritableHeaders<?> headers = WritableHeaders.create();
        for (int i = 0; i < pairs.length; i += 2) {
            headers.set(HeaderNames.create(pairs[i]), pairs[i + 1]);
        }
        return headers;
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example, https://shop.example, true",
        "shop.example, http://shop.example, true",
        "shop.example, https://SHOP.example:443, true",
        "shop.example:443, https://shop.example, true",
        "shop.example:8080, http://shop.example:8080, true",
        "[::1]:8080, http://[::1]:8080, true",
        "[::1], http://[::1]:80, true",
        "shop.example:8080, http://shop.example, false",
        "shop.example, http://shop.example:8080, false",
        "shop.example, https://evil.example, false",
        "shop.example, https://shop.example.evil.example, false",
        "shop.example, https://user@shop.example, false",
        "shop.example, https:shop.example, false",
        "shop.example, //shop.example, false",
        "shop.example, shop.example, false",
        "shop.example, null, false",
        "shop.example, 'https://shop .example', false",
        "'', http://, false",
    })
    void an_origin_is_the_servers_own_when_host_and_port_are(String host, String origin, boolean own) {
        assertThat(new EffectiveUri("http", host).isOrigin(origin)).isEqualTo(own);
    }

    @Test
    void only_a_trusted_proxy_says_what_was_called() {
        WritableHeaders<?> said =
                headers("Host", "inside:8080", "X-Forwarded-Host", "shop.example, other", "X-Forwarded-Proto", "HTTPS");
        RequestTarget path = RequestTarget.of("/");
        assertThat(EffectiveUri.of(path, said, 2, false)).isEqualTo(new EffectiveUri("https", "shop.example"));
        assertThat(EffectiveUri.of(path, said, 0, false)).isEqualTo(new EffectiveUri("http", "inside:8080"));
        assertThat(EffectiveUri.of(path, headers("X-Forwarded-Proto", "gopher"), 1, true))
                .isEqualTo(new EffectiveUri("https", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "https, 1, https",
        "'https,http', 1, http", // the client's own, and the proxy's
        "'http,https', 1, https",
        "'https,http', 2, https",
        "'http,https,http', 2, https",
        "https, 3, https", // the others have handed it on
        "'http,', 1, http", // none
    })
    void what_a_client_says_of_itself_is_not_believed(String forwarded, int proxies, String scheme) {
        assertThat(EffectiveUri.of(RequestTarget.of("/"), headers("X-Forwarded-Proto", forwarded), proxies, false))
                .isEqualTo(new EffectiveUri(scheme, ""));
    }

    @Test
    void the_host_of_a_whole_address_goes_before_the_header() {
        RequestTarget whole = RequestTarget.of("http://shop.example:8080/a");
        WritableHeaders<?> said = headers("Host", "other", "X-Forwarded-Host", "outside.example");
        assertThat(EffectiveUri.of(whole, said, 0, false)).isEqualTo(new EffectiveUri("http", "shop.example:8080"));
        assertThat(EffectiveUri.of(whole, said, 1, false)).isEqualTo(new EffectiveUri("http", "outside.example"));
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b, /a/b, ",
        "http://h/a/b, /a/b, h",
        "HTTPS://h:8443/, /, h:8443",
        "http://[::1]:80/a, /a, [::1]:80",
        "http://h, /, h",
        "http:///a, http:///a, ",
        "http://u@h/a, http://u@h/a, ",
        "ftp://h/a, ftp://h/a, ",
        "*, *, ",
        "//h/a, //h/a, ",
    })
    void a_whole_address_is_its_path_at_its_host(String target, String path, String host) {
        assertThat(RequestTarget.of(target)).isEqualTo(new RequestTarget(path, Optional.ofNullable(host)));
    }
}
