package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code Idempotency-Key} where tokens are given out. */
class RepeatedSignInIT {
    private static final String KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324";

    @TempDir
    Path folder;

    private RunningServer server;

    @BeforeEach
    void start() {
        server = RunningServer.start(TestDatabases.sqlite(folder), builder -> builder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> post(String path, String body, String... headers) {
        return server.send("POST", path, "", body, headers);
    }

    private static String credentials(String password) {
        return "{\"email\":\"" + RunningServer.EMAIL + "\",\"password\":\"" + password + "\"}";
    }

    private static boolean replayed(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotent-Replayed").isPresent();
    }

    private static JsonNode ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return RunningServer.json(answer);
    }

    @Test
    void a_sign_in_that_is_repeated_gives_the_same_tokens() {
        for (String path : List.of("/admin/api/auth/login", "/api/auth/token")) {
            HttpResponse<String> first = post(path, credentials(RunningServer.PASSWORD), "Idempotency-Key", KEY);
            HttpResponse<String> second = post(path, credentials(RunningServer.PASSWORD), "Idempotency-Key", KEY);
            assertThat(ok(second)).isEqualTo(ok(first));
            assertThat(replayed(first)).isFalse();
            assertThat(replayed(second)).isTrue();
            assertThat(second.headers().firstValue("Cache-Control")).contains("private, no-store");
        }
        String basic = "Basic "
                + Base64.getEncoder()
                        .encodeToString(
                                (RunningServer.EMAIL + ":" + RunningServer.PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> first = post("/api/auth/token", "", "Idempotency-Key", KEY, "Authorization", basic);
        assertThat(ok(post("/api/auth/token", "", "Idempotency-Key", KEY, "Authorization", basic)))
                .isEqualTo(ok(first));
        String wrong =
                "Basic " + Base64.getEncoder().encodeToString("root@example.com:no".getBytes(StandardCharsets.UTF_8));
        assertThat(post("/api/auth/token", "", "Idempotency-Key", KEY, "Authorization", wrong)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_guessed_key_opens_nothing_and_a_wrong_password_can_be_put_right() {
        ok(post("/api/auth/token", credentials(RunningServer.PASSWORD), "Idempotency-Key", KEY));
        assertThat(post("/api/auth/token", credentials("a guess"), "Idempotency-Key", KEY)
                        .statusCode())
                .isEqualTo(401);
        HttpResponse<String> unkept = post("/api/auth/token", credentials("a guess"), "Idempotency-Key", KEY);
        assertThat(unkept.statusCode()).isEqualTo(401);
        assertThat(replayed(unkept)).isFalse();
        assertThat(post("/api/auth/token", credentials("x"), "Idempotency-Key", "a b")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void failures_count_against_the_limit_and_beyond_it_no_stored_response_is_replayed() {
        ok(post("/api/auth/token", credentials(RunningServer.PASSWORD), "Idempotency-Key", KEY));
        for (int i = 0; i < 10; i++) {
            assertThat(post("/api/auth/token", credentials("guess"), "Idempotency-Key", KEY)
                            .statusCode())
                    .isEqualTo(401);
        }
        assertThat(post("/api/auth/token", credentials(RunningServer.PASSWORD), "Idempotency-Key", KEY)
                        .statusCode())
                .isEqualTo(429);
    }

    @Test
    void a_refresh_and_a_sign_out_that_are_repeated_do_what_they_did_once() {
        String refresh = "{\"refresh_token\":\""
                + ok(post("/api/auth/token", credentials(RunningServer.PASSWORD)))
                        .path("refresh_token")
                        .asText()
                + "\"}";
        JsonNode tokens = ok(post("/api/auth/refresh", refresh, "Idempotency-Key", KEY));
        HttpResponse<String> again = post("/api/auth/refresh", refresh, "Idempotency-Key", KEY);
        assertThat(ok(again)).isEqualTo(tokens);
        assertThat(replayed(again)).isTrue();

        String access = tokens.path("access_token").asText();
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> out =
                    server.send("POST", "/api/auth/logout", access, "{\"all\":true}", "Idempotency-Key", KEY);
            assertThat(out.statusCode()).as(out.body()).isEqualTo(204);
            assertThat(replayed(out)).isEqualTo(i == 1);
        }
        assertThat(server.send("GET", "/api/auth/me", access, "").statusCode()).isEqualTo(401);
        // the tokens of a stored response are revoked, too
        String dead = ok(post("/api/auth/refresh", refresh, "Idempotency-Key", KEY))
                .path("access_token")
                .asText();
        assertThat(server.send("GET", "/api/auth/me", dead, "").statusCode()).isEqualTo(401);
    }

    @Test
    void neither_tokens_nor_passwords_are_on_the_disk() throws Exception {
        String token = ok(post("/api/auth/token", credentials(RunningServer.PASSWORD), "Idempotency-Key", KEY))
                .path("refresh_token")
                .asText();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .doesNotContain(token)
                        .doesNotContain(RunningServer.PASSWORD)
                        .doesNotContain(KEY);
            }
        }
    }
}
