package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteDashboardInBrowserIT extends DashboardInBrowserContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @Test
    void pages_have_no_barriers_in_any_width_theme_and_direction() {
        for (boolean dark : new boolean[] {false, true}) {
            Page page = window.signedIn(server, true, dark, 1440);
            for (int width : List.of(1440, 1280, 1024, 390)) {
                page.setViewportSize(width, 900);
                for (String path : List.of(MARCH, LAYOUT)) {
                    page.navigate(path);
                    page.locator("details.data").all().forEach(details -> details.evaluate("one => one.open = true"));
                    String shown = path + " " + width + (dark ? " dark" : "");
                    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                            .as("%s fits", shown)
                            .isEqualTo(true);
                    if (width == 1440 || width == 390) {
                        assertThat(window.barriers(page)).as(shown).isEmpty();
                    }
                }
                page.navigate(MARCH);
                Locator drawings = page.locator("#widget-line_orders_total svg.chart");
                assertThat(drawings.all().stream().filter(Locator::isVisible))
                        .as("one of two drawings at %s", width)
                        .hasSize(1);
            }
            page.setViewportSize(1440, 900);
            page.navigate(MARCH);
            page.evaluate("document.documentElement.dir = 'rtl'");
            assertThat(window.barriers(page)).as("right to left").isEmpty();
            assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        }
        assertThat(window.complaints()).isEmpty();
    }
}
