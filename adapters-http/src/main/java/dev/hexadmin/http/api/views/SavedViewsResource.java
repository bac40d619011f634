package dev.hexadmin.http.api.views;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.views.ManagingSavedViews;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.ListOptions;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.api.records.DeletedResponse;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.EntityTags;
import dev.hexadmin.http.server.response.PageLinks;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code /api/saved_views}: the caller's views of lists, and those that are shared with the caller. Thread-safe. */
public final class SavedViewsResource {
    private static final SavedViewMapper MAPPER = new GeneratedSavedViewMapper();
    private static final Set<String> PARAMETERS = Set.of("model", "page", "per_page");
    private static final int USUAL_PAGE_SIZE = 20;

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
        Map<String, String> query = request.query();
        List<Violation> wrong = new ArrayList<>(QueryParameters.unknown(query, PARAMETERS));
        int number = number(query, "page", 1, Integer.MAX_VALUE, wrong);
        int perPage = number(query, "per_page", USUAL_PAGE_SIZE, ListOptions.MAX_PAGE_SIZE, wrong);
        QueryParameters.reject(wrong);
        List<SavedView> all = views.list(actor).stream()
                .filter(view -> !query.containsKey("model") || view.model().equals(query.get("model")))
                .toList();
        long before = (number - 1L) * perPage;
        boolean hasNext = all.size() > before + perPage;
        Page page = new Page(
                OptionalInt.of(number),
                perPage,
                OptionalLong.of(all.size()),
                false,
                number > 1,
                hasNext,
                Optional.empty(),
                Optional.empty());
        SavedViewPageResponse body = new SavedViewPageResponse(
                all.stream().skip(before).limit(perPage).map(MAPPER::view).toList(),
                all.size(),
                number,
                perPage,
                PageLinks.pages(page).orElseThrow(),
                hasNext,
                null,
                null);
        return JsonResponse.of(200, body).with("Link", PageLinks.of(request.path(), query, page));
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

    private static int number(Map<String, String> query, String name, int usual, int most, List<Violation> wrong) {
        try {
            int number = query.containsKey(name) ? Integer.parseInt(query.getOrDefault(name, "")) : usual;
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        wrong.add(new Violation(
                "?" + name,
                "range",
                Message.of("A whole number from 1 to {limit} is expected.").with("limit", most)));
        return usual;
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
        return switch (EntityTags.precondition(request.header("If-Match"), request.header("If-None-Match"))) {
            case Precondition.None none -> Optional.empty();
            case Precondition.Exists exists -> Optional.empty();
            case Precondition.OneOf(List<Version> versions) -> Optional.of(versions);
        };
    }

    private static Response answer(int status, SavedView view) {
        return JsonResponse.of(status, MAPPER.view(view));
    }

    private static Response written(boolean dryRun, Response response, SavedView view) {
        return dryRun ? DryRun.applied(true, response) : response.with("ETag", EntityTags.of(view.version()));
    }
}
