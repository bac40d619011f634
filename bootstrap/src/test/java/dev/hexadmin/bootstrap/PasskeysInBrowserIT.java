package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Passkeys in Chromium, with its virtual authenticator. Skipped where Chromium is not installed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PasskeysInBrowserIT {
    private static final String PASSWORD = RunningServer.PASSWORD;
    private static final Pattern SECOND_STEP = Pattern.compile(".*/admin/verify-2fa.*");
    private static final Pattern SIGN_IN = Pattern.compile(".*/admin/login.*");

    /** Suggests passkeys as other browsers do: {@code suggested()} chooses one, and a second request fails meanwhile. */
    private static final String SUGGESTIONS = """
        if (window.PublicKeyCredential) {
          PublicKeyCredential.isConditionalMediationAvailable = async () => true;
          const get = navigator.credentials.get.bind(navigator.credentials);
          navigator.credentials.get = async ({ mediation, signal, ...options }) => {
            if (window.suggested) throw new DOMException('two requests', 'OperationError');
            if (mediation !== 'conditional') return get(options);
            return new Promise((resolve, reject) => {
              window.suggested = () => { window.suggested = null; resolve(get(options)); };
              signal.addEventListener('abort', () => { window.suggested = null; reject(signal.reason); });
            });
          };
        }
        """;

    private RunningServer server;
    private BrowserWindow window;
    private int users;

    @BeforeAll
    void open(@TempDir Path folder) {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        server = RunningServer.start(TestDatabases.sqlite(folder), builder -> builder);
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

    /** Passkeys need a host name. */
    private String at(String path) {
        return server.uri(path).toString().replace("127.0.0.1", "localhost");
    }

    /** A new user, with a browser that has an authenticator. */
    private final class Visitor {
        final String email = "user" + ++users + "@example.com";
        final Page page = window.visitor(server, true, false, 1280);
        final CDPSession devices;
        final String device;

        Visitor() {
            server.hexadmin()
                    .installation()
                    .identity()
                    .managingUsers()
                    .createSuperuser(new Actor.Operator("test"), email, PASSWORD, "");
            // the virtual authenticator would take every suggestion at once, as no user does
            page.addInitScript("if (window.PublicKeyCredential)"
                    + " PublicKeyCredential.isConditionalMediationAvailable = async () => false;");
            devices = page.context().newCDPSession(page.context().pages().getFirst());
            devices.send("WebAuthn.enable");
            JsonObject options = new JsonObject();
            options.addProperty("protocol", "ctap2");
            options.addProperty("transport", "internal");
            options.addProperty("hasResidentKey", true);
            options.addProperty("hasUserVerification", true);
            options.addProperty("isUserVerified", true);
            options.addProperty("automaticPresenceSimulation", true);
            JsonObject added = new JsonObject();
            added.add("options", options);
            device = devices.send("WebAuthn.addVirtualAuthenticator", added)
                    .get("authenticatorId")
                    .getAsString();
        }

        JsonObject ofDevice() {
            JsonObject body = new JsonObject();
            body.addProperty("authenticatorId", device);
            return body;
        }

        void password() {
            page.navigate(at("/admin/login"));
            page.fill("#email", email);
            page.fill("#password", PASSWORD);
            press("Sign in");
            page.waitForLoadState();
        }

        void press(String button) {
            page.getByRole(
                            AriaRole.BUTTON,
                            new Page.GetByRoleOptions().setName(button).setExact(true))
                    .click();
        }

        void add(String name) {
            page.navigate(at("/admin/profile/passkeys"));
            page.fill("#name", name);
            page.fill("#current_password", PASSWORD);
            press("Add a passkey");
        }

        /** Signed in with a password, with a passkey and its backup codes. */
        Visitor withPasskey(String name) {
            password();
            add(name);
            assertThat(page.locator(".codes code")).hasCount(10);
            return this;
        }

        void signedOut() {
            page.context().clearCookies();
        }

        void isSignedIn() {
            page.waitForURL(at("/admin"));
            assertThat(page.locator(".account .cut")).hasText(email);
        }
    }

    @Test
    void a_passkey_is_added_named_and_used_without_a_password() {
        Visitor visitor = new Visitor();
        Page page = visitor.page;
        visitor.password();
        page.navigate(at("/admin/profile/passkeys"));
        assertThat(page.locator("main")).containsText("You have no passkeys.");
        assertThat(page.locator("#name")).hasValue(Pattern.compile("Chrom.*"));
        page.fill("#name", "My laptop");
        page.fill("#current_password", "not the password");
        visitor.press("Add a passkey");
        assertThat(page.locator("#current_password-wrong")).hasText("This is not your password.");
        assertThat(page.locator("#name")).hasValue("My laptop");
        page.fill("#current_password", PASSWORD);
        visitor.press("Add a passkey");
        assertThat(page.locator(".codes code")).hasCount(10);
        page.click("text=I have saved them");
        assertThat(page.locator("tbody tr")).hasCount(1);
        assertThat(page.locator("tbody th")).containsText("My laptop");

        visitor.signedOut();
        page.navigate(at("/admin/login?next=%2Fadmin%2Fprofile%2Fsessions"));
        visitor.press("Sign in with a passkey");
        page.waitForURL(at("/admin/profile/sessions"));
        assertThat(page.locator("tbody tr:has(.tag.accent)")).containsText("Passkey");
        page.navigate(at("/admin/profile/passkeys"));
        assertThat(page.locator("tbody tr")).not().containsText("never");
        assertThat(window.complaints()).isEmpty();
    }

    @Test
    void a_passkey_that_the_browser_suggests_signs_in() {
        Visitor visitor = new Visitor().withPasskey("Laptop");
        Page page = visitor.page;
        page.addInitScript(SUGGESTIONS);
        visitor.signedOut();
        page.navigate(at("/admin/login?next=%2Fadmin%2Fprofile%2Fsessions"));
        assertThat(page.locator("#email")).hasAttribute("autocomplete", "username webauthn");
        page.waitForFunction("() => window.suggested");
        page.evaluate("() => window.suggested()");
        page.waitForURL(at("/admin/profile/sessions"));
        assertThat(page.locator("tbody tr:has(.tag.accent)")).containsText("Passkey");
        assertThat(window.complaints()).isEmpty();
    }

    @Test
    void the_button_ends_the_suggestions_and_begins_them_again_when_it_fails() {
        Visitor visitor = new Visitor();
        Page page = visitor.page;
        page.addInitScript(SUGGESTIONS);
        page.navigate(at("/admin/login"));
        page.waitForFunction("() => window.suggested");
        visitor.press("Sign in with a passkey");
        assertThat(page.locator("form[data-passkey] [role=alert]"))
                .hasText("The passkey was not used: the request was cancelled, or took too long.");
        page.waitForFunction("() => window.suggested");
        visitor.password();
        visitor.add("Laptop");
        assertThat(page.locator(".codes code")).hasCount(10);
        visitor.signedOut();
        page.navigate(at("/admin/login"));
        page.waitForFunction("() => window.suggested");
        visitor.press("Sign in with a passkey");
        visitor.isSignedIn();
    }

    @Test
    void after_the_password_the_passkey_is_the_second_step() {
        Visitor visitor = new Visitor().withPasskey("Laptop");
        Page page = visitor.page;
        String code = page.locator(".codes code").first().textContent();
        visitor.signedOut();
        visitor.password();
        page.waitForURL(SECOND_STEP);
        visitor.press("Use a passkey");
        visitor.isSignedIn();

        visitor.signedOut();
        visitor.password();
        page.fill("#code", code);
        visitor.press("Continue");
        visitor.isSignedIn();
        page.navigate(at("/admin/profile/passkeys"));
        assertThat(page.locator("main")).containsText("9 backup codes are left.");
        assertThat(window.complaints()).isEmpty();
    }

    @Test
    void a_device_has_one_passkey_of_a_user() {
        Visitor visitor = new Visitor().withPasskey("Laptop");
        visitor.add("The same laptop");
        assertThat(visitor.page.locator("main [role=alert]:visible"))
                .hasText("This device has a passkey of your account already.");
    }

    @Test
    void a_passkey_is_renamed_and_removed_with_the_password() {
        Visitor visitor = new Visitor().withPasskey("Laptop");
        Page page = visitor.page;
        page.click("text=I have saved them");
        page.click("tbody th a");
        page.fill("#name", "Old laptop");
        visitor.press("Save");
        page.waitForURL(at("/admin/profile/passkeys"));
        assertThat(page.locator("tbody th")).containsText("Old laptop");
        page.click("tbody th a");
        page.fill("#current_password", "not the password");
        visitor.press("Remove");
        assertThat(page.locator("#current_password-wrong")).hasText("This is not your password.");
        page.fill("#current_password", PASSWORD);
        visitor.press("Remove");
        page.waitForURL(at("/admin/profile/passkeys"));
        assertThat(page.locator("main")).containsText("You have no passkeys.");

        visitor.signedOut();
        page.navigate(at("/admin/login"));
        visitor.press("Sign in with a passkey");
        page.waitForURL(Pattern.compile(".*/admin/login/passkey"));
        assertThat(page.locator("main .error:visible")).containsText("This passkey cannot be used to sign in.");
        visitor.password();
        visitor.isSignedIn();
    }

    @Test
    void an_authenticator_whose_counter_went_back_is_rejected() {
        Visitor visitor = new Visitor().withPasskey("Key");
        Page page = visitor.page;
        JsonObject copy = visitor.devices
                .send("WebAuthn.getCredentials", visitor.ofDevice())
                .getAsJsonArray("credentials")
                .get(0)
                .getAsJsonObject();
        visitor.signedOut();
        page.navigate(at("/admin/login"));
        visitor.press("Sign in with a passkey");
        visitor.isSignedIn();

        visitor.devices.send("WebAuthn.clearCredentials", visitor.ofDevice());
        copy.addProperty("signCount", 0);
        JsonObject restored = visitor.ofDevice();
        restored.add("credential", copy);
        visitor.devices.send("WebAuthn.addCredential", restored);
        visitor.signedOut();
        page.navigate(at("/admin/login"));
        visitor.press("Sign in with a passkey");
        page.waitForURL(Pattern.compile(".*/admin/login/passkey"));
        assertThat(page.locator("main .error:visible")).containsText("This passkey cannot be used to sign in.");
    }

    @Test
    void a_browser_without_a_passkey_says_so_and_the_password_remains() {
        Visitor visitor = new Visitor();
        Page page = visitor.page;
        page.navigate(at("/admin/login"));
        visitor.press("Sign in with a passkey");
        assertThat(page.locator("form[data-passkey] [role=alert]"))
                .hasText("The passkey was not used: the request was cancelled, or took too long.");
        page.waitForURL(SIGN_IN);
        visitor.password();
        visitor.isSignedIn();
        assertThat(window.complaints()).isEmpty();
    }

    @Test
    void a_form_whose_session_has_ended_is_continued_with_a_passkey() {
        Visitor visitor = new Visitor().withPasskey("Laptop");
        Page page = visitor.page;
        page.navigate(at("/admin/roles/create"));
        page.fill("[name=name]", "Kept role");
        page.context().clearCookies();
        page.locator("main form[method=post]").first().evaluate("form => form.submit()");
        assertThat(page.locator("[role=alert]:visible")).containsText("Your session has ended.");
        visitor.press("Sign in with a passkey");
        assertThat(page.locator("main")).containsText("Your entries are kept");
    }

    @Test
    void without_scripts_or_at_an_ip_address_there_is_no_button() {
        Page plain = window.visitor(server, false, false, 1280);
        plain.navigate(at("/admin/login"));
        assertThat(plain.locator("text=Sign in with a passkey")).isHidden();
        assertThat(plain.locator("text=Sign in").first()).isVisible();
        Page numbered = window.signedIn(server, true);
        numbered.navigate("/admin/profile/passkeys");
        assertThat(numbered.locator("main")).containsText("Passkeys cannot be used at this address.");
        assertThat(numbered.locator("#current_password")).hasCount(0);
    }

    @Test
    void an_administrator_sees_and_removes_the_passkeys_of_a_user() {
        Visitor visitor = new Visitor().withPasskey("Laptop");
        Page root = window.signedIn(server, true);
        root.navigate("/admin/users/?q=" + visitor.email);
        root.click("tbody a");
        assertThat(root.locator("main")).containsText("Laptop");
        root.click("text=Remove all passkeys");
        assertThat(root.locator("main")).containsText("The passkeys of the user are removed.");
        assertThat(root.locator("text=Remove all passkeys")).hasCount(0);
    }

    @ParameterizedTest
    @CsvSource({"390, false", "390, true", "1024, false", "1024, true", "1440, false", "1440, true"})
    void the_pages_have_no_barriers(int width, boolean dark) {
        Page page = window.visitor(server, true, dark, width);
        page.navigate(at("/admin/login"));
        assertThat(page.locator("text=Sign in with a passkey")).isVisible();
        assertThat(window.barriers(page)).isEmpty();
        page.fill("#email", RunningServer.EMAIL);
        page.fill("#password", PASSWORD);
        page.click("main button.primary");
        page.waitForURL(at("/admin"));
        page.navigate(at("/admin/profile/passkeys"));
        assertThat(page.locator("#current_password")).isVisible();
        assertThat(window.barriers(page)).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .isEqualTo(0);
    }
}
