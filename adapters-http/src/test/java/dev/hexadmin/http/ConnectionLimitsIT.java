package dev.hexadmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.http.server.address.AddressLimitWarning;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.ConnectionSettings;
import dev.hexadmin.http.settings.HttpSettings;
import io.helidon.http.Method;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionLimitsIT {
    /** With line breaks, and a line that looks like a chunk. */
    private static final String LINES = "5\r\n0\r\n\r\n" + "a long line, ".repeat(2_000) + "\nthe end";

    private static final int MAX_BODY = 10_000;
    private static final AtomicInteger HANDLED = new AtomicInteger();
    private static TestHttpServer server;

    @BeforeAll
    static void start() {
        server = new TestHttpServer(settings(List.of()), limits(8), routes());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // ---- smuggling: 400, the connection closed, and what follows never taken for a request

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 5",
                "Content-Length: +5",
                "Content-Length: -5",
                "Content-Length: 0x5",
                "Content-Length: 5, 5",
                "Content-Length: 5\r\nContent-Length: 5",
                "Content-Length: 5\r\nContent-Length: 6",
                "Content-Length: 5 5",
                "Content-Length:",
                "Content-Length: 99999999999999999999",
                "Content-Length : 5",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding : chunked",
                "X: y\r\n Transfer-Encoding: chunked",
                "X: y\r\n\tfolded",
                "X\u0000Y: z",
                "X: y\u0000z",
                "NoColon",
                ": nameless",
                "X: y\nTransfer-Encoding: chunked"
            })
    void an_ambiguous_message_is_refused_and_the_connection_closed(String headers) throws IOException {
        int before = HANDLED.get();

        String answer = server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + headers
                + "\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400 ").containsIgnoringCase("connection: close\r\n");
        assertProblem(answer, 400);
        assertThat(HANDLED).hasValue(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+5\r\nhello\r\n0\r\n\r\n",
                "-5\r\nhello\r\n0\r\n\r\n",
                "0x5\r\nhello\r\n0\r\n\r\n",
                "5;a=b\r\nhello\r\n0\r\n\r\n",
                " 5\r\nhello\r\n0\r\n\r\n",
                "fffffffff\r\nhello\r\n0\r\n\r\n",
                "zz\r\nhello\r\n0\r\n\r\n",
                "5\r\nhelloXX0\r\n\r\n",
                "5\nhello\r\n0\r\n\r\n",
                "\r\nhello\r\n0\r\n\r\n",
                "5\r\nhello\r\n0\r\nX: trailer\r\n\r\n"
            })
    void a_bad_chunk_is_refused_and_the_connection_closed(String body) throws IOException {
        String answer = server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n" + body + "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400 ").containsIgnoringCase("connection: close\r\n");
        assertProblem(answer, 400);
        assertThat(answer).doesNotContain("hidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "Chunked", "CHUNKED"})
    void a_chunked_body_is_read_whole(String coding) throws IOException {
        assertThat(server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nTransfer-Encoding: " + coding
                        + "\r\n\r\n5\r\nhello\r\n2\r\n!!\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("\r\n\r\nhello!!");
    }

    @Test
    void two_requests_in_one_packet_are_answered_in_order() throws IOException {
        String answer = server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: 3\r\n\r\nonePOST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: 3\r\n\r\ntwo");

        assertThat(answer.split("HTTP/1.1 200 ")).hasSize(3);
        assertThat(answer).contains("\r\n\r\noneHTTP/1.1").endsWith("\r\n\r\ntwo");
    }

    @Test
    void nothing_is_answered_after_a_request_that_said_close() throws IOException {
        String answer = server.exchange("GET /live HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n\r\n"
                + "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase("connection: close\r\n")
                .endsWith("{}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /ignored HTTP/1.1\r\nContent-Length: 33",
                "POST /ignored HTTP/1.1\r\nTransfer-Encoding: chunked",
                "GET /live HTTP/1.1\r\nContent-Length: 33",
                "POST /unknown HTTP/1.1\r\nContent-Length: 33",
                "PUT /echo HTTP/1.1\r\nContent-Length: 33",
                "POST /echo HTTP/1.1\r\nContent-Type: text/html\r\nContent-Length: 33"
            })
    void a_body_that_was_not_asked_for_is_not_taken_for_a_request(String request) throws IOException {
        int before = HANDLED.get();

        String answer = server.exchange(
                request + "\r\nHost: x\r\nExpect: 100-continue\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n");

        assertThat(answer.split("HTTP/1.1 ")).hasSize(2);
        assertThat(answer).containsIgnoringCase("connection: close\r\n").doesNotContain("100 Continue");
        assertThat(HANDLED).hasValueLessThanOrEqualTo(before + 1);
    }

    @Test
    void an_empty_line_before_a_request_is_skipped() throws IOException {
        String answer = server.exchange("\r\nPOST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: 3\r\n\r\none\r\nGET /live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        assertThat(answer.split("HTTP/1.1 200 ")).hasSize(3);
        assertThat(server.exchange(
                                "POST /ignored HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
                                        + "0\r\n\r\n\r\nGET /live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                        .split("HTTP/1.1 200 "))
                .hasSize(3);
        assertProblem(server.exchange("\r\n\r\nGET /live HTTP/1.1\r\nHost: x\r\n\r\n"), 400);
    }

    @Test
    void the_length_of_a_stream_is_not_known_for_head() throws IOException {
        assertThat(server.exchange("HEAD /lines HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ")
                .doesNotContainIgnoringCase("content-length")
                .endsWith("\r\n\r\n");
        assertThat(server.exchange("HEAD /live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .containsIgnoringCase("content-length: 2\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "get /live HTTP/1.1, 501",
        "Get /live HTTP/1.1, 501",
        "delete /live HTTP/1.1, 501",
        "GET /live HTTP/2.0, 505",
        "GET /live HTTP/1.2, 200",
        "GET /live HTTP/1.9, 200",
    })
    void methods_are_case_sensitive_and_every_http_1_is_known(String line, int status) throws IOException {
        assertThat(server.exchange(line + "\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void credentials_are_given_once() throws IOException {
        String answer = server.exchange(
                "GET /live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n");
        assertProblem(answer, 400);
        assertThat(answer).contains("The header Authorization is given more than once.");
    }

    // ---- input that is not a request

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET\r\n\r\n",
                "GET /live\r\n\r\n",
                "GET  /live HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /live HTTP/0.9\r\nHost: x\r\n\r\n",
                "GET /live HTTP/1.0\n\n",
                "GET /live HTTP/2.0\r\nHost: x\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n",
                "GET /live HTTP/1.1\r\n\r\n",
                "GET /live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "GET /live HTTP/1.1\r\nHost: x:port\r\n\r\n",
                "GET /live HTTP/1.1\r\nHost: x/y\r\n\r\n",
                "GET /live HTTP/1.1\r\nHost: [::g]\r\n\r\n",
                "GET /live HTTP/1.1\r\nHost:\r\n\r\n",
                "GET /a%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /a% HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /things/a%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /things/a%2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /things/a%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /things/a\u0000 HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /../live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /things/<script> HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "CONNECT x:443 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "G\u0007T /live HTTP/1.1\r\nHost: x\r\n\r\n"
            })
    void what_is_no_request_gets_a_problem_answer(String request) throws IOException {
        int before = HANDLED.get();

        String answer = server.exchange(request);

        assertThat(answer).matches("(?s)HTTP/1\\.1 (400|404|405|505) .*");
        assertProblem(answer, Integer.parseInt(answer.substring(9, 12)));
        assertThat(answer).doesNotContain("helidon").doesNotContain("Exception");
        assertThat(HANDLED).hasValue(before);
    }

    // ---- HTTP/1.0: one request for each connection, and no chunks

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /live HTTP/1.0\r\n\r\n",
                "GET /live HTTP/1.0\r\nHost: x\r\nConnection: Keep-Alive\r\n\r\nGET /hidden HTTP/1.0\r\n\r\n",
                "GET /live HTTP/1.0\r\nConnection: upgrade\r\nUpgrade: websocket\r\nExpect: 100-continue\r\n\r\n",
                "POST /ignored HTTP/1.0\r\n\r\n",
                "POST /echo HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
            })
    void a_request_of_http_1_0_is_the_only_one_of_its_connection(String request) throws IOException {
        int before = HANDLED.get();

        assertThat(server.exchange(request))
                .startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase("connection: close\r\n")
                .endsWith("\r\n\r\n{}");
        assertThat(HANDLED).hasValue(before + 1);
    }

    @Test
    void a_stream_has_no_chunks_in_http_1_0() throws IOException {
        assertThat(server.exchange("GET /lines HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .containsIgnoringCase("transfer-encoding: chunked\r\n")
                .endsWith("0\r\n\r\n");

        String answer = server.exchange("GET /lines HTTP/1.0\r\n\r\n");

        assertThat(answer.toLowerCase(Locale.ROOT)).doesNotContain("transfer-encoding", "content-length");
        assertThat(answer).endsWith("\r\n\r\n" + LINES);
    }

    @Test
    void http_1_0_knows_no_transfer_coding() throws IOException {
        String answer =
                server.exchange("POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
        assertProblem(answer, 400);
        assertThat(answer).contains("HTTP/1.0 knows no Transfer-Encoding.");
    }

    @Test
    void a_missing_host_is_named() throws IOException {
        assertThat(server.exchange("GET /live HTTP/1.1\r\n\r\n")).contains("The header Host is missing.");
    }

    @Test
    void only_one_expectation_is_known() throws IOException {
        String refused = server.exchange("GET /live HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n");
        assertProblem(refused, 417);

        for (String known : List.of("100-continue", "100-Continue")) { // the second one of Java's HttpClient
            String answer = server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: " + known
                    + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(answer)
                    .startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 ")
                    .endsWith("{}");
        }
    }

    @Test
    void an_upgrade_nobody_offers_is_ignored() throws IOException {
        assertThat(server.exchange(
                        "GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    // ---- sizes

    @Test
    void a_long_url_is_refused() throws IOException {
        assertProblem(server.exchange("GET /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"), 414);
    }

    @ParameterizedTest
    @CsvSource({"8191, 404", "8192, 414"})
    void a_request_line_is_shorter_than_8192_bytes(int length, int status) throws IOException {
        String path = "GET /" + "a".repeat(length - "GET / HTTP/1.1".length()) + " HTTP/1.1\r\n";
        assertThat(server.exchange(path + "Host: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void many_headers_are_refused() throws IOException {
        assertProblem(
                server.exchange(
                        "GET /live HTTP/1.1\r\nHost: x\r\n" + "X-Filler: 0123456789\r\n".repeat(1_000) + "\r\n"),
                431);
        assertProblem(
                server.exchange("GET /live HTTP/1.1\r\nHost: x\r\nX-Long: " + "a".repeat(20_000) + "\r\n\r\n"), 431);
    }

    @Test
    void a_large_body_is_refused_before_it_has_come() throws IOException {
        String answer = server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + (MAX_BODY + 1) + "\r\n\r\n");

        assertProblem(answer, 413);
        assertThat(answer).containsIgnoringCase("connection: close\r\n");
    }

    @Test
    void a_large_body_is_refused_with_an_answer_that_the_client_can_read() throws IOException {
        assertProblem(
                server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 500000\r\n\r\n" + "a".repeat(500_000)),
                413);
    }

    @Test
    void chunks_are_counted() throws IOException {
        assertProblem(
                server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + ("3e8\r\n" + "a".repeat(1_000) + "\r\n").repeat(11) + "0\r\n\r\n"),
                413);
    }

    @Test
    void a_body_of_just_the_limit_is_taken() throws IOException {
        assertThat(server.exchange("POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nContent-Length: " + MAX_BODY + "\r\n\r\n"
                        + "a".repeat(MAX_BODY)))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("\r\n\r\n" + "a".repeat(MAX_BODY));
    }

    // ---- slowness

    @Test
    void a_connection_that_says_nothing_is_closed() throws IOException {
        try (Socket socket = server.connect()) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void trickling_headers_end_in_408() throws Exception {
        try (Socket socket = server.connect()) {
            trickle(socket, "GET /live HTTP/1.1\r\nHost: x\r\nX-Slow: " + "a".repeat(1_000));

            assertProblem(read(socket), 408);
        }
    }

    @Test
    void trickling_headers_of_a_second_request_end_in_408() throws Exception {
        try (Socket socket = server.connect()) {
            send(socket, "GET /live HTTP/1.1\r\nHost: x\r\n\r\n");
            trickle(socket, "GET /live HTTP/1.1\r\nHost: x\r\nX-Slow: " + "a".repeat(1_000));

            String both = read(socket);
            assertThat(both).startsWith("HTTP/1.1 200 ");
            assertProblem(both.substring(both.indexOf("{}") + 2), 408);
        }
    }

    @Test
    void a_trickling_body_ends_in_408() throws Exception {
        try (Socket socket = server.connect()) {
            send(
                    socket,
                    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n");
            trickle(socket, "a".repeat(1_000));

            assertProblem(read(socket), 408);
        }
    }

    @Test
    void a_trickling_body_that_nobody_reads_ends_the_connection() throws Exception {
        try (Socket socket = server.connect()) {
            send(
                    socket,
                    "POST /ignored HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n");
            trickle(socket, "a".repeat(1_000));

            assertThat(read(socket)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void a_body_that_breaks_off_is_no_fault_of_the_server() throws IOException {
        try (Socket socket = server.connect()) {
            send(
                    socket,
                    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\nabc");
            socket.shutdownOutput();

            assertProblem(read(socket), 400);
        }
    }

    @Test
    void an_idle_connection_is_closed_without_a_word() throws IOException {
        try (Socket socket = server.connect()) {
            send(socket, "GET /live HTTP/1.1\r\nHost: x\r\n\r\n");

            assertThat(read(socket)).startsWith("HTTP/1.1 200 ").endsWith("{}");
        }
    }

    @Test
    void a_handler_may_take_longer_than_any_client() throws IOException {
        assertThat(server.exchange("GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    // ---- connections

    @Test
    void one_address_gets_so_many_connections_and_no_more() throws Exception {
        try (TestHttpServer small = new TestHttpServer(settings(List.of()), limits(3), routes())) {
            List<Socket> open = new ArrayList<>();
            try {
                for (int i = 0; i < 3; i++) {
                    open.add(small.connect());
                    roundTrip(open.get(i));
                }
                List<String> logged = logged(AddressLimitWarning.class.getName(), () -> {
                    for (int i = 0; i < 2; i++) {
                        try (Socket turnedAway = small.connect()) {
                            assertThat(isClosedByServer(turnedAway)).isTrue();
                        }
                    }
                });
                assertThat(logged)
                        .singleElement()
                        .asString()
                        .startsWith("127.0.0.1 has reached the limit of 3 connections of one address")
                        .contains("trusted_proxies");
                open.removeFirst().close();
                awaitLetIn(small);
            } finally {
                for (Socket socket : open) {
                    socket.close();
                }
            }
        }
    }

    /** Steps that may fail to read or write. */
    private interface Steps {
        void run() throws IOException;
    }

    /** The warnings of a logger meanwhile. */
    private static List<String> logged(String name, Steps steps) throws IOException {
        List<String> messages = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(name);
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                    messages.add(new SimpleFormatter().formatMessage(entry));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            steps.run();
        } finally {
            logger.removeHandler(handler);
        }
        return messages;
    }

    @Test
    void connections_of_one_port_do_not_use_up_the_limit() throws Exception {
        MeterRegistry meters = new SimpleMeterRegistry();
        try (TestHttpServer small = new TestHttpServer(settings("0.0.0.0", List.of()), limits(3), routes(), meters)) {
            int port = 0;
            for (int i = 0; i < 100; i++) {
                try (Socket one = connect("127.0.0.1", small, port)) {
                    port = one.getLocalPort();
                    try (Socket other = connect("127.0.0.2", small, port)) {
                        roundTrip(one);
                        roundTrip(other);
                    }
                }
                awaitConnections(meters, 0);
            }
            awaitLetIn(small);
        }
    }

    /** From one port, which is free again at once: its end resets the connection. */
    private static Socket connect(String address, TestHttpServer server, int port) throws IOException {
        Socket socket = new Socket();
        socket.setReuseAddress(true);
        socket.setSoLinger(true, 0);
        socket.setSoTimeout(5_000);
        socket.bind(new InetSocketAddress("127.0.0.1", port));
        socket.connect(new InetSocketAddress(address, server.server.port()));
        return socket;
    }

    private static void awaitConnections(MeterRegistry meters, int expected) throws InterruptedException {
        Gauge open = meters.get("hexadmin.http.connections").gauge();
        for (int i = 0; i < 500 && open.value() != expected; i++) {
            Thread.sleep(10);
        }
        assertThat(open.value()).isEqualTo(expected);
    }

    /** The client resets the connection, so that the error response cannot be written. */
    @Test
    void a_client_that_breaks_off_its_body_causes_no_warning() throws Exception {
        List<String> logged = logged("", () -> {
            try (TestHttpServer own = new TestHttpServer(settings(List.of()), limits(100), routes())) {
                for (int i = 0; i < 20; i++) {
                    try (Socket socket = connect("127.0.0.1", own, 0)) {
                        send(
                                socket,
                                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                        + "Content-Length: 5000\r\n\r\nabc");
                    }
                }
                try (Socket last = own.connect()) {
                    roundTrip(last); // after all others have been accepted
                }
            } // which waits for the end of its connections
        });

        assertThat(logged).isEmpty();
    }

    @Test
    void a_trusted_proxy_may_have_more() throws Exception {
        try (TestHttpServer small = new TestHttpServer(settings(List.of("127.0.0.1")), limits(1), routes());
                Socket first = small.connect();
                Socket second = small.connect()) {
            roundTrip(first);
            roundTrip(second);
        }
    }

    // ---- stopping

    @Test
    void a_stop_lets_the_running_request_finish_and_closes_idle_connections() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Route waiting = new Route(Method.GET, "/waiting", Policy.PUBLIC, exchange -> {
            entered.countDown();
            try {
                leave.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted by the stop", e);
            }
            return Response.json(200, "done".getBytes(StandardCharsets.UTF_8));
        });
        TestHttpServer stopping = new TestHttpServer(
                settings(List.of()), ConnectionSettings.DEFAULTS, List.of(waiting, routes().getFirst()));
        int port = stopping.server.port();
        try (Socket idle = stopping.connect();
                Socket busy = stopping.connect()) {
            roundTrip(idle);
            send(busy, "GET /waiting HTTP/1.1\r\nHost: x\r\n\r\n");
            entered.await();
            Thread stop = Thread.ofVirtual().start(stopping::close);

            assertThat(idle.getInputStream().read()).isEqualTo(-1);
            leave.countDown();
            assertThat(read(busy))
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("connection: close\r\n")
                    .endsWith("done");
            stop.join();
            assertThat(isRefused(port)).isTrue();
        }
    }

    @Test
    void a_draining_server_refuses_new_requests() throws Exception {
        TestHttpServer draining = new TestHttpServer(settings(List.of()), ConnectionSettings.DEFAULTS, routes());
        try (Socket socket = draining.connect()) {
            roundTrip(socket);
            draining.dispatcher.drain();
            send(socket, "GET /live HTTP/1.1\r\nHost: x\r\n\r\n");

            String answer = read(socket);
            assertProblem(answer, 503);
            assertThat(answer).containsIgnoringCase("retry-after: ").containsIgnoringCase("connection: close\r\n");
        } finally {
            draining.close();
        }
    }

    private static List<Route> routes() {
        return List.of(
                route(Method.GET, "/live", "{}"),
                new Route(Method.POST, "/echo", Policy.PUBLIC, exchange -> {
                    byte[] body = exchange.body();
                    HANDLED.incrementAndGet();
                    return Response.json(200, body);
                }),
                route(Method.POST, "/ignored", "{}"),
                new Route(
                        Method.GET,
                        "/lines",
                        Policy.PUBLIC,
                        exchange -> Response.streamed(200, List.of(Response.JSON), out -> {
                            for (String line : LINES.split("(?<=\n)")) {
                                out.write(line.getBytes(StandardCharsets.UTF_8));
                                out.flush();
                            }
                        })),
                new Route(Method.GET, "/slow", Policy.PUBLIC, exchange -> {
                    try {
                        Thread.sleep(1_500);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return Response.empty(200);
                }),
                route(Method.GET, "/things/{thing}", "thing"),
                route(Method.GET, "/hidden", "hidden"));
    }

    private static Route route(Method method, String path, String body) {
        return new Route(method, path, Policy.PUBLIC, exchange -> {
            HANDLED.incrementAndGet();
            return Response.json(200, body.getBytes(StandardCharsets.UTF_8));
        });
    }

    private static HttpSettings settings(List<String> trustedProxies) {
        return settings("127.0.0.1", trustedProxies);
    }

    private static HttpSettings settings(String address, List<String> trustedProxies) {
        return new HttpSettings(
                new HttpSettings.Listening(address, 0, Duration.ofSeconds(5)),
                new HttpSettings.Site("/admin", "/api/notifications", ""),
                new HttpSettings.Sizes(MAX_BODY, MAX_BODY),
                List.of(),
                trustedProxies,
                new HttpSettings.Tokens(List.of(), "hexadmin"),
                new HttpSettings.Readers(HttpSettings.Visibility.PUBLIC, HttpSettings.Visibility.PUBLIC, List.of()),
                new HttpSettings.Followers(HttpSettings.FollowerLimits.DEFAULTS, false));
    }

    private static ConnectionSettings limits(int perAddress) {
        return new ConnectionSettings(
                new ConnectionSettings.Timeouts(
                        Duration.ofMillis(500),
                        Duration.ofMillis(700),
                        500,
                        Duration.ofSeconds(5),
                        Duration.ofMillis(800)),
                new ConnectionSettings.Limits(100, perAddress),
                new ConnectionSettings.HeadSizes(8_192, 16_384),
                64);
    }

    private static void assertProblem(String answer, int status) {
        assertThat(answer)
                .startsWith("HTTP/1.1 " + status + " ")
                .containsIgnoringCase("content-type: application/problem+json; charset=utf-8\r\n")
                .containsIgnoringCase("x-request-id: ")
                .containsIgnoringCase("x-content-type-options: nosniff\r\n")
                .containsPattern("\"type\":\"/problems/[a-z_]+\"")
                .contains("\"status\":" + status)
                .contains("\"instance\":\"");
    }

    /** One byte every 20 ms, until it is all sent or the server has had enough. */
    private static void trickle(Socket socket, String text) throws InterruptedException {
        try {
            OutputStream out = socket.getOutputStream();
            for (byte one : text.getBytes(StandardCharsets.ISO_8859_1)) {
                out.write(one);
                Thread.sleep(20);
                if (socket.getInputStream().available() > 200 && text.startsWith("a")) {
                    return;
                }
            }
        } catch (IOException e) {
            // closed by the server, as expected
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String read(Socket socket) throws IOException {
        StringBuilder all = new StringBuilder();
        byte[] buffer = new byte[8_192];
        InputStream in = socket.getInputStream();
        try {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                all.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
            }
        } catch (SocketException e) {
            // reset by the server after its answer: as good as closed
        }
        return all.toString();
    }

    private static void roundTrip(Socket socket) throws IOException {
        send(socket, "GET /live HTTP/1.1\r\nHost: x\r\n\r\n");
        byte[] buffer = new byte[8_192];
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("{}")) {
            int read = socket.getInputStream().read(buffer);
            assertThat(read).as("the server closed after: %s", answer).isPositive();
            answer.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
        }
    }

    private static boolean isClosedByServer(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    private static void awaitLetIn(TestHttpServer server) throws IOException, InterruptedException {
        for (int i = 0; i < 250; i++) {
            try (Socket socket = server.connect()) {
                send(socket, "GET /live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
                if (read(socket).startsWith("HTTP/1.1 200 ")) {
                    return;
                }
            } catch (SocketException e) {
                // not yet
            }
            Thread.sleep(20);
        }
        throw new AssertionError("a connection that ended is still counted after 5 s");
    }

    private static boolean isRefused(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
