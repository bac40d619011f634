package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.panel.DashboardCard;
import dev.hexadmin.application.panel.FieldWidget;
import dev.hexadmin.application.panel.Html;
import dev.hexadmin.application.panel.PageAnswer;
import dev.hexadmin.application.panel.PanelExtension;
import dev.hexadmin.application.panel.PanelFile;
import dev.hexadmin.application.panel.PanelPage;
import dev.hexadmin.application.panel.RecordTab;
import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Icon;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages, cards, tabs, field widgets and files of a plugin, over HTTP. */
class PluginPanelIT {
    private static final String HOSTILE = "<script>alert(1)</script>";

    @TempDir
    private Path folder;

    private RunningServer server;
    private PanelVisitor root;

    /** A plugin with a page for each case. */
    private record Shop(PanelExtension panel) implements HexadminPlugin {
        @Override
        public String name() {
            return "shop";
        }

        @Override
        public List<ModelDefinition> models() {
            return List.of(
                    ModelDefinition.builder("goods")
                            .navGroup("Goods")
                            .field("id", FieldType.INTEGER, f -> f.primaryKey())
                            .field("name", FieldType.STRING, f -> f.required().maxLength(80))
                            .field("secret", FieldType.STRING, f -> f)
                            .field("stars", FieldType.INTEGER, f -> f.widget("stars"))
                            .field("broken", FieldType.INTEGER, f -> f.widget("broken"))
                            .build(),
                    ModelDefinition.builder("parts")
                            .field("id", FieldType.INTEGER, f -> f.primaryKey())
                            .build());
        }
    }

