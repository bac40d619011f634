package dev.hexadmin.http.api.dashboard;

import dev.hexadmin.application.dashboard.RangeRequest;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.dashboard.ViewingDashboard.Wanted;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.List;

/** {@code /api/dashboard}: the widgets of the dashboard, and the caller's layout. Thread-safe. */
public final class DashboardResource {
    private static final DashboardMapper MAPPER = new GeneratedDashboardMapper();

    private final ViewingDashboard dashboard;
    private final String path;

    /**
     * @param adminPath where the panel is mounted, such as {@code /admin}
     */
    public DashboardResource(ViewingDashboard dashboard, String adminPath) {
        this.dashboard = dashboard;
        this.path = adminPath + "/api/dashboard";
    }

    public List<Route> routes() {
        String layout = path + "/layout";
        return List.of(
                new Route(Method.GET, path, Policy.SIGNED_IN, this::view),
                new Route(Method.GET, layout, Policy.PERSON, this::layout),
                new Route(Method.PUT, layout, Policy.PERSON, this::arrange),
                new Route(Method.DELETE, layout, Policy.PERSON, this::reset));
    }

    private Response view(RequestContext request) {
        RangeRequest range = RangeRequest.of(request.query());
        return JsonResponse.of(200, MAPPER.dashboard(dashboard.board(request.actor(), range)));
    }

    private Response layout(RequestContext request) {
        QueryParameters.only(request);
        return JsonResponse.of(200, MAPPER.layout(dashboard.layout(request.signedIn())));
    }

    private Response arrange(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        List<Wanted> wanted = LayoutBody.read(JsonBody.object(request.body()));
        return DryRun.applied(
                dryRun, JsonResponse.of(200, MAPPER.layout(dashboard.arrange(request.signedIn(), wanted, dryRun))));
    }

    private Response reset(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        dashboard.reset(request.signedIn(), dryRun);
        return DryRun.applied(dryRun, Response.empty(204));
    }
}
