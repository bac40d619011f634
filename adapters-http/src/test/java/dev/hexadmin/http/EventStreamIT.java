package dev.hexadmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.http.settings.HttpSettings.FollowerLimits;
import dev.hexadmin.testing.live.EventReader;
import dev.hexadmin.testing.live.EventReader.Event;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Followers over server-sent events. */
class EventStreamIT {
    @ParameterizedTest
    @CsvSource({
        LiveServer.PREFIX + "/stream",
        LiveServer.PREFIX + "/stream/",
        LiveServer.PREFIX + "/notifications/stream",
        LiveServer.PREFIX + "/notifications/stream/"
    })
    void a_follower_hears_what_happens(String path) {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                EventReader reader = new EventReader(server.stream("").resolve(path), "ada")) {
            assertThat(reader.answer.statusCode()).isEqualTo(200);
            assertThat(reader.answer.headers().firstValue("Content-Type")).contains("text/event-stream");
            assertThat(reader.answer.headers().firstValue("Cache-Control")).contains("private, no-store");
            assertThat(reader.answer.headers().firstValue("X-Request-Id")).isPresent();
            assertThat(reader.next()).isEqualTo(new Event("0", "ready", "{\"type\":\"ready\",\"seq\":0,\"unread\":0}"));
            assertThat(reader.retry()).isEqualTo("3000");
            assertThat(reader.comments.get()).isEqualTo(1);
            long id = server.feeds.notify(LiveServer.ADA, "Größe", "a\nb\r\nc");
            server.feeds.read(LiveServer.ADA, id);
            server.feeds.readAll(LiveServer.ADA);
            assertThat(reader.next(3))
                    .containsExactly(
                            new Event(
                                    "1",
                                    "notification",
                                    "{\"type\":\"notification\",\"seq\":1,\"unread\":1,\"notification\":{\"id\":101,"
                                            + "\"title\":\"Größe\",\"body\":\"a\\nb\\r\\nc\",\"channels\":[\"in_app\"],"
                                            + "\"data\":null,\"created_at\":\"2026-11-20T12:00:00Z\"}}"),
                            new Event(
                                    "2", "read", "{\"type\":\"read\",\"seq\":2,\"notification_id\":101,\"unread\":0}"),
                            new Event("3", "read_all", "{\"type\":\"read_all\",\"seq\":3,\"unread\":0}"));
        }
    }

    @ParameterizedTest
    @CsvSource({"?since=1,''", "'',1", "?since=0,1"})
    void whoever_comes_again_hears_exactly_what_was_missed(String query, String lastEventId) {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false)) {
            server.feeds.notify(LiveServer.ADA, "", "0");
            long read = server.feeds.notify(LiveServer.ADA, "", "1");
            server.feeds.notify(LiveServer.ADA, "", "2");
            server.feeds.notify(LiveServer.ADA, "", "3");
            server.feeds.read(LiveServer.ADA, read);
            try (EventReader reader = new EventReader(server.stream(query), "ada", "Last-Event-ID", lastEventId)) {
                assertThat(reader.next(5).stream().map(event -> event.id() + " " + event.type()))
                        // cut off after the first, it would still miss the others
                        .containsExactly("1 ready", "2 notification", "3 notification", "4 notification", "5 read");
            }
        }
    }

    @Test
    void a_number_that_is_not_known_is_answered_by_a_reset_from_which_to_go_on() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false)) {
            server.feeds.notify(LiveServer.ADA, "", "");
            try (EventReader reader = new EventReader(server.stream("?since=77"), "ada")) {
                assertThat(reader.next().type()).isEqualTo("ready");
                assertThat(reader.next()).isEqualTo(new Event("1", "reset", "{\"type\":\"reset\"}"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "?since=x,'',ada,400,?since",
        "?since=-1,'',ada,400,?since",
        "?since=,'',ada,400,?since",
        "?since=99999999999999999999,'',ada,400,?since",
        "'',x,ada,400,Last-Event-ID",
        "?token=ada,'',ada,400,?token",
        "'','',nonsense,401,invalid_token",
        "?token=ada,'','',401,unauthenticated",
    })
    void bad_requests_are_told_what_is_wrong(String query, String last, String token, int status, String names)
            throws Exception {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(server.stream(query));
            if (!token.isEmpty()) {
                request.header("Authorization", "Bearer " + token);
            }
            if (!last.isEmpty()) {
                request.header("Last-Event-ID", last);
            }
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
            assertThat(answer.body()).contains(names);
            assertThat(server.open()).isZero();
        }
    }

    @Test
    void there_are_only_so_many_and_a_failure_takes_no_seat() throws Exception {
        FollowerLimits limits = new FollowerLimits(10, 1, 10);
        try (LiveServer server = new LiveServer(LiveServer.quick(Duration.ofHours(1), limits), false);
                HttpClient http = HttpClient.newHttpClient()) {
            server.feeds.trouble = Optional.of(new ServiceUnavailableException("away", new IllegalStateException()));
            assertThat(status(http, server.stream(""))).isEqualTo(503);
            server.feeds.trouble = Optional.empty();
            try (EventReader reader = new EventReader(server.stream(""), "ada")) {
                reader.next();
                assertThat(status(http, server.stream(""))).isEqualTo(429);
            }
            // the next writes detect the closed connection
            Waiting.until(() -> {
                server.feeds.notify(LiveServer.ADA, "", "");
                return server.open() == 0;
            });
            try (EventReader reader = new EventReader(server.stream(""), "ada")) {
                reader.next();
            }
        }
    }

    private static int status(HttpClient http, URI uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer ada")
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @Test
    void head_is_answered_without_following() throws Exception {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(server.stream(""))
                    .HEAD()
                    .header("Authorization", "Bearer ada")
                    .build();
            var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
            assertThat(server.open()).isZero();
        }
    }

    @Test
    void a_quiet_stream_is_kept_alive() {
        try (LiveServer server =
                        new LiveServer(LiveServer.quick(Duration.ofMillis(50), FollowerLimits.DEFAULTS), false);
                EventReader reader = new EventReader(server.stream(""), "ada")) {
            Waiting.until(() -> reader.comments.get() > 3);
        }
    }

    @Test
    void a_stream_ends_with_the_right_to_it_and_with_the_server() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                EventReader ada = new EventReader(server.stream(""), "ada");
                EventReader bob = new EventReader(server.stream(""), "bob")) {
            ada.next();
            bob.next();
            server.gone.add(7L);
            Waiting.until(ada::ended);
            assertThat(bob.ended()).isFalse();
            server.close();
            Waiting.until(bob::ended);
            assertThat(server.open()).isZero();
        }
    }

    @Test
    void whoever_does_not_read_delays_nobody_and_is_ended() throws IOException {
        String body = "x".repeat(4_000);
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                Socket deaf = new Socket();
                EventReader other = new EventReader(server.stream(""), "ada")) {
            other.next();
            deaf.setReceiveBufferSize(4_096);
            deaf.connect(new java.net.InetSocketAddress("127.0.0.1", server.server.port()));
            deaf.getOutputStream()
                    .write(("GET " + LiveServer.PREFIX
                                    + "/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ada\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            Waiting.until(() -> server.feeds.followers(LiveServer.ADA) == 2);
            for (int i = 1; i <= 1_500; i++) {
                server.feeds.notify(LiveServer.ADA, "", body);
                assertThat(other.next().id()).isEqualTo(Integer.toString(i));
            }
            Waiting.until(() -> server.closed(1013) == 1);
        }
    }
}
