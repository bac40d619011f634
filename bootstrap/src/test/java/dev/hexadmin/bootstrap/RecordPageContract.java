package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of a record: state, facts, steps, related records, history, and the records before and after. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RecordPageContract {
    static final String PARCELS = "/admin/parcels/";

    RunningServer server;
    private String token;
    private PanelVisitor visitor;
    BrowserWindow window;
    private final List<Long> added = new ArrayList<>();

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("depots")
                                .label("Depot")
                                .labelPlural("Depots")
                                .display("{name}")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field("name", FieldType.STRING, f -> f.required())
                                .build())
                        .register(ModelDefinition.builder("parcels")
                                .label("Parcel")
                                .labelPlural("Parcels")
                                .display("{code}")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field("code", FieldType.STRING, f -> f.required())
                                .field(
                                        "state",
                                        FieldType.ENUM,
                                        f -> f.values(List.of("ready", "sent", "arrived", "lost"))
                                                .defaultValue(new DefaultValue.Constant("ready"))
                                                .colours(Map.of(
                                                        "ready", Hue.GREY, "sent", Hue.BLUE, "arrived", Hue.GREEN,
                                                        "lost", Hue.RED))
                                                .steps(List.of("ready", "sent", "arrived")))
                                .field(
                                        "weight",
                                        FieldType.DECIMAL,
                                        f -> f.precision(8).scale(2).unit("kg"))
                                .field(
                                        "price",
                                        FieldType.DECIMAL,
                                        f -> f.precision(8).scale(2).currency("EUR"))
                                .field("sent_on", FieldType.DATE)
                                .field("city", FieldType.STRING)
                                .field("fragile", FieldType.BOOLEAN)
                                .field("note", FieldType.TEXT)
                                .field("depot_id", FieldType.REFERENCE, f -> f.to("depots"))
                                .field("from_id", FieldType.REFERENCE, f -> f.to("depots"))
                                .inlines("items")
                                .listDisplay(List.of("code", "state", "weight", "sent_on", "city", "depot_id"))
                                .listFilter(List.of("state", "weight"))
                                .searchFields(List.of("code"))
                                .ordering(List.of("id"))
                                .build())
                        .register(ModelDefinition.builder("items")
                                .label("Item")
                                .labelPlural("Items")
                                .display("{name}")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field(
                                        "parcel_id",
                                        FieldType.REFERENCE,
                                        f -> f.required().to("parcels").onDelete(OnDelete.CASCADE))
                                .field("name", FieldType.STRING, f -> f.required())
                                .field("number", FieldType.INTEGER)
                                .listDisplay(List.of("parcel_id", "name", "number"))
                                .build())
                        .register(ModelDefinition.builder("scans")
                                .label("Scan")
                                .labelPlural("Scans")
                                .display("{place}")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                .field(
                                        "parcel_id",
                                        FieldType.REFERENCE,
                                        f -> f.required().to("parcels").onDelete(OnDelete.CASCADE))
                                .field("place", FieldType.STRING, f -> f.required())
                                .listDisplay(List.of("parcel_id", "place"))
                                .build()));
        token = server.token();
        send("POST", "depots/", "{\"name\":\"North\"}", 201);
        StringBuilder create = new StringBuilder("{\"create\":[");
        for (int i = 1; i <= 12; i++) {
            create.append(i == 1 ? "" : ",")
                    .append(
                            "{\"code\":\"P%02d\",\"state\":\"%s\",\"weight\":%d,\"price\":%d,\"city\":\"Town %d\",\"sent_on\":\"2026-01-02\",\"depot_id\":1,\"note\":\"Line one\\nLine two\"}"
                                    .formatted(i, i % 2 == 0 ? "sent" : "ready", i, i * 1000, i));
        }
        send("POST", "parcels/bulk", create + "]}", 200);
        for (int i = 1; i <= 12; i++) {
            send("POST", "scans/", "{\"parcel_id\":1,\"place\":\"Place " + i + "\"}", 201);
        }
        send("POST", "items/", "{\"parcel_id\":1,\"name\":\"Saw\",\"number\":3}", 201);
        visitor = PanelVisitor.signedIn(server);
        window = BrowserWindow.open();
    }

    @AfterEach
    void leaveTheRecordsAsTheyWere() {
        window.closePages();
        for (long id : added) {
            send("DELETE", "parcels/" + id, "", 204);
        }
        added.clear();
    }

    @AfterAll
    void close() {
        if (window != null) {
            window.close();
        }
        if (visitor != null) {
            visitor.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private JsonNode send(String method, String path, String body, int status) {
        HttpResponse<String> answer = server.send(method, "/admin/api/" + path, token, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningServer.json(answer);
    }

    private long parcel(String code, String state) {
        long id = send("POST", "parcels/", "{\"code\":\"" + code + "\",\"state\":\"" + state + "\"}", 201)
                .get("id")
                .longValue();
        added.add(id);
        return id;
    }

    private PanelVisitor user(String name, String role) {
        long id = send("POST", "roles/", role.replaceFirst("[{]", "{\"name\":\"" + name + "\","), 201)
                .get("id")
                .longValue();
        send(
                "POST",
                "admin_users/",
                "{\"email\":\"" + name + "@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\",\"roles\":["
                        + id + "]}",
                201);
        return PanelVisitor.signedIn(server, name + "@example.com", RunningServer.PASSWORD);
    }

    private static String link(Page page, String rel) {
        return page.document().select("#around a[rel=" + rel + "]").attr("href");
    }

    // ---- what is on the page

    @Test
    void the_state_is_beside_the_title_and_no_value_is_there_twice() {
        Page page = visitor.get(PARCELS + "2");
        assertThat(page.text(".title > .tag")).isEqualTo("State: Sent");
        assertThat(page.document().select(".title > .tag").hasClass("blue")).isTrue();
        assertThat(page.texts(".facts dt")).containsExactly("Depot", "Weight", "Sent on", "City", "Price");
        assertThat(page.texts(".facts dd")).containsExactly("North", "2.00 kg", "2 Jan 2026", "Town 2", "€2,000.00");
        assertThat(page.texts(".values dt"))
                .doesNotContain("Code", "State", "Weight")
                .contains("Note", "Fragile");
        assertThat(page.texts(".acts .primary")).containsExactly("Edit");
        assertThat(page.texts(".menu > *")).last().isEqualTo("Delete");
        assertThat(page.click("Duplicate").text("h1")).isEqualTo("New parcel");
    }

    @Test
    void steps_have_the_times_of_the_history() {
        long id = parcel("S", "ready");
        Page fresh = visitor.get(PARCELS + id);
        assertThat(fresh.texts(".steps li b")).containsExactly("Ready", "Sent", "Arrived");
        assertThat(fresh.texts(".steps [aria-current=step] b")).containsExactly("Ready");
        assertThat(fresh.texts(".steps small")).hasSize(1);
        send("PATCH", "parcels/" + id, "{\"state\":\"sent\"}", 200);
        send("PATCH", "parcels/" + id, "{\"state\":\"lost\"}", 200);
        Page lost = visitor.get(PARCELS + id);
        assertThat(lost.texts(".steps li b")).containsExactly("Done: Ready", "Done: Sent", "Arrived", "Lost");
        assertThat(lost.texts(".steps small")).hasSize(3);
        send("PATCH", "parcels/" + id, "{\"state\":\"arrived\"}", 200);
        assertThat(visitor.get(PARCELS + id).document().select(".steps .done")).hasSize(3);
    }

    @Test
    void the_history_is_beside_the_values_and_written_as_they_are() {
        long id = parcel("H", "ready");
        send("PATCH", "parcels/" + id, "{\"state\":\"sent\",\"price\":\"1234.5\",\"depot_id\":1}", 200);
        send("PATCH", "parcels/" + id, "{\"note\":\"one\\ntwo\"}", 200);
        Page page = visitor.get(PARCELS + id);
        assertThat(page.text(".history .card-head")).isEqualTo("History All 3 changes");
        assertThat(page.texts(".history .time > li > div > p:first-child"))
                .containsExactly(
                        RunningServer.EMAIL + " changed a field",
                        RunningServer.EMAIL + " changed 3 fields",
                        RunningServer.EMAIL + " created the record");
        assertThat(page.texts(".history .diff"))
                .containsExactlyInAnyOrder(
                        "Note new text", "State Ready Sent", "Price nothing €1,234.50", "Depot nothing North");
        assertThat(page.document().select(".history ins .dot.blue")).hasSize(1);
        Page all = page.click("All 3 changes");
        assertThat(all.text("h1")).isEqualTo("History of H");
        assertThat(all.document().select(".timeline .dot.blue")).isNotEmpty();
        assertThat(all.text("main")).contains("€1,234.50");
    }

    @Test
    void tabs_have_counts_and_the_first_records_of_what_refers_to_the_record() {
        Page page = visitor.get(PARCELS + "1");
        assertThat(page.texts("#related .tabs a")).containsExactly("Items 1", "Scans 12");
        assertThat(page.texts("#related thead th")).containsExactly("Name", "Number", "Open");
        Page scans = page.click("Scans 12");
        assertThat(scans.texts("#related tbody tr")).hasSize(10);
        assertThat(scans.texts("#related [aria-current]")).containsExactly("Scans 12");
        assertThat(scans.click("All 12 scans").text("main .count")).isEqualTo("12 Scans");
        assertThat(scans.click("Place 1").text("h1")).isEqualTo("Place 1");
        Page none = visitor.get(PARCELS + "2?related=scans");
        assertThat(none.text("#related")).contains("There are no scans yet.");
        assertThat(none.click("Add scan")
                        .document()
                        .select("[name=parcel_id] option[selected]")
                        .val())
                .isEqualTo("2");
        // a model with two references has a tab for each
        assertThat(visitor.get("/admin/depots/1").texts("#related .tabs a"))
                .containsExactly("Parcels by Depot 12", "Parcels by From 0");
        assertThat(visitor.get("/admin/depots/1?related=parcels.from_id").text("#related [aria-current]"))
                .isEqualTo("Parcels by From 0");
        assertThat(visitor.get(PARCELS + "1?related=nothing").status()).isEqualTo(200);
    }

    // ---- the records before and after

    @Test
    void the_records_of_the_list_are_gone_through_in_its_order() {
        Page list = visitor.get(PARCELS + "?state=sent&ordering=-weight");
        String first = list.document().selectFirst("table.records a.open").attr("href");
        assertThat(first).isEqualTo(PARCELS + "12?list=state%3Dsent%26ordering%3D-weight");
        Page page = visitor.get(first);
        assertThat(page.text("#around")).isEqualTo("1 of 6");
        assertThat(link(page, "prev")).isEmpty();
        Page next = visitor.get(link(page, "next"));
        assertThat(next.text("h1")).isEqualTo("P10");
        assertThat(next.text("#around")).isEqualTo("2 of 6");
        assertThat(visitor.get(link(next, "prev")).text("h1")).isEqualTo("P12");
        assertThat(next.document().select(".crumbs a").attr("href"))
                .isEqualTo(PARCELS + "?state=sent&ordering=-weight");
        // it survives a change, even one after which the list does not have the record any more
        Page saved = next.click("Edit")
                .form("form.record-form")
                .set("city", "Elsewhere")
                .send();
        assertThat(saved.follow().text("#around")).isEqualTo("2 of 6");
        send("PATCH", "parcels/10", "{\"state\":\"lost\"}", 200);
        Page gone = visitor.get(saved.header("Location").orElseThrow());
        assertThat(gone.text("#around")).isEmpty();
        assertThat(visitor.get(link(gone, "next")).text("h1")).isEqualTo("P08");
        assertThat(visitor.get(link(gone, "prev")).text("h1")).isEqualTo("P12");
        send("PATCH", "parcels/10", "{\"state\":\"sent\"}", 200);
    }

    @Test
    void every_record_has_its_neighbours_whatever_the_order_is() {
        parcel("N", "ready"); // neither weight nor depot
        for (String ordering : List.of("weight", "-weight,code", "depot_id__name,-sent_on", "-state,weight")) {
            JsonNode items = send("GET", "parcels/?state__ne=lost&fields=id&per_page=200&ordering=" + ordering, "", 200)
                    .get("items");
            String list = "?list=state__ne%3Dlost%26ordering%3D" + ordering.replace(",", "%252C");
            for (int i = 0; i < items.size(); i++) {
                Page page = visitor.get(PARCELS + items.get(i).get("id") + list);
                assertThat(page.text("#around")).as(ordering).isEqualTo((i + 1) + " of " + items.size());
                assertThat(link(page, "prev"))
                        .as(ordering)
                        .isEqualTo(i == 0 ? "" : PARCELS + items.get(i - 1).get("id") + list);
                assertThat(link(page, "next"))
                        .as(ordering)
                        .isEqualTo(
                                i == items.size() - 1
                                        ? ""
                                        : PARCELS + items.get(i + 1).get("id") + list);
            }
        }
    }

    @Test
    void without_a_list_it_is_the_order_of_the_model() {
        assertThat(visitor.get(PARCELS)
                        .document()
                        .selectFirst("table.records a.open")
                        .attr("href"))
                .isEqualTo(PARCELS + "1");
        Page page = visitor.get(PARCELS + "2");
        assertThat(page.text("#around")).startsWith("2 of ");
        assertThat(link(page, "prev")).isEqualTo(PARCELS + "1");
        assertThat(link(page, "next")).isEqualTo(PARCELS + "3");
        for (String odd :
                List.of("%26%25", "nothing%3D1", "ordering%3Dnothing", "page%3Dx", "q%3D" + "x".repeat(400))) {
            assertThat(visitor.get(PARCELS + "2?list=" + odd).status()).as(odd).isEqualTo(200);
        }
        // a query that is too long to be repeated in every row
        assertThat(visitor.get(PARCELS + "?state__in=" + "ready,".repeat(60) + "ready")
                        .document()
                        .selectFirst("table.records a.open")
                        .attr("href"))
                .doesNotContain("list=");
    }

    @Test
    void rights_and_row_policies_hold_for_all_parts() {
        try (PanelVisitor some = user(
                        "some",
                        "{\"permissions\":{\"parcels\":[\"view\"]},\"row_policies\":{\"parcels\":\"weight < 4\"}}");
                PanelVisitor blind = user(
                        "blind",
                        "{\"permissions\":{\"parcels\":[\"view\"],\"scans\":[\"view\"]},\"field_permissions\":{\"parcels\":{\"state\":[]},\"scans\":{\"parcel_id\":[]}}}")) {
            Page page = some.get(PARCELS + "3");
            assertThat(page.text("#around")).isEqualTo("3 of 3");
            assertThat(link(page, "next")).isEmpty();
            assertThat(link(page, "prev")).isEqualTo(PARCELS + "2");
            assertThat(page.document().select("#related")).isEmpty();
            assertThat(page.texts(".acts > .button, .menu > a")).containsExactly("Previous parcel", "History");
            Page hidden = blind.get(PARCELS + "2?list=state%3Dsent");
            assertThat(hidden.status()).isEqualTo(200);
            assertThat(hidden.document().select(".title > .tag, .steps, #around a, #related"))
                    .isEmpty();
            assertThat(hidden.text(".history")).doesNotContain("State");
        }
    }

    // ---- in a browser
    @Test
    void tabs_load_in_place_by_keyboard() {
        com.microsoft.playwright.Page page = window.signedIn(server, true);
        page.navigate(PARCELS + "1");
        page.evaluate("window.same = true");
        Locator tab = page.locator("#tab-scans");
        tab.focus();
        tab.press("Enter");
        page.waitForURL("**/admin/parcels/1?related=scans");
        assertThat(page.locator("#related tbody tr")).hasCount(10);
        assertThat(tab).isFocused();
        assertThat(page.evaluate("window.same")).isEqualTo(true);
        // the next record shows the same tab
        page.keyboard().press("Alt+ArrowDown");
        page.waitForURL("**/admin/parcels/2?related=scans");
        assertThat(page.locator("#related")).containsText("There are no scans yet.");
    }

    @Test
    void keys_lead_through_the_list_but_not_while_typing() {
        com.microsoft.playwright.Page page = window.signedIn(server, true);
        page.navigate(PARCELS + "?state=ready");
        page.locator("table.records a.open").nth(1).click();
        assertThat(page.locator("h1")).hasText("P03");
        page.keyboard().press("Alt+ArrowDown");
        assertThat(page.locator("h1")).hasText("P05");
        page.keyboard().press("Alt+ArrowUp");
        assertThat(page.locator("h1")).hasText("P03");
        page.waitForURL(Pattern.compile(".*/parcels/3[?]list=state%3Dready$"));
        page.navigate(PARCELS + "1?edit=items");
        page.locator(".child input:not([type=hidden])").first().focus();
        page.keyboard().press("Alt+ArrowDown");
        page.waitForURL(Pattern.compile(".*edit=items$"));
    }

    @Test
    void child_records_are_edited_in_place_and_the_list_is_kept() {
        com.microsoft.playwright.Page page = window.signedIn(server, true);
        page.navigate(PARCELS + "1?list=state%3Dready");
        assertThat(page.locator("#related input")).hasCount(0);
        page.getByText("Edit items").click();
        Locator number =
                page.locator(".child input[name$='.number']:not([type=hidden])").first();
        number.fill("9");
        page.getByText("Save items").click();
        page.waitForURL("**/parcels/1?list=state%3Dready&related=items");
        assertThat(page.locator("#related tbody")).containsText("9");
        assertThat(page.locator("#around")).containsText("of 6");
    }

    @Test
    void on_a_phone_rows_are_cards_and_the_neighbours_are_in_the_menu() {
        com.microsoft.playwright.Page page = window.signedIn(server, true, false, 390);
        page.navigate(PARCELS + "2?related=items");
        assertThat(page.locator("#around")).isHidden();
        page.locator(".acts details summary").click();
        page.getByText("Next parcel").click();
        assertThat(page.locator("h1")).hasText("P03");
        page.navigate(PARCELS + "1");
        Locator row = page.locator("#related tbody tr").first();
        assertThat(row.boundingBox().height).isGreaterThan(44);
        assertThat(row.locator("td").nth(1)).isVisible();
        List<?> facts = (List<?>) page.evaluate(
                "() => [...document.querySelectorAll('.facts > div')].map(one => one.getBoundingClientRect().width)");
        assertThat(((Number) facts.getFirst()).doubleValue()).isBetween(150.0, 200.0);
    }
}
