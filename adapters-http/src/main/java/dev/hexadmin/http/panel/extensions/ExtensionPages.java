package dev.hexadmin.http.panel.extensions;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.panel.Html;
import dev.hexadmin.application.panel.PageAnswer;
import dev.hexadmin.application.panel.PanelAssembly;
import dev.hexadmin.application.panel.PanelExtensions.OfPlugin;
import dev.hexadmin.application.panel.PanelPage;
import dev.hexadmin.application.panel.ShowingExtensions.PageRequest;
import dev.hexadmin.application.panel.ShowingExtensions.Received;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.ExtensionContent;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.JteextensionGenerated;
import dev.hexadmin.http.texts.Localized;
import gg.jte.Content;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pages of plugins. Thread-safe. */
public final class ExtensionPages {
    private static final System.Logger LOG = System.getLogger(ExtensionPages.class.getName());

    private final Panel panel;
    private final PanelAssembly extensions;

    public ExtensionPages(Panel panel, PanelAssembly extensions) {
        this.panel = panel;
        this.extensions = extensions;
    }

    /**
     * What a page shows.
     *
     * @param wrong why its form was rejected
     */
    public record ExtensionPage(Frame frame, List<String> wrong, Content content) {}

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (OfPlugin<PanelPage> one : extensions.declared().pages()) {
            PanelPage page = one.part();
            String path = panel.places().admin() + "/" + page.path();
            routes.add(new Route(
                    Method.GET, path, Policy.RIGHTS, Route.Media.HTML, request -> open(request, one, path + "/")));
            if (page.receiving().isPresent()) {
                routes.add(new Route(
                        Method.POST, path, Policy.RIGHTS, Route.Media.HTML, request -> send(request, one, path + "/")));
            }
        }
        return routes;
    }

    private Response open(RequestContext request, OfPlugin<PanelPage> page, String address) {
        Actor.SignedIn actor = request.signedIn();
        Map<String, List<String>> values = new LinkedHashMap<>();
        request.query().forEach((name, value) -> values.put(name, List.of(value)));
        return logged(
                page,
                () -> shown(
                        request,
                        200,
                        page.part(),
                        List.of(),
                        extensions.showing().open(actor, page.part(), asked(request, address, values))));
    }

    private Response send(RequestContext request, OfPlugin<PanelPage> page, String address) {
        Actor.SignedIn actor = request.signedIn();
        Form form = request.form();
        Map<String, List<String>> values = new LinkedHashMap<>();
        form.names().forEach(name -> values.put(name, form.all(name)));
        return logged(page, () -> switch (extensions
                .showing()
                .send(actor, page.part(), asked(request, address, values))) {
            case Received.Done(PageAnswer answer) ->
                panel.redirect(
                        request,
                        answer.address().filter(PanelUrls::isLocal).orElse(address),
                        Flash.success(text(answer.message())));
            case Received.Rejected(List<Message> why, Html content) -> shown(request, 422, page.part(), why, content);
        });
    }

    private PageRequest asked(RequestContext request, String address, Map<String, List<String>> values) {
        return new PageRequest(
                address, values, panel.frame(request, "").csrfToken(), ExtensionContent.reader(panel.places()));
    }

    private Response shown(RequestContext request, int status, PanelPage page, List<Message> why, Html content) {
        return panel.page(
                request,
                status,
                JteextensionGenerated::render,
                new ExtensionPage(
                        panel.frame(request, text(page.title())),
                        why.stream().map(Localized::text).toList(),
                        ExtensionContent.of(content)));
    }

    private interface Step {
        Response run();
    }

    /** A failure is answered like every other; the log names the plugin. */
    private static Response logged(OfPlugin<PanelPage> page, Step step) {
        try {
            return step.run();
        } catch (IllegalArgumentException | IllegalStateException | NullPointerException | ClassCastException e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "The page ''{0}'' of the plugin ''{1}'' failed",
                    page.part().path(),
                    page.plugin());
            throw e;
        }
    }
}
