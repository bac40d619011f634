package dev.hexadmin.http.api.views;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.views.ManagingSavedViews;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.api.records.DeletedResponse;
import dev.hexadmin.http.api.records.PageQuery;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.EntityTags;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code /api/saved_views}: the caller's views of lists, and those that are shared with the caller. Thread-safe. */
public final class SavedViewsResource {
    private static final SavedViewMapper MAPPER = new GeneratedSavedViewMapper();

    private final ManagingSavedViews views;
    private final IdempotentPosts posts;
    private final String path;

    /**
     * @param adminPath where the panel is mounted, such as {@code /admin}
     */
    public SavedViewsResource(ManagingSavedViews views, IdempotentPosts posts, String adminPath) {
        this.views = views;
        this.posts = posts;
        this.path = adminPath + "/api/saved_views";
    }

    public List<Route> routes() {
        String one = path + "/{id}";
        return List.of(
                new Route(Method.GET, path, Policy.SIGNED_IN, this::list),
                new Route(Method.POST, path, Policy.SIGNED_IN, posts.wrap(this::create)),
                new Route(Method.GET, one, Policy.SIGNED_IN, this::read),
                new Route(Method.PUT, one, Policy.SIGNED_IN, this::replace),
                new Route(Method.PATCH, one, Policy.SIGNED_IN, this::patch),
                new Route(Method.DELETE, one, Policy.SIGNED_IN, this::delete));
    }

    private Response list(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        PageQuery query = PageQuery.of(request, Set.of("model"));
        Optional<String> model = Optional.ofNullable(request.query().get("model"));
        List<SavedView> all = views.list(actor).stream()
                .filter(view -> model.isEmpty() || view.model().equals(model.get()))
                .toList();
        return query.answer(
                request,
                all.size(),
                (totalPages, hasNext) -> new SavedViewPageResponse(
                        all.stream()
                                .skip(query.offset())
                                .limit(query.perPage())
                                .map(MAPPER::view)
                                .toList(),
                        all.size(),
                        query.page(),
                        query.perPage(),
                        totalPages,
                        hasNext,
                        null,
                        null));
    }

    private Response read(RequestContext request) {
        SavedView view = views.get(request.signedIn(), id(request));
        QueryParameters.only(request);
        String etag = EntityTags.of(view.version());
        return EntityTags.known(request.header("If-None-Match"), etag)
                ? Response.empty(304).with("ETag", etag)
                : answer(200, view).with("ETag", etag);
    }

    private Prepared<RequestOutcome<Response>> create(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Map<String, @Nullable Object> body = JsonBody.object(request.body());
        return () -> {
            SavedView view = views.create(request.signedIn(), () -> SavedViewBody.whole(body), dryRun);
            return new RequestOutcome.Committed<>(
                    written(dryRun, answer(201, view).with("Location", path + "/" + view.id()), view));
        };
    }

    private Response replace(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Optional<List<Version>> expected = expected(request);
        Map<String, @Nullable Object> body = JsonBody.object(request.body());
        SavedView view = views.change(
                request.signedIn(), id(request), current -> SavedViewBody.replacement(body, current), expected, dryRun);
        return written(dryRun, answer(200, view), view);
    }

    private Response patch(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Optional<List<Version>> expected = expected(request);
        Map<String, @Nullable Object> body = JsonBody.object(request.body());
        SavedView view = views.change(
                request.signedIn(), id(request), current -> SavedViewBody.patch(body, current), expected, dryRun);
        return written(dryRun, answer(200, view), view);
    }

    private Response delete(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        views.delete(request.signedIn(), id(request), expected(request), dryRun);
        return dryRun
                ? DryRun.applied(true, JsonResponse.of(200, new DeletedResponse(Map.of("saved_views", 1L))))
                : Response.empty(204);
    }

    /** The id in the path; 0, which no view has, when it is not valid. */
    private static long id(RequestContext request) {
        try {
            return Long.parseLong(request.variable("id"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Optional<List<Version>> expected(RequestContext request) {
        return EntityTags.precondition(request.header("If-Match"), request.header("If-None-Match"))
                .expected();
    }

    private static Response answer(int status, SavedView view) {
        return JsonResponse.of(status, MAPPER.view(view));
    }

    private static Response written(boolean dryRun, Response response, SavedView view) {
        return dryRun ? DryRun.applied(true, response) : response.with("ETag", EntityTags.of(view.version()));
    }
}
