package dev.hexadmin.bootstrap;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.RequestOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A headless Chromium of the machine, and its visitors. */
final class BrowserWindow implements AutoCloseable {
    private static final String AXE = "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final List<String> RULES =
            List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

    private static final String READY =
            "() => document.readyState === 'complete' && !document.querySelector('script[data-script]')";
    /** After these methods another document may be shown. */
    private static final List<String> NAVIGATING =
            List.of("navigate", "reload", "goBack", "goForward", "waitForURL", "waitForLoadState");
    /** How methods begin that do not use the document that is shown, or wait themselves. */
    private static final List<String> WITHOUT_DOCUMENT = List.of(
            "close", "isClosed", "context", "url", "navigate", "reload", "go", "on", "off", "set", "waitFor", "route");

    private final Playwright playwright;
    private final Browser browser;
    private final String axe;
    private final List<String> complaints = new ArrayList<>();
    private final Map<String, List<Cookie>> sessions = new HashMap<>();

    private BrowserWindow(Path chromium) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
        try (InputStream in = Objects.requireNonNull(getClass().getClassLoader().getResourceAsStream(AXE), AXE)) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The machine's Chromium, without a window if there is that; empty when it is not installed. */
    static Optional<Path> chromium() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(folder -> Stream.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static BrowserWindow open() {
        PlaywrightAssertions.setDefaultAssertionTimeout(20_000);
        return new BrowserWindow(chromium().orElseThrow());
    }

    /** A visitor with their own cookies. */
    Page visitor(RunningServer server, boolean scripts, boolean dark, int width) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setBaseURL(server.uri("").toString())
                .setJavaScriptEnabled(scripts)
                .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT)
                // colours change at once, so that a contrast is not measured half way
                .setReducedMotion(ReducedMotion.REDUCE)
                .setViewportSize(width, 900));
        context.setDefaultTimeout(20_000);
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            // what the network says of a refused form is meant
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
                complaints.add(page.url() + ": " + message.text());
            }
        });
        page.onPageError(error -> complaints.add(page.url() + ": " + error));
        return scripts ? whenReady(page) : page;
    }

    /**
     * A page whose operations wait until the script of the document has run: it is loaded after the first paint, and a program is
     * faster than the hands of a user.
     */
    private static Page whenReady(Page page) {
        return (Page) Proxy.newProxyInstance(
                Page.class.getClassLoader(), new Class<?>[] {Page.class}, (proxy, method, arguments) -> {
                    if (WITHOUT_DOCUMENT.stream().noneMatch(method.getName()::startsWith)) {
                        waitUntilReady(page);
                    }
                    try {
                        Object result = method.invoke(page, arguments);
                        if (NAVIGATING.contains(method.getName())) {
                            waitUntilReady(page);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static void waitUntilReady(Page page) {
        try {
            if (Boolean.TRUE.equals(page.evaluate(READY))) {
                return; // waiting for a function takes a frame at least
            }
        } catch (PlaywrightException e) {
            // another document is being opened
        }
        page.waitForFunction(READY);
    }

    /** A user who has signed in with a password only, on no page yet. */
    Page signedIn(RunningServer server, boolean scripts) {
        return signedIn(server, scripts, false, 1280);
    }

    /** The same in a window of another width or theme. The user goes on with the session of an earlier page, while it lasts. */
    Page signedIn(RunningServer server, boolean scripts, boolean dark, int width) {
        Page page = visitor(server, scripts, dark, width);
        BrowserContext context = page.context();
        List<Cookie> session = sessions.getOrDefault(server.uri("").toString(), List.of());
        if (!session.isEmpty()) {
            context.addCookies(session);
            if (context.request()
                            .head("/admin/profile", RequestOptions.create().setMaxRedirects(0))
                            .status()
                    == 200) {
                return page;
            }
            context.clearCookies();
        }
        signIn(page, RunningServer.EMAIL, RunningServer.PASSWORD);
        sessions.put(server.uri("").toString(), context.cookies());
        return page;
    }

    static void signIn(Page page, String email, String password) {
        page.navigate("/admin/login");
        page.fill("#email", email);
        page.fill("#password", password);
        page.click("main button.primary");
        page.waitForLoadState();
    }

    /**
     * What axe-core finds wrong on the page; it needs scripts. The bar that stays in view below a form covers targets that happen
     * to be there, so it is at its place at the end of the form meanwhile.
     */
    List<String> barriers(Page page) {
        // as a function of the browser's debugger: the page's own policy lets no such script in
        Object found = page.evaluate("""
            async ([source, rules]) => {
              if (!window.axe) new Function(source)();
              const bars = [...document.querySelectorAll('.saver')];
              bars.forEach(bar => { bar.style.position = 'static'; });
              const result = await axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
              bars.forEach(bar => { bar.style.position = ''; });
              return result.violations.map(one => one.id + ': ' + one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | '));
            }
            """, List.of(axe, RULES));
        List<String> barriers = new ArrayList<>();
        ((List<?>) found).forEach(one -> barriers.add(String.valueOf(one)));
        return barriers;
    }

    /** The browser's complaints: errors of scripts, and violations of the content security policy. */
    List<String> complaints() {
        return complaints;
    }

    /** Closes all pages: an open page continues to render and to follow its live feed. */
    void closePages() {
        browser.contexts().forEach(BrowserContext::close);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
