package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import dev.hexadmin.testing.TestDatabases;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that the one-time link of the first start leads to. */
class SetupPageIT {
    @TempDir
    private Path folder;

    @Test
    void the_link_of_the_first_start_makes_the_first_superuser_in_a_form() throws Exception {
        try (RunningServer server = RunningServer.startEmpty(TestDatabases.sqlite(folder))) {
            String token = server.hexadmin().createSetupToken().orElseThrow();
            HttpResponse<String> page = call(server, "/admin/setup?token=" + token, "");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("value=\"" + token + "\"").contains("action=\"/admin/setup\"");
            assertThat(page.headers().firstValue("Content-Security-Policy"))
                    .hasValueSatisfying(policy ->
                            assertThat(policy).startsWith("default-src 'none'").doesNotContain("unsafe"));
            // without a referrer a browser would send the form of the languages with the origin null
            assertThat(page.headers().firstValue("Referrer-Policy")).contains("same-origin");
            assertThat(page.body()).contains("name=\"next\" value=\"/admin/setup?token=" + token + "\"");
            String sheet = page.body().replaceAll("(?s).*href=\"([^\"]+\\.css)\".*", "$1");
            assertThat(call(server, sheet, "").statusCode()).isEqualTo(200);

            HttpResponse<String> weak = call(server, "/admin/setup", form(token, "<b>first", "password"));
            assertThat(weak.statusCode()).isEqualTo(422);
            assertThat(weak.body())
                    .contains("value=\"&lt;b", "id=\"email-wrong\"")
                    .doesNotContain("<b>first", "value=\"password\"");

            assertThat(call(server, "/admin/setup", form(token, "first@example.com", "password"))
                            .body())
                    .contains("id=\"password-wrong\"");

            HttpResponse<String> foreign =
                    call(server, "/admin/setup", form("guess", "first@example.com", RunningServer.PASSWORD));
            assertThat(foreign.statusCode()).isEqualTo(403);
            assertThat(foreign.body()).contains("link is not valid");

            String good = form(token, "first@example.com", RunningServer.PASSWORD);
            HttpResponse<String> done = call(server, "/admin/setup", good);
            assertThat(done.statusCode()).as(done.body()).isEqualTo(303);
            assertThat(done.headers().firstValue("Location")).contains("/admin/login");
            assertThat(server.token("first@example.com", RunningServer.PASSWORD))
                    .isNotEmpty();
            assertThat(call(server, "/admin/setup", good).statusCode()).isEqualTo(403);
            assertThat(call(server, "/admin/setup?token=" + token, "").statusCode())
                    .isEqualTo(404);
            assertThat(call(server, "/admin/setup", "").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void without_any_account_the_sign_in_page_says_where_the_link_is() throws Exception {
        try (RunningServer server = RunningServer.startEmpty(TestDatabases.sqlite(folder))) {
            String says = "Open the set-up link that the server printed when it started";
            assertThat(call(server, "/admin/login", "").body()).contains("No account exists yet.", says);
            assertThat(call(server, "/admin/setup", "").body()).contains(says).doesNotContain("name=\"password\"");
            String token = server.hexadmin().createSetupToken().orElseThrow();
            call(server, "/admin/setup", form(token, "first@example.com", RunningServer.PASSWORD));
            assertThat(call(server, "/admin/login", "").body()).doesNotContain("No account exists yet.");
        }
    }

    @Test
    void the_page_is_usable_at_every_width_and_in_both_themes() {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        try (RunningServer server = RunningServer.startEmpty(TestDatabases.sqlite(folder));
                BrowserWindow window = BrowserWindow.open()) {
            String token = server.hexadmin().createSetupToken().orElseThrow();
            for (int width : new int[] {360, 1440}) {
                for (boolean dark : new boolean[] {false, true}) {
                    Page page = window.visitor(server, true, dark, width);
                    page.navigate("/admin/setup?token=" + token);
                    assertThat(window.barriers(page)).isEmpty();
                    assertThat(page.locator("main form").boundingBox().width).isBetween(320.0, 348.0);
                    page.navigate("/admin/login");
                    assertThat(window.barriers(page)).isEmpty();
                }
            }
            Page page = window.visitor(server, false, false, 1440);
            page.navigate("/admin/setup?token=" + token);
            page.fill("#email", "first@example.com");
            page.fill("#password", RunningServer.PASSWORD);
            page.click("main button.primary");
            assertThat(page.locator(".notice").textContent()).contains("first@example.com was created");
            page.fill("#email", "first@example.com");
            page.fill("#password", RunningServer.PASSWORD);
            page.click("main button.primary");
            assertThat(page.locator("h1").textContent()).isEqualTo("Dashboard");
            assertThat(window.complaints()).isEmpty();
        }
    }

    private static String form(String token, String email, String password) {
        return "token=" + encoded(token) + "&email=" + encoded(email) + "&full_name=&password=" + encoded(password);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static HttpResponse<String> call(RunningServer server, String path, String form) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        if (!form.isEmpty()) {
            request.header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form));
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
