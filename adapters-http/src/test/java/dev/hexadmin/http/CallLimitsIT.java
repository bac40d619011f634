package dev.hexadmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.settings.HttpSettings.CallLimit;
import dev.hexadmin.http.settings.HttpSettings.CallLimit.Per;
import io.helidon.http.Method;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Configured limits, on a server whose clock does not advance. The server trusts the client's forwarded address. */
class CallLimitsIT {
    private static final List<Route> ROUTES = List.of(
            new Route(Method.GET, "/things", Policy.PUBLIC, exchange -> Response.json(200, new byte[] {'1'})),
            new Route(Method.POST, "/things", Policy.PUBLIC, exchange -> Response.empty(204)),
            new Route(Method.GET, "/mine/{thing}", Policy.SIGNED_IN, exchange -> Response.empty(204)));

    private TestHttpServer server;

    @AfterEach
    void stop() {
        server.close();
    }

    private void start(CallLimit... limits) {
        HttpSettings usual = TestHttpServer.settings();
        server = new TestHttpServer(
                new HttpSettings(
                        new HttpSettings.Listening(usual.listening().host(), 0, Duration.ofSeconds(5)),
                        new HttpSettings.Site(
                                usual.site().adminPath(), usual.site().notificationsPrefix(), ""),
                        new HttpSettings.Sizes(
                                usual.sizes().maxBodyBytes(), usual.sizes().maxUploadBytes()),
                        List.of(limits),
                        usual.trustedProxies(),
                        new HttpSettings.Tokens(List.of(), "hexadmin"),
                        new HttpSettings.Readers(
                                HttpSettings.Visibility.PUBLIC, HttpSettings.Visibility.PUBLIC, List.of()),
                        new HttpSettings.Followers(usual.followers().limits(), false)),
                ROUTES);
    }

    private static CallLimit limit(String name, int most, String path, Per per, String... methods) {
        return new CallLimit(new Limit(name, most, Duration.ofSeconds(60)), List.of(path), Set.of(methods), per);
    }

    private String ask(String method, String path, String... headers) throws IOException {
        StringBuilder request =
                new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return server.exchange(request + "\r\n");
    }

    @Test
    void every_call_of_an_address_counts_and_is_told_what_is_left() throws IOException {
        start(limit("api", 2, "/things/**", Per.ADDRESS));
        assertThat(ask("GET", "/things", "X-Forwarded-For: 192.0.2.1"))
                .startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase("\r\nRateLimit-Policy: \"api\";q=2;w=60\r\n")
                .containsIgnoringCase("\r\nRateLimit: \"api\";r=1;t=53\r\n");
        assertThat(ask("HEAD", "/things/nowhere", "X-Forwarded-For: 192.0.2.1"))
                .startsWith("HTTP/1.1 404 ")
                .containsIgnoringCase("\r\nRateLimit: \"api\";r=0;t=53\r\n");
        assertThat(ask("POST", "/things/", "X-Forwarded-For: 192.0.2.1"))
                .startsWith("HTTP/1.1 429 ")
                .containsIgnoringCase("\r\nRetry-After: 53\r\n")
                .containsIgnoringCase("\r\nRateLimit-Policy: \"api\";q=2;w=60\r\n")
                .containsIgnoringCase("\r\nRateLimit: \"api\";r=0;t=53\r\n")
                .contains("\"code\":\"rate_limited\"", "in 53 seconds");
        assertThat(ask("GET", "/things", "X-Forwarded-For: 192.0.2.2")).startsWith("HTTP/1.1 200 ");
        assertThat(ask("GET", "/elsewhere", "X-Forwarded-For: 192.0.2.1"))
                .startsWith("HTTP/1.1 404 ")
                .doesNotContainIgnoringCase("ratelimit");
    }

