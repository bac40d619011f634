package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqliteRecordPageIT extends RecordPageContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @ParameterizedTest(name = "{0} px, dark: {1}, right to left: {2}")
    @CsvSource({"390,false,false", "390,true,true", "1024,false,false", "1440,false,true", "1440,true,false"})
    void the_page_is_without_barriers_and_fits(int width, boolean dark, boolean rtl) {
        com.microsoft.playwright.Page page = window.signedIn(server, true, dark, width);
        for (String address :
                List.of(PARCELS + "1", PARCELS + "1?related=scans", PARCELS + "1?edit=items", "/admin/depots/1")) {
            page.navigate(address);
            if (rtl) {
                page.evaluate("document.documentElement.dir = 'rtl'");
            }
            assertThat(window.barriers(page)).as(address).isEmpty();
            assertThat(((Number) page.evaluate("() => document.documentElement.scrollWidth - innerWidth")).intValue())
                    .as(address)
                    .isNotPositive();
            assertThat(((Number) page.evaluate(
                                    "() => Math.max(0, ...[...document.querySelectorAll('#related .scroll-x')]"
                                            + ".map(one => one.scrollWidth - one.clientWidth))"))
                            .intValue())
                    .as(address)
                    .isNotPositive();
        }
        page.locator(".acts details summary").click();
        // the open menu covers other targets in part
        assertThat(window.barriers(page))
                .filteredOn(barrier -> !barrier.startsWith("target-size"))
                .isEmpty();
        assertThat(((Number) page.evaluate("() => Math.min(...[...document.querySelectorAll('.menu > a')]"
                                + ".filter(one => one.offsetParent).map(one => one.offsetHeight))"))
                        .intValue())
                .isGreaterThanOrEqualTo(24);
        assertThat(window.complaints()).isEmpty();
    }
}
