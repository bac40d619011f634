package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Comments in a browser: users are suggested while a name is typed, and the pages have no barriers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommentsInBrowserIT {
    private RunningServer server;
    private BrowserWindow window;
    private Page page;
    private String record;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.start(
                TestDatabases.migratedSqlite(folder),
                options -> options.register(ModelDefinition.builder("orders")
                        .label("Order")
                        .labelPlural("Orders")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("number", FieldType.STRING, field -> field.required())
                        .display("{number}")
                        .comments(true)
                        .build()));
        String viewer = post("/admin/api/roles/", "{\"name\":\"Clerk\",\"permissions\":{\"orders\":[\"view\"]}}");
        for (String name : new String[] {"ada", "adele", "bob"}) {
            post(
                    "/admin/api/admin_users/",
                    "{\"email\":\"" + name + "@example.com\",\"full_name\":\"User " + name + "\",\"password\":\""
                            + RunningServer.PASSWORD + "\",\"roles\":[" + viewer + "]}");
        }
        window = BrowserWindow.open();
        page = window.signedIn(server, true, false, 1440);
    }

    @AfterAll
    void close() {
        if (window != null) {
            assertThat(window.complaints()).isEmpty();
            window.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void order() {
        record = post("/admin/api/orders/", "{\"number\":\"A-17\"}");
        page.setViewportSize(1440, 900);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        page.navigate("/admin/orders/" + record);
    }

    private String post(String path, String body) {
        HttpResponse<String> answer = server.send("POST", path, server.token(), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RunningServer.json(answer).path("id").asText();
    }

    private Locator text() {
        return page.locator("#text-new");
    }

    private Locator options() {
        return page.locator(".comments [role=option]");
    }

    @Test
    void a_name_is_completed_with_the_keyboard() {
        text().click();
        page.keyboard().type("Hello @ad");
        assertThat(options()).hasCount(2);
        assertThat(options().first()).containsText("User ada");
        assertThat(page.locator(".comments [role=status]")).hasText("2 suggestions");
        assertThat(text()).hasAttribute("aria-activedescendant", "text-new-user-0");
        page.keyboard().press("ArrowDown");
        assertThat(text()).hasAttribute("aria-activedescendant", "text-new-user-1");
        assertThat(window.barriers(page)).isEmpty();
        page.keyboard().press("Enter");
        assertThat(text()).hasValue("Hello @adele ");
        assertThat(options()).hasCount(0);
        page.keyboard().type("and @b");
        assertThat(options()).hasCount(1);
        page.keyboard().press("Escape");
        assertThat(options()).hasCount(0);
        page.keyboard().type("ob");
        assertThat(options()).hasCount(1);
        page.keyboard().press("Tab");
        assertThat(text()).hasValue("Hello @adele and @bob ");
        page.locator("form:has(#text-new) button").click();
        assertThat(page.locator(".comment .prose")).hasText("Hello @adele and @bob");
        assertThat(page.locator("#comments .tally")).hasText("1");
    }

    @Test
    void a_name_is_completed_with_the_mouse() {
        text().click();
        page.keyboard().type("(@bo");
        options().first().click();
        assertThat(text()).hasValue("(@bob ");
        assertThat(text()).isFocused();
    }

    @Test
    void an_address_is_no_mention() {
        text().click();
        page.keyboard().type("x@ad");
        page.keyboard().type(" @nobody");
        assertThat(text()).hasValue("x@ad @nobody");
        assertThat(options()).hasCount(0);
    }

    @Test
    void comments_are_answered_edited_and_deleted_in_place() {
        text().fill("first");
        page.locator("form:has(#text-new) button").click();
        page.locator("summary", new Page.LocatorOptions().setHasText("Reply")).click();
        page.locator("[id^=text-reply]").fill("an answer");
        page.locator("form:has([id^=text-reply]) button").click();
        assertThat(page.locator(".replies .prose")).hasText("an answer");
        page.locator(".replies summary", new Page.LocatorOptions().setHasText("Edit"))
                .click();
        assertThat(page.locator(".replies [id^=text-edit]")).hasValue("an answer");
        page.locator(".replies [id^=text-edit]").fill("another answer");
        page.locator(".replies form:has([id^=text-edit]) button").click();
        assertThat(page.locator(".replies .prose")).hasText("another answer");
        page.locator(".replies summary", new Page.LocatorOptions().setHasText("Delete"))
                .click();
        page.locator(".replies form[action$=delete] button").click();
        assertThat(page.locator(".replies")).hasCount(0);
        assertThat(page.locator(".comment .prose")).hasText("first");
    }

    @Test
    void the_pages_have_no_barriers_in_any_theme_or_width() {
        text().fill("**first** @ada `code`\n\n- a list\n\n> quoted");
        page.locator("form:has(#text-new) button").click();
        assertThat(page.locator(".comment .prose")).containsText("first");
        for (String path : new String[] {"/admin/orders/" + record, "/admin/orders/" + record + "/comments"}) {
            page.navigate(path);
            page.locator("summary", new Page.LocatorOptions().setHasText("Edit"))
                    .click();
            page.locator("summary", new Page.LocatorOptions().setHasText("Reply"))
                    .click();
            for (int width : new int[] {390, 1024, 1440}) {
                page.setViewportSize(width, 900);
                for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
                    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                    assertThat(window.barriers(page))
                            .as(path + " " + width + " " + scheme)
                            .isEmpty();
                    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                            .as(path + " " + width)
                            .isEqualTo(true);
                }
            }
        }
    }
}
