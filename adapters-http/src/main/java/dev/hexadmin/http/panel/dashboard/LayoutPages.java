package dev.hexadmin.http.panel.dashboard;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.dashboard.ViewingDashboard.Layout;
import dev.hexadmin.application.dashboard.ViewingDashboard.Place;
import dev.hexadmin.application.dashboard.ViewingDashboard.Wanted;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtedashboard_layoutGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The form in which users arrange their dashboard. Each of its buttons stores the layout. Thread-safe. */
public final class LayoutPages {
    private static final Set<Integer> WIDTHS = Set.of(3, 4, 6, 8, 9, 12);

    private final Panel panel;
    private final ViewingDashboard dashboard;

    public LayoutPages(Panel panel, ViewingDashboard dashboard) {
        this.panel = panel;
        this.dashboard = dashboard;
    }

    static String path(Panel panel) {
        return panel.places().admin() + "/dashboard/layout";
    }

    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, path(panel), Policy.PERSON, Route.Media.HTML, this::show),
                new Route(Method.POST, path(panel), Policy.PERSON, Route.Media.HTML, this::change));
    }

    /**
     * The form.
     *
     * @param customised whether the user has a layout
     */
    public record LayoutPage(
            Frame frame, String action, String home, boolean customised, List<Tile> shown, List<Tile> hidden) {}

    /** A widget. */
    public record Tile(String id, String title, String type, int width, List<Width> widths) {}

    /** A width to choose. */
    public record Width(int columns, String label) {}

    private Response show(RequestContext request) {
        Layout layout = dashboard.layout(request.signedIn());
        return panel.page(
                request,
                200,
                Jtedashboard_layoutGenerated::render,
                new LayoutPage(
                        panel.frame(
                                request,
                                text("Edit layout"),
                                new Frame.Crumb(
                                        text("Dashboard"), panel.places().home())),
                        path(panel),
                        panel.places().home(),
                        layout.customised(),
                        layout.places().stream()
                                .filter(Place::shown)
                                .map(LayoutPages::tile)
                                .toList(),
                        layout.places().stream()
                                .filter(place -> !place.shown())
                                .map(LayoutPages::tile)
                                .toList()));
    }

    /** Its type is left out where the title says it. */
    private static Tile tile(Place place) {
        String title = text(place.title());
        String type = type(place.type());
        Set<Integer> widths = new TreeSet<>(WIDTHS);
        widths.add(place.width());
        return new Tile(
                place.id(),
                title,
                title.equals(type) || title.endsWith(type + ")") || title.endsWith(type + "）") ? "" : type,
                place.width(),
                widths.stream()
                        .map(columns -> new Width(columns, width(columns)))
                        .toList());
    }

    private static String type(String word) {
        return switch (word) {
            case "count" -> text("count");
            case "sum" -> text("sum");
            case "average" -> text("average");
            case "line" -> text("line");
            case "bar" -> text("bar");
            case "donut" -> text("donut");
            case "table" -> text("table");
            case "recent_changes" -> text("Recent changes");
            case "sign_in_failures" -> text("Failed sign-ins");
            default -> word.replace('_', ' ');
        };
    }

    private static String width(int columns) {
        return switch (columns) {
            case 3 -> text("A quarter");
            case 4 -> text("A third");
            case 6 -> text("Half");
            case 8 -> text("Two thirds");
            case 9 -> text("Three quarters");
            case 12 -> text("Full width");
            default -> text("{count} of {all} columns", "count", columns, "all", WidgetDefinition.COLUMNS);
        };
    }

    private Response change(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Form form = request.form();
        if (form.has("reset")) {
            dashboard.reset(actor, false);
            return panel.redirect(
                    request, panel.places().home(), Flash.success(text("The layout of the settings is back.")));
        }
        List<String> shown = new ArrayList<>(new LinkedHashSet<>(form.all("shown")));
        Set<String> hidden = new LinkedHashSet<>(form.all("hidden"));
        hidden.removeAll(shown);
        move(shown, form.textOrEmpty("earlier"), -1);
        move(shown, form.textOrEmpty("later"), 1);
        if (shown.remove(form.textOrEmpty("hide"))) {
            hidden.add(form.textOrEmpty("hide"));
        }
        if (hidden.remove(form.textOrEmpty("show"))) {
            shown.add(form.textOrEmpty("show"));
        }
        List<Wanted> wanted = new ArrayList<>();
        shown.forEach(id -> wanted.add(new Wanted(id, width(form, id), true)));
        hidden.forEach(id -> wanted.add(new Wanted(id, width(form, id), false)));
        dashboard.arrange(actor, wanted, false);
        return form.has("save")
                ? panel.redirect(request, panel.places().home(), Flash.success(text("Your layout is stored.")))
                : panel.redirect(path(panel) + moved(form, shown, hidden));
    }

    /** The fragment of the widget whose button was pressed. */
    private static String moved(Form form, List<String> shown, Set<String> hidden) {
        return Stream.of("earlier", "later", "hide", "show")
                .map(form::textOrEmpty)
                .filter(id -> shown.contains(id) || hidden.contains(id))
                .map(id -> "#tile-" + id)
                .findFirst()
                .orElse("");
    }

    private static void move(List<String> ids, String id, int by) {
        int from = ids.indexOf(id);
        int to = from + by;
        if (from >= 0 && to >= 0 && to < ids.size()) {
            Collections.swap(ids, from, to);
        }
    }

    private static int width(Form form, String id) {
        String text = form.textOrEmpty("width." + id);
        return text.matches("[0-9]{1,2}") ? Integer.parseInt(text) : 0;
    }
}
