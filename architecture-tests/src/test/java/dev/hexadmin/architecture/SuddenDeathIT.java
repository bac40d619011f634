package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.testing.messages.Gateway;
import dev.hexadmin.testing.messages.Mailbox;
import dev.hexadmin.testing.waiting.Waiting;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Notifications while servers are killed: real processes, with a gateway, a mail server, and clients that repeat
 * requests.
 */
class SuddenDeathIT {
    private static final long SEED = 20_261_121;
    private static final int MESSAGES = 1_000;
    private static final int CLIENTS = 16;
    private static final int USERS = 5;
    private static final int EVERY = 10;
    private static final int WITH_MAIL = 0; // of EVERY
    private static final int REFUSED = 7; // of EVERY: the gateway does not take it, and mail takes its place
    private static final int SHORT_LEASE = 5;
    private static final int AT_ONCE = 16; // messages of one channel that a server sends at the same time
    private static final int LONG_LEASE = 600; // no machine pauses for so long
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String EMAIL = "root@example.com";
    private static final String PASSWORD = "walnut-Kettle-39-riverbank";
    private static final String SECRET = "a secret of more than thirty-two characters";
    private static final String SEND = "/api/notifications/send";
    private static final String BATCH = SEND + "/batch";
    private static final String NOTIFICATIONS = "/admin/api/admin_notifications/";
    private static final String LOGS = "/admin/api/admin_notification_logs/";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Mailbox mailbox = new Mailbox();
    private final List<Launched> launched = new ArrayList<>();
    private Gateway gateway;

    @BeforeEach
    void open() throws IOException {
        gateway = new Gateway();
    }

    @AfterEach
    void close() {
        launched.forEach(Launched::close);
        gateway.close();
        mailbox.close();
        client.close();
    }

