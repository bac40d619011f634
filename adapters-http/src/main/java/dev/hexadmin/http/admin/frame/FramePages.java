package dev.hexadmin.http.admin.frame;

import dev.hexadmin.http.problem.Problem;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
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

    private Answer choose(Exchange exchange) {
        String theme = exchange.form().textOrEmpty("theme");
        if (!List.of("", "light", "dark").contains(theme)) {
            throw new Problem(422, "invalid", "A theme is light, dark or, empty, the device's own.");
        }
        String next = exchange.form().textOrEmpty("next");
        return panel.redirect(Places.isLocal(next) ? next : panel.places().home())
                .with("Set-Cookie", Panel.themeCookie(exchange, theme));
    }
}
