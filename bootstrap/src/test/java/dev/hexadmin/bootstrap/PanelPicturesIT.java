package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Takes the pictures of the documents, when asked to: {@code docs/pictures/make}. */
class PanelPicturesIT {
    private static final String ASKED = "docs/pictures/make asks for it";
    private static final int WIDE = 1280;
    private static final int PHONE = 390;
    private static final int HIGH = 900;

    @Test
    @EnabledIfSystemProperty(named = "pictures", matches = ".+", disabledReason = ASKED)
    void pictures_of_the_main_pages(@TempDir Path folder) {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        try (RunningServer server = ExampleShop.start(
                        TestDatabases.sqlite(folder),
                        folder,
                        builder -> builder.setting("environment", "development"));
                BrowserWindow window = BrowserWindow.open()) {
            notify(server);
            for (boolean dark : new boolean[] {false, true}) {
                Page page = window.signedIn(server, true, dark, WIDE);
                String theme = dark ? "dark" : "light";
                take(page, "/admin", "dashboard-" + theme);
                take(page, "/admin/products/", "list-" + theme);
                take(page, "/admin/products/1", "record-" + theme);
                take(page, "/admin/products/1/edit", "form-" + theme);
                take(page, "/admin/roles/3/edit", "role-" + theme);
                take(page, "/admin/notifications/3", "inbox-" + theme);
                take(page, "/admin/design", "design-" + theme);
            }
            Page phone = window.signedIn(server, true, false, PHONE);
            take(phone, "/admin/products/", "list-phone");
            take(phone, "/admin/products/1", "record-phone");
            take(phone, "/admin", "dashboard-phone");
            take(phone, "/admin/products/1/edit", "form-phone");
            take(phone, "/admin/notifications/", "inbox-phone");
            take(phone, "/admin/roles/3/edit", "role-phone");
            for (boolean dark : new boolean[] {false, true}) {
                String theme = dark ? "dark" : "light";
                take(window.visitor(server, true, dark, WIDE), "/admin/login", "sign-in-" + theme);
            }
            take(window.visitor(server, true, false, PHONE), "/admin/login", "sign-in-phone");

            Page page = window.signedIn(server, true, false, WIDE);
            page.setViewportSize(WIDE, 480);
            take(page, "/admin/users/sessions", "accounts-sessions");
            comment(server);
            page.setViewportSize(WIDE, 780);
            take(page, "/admin/orders/7", "comments-record");
            page.setViewportSize(WIDE, HIGH);
            page.setExtraHTTPHeaders(Map.of("Accept-Language", "ar"));
            take(page, "/admin", "languages-arabic");
            page.setExtraHTTPHeaders(Map.of("Accept-Language", "ja"));
            take(page, "/admin/products/1", "languages-japanese");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "pictures", matches = ".+", disabledReason = ASKED)
    void pictures_of_files(@TempDir Path folder) throws IOException {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        try (RunningServer server = RunningServer.start(
                        TestDatabases.migratedSqlite(folder),
                        options -> options.set(Setting.FILES_PATH, folder.resolve("files"))
                                .register(ModelDefinition.builder("products")
                                        .label("Product")
                                        .labelPlural("Products")
                                        .navGroup("Catalogue")
                                        .display("{name}")
                                        .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                        .field("photo", FieldType.IMAGE)
                                        .field("name", FieldType.STRING, field -> field.required())
                                        .field(
                                                "sku",
                                                FieldType.STRING,
                                                field -> field.label("SKU").maxLength(20))
                                        .field(
                                                "price",
                                                FieldType.DECIMAL,
                                                field -> field.precision(10)
                                                        .scale(2)
                                                        .currency("EUR"))
                                        .field("manual", FieldType.FILE, field -> field.accept("application/pdf"))
                                        .listDisplay(List.of("photo", "name", "sku", "price", "manual"))
                                        .ordering(List.of("id"))
                                        .searchFields(List.of("name"))
                                        .build()));
                BrowserWindow window = BrowserWindow.open()) {
            Page page = window.signedIn(server, true);
            page.setViewportSize(WIDE, 560);
            List<String> names = List.of(
                    "Studio Oak Mug", "Reading Lamp Linen", "Nordic Beech Bowl", "Iron Enamel Pot", "Wall Clock");
            for (int i = 0; i < names.size(); i++) {
                String file = names.get(i).toLowerCase(Locale.ROOT).replace(' ', '-');
                page.navigate("/admin/products/create");
                page.locator("#f-name").fill(names.get(i));
                page.locator("#f-sku")
                        .fill("%s-%05d".formatted(file.substring(0, 3).toUpperCase(Locale.ROOT), 7 + 31 * i));
                page.locator("#f-price").fill(14 + 13 * i + ".90");
                page.locator("#f-photo").setInputFiles(new FilePayload(file + ".png", "image/png", drawn(i)));
                page.locator("#f-manual")
                        .setInputFiles(new FilePayload(
                                file + ".pdf",
                                "application/pdf",
                                "%PDF-1.7\n%%EOF".getBytes(StandardCharsets.US_ASCII)));
                page.locator("[data-field=manual] .upload-name a").waitFor();
                page.locator("[data-field=photo] .upload-name a").waitFor();
                page.locator(".saver .primary").click();
                page.waitForURL(Pattern.compile(".*/products/[0-9]+([?#].*)?$"));
            }
            take(page, "/admin/products/", "files-list");
            take(page, "/admin/products/1/edit", "files-form");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "pictures", matches = ".+", disabledReason = ASKED)
    void pictures_of_the_example_of_branding(@TempDir Path folder) throws Exception {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        try (BrandingExample example = BrandingExample.compiled(folder);
                RunningServer server = example.start(TestDatabases.sqlite(folder));
                BrowserWindow window = BrowserWindow.open()) {
            BrandingExample.plant(server);
            Page page = window.signedIn(server, true, false, WIDE);
            page.setViewportSize(WIDE, 620);
            take(page, "/admin/plants/3", "branding-record");
        }
    }

    /** One of five things, on a ground in a colour of its own. */
    private static byte[] drawn(int thing) throws IOException {
        BufferedImage image = new BufferedImage(800, 600, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setStroke(new BasicStroke(26, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        float hue = List.of(0.6f, 0.11f, 0.07f, 0.0f, 0.65f).get(thing);
        pen.setColor(Color.getHSBColor(hue, 0.08f, 0.96f));
        pen.fillRect(0, 0, 800, 600);
        pen.setColor(Color.getHSBColor(hue, 0.62f, 0.68f));
        switch (thing) {
            case 0 -> { // a mug
                pen.fillRoundRect(270, 160, 220, 300, 40, 40);
                pen.drawArc(440, 220, 140, 160, -90, 180);
            }
            case 1 -> { // a lamp
                pen.fillPolygon(new int[] {320, 480, 560, 240}, new int[] {120, 120, 320, 320}, 4);
                pen.drawLine(400, 320, 400, 460);
                pen.drawLine(330, 470, 470, 470);
            }
            case 2 -> // a bowl
                pen.fillArc(220, 60, 360, 400, 180, 180);
            case 3 -> { // a pot
                pen.fillRoundRect(240, 240, 320, 210, 50, 50);
                pen.drawLine(180, 260, 620, 260);
                pen.drawLine(380, 200, 420, 200);
            }
            default -> { // a clock
                pen.drawOval(250, 150, 300, 300);
                pen.drawLine(400, 300, 400, 210);
                pen.drawLine(400, 300, 460, 330);
            }
        }
        pen.dispose();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    private static void comment(RunningServer server) {
        String root = server.token();
        for (String[] user : new String[][] {{"ada", "Ada Lovelace"}, {"casey", "Casey Clerk"}}) {
            post(
                    server,
                    root,
                    "/admin/api/admin_users/",
                    "{\"email\":\"" + user[0] + "@example.com\",\"full_name\":\"" + user[1] + "\",\"password\":\""
                            + RunningServer.PASSWORD + "\",\"is_superuser\":true}");
        }
        String comments = "/admin/api/orders/7/comments/";
        String casey = server.token("casey@example.com", RunningServer.PASSWORD);
        String first = post(
                server,
                casey,
                comments,
                "{\"text\":\"The customer wants **two parcels**. @ada can you check the address with the carrier?\"}");
        post(
                server,
                server.token("ada@example.com", RunningServer.PASSWORD),
                comments,
                "{\"text\":\"Done, both go out today. cc @casey\",\"parent_id\":" + first + "}");
    }

    private static String post(RunningServer server, String token, String path, String body) {
        HttpResponse<String> answer = server.send("POST", path, token, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RunningServer.json(answer).path("id").asText();
    }

    @Test
    void the_documents_show_only_pictures_that_are_taken_here() throws IOException {
        String taken = Files.readString(BrandingExample.REPOSITORY.resolve(
                "bootstrap/src/test/java/dev/hexadmin/bootstrap/PanelPicturesIT.java"));
        Pattern shown = Pattern.compile("pictures/([a-z-]+)\\.png");
        try (Stream<Path> documents = Stream.concat(
                Stream.of(BrandingExample.REPOSITORY.resolve("README.md")),
                Files.walk(BrandingExample.REPOSITORY.resolve("docs")))) {
            for (Path document :
                    documents.filter(path -> path.toString().endsWith(".md")).toList()) {
                assertThat(shown.matcher(Files.readString(document)).results().map(found -> found.group(1)))
                        .as(document.toString())
                        .allMatch(name -> taken.contains('"' + name + '"')
                                || taken.contains('"' + name.replaceAll("(light|dark)$", "") + '"'));
            }
        }
    }

    private static void notify(RunningServer server) {
        String token = server.token();
        String me = RunningServer.json(server.send("GET", "/api/auth/me", token, ""))
                .path("id")
                .asText();
        for (String[] message : new String[][] {
            {"The import of prices is done", "2,400 products have new prices. 12 rows were left out: see the report."},
            {
                "Order 2025-023988 was returned",
                "Nora Conti sent back one of three products.\\n\\nThe refund is due by 24 November."
            },
            {
                "14 products have to be reordered",
                "Their stock is below 10: Travel Oak Shaving Set, Everyday Iron Enamel Pot and 12 more."
            },
            {"A review needs your approval", "Hana Ferrari gave 2 of 5 stars: “Smaller than I thought.”"}
        }) {
            assertThat(server.send(
                                    "POST",
                                    "/api/notifications/send",
                                    token,
                                    "{\"user_id\":" + me + ",\"title\":\"" + message[0] + "\",\"message\":\""
                                            + message[1] + "\",\"channels\":[\"in_app\"]}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static void take(Page page, String path, String name) {
        assertThat(page.navigate(path).status()).as(path).isEqualTo(200);
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(System.getProperty("pictures"), name + ".png")));
    }
}
