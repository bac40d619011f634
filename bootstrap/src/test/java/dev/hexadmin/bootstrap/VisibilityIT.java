package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read the OpenAPI document, the page that shows it, and the metrics. */
class VisibilityIT {
    private static final List<String> READ = List.of("/openapi.json", "/docs", "/observe/metrics");

    @TempDir
    Path folder;

    private RunningServer start(UnaryOperator<Hexadmin.Builder> options) {
        return RunningServer.start(
                TestDatabases.sqlite(folder),
                builder -> options.apply(builder.register(ModelDefinition.builder("books")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("title", FieldType.STRING, field -> field.required())
                                .field("cost", FieldType.DECIMAL)
                                .build())
                        .register(ModelDefinition.builder("diaries")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .build())));
    }

    private static int status(RunningServer server, String path, String token) {
        return server.exchange("GET", path, token, "").statusCode();
    }

    @Test
    void on_a_loopback_address_everyone_reads_the_documents_and_the_metrics() {
        try (RunningServer server = start(builder -> builder)) {
            assertThat(READ)
                    .allSatisfy(path -> assertThat(status(server, path, "")).isEqualTo(200));
            assertThat(List.of("", "/live", "/ready"))
                    .allSatisfy(path -> assertThat(status(server, "/observe/health" + path, ""))
                            .isEqualTo(200));
            assertThat(RunningServer.json(server.exchange("GET", "/openapi.json", "", ""))
                            .at("/paths/~1observe~1metrics/get/responses")
                            .has("401"))
                    .isFalse();
        }
    }

    @Test
    void metrics_are_for_users_when_the_setting_says_so() {
        try (RunningServer server = start(builder -> builder.set(Setting.METRICS, Setting.Visibility.SIGNED_IN))) {
            assertThat(status(server, "/observe/metrics", "")).isEqualTo(401);
            assertThat(status(server, "/observe/metrics", server.token())).isEqualTo(200);
        }
    }

    @Test
    void elsewhere_only_users_and_api_keys_do() {
        try (RunningServer server = start(builder -> builder.setting("server.host", "0.0.0.0"))) {
            assertThat(status(server, "/openapi.json", "")).isEqualTo(401);
            assertThat(status(server, "/observe/metrics", "")).isEqualTo(401);
            HttpResponse<String> page = server.exchange("GET", "/docs", "", "", "Accept", "text/html");
            assertThat(page.statusCode()).isEqualTo(303);
            assertThat(page.headers().firstValue("Location")).contains("/admin/login?next=%2Fdocs");
            String token = server.token();
            assertThat(READ)
                    .allSatisfy(path -> assertThat(status(server, path, token)).isEqualTo(200));
            assertThat(status(server, "/observe/health/ready", "")).isEqualTo(200);
            try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
                Page docs = visitor.get("/docs");
                assertThat(docs.status()).isEqualTo(200);
                assertThat(docs.body()).contains("/docs/assets/");
            }
        }
    }

    @Test
    void each_reads_of_what_they_may_do() {
        try (RunningServer server = start(builder -> builder.set(Setting.OPENAPI, Setting.Visibility.SIGNED_IN))) {
            String root = server.token();
            JsonNode role = RunningServer.json(server.exchange(
                    "POST",
                    "/admin/api/roles/",
                    root,
                    "{\"name\":\"Reader\",\"permissions\":{\"books\":[\"view\"]},"
                            + "\"field_permissions\":{\"books\":{\"cost\":[]}}}"));
            server.exchange(
                    "POST",
                    "/admin/api/admin_users/",
                    root,
                    "{\"email\":\"reader@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\",\"roles\":["
                            + role.path("id") + "]}");
            JsonNode all = RunningServer.json(server.exchange("GET", "/openapi.json", root, ""));
            assertThat(all.path("paths").has("/admin/api/diaries/")).isTrue();
            String token = server.token("reader@example.com", RunningServer.PASSWORD);
            HttpResponse<String> answer = server.exchange("GET", "/openapi.json", token, "");
            JsonNode some = RunningServer.json(answer);
            assertThat(answer.body()).doesNotContain("diaries").doesNotContain("\"cost");
            List<String> methods = new ArrayList<>();
            some.path("paths").path("/admin/api/books/").fieldNames().forEachRemaining(methods::add);
            assertThat(methods).containsExactly("get");
            assertThat(some.path("paths").has("/admin/api/books/bulk")).isFalse();
            assertThat(some.at("/components/schemas/books/properties").has("title"))
                    .isTrue();
            String tag = answer.headers().firstValue("ETag").orElseThrow();
            assertThat(server.exchange("GET", "/openapi.json", token, "", "If-None-Match", tag)
                            .statusCode())
                    .isEqualTo(304);
            assertThat(server.exchange("GET", "/openapi.json", root, "", "If-None-Match", tag)
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void switched_off_there_is_nothing() {
        try (RunningServer server = start(builder ->
                builder.set(Setting.OPENAPI, Setting.Visibility.OFF).set(Setting.METRICS, Setting.Visibility.OFF))) {
            String token = server.token();
            assertThat(READ)
                    .allSatisfy(path -> assertThat(status(server, path, token)).isEqualTo(404));
            assertThat(server.exchange("GET", "/problems/not_found", "", "").body())
                    .doesNotContain("href=\"/docs\"");
        }
    }

    @Test
    void over_tls_every_cookie_has_the_host_prefix() {
        try (RunningServer server = start(builder -> builder.setting("trusted_proxies", "127.0.0.1"))) {
            String[] tls = {"X-Forwarded-Proto", "https", "Accept", "text/html"};
            HttpResponse<String> form = server.exchange("GET", "/admin/login", "", "", tls);
            String seed = form.headers().firstValue("Set-Cookie").orElseThrow();
            assertThat(seed)
                    .startsWith("__Host-admin_form=")
                    .contains("; Secure")
                    .contains("; Path=/;");
            String token = form.body().replaceFirst("(?s).*name=\"csrf_token\" value=\"([^\"]+)\".*", "$1");
            HttpResponse<String> entered = server.exchange(
                    "POST",
                    "/admin/login",
                    "",
                    "csrf_token=" + token + "&email=" + RunningServer.EMAIL + "&password=" + RunningServer.PASSWORD,
                    "X-Forwarded-Proto",
                    "https",
                    "Accept",
                    "text/html",
                    "Content-Type",
                    "application/x-www-form-urlencoded",
                    "Cookie",
                    seed.replaceFirst(";.*", ""));
            assertThat(entered.statusCode()).as(entered.body()).isEqualTo(303);
            assertThat(entered.headers().allValues("Set-Cookie"))
                    .isNotEmpty()
                    .allSatisfy(cookie -> assertThat(cookie).startsWith("__Host-admin_"));
        }
    }
}
