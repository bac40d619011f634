package dev.hexadmin.http.panel.dashboard;

import dev.hexadmin.application.dashboard.CardDefinition.Look;
import dev.hexadmin.application.dashboard.CardDefinition.Step;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.dashboard.ViewingDashboard.Board;
import dev.hexadmin.application.dashboard.ViewingDashboard.Card;
import dev.hexadmin.application.dashboard.ViewingDashboard.Point;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.history.AuditEntry;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtedashboard_homeGenerated;
import io.helidon.http.Method;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The first page: what there is to see at a glance. Thread-safe. */
public final class DashboardPages {
    private final Panel panel;
    private final ViewingDashboard dashboard;

    public DashboardPages(Panel panel, ViewingDashboard dashboard) {
        this.panel = panel;
        this.dashboard = dashboard;
    }

    public List<Route> routes() {
        return List.of(new Route(Method.GET, panel.places().admin(), Policy.SIGNED_IN, Route.Media.HTML, this::home));
    }

    /**
     * The dashboard.
     *
     * @param counts cards of one number, which are shown together
     * @param cards the others
     * @param start what to do where there is nothing to see yet
     */
    public record Dashboard(Frame frame, List<Figure> counts, List<ShownCard> cards, Start start) {}

    /** What to do where there is nothing to see yet. */
    public enum Start {
        /** There is something. */
        NOTHING,
        /** There are no models. */
        ADD_MODELS,
        /** There are models, but this user may view none of them. */
        ASK_FOR_RIGHTS,
        /** The operator wants no cards, or none that this user may see. */
        NO_CARDS
    }

    /**
     * A card of one number.
     *
     * @param href the list that it counts, or {@code ""}
     * @param number for people; {@code ""} where it takes too long to count
     * @param create where to make the first record, or {@code ""}
     */
    public record Figure(String title, String href, String number, String create) {}

    /**
     * A card of more than one number.
     *
     * @param id of its heading
     * @param kind {@code chart}, {@code changes}, {@code failures} or {@code unavailable}
     * @param text a sentence
     * @param href where to see more, or {@code ""}
     */
    public record ShownCard(
            String id,
            String kind,
            String title,
            String text,
            String href,
            Optional<Chart> chart,
            List<AuditEntry> entries,
            List<Attempt> attempts) {}

    /**
     * A chart and its numbers.
     *
     * @param by what the first column of the numbers is
     * @param of what the second one is
     */
    public record Chart(Drawing drawing, String description, String by, String of, List<ChartRow> rows) {}

    /**
     * A row of numbers.
     *
     * @param href the list of these records, or {@code ""}
     */
    public record ChartRow(String label, String href, String number) {}

    /** A failed sign-in. */
    public record Attempt(String time, String when, String email, String address, String reason) {}

    private Response home(RequestContext request) {
        Actor actor = request.actor();
        Board board = dashboard.board(actor);
        List<Figure> counts = new ArrayList<>();
        List<ShownCard> cards = new ArrayList<>();
        for (Card card : board.cards()) {
            String id = "card-" + (cards.size() + 1);
            switch (card) {
                case Card.Count count -> counts.add(number(actor, count));
                case Card.Chart chart -> cards.add(chart(id, chart));
                case Card.RecentChanges(String title, var entries) ->
                    cards.add(new ShownCard(
                            id,
                            "changes",
                            title,
                            "",
                            audit(actor),
                            Optional.empty(),
                            entries.stream()
                                    .map(entry -> AuditEntry.of(entry, panel.places()))
                                    .toList(),
                            List.of()));
                case Card.SignInFailures failures -> cards.add(failures(id, failures));
                case Card.Unavailable(String title, String why) ->
                    cards.add(new ShownCard(id, "unavailable", title, why, "", Optional.empty(), List.of(), List.of()));
            }
        }
        return panel.page(
                request,
                200,
                Jtedashboard_homeGenerated::render,
                new Dashboard(panel.frame(request, "Dashboard"), counts, cards, start(actor, board)));
    }

