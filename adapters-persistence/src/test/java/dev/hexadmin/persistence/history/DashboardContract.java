package dev.hexadmin.persistence.history;

import static dev.hexadmin.persistence.history.Archive.EVA;
import static dev.hexadmin.persistence.history.Archive.NOON;
import static dev.hexadmin.persistence.history.Archive.actor;
import static dev.hexadmin.persistence.history.Archive.grant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.dashboard.RangeRequest;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.dashboard.ViewingDashboard.Attempt;
import dev.hexadmin.application.dashboard.ViewingDashboard.Bucket;
import dev.hexadmin.application.dashboard.ViewingDashboard.Content;
import dev.hexadmin.application.dashboard.ViewingDashboard.Group;
import dev.hexadmin.application.dashboard.ViewingDashboard.Layout;
import dev.hexadmin.application.dashboard.ViewingDashboard.Wanted;
import dev.hexadmin.application.dashboard.ViewingDashboard.Widget;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Better;
import dev.hexadmin.application.dashboard.WidgetDefinition.Look;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.application.history.ReviewingChanges.Difference;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class DashboardContract {
    private static final Records PRODUCTS = Records.of("products");
    private static final Records RELEASED = Records.of("products", "released");

    @TempDir
    Path folder;

    Archive archive;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        archive = new Archive(settings(folder));
    }

    @AfterEach
    void close() {
        archive.close();
    }

    /** Records of a widget. */
    private record Records(String model, Map<String, String> filter, Optional<String> dateField) {
        static Records of(String model) {
            return new Records(model, Map.of(), Optional.empty());
        }

        static Records of(String model, String dateField) {
            return new Records(model, Map.of(), Optional.of(dateField));
        }

        WidgetDefinition.Builder in(WidgetDefinition.Builder widget) {
            filter.forEach(widget::filter);
            dateField.ifPresent(widget::dateField);
            return widget;
        }
    }

    private static WidgetDefinition figure(Records records, Measure measure) {
        return records.in(
                        switch (measure.kind()) {
                            case COUNT -> WidgetDefinition.count(records.model());
                            case SUM ->
                                WidgetDefinition.sum(
                                        records.model(), measure.field().orElseThrow());
                            case AVERAGE ->
                                WidgetDefinition.average(
                                        records.model(), measure.field().orElseThrow());
                        })
                .build();
    }

    private static Records where(String parameter, String value) {
        return new Records("products", Map.of(parameter, value), Optional.empty());
    }

    private static WidgetDefinition chart(Records records, Look look, String field, Measure measure) {
        WidgetDefinition.Builder chart = records.in(WidgetDefinition.chart(look, records.model()))
                .measure(measure)
                .limit(3);
        return field.isEmpty() ? chart.build() : chart.field(field).build();
    }

    private static WidgetDefinition table(List<String> columns, String ordering) {
        return WidgetDefinition.table("products")
                .columns(columns)
                .ordering(ordering)
                .limit(2)
                .build();
    }

    private List<Widget> widgets(Actor actor, String period, WidgetDefinition... widgets) {
        return archive.dashboard(widgets)
                .board(actor, RangeRequest.of(Map.of("period", period)))
                .widgets();
    }

    private Content content(Actor actor, String period, WidgetDefinition widget) {
        return widgets(actor, period, widget).getFirst().content();
    }

    private Content.Figure number(Actor actor, String period, WidgetDefinition widget) {
        return (Content.Figure) content(actor, period, widget);
    }

    private static List<String> labels(List<Bucket> buckets) {
        return buckets.stream()
                .map(bucket -> bucket.from() + " " + bucket.value() + " " + bucket.before())
                .toList();
    }

    private static List<String> groups(Content content) {
        return ((Content.Groups) content)
                .groups().stream()
                        .map(group -> group.name().or(group::key).orElse("none") + " " + group.value())
                        .toList();
    }

    private void product(String released, String price) {
        archive.create("products", "name", "a", "released", released, "price", price);
    }

    private void attempt(String email, boolean success, Instant at) {
        archive.database.write(scope -> archive.database.execute(execute -> execute.insert(
                "INSERT INTO admin_login_attempts (email, address, success, reason, at) VALUES (?, '192.0.2.1', ?, ?, ?)",
                email,
                archive.database.parameter(success),
                success ? "" : "wrong_password",
                archive.database.parameter(at))));
    }

    @Test
    void figures_are_of_what_the_actor_may_view() {
        archive.create("products", "name", "Saw", "owner_id", 7L, "price", "5.00");
        archive.create("products", "name", "Axe", "owner_id", 8L, "price", "50.00");
        WidgetDefinition all = figure(PRODUCTS, Measure.COUNT);
        WidgetDefinition dear = WidgetDefinition.count("products")
                .filter("price__gte", "10")
                .title("Dear ones")
                .width(6)
                .better(Better.NEITHER)
                .build();
        List<Widget> whole = widgets(EVA, "30d", all, dear);
        assertThat(whole)
                .extracting(widget -> widget.place().title().english())
                .containsExactly("Products", "Dear ones");
        assertThat(whole)
                .extracting(widget -> widget.place().id() + " " + widget.place().width())
                .containsExactly("count_products 3", "count_products_2 6");
        assertThat(((Content.Figure) whole.getFirst().content()).value()).hasValue(BigDecimal.valueOf(2));
        assertThat(((Content.Figure) whole.getLast().content()).records().filter())
                .isEqualTo(Map.of("price__gte", "10"));
        Actor viewer = actor(grant("products", Map.of("price", Set.of()), Action.VIEW));
        assertThat(widgets(
                        viewer,
                        "30d",
                        dear,
                        all,
                        figure(PRODUCTS, Measure.sum("price")),
                        figure(Records.of("tags"), Measure.COUNT)))
                .as("widgets with a hidden field, and of another model, are left out")
                .extracting(widget -> widget.place().id())
                .containsExactly("count_products_2");
        archive.policies.put("products", archive.where("products", "owner_id", 7L));
        assertThat(number(viewer, "30d", all).value()).hasValue(BigDecimal.ONE);
        assertThat(widgets(actor(), "30d", all)).isEmpty();
    }

    @Test
    void a_dated_figure_is_compared_with_the_range_before() {
        product("2026-11-20T23:59:59Z", "10.00");
        product("2026-11-14T00:00:00Z", "5.00");
        product("2026-11-13T23:59:59Z", "3.00"); // the range before
        product("2026-11-07T00:00:00Z", "1.00");
        product("2026-11-06T23:59:59Z", "100.00"); // before both
        product("2026-11-21T00:00:00Z", "100.00"); // after both
        archive.create("products", "name", "b", "released", "2026-11-15T00:00:00Z");
        Content.Figure sum = number(EVA, "7d", figure(RELEASED, Measure.sum("price")));
        assertThat(sum.value()).hasValue(new BigDecimal("15.00"));
        assertThat(sum.before()).hasValue(new BigDecimal("4.00"));
        assertThat(sum.records().filter())
                .isEqualTo(Map.of("filter_released__gte", "2026-11-14", "filter_released__lt", "2026-11-21"));
        Content.Figure average = number(EVA, "7d", figure(RELEASED, Measure.average("price")));
        assertThat(average.value())
                .as("records without a price are not counted")
                .hasValue(new BigDecimal("7.50"));
        assertThat(average.before()).hasValue(new BigDecimal("2.00"));
        assertThat(number(EVA, "7d", figure(RELEASED, Measure.COUNT)).value()).hasValue(BigDecimal.valueOf(3));
        archive.now = Instant.parse("2020-01-01T00:00:00Z");
        assertThat(number(EVA, "7d", figure(RELEASED, Measure.average("price"))).value())
                .as("the average of nothing")
                .isEmpty();
        assertThat(number(EVA, "7d", figure(RELEASED, Measure.sum("price"))).value())
                .hasValueSatisfying(zero -> assertThat(zero).isZero());
    }

    @Test
    void buckets_have_no_gaps_and_end_with_the_range() {
        for (String day : List.of("2026-11-20T23:59:59Z", "2026-11-20T00:00:00Z", "2026-10-22T00:00:00Z")) {
            product(day, "1.50");
        }
        for (String outside : List.of("2026-10-21T23:59:59Z", "2026-11-21T00:00:00Z")) {
            product(outside, "2.00");
        }
        WidgetDefinition counts = chart(RELEASED, Look.BAR, "", Measure.COUNT);
        Content.Series days = (Content.Series) content(EVA, "30d", counts);
        assertThat(labels(days.buckets()))
                .hasSize(30)
                .startsWith("2026-10-22 1 0", "2026-10-23 0 0")
                .endsWith("2026-11-19 0 0", "2026-11-20 2 1");
        assertThat(days.buckets().getLast().filter())
                .isEqualTo(Map.of("filter_released__gte", "2026-11-20", "filter_released__lt", "2026-11-21"));
        Content.Series weeks = (Content.Series) content(EVA, "90d", counts);
        assertThat(weeks.buckets().getFirst().from()).isEqualTo("2026-08-23");
        assertThat(weeks.buckets().getFirst().to()).as("a Sunday").isEqualTo("2026-08-23");
        assertThat(labels(weeks.buckets()))
                .contains("2026-10-19 2 0", "2026-11-09 0 0")
                .endsWith("2026-11-16 2 0");
        Content.Series months =
                (Content.Series) content(EVA, "12m", chart(RELEASED, Look.LINE, "", Measure.sum("price")));
        assertThat(labels(months.buckets()))
                .hasSize(12)
                .startsWith("2025-12-01 0 0")
                .endsWith("2026-10-01 3.50 0", "2026-11-01 3.00 0");
    }

    @Test
    void a_leap_day_is_in_its_bucket_and_in_that_of_the_year_after() {
        product("2024-02-29T12:00:00Z", "1.00");
        product("2024-03-01T00:00:00Z", "2.00");
        ViewingDashboard dashboard = archive.dashboard(chart(RELEASED, Look.LINE, "", Measure.COUNT));
        Content.Series days = (Content.Series) dashboard
                .board(EVA, RangeRequest.of(Map.of("from", "2024-02-28", "to", "2024-03-01")))
                .widgets()
                .getFirst()
                .content();
        assertThat(labels(days.buckets())).containsExactly("2024-02-28 0 0", "2024-02-29 1 0", "2024-03-01 1 0");
        archive.now = Instant.parse("2025-02-28T12:00:00Z");
        Content.Series year = (Content.Series) content(EVA, "12m", chart(RELEASED, Look.LINE, "", Measure.COUNT));
        assertThat(labels(year.buckets())).startsWith("2024-03-01 1 0").endsWith("2025-02-01 0 0");
        archive.now = Instant.parse("2025-12-31T12:00:00Z");
        Content.Series next = (Content.Series) content(EVA, "12m", chart(RELEASED, Look.LINE, "", Measure.COUNT));
        assertThat(labels(next.buckets())).contains("2025-02-01 0 1", "2025-03-01 0 1");
    }

    @Test
    void days_and_today_are_those_of_the_time_zone_that_is_asked_for() {
        product("2026-03-28T22:59:59Z", "1.00");
        product("2026-03-28T23:00:00Z", "2.00");
        product("2026-03-29T21:59:59Z", "4.00");
        product("2026-03-29T22:30:00Z", "8.00");
        archive.now = Instant.parse("2026-03-29T22:30:00Z"); // the 30th in Berlin
        Content.Series days = (Content.Series) archive.dashboard(chart(RELEASED, Look.LINE, "", Measure.sum("price")))
                .board(EVA, RangeRequest.of(Map.of("period", "7d", "tz", "Europe/Berlin")))
                .widgets()
                .getFirst()
                .content();
        assertThat(labels(days.buckets())).endsWith("2026-03-28 1.00 0", "2026-03-29 6.00 0", "2026-03-30 8.00 0");
        assertThat(days.buckets().getLast().filter()).containsEntry("tz", "Europe/Berlin");
        Content.Series utc = (Content.Series) content(EVA, "7d", chart(RELEASED, Look.LINE, "", Measure.sum("price")));
        assertThat(labels(utc.buckets())).endsWith("2026-03-28 3.00 0", "2026-03-29 12.00 0");
    }

    @Test
    void groups_name_records_link_to_lists_and_fold_the_others() {
        long tools = Long.parseLong(archive.create("categories", "name", "Tools"));
        long toys = Long.parseLong(archive.create("categories", "name", "Toys"));
        archive.create("products", "name", "Saw", "category_id", tools, "price", "5.00");
        archive.create("products", "name", "Axe", "category_id", tools, "price", "7.50");
        archive.create("products", "name", "Kite", "category_id", toys, "price", "100.00");
        archive.create("products", "name", "Thing");
        Records filtered = where("name__ne", "Kite");
        Actor whole = actor(grant("products", Action.VIEW), grant("categories", Action.VIEW));
        WidgetDefinition counts = chart(filtered, Look.DONUT, "category_id", Measure.COUNT);
        Widget widget = widgets(whole, "30d", counts).getFirst();
        assertThat(widget.place().title().english()).isEqualTo("Products by Category");
        Content.Groups donut = (Content.Groups) widget.content();
        assertThat(donut.more()).isFalse();
        assertThat(donut.groups())
                .containsExactly(
                        new Group(
                                Optional.of(Long.toString(tools)),
                                Optional.of("Tools"),
                                BigDecimal.valueOf(2),
                                Map.of("name__ne", "Kite", "filter_category_id", Long.toString(tools))),
                        new Group(
                                Optional.empty(),
                                Optional.empty(),
                                BigDecimal.valueOf(1),
                                Map.of("name__ne", "Kite", "filter_category_id__isnull", "true")));
        assertThat(groups(content(whole, "30d", chart(PRODUCTS, Look.BAR, "category_id", Measure.sum("price")))))
                .containsExactly("Toys 100.00", "Tools 12.50", "none 0.00");
        assertThat(groups(content(whole, "30d", chart(PRODUCTS, Look.BAR, "category_id", Measure.average("price")))))
                .as("averages are of records with a price")
                .containsExactly("Toys 100.00", "Tools 6.25");
        assertThat(groups(content(actor(grant("products", Action.VIEW)), "30d", counts)))
                .as("names of records that may not be viewed are not shown")
                .containsExactly(tools + " 2", "none 1");
        Content.Groups names = (Content.Groups) content(EVA, "30d", chart(PRODUCTS, Look.BAR, "name", Measure.COUNT));
        assertThat(names.groups()).hasSize(3);
        assertThat(names.others()).hasValue(BigDecimal.ONE);
        assertThat(names.more()).isTrue();
    }

    @Test
    void groups_of_a_dated_chart_are_of_the_range() {
        product("2026-11-20T00:00:00Z", "1.00");
        product("2026-11-13T00:00:00Z", "1.00");
        assertThat(groups(content(EVA, "7d", chart(RELEASED, Look.DONUT, "name", Measure.COUNT))))
                .containsExactly("a 1");
        assertThat(groups(content(EVA, "30d", chart(RELEASED, Look.DONUT, "name", Measure.COUNT))))
                .containsExactly("a 2");
    }

    @Test
    void a_table_has_the_first_records_that_the_actor_may_view() {
        long tools = Long.parseLong(archive.create("categories", "name", "Tools"));
        archive.create("products", "name", "Saw", "price", "5.00", "category_id", tools, "owner_id", 7L);
        archive.create("products", "name", "Axe", "price", "7.00", "owner_id", 7L);
        archive.create("products", "name", "Ark", "price", "9.00", "owner_id", 8L);
        WidgetDefinition cheap = table(List.of("name", "price", "category_id"), "price");
        Content.Table table = (Content.Table) content(EVA, "30d", cheap);
        assertThat(table.rows()).extracting(ViewingDashboard.Row::label).containsExactly("Saw", "Axe");
        assertThat(table.total()).isEqualTo(OptionalLong.of(3));
        assertThat(table.names().values().stream().flatMap(names -> names.values().stream()))
                .containsExactly("Tools");
        assertThat(table.records().filter()).isEqualTo(Map.of("ordering", "price"));
        archive.policies.put("products", archive.where("products", "owner_id", 8L));
        Actor viewer = actor(grant("products", Map.of("price", Set.of()), Action.VIEW));
        Content.Table some = (Content.Table) content(viewer, "30d", table(List.of("name", "price"), "name"));
        assertThat(some.rows()).extracting(ViewingDashboard.Row::label).containsExactly("Ark");
        assertThat(some.columns()).extracting(field -> field.name()).containsExactly("name");
    }

    @Test
    void a_chart_of_a_hidden_field_is_left_out_and_a_row_policy_holds() {
        archive.create("products", "name", "Saw", "owner_id", 7L, "cost", "1.00", "released", "2026-11-20T00:00:00Z");
        archive.create("products", "name", "Axe", "owner_id", 8L, "cost", "1.00", "released", "2026-11-20T00:00:00Z");
        Actor viewer = actor(grant("products", Map.of("cost", Set.of(), "released", Set.of()), Action.VIEW));
        assertThat(widgets(
                        viewer,
                        "30d",
                        chart(PRODUCTS, Look.BAR, "cost", Measure.COUNT),
                        chart(PRODUCTS, Look.BAR, "name", Measure.sum("cost")),
                        chart(RELEASED, Look.LINE, "", Measure.COUNT),
                        figure(where("cost__gt", "0"), Measure.COUNT),
                        figure(where("category__name", "Tools"), Measure.COUNT)))
                .isEmpty();
        archive.policies.put("products", archive.where("products", "owner_id", 7L));
        assertThat(groups(content(viewer, "30d", chart(PRODUCTS, Look.BAR, "name", Measure.COUNT))))
                .containsExactly("Saw 1");
        Content.Series days = (Content.Series)
                content(actor(grant("products", Action.VIEW)), "7d", chart(RELEASED, Look.LINE, "", Measure.COUNT));
        assertThat(days.buckets().getLast().value()).isEqualTo(BigDecimal.ONE);
    }

    @Test
    void failed_sign_ins_are_for_who_may_view_them() {
        attempt("eva@example.com", false, NOON.minusSeconds(7_200));
        attempt("bob@example.com", false, NOON.minusSeconds(60));
        attempt("bob@example.com", true, NOON.minusSeconds(30));
        attempt("old@example.com", false, NOON.minusSeconds(90_000));
        WidgetDefinition widget = WidgetDefinition.signInFailures().build();
        assertThat(content(EVA, "30d", widget))
                .isEqualTo(new Content.SignInFailures(
                        24,
                        2,
                        List.of(
                                new Attempt(NOON.minusSeconds(60), "bob@example.com", "192.0.2.1", "wrong_password"),
                                new Attempt(
                                        NOON.minusSeconds(7_200), "eva@example.com", "192.0.2.1", "wrong_password"))));
        assertThat(widgets(actor(grant("products", Action.VIEW)), "30d", widget))
                .isEmpty();
    }

    @Test
    void without_settings_there_are_the_first_models_and_what_goes_on() {
        archive.create("products", "name", "Saw", "cost", "1.00");
        assertThat(widgets(EVA, "30d"))
                .extracting(widget -> widget.place().title().english())
                .containsExactly(
                        "Categories",
                        "Countries",
                        "Products",
                        "Remarks",
                        "Products per day",
                        "Recent changes",
                        "Failed sign-ins");
        List<Widget> some = widgets(actor(grant("products", Map.of("cost", Set.of()), Action.VIEW)), "30d");
        assertThat(some)
                .extracting(widget -> widget.place().title().english())
                .containsExactly("Products", "Products per day", "Recent changes");
        assertThat(((Content.RecentChanges) some.getLast().content())
                        .entries()
                        .getFirst()
                        .differences())
                .extracting(Difference::field)
                .contains("name")
                .doesNotContain("cost");
        ViewingDashboard.Board none = archive.dashboard().board(actor(), RangeRequest.DEFAULT);
        assertThat(none.models()).isZero();
        assertThat(none.widgets()).isEmpty();
    }

    @Test
    void a_widget_that_names_what_is_not_there_stops_the_start_and_a_wrong_value_is_reported_in_its_place() {
        for (WidgetDefinition wrong : List.of(
                figure(Records.of("nope"), Measure.COUNT),
                figure(where("nope", "1"), Measure.COUNT),
                figure(where("name__nope", "1"), Measure.COUNT),
                figure(where("pin", "1"), Measure.COUNT),
                figure(PRODUCTS, Measure.sum("name")),
                figure(Records.of("products", "name"), Measure.COUNT),
                chart(PRODUCTS, Look.BAR, "nope", Measure.COUNT),
                chart(PRODUCTS, Look.BAR, "tags", Measure.COUNT),
                chart(PRODUCTS, Look.BAR, "pin", Measure.COUNT),
                chart(PRODUCTS, Look.BAR, "", Measure.COUNT),
                chart(PRODUCTS, Look.DONUT, "", Measure.COUNT),
                chart(PRODUCTS, Look.LINE, "", Measure.COUNT),
                chart(RELEASED, Look.LINE, "name", Measure.COUNT),
                chart(PRODUCTS, Look.BAR, "name", Measure.average("name")),
                table(List.of("nope"), "name"),
                table(List.of("pin"), "name"),
                table(List.of("name"), "-nope"))) {
            assertThatThrownBy(() -> archive.dashboard(wrong))
                    .as(wrong.toString())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("dashboard: ");
        }
        List<Widget> board =
                widgets(EVA, "30d", figure(where("price", "cheap"), Measure.COUNT), figure(PRODUCTS, Measure.COUNT));
        assertThat(((Content.Unavailable) board.getFirst().content()).why().english())
                .contains("?price");
        assertThat(board.getLast().content()).as("the others are shown").isInstanceOf(Content.Figure.class);
    }

    @Test
    void a_widget_whose_table_is_missing_says_so_in_its_place() {
        archive.database.write(scope -> archive.database.execute(execute -> execute.dml("DROP TABLE countries")));
        List<Widget> board =
                widgets(EVA, "30d", figure(Records.of("countries"), Measure.COUNT), figure(PRODUCTS, Measure.COUNT));
        assertThat(((Content.Unavailable) board.getFirst().content()).why().english())
                .contains("'countries'");
        assertThat(board.getLast().content()).isInstanceOf(Content.Figure.class);
    }

    // ---- layout

    private static List<String> places(Layout layout) {
        return layout.places().stream()
                .map(place -> place.id() + " " + place.width() + (place.shown() ? "" : " hidden"))
                .toList();
    }

    @Test
    void a_user_arranges_widgets_and_goes_back() {
        archive.user(7, "eva@example.com");
        archive.user(8, "bob@example.com");
        Actor.SignedIn eva = (Actor.SignedIn) EVA;
        ViewingDashboard dashboard = archive.dashboard(
                figure(PRODUCTS, Measure.COUNT),
                chart(PRODUCTS, Look.BAR, "name", Measure.COUNT),
                table(List.of(), "name"));
        assertThat(places(dashboard.layout(eva)))
                .containsExactly("count_products 3", "bar_products_name 4", "table_products 8");
        assertThat(dashboard.layout(eva).customised()).isFalse();
        List<Wanted> wanted = List.of(new Wanted("table_products", 12, true), new Wanted("count_products", 0, false));
        assertThat(places(dashboard.arrange(eva, wanted, true))).startsWith("table_products 12");
        assertThat(dashboard.layout(eva).customised()).as("a dry run").isFalse();
        assertThat(places(dashboard.arrange(eva, wanted, false)))
                .containsExactly("table_products 12", "count_products 3 hidden", "bar_products_name 4");
        assertThat(dashboard.layout(eva).customised()).isTrue();
        ViewingDashboard.Board board = dashboard.board(EVA, RangeRequest.DEFAULT);
        assertThat(board.widgets())
                .extracting(widget -> widget.place().id())
                .containsExactly("table_products", "bar_products_name");
        assertThat(board.hidden()).isEqualTo(1);
        Actor.SignedIn bob = Archive.signedIn(8, "bob@example.com");
        assertThat(places(dashboard.layout(bob))).as("another user's").startsWith("count_products 3");
        Actor.SignedIn key = new Actor.SignedIn(
                eva.id(), eva.email(), eva.rights(), eva.origin(), Optional.of(new Actor.ApiKey("hx_1", "Reader")));
        assertThat(dashboard.board(key, RangeRequest.DEFAULT).widgets())
                .as("an API key has none")
                .hasSize(3);
        dashboard.arrange(eva, List.of(new Wanted("bar_products_name", 6, true)), false);
        assertThat(places(archive.dashboard(figure(PRODUCTS, Measure.COUNT)).layout(eva)))
                .as("widgets that the settings do not have any more are ignored")
                .containsExactly("count_products 3");
        dashboard.reset(eva, true);
        assertThat(dashboard.layout(eva).customised()).as("a dry run").isTrue();
        dashboard.reset(eva, false);
        dashboard.reset(eva, false);
        assertThat(places(dashboard.layout(eva))).startsWith("count_products 3", "bar_products_name 4");
    }

    @Test
    void a_layout_is_deleted_with_its_user() {
        archive.user(7, "eva@example.com");
        ViewingDashboard dashboard = archive.dashboard(figure(PRODUCTS, Measure.COUNT));
        dashboard.arrange((Actor.SignedIn) EVA, List.of(new Wanted("count_products", 12, true)), false);
        archive.database.write(
                scope -> archive.database.execute(execute -> execute.delete("DELETE FROM admin_users WHERE id = 7")));
        assertThat(dashboard.layout((Actor.SignedIn) EVA).customised()).isFalse();
    }

    @Test
    void a_wrong_layout_is_refused_with_pointers() {
        ViewingDashboard dashboard =
                archive.dashboard(figure(PRODUCTS, Measure.COUNT), figure(Records.of("tags"), Measure.COUNT));
        Actor.SignedIn viewer = (Actor.SignedIn) actor(grant("products", Action.VIEW));
        RequestRejectedException refused = catchThrowableOfType(
                RequestRejectedException.class,
                () -> dashboard.arrange(
                        viewer,
                        List.of(
                                new Wanted("count_products", 2, true),
                                new Wanted("count_products", 13, true),
                                new Wanted("nope", 3, true),
                                new Wanted("count_tags", 3, true)),
                        false));
        assertThat(refused.violations())
                .extracting(Violation::pointer)
                .containsExactly(
                        "/widgets/0/width", "/widgets/1/id", "/widgets/1/width", "/widgets/2/id", "/widgets/3/id");
    }
}
