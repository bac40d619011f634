package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Takes the pictures of the documents, when asked to: {@code docs/pictures/make}. */
@EnabledIfSystemProperty(named = "pictures", matches = ".+", disabledReason = "docs/pictures/make asks for it")
class PanelPicturesIT {
    private static final int WIDE = 1280;
    private static final int PHONE = 390;

    @Test
    void pictures_of_the_main_pages(@TempDir Path folder) {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        try (RunningServer server = new StorefrontInBrowserIT().start(folder);
                BrowserWindow window = BrowserWindow.open()) {
            notify(server);
            for (boolean dark : new boolean[] {false, true}) {
                Page page = window.visitor(server, true, dark, WIDE);
                BrowserWindow.signIn(page, RunningServer.EMAIL, RunningServer.PASSWORD);
                String theme = dark ? "dark" : "light";
                take(page, "/admin", "dashboard-" + theme);
                take(page, "/admin/products/", "list-" + theme);
                take(page, "/admin/products/1", "record-" + theme);
                take(page, "/admin/products/1/edit", "form-" + theme);
                take(page, "/admin/roles/3/edit", "role-" + theme);
                take(page, "/admin/notifications/3", "inbox-" + theme);
                take(page, "/admin/design", "design-" + theme);
            }
            Page phone = window.visitor(server, true, false, PHONE);
            BrowserWindow.signIn(phone, RunningServer.EMAIL, RunningServer.PASSWORD);
            take(phone, "/admin/products/", "list-phone");
            take(phone, "/admin/products/1", "record-phone");
            take(phone, "/admin", "dashboard-phone");
            take(phone, "/admin/products/1/edit", "form-phone");
            take(phone, "/admin/notifications/", "inbox-phone");
            take(phone, "/admin/roles/3/edit", "role-phone");
            for (boolean dark : new boolean[] {false, true}) {
                String theme = dark ? "dark" : "light";
                take(window.visitor(server, true, dark, WIDE), "/admin/login", "sign-in-" + theme);
            }
            take(window.visitor(server, true, false, PHONE), "/admin/login", "sign-in-phone");
        }
    }

    private static void notify(RunningServer server) {
        String token = server.token();
        String me = RunningServer.json(server.send("GET", "/api/auth/me", token, ""))
                .path("id")
                .asText();
        for (String[] message : new String[][] {
            {"The import of prices is done", "2,400 products have new prices. 12 rows were left out: see the report."},
            {
                "Order 2025-023988 was returned",
                "Nora Conti sent back one of three products.\\n\\nThe refund is due by 24 November."
            },
            {
                "14 products have to be reordered",
                "Their stock is below 10: Travel Oak Shaving Set, Everyday Iron Enamel Pot and 12 more."
            },
            {"A review needs your approval", "Hana Ferrari gave 2 of 5 stars: “Smaller than I thought.”"}
        }) {
            assertThat(server.send(
                                    "POST",
                                    "/api/notifications/send",
                                    token,
                                    "{\"user_id\":" + me + ",\"title\":\"" + message[0] + "\",\"message\":\""
                                            + message[1] + "\",\"channels\":[\"in_app\"]}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static void take(Page page, String path, String name) {
        assertThat(page.navigate(path).status()).as(path).isEqualTo(200);
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(System.getProperty("pictures"), name + ".png")));
    }
}
