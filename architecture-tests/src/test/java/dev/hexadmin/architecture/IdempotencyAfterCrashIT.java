package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hexadmin.testing.messages.Gateway;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * POSTs of every kind with keys while the server is killed: each is repeated with its key until it gets a response, and
 * has then been executed exactly once.
 */
class IdempotencyAfterCrashIT {
    private static final int REQUESTS = 1_000;
    private static final int KILLS = 6;
    private static final int CLIENTS = 48;
    private static final long SEED = 20_261_122;
    private static final String EMAIL = "root@example.com";
    private static final String PASSWORD = "walnut-Kettle-39-riverbank";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Launched> launched = new ArrayList<>();

    private Gateway gateway;

    @BeforeEach
    void open() throws IOException {
        gateway = new Gateway();
        gateway.does(IdempotencyAfterCrashIT::slowly);
    }

    /** It takes a while, and so a kill finds messages that are accepted and not answered. */
    private static Optional<Gateway.Answer> slowly(Map<String, String> form) {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    @AfterEach
    void close() {
        launched.forEach(Launched::close);
        gateway.close();
        client.close();
    }

    @Test
    void on_sqlite_each_key_is_executed_once_and_then_replayed() throws Exception {
        killed(Map.of());
    }

    @Test
    void on_postgresql_each_key_is_executed_once_and_then_replayed() throws Exception {
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start()) {
            killed(Map.of(
                    "DATABASE_URL", "postgresql://postgres:postgres@localhost:" + postgresql.getPort() + "/postgres"));
        }
    }

    private record Request(String path, String body, boolean signedIn) {
        static Request of(int number) {
            String name = "made-" + number;
            return switch (number % 8) {
                case 0 ->
                    new Request(
                            "/admin/api/notes/bulk",
                            "{\"create\":[{\"title\":\"" + name + "\"},{\"title\":\"" + name + "-b\"}]}",
                            true);
                case 1 -> new Request("/admin/api/roles/", "{\"name\":\"" + name + "\"}", true);
                case 2 ->
                    new Request(
                            "/api/notifications/send",
                            "{\"user_id\":\"" + name + "\",\"message\":\"m\",\"channels\":[\"in_app\",\"sms\"],"
                                    + "\"phone\":\"+15017120000\"}",
                            true);
                case 3 ->
                    new Request(
                            "/api/notifications/send/batch",
                            "{\"recipients\":[{\"user_id\":\"" + name + "\"},{\"user_id\":\"" + name
                                    + "-b\"}],\"message\":\"m\",\"channels\":[\"in_app\"]}",
                            true);
                case 4 ->
                    number % 64 == 4
                            ? new Request(
                                    "/admin/api/admin_users/",
                                    "{\"email\":\"" + name + "@example.com\",\"password\":\"" + PASSWORD + "\"}",
                                    true)
                            : number % 64 == 12
                                    ? new Request(
                                            "/api/auth/token",
                                            "{\"email\":\"" + EMAIL + "\",\"password\":\"" + PASSWORD + "\"}",
                                            false)
                                    : new Request("/admin/api/notes/", "{\"title\":\"" + name + "\"}", true);
                default -> new Request("/admin/api/notes/", "{\"title\":\"" + name + "\"}", true);
            };
        }
    }

