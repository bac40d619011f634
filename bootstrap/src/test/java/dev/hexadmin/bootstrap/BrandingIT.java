package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The appearance that the settings choose, on every kind of page. */
class BrandingIT {
    private static final String MARK =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><circle cx='12' cy='12' r='11'"
                    + " fill='%s'/></svg>";

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("mark.svg"), MARK.formatted("#0b7a5b"));
        Files.writeString(folder.resolve("dark.svg"), MARK.formatted("#7fd6b5"));
        Files.writeString(folder.resolve("own.css"), ".side { border-inline-start: 4px solid rgb(1, 2, 3); }");
    }

    private RunningServer start() {
        return RunningServer.start(
                TestDatabases.sqlite(folder),
                builder -> builder.setting("branding.name", "Fir & Fern")
                        .setting("branding.mark", folder.resolve("mark.svg").toString())
                        .setting(
                                "branding.mark_dark", folder.resolve("dark.svg").toString())
                        .setting("branding.accent", "#0b7a5b")
                        .setting("branding.css", folder.resolve("own.css").toString()));
    }

    @Test
    void every_page_has_the_name_the_mark_and_the_style_sheet() {
        try (RunningServer server = start();
                PanelVisitor root = PanelVisitor.signedIn(server)) {
            for (HttpResponse<String> page : List.of(
                    server.exchange("GET", "/admin/login", "", "", "Accept", "text/html"),
                    server.exchange("GET", "/admin/login/forgotten", "", "", "Accept", "text/html"),
                    root.get("/admin").answer(),
                    root.get("/admin/users/").answer(),
                    root.get("/admin/nothing").answer(),
                    root.get("/admin/users/999").answer())) {
                Document shown = Jsoup.parse(page.body());
                assertThat(shown.title()).as(page.uri().toString()).endsWith(" · Fir & Fern");
                assertThat(shown.select(".brand").text()).startsWith("Fir & Fern");
                assertThat(shown.select(".brand img").eachAttr("src"))
                        .hasSize(2)
                        .allSatisfy(address ->
                                assertThat(address).matches("/admin/static/brand/[0-9a-f]{16}/mark.*\\.svg"));
                assertThat(shown.select("link[rel=stylesheet]").eachAttr("href"))
                        .last()
                        .asString()
                        .endsWith("/brand.css");
                assertThat(shown.select("link[rel=icon]").attr("href")).endsWith("/icon.svg");
                assertThat(page.body()).doesNotContain("Hexadmin", "style=\"", "<style");
                assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                        .doesNotContain("unsafe");
            }
        }
    }

    @Test
    void the_reference_of_the_api_has_the_name() {
        try (RunningServer server = start()) {
            assertThat(RunningServer.json(server.exchange("GET", "/openapi.json", "", ""))
                            .at("/info/title")
                            .asText())
                    .isEqualTo("Fir & Fern");
            for (String path : List.of("/docs", "/problems/not_found")) {
                assertThat(Jsoup.parse(server.exchange("GET", path, "", "", "Accept", "text/html")
                                        .body())
                                .title())
                        .as(path)
                        .endsWith(" · Fir & Fern");
            }
        }
    }

    @Test
    void files_are_kept_by_browsers_and_run_nothing_when_they_are_opened() {
        try (RunningServer server = start()) {
            Document shown =
                    Jsoup.parse(server.exchange("GET", "/admin/login", "", "").body());
            for (Element file : shown.select(".brand img, link[href*=/brand/]")) {
                String address = file.hasAttr("src") ? file.attr("src") : file.attr("href");
                HttpResponse<String> served = server.exchange("GET", address, "", "");
                assertThat(served.statusCode()).isEqualTo(200);
                assertThat(served.headers().firstValue("Cache-Control"))
                        .contains("public, max-age=31536000, immutable");
                assertThat(served.headers().firstValue("X-Content-Type-Options"))
                        .contains("nosniff");
                assertThat(served.headers()
                                .firstValue("Content-Security-Policy")
                                .orElseThrow())
                        .contains("default-src 'none'", "sandbox");
                String tag = served.headers().firstValue("ETag").orElseThrow();
                assertThat(server.exchange("GET", address, "", "", "If-None-Match", tag)
                                .statusCode())
                        .isEqualTo(304);
                assertThat(server.exchange("GET", address.replaceAll("[0-9a-f]{16}", "0123456789abcdef"), "", "")
                                .statusCode())
                        .isEqualTo(404);
            }
            String sheet = shown.select("link[href$=brand.css]").attr("href");
            assertThat(server.exchange("GET", sheet, "", "").body())
                    .contains("--accent: light-dark(#0b7a5b, ", ".side { border-inline-start");
        }
    }

    @Test
    void without_a_mark_the_icon_is_the_mark_of_the_product_in_the_colour() {
        try (RunningServer server = RunningServer.start(
                TestDatabases.sqlite(folder), builder -> builder.setting("branding.accent", "#a68a00"))) {
            Document shown =
                    Jsoup.parse(server.exchange("GET", "/admin/login", "", "").body());
            assertThat(shown.select(".brand svg")).hasSize(1);
            assertThat(server.exchange("GET", shown.select("link[rel=icon]").attr("href"), "", "")
                            .body())
                    .contains("#a68a00", "#000000")
                    .doesNotContain("#3d4bcf", "#fff");
        }
    }

    @Test
    void an_authenticator_app_shows_the_name() {
        try (RunningServer server = start();
                PanelVisitor root = PanelVisitor.signedIn(server)) {
            PanelVisitor.Page page = root.get("/admin/profile/2fa");
            PanelVisitor.Page begun = page.document().selectFirst("main form") == null
                    ? page
                    : page.form().send();
            String body = begun.status() == 303 ? begun.follow().body() : begun.body();
            assertThat(body).contains("otpauth://totp/Fir%20%26%20Fern");
        }
    }

    @Test
    void the_pages_are_usable_in_both_themes_and_the_style_sheet_has_the_last_word() {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        try (RunningServer server = start();
                BrowserWindow window = BrowserWindow.open()) {
            for (boolean dark : new boolean[] {false, true}) {
                Page page = window.visitor(server, true, dark, 1440);
                page.navigate("/admin/login");
                assertThat(window.barriers(page)).isEmpty();
                BrowserWindow.signIn(page, RunningServer.EMAIL, RunningServer.PASSWORD);
                for (String path : List.of("/admin", "/admin/users/", "/admin/users/1", "/admin/roles/create")) {
                    page.navigate(path);
                    assertThat(window.barriers(page))
                            .as(path + (dark ? " dark" : ""))
                            .isEmpty();
                }
                assertThat(page.locator(".side").evaluate("side => getComputedStyle(side).borderInlineStartColor"))
                        .isEqualTo("rgb(1, 2, 3)");
                assertThat(page.locator(".brand img:visible").all())
                        .singleElement()
                        .satisfies(
                                mark -> assertThat(mark.getAttribute("src")).contains(dark ? "mark-dark" : "mark.svg"));
            }
            assertThat(window.complaints()).isEmpty();
        }
    }
}
