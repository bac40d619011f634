package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Look;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard in Chromium. Skipped where Chromium is not installed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DashboardInBrowserContract {
    static final String MARCH = "/admin?from=2026-03-01&to=2026-03-20";
    static final String LAYOUT = "/admin/dashboard/layout";

    RunningServer server;
    BrowserWindow window;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void open(@TempDir Path folder) {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("orders")
                                .label("Order")
                                .labelPlural("Orders")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("status", FieldType.ENUM, f -> f.values(List.of("paid", "sent", "lost")))
                                .field(
                                        "total",
                                        FieldType.DECIMAL,
                                        f -> f.precision(10).scale(2))
                                .field("placed", FieldType.DATE)
                                .build())
                        .dashboard(DashboardDefinition.builder()
                                .period(DateRange.Preset.DAYS_90)
                                .until(LocalDate.of(2026, 3, 31))
                                .widgets(WidgetDefinition.recentChanges()
                                        .limit(3)
                                        .build())
                                .build())
                        .widget(WidgetDefinition.sum("orders", "total")
                                .dateField("placed")
                                .title("Revenue")
                                .width(3)
                                .build())
                        .widget(chart(Look.LINE, Optional.empty(), 8))
                        .widget(chart(Look.BAR, Optional.empty(), 6))
                        .widget(chart(Look.DONUT, Optional.of("status"), 4))
                        .widget(chart(Look.BAR, Optional.of("status"), 4))
                        .widget(chart(Look.DONUT, Optional.of("placed"), 4))
                        .widget(WidgetDefinition.table("orders")
                                .title("Largest orders")
                                .columns("id", "status", "total", "placed")
                                .ordering("-total")
                                .limit(4)
                                .build())
                        .widget(WidgetDefinition.count("orders")
                                .filter("total", "cheap")
                                .title("Broken")
                                .build()));
        String token = server.token();
        for (int day = 1; day <= 20; day++) {
            String body = "{\"placed\":\"2026-03-%02d\",\"status\":\"%s\",\"total\":\"%d.50\"}"
                    .formatted(day, day % 3 == 0 ? "sent" : "paid", day * 37 % 11 * 100);
            assertThat(server.send("POST", "/admin/api/orders/", token, body).statusCode())
                    .isEqualTo(201);
        }
        window = BrowserWindow.open();
    }

    private static WidgetDefinition chart(Look look, Optional<String> field, int width) {
        WidgetDefinition.Builder chart = WidgetDefinition.chart(look, "orders")
                .dateField("placed")
                .measure(Measure.sum("total"))
                .limit(5)
                .width(width)
                .title(look.name().charAt(0)
                        + look.name().substring(1).toLowerCase(Locale.ROOT)
                        + field.map(name -> " of " + name).orElse(" over time"));
        field.ifPresent(chart::field);
        return chart.build();
    }

    @AfterEach
    void closePages() {
        window.closePages();
    }

    @AfterAll
    void close() {
        if (window != null) {
            window.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void the_range_is_chosen_by_keyboard() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin");
        assertThat(page.locator(".dates > summary")).containsText("1 Jan to 31 Mar 2026");
        page.locator(".dates > summary").focus();
        page.keyboard().press("Enter");
        page.locator("#range-from").fill("2026-03-01");
        page.locator("#range-to").fill("2026-03-20");
        page.locator("#range-to").press("Enter");
        page.waitForURL(Pattern.compile(".*from=2026-03-01&to=2026-03-20"));
        assertThat(page.locator(".dates > summary")).containsText("1 to 20 Mar 2026");
        page.locator(".range .group a").first().press("Enter");
        page.waitForURL(Pattern.compile(".*period=7d"));
    }

    @Test
    void numbers_and_dates_stand_in_one_line() {
        String large = "{\"placed\":\"2026-03-21\",\"status\":\"lost\",\"total\":\"99999999.50\"}";
        for (int i = 0; i < 5; i++) {
            assertThat(server.send("POST", "/admin/api/orders/", server.token(), large)
                            .statusCode())
                    .isEqualTo(201);
        }
        Page page = window.signedIn(server, true);
        for (int width : List.of(390, 1024, 1280, 1440)) {
            page.setViewportSize(width, 900);
            page.navigate("/admin");
            assertThat(page.locator(".stat .value").first()).isVisible();
            assertThat(page.locator(".donut th").first()).isVisible();
            assertThat(page.evaluate("() => [...document.querySelectorAll('.stat .value bdi, .donut th bdi')]"
                            + ".filter(one => { const card = one.closest('.card').getBoundingClientRect();"
                            + " const lines = [...one.getClientRects()];"
                            + " return lines.length > 1 || lines[0].right > card.right || lines[0].left < card.left; })"
                            + ".map(one => one.textContent)"))
                    .as(width + " pixels")
                    .isEqualTo(List.of());
        }
    }

    @Test
    void the_layout_is_arranged_by_keyboard_and_by_dragging() {
        Page page = window.signedIn(server, true);
        page.navigate(LAYOUT);
        Locator tiles = page.locator("ol[data-shown] > li");
        String first = tiles.nth(0).getAttribute("data-tile");
        String second = tiles.nth(1).getAttribute("data-tile");
        tiles.nth(0).locator("[data-grip]").focus();
        page.keyboard().press("ArrowDown");
        assertThat(tiles.nth(1)).hasAttribute("data-tile", first);
        assertThat(page.locator("[data-said]")).containsText(first + ": 2 of ");
        assertThat(tiles.nth(1).locator("[data-grip]")).isFocused();
        tiles.nth(0).locator("[name=later]").press("Enter");
        assertThat(tiles.nth(0)).hasAttribute("data-tile", first);
        String third = tiles.nth(2).getAttribute("data-tile");
        tiles.nth(2).locator("[data-grip]").dragTo(tiles.nth(0));
        assertThat(tiles.nth(0)).hasAttribute("data-tile", third);
        tiles.nth(0).locator("select").selectOption("12");
        assertThat(tiles.nth(0)).hasClass(Pattern.compile(".*\\bb12\\b.*"));
        page.locator("[data-tile='" + second + "'] [name=hide]").press("Enter");
        assertThat(page.locator("ol[data-hidden] > li")).hasCount(1);
        page.locator("button[name=save]").press("Enter");
        assertThat(page.locator("h1")).hasText("Dashboard");
        assertThat(page.locator(".board > *").first()).hasClass(Pattern.compile(".*\\bb12\\b.*"));
        assertThat(page.locator(".board > *").first().locator("h2")).hasText(third);
        assertThat(page.locator(".board h2").filter(new Locator.FilterOptions().setHasText(second)))
                .hasCount(0);
        page.navigate(LAYOUT);
        page.locator("button[name=reset]").press("Enter");
        assertThat(page.locator(".board > *").first().locator("h2")).hasText(first);
        assertThat(window.complaints()).isEmpty();
    }
}
