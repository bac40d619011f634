package dev.hexadmin.bootstrap;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.testing.TestDatabases;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The panel over the example shop. */
class StorefrontInBrowserIT extends PanelInBrowserContract {
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    @Override
    RunningServer start(Path folder) {
        return ExampleShop.start(
                TestDatabases.sqlite(folder),
                folder,
                builder -> builder.action("products", restock()).setting("environment", "development"));
    }

    private static RecordAction restock() {
        return RecordAction.named("restock")
                .label("Restock")
                .help("Puts more on the shelf.")
                .parameter("quantity", FieldType.INTEGER, f -> f.required().minimum(BigDecimal.ONE))
                .runAsProgram(call -> {
                    long more = (Long) call.parameter("quantity").orElseThrow();
                    for (StoredRecord product : call.selected()) {
                        long stock =
                                (Long) Objects.requireNonNull(product.values().get("stock"));
                        call.records().of("products").update(product, Map.of("stock", stock + more));
                    }
                    return more + " more are there.";
                });
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void an_action_asks_for_its_parameters_and_says_what_it_did(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/products/1");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Restock…"))
                .click();
        Locator run = page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Restock").setExact(true));
        if (scripts) {
            org.assertj.core.api.Assertions.assertThat(window.barriers(page)).isEmpty();
        }
        page.fill("#f-quantity", "0");
        run.click();
        assertThat(page.locator("#f-quantity")).hasAttribute("aria-invalid", "true");
        assertThat(page.locator("#f-quantity")).hasValue("0");
        page.fill("#f-quantity", "12");
        run.click();
        assertThat(page.locator("body")).containsText("12 more are there.");
        assertThat(page.locator("h1")).not().containsText("Restock");
    }

    @Override
    Subject subject() {
        return new Subject("products", "name", "Products", "casserole", "Casserole");
    }

    @Override
    void fill(Page page, String text) {
        page.fill("#f-sku", "T" + Integer.toHexString(text.hashCode()).toUpperCase(java.util.Locale.ROOT));
        page.fill("#f-name", text);
        page.fill("#f-price", "9.90");
        Locator category = page.locator("select[name=category_id]");
        category.evaluate("field => { field.selectedIndex = 1; }");
    }

    @Test
    void a_row_policy_is_written_with_the_names_of_fields_and_counted_without_leaving_the_form() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin/roles/create");
        page.locator("#name").fill("Unsaved");
        page.locator("summary", new Page.LocatorOptions().setHasText("Orders")).click();
        Locator policy = page.locator("#policy-orders");
        policy.pressSequentially("customer_id.cit");
        Locator names = page.locator("[data-inserts=policy-orders] button:visible");
        assertThat(names).hasText(new String[] {"customer_id.city"});
        names.click();
        assertThat(policy).isFocused();
        policy.pressSequentially("= 'Perth'");
        assertThat(policy).hasValue("customer_id.city = 'Perth'");
        page.locator("button[name=count][value=orders]").click();
        assertThat(page.locator("#counted-orders"))
                .hasText(Pattern.compile(
                        "Selects [1-9][0-9,]* of more than 10,000 Orders for " + RunningServer.EMAIL + "."));
        assertThat(page.locator("#name")).hasValue("Unsaved");
        assertThat(page.locator(".saver .said")).hasText("Changes not saved");
    }

    @Test
    void a_reference_is_found_while_typing_among_very_many() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin/orders/create");
        Locator customer = page.locator("#f-customer_id-combo");
        customer.fill("an");
        Locator first = page.locator("#f-customer_id-combo-list [role=option]").first();
        assertThat(first).isVisible();
        String name = first.locator("span").first().innerText();
        customer.press("ArrowDown");
        customer.press("Enter");
        assertThat(customer).hasValue(name);
        assertThat(page.locator("select[name=customer_id] option:checked")).hasText(name);
    }

    @Test
    void a_reference_is_found_without_scripts() {
        Page page = window.signedIn(server, false);
        page.navigate("/admin/orders/create");
        // the name is followed by the detail that distinguishes records of one name
        String name = page.locator("#f-customer_id option").nth(1).innerText().split(" · ")[0];
        page.fill("input[name='find.customer_id']", name);
        page.locator("button[name=\"form.find\"][value=customer_id]").click();
        assertThat(page.locator("input[name='find.customer_id']")).hasValue(name);
        assertThat(page.locator("#f-customer_id")).containsText(name);
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void a_filter_stays_in_the_address(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/products/");
        page.locator(".listfilters summary").click();
        page.selectOption("#filter-status", "draft");
        if (!scripts) {
            page.getByText("Apply filters").click();
        }
        page.waitForURL("**status=draft**");
        assertThat(page.locator(".chips")).containsText("Status: Draft");
        page.reload();
        assertThat(page.locator("#filter-status")).hasValue("draft");
    }

    @Test
    void the_views_of_the_shop_are_in_the_sidebar_with_their_numbers() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin/orders/");
        assertThat(page.locator(".tabs a bdi")).hasText(new String[] {"All Orders", "To ship", "Unpaid"});
        for (String view : List.of("To ship", "Unpaid", "Low stock", "To approve")) {
            page.locator(".side").getByText(view).click();
            assertThat(page.locator(".tabs [aria-current] bdi")).hasText(view);
            assertThat(page.locator(".chip").first()).isVisible();
        }
        page.waitForCondition(() -> {
            page.reload();
            return page.locator(".side .sub .tally").count() == 4;
        });
        assertThat(page.locator(".side .sub[aria-current] .tally"))
                .hasText(page.locator(".tabs [aria-current] .tally").innerText());
    }

    @Test
    void the_script_lays_a_list_out_no_more_often_for_more_rows() {
        // the browser lays a longer page out in some more parts while it arrives; a script that measures each row, 190
        // times more
        assertThat(layouts(200)).isLessThanOrEqualTo(layouts(10) + 20);
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void all_parts_of_a_long_list_are_shown(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/products/?per_page=200");
        Locator rows = page.locator("table.records tr[data-key]");
        assertThat(rows).hasCount(200);
        assertThat(rows.first()).isVisible();
        assertThat(rows.last()).isVisible();
        assertThat(page.locator("tr.longest")).isHidden();
    }

    private int layouts(int rows) {
        Page page = window.signedIn(server, true);
        CDPSession debugger =
                page.context().newCDPSession(page.context().pages().getLast());
        debugger.send("Performance.enable");
        page.navigate("/admin/products/?per_page=" + rows);
        assertThat(page.locator("table.records tr[data-key]")).hasCount(rows);
        assertThat(page.locator(".more[role=button]").last()).isAttached();
        for (JsonElement metric : debugger.send("Performance.getMetrics").getAsJsonArray("metrics")) {
            if (metric.getAsJsonObject().get("name").getAsString().equals("LayoutCount")) {
                return metric.getAsJsonObject().get("value").getAsInt();
            }
        }
        throw new AssertionError("Chromium counts no layouts");
    }

    @ParameterizedTest(name = "{0} px")
    @ValueSource(ints = {360, 390, 768, 1440})
    void every_filter_is_wide_enough_and_the_page_is_not_wider_than_the_window(int width) {
        Page page = window.signedIn(server, true, false, width);
        page.navigate("/admin/products/");
        page.locator(".listfilters summary").click();
        for (Locator field :
                page.locator(".filterfields :is(input, select):visible").all()) {
            assertThat(field.boundingBox().width).as(field.getAttribute("id")).isGreaterThanOrEqualTo(120);
        }
        assertThat(((Number) page.evaluate("() => document.documentElement.scrollWidth - innerWidth")).intValue())
                .isNotPositive();
        // the open filters cover other targets in part
        assertThat(window.barriers(page))
                .filteredOn(barrier -> !barrier.startsWith("target-size"))
                .isEmpty();
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void a_wrong_filter_value_keeps_the_list_and_marks_its_field(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/products/?status=active");
        page.locator(".listfilters summary").click();
        Locator from = page.locator("#filter-price__gte");
        from.fill("cheap");
        if (scripts) {
            from.press("Tab");
        } else {
            page.getByText("Apply filters").click();
        }
        page.waitForURL("**price__gte=cheap**");
        assertThat(from).hasValue("cheap");
        assertThat(from).hasAttribute("aria-invalid", "true");
        assertThat(page.locator(".filterfields .mistake")).containsText("A decimal is expected");
        assertThat(page.locator("#list-problems")).containsText("Price from: A decimal is expected");
        assertThat(page.locator("table.records tbody tr").first()).isVisible();
        assertThat(page.locator(".chips")).containsText("Status: Active");
        if (scripts) {
            assertThat(page.locator("#filter-price__lte")).isFocused();
            assertThat(window.barriers(page)).isEmpty();
        }
        page.locator("thead th a").first().click();
        assertThat(page.locator("#list-problems")).hasCount(0);
    }

    @Test
    void an_answer_without_a_list_leaves_the_list_as_it_is() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin/products/");
        page.route(
                "**/admin/products/?q=*",
                route -> route.fulfill(new com.microsoft.playwright.Route.FulfillOptions()
                        .setStatus(503)
                        .setContentType("text/html")
                        .setBody("<main><p class=lead>The database cannot be reached.</p></main>")));
        page.fill("#q", "walnut");
        assertThat(page.locator("#list [role=alert]")).containsText("The database cannot be reached.");
        assertThat(page.locator("table.records tbody tr").first()).isVisible();
        page.unroute("**/admin/products/?q=*");
        page.fill("#q", "walnut cr");
        assertThat(page.locator("table.records tbody")).containsText("Walnut Crate");
        assertThat(page.locator("#list [role=alert]")).hasCount(0);
    }

    @Test
    void a_page_past_the_end_leads_to_the_last_one() {
        Page page = window.signedIn(server, false);
        page.navigate("/admin/products/?status=active&page=99999");
        assertThat(page.locator(".empty")).containsText("This page is past the end of the list.");
        page.getByText("Go to the last page").click();
        assertThat(page.locator("table.records tbody tr").first()).isVisible();
        assertThat(page.locator("a[rel=next]")).hasCount(0);
        assertThat(page.locator(".chips")).containsText("Status: Active");
    }

    @Test
    void sorting_by_keyboard_and_saving_a_cell_keep_the_focus_and_the_selection() {
        Page page = window.signedIn(server, true);
        page.navigate("/admin/products/?status=active");
        page.locator("td.tick input").nth(2).check();
        String key = page.locator("tr[data-key]").nth(2).getAttribute("data-key");
        Locator stock = page.locator("tr[data-key='" + key + "'] td[data-field=stock]");
        stock.locator(".cell-edit").press("Enter");
        stock.locator("input[name=stock]").fill("77");
        stock.locator("input[name=stock]").press("Enter");
        assertThat(stock).containsText("77");
        assertThat(stock.locator(".cell-edit")).isFocused();
        assertThat(page.locator("#bulk strong")).hasText("1 selected");
        assertThat(page.locator("tr[data-key='" + key + "'] td.tick input")).isChecked();
        page.locator("#sort-price").focus();
        page.keyboard().press("Enter");
        page.waitForURL("**ordering=price**");
        assertThat(page.locator("#sort-price")).isFocused();
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void filters_selection_and_place_are_there_again_after_an_edit(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/products/?status=active&page=2");
        page.locator("td.tick input").nth(1).check();
        Locator line = page.locator("tr[data-key]").nth(15);
        String key = line.getAttribute("data-key");
        line.locator("a.edit").click();
        page.fill("#f-stock", scripts ? "31" : "32");
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("Save").setExact(true))
                .click();
        page.waitForURL(java.util.regex.Pattern.compile(".*/admin/products/[?]status=active&page=2"));
        assertThat(page.locator(".notice")).containsText("was saved");
        if (scripts) {
            assertThat(page.locator("tr[data-key='" + key + "'] a.edit")).isFocused();
            assertThat(page.locator("tr[data-key='" + key + "']")).isInViewport();
            assertThat(page.locator("td.tick input").nth(1)).isChecked();
            page.locator("tr[data-key='" + key + "'] a.open").click();
            page.locator(".crumbs a").last().click();
            page.waitForURL(java.util.regex.Pattern.compile(".*/admin/products/[?]status=active&page=2"));
            // a list that is opened from elsewhere starts at its beginning
            page.locator(".side nav a[href='/admin/products/']").click();
            assertThat(page.locator("td.tick input:checked")).hasCount(0);
        }
    }

    @Test
    void the_order_list_is_not_cut_at_1440_px_and_a_long_name_takes_two_lines_at_most() {
        Page page = window.signedIn(server, true, false, 1440);
        page.navigate("/admin/orders/");
        assertThat(((Number) page.evaluate("() => { const one = document.querySelector('.sheet');"
                                + " return one.scrollWidth - one.clientWidth; }"))
                        .intValue())
                .isNotPositive();
        page.navigate("/admin/products/1");
        assertThat(((Number) page.locator("h1")
                                .evaluate("one => { one.textContent = 'Long name '.repeat(46);"
                                        + " return one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight); }"))
                        .doubleValue())
                .isLessThan(2.1);
    }

    private void twoOfOneName() {
        for (String email : List.of("erik.one@example.com", "erik.two@example.com")) {
            server.send(
                    "POST",
                    "/admin/api/customers/",
                    server.token(),
                    "{\"first_name\":\"Erik\",\"last_name\":\"Ferrari\",\"city\":\"Oslo\",\"country_code\":\"NO\",\"email\":\""
                            + email + "\"}");
        }
    }

    @Test
    void a_reference_opens_at_once_and_distinguishes_records_of_one_name() {
        twoOfOneName();
        Page page = window.signedIn(server, true);
        page.navigate("/admin/orders/create");
        Locator customer = page.locator("#f-customer_id-combo");
        Locator options = page.locator("#f-customer_id-combo-list [role=option]");
        customer.click();
        assertThat(options).hasCount(20);
        assertThat(customer).hasAttribute("aria-expanded", "true");
        customer.fill("Erik Ferrari");
        assertThat(options.filter(new Locator.FilterOptions().setHasText("erik.one@example.com")))
                .hasCount(1);
        assertThat(options.filter(new Locator.FilterOptions().setHasText("erik.two@example.com")))
                .hasCount(1);
        assertThat(window.barriers(page)).isEmpty();
        customer.fill("nothing like this");
        assertThat(page.locator("#f-customer_id-combo ~ .popup")).hasText("No match");
        customer.press("Escape");
        assertThat(page.locator("#f-customer_id-combo ~ .popup")).isHidden();
        customer.fill("Erik Ferrari");
        options.filter(new Locator.FilterOptions().setHasText("erik.two@example.com"))
                .click();
        assertThat(customer).hasValue("Erik Ferrari");
        Page plain = window.signedIn(server, false);
        plain.navigate("/admin/orders/create");
        plain.fill("input[name='find.customer_id']", "Erik Ferrari");
        plain.locator("button[name=\"form.find\"][value=customer_id]").click();
        assertThat(plain.locator("#f-customer_id")).containsText("Erik Ferrari · erik.one@example.com");
        assertThat(plain.locator("#f-customer_id")).containsText("Erik Ferrari · erik.two@example.com");
    }

    private static void palette(Page page, String text, String first) {
        page.keyboard().press("Control+k");
        page.locator("#palette input").fill(text);
        assertThat(page.locator("#palette [role=option]").first()).containsText(first);
    }

    @Test
    void the_palette_distinguishes_records_of_one_name_and_runs_commands() {
        twoOfOneName();
        Page page = window.signedIn(server, true);
        page.navigate("/admin/orders/?status=paid");
        palette(page, "erik ferrari", "Erik Ferrari");
        assertThat(page.locator("#palette [role=listbox]")).containsText("erik.one@example.com");
        assertThat(page.locator("#palette [role=listbox]")).containsText("erik.two@example.com");
        assertThat(window.barriers(page)).isEmpty();
        page.keyboard().press("Escape");
        palette(page, "dark", "Dark theme");
        page.keyboard().press("Enter");
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        page.waitForURL(java.util.regex.Pattern.compile(".*/admin/orders/[?]status=paid"));
        palette(page, "system theme", "System theme");
        page.keyboard().press("Enter");
        assertThat(page.locator("html[data-theme]")).hasCount(0);
        palette(page, "create a prod", "Create product");
        page.keyboard().press("Escape");
        palette(page, "create cust", "Create customer");
        page.keyboard().press("Enter");
        page.waitForURL("**/admin/customers/create");
        palette(page, "sign out", "Sign out");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Sign in");
    }

    @Test
    void the_palette_offers_only_commands_that_the_user_may_run() {
        server.send(
                "POST",
                "/admin/api/admin_users/",
                server.token(),
                "{\"email\":\"looks@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\",\"roles\":[4]}");
        Page page = window.visitor(server, true, false, 1280);
        BrowserWindow.signIn(page, "looks@example.com", RunningServer.PASSWORD);
        palette(page, "customers", "Customers");
        page.locator("#palette input").fill("create customer");
        assertThat(page.locator("#palette [role=status]")).hasText("No match. Press Enter to search all records.");
        assertThat(page.locator("#palette [role=option]")).hasCount(0);
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void a_role_is_made_with_the_matrix(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        page.navigate("/admin/roles/create");
        page.fill("#name", "Keeper " + scripts);
        Locator view = page.getByLabel("view Products");
        view.first().check();
        page.locator("main button.primary").click();
        assertThat(page.locator(".notice")).isVisible();
        page.navigate("/admin/roles/");
        assertThat(page.locator("main")).containsText("Keeper " + scripts);
    }

    @ParameterizedTest(name = "with scripts: {0}")
    @ValueSource(booleans = {true, false})
    void a_file_is_imported_once_it_has_no_errors_and_comes_out_again(boolean scripts) {
        Page page = window.signedIn(server, scripts);
        String name = "imported " + scripts;
        upload(page, "name,colour\n" + name + ",#123456\n" + name + " 2,red\n");
        assertThat(page.locator("#errors")).containsText("colour");
        upload(page, "name,colour\n" + name + ",#123456\n" + name + " 2,#654321\n");
        page.getByText("Import 2 rows").click();
        page.getByText("Back to the list").click();
        assertThat(page.locator("table.records")).containsText(name + " 2");
        page.navigate("/admin/tags/?q=imported%20" + scripts);
        page.getByText("Export").first().click();
        com.microsoft.playwright.Download file = page.waitForDownload(
                () -> page.locator("main form button.primary").click());
        assertThat(read(file.path()).replace("\"", ""))
                .contains(name + ",#123456", name + " 2,#654321")
                .doesNotContain("gift");
    }

    private static void upload(Page page, String csv) {
        page.navigate("/admin/tags/import");
        page.setInputFiles(
                "#file",
                new com.microsoft.playwright.options.FilePayload(
                        "tags.csv", "text/csv", csv.getBytes(StandardCharsets.UTF_8)));
        page.getByText("Upload and check").click();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void a_second_factor_is_set_up_and_asked_for() throws GeneralSecurityException {
        String email = "second@example.com";
        server.send(
                "POST",
                "/admin/api/admin_users/",
                server.token(),
                "{\"email\":\"" + email + "\",\"password\":\"" + RunningServer.PASSWORD + "\"}");
        Page page = window.visitor(server, true, false, 1280);
        BrowserWindow.signIn(page, email, RunningServer.PASSWORD);
        page.navigate("/admin/profile/2fa");
        page.getByText("Set it up").click();
        assertThat(page.locator("svg.qr")).isVisible();
        String secret = page.locator("code.secret").innerText();
        page.fill("#current_password", RunningServer.PASSWORD);
        page.fill("#code", code(secret, 0));
        page.getByText("Turn on").click();
        assertThat(page.locator("h1")).containsText("Backup codes");
        Page again = window.visitor(server, false, false, 1280);
        BrowserWindow.signIn(again, email, RunningServer.PASSWORD);
        assertThat(again.locator("h1")).hasText("Second step");
        again.fill("#code", "000000");
        again.locator("main button.primary").click();
        assertThat(again.locator("[role=alert]")).isVisible();
        // the code of now was used to turn it on: the next one is good, too
        again.fill("#code", code(secret, 1));
        again.locator("main button.primary").click();
        assertThat(again.locator("h1")).hasText("Dashboard");
    }

    /** RFC 6238 with SHA-1, six digits and steps of 30 s. */
    private static String code(String base32, int later) throws GeneralSecurityException {
        String text = base32.replaceAll("[^A-Z2-7]", "");
        byte[] key = new byte[text.length() * 5 / 8];
        long bits = 0;
        int held = 0;
        int at = 0;
        for (char c : text.toCharArray()) {
            bits = bits << 5 | BASE32.indexOf(c);
            held += 5;
            if (held >= 8 && at < key.length) {
                key[at++] = (byte) (bits >> (held - 8));
                held -= 8;
            }
        }
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(key, "HmacSHA1"));
        long step = System.currentTimeMillis() / 30_000 + later;
        byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        int offset = hash[hash.length - 1] & 15;
        int number = ByteBuffer.wrap(hash).getInt(offset) & Integer.MAX_VALUE;
        return String.format(java.util.Locale.ROOT, "%06d", number % 1_000_000);
    }

    @Test
    void a_list_page_is_small_and_so_are_its_files() {
        Page page = window.signedIn(server, true);
        String html = page.navigate("/admin/products/").text();
        assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(60_000);
        long files = 0;
        for (Object address : (java.util.List<?>)
                page.evaluate("() => [...document.querySelectorAll('script[src]')].map(one => one.src)"
                        + ".concat([...document.querySelectorAll('link[rel=stylesheet]')].map(one => one.href))")) {
            files += zipped(String.valueOf(address));
        }
        assertThat(files).isBetween(20_000L, 64_000L);
    }

    private long zipped(String address) {
        return server.send("GET", java.net.URI.create(address).getPath(), "", "", "Accept-Encoding", "gzip")
                .headers()
                .firstValueAsLong("Content-Length")
                .orElseThrow();
    }
}