    @Test
    void a_limit_of_some_methods_leaves_the_others_and_head_is_a_get() throws IOException {
        start(limit("reads", 1, "/things", Per.ADDRESS, "GET"));
        assertThat(ask("POST", "/things")).startsWith("HTTP/1.1 204 ").doesNotContainIgnoringCase("ratelimit");
        assertThat(ask("HEAD", "/things")).startsWith("HTTP/1.1 200 ");
        assertThat(ask("GET", "/things")).startsWith("HTTP/1.1 429 ");
        assertThat(ask("OPTIONS", "/things")).startsWith("HTTP/1.1 204 ");
    }

    @Test
    void who_is_over_the_limit_of_an_address_is_not_asked_who_it_is() throws IOException {
        start(limit("api", 1, "/mine/*", Per.ADDRESS));
        assertThat(ask("GET", "/mine/1", "Authorization: Bearer bad"))
                .startsWith("HTTP/1.1 401 ")
                .containsIgnoringCase("\r\nRateLimit: \"api\";r=0;t=53\r\n");
        assertThat(ask("GET", "/mine/1", "Authorization: Bearer bad")).startsWith("HTTP/1.1 429 ");
        assertThat(ask("GET", "/mine/1", "Authorization: Bearer good")).startsWith("HTTP/1.1 429 ");
    }

    @Test
    void calls_of_a_user_count_from_any_address_and_those_of_nobody_do_not() throws IOException {
        start(limit("user", 2, "/**", Per.USER), limit("key", 1, "/**", Per.API_KEY));
        for (int i = 0; i < 3; i++) {
            assertThat(ask("GET", "/mine/1", "Authorization: Bearer bad")).startsWith("HTTP/1.1 401 ");
            assertThat(ask("GET", "/things", "Authorization: Bearer good")).startsWith("HTTP/1.1 200 ");
        }
        assertThat(ask("GET", "/mine/1", "Authorization: Bearer good", "X-Forwarded-For: 192.0.2.1"))
                .startsWith("HTTP/1.1 204 ")
                .containsIgnoringCase("\r\nRateLimit: \"user\";r=1;t=53\r\n");
        assertThat(ask("GET", "/mine/2", "Authorization: Bearer good", "X-Forwarded-For: 192.0.2.2"))
                .startsWith("HTTP/1.1 204 ");
        assertThat(ask("GET", "/mine/1", "Authorization: Bearer good")).startsWith("HTTP/1.1 429 ");
        assertThat(server.windows.tries).containsOnlyKeys("user 7");
    }

    @Test
    void several_limits_are_told_in_one_list_and_the_one_that_refuses_comes_first() throws IOException {
        start(limit("address", 9, "/mine/*", Per.ADDRESS), limit("user", 1, "/mine/*", Per.USER));
        assertThat(ask("GET", "/mine/1", "Authorization: Bearer good"))
                .containsIgnoringCase("\r\nRateLimit-Policy: \"address\";q=9;w=60, \"user\";q=1;w=60\r\n")
                .containsIgnoringCase("\r\nRateLimit: \"address\";r=8;t=53, \"user\";r=0;t=53\r\n");
        assertThat(ask("GET", "/mine/1", "Authorization: Bearer good"))
                .startsWith("HTTP/1.1 429 ")
                .containsIgnoringCase("\r\nRateLimit: \"user\";r=0;t=53, \"address\";r=7;t=53\r\n");
    }

    @Test
    void opening_a_socket_is_a_call() throws IOException {
        start(limit("api", 1, "/api/notifications/**", Per.ADDRESS));
        assertThat(handshake())
                .startsWith("HTTP/1.1 101 ")
                .containsIgnoringCase("\r\nRateLimit-Policy: \"api\";q=1;w=60\r\n")
                .containsIgnoringCase("\r\nRateLimit: \"api\";r=0;t=53\r\n");
        assertThat(handshake()).startsWith("HTTP/1.1 429 ").containsIgnoringCase("\r\nRetry-After: 53\r\n");
    }

    private String handshake() throws IOException {
        String request = """
                GET /api/notifications/ws HTTP/1.1
                Host: x
                Upgrade: websocket
                Connection: Upgrade
                Sec-WebSocket-Version: 13
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

                """.replace("\n", "\r\n");
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) socket.getInputStream().read());
            }
            return head.toString();
        }
    }
}
