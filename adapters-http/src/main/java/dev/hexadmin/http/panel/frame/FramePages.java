package dev.hexadmin.http.panel.frame;

import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.JtedesignGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;

/** The files of pages, the choice between dark and light, and in development a page with all components. Thread-safe. */
public final class FramePages {
    private static final String DEVELOPMENT = "development";

    private final Panel panel;

    public FramePages(Panel panel) {
        this.panel = panel;
    }

    /** What the page of the design shows. */
    public record DesignPage(Frame frame, List<String> hues, List<String> icons) {}

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(
                panel.assets().route(),
                panel.scriptTexts().route(),
                new Route(
                        Method.POST,
                        panel.places().admin() + "/theme",
                        Policy.SIGNED_IN,
                        Route.Media.HTML,
                        this::choose),
                new Route(
                        Method.POST,
                        panel.places().admin() + "/login/language",
                        Policy.PUBLIC,
                        Route.Media.HTML,
                        this::chooseLanguage)));
        if (!panel.brand().files().isEmpty()) {
            routes.add(panel.brand().files().route());
        }
        routes.addAll(panel.pluginFiles().routes());
        if (panel.environment().equals(DEVELOPMENT)) {
            routes.add(new Route(
                    Method.GET,
                    panel.places().admin() + "/design",
                    Policy.SIGNED_IN,
                    Route.Media.HTML,
                    request -> panel.page(
                            request,
                            200,
                            JtedesignGenerated::render,
                            new DesignPage(panel.frame(request, "Design"), Hue.WORDS, Icons.names()))));
        }
        return routes;
    }

    /** Before there is a session. It only sets a cookie, and another site cannot do that. */
    private Response chooseLanguage(RequestContext request) {
        String tag = request.form().textOrEmpty("language");
        if (!tag.isEmpty() && LocaleChoice.language(tag).isEmpty()) {
            throw new Problem(422, "invalid", Message.of("There are no texts in this language."));
        }
        if (!request.fromOwnPage()) {
            throw new Problem(403, "csrf", Message.of("The form was not served by this server."));
        }
        String next = request.form().textOrEmpty("next");
        return panel.redirect(PanelUrls.isLocal(next) ? next : panel.places().home())
                .with("Set-Cookie", Panel.languageCookie(request, tag));
    }

    private Response choose(RequestContext request) {
        String theme = request.form().textOrEmpty("theme");
        if (!List.of("", "light", "dark").contains(theme)) {
            throw new Problem(422, "invalid", Message.of("A theme is light, dark or, empty, the device's own."));
        }
        String next = request.form().textOrEmpty("next");
        return panel.redirect(PanelUrls.isLocal(next) ? next : panel.places().home())
                .with("Set-Cookie", Panel.themeCookie(request, theme));
    }
}
