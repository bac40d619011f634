package dev.hexadmin.http.panel.search;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.search.SearchingRecords.Found;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtesearch_resultsGenerated;
import io.helidon.http.Method;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The page of search results: opened by Enter in the palette, and used for search without scripts. */
public final class SearchPages {
    private static final int MOST = 50;

    private final Panel panel;
    private final SearchingRecords searching;

    public SearchPages(Panel panel, SearchingRecords searching) {
        this.panel = panel;
        this.searching = searching;
    }

    /**
     * What the page shows.
     *
     * @param said how many there are, or why there are none
     */
    public record SearchPage(Frame frame, String query, String said, List<Hit> hits) {}

    /** A record that was found. */
    public record Hit(String label, String href, String model, String detail, String snippet) {}

    public List<Route> routes() {
        return List.of(new Route(
                Method.GET, panel.places().admin() + "/search", Policy.SIGNED_IN, Route.Media.HTML, this::results));
    }

    private Response results(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        String query = request.query().getOrDefault("q", "").strip();
        if (query.isEmpty()) {
            return page(request, 200, new SearchPage(panel.frame(request, text("Search")), "", "", List.of()));
        }
        // of the models that the search covers those with pages
        List<String> models = panel.models().models().stream()
                .filter(model -> model.definition().exposure().html()
                        && model.definition().exposure().json())
                .filter(model -> actor.rights().allows(Action.VIEW, model))
                .map(Model::name)
                .toList();
        if (models.isEmpty()) {
            return page(request, 200, shown(request, query, text("You may not view any records."), List.of()));
        }
        try {
            Found found = searching.search(actor, query, Optional.of(models), MOST);
            List<Hit> hits = found.hits().stream()
                    .map(hit -> new Hit(
                            hit.label().isEmpty() ? hit.key().label() : hit.label(),
                            panel.places().record(hit.model(), hit.key()),
                            text(hit.model().definition().labels().one()),
                            hit.detail(),
                            hit.snippet()))
                    .toList();
            String said = hits.isEmpty()
                    ? text("No results match your search.")
                    : found.total() > hits.size()
                            ? text(
                                    "The best {shown} of {found} that were found.",
                                    "shown",
                                    hits.size(),
                                    "found",
                                    found.total())
                            : text("{count, plural, one {One was found.} other {# were found.}}", "count", hits.size());
            return page(request, 200, shown(request, query, said + newestOnly(found), hits));
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.INVALID) {
                throw refused;
            }
            String said = refused.violations().stream()
                    .map(violation -> text(violation.text()))
                    .collect(Collectors.joining(" "));
            return page(request, 422, shown(request, query, said.isEmpty() ? text(refused.text()) : said, List.of()));
        }
    }

    private static String newestOnly(Found found) {
        return found.newestOnly().isEmpty()
                ? ""
                : " "
                        + text(
                                "Only the newest 50,000 records were searched of: {models}.",
                                "models",
                                found.newestOnly().stream()
                                        .map(model ->
                                                text(model.definition().labels().many()))
                                        .collect(Collectors.joining(", ")));
    }

    private SearchPage shown(RequestContext request, String query, String said, List<Hit> hits) {
        return new SearchPage(panel.frame(request, text("Search")), query, said, hits);
    }

    private Response page(RequestContext request, int status, SearchPage shown) {
        return panel.page(request, status, Jtesearch_resultsGenerated::render, shown);
    }
}
