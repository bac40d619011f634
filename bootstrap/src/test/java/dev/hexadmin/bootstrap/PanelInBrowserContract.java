package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.hexadmin.http.HttpAdapter.RouteLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The panel as users see it, in Chromium, on existing data. Skipped where Chromium is not installed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PanelInBrowserContract {
    RunningServer server;
    BrowserWindow window;

    /** A server with data and one superuser. */
    abstract RunningServer start(Path folder);

    /** A model whose records have a text field, and who points to it. */
    record Subject(String model, String field, String label, String search, String found) {}

    /** The model that is used for the tests. */
    abstract Subject subject();

    @BeforeAll
    void open(@TempDir Path folder) {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        server = start(folder);
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

    private static Locator link(Page page, String name) {
        return page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void signing_in_and_out(boolean scripts) {
        Page page = window.visitor(server, scripts, false, 1280);
        BrowserWindow.signIn(page, RunningServer.EMAIL, "wrong-wrong-wrong");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("wrong");
        assertThat(page.locator("#email")).hasValue(RunningServer.EMAIL);
        page.fill("#password", RunningServer.PASSWORD);
        page.click("main button.primary");
        assertThat(page.locator("h1")).hasText("Dashboard");
        page.locator("summary[aria-label^=Account]").click();
        button(page, "Sign out").click();
        assertThat(page.locator(".notice")).hasText("You are signed out.");
        page.navigate("/admin/" + subject().model() + "/");
        assertThat(page.locator("h1")).hasText("Sign in");
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void a_list_is_searched_and_ordered(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/" + subject().model() + "/");
        int rows = page.locator("table.records tbody tr").count();
        assertThat(rows).isPositive();
        page.fill("#q", subject().search());
        if (scripts) {
            page.waitForURL("**q=*");
        } else {
            button(page, "Apply filters").click();
        }
        assertThat(page.locator("table.records tbody")).containsText(subject().found());
        if (scripts) {
            assertThat(page.url()).contains("q=").doesNotContain("=&").doesNotEndWith("=");
        }
        page.navigate("/admin/" + subject().model() + "/");
        page.locator("thead th a").first().click();
        assertThat(page.locator("thead th[aria-sort]").first()).isVisible();
        page.waitForURL(java.util.regex.Pattern.compile(".*ordering=.*"));
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void a_record_is_changed_although_someone_else_changed_it_meanwhile(boolean scripts) {
        Page mine = window.signedIn(server, scripts);
        Page theirs = window.signedIn(server, false);
        String edit = "/admin/" + subject().model() + "/1/edit";
        String field = "#f-" + subject().field();
        mine.navigate(edit);
        mine.fill(field, "Mine " + scripts);
        theirs.navigate(edit);
        theirs.fill(field, "Theirs " + scripts);
        button(theirs, "Save").click();
        assertThat(theirs.locator(".notice")).containsText("was saved");
        button(mine, "Save").click();
        assertThat(mine.locator("h1")).hasText("This record was changed by someone else");
        assertThat(mine.locator("fieldset.conflict")).containsText("Theirs " + scripts);
        mine.locator("input[name='take." + subject().field() + "'][value=mine]").check();
        button(mine, "Save").click();
        assertThat(mine.locator(".notice")).containsText("was saved");
        assertThat(mine.locator("h1")).containsText("Mine " + scripts);
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void a_session_that_ends_while_a_form_is_filled_in_loses_nothing(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/" + subject().model() + "/1/edit");
        page.fill("#f-" + subject().field(), "Kept " + scripts);
        page.context().clearCookies();
        button(page, "Save").click();
        if (scripts) {
            Locator dialog = page.getByRole(AriaRole.DIALOG);
            assertThat(dialog).containsText("Your session has ended");
            assertThat(dialog.locator("[name=email]")).hasValue(RunningServer.EMAIL);
            page.context().clearCookies(); // as another tab's form replaces them
            dialog.locator("[name=password]").fill(RunningServer.PASSWORD);
            dialog.locator("button.primary").click();
            assertThat(dialog.getByRole(AriaRole.ALERT)).containsText("Enter your password again");
            dialog.locator("[name=password]").fill("wrong-wrong-wrong");
            dialog.locator("button.primary").click();
            assertThat(dialog.getByRole(AriaRole.ALERT)).containsText("wrong");
            assertThat(window.barriers(page)).isEmpty();
            dialog.locator("[name=email]").fill(RunningServer.EMAIL);
            dialog.locator("[name=password]").fill(RunningServer.PASSWORD);
            dialog.locator("button.primary").click();
        } else {
            page.fill("#email", RunningServer.EMAIL);
            page.fill("#password", RunningServer.PASSWORD);
            page.click("main button.primary");
            page.click("main button.primary");
            assertThat(page.locator("#f-" + subject().field())).hasValue("Kept " + scripts);
            button(page, "Save").click();
        }
        assertThat(page.locator(".notice")).containsText("was saved");
        assertThat(page.locator("h1")).containsText("Kept " + scripts);
    }

    @Test
    void what_one_user_has_typed_is_not_saved_in_the_name_of_another() {
        Page page = window.signedIn(server, true);
        String edit = "/admin/" + subject().model() + "/1/edit";
        page.navigate(edit);
        Locator field = page.locator("#f-" + subject().field());
        field.fill("Not saved");
        page.evaluate("document.body.dataset.user = 'other@example.com'");
        button(page, "Save").click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).containsText("You are signed in as " + RunningServer.EMAIL + " now");
        assertThat(window.barriers(page)).isEmpty();
        button(page, "Close").click();
        assertThat(field).hasValue("Not saved");
        page.onDialog(Dialog::accept);
        page.navigate(edit);
        assertThat(field).not().hasValue("Not saved");
    }

    @Test
    void a_cell_is_edited_in_place() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin/" + subject().model() + "/?q=" + subject().search());
        page.locator("table.records tbody tr").first().hover();
        Locator cell = page.locator("td[data-field=" + subject().field() + "]").first();
        String before = String.valueOf(cell.evaluate("one => one.firstChild.textContent.trim()"));
        cell.hover();
        cell.locator(".cell-edit").click();
        Locator input = cell.locator("input[name=" + subject().field() + "]");
        assertThat(input).isFocused();
        if (input.getAttribute("required") != null) {
            input.fill("");
            input.evaluate("field => field.required = false");
            input.press("Enter");
            assertThat(cell.locator("[role=alert]")).containsText("Fix the highlighted fields");
        }
        cell.locator("input[name=" + subject().field() + "]").fill(before + " II");
        cell.locator("input[name=" + subject().field() + "]").press("Enter");
        assertThat(page.locator("table.records tbody")).containsText(before + " II");
        assertThat(page.locator(".notice")).containsText("was saved");
        page.locator("table.records tbody tr").first().hover();
        cell = page.locator("td[data-field=" + subject().field() + "]").first();
        cell.hover();
        cell.locator(".cell-edit").click();
        cell.locator("input[name=" + subject().field() + "]").press("Escape");
        assertThat(cell.locator("form")).hasCount(0);
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void ticked_records_are_deleted_after_a_confirmation(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        for (int i = 0; i < 2; i++) {
            page.navigate("/admin/" + subject().model() + "/create");
            fill(page, "Doomed " + scripts + " " + i);
            button(page, "Save").click();
            assertThat(page.locator(".notice")).containsText("was created");
        }
        page.navigate("/admin/" + subject().model() + "/?" + subject().field() + "__startswith=Doomed%20" + scripts);
        assertThat(page.locator("table.records tbody tr")).hasCount(2);
        if (scripts) {
            page.locator("#tick-all").check();
            assertThat(page.locator("#bulk strong")).hasText("2 selected");
        } else {
            page.locator("td.tick input").first().check();
            page.locator("td.tick input").last().check();
        }
        button(page, "Delete…").click();
        assertThat(page.locator("main")).containsText("would be deleted");
        page.locator("main button.danger").click();
        assertThat(page.locator(".notice")).containsText("2 records were deleted.");
    }

    /** Fills in the form of a new record. */
    abstract void fill(Page page, String text);

    @Test
    void the_palette_finds_and_goes_by_keyboard_alone() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin/profile");
        page.keyboard().press("Control+k");
        assertThat(page.locator("#palette input")).isFocused();
        page.keyboard().type(subject().label());
        assertThat(page.locator("#palette [role=option]").first())
                .containsText(subject().label());
        page.keyboard().press("Enter");
        page.waitForURL("**/admin/" + subject().model() + "/**");
        page.keyboard().press("Control+k");
        page.keyboard().press("Escape");
        assertThat(page.locator("#palette")).isHidden();
    }

    @Test
    void what_is_not_saved_is_asked_about() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin/" + subject().model() + "/create");
        List<String> asked = new ArrayList<>();
        page.onDialog(dialog -> {
            asked.add(dialog.type());
            dialog.dismiss();
        });
        page.locator("#f-" + subject().field()).pressSequentially("half a name");
        page.evaluate("() => { setTimeout(() => { location.href = '/admin/profile'; }); }");
        page.waitForCondition(() -> !asked.isEmpty());
        assertThat(asked).containsExactly("beforeunload");
        assertThat(page.url()).endsWith("/create");
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void dark_or_light_is_a_choice_that_stays(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/" + subject().model() + "/");
        page.locator("summary[aria-label^=Account]").click();
        button(page, "Dark").click();
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        page.navigate("/admin/profile");
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        assertThat(page.locator("body")).hasCSS("background-color", "rgb(21, 24, 29)");
        page.locator("summary[aria-label^=Account]").click();
        button(page, "System").click();
        assertThat(page.locator("body")).hasCSS("background-color", "rgb(255, 255, 255)");
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void a_session_elsewhere_is_ended(boolean scripts) {
        Page here = window.signedIn(server, scripts);
        Page elsewhere = window.visitor(server, false, false, 1280);
        BrowserWindow.signIn(elsewhere, RunningServer.EMAIL, RunningServer.PASSWORD);
        here.navigate("/admin/profile/sessions");
        button(here, "End all others").click();
        assertThat(here.locator(".notice")).isVisible();
        elsewhere.navigate("/admin/profile");
        assertThat(elsewhere.locator("h1")).hasText("Sign in");
        here.navigate("/admin/profile");
        assertThat(here.locator("h1")).not().hasText("Sign in");
    }

    /** Whether a page is looked at here; one that is the same over every database need not be looked at twice. */
    boolean covers(RouteLine route) {
        return true;
    }

    /** Every page there is, from the route table: so none can be forgotten. */
    private List<String> pages() {
        List<String> pages = new ArrayList<>(List.of(
                "/admin/" + subject().model() + "/?q=" + subject().search(),
                "/admin/" + subject().model() + "/?q=nothing-fits-this",
                "/admin/search?q=" + subject().search(),
                "/admin/nothing-here"));
        for (RouteLine route : server.hexadmin().routes()) {
            if (!route.page()
                    || !covers(route)
                    || !route.method().equals("GET")
                    || route.template().contains("verify-2fa")) {
                continue;
            }
            String path = route.template().replace("{model}", subject().model()).replaceAll("[{][^}]+[}]", "1");
            // a part of a page, and a file
            if (!path.endsWith("/notifications/latest") && !path.endsWith("/template")) {
                pages.add(path);
            }
        }
        return pages;
    }

    @Test
    void axe_finds_nothing_on_any_page_on_a_desktop_or_in_the_dark_on_a_phone_and_none_is_wider() {
        Page page = window.visitor(server, true, false, 1280);
        List<String> wrong = new ArrayList<>();
        page.navigate("/admin/login");
        window.barriers(page).forEach(one -> wrong.add("/admin/login: " + one));
        BrowserWindow.signIn(page, RunningServer.EMAIL, RunningServer.PASSWORD);
        for (String path : pages()) {
            page.setViewportSize(1440, 900);
            page.navigate(path);
            window.barriers(page).forEach(one -> wrong.add(path + ": " + one));
            page.setViewportSize(390, 844);
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            // until the new size of the window is laid out
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
            window.barriers(page).forEach(one -> wrong.add(path + " on a phone, dark: " + one));
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
            page.setViewportSize(360, 740);
            int over = ((Number) page.evaluate("() => document.documentElement.scrollWidth - innerWidth")).intValue();
            if (over > 0) {
                wrong.add(path + " is wider by " + over);
            }
            // rows are cards; only the grid of models and actions keeps its columns
            if (!Boolean.TRUE.equals(page.evaluate("() => [...document.querySelectorAll('.sheet:not(:has(.matrix))')]"
                    + ".every(one => one.scrollWidth <= one.clientWidth)"))) {
                wrong.add(path + " has a table that is wider than the phone");
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(window.complaints()).isEmpty();
    }

    @Test
    void a_name_without_spaces_makes_no_page_wider() {
        Page page = window.signedIn(server, true, false, 390);
        String name = "Donaudampfschiff".repeat(6);
        page.navigate("/admin/" + subject().model() + "/1/edit");
        page.fill("#f-" + subject().field(), name);
        button(page, "Save").click();
        assertThat(page.locator(".notice")).containsText("was saved");
        for (String path : List.of(
                "/admin/" + subject().model() + "/1",
                "/admin/" + subject().model() + "/1/delete",
                "/admin/" + subject().model() + "/?q=" + name,
                "/admin/search?q=" + name)) {
            page.waitForCondition(
                    () -> { // the search index follows
                        page.navigate(path);
                        return page.locator("body").textContent().contains(name);
                    });
            assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
                    .as(path)
                    .isEqualTo(0);
        }
    }

    @Test
    void axe_finds_a_missing_label_and_a_faint_text() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin/" + subject().model() + "/");
        assertThat(window.barriers(page)).isEmpty();
        page.evaluate("""
            () => {
              const faint = Object.assign(document.createElement('p'), { textContent: 'Nearly invisible' });
              faint.style.color = '#ddd';
              faint.style.background = '#fff';
              document.querySelector('main').append(faint, document.createElement('input'));
            }
            """);
        assertThat(window.barriers(page))
                .extracting(one -> one.substring(0, one.indexOf(':')))
                .contains("color-contrast", "label");
    }

    @Test
    void from_right_to_left_nothing_is_wider_than_the_window_and_axe_finds_nothing() {
        Page page = window.signedIn(server, true);
        List<String> wrong = new ArrayList<>();
        for (String path :
                List.of("", "/profile", "/roles/2/edit", "/" + subject().model() + "/")) {
            page.navigate("/admin" + path);
            page.evaluate("() => { document.documentElement.dir = 'rtl'; }");
            for (int width : new int[] {1440, 390}) {
                page.setViewportSize(width, 900);
                window.barriers(page).forEach(one -> wrong.add(path + " " + one));
                int over =
                        ((Number) page.evaluate("() => document.documentElement.scrollWidth - innerWidth")).intValue();
                if (over > 0) {
                    wrong.add(path + " by " + over);
                }
            }
            page.setViewportSize(1440, 900);
            assertThat(page.locator(".side").boundingBox().x).isGreaterThan(1000);
        }
        assertThat(wrong).isEmpty();
    }
}
