package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signing in by a provider of OpenID Connect, with its pages, in Chromium. Skipped where Chromium is not installed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenIdConnectInBrowserIT {
    private final MockOAuth2Server provider = OpenIdConnectContract.provider(true);
    private RunningServer server;
    private BrowserWindow window;

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        provider.start(InetAddress.getLoopbackAddress(), 0);
        Path file = Files.writeString(folder.resolve("hexadmin.yaml"), """
            oidc:
              corp:
                label: Corp
                issuer: %s
                client_id: hexadmin
                provision: everyone
                roles: { staff: Editor }
              partner:
                label: The partner organisation with the long name
                issuer: %s
                client_id: hexadmin
            """.formatted(
                        provider.issuerUrl("corp"), provider.issuerUrl("partner")));
        server = RunningServer.start(
                TestDatabases.sqlite(folder),
                builder -> builder.configuration(file)
                        .register(ModelDefinition.builder("things")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("name", FieldType.STRING, f -> f.required())
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
            provider.shutdown();
        }
    }

    private static void save(Page page) {
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("Save").setExact(true))
                .click();
    }

    /** Fills in the page of the provider. */
    private static void authenticate(Page page) {
        page.fill("input[name=username]", "eva");
        page.fill(
                "textarea[name=claims]",
                "{\"email\":\"eva@example.com\",\"email_verified\":true,\"groups\":[\"staff\"]}");
        page.click("input[type=submit]");
    }

    @ParameterizedTest
    @CsvSource({"390, false", "390, true", "1024, false", "1024, true", "1440, false", "1440, true"})
    void the_buttons_are_part_of_a_page_without_barriers(int width, boolean dark) {
        Page page = window.visitor(server, true, dark, width);
        page.navigate("/admin/login");
        assertThat(page.locator("main .providers a")).hasCount(2);
        assertThat(window.barriers(page)).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .isEqualTo(0);
        double button = page.locator("main button.primary").boundingBox().width;
        double link = page.locator("main .providers a").first().boundingBox().width;
        assertThat(link).isEqualTo(button);
        assertThat(window.complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void a_user_signs_in_at_the_provider_and_out_there(boolean scripts) {
        Page page = window.visitor(server, scripts, false, 1280);
        page.navigate("/admin/things/");
        page.click("text=Sign in with Corp");
        authenticate(page);
        page.waitForURL(server.uri("/admin/things/").toString());
        assertThat(page.locator("h1")).containsText("Things");
        page.navigate("/admin/profile");
        page.locator("form[action$='/logout'] button").first().evaluate("button => button.form.submit()");
        page.waitForURL(server.uri("/admin/login").toString());
        page.navigate("/admin/things/");
        page.waitForURL(Pattern.compile(".*/admin/login\\?next=.*"));
        assertThat(window.complaints()).isEmpty();
    }

    @Test
    void a_form_whose_session_has_ended_is_sent_after_a_sign_in_in_another_tab() {
        Page page = window.visitor(server, true, false, 1280);
        page.navigate("/admin/things/create");
        page.click("text=Sign in with Corp");
        authenticate(page);
        page.fill("[name=name]", "kept");
        page.context().clearCookies();
        save(page);
        Page tab = page.waitForPopup(() -> page.click("dialog >> text=Sign in with Corp"));
        authenticate(tab);
        tab.waitForURL(server.uri("/admin").toString());
        // a headless browser does not hide the tabs behind
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
        assertThat(page.locator("main")).containsText("kept");
        assertThat(page.locator("dialog[open]")).hasCount(0);
        assertThat(window.complaints()).isEmpty();
    }

    @Test
    void without_scripts_such_a_form_is_shown_again() {
        Page page = window.visitor(server, false, false, 1280);
        page.navigate("/admin/things/create");
        page.click("text=Sign in with Corp");
        authenticate(page);
        page.fill("[name=name]", "kept, too");
        page.context().clearCookies();
        save(page);
        assertThat(page.locator("[role=alert]")).containsText("Your session has ended.");
        Page tab = page.waitForPopup(() -> page.click("text=Sign in with Corp"));
        authenticate(tab);
        tab.waitForURL(server.uri("/admin").toString());
        page.click("text=Continue after signing in");
        page.click("main button");
        assertThat(page.locator("[name=name]")).hasValue("kept, too");
    }

    @Test
    void a_user_of_the_provider_is_invited_without_a_password() {
        Page page = window.signedIn(server, false);
        page.navigate("/admin/users/create");
        assertThat(page.locator("[for=password]")).hasText("Password optional");
        page.fill("#email", "invited@example.com");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Save"))
                .click();
        assertThat(page.locator("h1")).containsText("invited@example.com");
    }
}