    private Start start(Actor actor, Board board) {
        if (board.models() == 0 && panel.models().models().stream().allMatch(Model::builtIn)) {
            return actor.rights().superuser() ? Start.ADD_MODELS : Start.ASK_FOR_RIGHTS;
        }
        if (!board.cards().isEmpty()) {
            return Start.NOTHING;
        }
        return board.models() == 0 ? Start.ASK_FOR_RIGHTS : Start.NO_CARDS;
    }

    private String audit(Actor actor) {
        return panel.models()
                .model("admin_audit_log")
                .filter(model -> actor.rights().allows(Action.VIEW, model))
                .map(panel.places()::list)
                .orElse("");
    }

    private String list(Model model, Map<String, String> filter) {
        if (!model.definition().exposure().html()) {
            return "";
        }
        PanelUrls places = panel.places();
        String query = filter.entrySet().stream()
                .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
                .sorted()
                .collect(Collectors.joining("&"));
        return places.list(model) + (query.isEmpty() ? "" : "?" + query);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Figure number(Actor actor, Card.Count card) {
        OptionalLong count = card.count();
        boolean first = count.equals(OptionalLong.of(0))
                && card.filter().isEmpty()
                && card.model().definition().exposure().html()
                && !PanelUrls.hasOwnPages(card.model())
                && Action.CREATE.isPossibleOn(card.model())
                && actor.rights().allows(Action.CREATE, card.model());
        return new Figure(
                card.title(),
                list(card.model(), card.filter()),
                count.isPresent() ? String.format(Locale.ROOT, "%,d", count.getAsLong()) : "",
                first ? panel.places().list(card.model()) + "create" : "");
    }

    private ShownCard failures(String id, Card.SignInFailures card) {
        String text = card.count().isEmpty()
                ? "Counting takes too long here."
                : String.format(
                        Locale.ROOT,
                        "%,d in the last %s.",
                        card.count().getAsLong(),
                        card.hours() == 1 ? "hour" : card.hours() + " hours");
        return new ShownCard(
                id,
                "failures",
                card.title(),
                text,
                panel.models()
                        .model("admin_login_attempts")
                        .map(model -> list(model, Map.of("success", "false")))
                        .orElse(""),
                Optional.empty(),
                List.of(),
                card.latest().stream()
                        .map(one -> new Attempt(
                                one.at().toString(),
                                AuditEntry.when(one.at()),
                                one.email(),
                                one.address(),
                                one.reason().replace('_', ' ')))
                        .toList());
    }

    private ShownCard chart(String id, Card.Chart card) {
        List<Drawing.Value> values = card.points().stream()
                .map(point -> new Drawing.Value(point.label(), point.value(), shown(point.value())))
                .toList();
        String most = shown(card.points().stream().map(Point::value).reduce(BigDecimal.ZERO, BigDecimal::max));
        String least = shown(card.points().stream().map(Point::value).reduce(BigDecimal.ZERO, BigDecimal::min));
        Drawing drawing = card.step() == Step.VALUE && card.look() == Look.BAR
                ? Drawing.lying(values)
                : Drawing.standing(values, card.look() == Look.LINE, most, least);
        String of = card.sum().map(FieldDefinition::label).orElse("Records");
        String by = switch (card.step()) {
            case VALUE -> card.by().label();
            case DAY -> "Day";
            case WEEK -> "Week from";
            case MONTH -> "Month";
        };
        return new ShownCard(
                id,
                "chart",
                card.title(),
                card.points().isEmpty()
                        ? "There is nothing to draw yet."
                        : card.more() ? "The largest " + card.points().size() + "; there are more." : "",
                list(card.model(), Map.of()),
                card.points().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Chart(
                                drawing,
                                of + " by " + by.toLowerCase(Locale.ROOT) + ", "
                                        + card.points().size() + " values, the largest " + most
                                        + ". The numbers follow as a table.",
                                by,
                                of,
                                card.points().stream()
                                        .map(point -> new ChartRow(
                                                point.label(),
                                                list(card.model(), point.filter()),
                                                shown(point.value())))
                                        .toList())),
                List.of(),
                List.of());
    }

    private static String shown(BigDecimal number) {
        return String.format(Locale.ROOT, "%,." + Math.max(0, Math.min(6, number.scale())) + "f", number);
    }
}
