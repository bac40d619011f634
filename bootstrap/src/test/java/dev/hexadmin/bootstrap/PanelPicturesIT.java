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
            for (boolean dark : new boolean[] {false, true}) {
                Page page = window.visitor(server, true, dark, WIDE);
                BrowserWindow.signIn(page, RunningServer.EMAIL, RunningServer.PASSWORD);
                String theme = dark ? "dark" : "light";
                take(page, "/admin", "dashboard-" + theme);
                take(page, "/admin/products/", "list-" + theme);
                take(page, "/admin/products/1", "record-" + theme);
                take(page, "/admin/products/1/edit", "form-" + theme);
                take(page, "/admin/roles/3/edit", "role-" + theme);
                take(page, "/admin/notifications/", "inbox-" + theme);
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

    private static void take(Page page, String path, String name) {
        assertThat(page.navigate(path).status()).as(path).isEqualTo(200);
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(System.getProperty("pictures"), name + ".png")));
    }
}
