package dev.hexadmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.RequestId;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DispatcherIT {
    private static TestHttpServer server;

    @BeforeAll
    static void start() {
        server = new TestHttpServer(
                TestHttpServer.settings(),
                List.of(
                        get("/plain", "{\"a\":1}"),
                        new Route(
                                Method.POST, "/plain", Policy.PUBLIC, exchange -> Response.json(200, exchange.body())),
                        new Route(
                                Method.PATCH, "/plain", Policy.PUBLIC, exchange -> Response.json(200, exchange.body())),
                        new Route(
                                Method.GET,
                                "/things/{thing}",
                                Policy.PUBLIC,
                                exchange -> text(exchange.variable("thing") + "|" + exchange.query())),
                        get("/things/special", "special"),
                        kind(Method.GET, "/kinds", Policy.PUBLIC),
                        kind(Method.POST, "/kinds", Policy.PUBLIC),
                        kind(Method.GET, "/locked", Policy.SIGNED_IN),
                        kind(Method.POST, "/locked", Policy.SIGNED_IN),
                        new Route(
                                Method.GET,
                                "/mine",
                                Policy.SIGNED_IN,
                                exchange -> text(exchange.signedIn().email().toString())),
                        new Route(
                                Method.GET,
                                "/where",
                                Policy.PUBLIC,
                                exchange -> text(exchange.actor().origin().address())),
                        new Route(Method.GET, "/id", Policy.PUBLIC, exchange -> text(RequestId.CURRENT.get())),
                        new Route(Method.DELETE, "/nothing", Policy.PUBLIC, exchange -> Response.empty(204)),
                        new Route(
                                Method.GET,
                                "/same",
                                Policy.PUBLIC,
                                exchange -> Response.empty(304).with("ETag", "\"v1\"")),
                        throwing("/secret", new IllegalStateException("password=hunter2")),
                        throwing(
                                "/away",
                                ServiceUnavailableException.ofModel("tracks", "no table", new IOException("10.0.0.1"))),
                        throwing(
                                "/invalid",
                                RequestRejectedException.invalid(
                                        List.of(Violation.at("price", "required", "Missing.")))),
                        throwing("/moved", RequestRejectedException.preconditionFailed("Changed.", new Version("v2"))),
                        throwing(
                                "/later",
                                RequestRejectedException.later(
                                        RequestRejectedException.Category.TOO_MANY,
                                        "rate_limited",
                                        "Wait.",
                                        Duration.ofMillis(1_200)))));
    }

    /** Two kinds there are; one of them is only read. */
    private static Route kind(Method method, String base, Policy policy) {
        return new Route(method, base + "/{kind}", policy, Route.Media.ANY, exchange -> text(exchange.variable("kind")))
                .where(exchange -> exchange.variable("kind").equals("open")
                        || (method.equals(Method.GET)
                                && exchange.variable("kind").equals("closed")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void an_answer_has_its_length_a_request_id_and_the_security_headers() throws IOException {
        assertThat(ask("GET", "/plain"))
                .startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase("content-type: application/json; charset=utf-8\r\n")
                .containsIgnoringCase("content-length: 7\r\n")
                .containsPattern("(?i)x-request-id: [0-9a-f]{24}\r\n")
                .containsIgnoringCase("x-content-type-options: nosniff\r\n")
                .containsIgnoringCase("referrer-policy: same-origin\r\n")
                .containsIgnoringCase("x-frame-options: DENY\r\n")
                .containsIgnoringCase("frame-ancestors 'none'")
                .containsIgnoringCase("cache-control: private, no-store\r\n")
                .containsIgnoringCase("\r\ndate: ")
                .doesNotContainIgnoringCase("server:")
                .doesNotContainIgnoringCase("helidon")
                .endsWith("\r\n\r\n{\"a\":1}");
    }

    @Test
    void a_good_request_id_is_kept_and_bound_and_a_bad_one_replaced() throws IOException {
        assertThat(ask("GET", "/id", "X-Request-Id: a.B_c-9"))
                .containsIgnoringCase("x-request-id: a.B_c-9\r\n")
                .endsWith("\r\n\r\na.B_c-9");
        assertThat(ask("GET", "/id", "X-Request-Id: a b")).containsPattern("(?i)x-request-id: [0-9a-f]{24}\r\n");
        assertThat(ask("GET", "/id", "X-Request-Id: " + "x".repeat(64)))
                .containsIgnoringCase("x-request-id: " + "x".repeat(64));
        assertThat(ask("GET", "/id", "X-Request-Id: " + "x".repeat(65)))
                .containsPattern("(?i)x-request-id: [0-9a-f]{24}\r\n");
    }

    @Test
    void a_trailing_slash_makes_no_difference() throws IOException {
        assertThat(ask("GET", "/plain/")).startsWith("HTTP/1.1 200 ").endsWith("{\"a\":1}");
        assertThat(ask("GET", "/things/special/")).endsWith("special");
    }

    @Test
    void empty_and_dot_segments_lead_nowhere() throws IOException {
        assertThat(ask("GET", "//plain")).startsWith("HTTP/1.1 404 ");
        assertThat(ask("GET", "/plain//")).startsWith("HTTP/1.1 404 ");
        assertThat(ask("GET", "/things//")).startsWith("HTTP/1.1 404 ");
        assertThat(ask("GET", "/things/../plain")).startsWith("HTTP/1.1 400 ").contains("\"code\":\"invalid_path\"");
        assertThat(ask("GET", "/things/..")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void a_literal_wins_over_a_variable_and_variables_stay_encoded() throws IOException {
        assertThat(ask("GET", "/things/special")).endsWith("\r\n\r\nspecial");
        assertThat(ask("GET", "/things/a%2Fb?q=x%20y+z&n")).endsWith("\r\n\r\na%2Fb|{q=x y z, n=}");
    }

    @Test
    void head_is_answered_by_get_without_a_body() throws IOException {
        assertThat(ask("HEAD", "/plain"))
                .startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase("content-length: 7\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void options_lists_the_methods() throws IOException {
        assertThat(ask("OPTIONS", "/plain"))
                .startsWith("HTTP/1.1 204 ")
                .containsIgnoringCase("allow: GET, HEAD, POST, PATCH, OPTIONS\r\n");
    }

    @Test
    void a_whole_address_as_target_is_its_path() throws IOException {
        assertThat(ask("GET", "http://shop.example/plain"))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("{\"a\":1}");
        assertThat(ask("GET", "http://shop.example/things/a?q=x")).endsWith("\r\n\r\na|{q=x}");
        assertThat(ask("GET", "https://shop.example:8443/things/../plain")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("GET", "ftp://shop.example/plain")).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void a_route_that_only_some_paths_have_is_listed_where_it_is() throws IOException {
        assertThat(ask("OPTIONS", "/kinds/open"))
                .startsWith("HTTP/1.1 204 ")
                .containsIgnoringCase("allow: GET, HEAD, POST, OPTIONS\r\n");
        assertThat(ask("OPTIONS", "/kinds/closed"))
                .startsWith("HTTP/1.1 204 ")
                .containsIgnoringCase("allow: GET, HEAD, OPTIONS\r\n");
        for (String method : List.of("POST", "DELETE")) {
            assertThat(ask(method, "/kinds/closed"))
                    .startsWith("HTTP/1.1 405 ")
                    .containsIgnoringCase("allow: GET, HEAD, OPTIONS\r\n");
        }
        for (String method : List.of("GET", "POST", "DELETE", "OPTIONS")) {
            assertThat(ask(method, "/kinds/none")).startsWith("HTTP/1.1 404 ");
            assertThat(ask(method, "/locked/open")).startsWith("HTTP/1.1 401 "); // whether it is there is not said
            assertThat(ask(method, "/locked/none")).startsWith("HTTP/1.1 401 ");
        }
    }

    @Test
    void another_method_is_a_405_that_lists_those_there_are() throws IOException {
        assertThat(ask("DELETE", "/plain"))
                .startsWith("HTTP/1.1 405 ")
                .containsIgnoringCase("allow: GET, HEAD, POST, PATCH, OPTIONS\r\n")
                .contains("\"code\":\"method_not_allowed\"");
        assertThat(ask("BREW", "/plain")).startsWith("HTTP/1.1 405 ");
    }

    @Test
    void an_unknown_path_is_a_problem_document() throws IOException {
        assertThat(ask("GET", "/nowhere"))
                .startsWith("HTTP/1.1 404 ")
                .containsIgnoringCase("content-type: application/problem+json; charset=utf-8\r\n")
                .endsWith("{\"type\":\"/problems/not_found\",\"title\":\"Not found\",\"status\":404,\"detail\":\"There"
                        + " is nothing at this path.\",\"instance\":\"/nowhere\",\"code\":\"not_found\"}");
    }

    @Test
    void answers_without_a_body_have_none() throws IOException {
        assertThat(ask("DELETE", "/nothing")).startsWith("HTTP/1.1 204 ").endsWith("\r\n\r\n");
        assertThat(ask("GET", "/same"))
                .startsWith("HTTP/1.1 304 ")
                .containsIgnoringCase("etag: \"v1\"\r\n")
                .containsIgnoringCase("cache-control: private, no-cache\r\n")
                .doesNotContainIgnoringCase("content-length")
                .endsWith("\r\n\r\n");
    }

    @Test
    void a_route_for_people_who_are_signed_in_answers_others_with_401() throws IOException {
        assertThat(ask("GET", "/mine"))
                .startsWith("HTTP/1.1 401 ")
                .containsIgnoringCase("www-authenticate: Bearer\r\n")
                .contains("\"code\":\"unauthenticated\"");
        assertThat(ask("GET", "/mine", "Authorization: Bearer bad"))
                .startsWith("HTTP/1.1 401 ")
                .contains("\"code\":\"invalid_token\"");
        assertThat(ask("GET", "/mine", "Authorization: Bearer good")).endsWith("ada@example.com");
    }

    @Test
    void bad_credentials_do_not_matter_on_a_public_route_that_does_not_look_at_them() throws IOException {
        assertThat(ask("GET", "/plain", "Authorization: Bearer bad")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void the_client_address_comes_from_a_trusted_proxy() throws IOException {
        assertThat(ask("GET", "/where", "X-Forwarded-For: 1.2.3.4", "X-Forwarded-For: 9.9.9.9, 127.0.0.1"))
                .endsWith("\r\n\r\n9.9.9.9");
        assertThat(ask("GET", "/where")).endsWith("\r\n\r\n127.0.0.1");
    }

    @Test
    void what_nobody_foresaw_is_a_500_that_says_nothing() throws IOException {
        assertThat(ask("GET", "/secret"))
                .startsWith("HTTP/1.1 500 ")
                .contains("\"code\":\"internal_error\"")
                .doesNotContain("hunter2")
                .doesNotContain("IllegalState");
    }

    @Test
    void what_is_unavailable_is_a_503_that_names_it_and_says_when_to_try_again() throws IOException {
        assertThat(ask("GET", "/away"))
                .startsWith("HTTP/1.1 503 ")
                .contains("\"code\":\"model_unavailable\"", "\"model\":\"tracks\"", "the model \\\"tracks\\\"")
                .containsIgnoringCase("retry-after: 2\r\n")
                .doesNotContain("10.0.0.1");
    }

    @Test
    void refusals_carry_their_pointers_members_and_waiting_time() throws IOException {
        assertThat(ask("GET", "/invalid"))
                .startsWith("HTTP/1.1 422 ")
                .endsWith("\"errors\":[{\"pointer\":\"/price\",\"code\":\"required\",\"message\":\"Missing.\"}]}");
        assertThat(ask("GET", "/moved"))
                .startsWith("HTTP/1.1 412 ")
                .containsIgnoringCase("etag: \"v2\"\r\n")
                .contains("\"etag\":\"\\\"v2\\\"\"");
        assertThat(ask("GET", "/later")).startsWith("HTTP/1.1 429 ").containsIgnoringCase("retry-after: 2\r\n");
    }

    @Test
    void only_json_comes_in() throws IOException {
        assertThat(post("POST", "application/json", "{}"))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("{}");
        assertThat(post("POST", "Application/JSON; charset=UTF-8", "{}")).startsWith("HTTP/1.1 200 ");
        assertThat(post("POST", "text/plain", "{}"))
                .startsWith("HTTP/1.1 415 ")
                .contains("\"code\":\"unsupported_media_type\"");
        assertThat(post("POST", "application/json; charset=utf-16", "{}")).startsWith("HTTP/1.1 415 ");
        assertThat(post("POST", "application/merge-patch+json", "{}")).startsWith("HTTP/1.1 415 ");
        assertThat(post("POST", "application/json\r\nContent-Encoding: gzip", "{}"))
                .startsWith("HTTP/1.1 415 ");
        assertThat(post("POST", "application/json\r\nContent-Encoding: identity", "{}"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(post("PATCH", "application/merge-patch+json", "{}")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void a_delete_takes_no_body() throws IOException {
        for (String type : List.of("application/json", "text/plain")) {
            String head = "DELETE /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: " + type;
            assertThat(server.exchange(head + "\r\nContent-Length: 2\r\n\r\n{}"))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("\"code\":\"malformed\"");
            assertThat(server.exchange(head + "\r\nContent-Length: 0\r\n\r\n")).startsWith("HTTP/1.1 204 ");
        }
    }

    @Test
    void a_client_that_takes_no_json_gets_406() throws IOException {
        assertThat(ask("GET", "/plain", "Accept: text/html")).startsWith("HTTP/1.1 406 ");
        assertThat(ask("GET", "/plain", "Accept: */*, application/json;q=0")).startsWith("HTTP/1.1 406 ");
        assertThat(ask("GET", "/plain", "Accept: text/html, application/problem+json;q=0"))
                .startsWith("HTTP/1.1 406 ");
    }

    @Test
    void a_client_that_takes_only_problems_gets_an_answer() throws IOException {
        assertThat(ask("GET", "/plain", "Accept: application/problem+json")).startsWith("HTTP/1.1 200 ");
        assertThat(ask("GET", "/plain", "Accept: text/html, application/*;q=0.1"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void a_repeated_or_badly_encoded_query_parameter_is_named() throws IOException {
        assertThat(ask("GET", "/things/1?a=1&a=2")).startsWith("HTTP/1.1 400 ").contains("\"pointer\":\"?a\"");
        assertThat(ask("GET", "/things/1?a=%ff")).startsWith("HTTP/1.1 400 ").contains("\"pointer\":\"?a\"");
        assertThat(ask("GET", "/things/1?a=%00")).startsWith("HTTP/1.1 400 ").contains("\"pointer\":\"?a\"");
    }

    @Test
    void a_query_takes_every_visible_character_as_it_is() throws IOException {
        assertThat(ask("GET", "/things/1?at=2026-11-20T10:00:00Z&u=https://a.example/?x@y"))
                .startsWith("HTTP/1.1 200 ")
                .contains("at=2026-11-20T10:00:00Z")
                .contains("u=https://a.example/?x@y");
        assertThat(ask("GET", "/things/1?a[b]={|}^`\\'()*!$;,~"))
                .startsWith("HTTP/1.1 200 ")
                .contains("a[b]={|}^`\\'()*!$;,~");
        assertThat(ask("GET", "/things/1?a=\u00e9")).startsWith("HTTP/1.1 400 ").contains("\"pointer\":\"?a\"");
        assertThat(ask("GET", "/things/1?a=\t")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("GET", "/things/1?a=\u0001")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("GET", "/things/1?a=%zz")).startsWith("HTTP/1.1 400 ").contains("\"pointer\":\"?a\"");
    }

    @Test
    void an_embedding_server_keeps_its_own_routes() throws IOException {
        WebServer own = WebServer.builder()
                .host("127.0.0.1")
                .shutdownHook(false)
                .routing(routing -> routing.register(server.dispatcher.embedded())
                        .get("/own", (request, response) -> response.send("own")))
                .build()
                .start();
        try (Socket socket = new Socket("127.0.0.1", own.port())) {
            OutputStream out = socket.getOutputStream();
            out.write("GET /own HTTP/1.1\r\nHost: x\r\n\r\nGET /plain HTTP/1.1\r\nHost: x\r\n\r\n"
                    .getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\r\n\r\nownHTTP/1.1 200 ")
                    .endsWith("{\"a\":1}");
        } finally {
            own.stop();
        }
    }

    private static String ask(String method, String path, String... headers) throws IOException {
        StringBuilder request =
                new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return server.exchange(request.append("\r\n").toString());
    }

    private static String post(String method, String type, String body) throws IOException {
        return server.exchange(method + " /plain HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: " + type
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static Route get(String path, String body) {
        return new Route(
                Method.GET, path, Policy.PUBLIC, exchange -> Response.json(200, body.getBytes(StandardCharsets.UTF_8)));
    }

    private static Route throwing(String path, RuntimeException exception) {
        return new Route(Method.GET, path, Policy.PUBLIC, exchange -> {
            throw exception;
        });
    }

    private static Response text(String text) {
        return Response.json(200, text.getBytes(StandardCharsets.UTF_8));
    }
}
