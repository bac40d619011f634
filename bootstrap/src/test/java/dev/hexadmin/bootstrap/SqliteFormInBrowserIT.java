package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqliteFormInBrowserIT extends FormInBrowserContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @ParameterizedTest(name = "{0} px, {1}, {2}")
    @CsvSource({"390,LIGHT,ltr", "390,DARK,rtl", "1024,LIGHT,ltr", "1440,LIGHT,rtl", "1440,DARK,ltr"})
    void a_form_is_without_barriers_also_with_errors(int width, ColorScheme colours, String direction) {
        page.setViewportSize(width, 900);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(colours));
        page.navigate("/admin/crates/1/edit");
        accessible("first tab", direction);
        page.locator("#f-code").fill("much too long for a code");
        tab("Texts");
        page.locator("#f-story")
                .fill("## Story\n\n|a|b|\n|-|-|\n|1|2|\n\n- [x] done\n\n[link](https://example.com) `code`");
        page.locator("#f-doc").fill("{\"a\":\n eight}");
        page.locator("#f-marks-add").press("ArrowDown");
        assertThat(page.locator("#f-story-preview table")).isVisible();
        accessible("open list", direction);
        page.locator("#f-marks-add").press("Escape");
        save();
        assertThat(page.locator("#summary")).isFocused();
        accessible("errors", direction);
    }

    private void accessible(String place, String direction) {
        page.evaluate("direction => { document.documentElement.dir = direction; }", direction);
        assertThat(window.barriers(page)).as(place).isEmpty();
        assertThat(((Number) page.evaluate("() => document.documentElement.scrollWidth - innerWidth")).intValue())
                .as(place)
                .isNotPositive();
    }
}
