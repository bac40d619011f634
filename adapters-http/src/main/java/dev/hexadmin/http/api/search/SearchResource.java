package dev.hexadmin.http.api.search;

import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.search.SearchingRecords.Found;
import dev.hexadmin.application.search.SearchingRecords.Hit;
import dev.hexadmin.application.search.SearchingRecords.Suggestion;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.api.search.SearchResponse.SearchHit;
import dev.hexadmin.http.api.search.SuggestionsResponse.SuggestionResponse;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code /api/search} and the panel's {@code /search/suggestions}. Thread-safe. */
public final class SearchResource {
    private static final int USUAL_LIMIT = 20;
    private static final String ROLES = "admin_roles";

    private final SearchingRecords searching;
    private final String admin;

    /**
     * @param adminPath where the panel is mounted, such as {@code /admin}
     */
    public SearchResource(SearchingRecords searching, String adminPath) {
        this.searching = searching;
        this.admin = adminPath;
    }

    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, admin + "/api/search", Policy.SIGNED_IN, this::search),
                new Route(Method.GET, admin + "/search/suggestions", Policy.SIGNED_IN, this::suggest));
    }

    private Response search(RequestContext request) {
        Map<String, String> query = request.query();
        List<Violation> wrong = new ArrayList<>(QueryParameters.unknown(query, Set.of("q", "models", "limit")));
        int limit = USUAL_LIMIT;
        @Nullable String asked = query.get("limit");
        if (asked != null) {
            if (asked.matches("[1-9][0-9]?|100")) {
                limit = Integer.parseInt(asked);
            } else {
                wrong.add(new Violation("?limit", "range", "A whole number from 1 to 100 is expected."));
            }
        }
        QueryParameters.reject(wrong);
        Optional<List<String>> models = Optional.ofNullable(query.get("models"))
                .map(names -> List.of(names.split(",", -1)).stream()
                        .map(String::strip)
                        .toList());
        String q = query.getOrDefault("q", "");
        Found found = searching.search(request.actor(), q, models, limit);
        return JsonResponse.of(
                200,
                new SearchResponse(
                        q,
                        found.total(),
                        found.hits().stream().map(this::hit).toList(),
                        found.newestOnly().stream().map(Model::name).toList()));
    }

    private SearchHit hit(Hit hit) {
        List<Object> key = hit.key().values();
        String routes = hit.model().name().equals(ROLES) ? "roles" : hit.model().name();
        return new SearchHit(
                hit.model().name(),
                key.size() == 1 && key.getFirst() instanceof Long number ? number : id(hit.key()),
                hit.label(),
                hit.snippet(),
                Math.round(hit.score() * 10_000) / 10_000.0,
                admin + "/api/" + routes + "/" + hit.key().encoded());
    }

    /** A single key as the record shows it; a composite one as in its path. */
    private static String id(RecordKey key) {
        return key.values().size() == 1
                ? dev.hexadmin.domain.models.FieldText.write(key.values().getFirst())
                : key.encoded();
    }

    private Response suggest(RequestContext request) {
        QueryParameters.only(request, "q");
        String q = request.query().getOrDefault("q", "");
        List<SuggestionResponse> suggestions = searching.suggest(request.actor(), q, Localized::text).stream()
                .map(suggestion -> new SuggestionResponse(
                        suggestion.kind(),
                        suggestion.model().name(),
                        suggestion.label(),
                        suggestion.sublabel(),
                        url(suggestion)))
                .toList();
        return JsonResponse.of(200, new SuggestionsResponse(q, suggestions));
    }

    /** A page of the panel: the list, the list in the order of a field, or the record. */
    private String url(Suggestion suggestion) {
        Model model = suggestion.model();
        String list = admin + "/" + (model.name().equals(ROLES) ? "roles" : model.name()) + "/";
        return switch (suggestion.kind()) {
            case MODEL -> list;
            case FIELD ->
                suggestion
                        .field()
                        .flatMap(model::field)
                        // the order of a reference is that of its key, which is not shown
                        .filter(field -> field.type().isOrdered()
                                && field.queryable()
                                && field.reference().isEmpty())
                        .map(field -> list + "?ordering=" + field.name())
                        .orElse(list);
            case RECORD -> list + suggestion.key().map(RecordKey::encoded).orElse("");
        };
    }
}
