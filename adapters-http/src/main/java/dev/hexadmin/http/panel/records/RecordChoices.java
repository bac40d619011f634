package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.search.SearchingRecords.Choice;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.api.search.ChoicesResponse;
import dev.hexadmin.http.api.search.ChoicesResponse.ChoiceResponse;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.List;

/** The records that a reference can be set to, for the scripts of forms. Thread-safe. */
public final class RecordChoices {
    private static final int MOST_CHOICES = 20;

    private final RecordServices services;

    public RecordChoices(RecordServices services) {
        this.services = services;
    }

    public List<Route> routes() {
        return List.of(new Route(
                Method.GET,
                services.path().template() + "/choices/{field}",
                Policy.RIGHTS,
                Route.Media.ANY,
                request -> choices(services, request, services.model(request))));
    }

    /** The records that a reference can be set to, while the user types. */
    public static Response choices(RecordServices services, RequestContext request, Model model) {
        QueryParameters.only(request, "q");
        List<Choice> found = services.searching()
                .choices(
                        request.signedIn(),
                        model,
                        request.variable("field"),
                        request.query().getOrDefault("q", "").strip(),
                        MOST_CHOICES);
        return JsonResponse.of(
                200,
                new ChoicesResponse(found.stream().map(RecordChoices::choice).toList()));
    }

    private static ChoiceResponse choice(Choice found) {
        String key = FieldText.write(found.key().values().getFirst());
        return new ChoiceResponse(key, found.label().isEmpty() ? key : found.label(), found.detail());
    }
}