    private static PanelExtension extension() {
        return PanelExtension.builder()
                .page(PanelPage.at("stock-take")
                        .needs(Action.EDIT, "goods")
                        .title(new Label("Stock take", Map.of(new Language("de"), "Inventur")))
                        .navigation("Goods", Icon.BOX)
                        .receives(call -> {
                            if (call.value("name").orElse("").equals("bad")) {
                                call.records().of("goods").update("1", Map.of("name", "half done"));
                                call.reject("name", "bad", "That is a bad name.");
                            }
                            call.records()
                                    .of("goods")
                                    .update(
                                            "1",
                                            Map.of("name", call.value("name").orElseThrow()));
                            return PageAnswer.done("Renamed.");
                        })
                        .shows(call -> Html.of(
                                Html.element(
                                        "p",
                                        "Asked for " + call.value("about").orElse("nothing") + " in "
                                                + call.language().tag()),
                                call.form(
                                        Html.element(
                                                "input",
                                                Map.of(
                                                        "name",
                                                        "name",
                                                        "value",
                                                        call.value("name").orElse(""))),
                                        Html.element("button", "Rename")))))
                .page(PanelPage.at("stock-take/failing")
                        .needs(Action.VIEW, "goods")
                        .shows(call -> {
                            throw new IllegalStateException("broken");
                        }))
                .card(DashboardCard.titled("Good card")
                        .needs(Action.VIEW, "goods")
                        .shows(call -> Html.element(
                                "p",
                                call.records().of("goods").get("1").label() + " for "
                                        + call.actor().rights().superuser())))
                .card(DashboardCard.titled("Failing card")
                        .needs(Action.VIEW, "goods")
                        .shows(call -> {
                            throw new IllegalStateException("broken");
                        }))
                .card(DashboardCard.titled("Slow card")
                        .needs(Action.VIEW, "goods")
                        .shows(call -> {
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            return Html.text("too late");
                        }))
                .card(DashboardCard.titled("Part card")
                        .needs(Action.VIEW, "parts")
                        .shows(call -> Html.text("parts")))
                .tab(RecordTab.of("goods", "label")
                        .needs(Action.VIEW)
                        .titled("Label")
                        .shows(call -> Html.text("Label of " + call.record().label() + ", secret "
                                + call.record().values().get("secret"))))
                .tab(RecordTab.of("goods", "price")
                        .needs(Action.EDIT)
                        .titled("Price")
                        .shows(call -> Html.text("9.90")))
                .tab(RecordTab.of("goods", "failing")
                        .needs(Action.EDIT)
                        .titled("Failing")
                        .shows(call -> {
                            throw new IllegalStateException("broken");
                        }))
                .widget(FieldWidget.named("stars", FieldType.INTEGER)
                        .shows(value -> Html.element(
                                "b",
                                Map.of("class", "stars"),
                                Html.text(value.place() + " " + value.value(Long.class))))
                        .edits(control -> Html.element(
                                "input",
                                Map.of(
                                        "type",
                                        "range",
                                        "min",
                                        "1",
                                        "max",
                                        "5",
                                        "name",
                                        control.name(),
                                        "value",
                                        control.value(),
                                        "aria-labelledby",
                                        control.labelId()))))
                .widget(FieldWidget.named("broken", FieldType.INTEGER)
                        .shows(value -> {
                            throw new IllegalStateException("broken");
                        })
                        .edits(control -> {
                            throw new IllegalStateException("broken");
                        }))
                .file(new PanelFile("stars.css", ".stars { color: red }".getBytes(StandardCharsets.UTF_8)))
                .file(new PanelFile("stars.js", "'use strict';".getBytes(StandardCharsets.UTF_8)))
                .file(new PanelFile(
                        "star.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.UTF_8)))
                .build();
    }

    @BeforeEach
    void start() {
        server = RunningServer.start(TestDatabases.sqlite(folder), builder -> builder.plugin(new Shop(extension())));
        root = PanelVisitor.signedIn(server);
        server.send(
                "POST",
                "/admin/api/goods/",
                server.token(),
                "{\"name\":\"Lamp " + HOSTILE + "\",\"secret\":\"s3cret\",\"stars\":4,\"broken\":7}");
    }

    @AfterEach
    void stop() {
        root.close();
        server.close();
    }

    private PanelVisitor reader() {
        String token = server.token();
        long role = RunningServer.json(server.send("POST", "/admin/api/roles/", token, """
                        {"name":"Reader","permissions":{"goods":["view"]},"field_permissions":{"goods":{"secret":[]}}}"""))
                .path("id")
                .asLong();
        HttpResponse<String> user = server.send(
                "POST",
                "/admin/api/admin_users/",
                token,
                "{\"email\":\"reader@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\",\"roles\":[" + role
                        + "]}");
        assertThat(user.statusCode()).as(user.body()).isEqualTo(201);
        return PanelVisitor.signedIn(server, "reader@example.com", RunningServer.PASSWORD);
    }

    @Test
    void a_page_is_in_the_frame_of_the_panel_and_in_its_group_of_the_navigation() {
        Page page = root.get("/admin/stock-take?about=" + "%3Cb%3Elamps");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text("h1")).isEqualTo("Stock take");
        assertThat(page.body()).contains("Asked for &lt;b&gt;lamps in en").doesNotContain("<b>lamps");
        assertThat(page.header("Content-Security-Policy").orElseThrow()).doesNotContain("unsafe");
        assertThat(page.document().select(".nav a[aria-current]").attr("href")).isEqualTo("/admin/stock-take/");
        assertThat(page.document()
                        .select(".side nav h2:containsOwn(Goods) + ul a")
                        .eachText())
                .containsExactly("Goods", "Stock take");
        assertThat(root.get("/admin/stock-take/").status()).isEqualTo(200);
        HttpResponse<String> german = server.exchange(
                "GET", "/admin/stock-take", server.token(), "", "Accept", "text/html", "Accept-Language", "de");
        assertThat(german.body()).contains("<bdi>Inventur</bdi>", "in de");
    }

    @Test
    void a_form_changes_records_with_the_rights_of_the_user_and_is_in_the_audit_log() {
        Page done =
                root.get("/admin/stock-take").form().set("name", "Desk lamp").send();
        assertThat(done.status()).isEqualTo(303);
        assertThat(done.follow().text(".flashes")).contains("Renamed.");
        assertThat(root.get("/admin/goods/1").text("h1")).isEqualTo("Desk lamp");
        assertThat(root.get("/admin/goods/1/history").body()).contains("Desk lamp", RunningServer.EMAIL);
        assertThat(root.get("/admin/stock-take")
                        .form()
                        .set("name", "Other")
                        .without("csrf_token")
                        .send()
                        .status())
                .isEqualTo(403);
        assertThat(root.get("/admin/goods/1").text("h1")).isEqualTo("Desk lamp");
    }

    @Test
    void a_rejected_form_changes_nothing_and_is_shown_again() {
        Page rejected = root.get("/admin/stock-take").form().set("name", "bad").send();
        assertThat(rejected.status()).isEqualTo(422);
        assertThat(rejected.text("[role=alert]")).isEqualTo("That is a bad name.");
        assertThat(rejected.document().select("main input[name=name]").val()).isEqualTo("bad");
        assertThat(root.get("/admin/goods/1").text("h1")).startsWith("Lamp ");
        Page tooLong =
                root.get("/admin/stock-take").form().set("name", "x".repeat(81)).send();
        assertThat(tooLong.status()).isEqualTo(422);
        assertThat(tooLong.text("[role=alert]")).contains("80");
    }

    @Test
    void who_does_not_have_the_right_sees_neither_page_nor_card_nor_tab_nor_field() {
        try (PanelVisitor reader = reader()) {
            assertThat(reader.get("/admin/stock-take").status()).isEqualTo(403);
            assertThat(reader.get("/admin").texts(".nav a")).contains("Goods").doesNotContain("Stock take");
            assertThat(reader.get("/admin").texts(".board h2"))
                    .contains("Good card")
                    .doesNotContain("Part card");
            Page record = reader.get("/admin/goods/1");
            assertThat(record.texts(".tabs.in-card a")).containsExactly("Label");
            assertThat(record.text(".added")).startsWith("Label of Lamp").endsWith("secret null");
            assertThat(reader.get("/admin/goods/1?related=shop:price").text(".added"))
                    .doesNotContain("9.90");
            assertThat(server.exchange("GET", "/admin/stock-take", "", "", "Accept", "text/html")
                            .statusCode())
                    .isEqualTo(303);
        }
        assertThat(root.get("/admin/goods/1").text(".added")).endsWith("secret s3cret");
    }

    @Test
    void a_failing_or_slow_slot_does_not_take_the_page_down() {
        Page dashboard = root.get("/admin");
        assertThat(dashboard.status()).isEqualTo(200);
        for (String card : List.of("Failing card", "Slow card")) {
            assertThat(dashboard.text("section:has(h2:containsOwn(" + card + ")) .added"))
                    .isEqualTo("This cannot be shown at the moment.");
        }
        assertThat(dashboard.text("section:has(h2:containsOwn(Good card)) .added"))
                .isEqualTo("Lamp " + HOSTILE + " for true");
        Page record = root.get("/admin/goods/1?related=shop:failing");
        assertThat(record.status()).isEqualTo(200);
        assertThat(record.text(".added")).isEqualTo("This cannot be shown at the moment.");
        assertThat(root.get("/admin/goods/2").status()).isEqualTo(404);
        Page failing = root.get("/admin/stock-take/failing");
        assertThat(failing.status()).isEqualTo(500);
        assertThat(failing.body()).doesNotContain("broken");
    }

    @Test
    void a_field_widget_shows_and_edits_values_and_a_broken_one_leaves_the_field_as_it_is() {
        assertThat(root.get("/admin/goods/").texts("td b.stars")).containsExactly("LIST 4");
        assertThat(root.get("/admin/goods/1").texts("dd b.stars")).containsExactly("DETAIL 4");
        Page form = root.get("/admin/goods/1/edit");
        assertThat(form.document().select("fieldset.widget legend").attr("id"))
                .isEqualTo(form.document().select("input[type=range]").attr("aria-labelledby"));
        assertThat(form.document().select("input[name=broken]").val()).isEqualTo("7");
        assertThat(form.form("main form:has([name=stars])")
                        .set("stars", "2")
                        .send()
                        .status())
                .isEqualTo(303);
        assertThat(root.get("/admin/goods/").texts("td b.stars")).containsExactly("LIST 2");
        Page wrong = root.get("/admin/goods/1/edit")
                .form("main form:has([name=stars])")
                .set("stars", "many")
                .send();
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.document().select("#f-stars-wrong")).isNotEmpty();
    }

