package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages of the panel over the example shop, loaded by Lighthouse without throttling. The times are printed; the layout
 * shift and the size of the scripts are checked.
 */
class WebVitalsIT {
    private static final int MOST_SCRIPT_BYTES = 45 * 1024;

    /** Up to here Core Web Vitals calls a cumulative layout shift good. */
    private static final double GOOD_SHIFT = 0.1;

    @TempDir
    Path folder;

    @Test
    void pages_load_with_little_layout_shift_and_little_script() throws Exception {
        CommandLineTool lighthouse = CommandLineTool.named("lighthouse");
        Path chromium = BrowserWindow.chromium().orElse(null);
        assumeTrue(chromium != null, "Chromium is not installed");
        try (RunningServer shop = ExampleShop.start(TestDatabases.sqlite(folder), folder, builder -> builder);
                PanelVisitor visitor = PanelVisitor.signedIn(shop)) {
            System.out.printf(
                    "%-28s %8s %8s %8s %8s %8s %10s%n",
                    "Lighthouse, ms", "response", "FCP", "LCP", "usable", "shift", "script, B");
            for (String page :
                    List.of("/admin/", "/admin/products/", "/admin/products/?per_page=200", "/admin/products/1/edit")) {
                for (int i = 0; i < 20; i++) {
                    visitor.get(page); // the first ones load classes and run before they are compiled
                }
                JsonNode audits = audits(lighthouse, chromium, shop, visitor, page);
                long scriptBytes = 0;
                for (JsonNode request : audits.at("/network-requests/details/items")) {
                    if (request.path("resourceType").asText().equals("Script")) {
                        scriptBytes += request.path("transferSize").asLong();
                    }
                }
                double shift = figure(audits, "cumulative-layout-shift");
                System.out.printf(
                        "%-28s %8.0f %8.0f %8.0f %8.0f %8.4f %10d%n",
                        page,
                        figure(audits, "server-response-time"),
                        figure(audits, "first-contentful-paint"),
                        figure(audits, "largest-contentful-paint"),
                        figure(audits, "interactive"),
                        shift,
                        scriptBytes);
                assertThat(shift).as("layout shift of " + page).isBetween(0.0, GOOD_SHIFT);
                assertThat(scriptBytes).as("script of " + page).isBetween(1L, (long) MOST_SCRIPT_BYTES);
            }
        }
    }

    private JsonNode audits(
            CommandLineTool lighthouse, Path chromium, RunningServer shop, PanelVisitor visitor, String page)
            throws IOException, InterruptedException {
        Path headers = folder.resolve("headers.json");
        Files.writeString(
                headers,
                RunningServer.JSON
                        .createObjectNode()
                        .put(
                                "Cookie",
                                "admin_session="
                                        + visitor.cookie("admin_session").orElseThrow())
                        .toString());
        Path report = folder.resolve("report.json");
        lighthouse.run(
                folder,
                Map.of("CHROME_PATH", chromium.toString()),
                shop.uri(page).toString(),
                "--quiet",
                "--chrome-flags=--headless=new --no-sandbox",
                "--extra-headers=" + headers,
                "--output=json",
                "--output-path=" + report,
                "--only-audits=server-response-time,first-contentful-paint,largest-contentful-paint,interactive,"
                        + "cumulative-layout-shift,network-requests",
                "--preset=desktop",
                "--throttling-method=provided",
                "--disable-full-page-screenshot",
                "--max-wait-for-load=8000");
        return RunningServer.JSON.readTree(report.toFile()).path("audits");
    }

    /** Not a number for a time that a busy machine did not let Lighthouse find. */
    private static double figure(JsonNode audits, String name) {
        return audits.path(name).path("numericValue").asDouble(Double.NaN);
    }
}
