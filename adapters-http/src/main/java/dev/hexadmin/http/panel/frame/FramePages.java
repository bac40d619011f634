package dev.hexadmin.http.panel.frame;

import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.List;

/** The files of pages, and the choice between dark and light. Thread-safe. */
public final class FramePages {
    private final Panel panel;

    public FramePages(Panel panel) {
        this.panel = panel;
    }

    public List<Route> routes() {
        return List.of(
                panel.assets().route(),
                new Route(
                        Method.POST,
                        panel.places().admin() + "/theme",
                        Policy.SIGNED_IN,
                        Route.Media.HTML,
                        this::choose));
    }

    private Response choose(RequestContext request) {
        String theme = request.form().textOrEmpty("theme");
        if (!List.of("", "light", "dark").contains(theme)) {
            throw new Problem(422, "invalid", "A theme is light, dark or, empty, the device's own.");
        }
        String next = request.form().textOrEmpty("next");
        return panel.redirect(PanelUrls.isLocal(next) ? next : panel.places().home())
                .with("Set-Cookie", Panel.themeCookie(request, theme));
    }
}
