package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.testing.waiting.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of two servers behind nginx, started without containers. */
class ClusterIT {
    private static final String EMAIL = "root@example.com";
    private static final String PASSWORD = "walnut-Kettle-39-riverbank";
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final String HELLO = "{\"user_id\":1,\"message\":\"Hello from the other server\"}";

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> call(String url, String token, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(60));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static boolean installed(String... programs) {
        List<Path> folders = new ArrayList<>();
        for (String each : (System.getenv("PATH") + ":/usr/local/sbin:/usr/sbin:/sbin").split(":", -1)) {
            folders.add(Path.of(each));
        }
        try (Stream<Path> versions = Files.isDirectory(Path.of("/usr/lib/postgresql"))
                ? Files.list(Path.of("/usr/lib/postgresql"))
                : Stream.of()) {
            versions.forEach(version -> folders.add(version.resolve("bin")));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return Stream.of(programs)
                .anyMatch(program -> folders.stream().anyMatch(each -> Files.isExecutable(each.resolve(program))));
    }

    /** The first of five that are free. */
    private static int ports() {
        Random random = new Random();
        while (true) {
            int first = 20_000 + random.nextInt(10_000);
            boolean free = true;
            for (int i = 0; i < 5 && free; i++) {
                try (ServerSocket socket = new ServerSocket(first + i, 1, InetAddress.getLoopbackAddress())) {
                    free = socket.isBound();
                } catch (IOException e) {
                    free = false;
                }
            }
            if (free) {
                return first;
            }
        }
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(1);
    }

    /** Keeps the texts that come. */
    private static final class Texts implements WebSocket.Listener {
        private final BlockingQueue<String> whole = new LinkedBlockingQueue<>();
        private final StringBuilder part = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            part.append(text);
            if (last) {
                whole.add(part.toString());
                part.setLength(0);
            }
            socket.request(1);
            return null;
        }

        void until(String wanted) throws InterruptedException {
            String text;
            do {
                text = whole.poll(30, TimeUnit.SECONDS);
                assertThat(text).as("a text with " + wanted).isNotNull();
            } while (!text.contains(wanted));
        }
    }

    @Test
    void two_servers_behind_nginx_are_one_and_one_is_enough() throws Exception {
        assumeTrue(installed("nginx"), "nginx is not installed");
        assumeTrue(installed("redis-server", "valkey-server"), "neither redis-server nor valkey-server is installed");
        assumeTrue(installed("initdb"), "no PostgreSQL server is installed");
        int port = ports();
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(
                        Launched.repository().resolve("examples/cluster/run").toString(),
                        "--port",
                        Integer.toString(port))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HEXADMIN_"));
        builder.environment().putAll(Map.of("HEXADMIN_ADMIN_EMAIL", EMAIL, "HEXADMIN_ADMIN_PASSWORD", PASSWORD));
        Process cluster = builder.start();
        try {
            Waiting.until("the cluster is started", LONGEST, () -> {
                assertThat(cluster.isAlive()).as(Files.readString(output)).isTrue();
                return Files.readString(output).contains("# postgresql");
            });
            use(port, Files.readString(output));
            cluster.destroy();
            assertThat(cluster.waitFor(1, TimeUnit.MINUTES)).isTrue();
            String told = Files.readString(output);
            assertThat(cluster.exitValue()).as(told).isZero();
            assertThat(Path.of(found("all in (\\S+)", told))).doesNotExist();
            for (int i = 0; i < 5; i++) {
                new ServerSocket(port + i, 1, InetAddress.getLoopbackAddress()).close();
            }
        } finally {
            if (cluster.isAlive()) {
                cluster.destroy();
                cluster.waitFor(1, TimeUnit.MINUTES);
            }
        }
    }

    private void use(int port, String told) throws Exception {
        String nginx = "http://127.0.0.1:" + port;
        String one = "http://127.0.0.1:" + (port + 1);
        String other = "http://127.0.0.1:" + (port + 2);
        String signIn = "{\"email\":\"" + EMAIL + "\",\"password\":\"" + PASSWORD + "\"}";
        String token = found(
                "\"access_token\":\"([^\"]+)\"",
                call(nginx + "/api/auth/token", "", signIn).body());
        HttpResponse<String> made = call(nginx + "/admin/api/articles/", token, "{\"title\":\"First\"}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String path = made.headers().firstValue("Location").orElseThrow();
        for (String server : List.of(nginx, one, other)) {
            assertThat(call(server + path, token, "").body()).isEqualTo(made.body());
        }
        assertThat(call(nginx + "/admin/login", "", "").body()).contains("<form");

        Texts texts = new Texts();
        CompletableFuture<WebSocket> opening = client.newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + port + "/api/notifications/ws?token=" + token), texts);
        WebSocket socket = opening.get(30, TimeUnit.SECONDS);
        texts.until("\"type\":\"ready\"");
        for (String server : List.of(one, other)) {
            assertThat(call(server + "/api/notifications/send", token, HELLO).statusCode())
                    .isEqualTo(200);
            texts.until("Hello from the other server");
        }
        socket.abort();

        // what a client says of its address goes no further than nginx
        HttpRequest forged = HttpRequest.newBuilder(URI.create(nginx + "/api/auth/token"))
                .header("X-Forwarded-For", "192.0.2.99")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(signIn.replace("walnut", "peanut")))
                .build();
        assertThat(client.send(forged, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
        assertThat(call(nginx + "/admin/api/admin_login_attempts/", token, "").body())
                .contains("\"success\":false")
                .doesNotContain("192.0.2.99");

        long first = Long.parseLong(found("kill -9 (\\d+) +# server-1", told));
        ProcessHandle.of(first).orElseThrow().destroyForcibly();
        for (int i = 0; i < 50; i++) {
            assertThat(call(nginx + path, token, "").statusCode()).isEqualTo(200);
        }
        assertThat(call(nginx + "/admin/api/articles/", token, "{\"title\":\"Second\"}")
                        .statusCode())
                .isEqualTo(201);
        long keyvalue = Long.parseLong(found("kill -9 (\\d+) +# keyvalue", told));
        ProcessHandle.of(keyvalue).orElseThrow().destroyForcibly();
        assertThat(call(nginx + "/api/auth/token", "", signIn).statusCode()).isEqualTo(200);
        assertThat(call(nginx + path, token, "").statusCode()).isEqualTo(200);
    }
}
