package dev.hexadmin.persistence.history;

import static dev.hexadmin.persistence.history.Archive.EVA;
import static dev.hexadmin.persistence.history.Archive.NOON;
import static dev.hexadmin.persistence.history.Archive.actor;
import static dev.hexadmin.persistence.history.Archive.grant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.dashboard.CardDefinition.Look;
import dev.hexadmin.application.dashboard.CardDefinition.Step;
import dev.hexadmin.application.dashboard.ViewingDashboard.Attempt;
import dev.hexadmin.application.dashboard.ViewingDashboard.Card;
import dev.hexadmin.application.dashboard.ViewingDashboard.Point;
import dev.hexadmin.application.history.ReviewingChanges.Difference;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
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
    private static final Optional<String> USUAL = Optional.empty();

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

    private static CardDefinition count(String model, Map<String, String> filter) {
        return new CardDefinition.Count(USUAL, model, filter);
    }

    private static CardDefinition chart(String field, Step by, String sum, Map<String, String> filter) {
        return new CardDefinition.Chart(
                USUAL, "products", field, Look.BAR, by, Optional.of(sum).filter(s -> !s.isEmpty()), filter);
    }

    private List<Card> cards(Actor actor, CardDefinition... cards) {
        return archive.dashboard(cards).board(actor).cards();
    }

    private List<Point> points(Actor actor, CardDefinition card) {
        return ((Card.Chart) cards(actor, card).getFirst()).points();
    }

    private static List<String> labels(List<Point> points) {
        return points.stream().map(point -> point.label() + " " + point.value()).toList();
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
    void counts_are_of_what_the_actor_may_view() {
        archive.create("products", "name", "Saw", "owner_id", 7L, "price", "5.00");
        archive.create("products", "name", "Axe", "owner_id", 8L, "price", "50.00");
        CardDefinition all = count("products", Map.of());
        CardDefinition dear =
                new CardDefinition.Count(Optional.of("Dear ones"), "products", Map.of("price__gte", "10"));
        assertThat(cards(EVA, all, dear))
                .containsExactly(
                        new Card.Count("Products", archive.model("products"), Map.of(), OptionalLong.of(2)),
                        new Card.Count(
                                "Dear ones",
                                archive.model("products"),
                                Map.of("price__gte", "10"),
                                OptionalLong.of(1)));
        Actor viewer = actor(grant("products", Map.of("price", Set.of()), Action.VIEW));
        assertThat(cards(viewer, all, dear, count("tags", Map.of())))
                .as("cards with a hidden field, and of another model, are left out")
                .extracting(Card::title)
                .containsExactly("Products");
        archive.policies.put("products", archive.where("products", "owner_id", 7L));
        assertThat(((Card.Count) cards(viewer, all).getFirst()).count()).hasValue(1);
        assertThat(cards(actor(), all)).isEmpty();
    }

    @Test
    void a_chart_of_values_names_records_and_links_to_lists() {
        long tools = Long.parseLong(archive.create("categories", "name", "Tools"));
        long toys = Long.parseLong(archive.create("categories", "name", "Toys"));
        archive.create("products", "name", "Saw", "category_id", tools, "price", "5.00");
        archive.create("products", "name", "Axe", "category_id", tools, "price", "7.50");
        archive.create("products", "name", "Kite", "category_id", toys, "price", "100.00");
        archive.create("products", "name", "Thing");
        CardDefinition counts = chart("category_id", Step.VALUE, "", Map.of("name__ne", "Kite"));
        Actor whole = actor(grant("products", Action.VIEW), grant("categories", Action.VIEW));
        Card.Chart chart = (Card.Chart) cards(whole, counts).getFirst();
        assertThat(chart.title()).isEqualTo("Products by Category");
        assertThat(chart.more()).isFalse();
        assertThat(chart.points())
                .containsExactly(
                        new Point(
                                "Tools",
                                BigDecimal.valueOf(2),
                                Map.of("name__ne", "Kite", "filter_category_id", Long.toString(tools))),
                        new Point(
                                "(none)",
                                BigDecimal.valueOf(1),
                                Map.of("name__ne", "Kite", "filter_category_id__isnull", "true")));
        assertThat(labels(points(whole, chart("category_id", Step.VALUE, "price", Map.of()))))
                .containsExactly("Toys 100.00", "Tools 12.50", "(none) 0.00");
        assertThat(labels(points(actor(grant("products", Action.VIEW)), counts)))
                .as("names of records that may not be viewed are not told")
                .containsExactly(tools + " 2", "(none) 1");
    }

    @Test
    void charts_of_time_have_no_gaps_and_end_today() {
        for (String day : List.of("2026-11-20T23:59:59Z", "2026-11-20T00:00:00Z", "2026-10-22T00:00:00Z")) {
            archive.create("products", "name", "a", "released", day, "price", "1.50");
        }
        for (String outside : List.of("2026-10-21T23:59:59Z", "2026-11-21T00:00:00Z")) {
            archive.create("products", "name", "b", "released", outside, "price", "1.50");
        }
        List<Point> days = points(EVA, chart("released", Step.DAY, "", Map.of()));
        assertThat(days).hasSize(30);
        assertThat(labels(days)).startsWith("2026-10-22 1", "2026-10-23 0").endsWith("2026-11-19 0", "2026-11-20 2");
        assertThat(days.getLast().filter())
                .isEqualTo(Map.of("filter_released__gte", "2026-11-20", "filter_released__lt", "2026-11-21"));
        assertThat(labels(points(EVA, chart("released", Step.WEEK, "", Map.of()))))
                .hasSize(26)
                .contains("2026-10-19 2", "2026-11-09 0")
                .endsWith("2026-11-16 3");
        assertThat(labels(points(EVA, chart("released", Step.MONTH, "price", Map.of("name", "a")))))
                .hasSize(12)
                .startsWith("2025-12 0")
                .endsWith("2026-10 1.50", "2026-11 3.00");
    }

    @Test
    void a_chart_of_a_hidden_field_is_left_out_and_a_row_policy_holds() {
        archive.create("products", "name", "Saw", "owner_id", 7L, "cost", "1.00", "released", "2026-11-20T00:00:00Z");
        archive.create("products", "name", "Axe", "owner_id", 8L, "cost", "1.00", "released", "2026-11-20T00:00:00Z");
        Actor viewer = actor(grant("products", Map.of("cost", Set.of()), Action.VIEW));
        assertThat(cards(
                        viewer,
                        chart("cost", Step.VALUE, "", Map.of()),
                        chart("released", Step.DAY, "cost", Map.of()),
                        chart("released", Step.DAY, "", Map.of("cost__gt", "0"))))
                .isEmpty();
        archive.policies.put("products", archive.where("products", "owner_id", 7L));
        assertThat(labels(points(viewer, chart("name", Step.VALUE, "", Map.of()))))
                .containsExactly("Saw 1");
    }

    @Test
    void failed_sign_ins_are_for_who_may_view_them() {
        attempt("eva@example.com", false, NOON.minusSeconds(7_200));
        attempt("bob@example.com", false, NOON.minusSeconds(60));
        attempt("bob@example.com", true, NOON.minusSeconds(30));
        attempt("old@example.com", false, NOON.minusSeconds(90_000));
        CardDefinition card = new CardDefinition.SignInFailures(USUAL, 24);
        assertThat(cards(EVA, card))
                .containsExactly(new Card.SignInFailures(
                        "Failed sign-ins",
                        24,
                        OptionalLong.of(2),
                        List.of(
                                new Attempt(NOON.minusSeconds(60), "bob@example.com", "192.0.2.1", "wrong_password"),
                                new Attempt(
                                        NOON.minusSeconds(7_200), "eva@example.com", "192.0.2.1", "wrong_password"))));
        assertThat(cards(actor(grant("products", Action.VIEW)), card)).isEmpty();
    }

    @Test
    void without_settings_there_are_the_first_models_and_what_goes_on() {
        archive.create("products", "name", "Saw", "cost", "1.00");
        assertThat(cards(EVA))
                .extracting(Card::title)
                .containsExactly(
                        "Categories",
                        "Countries",
                        "Products",
                        "Remarks",
                        "Products per day",
                        "Recent changes",
                        "Failed sign-ins");
        List<Card> some = cards(actor(grant("products", Map.of("cost", Set.of()), Action.VIEW)));
        assertThat(some).extracting(Card::title).containsExactly("Products", "Products per day", "Recent changes");
        assertThat(((Card.RecentChanges) some.getLast()).entries().getFirst().differences())
                .extracting(Difference::field)
                .contains("name")
                .doesNotContain("cost");
        assertThat(archive.dashboard().board(actor()).models()).isZero();
        assertThat(archive.dashboard().board(actor()).cards()).isEmpty();
    }

    @Test
    void a_card_that_names_what_is_not_there_stops_the_start_and_a_wrong_value_is_told_in_its_place() {
        for (CardDefinition wrong : List.of(
                count("nope", Map.of()),
                count("products", Map.of("nope", "1")),
                count("products", Map.of("name__nope", "1")),
                count("products", Map.of("pin", "1")),
                chart("nope", Step.VALUE, "", Map.of()),
                chart("tags", Step.VALUE, "", Map.of()),
                chart("pin", Step.VALUE, "", Map.of()),
                chart("name", Step.DAY, "", Map.of()),
                chart("name", Step.VALUE, "name", Map.of()))) {
            assertThatThrownBy(() -> archive.dashboard(wrong))
                    .as(wrong.toString())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("dashboard: ");
        }
        assertThat(cards(EVA, count("products", Map.of("price", "cheap"))))
                .singleElement()
                .satisfies(card -> assertThat(((Card.Unavailable) card).why()).contains("?price"));
    }
}
