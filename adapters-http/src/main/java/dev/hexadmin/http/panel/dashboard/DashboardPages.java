package dev.hexadmin.http.panel.dashboard;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.RangeRequest;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.dashboard.ViewingDashboard.Board;
import dev.hexadmin.application.panel.ShowingExtensions;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.fields.DateLabel;
import dev.hexadmin.http.panel.frame.ExtensionContent;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtedashboard_homeGenerated;
import dev.hexadmin.http.texts.Localized;
import gg.jte.Content;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The first page: the widgets for a range of dates. Thread-safe. */
public final class DashboardPages {
    private final Panel panel;
    private final ViewingDashboard dashboard;
    private final ShowingExtensions extensions;

    public DashboardPages(Panel panel, ViewingDashboard dashboard, ShowingExtensions extensions) {
        this.panel = panel;
        this.dashboard = dashboard;
        this.extensions = extensions;
    }

    public List<Route> routes() {
        return List.of(new Route(Method.GET, panel.places().admin(), Policy.SIGNED_IN, Route.Media.HTML, this::home));
    }

    /**
     * The dashboard.
     *
     * @param added cards of plugins
     * @param wrong what is wrong with the range that was asked for
     */
    public record DashboardPage(
            Frame frame,
            RangeBar range,
            List<WidgetCard> cards,
            List<AddedCard> added,
            Start start,
            List<String> wrong) {}

    /**
     * A card of a plugin.
     *
     * @param id of its heading
     * @param content empty when it failed
     */
    public record AddedCard(String id, String title, Optional<Content> content) {}

    /** What to do where there is nothing to see. */
    public enum Start {
        /** There is something. */
        NOTHING,
        /** There are no models. */
        ADD_MODELS,
        /** There are models, but this user may view none of them. */
        ASK_FOR_RIGHTS,
        /** The operator wants no widgets, or none that this user may see. */
        NO_WIDGETS,
        /** The user has hidden all of them. */
        ALL_HIDDEN
    }

    /**
     * The choice of the range.
     *
     * @param path of the page
     * @param dates the range for people
     * @param brief the same for small screens
     * @param layout the page of the layout, or {@code ""}
     */
    public record RangeBar(
            String path, String from, String to, String dates, String brief, List<Preset> presets, String layout) {}

    /** A range to choose. */
    public record Preset(String label, String href, boolean current) {}

    private Response home(RequestContext request) {
        Map<String, String> asked = Address.given(request.query());
        RangeRequest range = RangeRequest.DEFAULT;
        List<String> wrong = List.of();
        try {
            range = RangeRequest.of(asked);
        } catch (RequestRejectedException refused) {
            wrong = refused.violations().stream()
                    .map(violation -> text(violation.text()))
                    .distinct()
                    .toList();
        }
        Actor actor = request.actor();
        Board board = dashboard.board(actor, range.in(Localized.current().zone()));
        WidgetCards cards = new WidgetCards(panel, actor, board.range());
        List<AddedCard> added = added(actor);
        return panel.page(
                request,
                wrong.isEmpty() ? 200 : 400,
                Jtedashboard_homeGenerated::render,
                new DashboardPage(
                        panel.frame(request, text("Dashboard")),
                        rangeBar(board.range(), wrong.isEmpty() ? Map.of() : asked, actor),
                        board.widgets().stream().map(cards::of).toList(),
                        added,
                        added.isEmpty() ? start(actor, board) : Start.NOTHING,
                        wrong));
    }

    private List<AddedCard> added(Actor actor) {
        List<AddedCard> cards = new ArrayList<>();
        for (ShowingExtensions.Card one : extensions.cards(actor, ExtensionContent.reader(panel.places()))) {
            cards.add(new AddedCard(
                    "added-" + cards.size(),
                    text(one.card().title()),
                    one.content().map(ExtensionContent::of)));
        }
        return cards;
    }

    /** @param typed what the form had that is not valid */
    private RangeBar rangeBar(DateRange range, Map<String, String> typed, Actor actor) {
        String home = panel.places().home();
        return new RangeBar(
                home,
                typed.getOrDefault("from", range.from().toString()),
                typed.getOrDefault("to", range.to().toString()),
                DateLabel.range(range.from(), range.to()),
                range.preset().map(DashboardPages::label).orElseGet(() -> text("Dates")),
                List.of(DateRange.Preset.values()).stream()
                        .map(preset -> new Preset(
                                label(preset),
                                home + "?period=" + preset.word(),
                                range.preset().equals(Optional.of(preset))))
                        .toList(),
                actor.inPerson() ? LayoutPages.path(panel) : "");
    }

    private static String label(DateRange.Preset preset) {
        return switch (preset) {
            case DAYS_7 -> text("7 days");
            case DAYS_30 -> text("30 days");
            case DAYS_90 -> text("90 days");
            case MONTHS_12 -> text("12 months");
        };
    }

    private Start start(Actor actor, Board board) {
        if (board.models() == 0 && panel.models().models().stream().allMatch(Model::builtIn)) {
            return actor.rights().superuser() ? Start.ADD_MODELS : Start.ASK_FOR_RIGHTS;
        }
        if (!board.widgets().isEmpty()) {
            return Start.NOTHING;
        }
        return board.models() == 0 ? Start.ASK_FOR_RIGHTS : board.hidden() > 0 ? Start.ALL_HIDDEN : Start.NO_WIDGETS;
    }
}
