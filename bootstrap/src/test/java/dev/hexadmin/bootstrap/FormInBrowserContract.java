package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.FilePayload;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The form of a record in a browser: every kind of field, tabs, checks, and what is not saved. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FormInBrowserContract {
    private static final String FORM = "/admin/crates/create";

    private RunningServer server;
    BrowserWindow window;
    Page page;
    private int number;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("makers")
                                .label("Maker")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().unique())
                                .field("about", FieldType.MARKDOWN)
                                .build())
                        .register(ModelDefinition.builder("marks")
                                .label("Mark")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field("name", FieldType.STRING, f -> f.required())
                                .build())
                        .register(crates())
                        .register(ModelDefinition.builder("shelves")
                                .label("Shelf")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field("name", FieldType.STRING, f -> f.required())
                                .field("plan", FieldType.FILE)
                                .inlines("boards")
                                .build())
                        .register(ModelDefinition.builder("boards")
                                .label("Board")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field(
                                        "shelf_id",
                                        FieldType.REFERENCE,
                                        f -> f.to("shelves").required())
                                .field(
                                        "position",
                                        FieldType.INTEGER,
                                        f -> f.defaultValue(new DefaultValue.Constant(0L)))
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().maxLength(10))
                                .listDisplay(List.of("name"))
                                .build()));
        send("POST", "makers/", "{\"name\":\"Oakworks\"}", 201);
        for (String mark : "autumn bestseller bulky clearance fragile handmade new oak sale spring".split(" ")) {
            send("POST", "marks/", "{\"name\":\"" + mark + "\"}", 201);
        }
        send("POST", "crates/", "{\"name\":\"First\",\"code\":\"TAKEN\",\"maker_id\":1,\"marks\":[8]}", 201);
        window = BrowserWindow.open();
        page = window.signedIn(server, true, false, 1440);
    }

    private static ModelDefinition crates() {
        return ModelDefinition.builder("crates")
                .label("Crate")
                .labelPlural("Crates")
                .help("Boxes of wood that are sold, lent, or kept for later, in every size that there is")
                .display("{name}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING, f -> f.required().maxLength(60).help("What people read first"))
                .field("code", FieldType.STRING, f -> f.required().unique().maxLength(8))
                .field("price", FieldType.DECIMAL, f -> f.precision(8).scale(2).currency("EUR"))
                .field("currency", FieldType.ENUM, f -> f.values(List.of("EUR", "CHF", "CAD")))
                .field(
                        "deposit",
                        FieldType.DECIMAL,
                        f -> f.precision(8).scale(2).currencyField("currency"))
                .field("active", FieldType.BOOLEAN, f -> f.defaultValue(new DefaultValue.Constant(true)))
                .field("state", FieldType.ENUM, f -> f.values(List.of("draft", "live")))
                .field("released_on", FieldType.DATE, f -> f.visibleIf(Map.of("state", "live")))
                .field("copies", FieldType.INTEGER, f -> f.visibleIf(Map.of("state", "live")))
                .field("moment", FieldType.DATETIME)
                .field("clock", FieldType.TIME)
                .field("hue", FieldType.COLOUR)
                .field("story", FieldType.MARKDOWN)
                .field("doc", FieldType.JSON)
                .field("snippet", FieldType.CODE, f -> f.language("sql"))
                .field("words", FieldType.LIST, f -> f.of(FieldType.STRING).maxLength(10))
                .field("maker_id", FieldType.REFERENCE, f -> f.to("makers").label("Maker"))
                .field("marks", FieldType.REFERENCES, f -> f.to("marks"))
                .layout(new Layout(
                        List.of(
                                new Layout.Tab(
                                        "Crate",
                                        List.of(
                                                new Layout.Group("Basics", List.of("name", "code", "price")),
                                                Layout.Group.of("moment", "clock", "hue", "currency", "deposit"))),
                                new Layout.Tab(
                                        "Texts",
                                        List.of(
                                                new Layout.Group("Story", List.of("story")),
                                                Layout.Group.of("doc", "snippet", "words")))),
                        List.of(
                                Layout.Group.of("active", "state", "released_on"),
                                Layout.Group.of("maker_id", "marks")),
                        Map.of()))
                .build();
    }

    @BeforeEach
    void start() {
        number++;
        page.setViewportSize(1440, 900);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    }

    @AfterEach
    void noComplaints() {
        page.navigate("/admin");
        assertThat(window.complaints()).isEmpty();
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

    private JsonNode send(String method, String path, String body, int status) {
        HttpResponse<String> answer = server.send(method, "/admin/api/" + path, server.token(), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    private JsonNode crate(String code) {
        return send("GET", "crates/?code=" + code, "", 200).at("/items/0");
    }

    private String code() {
        return "C-" + number;
    }

    private Locator field(String name) {
        return page.locator("[data-field=" + name + "]");
    }

    void tab(String label) {
        page.locator(".form-tabs a", new Page.LocatorOptions().setHasText(label))
                .press("Enter");
    }

    void save() {
        page.locator(".saver .primary").click();
    }

    @Test
    void the_preview_is_beside_the_text_and_below_it_on_narrow_screens() {
        page.navigate("/admin/crates/1/edit");
        tab("Texts");
        assertThat(page.locator("#f-story-preview").boundingBox().y)
                .isEqualTo(page.locator("#f-story").boundingBox().y);
        page.setViewportSize(1024, 900);
        assertThat(page.locator("#f-story-preview").boundingBox().y)
                .isGreaterThan(page.locator("#f-story").boundingBox().y);
    }

    @Test
    void the_sign_in_front_of_an_amount_follows_the_currency_of_the_form() {
        page.navigate(FORM);
        Locator sign = field("deposit").locator(".joined > span");
        assertThat(sign).isHidden();
        for (String[] pair : new String[][] {{"CHF", "CHF"}, {"EUR", "€"}, {"CAD", "CA$"}}) {
            page.locator("#f-currency").selectOption(pair[0]);
            assertThat(sign).hasText(pair[1]);
        }
        page.locator("#f-currency").selectOption("");
        assertThat(sign).isHidden();
    }

    // ---- by keyboard

    @Test
    void a_record_is_made_by_keyboard() {
        page.navigate(FORM);
        assertThat(page.locator("#f-name")).isFocused();
        page.keyboard().type("Walnut crate");
        page.keyboard().press("Tab");
        page.keyboard().type(code());
        page.keyboard().press("Tab");
        page.keyboard().type("19.9");
        page.locator("#f-active").press("Space");
        page.locator("#f-state").press("l");
        assertThat(field("released_on")).isVisible();

        page.locator("#f-marks-add").press("ArrowDown");
        assertThat(field("marks").locator("[role=option]")).hasCount(10);
        page.keyboard().type("oa");
        assertThat(field("marks").locator("[role=option]")).hasText(new String[] {"oak"});
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");
        page.keyboard().type("sal");
        assertThat(field("marks").locator("[role=option]")).hasText(new String[] {"sale"});
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");
        page.keyboard().type("bul");
        assertThat(field("marks").locator("[role=option]")).hasText(new String[] {"bulky"});
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");
        page.keyboard().press("Backspace");
        field("marks").locator("input[value='8']").press("Space");
        assertThat(page.locator("#f-marks-add")).isFocused();

        tab("Texts");
        page.locator("#f-words-add").focus();
        page.keyboard().type("one");
        page.keyboard().press("Enter");
        page.keyboard().type("two");
        page.keyboard().press("Enter");
        page.keyboard().type("three, four");
        page.keyboard().press("Enter");
        page.keyboard().press("Backspace");
        page.locator("#f-snippet").focus();
        page.keyboard().type("SELECT");
        page.keyboard().press("Tab");
        page.keyboard().type("1");
        page.keyboard().press("Escape");
        page.keyboard().press("Tab");
        assertThat(page.locator("#f-snippet")).not().isFocused();
        page.keyboard().press("Control+s");
        page.waitForURL(Pattern.compile(".*/admin/crates/\\d+([?#].*)?$"));

        JsonNode made = crate(code());
        assertThat(made.get("active").asBoolean()).isFalse();
        assertThat(made.get("state").asText()).isEqualTo("live");
        assertThat(made.get("price").asText()).isEqualTo("19.90");
        assertThat(made.get("marks").toString()).isEqualTo("[9]");
        assertThat(made.get("words").toString()).isEqualTo("[\"one\",\"two\"]");
        assertThat(made.get("snippet").asText()).isEqualTo("SELECT  1");
    }

    @Test
    void the_marks_of_markdown_are_set_by_buttons_and_previewed() {
        page.navigate("/admin/crates/1/edit");
        tab("Texts");
        page.locator("#f-story").fill("solid walnut");
        page.locator("#f-story").press("Control+a");
        page.locator("[data-mark=heading]").focus();
        page.keyboard().press("ArrowRight");
        assertThat(page.locator("[data-mark=bold]")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.locator("#f-story")).hasValue("**solid walnut**");
        assertThat(page.locator("#f-story-preview strong")).hasText("solid walnut");
        page.locator("#f-story").press("Control+z");
        assertThat(page.locator("#f-story")).hasValue("solid walnut");
        page.locator("#f-story").fill("<img src=x> [a](javascript:x)");
        assertThat(page.locator("#f-story-preview")).hasText("<img src=x> a");
        assertThat(page.locator("#f-story-preview :is(img, a)")).hasCount(0);
        assertThat(page.locator(".previewer")).isHidden();
    }

    // ---- what the server says while a form is filled in

    @Test
    void a_field_that_is_left_is_checked_and_conditions_show_fields() {
        page.navigate(FORM);
        page.locator("#f-code").fill("TAKEN");
        page.locator("#f-code").press("Tab");
        assertThat(field("code").locator(".mistake")).hasText("Another record has this value.");
        assertThat(page.locator("#f-code")).hasAttribute("aria-invalid", "true");
        assertThat(page.locator("#f-code")).hasAttribute("aria-describedby", "f-code-wrong");
        assertThat(field("name").locator(".mistake")).hasCount(0);
        page.locator("#f-code").fill(code());
        page.locator("#f-code").press("Tab");
        assertThat(field("code").locator(".mistake")).hasCount(0);

        assertThat(field("released_on")).isHidden();
        page.locator("#f-state").selectOption("live");
        assertThat(field("released_on")).isVisible();
        page.locator("#f-state").selectOption("draft");
        assertThat(field("released_on")).isHidden();
    }

    @Test
    void a_field_that_is_wrong_is_shown_although_its_condition_does_not_hold() {
        page.navigate(FORM);
        page.locator("#f-name").fill("Wrong");
        page.locator("#f-code").fill(code());
        page.locator("#f-state").selectOption("live");
        page.locator("#f-copies").fill("many");
        page.locator("#f-state").selectOption("draft");
        save();
        assertThat(page.locator("#summary")).isVisible();
        page.locator("#f-copies").fill("");
        save();
        page.waitForURL(Pattern.compile(".*/admin/crates/\\d+([?#].*)?$"));
    }

    @Test
    void fields_that_are_required_and_empty_are_marked_in_their_places_and_the_first_has_the_focus() {
        page.navigate(FORM);
        tab("Texts");
        page.locator(".saver .primary").click();
        assertThat(field("name").locator(".mistake")).hasText("This field is required.");
        assertThat(field("code").locator(".mistake")).hasText("This field is required.");
        assertThat(page.locator("#f-name")).isFocused();
        assertThat(page.locator("#f-name")).hasAttribute("aria-invalid", "true");
        page.waitForURL(Pattern.compile(FORM + "$"));
        page.locator("#f-name").fill("Crate");
        page.locator("#f-name").press("Tab");
        assertThat(field("name").locator(".mistake")).hasCount(0);
        assertThat(field("code").locator(".mistake")).hasText("This field is required.");
    }

    @Test
    void a_form_whose_saving_is_stopped_can_be_saved_again() {
        String code = code();
        send("POST", "crates/", "{\"name\":\"Stopped\",\"code\":\"" + code + "\"}", 201);
        page.navigate("/admin/crates/" + crate(code).get("id") + "/edit");
        page.route("**/edit", route -> route.abort("aborted"));
        page.fill("#f-name", "Stopped once");
        page.locator(".saver .primary").click();
        assertThat(page.locator(".saver .primary")).isDisabled();
        page.locator("#f-name").press("End");
        page.locator("#f-name").pressSequentially("!");
        assertThat(page.locator(".saver .primary")).isEnabled();
        page.unroute("**/edit");
        page.keyboard().press("Control+s");
        assertThat(page.locator(".notice")).containsText("was saved");
        assertThat(crate(code).get("name").textValue()).isEqualTo("Stopped once!");
    }

    @Test
    void what_is_typed_before_the_script_is_there_is_a_change() {
        Page early = window.signedIn(server, true, false, 1440);
        early.context()
                .addInitScript("addEventListener('DOMContentLoaded', () => {"
                        + " const name = document.getElementById('f-name'); if (name) name.value = 'Typed early'; })");
        early.navigate("/admin/crates/1/edit");
        assertThat(early.locator(".saver .said")).containsText("1 change not saved");
        early.context().close();
    }

    @Test
    void an_error_of_a_document_is_shown_in_its_line() {
        page.navigate("/admin/crates/1/edit");
        tab("Texts");
        for (String[] wrong : new String[][] {
            {"{\n  \"a\": eight\n}", "2", "“eight” is not a number"},
            {"{\"a\": 1\n \"b\": 2}", "2", "a comma or } is missing"},
            {"[1, 2,\n]", "2", "a value is missing"},
            {"{a: 1}", "1", "a name in double quotes is expected"},
            {"{\"a\" 1}", "1", "a colon is missing"},
            {"[1]\n\n2", "3", "nothing may follow"},
            {"[01]", "1", "“01” is not a number"},
            {"{\"a\": \"x", "1", "“\"x” is not a number"}
        }) {
            page.locator("#f-doc").fill(wrong[0]);
            assertThat(field("doc").locator(".mistake"))
                    .hasText(Pattern.compile("Line " + wrong[1] + ": .*", Pattern.DOTALL));
            assertThat(field("doc").locator(".mistake")).containsText(wrong[2]);
            assertThat(field("doc").locator("li.bad")).hasText(wrong[1]);
        }
        page.locator("#f-doc").fill("{\"a\": [1, -2.5e3, true, null, \"\\u00e9\"]}");
        assertThat(field("doc").locator(".mistake")).hasCount(0);
        assertThat(field("doc").locator("pre .k")).hasText("\"a\"");
    }

    @Test
    void what_is_not_saved_is_named_and_errors_are_summed_up_with_links() {
        page.navigate("/admin/crates/1/edit");
        Locator said = page.locator(".saver .said");
        assertThat(said).isHidden();
        page.locator("#f-name").fill("First and best");
        page.locator("#f-active").click();
        assertThat(said).containsText("2 changes not saved");
        assertThat(said).containsText("Name, Active");
        page.locator("#f-active").click();
        page.locator("#f-name").fill("First");
        assertThat(said).isHidden();

        tab("Texts");
        page.locator("#f-words-add").fill("much too long for a word");
        page.locator("#f-words-add").press("Enter");
        tab("Crate");
        save();
        Locator summary = page.locator("#summary");
        assertThat(summary).isFocused();
        assertThat(summary.locator("a")).hasText("Words");
        assertThat(page.locator("#pane-2")).isVisible();
        tab("Crate");
        summary.locator("a").click();
        assertThat(page.locator("#pane-2")).isVisible();
        assertThat(field("words").locator(".mistake")).isVisible();
    }

    // ---- single kinds of fields

    @Test
    void dates_are_written_as_everywhere_until_they_are_edited_and_a_colour_is_chosen() {
        page.navigate("/admin/crates/1/edit");
        page.locator("#f-state").selectOption("live");
        page.locator("#f-released_on").fill("2026-02-01");
        page.locator("#f-moment").fill("2026-11-22T10:42");
        page.locator("#f-clock").fill("17:05");
        assertThat(field("released_on").locator(".dated")).hasAttribute("data-shown", "1 Feb 2026");
        assertThat(field("moment").locator(".dated")).hasAttribute("data-shown", "22 Nov 2026, 10:42");
        assertThat(field("clock").locator(".dated")).hasAttribute("data-shown", "17:05");
        page.locator("#f-clock").fill("17:05:09");
        assertThat(field("clock").locator(".dated")).hasAttribute("data-shown", "17:05:09");
        page.locator("#f-clock").fill("17:05");
        page.locator("#f-hue").fill("#336699");
        assertThat(field("hue").locator("[type=color]")).hasValue("#336699");
        field("hue").locator("[type=color]").fill("#aa0000");
        assertThat(page.locator("#f-hue")).hasValue("#aa0000");
        save();
        page.waitForURL("**/admin/crates/1");
        JsonNode saved = send("GET", "crates/1", "", 200);
        assertThat(saved.get("released_on").asText()).isEqualTo("2026-02-01");
        assertThat(saved.get("moment").asText()).isEqualTo("2026-11-22T10:42:00Z");
        assertThat(saved.get("clock").asText()).isEqualTo("17:05:00");
        assertThat(saved.get("hue").asText()).isEqualTo("#aa0000");
    }

    @Test
    void arabic_forms_show_dates_as_lists_do_and_colours_from_left_to_right() {
        String record = "{\"name\":\"Arabic\",\"code\":\"%s\",\"moment\":\"2026-11-22T13:38:00Z\",\"hue\":\"#336699\"}"
                .formatted(code());
        long id = send("POST", "crates/", record, 201).get("id").asLong();
        try (Page arabic = window.signedIn(server, true, false, 1440)) {
            arabic.context()
                    .addCookies(List.of(new Cookie("admin_language", "ar")
                            .setUrl(server.uri("/").toString())));
            arabic.navigate("/admin/crates/" + id);
            assertThat(arabic.locator("html")).hasAttribute("dir", "rtl");
            String shown = arabic.locator("bdi.date", new Page.LocatorOptions().setHasText("2026"))
                    .first()
                    .textContent();
            assertThat(shown).startsWith("22\u200f/11\u200f/2026").endsWith("م");
            assertThat(arabic.locator(".colour")).hasAttribute("dir", "ltr");
            arabic.navigate("/admin/crates/" + id + "/edit");
            Locator dated = arabic.locator("[data-field=moment] .dated");
            assertThat(dated).hasAttribute("data-shown", shown);
            assertThat(dated).hasCSS("direction", "rtl");
            assertThat(arabic.locator("#f-hue")).hasAttribute("dir", "ltr");
            arabic.locator("#f-clock").fill("13:38");
            assertThat(arabic.locator("[data-field=clock] .dated"))
                    .hasAttribute("data-shown", Pattern.compile("1:38\\s?م"));
            assertThat(arabic.locator("[data-field=hue] [type=color]"))
                    .hasAttribute("aria-label", Pattern.compile("\u2068Hue\u2069"));
            arabic.locator("#f-moment").fill("2026-11-23T13:38");
            arabic.locator(".saver .primary").click();
            arabic.waitForURL("**/admin/crates/" + id);
        }
        assertThat(send("GET", "crates/" + id, "", 200).get("moment").asText()).isEqualTo("2026-11-23T13:38:00Z");
    }

    @Test
    void a_record_to_refer_to_is_made_in_a_dialog() {
        page.navigate(FORM);
        field("maker_id").locator("a[data-new]").press("Enter");
        Locator dialog = page.locator("dialog.related");
        dialog.locator("[data-field=about] textarea").fill("*fast*");
        assertThat(dialog.locator(".prose em")).hasText("fast");
        dialog.locator("[data-field=name] input[type=text]").fill("Oakworks");
        dialog.locator(".actions .primary").click();
        assertThat(dialog.locator(".mistake")).isVisible();
        dialog.locator("[data-field=name] input[type=text]").fill("Maker " + number);
        assertThat(window.barriers(page)).isEmpty();
        dialog.locator(".actions .primary").click();
        assertThat(dialog).hasCount(0);
        assertThat(page.locator("#f-maker_id option:checked")).hasText("Maker " + number);
        assertThat(field("maker_id").locator("a[data-new]")).isFocused();

        field("maker_id").locator("a[data-new]").press("Enter");
        assertThat(dialog).isVisible();
        page.keyboard().press("Escape");
        assertThat(dialog).hasCount(0);
        page.locator("#f-name").fill("With a maker");
        page.locator("#f-code").fill(code());
        save();
        page.waitForURL(Pattern.compile(".*/admin/crates/\\d+([?#].*)?$"));
        assertThat(crate(code()).get("maker_id").asInt()).isGreaterThan(1);
    }

    @Test
    void a_record_with_a_file_and_children_is_made_in_a_dialog_whose_buttons_work() {
        page.navigate("/admin/boards/create");
        page.locator("#f-name").fill("Typed");
        page.context().clearCookies();
        field("shelf_id").locator("a[data-new]").press("Enter");
        page.locator("dialog [name=password]").fill(RunningServer.PASSWORD);
        page.locator("dialog [name=password]").press("Enter");
        Locator dialog = page.locator("dialog.related");
        dialog.locator("[data-field=plan] input[type=file]")
                .setInputFiles(new FilePayload("plan.txt", "text/plain", new byte[] {'1'}));
        assertThat(dialog.locator("[data-field=plan] .upload-name a")).hasText("plan.txt");
        page.keyboard().press("Escape");
        dialog.locator("[data-add=boards]").click();
        dialog.locator("[data-field=name] input[type=text]").fill("Shelf " + number);
        dialog.locator("tr.child input[type=text][name$='.name']").fill("Pine");
        dialog.locator(".actions .primary").click();
        assertThat(dialog).hasCount(0);
        assertThat(page.locator("#f-shelf_id option:checked")).hasText("Shelf " + number);
        assertThat(page.locator("#f-name")).hasValue("Typed");
        JsonNode shelf = send("GET", "shelves/?name=Shelf%20" + number + "&expand=boards", "", 200)
                .at("/items/0");
        assertThat(shelf.at("/plan/name").asText()).isEqualTo("plan.txt");
        assertThat(shelf.at("/boards/0/name").asText()).isEqualTo("Pine");
        assertThat(shelf.at("/boards/0/position").asInt()).isEqualTo(1);
    }

    @Test
    void rows_of_equal_positions_are_moved_and_all_rows_are_there_after_an_error() {
        int shelf =
                send("POST", "shelves/", "{\"name\":\"Moved\"}", 201).get("id").asInt();
        for (String name : List.of("Ash", "Beech", "Cedar")) {
            send("POST", "boards/", "{\"name\":\"" + name + "\",\"shelf_id\":" + shelf + "}", 201);
        }
        page.navigate("/admin/shelves/" + shelf + "/edit");
        Locator names = page.locator("tr.child:not(.new) input[type=text][name$='.name']");
        names.nth(2).press("Alt+ArrowUp");
        page.locator("[data-add=boards]").click();
        page.locator("tr.child.new input[type=text][name$='.name']")
                .evaluate("one => one.removeAttribute('maxlength')");
        page.locator("tr.child.new input[type=text][name$='.name']").fill("A name that is too long");
        save();
        assertThat(page.locator("tr.reason")).containsText("10");
        assertThat(names).hasCount(3);
        page.locator("tr.child.new input[type=text][name$='.name']").fill("Deal");
        save();
        page.waitForURL(Pattern.compile(".*/admin/shelves/\\d+([?#].*)?$"));
        JsonNode boards = send("GET", "boards/?shelf_id=" + shelf + "&ordering=position", "", 200)
                .get("items");
        assertThat(boards.findValuesAsText("name")).containsExactly("Ash", "Cedar", "Beech", "Deal");
    }

    @Test
    void an_item_of_a_list_that_is_typed_is_saved_by_the_keys_of_saving() {
        page.navigate(FORM);
        page.locator("#f-name").fill("Typed");
        page.locator("#f-code").fill(code());
        tab("Texts");
        page.locator("#f-words-add").fill("oak");
        page.keyboard().press("Control+s");
        page.waitForURL(Pattern.compile(".*/admin/crates/\\d+([?#].*)?$"));
        assertThat(crate(code()).at("/words/0").asText()).isEqualTo("oak");
    }

    @Test
    void an_input_method_keeps_its_keys() {
        page.navigate(FORM);
        tab("Texts");
        page.locator("#f-words-add").fill("木");
        page.locator("#f-words-add")
                .evaluate(
                        "one => one.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))");
        assertThat(page.locator("#f-words-add")).hasValue("木");
        assertThat(field("words").locator(".tag")).hasCount(0);
    }

    @Test
    void the_name_of_a_list_is_not_cut_by_what_its_records_are() {
        for (int width : List.of(390, 1024)) {
            page.setViewportSize(width, 844);
            page.navigate("/admin/crates/");
            assertThat(page.locator(".title > .about")).isVisible();
            assertThat(((Number) page.locator("h1").evaluate("h1 => h1.scrollWidth - h1.clientWidth")).intValue())
                    .isNotPositive();
            assertThat(window.barriers(page)).isEmpty();
        }
    }

    @Test
    void a_record_is_duplicated() {
        page.navigate("/admin/crates/1/edit");
        page.locator("header .acts a", new Page.LocatorOptions().setHasText("Duplicate"))
                .click();
        assertThat(page.locator("#f-name")).hasValue("First");
        assertThat(page.locator("#f-code")).hasValue("");
        page.locator("#f-code").fill(code());
        save();
        page.waitForURL(Pattern.compile(".*/admin/crates/\\d+([?#].*)?$"));
        assertThat(crate(code()).get("marks").toString()).isEqualTo("[8]");
    }

    // ---- without scripts

    @Test
    void everything_is_filled_in_without_scripts() {
        try (Page plain = window.visitor(server, false, false, 1024)) {
            BrowserWindow.signIn(plain, RunningServer.EMAIL, RunningServer.PASSWORD);
            plain.navigate(FORM);
            plain.fill("#f-name", "Plain");
            plain.fill("#f-code", "TAKEN");
            plain.fill("#f-story", "**bold**");
            assertThat(plain.locator("[data-mark=bold]")).isHidden();
            plain.locator(".previewer").click();
            assertThat(plain.locator("#f-story-preview strong")).hasText("bold");
            assertThat(plain.locator("#f-story-preview")).isFocused();
            assertThat(plain.locator("#f-story-preview")).isInViewport();
            assertThat(plain.locator("#f-name")).hasValue("Plain");
            plain.locator("#f-active").uncheck();
            plain.selectOption("#f-state", "live");
            plain.fill("#f-released_on", "2026-02-01");
            plain.fill("#f-moment", "2026-11-22T10:42");
            plain.fill("#f-hue", "#336699");
            plain.fill("#f-doc", "{a}");
            plain.fill("#f-words", "one\ntwo");
            plain.selectOption("#f-maker_id", "1");
            plain.locator("[data-field=marks] input[value='8']").check();
            plain.locator("[data-field=marks] input[value='9']").check();
            plain.locator(".saver .primary").click();
            assertThat(plain.locator("#summary a")).hasText(new String[] {"Code", "Doc"});
            assertThat(plain.locator("[data-field=doc] .mistake")).containsText("Invalid JSON at line 1");
            plain.locator("#summary a").first().click();
            plain.waitForURL(Pattern.compile(".*#f-code"));
            assertThat(plain.locator("#f-words")).hasValue("one\ntwo");
            plain.fill("#f-code", code());
            plain.fill("#f-doc", "{\"a\":1}");
            plain.locator(".saver .primary").click();
            assertThat(plain.locator(".prose strong")).hasText("bold");

            JsonNode made = crate(code());
            assertThat(made.get("active").asBoolean()).isFalse();
            assertThat(made.get("released_on").asText()).isEqualTo("2026-02-01");
            assertThat(made.get("doc").toString()).isEqualTo("{\"a\":1}");
            assertThat(made.get("words").toString()).isEqualTo("[\"one\",\"two\"]");
            assertThat(made.get("marks").toString()).isEqualTo("[8,9]");
        }
    }
}
