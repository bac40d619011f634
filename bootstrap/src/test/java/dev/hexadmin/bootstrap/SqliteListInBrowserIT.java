package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqliteListInBrowserIT extends ListInBrowserContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @ParameterizedTest(name = "{0} px, dark: {1}")
    @CsvSource({"390,false", "390,true", "1024,false", "1440,false", "1440,true"})
    void every_panel_of_a_list_is_without_barriers(int width, boolean dark) {
        Page page = window.signedIn(server, true, dark, width);
        for (String open : List.of("", "&list.open=columns", "&list.open=filter", "&list.open=save")) {
            page.navigate(LIST + "?state=ready" + open);
            assertThat(window.barriers(page)).as(open).isEmpty();
            assertThat(((Number) page.evaluate("() => document.documentElement.scrollWidth - innerWidth")).intValue())
                    .as(open)
                    .isNotPositive();
        }
        page.navigate(LIST);
        page.locator("td.pick input").first().check();
        assertThat(window.barriers(page)).isEmpty();
    }
}