    @Test
    void twenty_kills_lose_and_double_nothing_on_sqlite() throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("data/hexadmin.db");
        kills(20, Map.of(), () -> DriverManager.getConnection(url));
    }

    @Test
    void ten_kills_lose_and_double_nothing_on_postgresql() throws Exception {
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start()) {
            kills(
                    10,
                    environment(postgresql),
                    () -> postgresql.getPostgresDatabase().getConnection());
        }
    }

    @Test
    void two_servers_on_one_database_send_each_message_once() throws Exception {
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start()) {
            Pair pair = pair(postgresql, LONG_LEASE);
            sendAll(pair, 500);
            settled(pair.second(), 500);
            assertThat(gateway.forms()).as("posted").hasSize(500);
            assertThat(gateway.messages())
                    .as("taken")
                    .extracting(form -> form.get("Body"))
                    .containsExactlyInAnyOrderElementsOf(keys(500, number -> true));
            Map<String, Long> shares = gateway.forms().stream()
                    .collect(Collectors.groupingBy(form -> form.get("From"), Collectors.counting()));
            System.out.println("Two servers: " + shares);
            assertThat(shares).containsOnlyKeys(pair.numbers());
        }
    }

    @Test
    void what_a_server_was_sending_when_it_was_killed_is_sent_by_the_other_one() throws Exception {
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start()) {
            Pair pair = pair(postgresql, SHORT_LEASE);
            String first = pair.numbers()[0];
            // the first server's messages arrive, but it never learns of it
            gateway.does(form -> first.equals(form.get("From"))
                    ? Optional.of(new Gateway.Answer.TakenInSilence())
                    : Optional.empty());
            sendAll(pair, 60);
            until(
                    "the first server sends",
                    () -> gateway.forms().stream().anyMatch(form -> first.equals(form.get("From"))));
            pair.servers().getFirst().kill();
            settled(pair.second(), 60);
            assertThat(gateway.messages())
                    .extracting(form -> form.get("Body"))
                    .containsExactlyInAnyOrderElementsOf(keys(60, number -> true));
            List<String> again =
                    gateway.forms().stream().collect(Collectors.groupingBy(form -> form.get("Body"))).values().stream()
                            .filter(posts -> posts.size() > 1)
                            .map(posts -> posts.getLast().get("From"))
                            .toList();
            System.out.println("The other server sent again: " + again.size());
            assertThat(again).isNotEmpty().containsOnly(pair.numbers()[1]);
        }
    }

    @Test
    void what_a_killed_server_had_claimed_and_not_tried_goes_from_the_other_one_within_ten_seconds() throws Exception {
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start()) {
            Pair pair = pair(postgresql, LONG_LEASE);
            String first = pair.numbers()[0];
            gateway.does(form ->
                    first.equals(form.get("From")) ? Optional.of(new Gateway.Answer.Silence()) : Optional.empty());
            AtomicInteger asked = countPosts();
            try (ExecutorService client = Executors.newVirtualThreadPerTaskExecutor()) {
                client.submit(() -> pair.first().post(BATCH, batch(0, 100)));
                until("the first server sends what it can", () -> asked.get() == AT_ONCE);
                pair.servers().getFirst().kill();
                long killed = System.nanoTime();
                until("the other server sends the rest", () -> gateway.forms().size() == 100 - AT_ONCE);
                System.out.printf(
                        "%d messages that were not tried: sent %.1f s after the kill.%n",
                        100 - AT_ONCE, (System.nanoTime() - killed) / 1e9);
            }
            assertThat(gateway.messages()).extracting(form -> form.get("To")).doesNotHaveDuplicates();
            assertThat(pair.second().count(LOGS, "status=pending&attempts=1"))
                    .as("what the first server was sending keeps its lease")
                    .isEqualTo(AT_ONCE);
        }
    }

    @Test
    void a_stop_in_the_middle_of_a_batch_repeats_nothing_and_delays_nothing_on_sqlite() throws Exception {
        stopInTheMiddle(Map.of());
    }

    @Test
    void a_stop_in_the_middle_of_a_batch_repeats_nothing_and_delays_nothing_on_postgresql() throws Exception {
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start()) {
            stopInTheMiddle(environment(postgresql));
        }
    }

    private void stopInTheMiddle(Map<String, String> environment) throws Exception {
        configure(folder, LONG_LEASE);
        gateway.does(form -> {
            sleep(Duration.ofSeconds(2));
            return Optional.empty();
        });
        AtomicInteger asked = countPosts();
        Launched server = start(folder, environment, "0");
        Api api = new Api(server.url(), token(server.url()));
        try (ExecutorService client = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(api.post(BATCH, batch(0, 40), "Prefer", "respond-async").statusCode())
                    .isEqualTo(202);
            Future<HttpResponse<String>> waiting = client.submit(() -> api.post(BATCH, batch(40, 80)));
            until("messages are on their way", () -> asked.get() > AT_ONCE);
            assertThat(server.stop()).as("exit code").isZero();
            assertThat(waiting.get().statusCode())
                    .as("the caller who waits is answered")
                    .isEqualTo(200);
        }
        int sent = gateway.forms().size();
        assertThat(sent).isBetween(AT_ONCE, 80 - AT_ONCE);
        assertThat(asked).as("all that was begun was finished").hasValue(sent);
        gateway.worksAgain();
        Launched next = start(folder, environment, "0");
        Api again = new Api(next.url(), token(next.url()));
        settled(again, 80);
        assertThat(gateway.forms())
                .as("posted")
                .extracting(form -> form.get("To"))
                .hasSize(80)
                .doesNotHaveDuplicates();
        assertThat(again.count(LOGS, "attempts=1")).isEqualTo(80);
        assertThat(next.stop()).as("exit code").isZero();
    }

    @Test
    void a_stop_that_leaves_messages_behind_says_how_many() throws Exception {
        configure(folder, LONG_LEASE);
        gateway.does(new Gateway.Answer.Silence());
        AtomicInteger asked = countPosts();
        Launched server = start(folder, Map.of(), "0");
        Api api = new Api(server.url(), token(server.url()));
        assertThat(api.post(BATCH, batch(0, 3), "Prefer", "respond-async").statusCode())
                .isEqualTo(202);
        until("messages are on their way", () -> asked.get() == 3);
        assertThat(server.stop()).as("exit code").isZero();
        assertThat(server.errors()).contains("3 messages were still being sent");
    }

    @Test
    void eight_kills_in_a_row_give_up_no_message_that_was_never_tried() throws Exception {
        configure(folder, LONG_LEASE);
        gateway.does(new Gateway.Answer.Silence());
        AtomicInteger asked = countPosts();
        Launched server = start(folder, Map.of(), "0");
        Api api = new Api(server.url(), token(server.url()));
        String port = String.valueOf(URI.create(server.url()).getPort());
        int messages = 10 * AT_ONCE;
        try (ExecutorService client = Executors.newVirtualThreadPerTaskExecutor()) {
            client.submit(() -> api.post(BATCH, batch(0, messages)));
            for (int kill = 1; kill <= 8; kill++) {
                int expected = kill * AT_ONCE;
                until("others are tried, start " + kill, () -> asked.get() == expected);
                server.kill();
                if (kill == 8) {
                    gateway.worksAgain();
                }
                server = start(folder, Map.of(), port);
                server.url();
            }
        }
        until("the rest is sent", () -> gateway.forms().size() == 2 * AT_ONCE);
        settled(api, 2 * AT_ONCE, 8 * AT_ONCE);
    }

    /** Counts the messages that the gateway receives, with any result. */
    private AtomicInteger countPosts() {
        AtomicInteger asked = new AtomicInteger();
        gateway.counts(asked);
        return asked;
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ObjectNode batch(int from, int to) {
        ObjectNode body = JSON.createObjectNode().put("message", "text");
        body.putArray("channels").add("sms");
        ArrayNode recipients = body.putArray("recipients");
        for (int number = from; number < to; number++) {
            recipients.addObject().put("user_id", "u" + number).put("phone", "+1501712" + (1_000 + number));
        }
        return body;
    }

    // --- two servers ---------------------------------------------------------------------------------------------

    private record Pair(List<Launched> servers, String[] numbers, Api first, Api second) {}

    private Pair pair(EmbeddedPostgres postgresql, int lease) throws Exception {
        List<Launched> servers = new ArrayList<>();
        List<Api> apis = new ArrayList<>();
        String[] numbers = {"+15005550001", "+15005550002"};
        for (String number : numbers) {
            Map<String, String> environment = environment(postgresql);
            environment.put("HEXADMIN_NOTIFICATIONS_SMS_TWILIO_FROM_NUMBER", number); // identifies the sender
            Path own = Files.createDirectory(folder.resolve(number));
            configure(own, lease);
            Launched server = start(own, environment, "0");
            servers.add(server);
            apis.add(new Api(
                    server.url(),
                    apis.isEmpty() ? token(server.url()) : apis.getFirst().token()));
        }
        return new Pair(servers, numbers, apis.get(0), apis.get(1));
    }

    private void sendAll(Pair pair, int messages) throws Exception {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> sent = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                Api api = i % 2 == 0 ? pair.first() : pair.second();
                ObjectNode body = message(i, "somebody", "sms");
                sent.add(clients.submit(() -> {
                    HttpResponse<String> answer = api.post(SEND, body, "Prefer", "respond-async");
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
                    return answer;
                }));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        }
    }

    /** Waits until so many rows are sent and nothing is left to be tried. */
    private static void settled(Api api, int messages) throws Exception {
        settled(api, messages, 0);
    }

    /** The same with so many whose lease has not ended. */
    private static void settled(Api api, int messages, int leased) throws Exception {
        until("every message is sent", () -> api.count(LOGS, "status__in=sent,delivered") == messages);
        assertThat(api.count(LOGS, "status=pending&attempts=1")).isEqualTo(leased);
        assertThat(api.count(LOGS, "status__in=pending,retrying,failed")).isEqualTo(leased);
    }

    /** The part that distinguishes the messages. */
    private static List<String> keys(int messages, IntPredicate those) {
        return IntStream.range(0, messages)
                .filter(those)
                .mapToObj(number -> "message-" + number)
                .toList();
    }

    // --- one server, killed over and over ------------------------------------------------------------------------

    private interface Connecting {
        Connection open() throws SQLException;
    }

    /** What the clients of one run know. */
    private final class Run {
        private final String url;
        private final String token;
        private final List<String> users;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger repeats = new AtomicInteger();
        private final AtomicInteger replayed = new AtomicInteger();
        /** Number of the message to the id of its delivery. */
        private final Map<Integer, String> acknowledged = new ConcurrentHashMap<>();

        Run(String url, String token, List<String> users) {
            this.url = url;
            this.token = token;
            this.users = users;
        }

        Void work() throws Exception {
            Api api = new Api(url, token);
            for (int number = next.getAndIncrement(); number < MESSAGES; number = next.getAndIncrement()) {
                acknowledged.put(number, send(api, number));
            }
            return null;
        }

        /** Repeats one message until it knows that it was accepted, and gives the id of its delivery. */
        private String send(Api api, int number) throws Exception {
            ObjectNode body = number % EVERY == WITH_MAIL
                    ? message(number, users.get(number % USERS), "in_app", "sms", "email")
                    : message(number, users.get(number % USERS), "in_app", "sms");
            String prefer = number % 2 == 0 ? "respond-async" : "handling=lenient";
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() - end < 0) {
                HttpResponse<String> answer;
                try {
                    answer = api.post(SEND, body, "Idempotency-Key", "message-" + number, "Prefer", prefer);
                } catch (HttpTimeoutException e) {
                    throw e; // the server that has claimed it may be alive
                } catch (IOException e) {
                    repeats.incrementAndGet();
                    Thread.sleep(50); // it comes back
                    continue;
                }
                answer.headers().firstValue("Idempotent-Replayed").ifPresent(yes -> replayed.incrementAndGet());
                switch (answer.statusCode()) {
                    case 200, 202 -> {
                        return delivery(answer);
                    }
                    case 503, 409 -> Thread.sleep(20); // rejected for now, or the first request is still running
                    default -> throw new AssertionError(answer.statusCode() + ": " + answer.body());
                }
            }
            throw new AssertionError("message " + number + " was not acknowledged in " + PATIENCE);
        }
    }

    private static String delivery(HttpResponse<String> answer) {
        String place = answer.headers()
                .firstValue("Location")
                .or(() -> answer.headers().firstValue("Link").map(link -> link.substring(1, link.indexOf('>'))))
                .orElseThrow();
        return place.substring(place.lastIndexOf('/') + 1);
    }

    private void kills(int kills, Map<String, String> environment, Connecting database) throws Exception {
        long begun = System.nanoTime();
        Random random = new Random(SEED);
        configure(folder, SHORT_LEASE);
        gateway.does(SuddenDeathIT::slowly);
        Launched server = start(folder, environment, "0");
        String url = server.url();
        String port = String.valueOf(URI.create(url).getPort());
        Api api = new Api(url, token(url));
        List<String> users = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            users.add(api.user("reader" + i + "@example.com"));
        }
        Run run = new Run(url, api.token(), users);
        int[] points =
                random.ints(10, MESSAGES - 50).distinct().limit(kills).sorted().toArray();
        int early = 0;
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Void>> working = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                working.add(clients.submit(run::work));
            }
            for (int point : points) {
                if (random.nextInt(5) == 0) {
                    Thread.sleep(random.nextInt(600)); // wherever in its start
                    early++;
                } else {
                    server.url();
                    until("message " + point, () -> run.acknowledged.size() >= point || failed(working));
                    Thread.sleep(random.nextInt(40));
                }
                server.kill();
                server = start(folder, environment, port);
            }
            server.url();
            for (Future<Void> each : working) {
                each.get();
            }
        }
        long accepted = System.nanoTime();
        until("nothing is left to be tried", () -> api.count(LOGS, "status__in=pending,retrying") == 0);
        long settled = System.nanoTime();

        Map<String, Map<String, String>> deliveries = deliveries(api);
        List<String> seen = titles(api);
        Map<String, String> mails = new HashMap<>();
        mailbox.mails().forEach(mail -> mails.put(mail.id(), mail.subject()));
        System.out.printf(
                "%s: %d messages, %d kills (%d of them during the start, seed %d): accepted after %.1f s, settled after %.1f s."
                        + " Requests without an answer: %d; replayed: %d."
                        + " Gateway: %d posts, %d absorbed as repeats. Mail: %d, of which %d repeats.%n",
                environment.isEmpty() ? "SQLite" : "PostgreSQL",
                MESSAGES,
                kills,
                early,
                SEED,
                (accepted - begun) / 1e9,
                (settled - begun) / 1e9,
                run.repeats.get(),
                run.replayed.get(),
                gateway.forms().size(),
                gateway.forms().size() - gateway.messages().size(),
                mailbox.mails().size(),
                mailbox.mails().size() - mails.size());

        assertThat(run.acknowledged).hasSize(MESSAGES);
        assertThat(deliveries.keySet())
                .as("deliveries, each acknowledged")
                .containsExactlyInAnyOrderElementsOf(run.acknowledged.values());
        run.acknowledged.forEach((number, id) -> assertThat(deliveries.get(id))
                .as("what became of message %d", number)
                .isEqualTo(
                        switch (number % EVERY) {
                            case WITH_MAIL -> Map.of("in_app", "sent", "sms", "sent", "email", "sent");
                            case REFUSED -> Map.of("in_app", "sent", "sms", "failed", "email", "sent");
                            default -> Map.of("in_app", "sent", "sms", "sent");
                        }));
        assertThat(seen).as("in-app notifications").containsExactlyInAnyOrderElementsOf(keys(MESSAGES, number -> true));
        assertThat(gateway.messages())
                .as("text messages")
                .extracting(form -> form.get("Body"))
                .containsExactlyInAnyOrderElementsOf(keys(MESSAGES, number -> number % EVERY != REFUSED));
        assertThat(mails.values())
                .as("mails, of which a repeat has the same id")
                .containsExactlyInAnyOrderElementsOf(
                        keys(MESSAGES, number -> number % EVERY == WITH_MAIL || number % EVERY == REFUSED));
        for (int i = 0; i < USERS; i++) {
            JsonNode unread =
                    new Api(url, token(url, "reader" + i + "@example.com")).get("/api/notifications/unread-count");
            assertThat(unread.path("count").asInt()).isEqualTo(MESSAGES / USERS);
        }
        assertThat(server.stop()).as("exit code").isZero();
        feedsAreWhole(database, users);
    }

    /** It takes a while, and so a kill finds messages under way. */
    private static Optional<Gateway.Answer> slowly(Map<String, String> form) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(40));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return form.getOrDefault("Body", "").endsWith(String.valueOf(REFUSED))
                ? Optional.of(new Gateway.Answer.Of(400, "{\"code\":21211}", Map.of()))
                : Optional.empty();
    }

    private static boolean failed(List<Future<Void>> working) {
        return working.stream().anyMatch(each -> each.state() == Future.State.FAILED);
    }

    /** Status by channel by delivery. */
    private static Map<String, Map<String, String>> deliveries(Api api) throws Exception {
        Map<String, Map<String, String>> deliveries = new HashMap<>();
        api.all(LOGS)
                .forEach(row -> assertThat(deliveries
                                .computeIfAbsent(row.path("delivery_id").asText(), id -> new TreeMap<>())
                                .put(
                                        row.path("channel").asText(),
                                        row.path("status").asText()))
                        .isNull());
        return deliveries;
    }

    /** Of all lists; what a client gave for itself comes back. */
    private static List<String> titles(Api api) throws Exception {
        return api.all(NOTIFICATIONS)
                .map(row -> {
                    assertThat(row.path("data").path("key")).isEqualTo(row.path("title"));
                    return row.path("title").asText();
                })
                .toList();
    }

    /** Each event has the next number and one more unread, and the feed's position is that of its last event. */
    private static void feedsAreWhole(Connecting database, List<String> users) throws SQLException {
        int each = MESSAGES / USERS;
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            for (String user : users) {
                List<List<Integer>> events = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery("SELECT seq, unread, notification_id"
                        + " FROM admin_notification_events WHERE user_id = '" + user + "' ORDER BY seq")) {
                    while (rows.next()) {
                        events.add(List.of(rows.getInt(1), rows.getInt(2)));
                    }
                }
                assertThat(events)
                        .as("events of user %s", user)
                        .isEqualTo(IntStream.rangeClosed(1, each)
                                .mapToObj(i -> List.of(i, i))
                                .toList());
                try (ResultSet rows = statement.executeQuery(
                        "SELECT seq, unread FROM admin_notification_feeds WHERE user_id = '" + user + "'")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(List.of(rows.getInt(1), rows.getInt(2))).isEqualTo(List.of(each, each));
                }
            }
        }
    }

    // --- servers and what is said to them ------------------------------------------------------------------------

    private void configure(Path where, int lease) throws IOException {
        Files.writeString(where.resolve("hexadmin.yaml"), """
                notifications:
                  deadline_seconds: 2
                  lease_seconds: %d
                  tries: 30 # a kill may count as one
                  first_retry_seconds: 1
                  fallback_channels: [email]
                  sms: { twilio: %s }
                  email: { smtp: %s }
                """.formatted(
                lease, JSON.writeValueAsString(gateway.settings()), JSON.writeValueAsString(mailbox.settings())));
    }

    private static Map<String, String> environment(EmbeddedPostgres postgresql) {
        return new HashMap<>(Map.of(
                "DATABASE_URL", "postgresql://postgres:postgres@localhost:" + postgresql.getPort() + "/postgres"));
    }

    private Launched start(Path where, Map<String, String> environment, String port) throws IOException {
        Map<String, String> all = new HashMap<>(environment);
        all.put("HEXADMIN_ADMIN_EMAIL", EMAIL);
        all.put("HEXADMIN_ADMIN_PASSWORD", PASSWORD);
        all.put("HEXADMIN_SECRET_KEY", SECRET);
        all.putAll(Launched.SHORT_LIVED);
        Launched server = Launched.start(where, all, "serve", "--port", port);
        launched.add(server);
        return server;
    }

    private static ObjectNode message(int number, String user, String... channels) {
        String key = "message-" + number;
        ObjectNode body = JSON.createObjectNode()
                .put("user_id", user)
                .put("title", key)
                .put("message", key)
                .put("phone", "+1501712" + (1_000 + number))
                .put("email", key + "@example.org");
        body.set("channels", JSON.valueToTree(channels));
        body.putObject("data").put("key", key);
        return body;
    }

    private String token(String url) throws Exception {
        return token(url, EMAIL);
    }

    private String token(String url, String email) throws Exception {
        ObjectNode body = JSON.createObjectNode().put("email", email).put("password", PASSWORD);
        String token = JSON.readTree(
                        new Api(url, "").post("/api/auth/token", body).body())
                .path("access_token")
                .asText();
        assertThat(token).isNotEmpty();
        return token;
    }

    /** A caller of a server. */
    private final class Api {
        private final String url;
        private final String token;

        Api(String url, String token) {
            this.url = url;
            this.token = token;
        }

        String token() {
            return token;
        }

        private HttpRequest.Builder request(String path, String... headers) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(url + path)).timeout(PATIENCE);
            if (!token.isEmpty()) {
                request.header("Authorization", "Bearer " + token);
            }
            for (int i = 0; i < headers.length; i += 2) {
                request.header(headers[i], headers[i + 1]);
            }
            return request;
        }

        HttpResponse<String> post(String path, ObjectNode body, String... headers)
                throws IOException, InterruptedException {
            return client.send(
                    request(path, headers)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }

        JsonNode get(String path) throws IOException, InterruptedException {
            HttpResponse<String> answer = client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 503) {
                throw new IOException(answer.body());
            }
            assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(200);
            return JSON.readTree(answer.body());
        }

        int count(String path, String filter) throws IOException, InterruptedException {
            return get(path + "?per_page=1&" + filter).path("total").asInt();
        }

        /** All pages. */
        Stream<JsonNode> all(String path) throws IOException, InterruptedException {
            List<JsonNode> all = new ArrayList<>();
            String cursor = "";
            do {
                JsonNode page = get(path + "?per_page=200&count=none&ordering=id" + cursor);
                page.path("items").forEach(all::add);
                cursor = page.path("next_cursor").isNull()
                        ? ""
                        : "&cursor=" + page.path("next_cursor").asText();
            } while (!cursor.isEmpty());
            return all.stream();
        }

        String user(String email) throws IOException, InterruptedException {
            HttpResponse<String> made = post(
                    "/admin/api/admin_users/",
                    JSON.createObjectNode().put("email", email).put("password", PASSWORD));
            assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
            return JSON.readTree(made.body()).path("id").asText();
        }
    }

    private static void until(String what, Waiting.Condition condition) {
        Waiting.until(what, PATIENCE, condition);
    }
}
