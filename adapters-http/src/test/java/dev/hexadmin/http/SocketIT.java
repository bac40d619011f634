package dev.hexadmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.http.settings.ConnectionSettings;
import dev.hexadmin.http.settings.HttpSettings.FollowerLimits;
import dev.hexadmin.testing.live.SocketClient;
import dev.hexadmin.testing.waiting.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Followers over a WebSocket, with the JDK's client. */
class SocketIT {
    private static final String READY = "{\"type\":\"ready\",\"seq\":0,\"unread\":0}";

    @Test
    void a_follower_hears_what_happens() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                SocketClient client = SocketClient.open(server.socket("?token=ada"))) {
            assertThat(client.next()).isEqualTo(READY);
            long id = server.feeds.notify(LiveServer.ADA, "Größe", "\"7\"\n");
            server.feeds.read(LiveServer.ADA, id);
            server.feeds.readAll(LiveServer.ADA);
            server.feeds.notify(LiveServer.BOB, "not", "yours");
            assertThat(client.next(3))
                    .containsExactly(
                            "{\"type\":\"notification\",\"seq\":1,\"unread\":1,\"notification\":{\"id\":101,"
                                    + "\"title\":\"Größe\",\"body\":\"\\\"7\\\"\\n\",\"channels\":[\"in_app\"],"
                                    + "\"data\":null,\"created_at\":\"2026-11-20T12:00:00Z\"}}",
                            "{\"type\":\"read\",\"seq\":2,\"notification_id\":101,\"unread\":0}",
                            "{\"type\":\"read_all\",\"seq\":3,\"unread\":0}");
            assertThat(client.left()).isZero();
        }
    }

    @Test
    void long_messages_come_whole() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                SocketClient client = SocketClient.open(server.socket("?token=ada"))) {
            client.next();
            for (int length : new int[] {0, 10, 125, 126, 65_535, 70_000}) {
                String body = "x".repeat(length);
                server.feeds.notify(LiveServer.ADA, "", body);
                assertThat(client.next()).contains("\"body\":\"" + body + "\"");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        LiveServer.PREFIX + "/ws",
        LiveServer.PREFIX + "/ws/",
        LiveServer.PREFIX + "/notifications/ws",
        LiveServer.PREFIX + "/notifications/ws/"
    })
    void it_answers_at_every_path(String path) {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                SocketClient client = SocketClient.open(server.socket("").resolve(path), "Bearer ada")) {
            assertThat(client.next()).isEqualTo(READY);
        }
    }

    @Test
    void whoever_comes_again_hears_exactly_what_was_missed() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false)) {
            server.feeds.notify(LiveServer.ADA, "", "0");
            try (SocketClient client = SocketClient.open(server.socket("?token=ada"))) {
                assertThat(client.next()).contains("\"seq\":1");
            }
            long read = server.feeds.notify(LiveServer.ADA, "", "1");
            server.feeds.notify(LiveServer.ADA, "", "2");
            server.feeds.notify(LiveServer.ADA, "", "3");
            server.feeds.read(LiveServer.ADA, read);
            try (SocketClient client = SocketClient.open(server.socket("?token=ada&since=1"))) {
                assertThat(client.next(5))
                        .satisfiesExactly(
                                ready -> assertThat(ready).startsWith("{\"type\":\"ready\",\"seq\":5,\"unread\":3"),
                                one -> assertThat(one).contains("\"seq\":2", "\"body\":\"1\""),
                                two -> assertThat(two).contains("\"seq\":3", "\"body\":\"2\""),
                                three -> assertThat(three).contains("\"seq\":4", "\"body\":\"3\""),
                                four -> assertThat(four).contains("\"type\":\"read\",\"seq\":5"));
                server.feeds.notify(LiveServer.ADA, "", "4"); // not earlier: what is read depends on when it begins
                assertThat(client.next()).contains("\"seq\":6", "\"body\":\"4\"");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2", "-1", "x", "''", "99999999999999999999"})
    void a_since_that_is_not_known_is_answered_by_a_reset(String since) {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false)) {
            server.feeds.notify(LiveServer.ADA, "", "");
            try (SocketClient client = SocketClient.open(server.socket("?token=ada&since=" + since))) {
                assertThat(client.next()).contains("\"ready\"");
                assertThat(client.next()).isEqualTo("{\"type\":\"reset\"}");
                server.feeds.notify(LiveServer.ADA, "", "");
                assertThat(client.next()).contains("\"seq\":2");
            }
        }
    }

    @Test
    void all_of_a_users_tabs_hear_the_same() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                SocketClient one = SocketClient.open(server.socket("?token=ada"));
                SocketClient two = SocketClient.open(server.socket("?token=ada"))) {
            one.next();
            two.next();
            server.feeds.read(LiveServer.ADA, server.feeds.notify(LiveServer.ADA, "", ""));
            assertThat(one.next(2)).isEqualTo(two.next(2)).last().asString().contains("\"read\"");
        }
    }

    /** Who is who: token in the query, in the header, the user asked for, whether that is trusted; then what comes of it. */
    @ParameterizedTest
    @CsvSource({
        "ada,,,false,7",
        ",ada,,false,7",
        "ada,ada,,false,7",
        "nonsense,ada,,false,7", // the header takes precedence
        "ada,,7,false,7",
        "ada,,8,false,4403",
        "ada,,%20,false,4403",
        "ada,,8,true,4403", // trusted is who comes without a token
        "root,,8,false,8",
        ",root,x-1,false,x-1",
        "root,,%20,false,4403",
        "nonsense,,,false,4401",
        "nonsense,,7,true,4401",
        ",nonsense,,true,4401",
        "'',,,false,4401",
        ",,7,false,4401",
        ",,7,true,7",
        ",,someone%20else,true,someone else",
        ",,'',true,4401",
        ",,%01,true,4401",
    })
    void everybody_hears_their_own_and_nobody_elses(
            String token, String header, String userId, boolean trusted, String expected) {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, trusted)) {
            server.feeds.notify("7", "", "for 7");
            server.feeds.notify("8", "", "for 8");
            server.feeds.notify("8", "", "for 8");
            String query =
                    "?" + (token == null ? "" : "token=" + token + "&") + (userId == null ? "" : "user_id=" + userId);
            try (SocketClient client =
                    SocketClient.open(server.socket(query), header == null ? "" : "Bearer " + header)) {
                if (expected.startsWith("44")) {
                    assertThat(client.closeCode()).isEqualTo(Integer.parseInt(expected));
                    assertThat(client.left()).isZero();
                } else {
                    int events = expected.equals("7") ? 1 : expected.equals("8") ? 2 : 0;
                    assertThat(client.next()).contains("\"seq\":" + events + ",");
                    server.feeds.notify(expected, "", "live");
                    assertThat(client.next()).contains("live");
                }
            }
        }
    }

    @Test
    void the_first_message_can_bring_the_token() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                SocketClient client = SocketClient.open(server.socket("?since=0"), "Basic Zm9vOmJhcg==")) {
            server.feeds.notify(LiveServer.ADA, "", "missed");
            client.socket.sendText("{\"type\":\"auth\",\"token\":\"ada\"}", true);
            assertThat(client.next()).isEqualTo("{\"type\":\"ready\",\"seq\":1,\"unread\":1}");
            assertThat(client.next()).contains("missed");
            client.socket.sendText("{\"type\":\"auth\",\"token\":\"bob\"}", true);
            client.socket.sendText("whatever", true);
            server.feeds.notify(LiveServer.BOB, "", "not yours");
            server.feeds.notify(LiveServer.ADA, "", "still ada's");
            assertThat(client.next()).contains("still ada's");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"auth\",\"token\":\"nonsense\"}",
                "{\"type\":\"auth\"}",
                "{\"type\":\"auth\",\"token\":7}",
                "{\"type\":\"hello\",\"token\":\"ada\"}",
                "[]",
                "auth"
            })
    void a_first_message_that_brings_no_good_token_is_the_last(String message) {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                SocketClient client = SocketClient.open(server.socket(""))) {
            client.socket.sendText(message, true);
            assertThat(client.closeCode()).isEqualTo(4401);
        }
    }

    @Test
    void whoever_does_not_say_who_they_are_cannot_stay() {
        try (LiveServer server =
                        new LiveServer(LiveServer.quick(Duration.ofMillis(50), FollowerLimits.DEFAULTS), false);
                SocketClient client = SocketClient.open(server.socket(""))) {
            assertThat(client.closeCode()).isEqualTo(4401);
            Waiting.until(() -> server.open() == 0);
        }
    }

    @Test
    void a_socket_ends_with_the_right_to_it() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                SocketClient ada = SocketClient.open(server.socket("?token=ada"));
                SocketClient bob = SocketClient.open(server.socket("?token=bob"));
                SocketClient root = SocketClient.open(server.socket("?token=root"));
                SocketClient watching = SocketClient.open(server.socket("?token=root&user_id=8"))) {
            List.of(ada, bob, root, watching).forEach(SocketClient::next);
            server.gone.add(7L);
            assertThat(ada.closeCode()).isEqualTo(4401);
            server.demoted.add(1L);
            assertThat(watching.closeCode()).isEqualTo(4403);
            server.feeds.notify(LiveServer.BOB, "", "");
            server.feeds.notify("1", "", "");
            bob.next();
            root.next();
            Waiting.until(() -> server.open() == 2);
        }
    }

    @Test
    void there_are_only_so_many_of_one_user() {
        FollowerLimits limits = new FollowerLimits(10, 2, 10);
        try (LiveServer server = new LiveServer(LiveServer.quick(Duration.ofHours(1), limits), false);
                SocketClient one = SocketClient.open(server.socket("?token=ada"));
                SocketClient two = SocketClient.open(server.socket("?token=ada"))) {
            one.next();
            two.next();
            try (SocketClient three = SocketClient.open(server.socket("?token=ada"))) {
                assertThat(three.closeCode()).isEqualTo(4429);
            }
            try (SocketClient other = SocketClient.open(server.socket("?token=bob"))) {
                other.next();
            }
            one.close();
            Waiting.until(() -> server.feeds.followers(LiveServer.ADA) == 1);
            try (SocketClient again = SocketClient.open(server.socket("?token=ada"))) {
                again.next();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2,9", "9,2"})
    void there_are_only_so_many_in_all_and_of_one_address(int most, int mostPerAddress) {
        FollowerLimits limits = new FollowerLimits(most, 9, mostPerAddress);
        try (LiveServer server = new LiveServer(LiveServer.quick(Duration.ofHours(1), limits), false);
                SocketClient one = SocketClient.open(server.socket("?token=ada"));
                SocketClient two = SocketClient.open(server.socket("?token=bob"))) {
            one.next();
            two.next();
            for (int i = 0; i < 3; i++) { // a refusal takes no seat
                try (SocketClient three = SocketClient.open(server.socket("?token=root"))) {
                    assertThat(three.closeCode()).isEqualTo(4429);
                }
            }
            two.close();
            Waiting.until(() -> server.open() == 1);
            try (SocketClient again = SocketClient.open(server.socket("?token=root"))) {
                again.next();
            }
        }
    }

    @Test
    void sockets_of_known_users_take_no_room_from_requests() {
        ConnectionSettings usual = ConnectionSettings.DEFAULTS;
        ConnectionSettings narrow = new ConnectionSettings(
                new ConnectionSettings.Timeouts(
                        usual.timeouts().headersWithin(),
                        usual.timeouts().bodyWithin(),
                        usual.timeouts().minBytesPerSecond(),
                        usual.timeouts().writeWithin(),
                        usual.timeouts().idle()),
                new ConnectionSettings.Limits(3, 3),
                new ConnectionSettings.HeadSizes(
                        usual.head().maxPrologueBytes(), usual.head().maxHeaderBytes()),
                usual.backlog());
        try (LiveServer server = new LiveServer(LiveServer.QUIET, narrow, false)) {
            List<RawSocket> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                all.add(RawSocket.open(server, "ada"));
                int open = i + 1;
                Waiting.until(() -> server.feeds.followers(LiveServer.ADA) == open);
            }
            all.forEach(RawSocket::close);
            Waiting.until(() -> server.open() == 0);
            RawSocket.open(server, "ada").close(); // what was given back is there, and no more
        }
    }

    @Test
    void no_log_ever_tells_a_token() {
        Logger everything = Logger.getLogger("");
        Level usual = everything.getLevel();
        List<String> lines = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(new SimpleFormatter().format(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        handler.setLevel(Level.ALL);
        everything.addHandler(handler);
        everything.setLevel(Level.ALL);
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false)) {
            try (RawSocket raw = RawSocket.upgraded(server, "?token=ada-secret-1", 65_536)) {
                assertThat(raw.closeCode()).isEqualTo(4401);
            }
            try (RawSocket raw = RawSocket.upgraded(server, "", 65_536)) {
                raw.send(RawSocket.TEXT, "{\"type\":\"auth\",\"token\":\"ada-secret-2\"}");
                assertThat(raw.closeCode()).isEqualTo(4401);
            }
            try (RawSocket raw = new RawSocket(server, 65_536)) { // refused by the routes
                raw.write(RawSocket.request("/ws?token=ada-secret-3&x=%ff", ""));
                assertThat(raw.head()).startsWith("HTTP/1.1 400 ");
            }
        } finally {
            everything.setLevel(usual);
            everything.removeHandler(handler);
        }
        assertThat(lines).anyMatch(line -> line.contains("GET " + LiveServer.PREFIX + "/ws 101"));
        assertThat(lines).noneMatch(line -> line.contains("ada-secret"));
    }

    @Test
    void a_server_that_stops_says_so() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false);
                SocketClient one = SocketClient.open(server.socket("?token=ada"));
                SocketClient silent = SocketClient.open(server.socket(""));
                RawSocket deaf = RawSocket.open(server, "bob")) {
            one.next();
            server.close();
            assertThat(one.closeCode()).isEqualTo(1012);
            assertThat(silent.closeCode()).isEqualTo(1012);
            assertThat(deaf.closeCode()).isEqualTo(1012);
            assertThat(server.open()).isZero();
        }
    }

    @Test
    void a_database_that_is_away_is_no_reason_to_stay_away() {
        try (LiveServer server = new LiveServer(LiveServer.QUIET, false)) {
            server.feeds.trouble = Optional.of(new ServiceUnavailableException("away", new IllegalStateException()));
            try (SocketClient client = SocketClient.open(server.socket("?token=ada"))) {
                assertThat(client.closeCode()).isEqualTo(1013);
            }
            server.feeds.trouble = Optional.of(new IllegalStateException("a mistake"));
            try (SocketClient client = SocketClient.open(server.socket("?token=ada"))) {
                assertThat(client.closeCode()).isEqualTo(1011);
            }
            server.feeds.trouble = Optional.empty();
            try (SocketClient client = SocketClient.open(server.socket("?token=ada"))) {
                client.next();
                Waiting.until(() -> server.open() == 1);
            }
        }
    }

    @Test
    void whatever_happens_at_once_comes_whole_and_in_order_everywhere() throws InterruptedException {
        int writers = 8;
        int each = 250;
        try (LiveServer server = new LiveServer(LiveServer.waiting(writers * each), false)) {
            List<SocketClient> clients = IntStream.range(0, 20)
                    .mapToObj(i -> SocketClient.open(server.socket("?token=ada")))
                    .toList();
            clients.forEach(SocketClient::next);
            CountDownLatch done = new CountDownLatch(writers);
            for (int w = 0; w < writers; w++) {
                String body = "x".repeat(10 + w * 100);
                Thread.startVirtualThread(() -> {
                    for (int i = 0; i < each; i++) {
                        server.feeds.notify(LiveServer.ADA, "", body);
                        if (i % 10 == 0) {
                            Thread.yield();
                        }
                    }
                    done.countDown();
                });
            }
            for (SocketClient client : clients) {
                assertThat(numbers(client, writers * each)).isEqualTo(upTo(1, writers * each));
            }
            done.await();
            clients.forEach(SocketClient::close);
            Waiting.until(() -> server.open() == 0);
        }
    }

    private static List<Long> numbers(SocketClient client, int count) {
        return client.next(count).stream()
                .map(text -> Long.parseLong(text.replaceAll(".*?\"seq\":(\\d+).*", "$1")))
                .toList();
    }

    private static List<Long> upTo(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }
}
