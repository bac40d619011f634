package dev.hexadmin.http.panel.dashboard;

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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The form in which users arrange their dashboard. Each of its buttons stores the layout. Thread-safe. */
public final class LayoutPages {
    private static final Map<Integer, String> WIDTHS = widths();

    private final Panel panel;
    private final ViewingDashboard dashboard;

    public LayoutPages(Panel panel, ViewingDashboard dashboard) {
        this.panel = panel;
        this.dashboard = dashboard;
    }

    private static Map<Integer, String> widths() {
        Map<Integer, String> widths = new LinkedHashMap<>();
        widths.put(3, "A quarter");
        widths.put(4, "A third");
        widths.put(6, "Half");
        widths.put(8, "Two thirds");
        widths.put(9, "Three quarters");
        widths.put(12, "Full width");
        return Collections.unmodifiableMap(widths);
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
                                "Edit layout",
                                new Frame.Crumb("Dashboard", panel.places().home())),
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

    private static Tile tile(Place place) {
        List<Width> widths = new ArrayList<>();
        Map<Integer, String> known = new TreeMap<>(WIDTHS);
        known.putIfAbsent(place.width(), place.width() + " of " + WidgetDefinition.COLUMNS + " columns");
        known.forEach((columns, label) -> widths.add(new Width(columns, label)));
        return new Tile(place.id(), place.title(), place.type().replace('_', ' '), place.width(), widths);
    }

    private Response change(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Form form = request.form();
        if (form.has("reset")) {
            dashboard.reset(actor, false);
            return panel.redirect(request, panel.places().home(), Flash.success("The layout of the settings is back."));
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
                ? panel.redirect(request, panel.places().home(), Flash.success("Your layout is stored."))
                : panel.redirect(path(panel));
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
