package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of a list in a browser: columns, combined filters, the selection, and its cards on a phone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ListInBrowserContract {
    static final String LIST = "/admin/parcels/";

    RunningServer server;
    BrowserWindow window;

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

    @Test
    void twenty_rows_fit_on_a_screen_and_the_head_and_the_foot_stay() {
        Page page = window.signedIn(server, true, false, 1440);
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
    void one_cell_is_changed_at_a_time_and_nothing_typed_is_lost() {
        Page page = window.signedIn(server, true);
        page.navigate(LIST + "?q=P0");
        Locator first = cell(page, 0);
        first.hover();
        first.locator(".cell-edit").click();
        cell(page, 1).hover();
        cell(page, 1).locator(".cell-edit").click();
        assertThat(first.locator("form")).hasCount(0);
        cell(page, 1).locator("input[name=weight]").fill("1.25");
        first.hover();
        first.locator(".cell-edit").click();
        assertThat(cell(page, 1).locator("[role=alert]")).containsText("Save or cancel this change first.");
        assertThat(cell(page, 1).locator("input[name=weight]")).isFocused();
        page.locator("thead a").first().click();
        assertThat(cell(page, 1).locator("input[name=weight]")).hasValue("1.25");
        cell(page, 1).locator("input[name=weight]").press("Enter");
        assertThat(page.locator(".notice").first()).containsText("was saved");
        assertThat(cell(page, 1)).containsText("1.25");
    }

    private static Locator cell(Page page, int row) {
        return page.locator("table.records tbody tr").nth(row).locator("td.number");
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
        Locator value = page.locator("input[name='list.filter.1.value']");
        assertThat(value).isVisible();
        whileLoading(
                page, "**lookup=lt**", () -> page.locator("[id='lookup-1']").selectOption("lt"), () -> {
                    value.fill("3");
                    value.focus();
                });
        page.waitForURL("**lookup=lt**");
        assertThat(page.locator("[id='lookup-1']")).hasValue("lt");
        assertThat(value).hasValue("3");
        assertThat(value).isFocused();
        value.press("Enter");
        page.waitForURL("**filter=**");
        assertThat(page.locator(".chip")).hasText("State: Sent or Weight below 3");
        assertThat(page.locator(".count")).hasText("22 Parcels");
        page.locator(".chip .off").click();
        assertThat(page.locator(".count")).hasText("40 Parcels");
        page.waitForURL(Pattern.compile(".*/admin/parcels/[?]?$"));
        // the new field is heard when the list has settled
        assertThat(page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"))
                .hasCount(0);
        Locator search = page.locator("#q");
        whileLoading(page, "**q=P0", () -> search.fill("P0"), () -> search.pressSequentially("7"));
        page.waitForURL("**q=P07");
        assertThat(search).hasValue("P07");
        assertThat(page.locator(".count")).hasText("1 Parcel");
    }

    /** Does something after a request was sent and before it is answered. */
    private static void whileLoading(Page page, String address, Runnable starts, Runnable then) {
        List<Route> held = new ArrayList<>();
        page.route(address, held::add);
        starts.run();
        page.waitForCondition(() -> !held.isEmpty());
        then.run();
        page.unroute(address);
        held.forEach(Route::resume);
    }

    @Test
    void the_selection_is_made_by_keyboard_and_its_actions_are_there_only_then() {
        Page page = window.signedIn(server, true);
        page.navigate(LIST);
        Locator actions = page.locator("#bulk");
        assertThat(actions).isHidden();
        double top = page.locator("table.records tbody tr").first().boundingBox().y;
        Locator box = page.locator("td.pick input").nth(1);
        box.press("Space");
        assertThat(actions).isVisible();
        assertThat(actions.locator("strong")).hasText("1 selected");
        assertThat(page.locator("table.records tbody tr").first().boundingBox().y)
                .isEqualTo(top);
        // the first button is not the default of the form
        box.press("Enter");
        page.waitForURL(Pattern.compile(".*" + LIST));
        button(page, "Clear").press("Enter");
        assertThat(actions).isHidden();
        page.locator("#tick-all").check();
        page.getByLabel("Select all 40").check();
        assertThat(actions.locator("strong")).hasText("40 selected");
        box.uncheck();
        assertThat(actions.locator("strong")).hasText("19 selected");
        assertThat(actions.locator("> button:visible"))
                .hasText(new String[] {"Change state…", "Change code…", "Delete…", "Clear"});
        page.locator("#bulk summary").press("Enter");
        button(page, "Change city…").press("Enter");
        assertThat(page.locator("h1")).hasText("Change 19 parcels");
    }

    @Test
    void a_selection_is_kept_when_the_session_has_ended() {
        Page page = window.signedIn(server, true);
        page.navigate(LIST);
        page.locator("td.pick input").first().check();
        page.context().clearCookies();
        button(page, "Change state…").click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.locator("[name=email]").fill(RunningServer.EMAIL);
        dialog.locator("[name=password]").fill(RunningServer.PASSWORD);
        dialog.locator("button.primary").click();
        assertThat(page.locator("h1")).hasText("Change 1 parcel");
    }

    @Test
    void the_sizes_of_pages_are_in_the_window_when_there_is_one_page() {
        Page page = window.signedIn(server, true);
        page.navigate(LIST + "?code=P01");
        page.locator("details.sizes summary").click();
        var body = page.locator("details.sizes .dropdown-body").boundingBox();
        assertThat(body.x + body.width).isLessThanOrEqualTo(page.viewportSize().width);
    }

    @Test
    void the_menu_of_a_row_is_used_by_keyboard_and_is_not_cut_off() {
        Page page = window.signedIn(server, true);
        page.navigate(LIST + "?state=sent");
        Locator more = page.locator("a.more");
        Locator menu = page.locator("#row-menu");
        more.last().press("Enter");
        assertThat(menu).isVisible();
        assertThat(window.barriers(page)).isEmpty();
        assertThat(menu)
                .isInViewport(
                        new com.microsoft.playwright.assertions.LocatorAssertions.IsInViewportOptions().setRatio(1));
        assertThat(menu.getByText("View")).isFocused();
        page.keyboard().press("ArrowUp");
        assertThat(menu.getByText("Delete…")).isFocused();
        page.keyboard().press("Escape");
        assertThat(menu).isHidden();
        assertThat(more.last()).isFocused();
        assertThat(more.last()).hasAttribute("aria-expanded", "false");
        more.first().click();
        assertThat(menu).isVisible();
        more.first().click();
        assertThat(menu).isHidden();
        more.first().click();
        page.locator("h1").click();
        assertThat(menu).isHidden();
        more.nth(2).press("Space");
        menu.getByText("Duplicate").click();
        assertThat(page.locator("#f-city")).hasValue("Town 5");
        page.goBack();
        more.nth(2).press("Enter");
        menu.getByText("Delete…").click();
        page.waitForURL("**/6/delete**");
        page.locator(".crumbs a[href*='parcels']").first().click();
        page.waitForURL("**" + LIST + "?state=sent");
        assertThat(more.nth(2)).isFocused();
    }

    @Test
    void the_selection_works_without_scripts() {
        Page page = window.signedIn(server, false);
        page.navigate(LIST);
        Locator actions = page.locator("#bulk");
        assertThat(actions).isHidden();
        page.locator("td.pick input").nth(0).check();
        page.locator("td.pick input").nth(1).check();
        assertThat(actions).isVisible();
        assertThat((String) page.evaluate(
                        "() => getComputedStyle(document.querySelector('[data-ticked]'), '::before').content"))
                .isEqualTo("counter(ticked)");
        button(page, "Change state…").click();
        assertThat(page.locator("h1")).hasText("Change 2 parcels");
        page.navigate(LIST);
        page.locator("a.more").first().click();
        page.waitForURL("**/admin/parcels/1");
    }

    @Test
    void a_row_is_a_card_on_a_phone() {
        Page page = window.signedIn(server, true, false, 390);
        page.navigate(LIST);
        Locator card = page.locator("table.records tbody tr").first();
        assertThat(card.boundingBox().height).isGreaterThan(60);
        assertThat(card.boundingBox().width).isLessThanOrEqualTo(390);
        assertThat(card.locator(".first")).isVisible();
        assertThat(card.locator(".total").boundingBox().y)
                .isCloseTo(card.locator(".first").boundingBox().y, org.assertj.core.data.Offset.offset(4.0));
        assertThat(card.locator(".status").boundingBox().y)
                .isGreaterThan(card.locator(".total").boundingBox().y);
        // what has the focus is seen
        page.locator("#sort-weight").focus();
        assertThat(page.locator("#sort-weight").boundingBox().height).isGreaterThan(10);
        assertThat(page.locator("table.records > thead").boundingBox().width).isGreaterThan(300);
    }
}
