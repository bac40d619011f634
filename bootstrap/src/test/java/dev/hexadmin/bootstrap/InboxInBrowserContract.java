package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The inbox and the matrix of a role in Chromium. Skipped where Chromium is not installed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InboxInBrowserContract {
    static final String INBOX = "/admin/notifications/";
    static final int PHONE = 390;

    private RunningServer server;
    BrowserWindow window;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void open(@TempDir Path folder) {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("things")
                        .label("Thing")
                        .labelPlural("Things")
                        .field("id", FieldType.INTEGER, f -> f.primaryKey())
                        .build()));
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

    void send(String title) {
        String token = server.token();
        String me = RunningServer.json(server.send("GET", "/api/auth/me", token, ""))
                .path("id")
                .asText();
        assertThat(server.send(
                                "POST",
                                "/api/notifications/send",
                                token,
                                "{\"user_id\":" + me + ",\"title\":\"" + title
                                        + "\",\"message\":\"Please look.\",\"channels\":[\"in_app\"]}")
                        .statusCode())
                .isEqualTo(200);
    }

    Page visitor(boolean scripts, boolean dark, int width) {
        Page page = window.signedIn(server, scripts, dark, width);
        return page;
    }

    static Locator mail(Page page, String title) {
        return page.locator(".mail", new Page.LocatorOptions().setHasText(title));
    }

    private static final Pattern FRESH = Pattern.compile("fresh");

    @Test
    void the_keyboard_opens_messages_and_new_ones_arrive_without_moving_the_focus() {
        send("First");
        send("Second");
        Page page = visitor(true, false, 1280);
        page.navigate(INBOX);
        mail(page, "Second").focus();
        page.keyboard().press("ArrowDown");
        assertThat(mail(page, "First")).isFocused();
        send("Third");
        assertThat(mail(page, "Third")).isVisible();
        assertThat(mail(page, "First")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.locator("#letter h2")).hasText("First");
        assertThat(page.locator(".mails")).isVisible();
        assertThat(page.locator("#letter-mark")).hasText("Mark as unread");
        assertThat(mail(page, "First")).not().hasClass(FRESH);
        page.locator("#letter-mark").click();
        assertThat(mail(page, "First")).hasClass(FRESH);
        assertThat(page.locator("#letter h2")).hasCount(0);
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void a_phone_shows_the_list_or_a_message(boolean scripts) {
        String title = "On a phone " + scripts;
        send(title);
        Page page = visitor(scripts, false, PHONE);
        page.navigate(INBOX);
        assertThat(page.locator("#letter")).isHidden();
        mail(page, title).click();
        assertThat(page.locator("#letter h2")).hasText(title);
        assertThat(page.locator(".mails")).isHidden();
        page.getByLabel("Back to the list").click();
        assertThat(page.locator(".mails")).isVisible();
        assertThat(page.locator("#letter")).isHidden();
    }

    @Test
    void a_box_says_what_every_model_gives_as_soon_as_it_is_ticked() {
        Page page = visitor(false, false, 1280);
        page.navigate("/admin/roles/create");
        Locator view = page.locator("[name='p.things'][value=view]");
        Locator given = page.locator("td:has([name='p.things'][value=view]) .given");
        assertThat(given).isHidden();
        page.locator("[name='p.*'][value=view]").check();
        assertThat(given).isVisible();
        assertThat(view).not().isChecked();
        assertThat(view).hasCSS("border-top-style", "dashed");
        assertThat(page.locator("td:has([name='p.admin_users'][value=view]) .given"))
                .hasCount(0);
    }
}
