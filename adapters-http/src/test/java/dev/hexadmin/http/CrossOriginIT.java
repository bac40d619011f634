package dev.hexadmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.HttpSettings;
import io.helidon.http.Method;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The headers of CORS, and preflight requests. */
class CrossOriginIT {
    private static final String APP = "https://app.example.com";

    private TestHttpServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private void start(String... origins) {
        HttpSettings usual = TestHttpServer.settings();
        server = new TestHttpServer(
                new HttpSettings(
                        usual.listening(),
                        usual.site(),
                        usual.sizes(),
                        List.of(),
                        List.of(),
                        usual.tokens(),
                        new HttpSettings.Readers(
                                HttpSettings.Visibility.PUBLIC, HttpSettings.Visibility.PUBLIC, List.of(origins)),
                        usual.followers()),
                List.of(
                        new Route(
                                Method.GET,
                                "/plain",
                                Policy.PUBLIC,
                                exchange -> Response.json(200, new byte[] {'1'}).with("Vary", "Accept-Language")),
                        new Route(
                                Method.POST, "/plain", Policy.PUBLIC, exchange -> Response.json(200, exchange.body())),
                        new Route(Method.GET, "/mine", Policy.SIGNED_IN, exchange -> Response.empty(204))));
    }

    private String ask(String line, String... headers) throws IOException {
        StringBuilder request = new StringBuilder(line + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return server.exchange(request + "\r\n");
    }

    @Test
    void a_browser_that_asks_before_the_request_of_a_script_needs_no_credentials() throws IOException {
        start(APP, "http://localhost:5173");
        assertThat(ask(
                        "OPTIONS /mine",
                        "Origin: " + APP,
                        "Access-Control-Request-Method: PATCH",
                        "Access-Control-Request-Headers: authorization,if-match,x-own"))
                .startsWith("HTTP/1.1 204 ")
                .containsIgnoringCase("\r\nAccess-Control-Allow-Origin: " + APP + "\r\n")
                .containsIgnoringCase("\r\nAccess-Control-Allow-Methods: GET, HEAD, POST, PUT, PATCH, DELETE\r\n")
                .containsIgnoringCase("\r\nAccess-Control-Allow-Headers: authorization,if-match,x-own\r\n")
                .containsIgnoringCase("\r\nAccess-Control-Max-Age: 3600\r\n")
                .containsIgnoringCase("\r\nVary: Origin\r\n")
                .doesNotContainIgnoringCase("Access-Control-Allow-Credentials");
    }

    @Test
    void a_script_reads_responses_problems_and_refusals_of_the_connection() throws IOException {
        start(APP);
        String allowed = "\r\nAccess-Control-Allow-Origin: " + APP + "\r\n";
        assertThat(ask("GET /plain", "Origin: " + APP))
                .startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase(allowed)
                .containsIgnoringCase("\r\nAccess-Control-Expose-Headers: *\r\n")
                .containsIgnoringCase("\r\nVary: Accept-Language")
                .containsPattern("(?i)\r\nVary:[^\r]*Origin");
        assertThat(ask("GET /mine", "Origin: " + APP))
                .startsWith("HTTP/1.1 401 ")
                .containsIgnoringCase(allowed);
        assertThat(ask("GET /nowhere", "Origin: " + APP))
                .startsWith("HTTP/1.1 404 ")
                .containsIgnoringCase(allowed);
        assertThat(ask("POST /plain", "Origin: " + APP, "Content-Length: 999999999"))
                .startsWith("HTTP/1.1 413 ")
                .containsIgnoringCase(allowed);
    }

    @Test
    void other_sites_are_told_nothing_and_caches_keep_the_responses_apart() throws IOException {
        start(APP);
        for (String other : List.of("https://evil.example.com", "http://app.example.com", APP + ":444", "null")) {
            assertThat(ask("GET /plain", "Origin: " + other))
                    .startsWith("HTTP/1.1 200 ")
                    .doesNotContainIgnoringCase("Access-Control")
                    .containsPattern("(?i)\r\nVary:[^\r]*Origin");
            assertThat(ask("OPTIONS /mine", "Origin: " + other, "Access-Control-Request-Method: GET"))
                    .startsWith("HTTP/1.1 204 ")
                    .doesNotContainIgnoringCase("Access-Control");
        }
        assertThat(ask("GET /plain"))
                .doesNotContainIgnoringCase("Access-Control")
                .containsPattern("(?i)\r\nVary:[^\r]*Origin");
        assertThat(ask("OPTIONS /plain", "Origin: " + APP))
                .containsIgnoringCase("\r\nAllow: GET, HEAD, POST, OPTIONS\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "415, 'Content-Encoding: gzip\r\nContent-Length: 2\r\nContent-Type: application/json'",
        "417, Expect: more",
        "400, Content-Length: +2"
    })
    void a_script_reads_why_its_headers_are_refused(int status, String headers) throws IOException {
        start(APP, "http://localhost:5173");
        assertThat(ask("POST /plain?a=b", "Origin: " + APP, "X-Request-Id: mine", headers))
                .startsWith("HTTP/1.1 " + status + " ")
                .containsIgnoringCase("\r\nAccess-Control-Allow-Origin: " + APP + "\r\n")
                .containsIgnoringCase("\r\nAccess-Control-Expose-Headers: *\r\n")
                .containsIgnoringCase("\r\nX-Request-Id: mine\r\n")
                .contains("\"instance\":\"/plain\"");
        assertThat(ask("POST /plain", "Origin: https://other.example", headers))
                .startsWith("HTTP/1.1 " + status + " ")
                .doesNotContainIgnoringCase("Access-Control");
    }

    @ParameterizedTest
    @CsvSource({"https://app.example.com, https://app.example.com", "*, *", "https://app.example.com http://a.example,"
    })
    void without_the_headers_of_the_request_the_only_site_is_named(String origins, @Nullable String named)
            throws IOException {
        start(origins.split(" "));
        for (String answer : List.of(
                ask("GET /" + "a".repeat(9_000), "Origin: " + APP),
                ask("GET /plain", "Origin: " + APP, "X-Long: " + "a".repeat(20_000)))) {
            assertThat(answer).matches("(?s)HTTP/1.1 (414|431) .*");
            if (named == null) {
                assertThat(answer).doesNotContainIgnoringCase("Access-Control");
            } else {
                assertThat(answer).containsIgnoringCase("\r\nAccess-Control-Allow-Origin: " + named + "\r\n");
            }
        }
    }

    @Test
    void without_the_setting_nothing_is_said() throws IOException {
        start();
        assertThat(ask("GET /plain", "Origin: " + APP))
                .doesNotContainIgnoringCase("Access-Control")
                .doesNotContain("Origin");
        assertThat(ask("OPTIONS /plain", "Origin: " + APP, "Access-Control-Request-Method: POST"))
                .startsWith("HTTP/1.1 204 ")
                .doesNotContainIgnoringCase("Access-Control");
    }

    @Test
    void any_site_may_be_allowed() throws IOException {
        start("*");
        assertThat(ask("GET /plain", "Origin: https://anywhere.example"))
                .containsIgnoringCase("\r\nAccess-Control-Allow-Origin: *\r\n")
                .doesNotContain("Origin\r\n");
        assertThat(ask("OPTIONS /mine", "Origin: null", "Access-Control-Request-Method: GET"))
                .containsIgnoringCase("\r\nAccess-Control-Allow-Origin: *\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "https://app.example.com",
                "http://localhost:5173",
                "http://127.0.0.1:3000",
                "http://[::1]:3000",
                "capacitor://localhost",
                "chrome-extension://abcdefghijklmnop"
            })
    void an_origin_is_what_browsers_send(String text) {
        assertThat(HttpSettings.isOrigin(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app.example.com",
                "https://app.example.com/",
                "https://App.example.com",
                "https://app.example.com:443",
                "http://app.example.com:80",
                "https://*.example.com",
                "https://u@app.example.com",
                "null",
                ""
            })
    void what_browsers_never_send_is_no_origin(String text) {
        assertThat(HttpSettings.isOrigin(text)).isFalse();
    }
}
