package dev.hexadmin.bootstrap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.bootstrap.PanelVisitor.Filled;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists, forms, single records, deletion and bulk changes, as a user without scripts uses them. */
abstract class PanelRecordsContract {
    @TempDir
    Path folder;

    RunningServer server;
    PanelVisitor visitor;
    String token;

    abstract DatabaseSettings database(Path folder);

    @BeforeEach
    void open() {
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("shelves")
                                .label("Shelf")
                                .labelPlural("Shelves")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        field -> field.required().unique().maxLength(40))
                                .searchFields(List.of("name"))
                                .build())
                        .register(ModelDefinition.builder("labels")
                                .label("Label")
                                .labelPlural("Labels")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING, field -> field.required())
                                .searchFields(List.of("name"))
                                .build())
                        .register(ModelDefinition.builder("books")
                                .label("Book")
                                .labelPlural("Books")
                                .display("{title}")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field(
                                        "title",
                                        FieldType.STRING,
                                        field -> field.required().maxLength(60))
                                .field("blurb", FieldType.TEXT)
                                .field(
                                        "price",
                                        FieldType.DECIMAL,
                                        field -> field.precision(8).scale(2).minimum(BigDecimal.ZERO))
                                .field("pages", FieldType.INTEGER)
                                .field(
                                        "state",
                                        FieldType.ENUM,
                                        field -> field.values(List.of("new", "worn_out"))
                                                .defaultValue(new DefaultValue.Constant("new")))
                                .field(
                                        "signed",
                                        FieldType.BOOLEAN,
                                        field -> field.nullable(false).defaultValue(new DefaultValue.Constant(false)))
                                .field(
                                        "shelf_id",
                                        FieldType.REFERENCE,
                                        field -> field.to("shelves").onDelete(Reference.OnDelete.RESTRICT))
                                .field("labels", FieldType.REFERENCES, field -> field.to("labels"))
                                .field("printed_at", FieldType.DATETIME)
                                .field("facts", FieldType.JSON)
                                .listDisplay(List.of("title", "price", "state", "signed", "shelf_id"))
                                .listFilter(List.of("state", "signed", "price", "shelf_id", "printed_at", "title"))
                                .searchFields(List.of("title"))
                                .ordering(List.of("title"))
                                .pageSize(2)
                                .build()));
        token = server.token();
        post("shelves", "{\"name\":\"Left\"}");
        post("shelves", "{\"name\":\"Right\"}");
        post("labels", "{\"name\":\"red\"}");
        post("labels", "{\"name\":\"blue\"}");
        post(
                "books",
                "{\"title\":\"Ants\",\"price\":\"5.00\",\"shelf_id\":1,\"labels\":[1],"
                        + "\"printed_at\":\"2026-01-02T03:04:05.123456Z\",\"facts\":{\"a\":1}}");
        post("books", "{\"title\":\"Bees\",\"price\":\"7.50\",\"state\":\"worn_out\",\"shelf_id\":2}");
        post("books", "{\"title\":\"<b>Cats\",\"price\":\"9.00\",\"signed\":true}");
        visitor = PanelVisitor.signedIn(server);
    }

    @AfterEach
    void close() {
        visitor.close();
        server.close();
    }

    private void post(String model, String body) {
        assertThat(server.send("POST", "/admin/api/" + model + "/", token, body).statusCode())
                .isEqualTo(201);
    }

    private String stored(String path) {
        // PostgreSQL writes documents with spaces
        return server.send("GET", "/admin/api/" + path, token, "")
                .body()
                .replace("\": ", "\":")
                .replace("[1, ", "[1,");
    }

    private List<String> titles(Page page) {
        return page.texts("table.records tbody a.open");
    }

    private static Filled form(Page page) {
        return page.form("form.record-form");
    }

    @Test
    void a_list_follows_the_rights_of_its_user_on_the_next_request() throws Exception {
        String created = server.send(
                        "POST",
                        "/admin/api/roles/",
                        token,
                        "{\"name\":\"clerks\",\"permissions\":{\"books\":[\"view\",\"edit\"]}}")
                .body();
        long role = RunningServer.JSON.readTree(created).get("id").longValue();
        post(
                "admin_users",
                "{\"email\":\"clerk@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\",\"roles\":[" + role
                        + "]}");
        try (PanelVisitor clerk = PanelVisitor.signedIn(server, "clerk@example.com", RunningServer.PASSWORD)) {
            for (int page = 1; page <= 2; page++) { // the second one has what was kept of the first
                Page list = clerk.get("/admin/books/?page=" + page);
                assertThat(list.texts("thead th a")).containsExactly("Title ↑", "Price", "State", "Signed", "Shelf");
                assertThat(list.document().select("a.edit, td.tick input")).isNotEmpty();
                assertThat(list.document().select("th[data-field]").eachAttr("data-field"))
                        .containsExactly("title", "price", "state", "signed", "shelf_id");
                assertThat(list.document().select("[name=price__gte]")).hasSize(1);
            }
            String fewer = "{\"permissions\":{\"books\":[\"view\"]},\"field_permissions\":{\"books\":{\"price\":[]}}}";
            assertThat(server.send("PATCH", "/admin/api/roles/" + role, token, fewer)
                            .statusCode())
                    .isEqualTo(200);
            Page list = clerk.get("/admin/books/?page=1");
            assertThat(list.texts("thead th a")).containsExactly("Title ↑", "State", "Signed", "Shelf");
            assertThat(list.document().select("a.edit, td.tick input, th[data-field], [name=price__gte]"))
                    .isEmpty();
            assertThat(list.body()).doesNotContain("9.00");
        }
    }

    @Test
    void a_list_shows_its_columns_page_by_page() {
        Page first = visitor.get("/admin/books/");
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.texts("thead th a")).containsExactly("Title ↑", "Price", "State", "Signed", "Shelf");
        assertThat(titles(first)).containsExactly("<b>Cats", "Ants");
        assertThat(first.body()).doesNotContain("<b>Cats");
        assertThat(first.text("main .count")).isEqualTo("3 Books");
        assertThat(first.text("td a[href='/admin/shelves/1']")).isEqualTo("Left");
        Page second = first.click("Next");
        assertThat(titles(second)).containsExactly("Bees");
        assertThat(second.text(".foot .idle")).isEqualTo("3–3 of 3");
        assertThat(titles(second.click("First"))).hasSize(2);
    }

    @Test
    void a_list_is_searched_filtered_and_ordered_by_its_address() {
        Page searched =
                visitor.get("/admin/books/").form(".listtools").set("q", "ee").send();
        assertThat(titles(searched)).containsExactly("Bees");
        Page filtered = visitor.get("/admin/books/")
                .form(".listtools")
                .set("price__gte", "6")
                .send();
        assertThat(titles(filtered)).containsExactly("<b>Cats", "Bees");
        assertThat(filtered.texts(".chips li")).containsExactly("Price from 6", "Clear all");
        assertThat(titles(visitor.get(filtered.document().select(".chips .off").attr("href"))))
                .hasSize(2);
        assertThat(titles(visitor.get("/admin/books/?shelf_id=2"))).containsExactly("Bees");
        assertThat(visitor.get("/admin/books/?shelf_id=2").text(".chips a")).isEqualTo("Shelf: Right");
        assertThat(visitor.get("/admin/books/?shelf_id__in=1,2&price__range=6,8&title__isnull=false")
                        .texts(".chips li"))
                .containsExactlyInAnyOrder(
                        "Shelf is one of Left, Right", "Price: 6 to 8", "Title is not empty", "Clear all");
        assertThat(visitor.get("/admin/books/?title__in=a,b,c,d,e,f,g").text(".chips a"))
                .isEqualTo("Title is one of a, b, c, d, e and 2 more");
        Page ordered = visitor.get("/admin/books/").click("Price");
        assertThat(titles(ordered)).containsExactly("Ants", "Bees");
        assertThat(ordered.texts("thead th a")).contains("Price ↑", "Title ↑2");
        assertThat(titles(ordered.click("Price ↑"))).containsExactly("<b>Cats", "Bees");
        Page nothing = visitor.get("/admin/books/?q=zebra");
        assertThat(nothing.text(".empty")).isEqualTo("No results match “zebra”. Clear search");
        Page both = visitor.get("/admin/books/?q=zebra&price__gte=6&ordering=title");
        assertThat(both.text(".empty"))
                .isEqualTo("No results match “zebra” with your filters. The filters are Price from 6."
                        + " Clear filters Clear search and filters");
        assertThat(both.document().select(".empty a").eachAttr("href"))
                .satisfiesExactly(
                        kept -> assertThat(kept).endsWith("/admin/books/?ordering=title&q=zebra"),
                        all -> assertThat(all).endsWith("/admin/books/?ordering=title"));
        assertThat(visitor.get("/admin/shelves/?q=zebra").status()).isEqualTo(200);
        assertThat(titles(visitor.get("/admin/books/?expand=shelf_id&shelf_id=2")))
                .containsExactly("Bees");
    }

    @Test
    void several_values_of_a_filter_are_ticked() {
        Page boxes = visitor.get("/admin/books/?list.open=filter")
                .form(".builder")
                .set("list.filter.0.field", "shelf_id")
                .set("list.filter.0.lookup", "in")
                .set("list.do", "update")
                .send();
        assertThat(boxes.texts(".boxes label")).hasSizeGreaterThan(1);
        assertThat(boxes.document().select(".boxes input[checked]")).isEmpty();
        Page list = boxes.form(".builder")
                .set("list.filter.0.value.1", "1")
                .set("list.filter.0.value.2", "2")
                .set("list.do", "apply")
                .send();
        assertThat(list.header("Location").orElse("")).endsWith("/admin/books/?shelf_id__in=1%2C2");
        Page again = visitor.get("/admin/books/?shelf_id__in=2&list.open=filter");
        assertThat(again.document().select(".boxes input[checked]").eachAttr("value"))
                .containsExactly("2");
        assertThat(visitor.get("/admin/books/?shelf_id__in=2,9999&list.open=filter")
                        .form(".builder")
                        .fields())
                .containsEntry("list.filter.0.value.9999", List.of("9999"));
    }

    @Test
    void filters_are_combined_in_a_form() {
        Page builder = visitor.get("/admin/books/?q=s&list.open=filter");
        assertThat(builder.status()).isEqualTo(200);
        Page two = builder.form(".builder")
                .set("list.filter..join", "any")
                .set("list.filter.0.field", "title")
                .set("list.filter.0.lookup", "icontains")
                .set("list.filter.0.value", "ants")
                .set("list.do", "group:")
                .send();
        assertThat(two.form(".builder").fields().get("list.filter.0.value")).containsExactly("ants");
        Page wrong = two.form(".builder")
                .set("list.filter.1.0.field", "price")
                .set("list.filter.1.0.lookup", "gt")
                .set("list.filter.1.0.value", "much")
                .set("list.do", "apply")
                .send();
        assertThat(wrong.status()).isEqualTo(200);
        assertThat(wrong.text(".builder .mistake")).startsWith("A decimal is expected");
        Page applied = wrong.form(".builder")
                .set("list.filter.1.0.value", "8")
                .set("list.do", "apply")
                .send();
        assertThat(applied.status()).isEqualTo(303);
        Page list = applied.follow();
        assertThat(titles(list)).containsExactly("<b>Cats", "Ants");
        assertThat(list.texts(".chips li")).containsExactly("Title contains ants or Price above 8", "Clear all");
        Page again = visitor.get(list.document().select(".chips li a").attr("href"));
        assertThat(again.form(".builder").fields())
                .containsEntry("list.filter..join", List.of("any"))
                .containsEntry("list.filter.1.value", List.of("8"))
                .containsEntry("q", List.of("s"));
        Page plain = again.form(".builder")
                .set("list.filter..join", "all")
                .set("list.do", "apply")
                .send();
        assertThat(plain.header("Location").orElse("")).endsWith("/admin/books/?q=s&title__icontains=ants&price__gt=8");
        Page less = again.form(".builder").set("list.do", "remove:0").send();
        assertThat(less.form(".builder").fields()).doesNotContainKey("list.filter.1.field");
    }

    @Test
    void numbers_and_times_are_compared_in_words_of_their_own() {
        assertThat(comparisons("price"))
                .contains("above", "from", "below", "up to", "is empty", "is not empty")
                .doesNotContain("after", "before", "to");
        assertThat(comparisons("title")).contains("after", "before", "is empty", "is not empty");
        Page builder = visitor.get("/admin/books/?title__isnull=false&list.open=filter");
        assertThat(builder.document().select("#lookup-0 option[selected]").text())
                .isEqualTo("is not empty");
        assertThat(builder.document().select("[name='list.filter.0.value']")).isEmpty();
        Page empty = builder.form(".builder")
                .set("list.filter.0.lookup", "isnull")
                .set("list.do", "apply")
                .send()
                .follow();
        assertThat(empty.texts(".chips li")).containsExactly("Title is empty", "Clear all");
    }

    private List<String> comparisons(String field) {
        return visitor.get("/admin/books/?list.open=filter")
                .form(".builder")
                .set("list.filter.0.field", field)
                .set("list.do", "update")
                .send()
                .texts("#lookup-0 option");
    }

    @Test
    void columns_are_chosen_and_ordered_in_a_form() {
        Page chosen = visitor.get("/admin/books/?list.open=columns&signed=false")
                .form(".listpanel")
                .without("list.show.title")
                .set("list.show.pages", "1")
                .set("list.at.pages", "1")
                .set("list.at.state", "2")
                .send();
        assertThat(chosen.status()).isEqualTo(303);
        assertThat(chosen.header("Location").orElse(""))
                .endsWith("/admin/books/?signed=false&fields=pages%2Cprice%2Cstate%2Csigned%2Cshelf_id");
        Page list = chosen.follow();
        assertThat(list.texts("thead th a")).containsExactly("Pages", "Price", "State", "Signed", "Shelf");
        assertThat(list.click("Compact").document().select("#list").attr("data-density"))
                .isEqualTo("compact");
    }

    @Test
    void what_is_not_valid_in_the_address_is_named_and_the_rest_of_the_list_is_shown() {
        Page wrong = visitor.get("/admin/books/")
                .form(".listtools")
                .set("price__gte", "much")
                .set("price__lte", "8")
                .set("shelf_id", "1")
                .send();
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(titles(wrong)).containsExactly("Ants");
        assertThat(wrong.text("#list-problems"))
                .startsWith("Fix the highlighted fields.")
                .doesNotContain("without");
        assertThat(wrong.texts("#list-problems li"))
                .containsExactly("Price from: A decimal is expected, such as \"19.90\".");
        assertThat(wrong.document()
                        .select("#filter-price__gte[aria-invalid=true]")
                        .val())
                .isEqualTo("much");
        assertThat(wrong.text("#filter-price__gte-wrong")).startsWith("A decimal is expected");
        assertThat(wrong.document().select("details.listfilters").hasAttr("open"))
                .isTrue();
        assertThat(wrong.texts(".chips li")).containsExactly("Price up to 8", "Shelf: Left", "Clear all");
        assertThat(titles(wrong.form(".listtools").set("price__gte", "1").send()))
                .containsExactly("Ants");

        Page stale = visitor.get("/admin/books/?page=none&ordering=nothing&gone=1&cursor=old&shelf_id=2");
        assertThat(stale.status()).isEqualTo(400);
        assertThat(titles(stale)).containsExactly("Bees");
        assertThat(stale.texts("#list-problems li"))
                .extracting(line -> line.replaceAll(":.*", ""))
                .containsExactlyInAnyOrder("page", "ordering", "gone", "cursor");
        assertThat(stale.text("#list-problems"))
                .startsWith("These parts of the address are not valid and not applied:");
        Page rest = stale.click("Show the list without them");
        assertThat(rest.status()).isEqualTo(200);
        assertThat(titles(rest)).containsExactly("Bees");
        assertThat(visitor.get("/admin/books/?q=" + "x".repeat(201)).text("#q-wrong"))
                .startsWith("At most 200");
        assertThat(visitor.get("/admin/books/?fields=nothing&q=ee").text("#list-problems"))
                .contains("There is no field 'nothing'.");
    }

    @Test
    void a_reference_is_sorted_by_what_it_shows() {
        post("shelves", "{\"name\":\"Attic\"}");
        post("books", "{\"title\":\"Dogs\",\"shelf_id\":3}");
        post("books", "{\"title\":\"Eels\",\"shelf_id\":1}");
        Page sorted = visitor.get("/admin/books/?per_page=10").click("Shelf");
        assertThat(titles(sorted)).containsExactly("<b>Cats", "Dogs", "Ants", "Eels", "Bees");
        assertThat(sorted.texts("thead th a")).contains("Shelf ↑", "Title ↑2");
        Page down = sorted.click("Shelf ↑");
        assertThat(titles(down)).containsExactly("Bees", "Ants", "Eels", "Dogs", "<b>Cats");
        assertThat(down.document().select("th[aria-sort=descending]").text()).startsWith("Shelf");
        // page by page, as a program reads a list
        String books = "books/?ordering=-shelf_id__name,title&fields=title&per_page=2";
        List<String> read = new ArrayList<>();
        Optional<String> cursor = Optional.of("");
        while (cursor.isPresent()) {
            String page = stored(books
                    + cursor.map(at -> at.isEmpty() ? "" : "&cursor=" + at).orElse(""));
            read.addAll(values(page, "title"));
            cursor = values(page, "next_cursor").stream().findFirst();
        }
        assertThat(read).containsExactly("Bees", "Ants", "Eels", "Dogs", "<b>Cats");
    }

    private static List<String> values(String json, String name) {
        return Pattern.compile("\"" + name + "\":\"([^\"]+)\"")
                .matcher(json)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void a_page_past_the_end_leads_to_the_last_one() {
        Page past = visitor.get("/admin/books/?page=99999");
        assertThat(past.status()).isEqualTo(200);
        assertThat(past.text("main .count")).isEqualTo("3 Books");
        assertThat(past.text(".empty"))
                .isEqualTo("This page is past the end of the list. The list has 2 pages. Go to the last page");
        assertThat(titles(past.click("Go to the last page"))).containsExactly("Bees");
        assertThat(titles(past.click("Previous"))).containsExactly("Bees");
        assertThat(past.document().select("a[rel=next]")).isEmpty();
        assertThat(visitor.get("/admin/books/?page=2&q=zebra").text(".empty")).startsWith("No results match");
        Page users = visitor.get("/admin/users/?page=99999");
        assertThat(users.text(".empty")).startsWith("This page is past the end of the list.");
        assertThat(users.click("Go to the last page").texts("tbody a.name")).isNotEmpty();
        Page uncounted = visitor.get("/admin/books/?page=7&count=none");
        assertThat(titles(uncounted.click("Go to the first page"))).hasSize(2);
    }

    @Test
    void a_form_that_was_opened_from_a_list_leads_back_to_it() {
        Page list = visitor.get("/admin/books/?shelf_id=2");
        Page opened = visitor.get(list.document().select("a.edit").attr("href"));
        assertThat(opened.document().select(".formend a").attr("href")).isEqualTo("/admin/books/?shelf_id=2");
        Page goesOn = form(opened).set("pages", "4").set("form.then", "edit").send();
        Page saved = form(goesOn.follow()).set("pages", "5").send();
        assertThat(saved.header("Location")).contains("/admin/books/?shelf_id=2");
        Page another = form(visitor.get("/admin/labels/create?next=/admin/labels/%3Fq%3Dr"))
                .set("name", "green")
                .set("form.then", "another")
                .send();
        assertThat(form(another.follow()).set("name", "rose").send().header("Location"))
                .contains("/admin/labels/?q=r");
    }

    @Test
    void deletions_and_changes_of_several_lead_back_to_the_page_of_the_list() {
        String list = "/admin/books/?price__gte=1&page=2";
        Page changed = visitor.get(list)
                .form("#bulk")
                .set("action", "set:state")
                .set("key", "3")
                .send();
        assertThat(changed.form().set("state", "worn_out").send().header("Location"))
                .contains(list);
        Page deletion = visitor.get("/admin/books/3/delete?next=" + URLEncoder.encode(list, UTF_8));
        assertThat(deletion.click("Cancel").answer().uri().toString()).endsWith(list);
        assertThat(deletion.document().select(".crumbs a").eachAttr("href")).contains(list);
        // the second page is gone with its only record
        assertThat(deletion.form().send().header("Location")).contains("/admin/books/?price__gte=1");
        Page elsewhere = visitor.get("/admin/books/2/delete?next=//example.com/");
        assertThat(elsewhere.form().send().header("Location")).contains("/admin/books/");
    }

    @Test
    void the_page_of_a_record_leads_back_to_the_list_from_all_of_its_pages() {
        String list = "/admin/books/?price__gte=1";
        String record = "/admin/books/1?list=price__gte%3D1";
        Page page = visitor.get(record);
        Page copy = page.click("Duplicate");
        assertThat(copy.document().select(".formend a").attr("href")).isEqualTo(list);
        assertThat(form(copy).set("title", "Ants again").send().header("Location"))
                .contains("/admin/books/4?list=price__gte%3D1");
        Page history = page.click("History");
        assertThat(history.document().select(".crumbs a").eachAttr("href")).contains(list, record);
        Page deletion = page.click("Delete");
        assertThat(deletion.document().select("a.quiet").eachAttr("href")).contains(record);
        assertThat(deletion.form().send().header("Location")).contains(list);
    }

    @Test
    void an_export_and_an_import_lead_back_to_the_list() {
        String list = "/admin/books/?price__gte=1&fields=title%2Cprice";
        Document page = visitor.get(list).document();
        Page export = visitor.get(page.select("a[href*=export]").attr("href"));
        assertThat(export.click("Back to the list").answer().uri().toString()).endsWith(list);
        Page upload = visitor.get(page.select("a[href*=import]").attr("href"));
        assertThat(upload.document().select(".crumbs a").eachAttr("href")).contains(list);
        assertThat(upload.document().select("main form").attr("action")).contains("?next=%2Fadmin%2Fbooks%2F");
    }

    @Test
    void an_empty_list_says_so() {
        server.send("DELETE", "/admin/api/labels/2", token, "");
        server.send("PATCH", "/admin/api/books/1", token, "{\"labels\":[]}");
        server.send("DELETE", "/admin/api/labels/1", token, "");
        assertThat(visitor.get("/admin/labels/").text(".empty")).contains("No labels yet.", "Create the first one");
    }

    @Test
    void a_new_record_is_made_in_a_form_that_loses_nothing_on_a_mistake() {
        Page mistaken = form(visitor.get("/admin/books/create"))
                .set("title", "")
                .set("price", "12.345")
                .set("pages", "many")
                .set("blurb", "two\r\nlines <i>")
                .set("facts", "{\"a\":")
                .set("labels", "2")
                .set("signed", "true", "false")
                .send();
        assertThat(mistaken.status()).isEqualTo(422);
        assertThat(mistaken.texts("#summary li a")).contains("Facts");
        assertThat(mistaken.document().select("#f-blurb").val()).isEqualTo("two\nlines <i>");
        assertThat(mistaken.document().select("#f-pages").val()).isEqualTo("many");
        Page second = form(mistaken).set("facts", "{\"a\":[1,2.50]}").send();
        assertThat(second.texts("#summary li a")).containsExactly("Title", "Price", "Pages");
        assertThat(second.document().select("#f-price").attr("aria-invalid")).isEqualTo("true");
        assertThat(second.document().select("#f-price-wrong").text()).contains("2 digits");
        Page made = form(second)
                .set("title", "Dogs")
                .set("price", "12.30")
                .set("pages", "99")
                .send();
        assertThat(made.status()).isEqualTo(303);
        assertThat(made.header("Location")).contains("/admin/books/4");
        Page shown = made.follow();
        assertThat(shown.text(".notice")).isEqualTo("Book “Dogs” was created.");
        assertThat(stored("books/4"))
                .contains(
                        "\"title\":\"Dogs\"",
                        "\"price\":\"12.30\"",
                        "\"pages\":99",
                        "\"blurb\":\"two\\nlines <i>\"",
                        "\"facts\":{\"a\":[1,2.50]}",
                        "\"labels\":[2]",
                        "\"signed\":true",
                        "\"state\":\"new\"");
    }

    @Test
    void a_form_that_arrives_again_makes_one_record() throws Exception {
        Filled form = form(visitor.get("/admin/books/create")).set("title", "Eels");
        List<Callable<Page>> clicks = Collections.nCopies(2, form::send);
        try (ExecutorService browser = Executors.newFixedThreadPool(2)) {
            for (Future<Page> click : browser.invokeAll(clicks)) {
                assertThat(click.get().header("Location")).contains("/admin/books/4");
            }
        }
        Page reloaded = form.send();
        assertThat(reloaded.header("Location")).contains("/admin/books/4");
        assertThat(reloaded.follow().text(".notice")).contains("not a second time");
        assertThat(form.set("title", "Eels II").send().header("Location")).contains("/admin/books/5");
        Page edited = visitor.get("/admin/books/4/edit");
        Filled change = form(edited).set("pages", "7");
        assertThat(change.send().follow().text(".notice")).isEqualTo("Book “Eels” was saved.");
        form(visitor.get("/admin/books/4/edit")).set("pages", "8").send();
        assertThat(change.send().follow().text(".notice")).contains("not a second time");
        assertThat(stored("books/4")).contains("\"pages\":8");
    }

    @Test
    void a_form_that_was_rejected_can_be_sent_again_as_it_is() {
        Filled taken = form(visitor.get("/admin/shelves/create")).set("name", "Left");
        assertThat(taken.send().status()).isEqualTo(409);
        form(visitor.get("/admin/shelves/1/edit")).set("name", "Far left").send();
        assertThat(taken.send().status()).isEqualTo(303);
    }

    @Test
    void save_and_add_another_leads_to_an_empty_form() {
        Page made = form(visitor.get("/admin/shelves/create"))
                .set("name", "Middle")
                .set("form.then", "another")
                .send();
        assertThat(made.header("Location")).contains("/admin/shelves/create");
        Page twice = form(made.follow()).set("name", "Middle").send();
        assertThat(twice.status()).isEqualTo(409);
        assertThat(twice.text("#f-name-wrong")).isNotEmpty();
    }

    @Test
    void a_form_writes_only_what_was_changed_in_it() {
        Page form = visitor.get("/admin/books/1/edit");
        assertThat(form.document().select("#f-title").val()).isEqualTo("Ants");
        Page nothing = form(form).send();
        assertThat(nothing.follow().text(".notice")).isEqualTo("Nothing was changed.");
        form(visitor.get("/admin/books/1/edit")).set("title", "Aunts").send();
        assertThat(stored("books/1"))
                .contains(
                        "\"title\":\"Aunts\"",
                        "\"printed_at\":\"2026-01-02T03:04:05.123456Z\"",
                        "\"facts\":{\"a\":1}",
                        "\"labels\":[1]");
        form(visitor.get("/admin/books/1/edit"))
                .set("labels")
                .set("shelf_id", "")
                .send();
        assertThat(stored("books/1")).contains("\"labels\":[]", "\"shelf_id\":null");
    }

    @Test
    void a_field_that_two_users_changed_is_asked_about_and_nothing_is_overwritten() {
        Filled mine =
                form(visitor.get("/admin/books/1/edit")).set("title", "Mine").set("pages", "10");
        server.send("PATCH", "/admin/api/books/1", token, "{\"title\":\"Theirs\",\"price\":\"6.00\"}");
        Page conflict = mine.send();
        assertThat(conflict.status()).isEqualTo(412);
        assertThat(conflict.texts("fieldset.conflict legend")).containsExactly("Title");
        assertThat(conflict.texts("fieldset.conflict .value")).containsExactly("Theirs", "Mine");
        assertThat(stored("books/1")).contains("\"title\":\"Theirs\"", "\"pages\":null");
        Page saved = conflict.form("main form").set("take.title", "theirs").send();
        assertThat(saved.status()).isEqualTo(303);
        assertThat(stored("books/1")).contains("\"title\":\"Theirs\"", "\"price\":\"6.00\"", "\"pages\":10");
    }

    @Test
    void a_chosen_value_is_saved_unless_it_was_changed_once_more() {
        Filled mine = form(visitor.get("/admin/books/1/edit")).set("title", "Mine");
        server.send("PATCH", "/admin/api/books/1", token, "{\"title\":\"Theirs\"}");
        Page first = mine.send();
        server.send("PATCH", "/admin/api/books/1", token, "{\"title\":\"Theirs again\",\"pages\":7}");
        Page second = first.form("main form").set("take.title", "mine").send();
        assertThat(second.status()).isEqualTo(412);
        assertThat(second.texts("fieldset.conflict .value")).containsExactly("Theirs again", "Mine");
        assertThat(second.form("main form").set("take.title", "mine").send().status())
                .isEqualTo(303);
        assertThat(stored("books/1")).contains("\"title\":\"Mine\"", "\"pages\":7");
    }

    @Test
    void changes_of_different_fields_are_merged_without_a_question() {
        Filled mine =
                form(visitor.get("/admin/books/1/edit")).set("pages", "10").set("price", "6");
        server.send("PATCH", "/admin/api/books/1", token, "{\"title\":\"Theirs\",\"price\":\"6.00\"}");
        Page saved = mine.send();
        assertThat(saved.status()).isEqualTo(303);
        assertThat(saved.follow().text(".notice"))
                .contains("was saved", "Someone else changed this record meanwhile", "Title")
                .doesNotContain("Price");
        assertThat(stored("books/1")).contains("\"title\":\"Theirs\"", "\"price\":\"6.00\"", "\"pages\":10");
    }

    @Test
    void the_order_of_tags_is_no_change_and_records_are_shown_by_their_labels() {
        server.send("PATCH", "/admin/api/books/1", token, "{\"labels\":[1,2]}");
        Filled mine = form(visitor.get("/admin/books/1/edit"))
                .set("labels", "2", "1")
                .set("shelf_id", "2")
                .set("state", "worn_out");
        server.send("PATCH", "/admin/api/books/1", token, "{\"title\":\"Theirs\",\"labels\":[2]}");
        assertThat(mine.send().status()).isEqualTo(303);
        assertThat(stored("books/1")).contains("\"labels\":[2]", "\"shelf_id\":2", "\"state\":\"worn_out\"");

        Filled again = form(visitor.get("/admin/books/1/edit"))
                .set("labels", "1", "2")
                .set("shelf_id", "1")
                .set("state", "new");
        server.send("PATCH", "/admin/api/books/1", token, "{\"labels\":[],\"shelf_id\":null,\"state\":null}");
        Page conflict = again.send();
        assertThat(conflict.status()).isEqualTo(412);
        assertThat(conflict.texts("fieldset.conflict legend")).containsExactly("State", "Shelf", "Labels");
        assertThat(conflict.texts("fieldset.conflict .value"))
                .containsExactly("(empty)", "New", "(empty)", "Left", "(empty)", "blue, red");
    }

    @Test
    void what_is_entered_after_the_session_has_ended_comes_back_after_the_sign_in() {
        Filled mine = form(visitor.get("/admin/books/1/edit"))
                .set("title", "Kept & <b>safe</b>")
                .set("labels", "1", "2")
                .set("price", "6.00");
        visitor.loseSession();
        Page login = mine.send();
        assertThat(login.status()).isEqualTo(401);
        assertThat(login.text("h1")).isEqualTo("Sign in");
        assertThat(login.text("[role=alert]")).contains("Your session has ended", "your entries are kept");
        Page wrong = login.form()
                .set("email", RunningServer.EMAIL)
                .set("password", "not the password")
                .send();
        assertThat(wrong.status()).isEqualTo(401);
        Page between = wrong.form().set("password", RunningServer.PASSWORD).send();
        assertThat(between.status()).isEqualTo(200);
        Page back = between.form().send();
        assertThat(back.status()).isEqualTo(200);
        assertThat(back.text(".notice")).contains("not saved yet");
        assertThat(stored("books/1")).contains("\"title\":\"Ants\"");
        assertThat(form(back).fields().get("title")).containsExactly("Kept & <b>safe</b>");
        assertThat(form(back).fields().get("labels")).containsExactly("1", "2");
        assertThat(form(back).send().status()).isEqualTo(303);
        assertThat(stored("books/1"))
                .contains("\"title\":\"Kept & <b>safe</b>\"", "\"labels\":[1,2]", "\"price\":\"6.00\"");
    }

    @Test
    void what_is_entered_for_a_new_record_comes_back_too_and_so_it_does_when_the_session_is_another_one() {
        Filled mine = form(visitor.get("/admin/books/create")).set("title", "Dogs");
        visitor.loseSession();
        // in another tab
        visitor.get("/admin/login")
                .form()
                .set("email", RunningServer.EMAIL)
                .set("password", RunningServer.PASSWORD)
                .send();
        Page between = mine.send();
        assertThat(between.status()).isEqualTo(403);
        Page back = between.form().send();
        assertThat(form(back).fields().get("title")).containsExactly("Dogs");
        assertThat(form(back).send().follow().text("h1")).isEqualTo("Dogs");
    }

    @Test
    void a_form_that_another_site_sends_does_not_come_back() {
        String body = "title=Theirs&form.resumable=";
        visitor.loseSession();
        assertThat(visitor.post("/admin/books/create", body, "Origin", "https://elsewhere.example")
                        .status())
                .isEqualTo(303);
        assertThat(visitor.post("/admin/books/create", body, "Sec-Fetch-Site", "cross-site")
                        .status())
                .isEqualTo(303);
        assertThat(visitor.post("/admin/books/1/delete", "csrf_token=x").status())
                .isEqualTo(303);
    }

    @Test
    void one_field_is_changed_in_a_separate_form() {
        Page cell = visitor.get("/admin/books/2/edit?field=price&next=/admin/books/%3Fq%3DBees");
        assertThat(cell.texts(".record-form .field > label")).containsExactly("Price optional");
        Page wrong = form(cell).set("price", "-1").send();
        assertThat(wrong.status()).isEqualTo(422);
        Page saved = form(wrong).set("price", "8").send();
        assertThat(saved.header("Location")).contains("/admin/books/?q=Bees");
        assertThat(stored("books/2")).contains("\"price\":\"8.00\"", "\"state\":\"worn_out\"");
        assertThat(visitor.get("/admin/books/2/edit?field=id").status()).isEqualTo(404);
    }

    @Test
    void a_record_shows_what_points_to_it() {
        Page shelf = visitor.get("/admin/shelves/1");
        assertThat(shelf.text("h1")).isEqualTo("Left");
        assertThat(shelf.texts("#related .tabs a")).containsExactly("Books 1");
        assertThat(shelf.texts("#related thead th")).containsExactly("Title", "Price", "State", "Signed", "Open");
        assertThat(shelf.texts("#related td .name")).containsExactly("Ants");
        assertThat(visitor.get("/admin/shelves/2?related=books").click("Bees").text("h1"))
                .isEqualTo("Bees");
        assertThat(titles(shelf.click("All 1 books"))).containsExactly("Ants");
        Page added = form(shelf.click("Add book")).set("title", "Gnus").send();
        assertThat(added.header("Location")).contains("/admin/shelves/1?related=books");
        assertThat(visitor.get("/admin/shelves/99").status()).isEqualTo(404);
        assertThat(visitor.get("/admin/nothing/1").status()).isEqualTo(404);
    }

    @Test
    void before_several_records_are_deleted_the_page_shows_what_prevents_it_and_what_else_goes() {
        String token = "csrf_token=" + visitor.csrfToken();
        Page held = visitor.post("/admin/shelves/bulk", token + "&action=delete&key=1&key=2");
        assertThat(held.status()).isEqualTo(200);
        assertThat(held.text("[role=alert]")).startsWith("These records cannot be deleted");
        assertThat(held.text("section")).contains("2 books (Shelf) prevent deletion", "Ants", "Bees");
        assertThat(held.document().select("main button")).isEmpty();
        assertThat(held.texts("[role=alert] li a")).containsExactly("Left", "Right");
        post("shelves", "{\"name\":\"Top\"}");
        Page some = visitor.post("/admin/shelves/bulk", token + "&action=delete&key=1&key=3&query=q%3Do");
        assertThat(some.document().select("[role=alert] li a").eachAttr("href")).containsExactly("/admin/shelves/1");
        assertThat(some.texts("main button")).containsExactly("Continue with the other 1 shelf");
        Page others = some.form("#others").send();
        assertThat(others.text("h1")).isEqualTo("Delete 1 shelf");
        Page rest = others.form().send();
        assertThat(rest.header("Location")).contains("/admin/shelves/?q=o");
        assertThat(rest.follow().text(".notice")).isEqualTo("1 record was deleted.");
        Page all = visitor.post("/admin/shelves/bulk", token + "&action=delete&all=1&query=q%3DLeft");
        assertThat(all.text("section")).contains("1 book (Shelf) prevents deletion", "Ants");
        Page free = visitor.post("/admin/books/bulk", token + "&action=delete&key=1&key=2&key=3");
        assertThat(free.texts("section h2")).containsExactly("1 link of Books (Labels) would be removed");
        assertThat(free.form().send().follow().text(".notice")).isEqualTo("3 records were deleted.");
        assertThat(visitor.post("/admin/shelves/bulk", token + "&action=delete&key=1&key=2")
                        .text("main form"))
                .contains("No other records are affected", "Delete 2 shelves");
    }

    @Test
    void before_a_deletion_the_panel_shows_what_prevents_it_and_what_is_deleted() {
        Page held = visitor.get("/admin/shelves/1/delete");
        assertThat(held.status()).isEqualTo(200);
        assertThat(held.text("[role=alert]")).startsWith("This record cannot be deleted");
        assertThat(held.text("section")).contains("1 book (Shelf) prevents deletion", "Ants");
        assertThat(held.document().select("main button")).isEmpty();
        assertThat(visitor.post("/admin/shelves/1/delete", "csrf_token=" + visitor.csrfToken())
                        .status())
                .isEqualTo(409);
        Page free = visitor.get("/admin/books/1/delete");
        assertThat(free.text("section")).contains("1 link of Books (Labels) would be removed");
        Page gone = free.form().send();
        assertThat(gone.follow().text(".notice")).isEqualTo("Book was deleted.");
        assertThat(visitor.get("/admin/books/1").status()).isEqualTo(404);
        assertThat(visitor.get("/admin/books/1/delete").status()).isEqualTo(404);
    }

    @Test
    void ticked_records_are_changed_together_after_a_confirmation() {
        Page asked = visitor.get("/admin/books/")
                .form("#bulk")
                .set("action", "set:state")
                .set("key", "1", "3")
                .send();
        assertThat(asked.text("h1")).isEqualTo("Change 2 books");
        Page done = asked.form().set("state", "worn_out").send();
        assertThat(done.status()).isEqualTo(303);
        assertThat(done.follow().text(".notice")).isEqualTo("2 of 2 records were changed.");
        assertThat(stored("books/?state=worn_out&count=exact")).contains("\"total\":3");
        Page nothing = visitor.get("/admin/books/")
                .form("#bulk")
                .set("action", "delete")
                .send();
        assertThat(nothing.follow().text(".notice")).contains("No records are selected");
    }

    @Test
    void a_whole_filtered_list_is_changed_only_when_its_number_is_still_the_confirmed_one() {
        Page asked = visitor.get("/admin/books/?price__gte=6&per_page=1")
                .form("#bulk")
                .set("action", "delete")
                .set("all", "1")
                .send();
        assertThat(asked.text("main")).contains("2 books would be deleted");
        post("books", "{\"title\":\"Eels\",\"price\":\"20.00\"}");
        Page moved = asked.form().send();
        assertThat(moved.status()).isEqualTo(409);
        assertThat(moved.text("main")).contains("3 books would be deleted");
        assertThat(stored("books/")).contains("\"total\":4");
        assertThat(moved.form().send().follow().text(".notice")).isEqualTo("3 records were deleted.");
        assertThat(stored("books/")).contains("\"total\":1");
    }

    @Test
    void a_change_that_one_record_refuses_changes_none() {
        Page asked = visitor.get("/admin/books/")
                .form("#bulk")
                .set("action", "set:price")
                .set("key", "1", "2")
                .send();
        Page refused = asked.form().set("price", "-5").send();
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.document().select("#f-price").val()).isEqualTo("-5");
        assertThat(stored("books/?price__lt=0")).contains("\"total\":0");
    }

    @Test
    void values_of_several_records_are_removed_only_when_that_is_ticked() {
        Page asked = visitor.get("/admin/books/")
                .form("#bulk")
                .set("action", "set:price")
                .set("key", "1", "2")
                .send();
        Page refused = asked.form().set("price", "").send();
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("[role=alert]")).isEqualTo("Nothing was changed.");
        assertThat(refused.text("main form")).contains("Enter a value, or tick");
        assertThat(stored("books/?price__isnull=true")).contains("\"total\":0");
        assertThat(refused.form()
                        .set("price", "8")
                        .set("form.empty", "1")
                        .send()
                        .status())
                .as("a value and the tick")
                .isEqualTo(422);
        assertThat(refused.form()
                        .set("price", "")
                        .set("form.empty", "1")
                        .send()
                        .follow()
                        .text(".notice"))
                .isEqualTo("2 of 2 records were changed.");
        assertThat(stored("books/?price__isnull=true")).contains("\"total\":2");
        Page onOrOff = visitor.get("/admin/books/")
                .form("#bulk")
                .set("action", "set:signed")
                .set("key", "1", "2")
                .send();
        assertThat(onOrOff.document().select("[name=form.empty]")).isEmpty();
        assertThat(onOrOff.form().send().follow().text(".notice")).contains("of 2 records were changed.");
    }

    @Test
    void a_list_shows_the_key_of_a_record_that_a_row_policy_hides() {
        server.send(
                "POST",
                "/admin/api/roles/",
                token,
                "{\"name\":\"Left\",\"permissions\":{\"books\":[\"view\"],\"shelves\":[\"view\"]},"
                        + "\"row_policies\":{\"shelves\":\"name = 'Left'\"}}");
        String role = stored("roles/?q=Left").replaceAll("(?s).*?\"id\":(\\d+).*", "$1");
        server.send(
                "POST",
                "/admin/api/admin_users/",
                token,
                "{\"email\":\"left@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\",\"roles\":[" + role
                        + "]}");
        try (PanelVisitor reader = PanelVisitor.signedIn(server, "left@example.com", RunningServer.PASSWORD)) {
            Page list = reader.get("/admin/books/?per_page=10");
            assertThat(titles(list)).contains("Ants", "Bees");
            assertThat(list.texts("table.records tbody td:has(a[href^=/admin/shelves/])"))
                    .containsExactly("Left");
            assertThat(list.document().select("table.records tbody").text())
                    .contains("2")
                    .doesNotContain("Right");
        }
    }

    @Test
    void who_may_only_view_sees_no_way_to_change_and_no_hidden_field() {
        server.send(
                "POST",
                "/admin/api/roles/",
                token,
                "{\"name\":\"Reader\",\"permissions\":{\"books\":[\"view\"]},"
                        + "\"field_permissions\":{\"books\":{\"price\":[]}},"
                        + "\"row_policies\":{\"books\":\"signed = false\"}}");
        String role = stored("roles/?q=Reader").replaceAll("(?s).*?\"id\":(\\d+).*", "$1");
        server.send(
                "POST",
                "/admin/api/admin_users/",
                token,
                "{\"email\":\"reader@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\",\"roles\":[" + role
                        + "]}");
        try (PanelVisitor reader = PanelVisitor.signedIn(server, "reader@example.com", RunningServer.PASSWORD)) {
            Page list = reader.get("/admin/books/");
            assertThat(titles(list)).containsExactly("Ants", "Bees");
            assertThat(list.body()).doesNotContain("Price", "5.00", "Create", "id=\"bulk\"", "/edit");
            assertThat(list.texts(".side nav a")).contains("Books").doesNotContain("Shelves", "Users");
            Page book = reader.get("/admin/books/1");
            assertThat(book.status()).isEqualTo(200);
            assertThat(book.body()).doesNotContain("5.00", "/edit\"", "/delete\"");
            assertThat(reader.get("/admin/books/3").status()).isEqualTo(404);
            assertThat(reader.get("/admin/books/1/edit").status()).isEqualTo(403);
            assertThat(reader.get("/admin/books/1/delete").status()).isEqualTo(403);
            assertThat(reader.get("/admin/books/create").status()).isEqualTo(403);
            assertThat(reader.get("/admin/books/?price__gte=1").status()).isEqualTo(403);
            assertThat(reader.get("/admin/shelves/").status()).isEqualTo(403);
            assertThat(reader.get("/admin/books/choices/shelf_id").status()).isEqualTo(403);
            assertThat(list.texts("#row-menu > *")).containsExactly("View", "History");
        }
    }

    @Test
    void the_search_leads_to_records() {
        Page found = visitor.get("/admin/search?q=ants");
        assertThat(found.texts(".hits a")).contains("Ants");
        assertThat(found.click("Ants").text("h1")).isEqualTo("Ants");
        assertThat(visitor.get("/admin/search?q=" + "x".repeat(201)).status()).isEqualTo(422);
        assertThat(visitor.get("/admin/search").status()).isEqualTo(200);
    }

    @Test
    void pages_about_errors_have_the_labels_of_models_and_the_api_their_names() {
        assertThat(visitor.get("/admin/books/4711").text(".lead")).isEqualTo("There is no such record of 'Books'.");
        assertThat(server.send("GET", "/admin/api/books/4711", token, "").body())
                .contains("There is no such record of 'books'.");
    }

    @Test
    void a_search_for_a_text_that_is_too_long_names_the_limit() {
        Page page = visitor.get("/admin/search?q=" + "a".repeat(201));

        assertThat(page.status()).isEqualTo(422);
        assertThat(page.text("[role=status]")).isEqualTo("At most 200 characters are allowed.");
    }
}
