package dev.hexadmin.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0|Firefox 145 on Linux",
                "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0|Edge 142 on Windows",
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36|Chrome 142 on Android",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1|Safari 18 on iOS",
                "curl/8.5.0|curl/8.5.0"
            })
    void a_browser_has_a_name_a_version_and_a_system(String userAgent, String name) {
        assertThat(BrowserName.of(userAgent).english()).isEqualTo(name);
    }

    @Test
    void what_is_unknown_is_shortened() {
        assertThat(BrowserName.of("x".repeat(400)).english()).isEqualTo("x".repeat(60) + "…");
        assertThat(BrowserName.of("").english()).isEmpty();
    }
}
