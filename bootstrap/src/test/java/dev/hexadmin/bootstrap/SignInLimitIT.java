package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignInLimitIT {
    @TempDir
    Path folder;

    @Test
    void ten_failed_sign_ins_of_an_address_pass_on_both_paths_together_and_the_eleventh_gets_a_retry_after() {
        try (RunningServer server = RunningServer.start(TestDatabases.sqlite(folder), b -> b)) {
            for (int i = 0; i < 10; i++) {
                String path = i % 2 == 0 ? "/api/auth/token" : "/admin/api/auth/login";
                assertThat(attempt(server, path, "Someone@example.com").statusCode())
                        .isEqualTo(401);
            }
            HttpResponse<String> refused = attempt(server, "/api/auth/token", "someone@Example.com");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(RunningServer.json(refused).path("code").asText()).isEqualTo("rate_limited");
            long wait =
                    Long.parseLong(refused.headers().firstValue("Retry-After").orElseThrow());
            assertThat(wait).isBetween(800L, 900L);
            assertThat(refused.headers().firstValue("RateLimit-Policy")).contains("\"sign-in\";q=10;w=900");
            assertThat(refused.headers().firstValue("RateLimit")).contains("\"sign-in\";r=0;t=" + wait);
            assertThat(attempt(server, "/api/auth/token", "other@example.com").statusCode())
                    .isEqualTo(401);
            for (int i = 0; i < 12; i++) {
                assertThat(server.token()).isNotEmpty(); // what succeeds does not count
            }
        }
    }

    @Test
    void addresses_within_one_ipv6_network_count_as_one_client() {
        try (RunningServer server = RunningServer.start(
                TestDatabases.sqlite(folder), builder -> builder.set(Setting.TRUSTED_PROXIES, List.of("127.0.0.1")))) {
            for (int i = 0; i < 11; i++) {
                HttpResponse<String> answer =
                        server.send("POST", "/api/auth/token", "", """
                        {"email":"someone@example.com","password":"wrong"}""", "X-Forwarded-For", "2001:db8::" + i);
                assertThat(answer.statusCode()).isEqualTo(i < 10 ? 401 : 429);
            }
            assertThat(server.send("POST", "/api/auth/token", "", """
                            {"email":"someone@example.com","password":"wrong"}""", "X-Forwarded-For", "2001:db8:0:1::1")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(server.send(
                                    "GET",
                                    "/admin/api/admin_login_attempts/?per_page=2&ordering=-id",
                                    server.token(),
                                    "")
                            .body())
                    .contains("\"address\":\"2001:db8:0:1:0:0:0:1\"");
        }
    }

    @Test
    void other_e_mail_addresses_and_other_ways_give_an_address_no_more_tries() {
        try (RunningServer server = RunningServer.start(
                        TestDatabases.sqlite(folder), builder -> builder.set(Setting.SIGN_IN_OF_ADDRESS_LIMIT, 6));
                PanelVisitor visitor = new PanelVisitor(server)) {
            for (int i = 0; i < 3; i++) {
                assertThat(attempt(server, "/api/auth/token", "someone" + i + "@example.com")
                                .statusCode())
                        .isEqualTo(401);
            }
            for (int i = 0; i < 2; i++) {
                assertThat(panelAttempt(visitor)).isEqualTo(401);
            }
            String verify = "{\"temp_token\":\"unknown\",\"code\":\"123456\"}";
            assertThat(server.send("POST", "/api/auth/2fa/verify", "", verify).statusCode())
                    .isEqualTo(401);
            HttpResponse<String> refused = attempt(server, "/admin/api/auth/login", "another@example.com");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("RateLimit-Policy")).contains("\"sign-in-of-address\";q=6;w=900");
            assertThat(server.send("POST", "/api/auth/2fa/verify", "", verify).statusCode())
                    .isEqualTo(429);
            assertThat(panelAttempt(visitor)).isEqualTo(429);
        }
    }

    private static int panelAttempt(PanelVisitor visitor) {
        return visitor.get("/admin/login")
                .form()
                .set("email", "someone@example.com")
                .set("password", "wrong")
                .send()
                .status();
    }

    @Test
    void the_panel_and_the_api_count_failed_sign_ins_apart() {
        try (RunningServer server = RunningServer.start(TestDatabases.sqlite(folder), b -> b);
                PanelVisitor visitor = new PanelVisitor(server)) {
            for (int i = 0; i < 6; i++) {
                assertThat(panelAttempt(visitor)).isEqualTo(i < 5 ? 401 : 429);
            }
            for (int i = 0; i < 11; i++) {
                assertThat(attempt(server, "/api/auth/token", " someone@example.com ")
                                .statusCode())
                        .isEqualTo(i < 10 ? 401 : 429);
            }
        }
    }

    @Test
    void limits_that_count_every_call_report_the_remaining_calls() {
        try (RunningServer server = RunningServer.start(TestDatabases.sqlite(folder), b -> b)) {
            HttpResponse<String> refused =
                    server.send("POST", "/api/auth/refresh", "", "{\"refresh_token\":\"unknown\"}");
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.headers().firstValue("RateLimit-Policy")).contains("\"refresh\";q=60;w=300");
            assertThat(refused.headers().firstValue("RateLimit").orElseThrow())
                    .matches("\"refresh\";r=59;t=(300|29\\d)");
            HttpResponse<String> out =
                    server.send("POST", "/admin/api/auth/logout", "", "{\"refresh_token\":\"unknown\"}");
            assertThat(out.statusCode()).isEqualTo(204);
            assertThat(out.headers().firstValue("RateLimit").orElseThrow()).startsWith("\"sign-out\";r=29;t=");
        }
    }

    @Test
    void limits_are_settings_and_there_can_be_more() throws IOException {
        Path file = Files.writeString(folder.resolve("limits.yaml"), """
                rate_limits:
                  sign_in: { limit: 1, window: 60 }
                  sign_out: { limit: 0 }
                  more:
                    - { name: panel, paths: [/admin/*, "/admin/roles/**"], methods: [GET], per: user, limit: 3, window: 60 }
                    - { name: api, paths: ["/admin/api/roles/**"], per: address, limit: 2, window: 60 }
                """);
        try (RunningServer server =
                        RunningServer.start(TestDatabases.sqlite(folder), builder -> builder.configuration(file));
                PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            String token = server.token();
            assertThat(attempt(server, "/api/auth/token", "a@example.com").statusCode())
                    .isEqualTo(401);
            assertThat(attempt(server, "/api/auth/token", "a@example.com").statusCode())
                    .isEqualTo(429);
            for (int i = 0; i < 40; i++) {
                assertThat(server.send("POST", "/api/auth/logout", "", "{\"refresh_token\":\"unknown\"}")
                                .statusCode())
                        .isEqualTo(204);
            }
            HttpResponse<String> roles = server.send("GET", "/admin/api/roles/", token, "");
            assertThat(roles.statusCode()).isEqualTo(200);
            assertThat(roles.headers().firstValue("RateLimit").orElseThrow()).startsWith("\"api\";r=1;t=");
            server.send("GET", "/admin/api/roles/999", token, "");
            HttpResponse<String> refused = server.send("DELETE", "/admin/api/roles/1", token, "");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("RateLimit-Policy")).contains("\"api\";q=2;w=60");

            assertThat(visitor.get("/admin/profile").header("RateLimit").orElseThrow())
                    .startsWith("\"panel\";r=2;t=");
            visitor.get("/admin/roles/");
            visitor.get("/admin/roles/");
            for (String[] htmx : new String[][] {{}, {"HX-Request", "true"}}) {
                PanelVisitor.Page page = visitor.get("/admin/roles/", htmx);
                assertThat(page.status()).isEqualTo(429);
                assertThat(page.header("Content-Type").orElseThrow()).startsWith("text/html");
                assertThat(page.header("RateLimit-Policy")).contains("\"panel\";q=3;w=60");
                assertThat(page.text("main"))
                        .contains("in " + page.header("Retry-After").orElseThrow() + " seconds");
            }
        }
    }

    private static HttpResponse<String> attempt(RunningServer server, String path, String email) {
        return server.send("POST", path, "", "{\"email\":\"" + email + "\",\"password\":\"wrong\"}");
    }
}
