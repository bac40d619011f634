package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of examples/branding in a browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrandingExampleInBrowserIT {
    @TempDir
    private static Path folder;

    private BrandingExample example;
    private RunningServer server;
    private BrowserWindow window;

    @BeforeAll
    void start() throws Exception {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        example = BrandingExample.compiled(folder);
        server = example.start(TestDatabases.sqlite(folder));
        BrandingExample.plant(server);
        window = BrowserWindow.open();
    }

    @AfterAll
    void stop() throws IOException {
        if (server != null) {
            window.close();
            server.close();
            example.close();
        }
    }

    @ParameterizedTest(name = "{0} px")
    @ValueSource(ints = {390, 1024, 1440})
    void every_page_is_usable_in_both_themes_and_keeps_the_content_security_policy(int width) {
        for (boolean dark : new boolean[] {false, true}) {
            Page page = window.visitor(server, true, dark, width);
            page.navigate("/admin/login");
            assertThat(window.barriers(page)).isEmpty();
            BrowserWindow.signIn(page, RunningServer.EMAIL, RunningServer.PASSWORD);
            for (String path : List.of(
                    "/admin",
                    "/admin/stock-take",
                    "/admin/plants/",
                    "/admin/plants/3",
                    "/admin/plants/3/edit",
                    "/admin/plants/create")) {
                page.navigate(path);
                assertThat(window.barriers(page))
                        .as(path + (dark ? " dark" : ""))
                        .isEmpty();
                assertThat(((Number) page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
                                .intValue())
                        .as(path)
                        .isNotPositive();
            }
        }
        assertThat(window.complaints()).isEmpty();
        window.closePages();
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void stars_are_chosen_in_the_form_and_the_stock_is_counted_on_the_page(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/plants/2/edit");
        page.locator("input[name=rating][value='5']").check();
        page.locator("button.primary:has-text('Save')").first().click();
        page.waitForURL("**/admin/plants/2");
        assertThat(page.locator("dd .stars").getAttribute("aria-label")).isEqualTo("5 of 5 stars");
        assertThat(page.locator("#related").textContent()).contains("How to keep Fern 2");

        page.navigate("/admin/stock-take");
        page.locator("#plant").selectOption("2");
        page.fill("#counted", "many");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Save the count"))
                .click();
        assertThat(page.locator("[role=alert]").first().textContent()).contains("as a number");
        assertThat(page.locator("#counted").inputValue()).isEqualTo("many");
        page.fill("#counted", "17");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Save the count"))
                .click();
        PlaywrightAssertions.assertThat(page.locator(".flashes")).containsText("Fern 2: 17 counted.");
        assertThat(window.complaints()).isEmpty();
        window.closePages();
    }

    @Test
    void the_entry_of_the_page_is_in_the_navigation_and_in_the_palette() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin");
        page.locator(".side").getByText("Stock take").click();
        assertThat(page.locator("h1").textContent()).isEqualTo("Stock take");
        assertThat(page.locator(".side a[aria-current]").textContent()).isEqualTo("Stock take");
        window.closePages();
    }
}
