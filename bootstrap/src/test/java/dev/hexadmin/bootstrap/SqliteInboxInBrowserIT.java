package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SqliteInboxInBrowserIT extends InboxInBrowserContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @Test
    void no_page_breaks_a_rule_of_accessibility_in_dark_colours_or_from_right_to_left() {
        send("Any");
        for (int width : new int[] {PHONE, 1024}) {
            Page page = visitor(true, true, width);
            page.navigate(INBOX);
            mail(page, "Any").first().click();
            assertThat(page.locator("#letter-mark")).hasText("Mark as unread");
            page.evaluate("() => { document.documentElement.dir = 'rtl'; }");
            assertThat(window.barriers(page)).isEmpty();
            page.navigate("/admin/roles/3/edit");
            page.evaluate("() => { document.documentElement.dir = 'rtl'; }");
            assertThat(window.barriers(page)).isEmpty();
            assertThat(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                    .as("width " + width)
                    .isEqualTo(0);
        }
    }
}
