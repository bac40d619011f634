package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignInLimitIT {
    @TempDir
    Path folder;

    @Test
    void ten_failed_sign_ins_of_an_address_pass_on_both_paths_together_and_the_eleventh_is_told_when_to_come_back() {
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

    private static HttpResponse<String> attempt(RunningServer server, String path, String email) {
        return server.send("POST", path, "", "{\"email\":\"" + email + "\",\"password\":\"wrong\"}");
    }
}