    @Test
    void files_of_a_plugin_are_loaded_after_those_of_the_panel_and_kept_by_browsers() {
        Page page = root.get("/admin");
        String sheet = page.document().select("link[rel=stylesheet]").last().attr("href");
        assertThat(sheet).matches("/admin/static/plugins/shop/[0-9a-f]{16}/stars\\.css");
        assertThat(page.document().select("script[data-more]").attr("data-more"))
                .isEqualTo(sheet.replace(".css", ".js"));
        for (String file : List.of("stars.css", "stars.js", "star.svg")) {
            HttpResponse<String> served = server.exchange("GET", sheet.replace("stars.css", file), "", "");
            assertThat(served.statusCode()).isEqualTo(200);
            assertThat(served.headers().firstValue("Cache-Control").orElseThrow())
                    .contains("immutable");
        }
        assertThat(server.exchange("GET", sheet.replace("stars.css", "other.css"), "", "")
                        .statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"profile", "users", "login", "goods", "search"})
    void a_page_at_a_path_that_is_taken_stops_the_start(String path) {
        PanelExtension taken = PanelExtension.builder()
                .page(PanelPage.at(path).needs(Action.VIEW, "goods").shows(call -> Html.NOTHING))
                .widget(extension().widgets().getFirst())
                .widget(extension().widgets().getLast())
                .build();
        assertThatThrownBy(() -> RunningServer.start(
                        TestDatabases.sqlite(folder.resolve("other-" + path)),
                        builder -> builder.plugin(new Shop(taken))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("/admin/" + path);
    }

    @Test
    void what_does_not_fit_the_models_stops_the_start_and_is_named() {
        PanelPage page = PanelPage.at("one").needs(Action.VIEW, "nothing").shows(call -> Html.NOTHING);
        PanelExtension wrong = PanelExtension.builder()
                .page(page)
                .page(page)
                .tab(RecordTab.of("nothing", "tab").needs(Action.VIEW).shows(call -> Html.NOTHING))
                .widget(FieldWidget.named("stars", FieldType.STRING).shows(value -> Html.NOTHING))
                .build();
        assertThatThrownBy(() -> RunningServer.start(
                        TestDatabases.sqlite(folder.resolve("wrong")), builder -> builder.plugin(new Shop(wrong))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is another page at 'one'")
                .hasMessageContaining("the page 'one' names the model 'nothing', which does not exist")
                .hasMessageContaining("the tab 'tab' names the model 'nothing', which does not exist")
                .hasMessageContaining("field 'stars' of 'goods': the widget 'stars' is not for the type 'integer'")
                .hasMessageContaining("field 'broken' of 'goods': no plugin has a widget 'broken'");
    }
}