    private void killed(Map<String, String> database) throws Exception {
        Files.writeString(folder.resolve("hexadmin.yaml"), """
                models:
                  notes:
                    fields:
                      id: { type: integer, primary_key: true }
                      title: { type: string, required: true }
                notifications:
                  deadline_seconds: 2
                  sms: { twilio: %s }
                rate_limits:
                  sign_in: { limit: 100 } # a slow machine has more than ten under way at once
                """.formatted(JSON.writeValueAsString(gateway.settings())));
        Map<String, String> environment = new HashMap<>(database);
        environment.putAll(Launched.SHORT_LIVED);
        environment.put("HEXADMIN_ADMIN_EMAIL", EMAIL);
        environment.put("HEXADMIN_ADMIN_PASSWORD", PASSWORD);
        environment.put("HEXADMIN_SECRET_KEY", "a secret of more than thirty-two characters");
        Random random = new Random(SEED);
        Launched server = start(environment, "0");
        String url = server.url();
        String port = String.valueOf(URI.create(url).getPort());
        String token = JSON.readTree(post(url, "", Request.of(12), "the-first").body())
                .path("access_token")
                .asText();
        Map<Integer, HttpResponse<String>> answers = new ConcurrentHashMap<>();
        Queue<String> unexpected = new ConcurrentLinkedQueue<>();
        AtomicInteger next = new AtomicInteger();
        AtomicInteger unanswered = new AtomicInteger();
        AtomicInteger replayed = new AtomicInteger();
        AtomicInteger waited = new AtomicInteger();
        int[] points =
                random.ints(20, REQUESTS - 100).distinct().limit(KILLS).sorted().toArray();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> working = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                working.add(clients.submit(() -> {
                    for (int number = next.getAndIncrement(); number < REQUESTS; number = next.getAndIncrement()) {
                        boolean repeated = false;
                        int conflicts = 0;
                        while (!answers.containsKey(number)) {
                            HttpResponse<String> answer;
                            try {
                                answer = post(url, token, Request.of(number), "key-" + number);
                            } catch (IOException e) {
                                if (!repeated) {
                                    unanswered.incrementAndGet();
                                }
                                repeated = true;
                                Thread.sleep(20); // it comes back
                                continue;
                            }
                            switch (answer.statusCode()) {
                                case 200, 201 -> {
                                    answers.put(number, answer);
                                    replayed.addAndGet(isReplayed(answer) ? 1 : 0);
                                }
                                case 503 -> Thread.sleep(20);
                                case 409 -> {
                                    // a transaction of the dead server that the database has not ended yet
                                    waited.incrementAndGet();
                                    if (++conflicts > 2) {
                                        unexpected.add(number + ": " + answer.body());
                                        return number;
                                    }
                                    Thread.sleep(1_000); // its Retry-After
                                }
                                default -> {
                                    unexpected.add(number + ": " + answer.statusCode() + " " + answer.body());
                                    return number;
                                }
                            }
                        }
                    }
                    return -1;
                }));
            }
            for (int point : points) {
                server.url();
                while (answers.size() < point && unexpected.isEmpty()) {
                    Thread.sleep(2);
                }
                server.kill();
                server = start(environment, port);
            }
            for (Future<?> each : working) {
                each.get();
            }
        }
        System.out.printf(
                "%s: %d keyed POSTs, %d kills: %d were not answered, of these %d had been carried out and were replayed;"
                        + " asked to wait: %d.%n",
                database.isEmpty() ? "SQLite" : "PostgreSQL",
                REQUESTS,
                KILLS,
                unanswered.get(),
                replayed.get(),
                waited.get());
        assertThat(unexpected).isEmpty();
        assertThat(unanswered.get()).as("requests that a kill found under way").isPositive();
        assertThat(answers).hasSize(REQUESTS);
        List<String> titles = new ArrayList<>();
        List<String> recipients = new ArrayList<>();
        for (int number = 0; number < REQUESTS; number++) {
            Request request = Request.of(number);
            String name = "made-" + number;
            if (request.path().contains("notes")) {
                titles.add(name);
            } else if (request.path().contains("send")) {
                recipients.add(name);
            }
            if (request.path().endsWith("bulk")) {
                titles.add(name + "-b");
            } else if (request.path().endsWith("batch")) {
                recipients.add(name + "-b");
            }
            HttpResponse<String> again = post(url, token, request, "key-" + number);
            assertThat(isReplayed(again)).as("%s %s", request, again.body()).isTrue();
            assertThat(again.body()).isEqualTo(answers.get(number).body());
        }
        assertThat(all(url, token, "notes", "title")).containsExactlyInAnyOrderElementsOf(titles);
        assertThat(all(url, token, "admin_notifications", "user_id")).containsExactlyInAnyOrderElementsOf(recipients);
        assertThat(server.stop()).as("exit code").isZero();
    }

    private static boolean isReplayed(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotent-Replayed").isPresent();
    }

    private Launched start(Map<String, String> environment, String port) throws IOException {
        Launched server = Launched.start(folder, environment, "serve", "--port", port);
        launched.add(server);
        return server;
    }

    private HttpResponse<String> post(String url, String token, Request request, String key)
            throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url + request.path()))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(request.body()));
        if (request.signedIn()) {
            builder.header("Authorization", "Bearer " + token);
        }
        return client.send(builder.build(), HttpResponse.BodyHandlers.ofString());
    }

    private List<String> all(String url, String token, String model, String field)
            throws IOException, InterruptedException {
        List<String> values = new ArrayList<>();
        String cursor = "";
        do {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(url + "/admin/api/" + model + "/?per_page=200&count=none&ordering=id" + cursor))
                    .header("Authorization", "Bearer " + token)
                    .build();
            JsonNode page = JSON.readTree(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
            page.path("items").forEach(item -> values.add(item.path(field).asText()));
            cursor = page.path("next_cursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("next_cursor").asText();
        } while (!cursor.isEmpty());
        return values;
    }
}
