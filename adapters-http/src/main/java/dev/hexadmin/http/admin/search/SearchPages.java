package dev.hexadmin.http.admin.search;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.search.SearchingRecords.Found;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.admin.frame.Frame;
import dev.hexadmin.http.admin.frame.Panel;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import dev.hexadmin.http.templates.pages.Jtesearch_resultsGenerated;
import io.helidon.http.Method;
import java.util.List;
import java.util.Optional;

/** What the search finds, on a page of its own: where the palette's Enter leads, and the search without scripts. */
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
    public record Shown(Frame frame, String query, String said, List<Hit> hits) {}

    /** A record that was found. */
    public record Hit(String label, String href, String model, String detail, String snippet) {}

    public List<Route> routes() {
        return List.of(new Route(
                Method.GET, panel.places().admin() + "/search", Policy.SIGNED_IN, Route.Media.HTML, this::results));
    }

    private Answer results(Exchange exchange) {
        Actor.SignedIn actor = exchange.signedIn();
        String query = exchange.query().getOrDefault("q", "").strip();
        if (query.isEmpty()) {
            return page(exchange, 200, new Shown(panel.frame(exchange, "Search"), "", "", List.of()));
        }
        // of the models that the search covers those with pages
        List<String> models = panel.models().models().stream()
                .filter(model -> model.definition().exposure().html()
                        && model.definition().exposure().json())
                .filter(model -> actor.rights().allows(Action.VIEW, model))
                .map(Model::name)
                .toList();
        if (models.isEmpty()) {
            return page(exchange, 200, shown(exchange, query, "You may not view any records.", List.of()));
        }
        try {
            Found found = searching.search(actor, query, Optional.of(models), MOST);
            List<Hit> hits = found.hits().stream()
                    .map(hit -> new Hit(
                            hit.label().isEmpty() ? hit.key().encoded() : hit.label(),
                            panel.places().record(hit.model(), hit.key()),
                            hit.model().definition().label(),
                            hit.detail(),
                            hit.snippet()))
                    .toList();
            String said = hits.isEmpty()
                    ? "No results match your search."
                    : found.total() > hits.size()
                            ? "The best " + hits.size() + " of " + found.total() + " that were found."
                            : hits.size() == 1 ? "One was found." : hits.size() + " were found.";
            return page(exchange, 200, shown(exchange, query, said, hits));
        } catch (Refused refused) {
            if (refused.category() != Refused.Category.INVALID) {
                throw refused;
            }
            return page(exchange, 422, shown(exchange, query, refused.detail(), List.of()));
        }
    }

    private Shown shown(Exchange exchange, String query, String said, List<Hit> hits) {
        return new Shown(panel.frame(exchange, "Search"), query, said, hits);
    }

    private Answer page(Exchange exchange, int status, Shown shown) {
        return panel.page(exchange, status, Jtesearch_resultsGenerated::render, shown);
    }
}
