package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.actions.RunningActions;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.search.SearchingRecords.Choice;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.api.search.ChoicesResponse;
import dev.hexadmin.http.api.search.ChoicesResponse.ChoiceResponse;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;

/** All pages of records. Thread-safe. */
public final class RecordPages {
    private static final int MOST_CHOICES = 20;

    private final RecordServices services;

    public RecordPages(
            Panel panel,
            ModelPath path,
            BrowsingRecords browsing,
            EditingRecords editing,
            SearchingRecords searching,
            RunningActions running) {
        this.services = new RecordServices(panel, path, browsing, editing, searching, running);
    }

    public List<Route> routes() {
        Widgets widgets = new Widgets(services);
        RecordLists lists = new RecordLists(services, widgets);
        List<Route> routes = new ArrayList<>();
        routes.addAll(lists.routes());
        routes.addAll(new RecordForms(services, widgets, lists).routes());
        routes.addAll(new RecordDetails(services).routes());
        routes.addAll(new RecordDeletion(services, lists).routes());
        ActionPages actions = new ActionPages(services, widgets, lists);
        routes.addAll(actions.routes());
        routes.addAll(new BulkChanges(services, widgets, lists, actions).routes());
        routes.add(new Route(
                Method.GET,
                services.path().template() + "/choices/{field}",
                Policy.RIGHTS,
                Route.Media.ANY,
                request -> choices(services, request, services.model(request))));
        return routes;
    }

    /** The records that a reference can be set to, while the user types. */
    static Response choices(RecordServices services, RequestContext request, Model model) {
        List<Choice> found = services.searching()
                .choices(
                        request.signedIn(),
                        model,
                        request.variable("field"),
                        request.query().getOrDefault("q", "").strip(),
                        MOST_CHOICES);
        return JsonResponse.of(
                200, new ChoicesResponse(found.stream().map(RecordPages::choice).toList()));
    }

    private static ChoiceResponse choice(Choice found) {
        String key = FieldText.write(found.key().values().getFirst());
        return new ChoiceResponse(key, found.label().isEmpty() ? key : found.label(), found.detail());
    }
}
