package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of a list in a browser: columns, combined filters, the selection, and its cards on a phone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ListInBrowserContract {
    private static final String LIST = "/admin/parcels/";

    private RunningServer server;
    private BrowserWindow window;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("parcels")
                        .label("Parcel")
                        .labelPlural("Parcels")
                        .display("{code}")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("code", FieldType.STRING, f -> f.required())
                        .field("state", FieldType.ENUM, f -> f.values(List.of("ready", "sent")))
                        .field("weight", FieldType.DECIMAL, f -> f.precision(8).scale(2))
                        .field("sent_on", FieldType.DATE)
                        .field("city", FieldType.STRING)
                        .listDisplay(List.of("code", "state", "weight", "sent_on", "city"))
                        .listFilter(List.of("state", "weight"))
                        .searchFields(List.of("code"))
                        .ordering(List.of("id"))
                        .build()));
        String token = server.token();
        StringBuilder create = new StringBuilder("{\"create\":[");
        for (int i = 0; i < 40; i++) {
            create.append(i == 0 ? "" : ",")
                    .append(
                            "{\"code\":\"P%02d\",\"state\":\"%s\",\"weight\":%d,\"sent_on\":\"2026-01-02\",\"city\":\"Town %d\"}"
                                    .formatted(i, i % 2 == 0 ? "ready" : "sent", i, i));
        }
        assertThat(server.send(
                                "POST",
                                "/admin/api/parcels/bulk",
                                token,
                                create.append("]}").toString())
                        .statusCode())
                .isEqualTo(200);
        window = BrowserWindow.open();
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

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @ParameterizedTest(name = "{0} px, dark: {1}")
    @CsvSource({"390,false", "390,true", "1024,false", "1440,false", "1440,true"})
    void every_panel_of_a_list_is_without_barriers(int width, boolean dark) {
        Page page = window.visitor(server, true, dark, width);
        BrowserWindow.signIn(page, RunningServer.EMAIL, RunningServer.PASSWORD);
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

    @Test
    void twenty_rows_fit_on_a_screen_and_the_head_and_the_foot_stay() {
        Page page = window.visitor(server, true, false, 1440);
        BrowserWindow.signIn(page, RunningServer.EMAIL, RunningServer.PASSWORD);
        page.setViewportSize(1440, 900);
        page.navigate(LIST + "?per_page=200");
        Locator rows = page.locator("table.records tbody tr");
        assertThat(rows.nth(0).boundingBox().height).isBetween(33.0, 36.0);
        double foot = page.locator(".foot").boundingBox().y;
        assertThat(rows.nth(18).boundingBox().y + 34).isLessThanOrEqualTo(foot);
        double head = page.locator("thead th").first().boundingBox().y;
        rows.nth(39).scrollIntoViewIfNeeded();
        assertThat(page.locator("thead th").first().boundingBox().y).isEqualTo(head);
        assertThat(page.locator(".foot").boundingBox().y).isEqualTo(foot);
        page.locator(".density summary").click();
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Compact"))
                .click();
        page.waitForURL("**list.density=compact**");
        assertThat(rows.nth(0).boundingBox().height).isBetween(29.0, 32.0);
    }

    @Test
    void columns_are_moved_by_keyboard_and_kept_in_the_address() {
        Page page = window.signedIn(server, true);
        page.navigate(LIST);
        page.locator("#list-columns").press("Enter");
        button(page, "Move City up").press("Enter");
        assertThat(button(page, "Move City up")).isFocused();
        page.locator("[name='list.show.state']").press("Space");
        button(page, "Show these columns").press("Enter");
        page.waitForURL("**fields=code*weight*city*sent_on");
        assertThat(page.locator("thead th a")).hasText(new String[] {"Code", "Weight", "City", "Sent on"});
        assertThat(page.locator("#list-panel")).hasCount(0);
    }

    @Test
    void filters_are_combined_in_place() {
        Page page = window.signedIn(server, true);
        page.navigate(LIST);
        page.locator(".listfilters summary").click();
        page.locator("#filter-builder").click();
        page.locator("[name='list.filter..join']").selectOption("any");
        page.locator("[name='list.filter.0.value']").selectOption("sent");
        page.locator("[id='add-']").click();
        page.locator("[id='field-1']").selectOption("weight");
        assertThat(page.locator("[id='lookup-1']")).containsText("before");
        page.locator("[id='lookup-1']").selectOption("lt");
        assertThat(page.locator("[id='lookup-1']")).hasValue("lt");
        page.waitForURL("**lookup=lt**");
        page.locator("[name='list.filter.1.value']").fill("3");
        page.locator("[name='list.filter.1.value']").press("Enter");
        page.waitForURL("**filter=**");
        assertThat(page.locator(".chip")).hasText("State: Sent or Weight before 3");
        assertThat(page.locator(".count")).hasText("22 Parcels");
        page.locator(".chip .off").click();
        assertThat(page.locator(".count")).hasText("40 Parcels");
        assertThat(page).hasURL(Pattern.compile(".*/admin/parcels/[?]?$"));
    }

    @Test
    void the_selection_is_made_by_keyboard_and_its_actions_are_there_only_then() {
        Page page = window.signedIn(server, true);
        page.navigate(LIST);
        Locator actions = page.locator("#bulk-action");
        assertThat(actions).isHidden();
        double top = page.locator("table.records tbody tr").first().boundingBox().y;
        page.locator("td.pick input").nth(1).press("Space");
        assertThat(actions).isVisible();
        assertThat(page.locator("[data-ticked]")).hasText("1 selected");
        assertThat(page.locator("table.records tbody tr").first().boundingBox().y)
                .isEqualTo(top);
        page.locator("td.pick input").nth(1).press("Space");
        assertThat(actions).isHidden();
    }

    @Test
    void the_selection_works_without_scripts() {
        Page page = window.signedIn(server, false);
        page.navigate(LIST);
        assertThat(page.locator("#bulk-action")).isHidden();
        page.locator("td.pick input").first().check();
        assertThat(page.locator("#bulk-action")).isVisible();
    }

    @Test
    void a_row_is_a_card_on_a_phone() {
        Page page = window.visitor(server, true, false, 390);
        BrowserWindow.signIn(page, RunningServer.EMAIL, RunningServer.PASSWORD);
        page.navigate(LIST);
        Locator card = page.locator("table.records tbody tr").first();
        assertThat(card.boundingBox().height).isGreaterThan(60);
        assertThat(card.boundingBox().width).isLessThanOrEqualTo(390);
        assertThat(card.locator(".first")).isVisible();
        assertThat(card.locator(".total").boundingBox().y)
                .isCloseTo(card.locator(".first").boundingBox().y, org.assertj.core.data.Offset.offset(4.0));
        assertThat(card.locator(".status").boundingBox().y)
                .isGreaterThan(card.locator(".total").boundingBox().y);
    }
}
