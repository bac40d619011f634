package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in forms, lists and pages of records, in a browser with and without JavaScript. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilesInBrowserIT {
    private DatabaseSettings.Embedded database;
    private RunningServer server;
    private BrowserWindow window;

    @BeforeAll
    void open(@TempDir Path folder) {
        database = TestDatabases.migratedSqlite(folder);
        server = RunningServer.start(
                database,
                options -> options.set(Setting.FILES_PATH, folder.resolve("files"))
                        .register(ModelDefinition.builder("lamps")
                                .label("Lamp")
                                .labelPlural("Lamps")
                                .display("{name}")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING, field -> field.required())
                                .field("photo", FieldType.IMAGE)
                                .field("manual", FieldType.FILE, field -> field.accept("text/plain"))
                                .listDisplay(List.of("name", "photo", "manual"))
                                .build())
                        .register(ModelDefinition.builder("folders")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING, field -> field.required())
                                .inlines("scans", "notes")
                                .build())
                        .register(ModelDefinition.builder("scans")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field(
                                        "folder_id",
                                        FieldType.REFERENCE,
                                        field -> field.required().to("folders"))
                                .field("page", FieldType.FILE, field -> field.required())
                                .listDisplay(List.of("page"))
                                .build())
                        .register(ModelDefinition.builder("notes")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field(
                                        "folder_id",
                                        FieldType.REFERENCE,
                                        field -> field.required().to("folders"))
                                .field("text", FieldType.STRING, field -> field.required())
                                .field("page", FieldType.FILE, field -> field.accept("text/plain"))
                                .listDisplay(List.of("text", "page"))
                                .build()));
        window = BrowserWindow.open();
    }

    @AfterAll
    void close() {
        if (window != null) {
            window.close();
        }
        server.close();
    }

    private Page signedIn(boolean scripts) {
        Page page = window.signedIn(server, scripts, false, 1440);
        return page;
    }

    private static FilePayload photo() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(320, 200, BufferedImage.TYPE_INT_RGB), "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new FilePayload("lamp.png", "image/png", out.toByteArray());
    }

    private static FilePayload text(String name, String content) {
        return new FilePayload(name, "text/plain", content.getBytes(StandardCharsets.UTF_8));
    }

    private static void shows(Page page, String selector) {
        assertThat(page.locator(selector).first()).isVisible();
        assertThat((Boolean) page.locator(selector)
                        .first()
                        .evaluate("async image => { await image.decode(); return image.naturalWidth > 0; }"))
                .isTrue();
    }

    @Test
    void a_file_is_uploaded_when_it_is_chosen_and_kept_with_the_record() {
        Page page = signedIn(true);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("Scripted");
        page.locator("#f-photo").setInputFiles(photo());
        shows(page, "[data-field=photo] img.thumb");
        assertThat(page.locator("[data-field=photo] [role=status]")).containsText("lamp.png is uploaded");
        page.locator("#f-manual")
                .setInputFiles(new FilePayload("x.pdf", "text/plain", "%PDF-1.4".getBytes(StandardCharsets.UTF_8)));
        assertThat(page.locator("[data-field=manual] .mistake")).containsText("takes text/plain");
        page.locator("#f-manual").setInputFiles(text("manual.txt", "How to use it"));
        assertThat(page.locator("[data-field=manual] .upload-name a")).hasText("manual.txt");
        page.locator(".saver .primary").click();

        shows(page, "main dd img.thumb");
        assertThat(page.locator("main dd a", new Page.LocatorOptions().setHasText("manual.txt")))
                .isVisible();
        page.navigate("/admin/lamps/");
        shows(page, "td img.thumb");
        page.setViewportSize(390, 844);
        page.navigate("/admin/lamps/?fields=photo,name");
        assertThat(page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName("Scripted").setExact(true)))
                .isVisible();
    }

    @Test
    void a_rejected_file_keeps_the_form_from_being_saved_until_one_goes_on_without_it() {
        Page page = signedIn(true);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("Kept");
        page.locator("#f-manual").setInputFiles(text("first.txt", "1"));
        assertThat(page.locator("[data-field=manual] .upload-name a")).hasText("first.txt");
        page.locator(".saver .primary").click();
        page.waitForURL(Pattern.compile(".*/admin/lamps/\\d+([?#].*)?$"));
        page.navigate(page.url() + "/edit");
        page.locator("#f-manual").setInputFiles(PDF);
        assertThat(page.locator("[data-field=manual] .mistake")).containsText("takes text/plain");
        assertThat(page.locator("[data-field=manual] .upload-name a")).hasText("first.txt");
        page.locator("#f-name").fill("Kept and renamed");
        page.locator(".saver .primary").click();
        assertThat(page.locator("[data-field=manual] .mistake")).containsText("takes text/plain");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Go on without this file"))
                .click();
        page.locator(".saver .primary").click();
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Kept and renamed")))
                .isVisible();
        assertThat(page.locator("main dd a", new Page.LocatorOptions().setHasText("first.txt")))
                .isVisible();
    }

    @Test
    void a_large_file_is_uploaded_although_the_connection_is_lost() {
        Page page = signedIn(true);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("Large");
        AtomicInteger lost = new AtomicInteger();
        page.route("**/api/files/uploads/*", route -> {
            if (route.request().method().equals("PATCH") && lost.getAndIncrement() < 2) {
                route.abort("connectionfailed");
            } else {
                route.resume();
            }
        });
        page.locator("#f-manual").setInputFiles(text("large.txt", "How to use it\n".repeat(700_000)));
        assertThat(page.locator("[data-field=manual] [role=status]")).containsText("cannot be reached");
        assertThat(page.locator("[data-field=manual] .upload-name a")).hasText("large.txt");
        page.locator(".saver .primary").click();

        assertThat(page.locator("main dd a", new Page.LocatorOptions().setHasText("large.txt")))
                .isVisible();
        assertThat(lost.get()).isGreaterThan(2);
    }

    @Test
    void a_file_is_uploaded_after_a_sign_in_when_the_session_has_ended() {
        Page page = signedIn(true);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("After the break");
        page.context().clearCookies();
        page.locator("[name='file.manual']").setInputFiles(text("late.txt", "1"));
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.locator("[name=email]").fill(RunningServer.EMAIL);
        dialog.locator("[name=password]").fill(RunningServer.PASSWORD);
        dialog.locator("button.primary").click();
        assertThat(page.locator("[data-field=manual] [role=status]")).containsText("late.txt is uploaded");
        page.locator(".saver .primary").click();
        assertThat(page.locator("main dd a", new Page.LocatorOptions().setHasText("late.txt")))
                .isVisible();
    }

    /** Signs in on the page that follows, and goes on to the form. */
    private static void saveAfterTheSessionHasEnded(Page page) {
        page.context().clearCookies();
        page.locator(".saver .primary").click();
        page.fill("#email", RunningServer.EMAIL);
        page.fill("#password", RunningServer.PASSWORD);
        page.click("main button.primary");
        page.click("main button.primary");
    }

    @Test
    void a_form_with_a_file_keeps_its_texts_when_the_session_has_ended() {
        Page page = signedIn(false);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("Not typed in vain");
        page.locator("[name='file.photo']").setInputFiles(photo());
        page.locator("[name='file.manual']")
                .setInputFiles(new FilePayload(
                        "large.txt", "text/plain", "text ".repeat(200_000).getBytes(StandardCharsets.UTF_8)));
        saveAfterTheSessionHasEnded(page);
        assertThat(page.locator("#f-name")).hasValue("Not typed in vain");
        assertThat(page.locator("[data-field=photo] .mistake")).containsText("Choose the file lamp.png again");
        assertThat(page.locator("[data-field=manual] .mistake")).containsText("Choose the file large.txt again");
        page.locator("[name='file.manual']").setInputFiles(text("small.txt", "1"));
        page.locator(".saver .primary").click();
        assertThat(page.locator("main dd a", new Page.LocatorOptions().setHasText("small.txt")))
                .isVisible();
        assertThat(page.locator("h1")).containsText("Not typed in vain");
    }

    @Test
    void a_file_is_removed_by_a_form_that_goes_on_after_a_sign_in() {
        Page page = signedIn(false);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("Without a manual");
        page.locator("[name='file.manual']").setInputFiles(text("old.txt", "1"));
        page.locator(".saver .primary").click();
        page.navigate(page.url() + "/edit");
        page.locator("[name='drop.manual']").check();
        saveAfterTheSessionHasEnded(page);
        assertThat(page.locator("[data-field=manual] .upload-name")).hasCount(0);
        page.locator(".saver .primary").click();
        assertThat(page.locator("h1")).containsText("Without a manual");
        assertThat(page.locator("main dd a")).hasCount(0);
    }

    @Test
    void without_javascript_the_form_sends_the_files_and_keeps_them_when_it_is_shown_again() {
        Page page = signedIn(false);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("Plain");
        page.locator("[name='file.photo']").setInputFiles(photo());
        page.locator("[name='file.manual']")
                .setInputFiles(new FilePayload("x.pdf", "text/plain", "%PDF-1.4".getBytes(StandardCharsets.UTF_8)));
        page.locator(".saver .primary").click();
        assertThat(page.locator("[data-field=manual] .mistake")).containsText("takes text/plain");
        assertThat(page.locator("[data-field=photo] .upload-name a")).hasText("lamp.png");
        page.locator(".saver .primary").click();

        assertThat(page.locator("main dd a", new Page.LocatorOptions().setHasText("lamp.png")))
                .isVisible();
        page.navigate(page.url() + "/edit");
        page.locator("[name='drop.photo']").check();
        page.locator(".saver .primary").click();
        assertThat(page.locator("main dd img.thumb")).hasCount(0);
    }

    @Test
    void the_history_names_files_and_brings_one_back() {
        Page page = signedIn(false);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("Changed");
        page.locator("[name='file.manual']").setInputFiles(text("first.txt", "1"));
        page.locator("[name='file.photo']").setInputFiles(photo());
        page.locator(".saver .primary").click();
        String record = page.url();
        page.navigate(record + "/edit");
        page.locator("[name='file.manual']").setInputFiles(text("second.txt", "22"));
        page.locator(".saver .primary").click();
        assertThat(page.locator(".history")).containsText("first.txt");

        page.navigate(record + "/history");
        Locator change = page.locator(".timeline > li").first();
        assertThat(change.locator("td[data-label=Before]")).hasText("first.txt 1 byte");
        assertThat(page.request()
                        .get(change.locator("td[data-label=Before] a").getAttribute("href"))
                        .text())
                .isEqualTo("1");
        assertThat(change.locator("td[data-label=After]")).hasText("second.txt 2 bytes");
        assertThat(page.locator(".timeline > li").last().locator("img.thumb")).hasCount(1);
        assertThat(page.request()
                        .get(change.locator("td[data-label=After] a").getAttribute("href"))
                        .text())
                .isEqualTo("22");

        change.locator("a.button").click();
        assertThat(page.locator("td[data-label=Afterwards]")).hasText("first.txt 1 byte");
        page.locator("main form button.primary").click();
        assertThat(page.locator(".timeline > li").first().locator("td[data-label=After] a"))
                .hasText("first.txt");
        page.navigate(record);
        assertThat(page.locator("main dd a", new Page.LocatorOptions().setHasText("first.txt")))
                .isVisible();
    }

    /** As if a day had passed. */
    private void removeFiles(String model) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database.file());
                PreparedStatement remove =
                        connection.prepareStatement("DELETE FROM admin_files WHERE model = ? AND unused_since > ''")) {
            remove.setString(1, model);
            assertThat(remove.executeUpdate()).isPositive();
        }
    }

    private static void delete(Page page, String record) {
        page.navigate(record + "/delete");
        page.locator("main form button.danger").click();
        page.waitForURL(record.replaceAll("\\d+$", ""));
        page.navigate(record + "/history");
        page.locator(".timeline > li").first().locator("a.button").click();
    }

    @Test
    void a_deleted_record_comes_back_with_its_file_for_a_day_and_then_without_it() throws SQLException {
        Page page = signedIn(false);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("Deleted");
        page.locator("[name='file.manual']").setInputFiles(text("kept.txt", "kept"));
        page.locator(".saver .primary").click();
        page.waitForURL(Pattern.compile(".*/admin/lamps/\\d+([?#].*)?$"));
        delete(page, page.url());
        Locator manual = page.locator("tr", new Page.LocatorOptions().setHasText("Manual"));
        assertThat(page.request().get(manual.locator("a").getAttribute("href")).text())
                .isEqualTo("kept");
        page.locator("main form button.primary").click();
        page.waitForURL(Pattern.compile(".*/admin/lamps/\\d+/history$"));
        String restored = page.url().replaceAll("/history$", "");
        page.navigate(restored);
        assertThat(page.locator("main dd a", new Page.LocatorOptions().setHasText("kept.txt")))
                .isVisible();

        delete(page, restored);
        removeFiles("lamps");
        page.reload();
        assertThat(manual).containsText("The file has been removed: the record comes back without it");
        page.locator("main form button.primary").click();
        page.waitForURL(Pattern.compile(".*/admin/lamps/\\d+/history$"));
        page.navigate(page.url().replaceAll("/history$", ""));
        assertThat(page.locator("h1")).containsText("Deleted");
        assertThat(page.locator("main dd a", new Page.LocatorOptions().setHasText("kept.txt")))
                .hasCount(0);
    }

    @Test
    void a_deleted_record_that_must_have_its_removed_file_is_not_restored_and_the_page_names_the_field()
            throws SQLException {
        Page page = signedIn(false);
        page.navigate("/admin/folders/create");
        page.locator("#f-name").fill("Scanned");
        page.locator(".saver .primary").click();
        page.waitForURL(Pattern.compile(".*/admin/folders/\\d+([?#].*)?$"));
        page.navigate("/admin/scans/create?folder_id=" + page.url().replaceAll(".*/", ""));
        page.locator("[name='file.page']").setInputFiles(text("page.txt", "1"));
        page.locator(".saver .primary").click();
        page.waitForURL(Pattern.compile(".*/admin/scans/\\d+([?#].*)?$"));
        delete(page, page.url());
        removeFiles("scans");
        page.locator("main form button.primary").click();
        assertThat(page.locator("[role=alert]")).containsText("Page: The file has been removed");
        assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("Page")))
                .containsText("the record cannot be without one");
        assertThat(page.locator("main form button.primary")).hasCount(0);
    }

    private static final FilePayload PDF =
            new FilePayload("x.pdf", "application/pdf", "%PDF-1.4".getBytes(StandardCharsets.UTF_8));

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rows_of_child_records_take_files(boolean scripts) {
        Page page = signedIn(scripts);
        page.navigate("/admin/folders/create");
        page.locator("#f-name").fill("Folder");
        page.locator("button[value='add:scans']").click();
        page.locator("button[value='add:notes']").click();
        Locator scan = page.locator("[data-children=scans] tr.child");
        Locator note = page.locator("[data-children=notes] tr.child");
        choose(scan.first(), text("page.txt", "1"), scripts);
        note.locator("input[type=text][name$='.text']").fill("A note");
        choose(note.first(), text("note.txt", "22"), scripts);
        page.locator(".saver .primary").click();
        page.waitForURL(Pattern.compile(".*/admin/folders/\\d+([?#].*)?$"));
        String folder = page.url();
        assertThat(page.locator("main td a", new Page.LocatorOptions().setHasText("page.txt")))
                .isVisible();

        page.navigate(folder + "/edit");
        Locator link = note.locator(".upload-name a");
        assertThat(link).hasText("note.txt");
        assertThat(page.request().get(link.getAttribute("href")).text()).isEqualTo("22");
        assertThat(scan.locator(".upload-name a")).hasText("page.txt");
        assertThat(scan.locator("[name*='.drop.']")).hasCount(0);
        choose(scan.first(), text("other.txt", "333"), scripts);
        if (scripts) {
            note.locator(".upload-now button").click();
        } else {
            note.locator("[name*='.drop.']").check();
        }
        page.locator(".saver .primary").click();
        page.waitForURL(folder);
        assertThat(page.locator("main td a", new Page.LocatorOptions().setHasText("other.txt")))
                .isVisible();
        page.navigate(folder + "/edit");
        assertThat(note.locator(".upload-name")).hasCount(0);
    }

    private static void choose(Locator row, FilePayload file, boolean scripts) {
        row.locator("input[type=file]").setInputFiles(file);
        if (scripts) {
            assertThat(row.locator(".upload-name a")).hasText(file.name);
        }
    }

    @Test
    void a_row_shows_why_its_file_was_rejected_and_keeps_the_others() {
        Page page = signedIn(false);
        page.navigate("/admin/folders/create");
        page.locator("#f-name").fill("Rejected");
        page.locator("button[value='add:notes']").click();
        page.locator("button[value='add:notes']").click();
        Locator rows = page.locator("[data-children=notes] tr.child");
        assertThat(rows).hasCount(2);
        rows.nth(0).locator("input[type=text][name$='.text']").fill("One");
        rows.nth(0).locator("input[type=file]").setInputFiles(PDF);
        rows.nth(1).locator("input[type=text][name$='.text']").fill("Two");
        rows.nth(1).locator("input[type=file]").setInputFiles(text("two.txt", "2"));
        page.locator(".saver .primary").click();
        assertThat(page.locator("[data-children=notes] tr.reason")).hasCount(1);
        assertThat(page.locator("[data-children=notes] tr.reason")).containsText("takes text/plain");
        assertThat(rows.nth(0).locator("input[type=file]")).hasAttribute("aria-invalid", "true");
        assertThat(rows.nth(0).locator("input[type=text][name$='.text']")).hasValue("One");
        assertThat(rows.nth(1).locator(".upload-name a")).hasText("two.txt");
        rows.nth(0).locator("input[type=file]").setInputFiles(text("one.txt", "1"));
        page.locator(".saver .primary").click();
        page.waitForURL(Pattern.compile(".*/admin/folders/\\d+([?#].*)?$"));
        page.navigate(page.url() + "/edit");
        assertThat(rows.locator(".upload-name a")).hasText(new String[] {"one.txt", "two.txt"});

        rows.nth(1).locator("input[type=file]").setInputFiles(PDF);
        page.locator("button[value='add:notes']").click();
        assertThat(page.locator("[data-children=notes] tr.reason")).containsText("takes text/plain");
        assertThat(rows.nth(1).locator(".upload-name a")).hasText("two.txt");
    }

    @Test
    void a_script_shows_in_the_row_why_its_file_was_rejected_and_sends_dropped_files() {
        Page page = signedIn(true);
        page.navigate("/admin/folders/create");
        page.locator("#f-name").fill("Dropped");
        page.locator("button[value='add:notes']").click();
        Locator row = page.locator("[data-children=notes] tr.child");
        row.locator("input[type=text][name$='.text']").fill("A note");
        row.locator("input[type=file]").setInputFiles(PDF);
        assertThat(row.locator(".mistake")).containsText("takes text/plain");
        row.locator(".upload")
                .evaluate(
                        "box => {"
                                + " const data = new DataTransfer();"
                                + " data.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));"
                                + " box.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }");
        assertThat(row.locator(".upload-name a")).hasText("dropped.txt");
        assertThat(row.locator(".mistake")).hasCount(0);
        page.locator(".saver .primary").click();
        page.waitForURL(Pattern.compile(".*/admin/folders/\\d+([?#].*)?$"));
        page.navigate(page.url() + "/edit");
        assertThat(row.locator(".upload-name a")).hasText("dropped.txt");
    }

    @ParameterizedTest
    @ValueSource(ints = {390, 1024, 1440})
    void pages_with_files_are_accessible_and_fit(int width) {
        Page page = signedIn(true);
        page.setViewportSize(width, 900);
        page.navigate("/admin/lamps/create");
        page.locator("#f-name").fill("Wide " + width);
        page.locator("#f-photo").setInputFiles(photo());
        shows(page, "[data-field=photo] img.thumb");
        fits(page, "form");
        page.locator(".saver .primary").click();
        shows(page, "main dd img.thumb");
        fits(page, "record");
        page.navigate(page.url() + "/history");
        fits(page, "history");
        page.navigate("/admin/lamps/");
        fits(page, "list");
        page.navigate("/admin/folders/create");
        page.locator("button[value='add:notes']").click();
        choose(page.locator("[data-children=notes] tr.child"), text("wide.txt", "1"), true);
        fits(page, "rows of children");
    }

    private void fits(Page page, String place) {
        assertThat(window.barriers(page)).as(place).isEmpty();
        assertThat(((Number) page.evaluate("() => document.documentElement.scrollWidth - innerWidth")).intValue())
                .as(place)
                .isNotPositive();
    }
}
