package dev.hexadmin.http.api.comments;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.comments.DiscussingRecords;
import dev.hexadmin.application.comments.DiscussingRecords.Draft;
import dev.hexadmin.application.comments.DiscussingRecords.Posted;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.api.records.DeletedResponse;
import dev.hexadmin.http.api.records.PageQuery;
import dev.hexadmin.http.api.records.RecordsResource;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.json.Members;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.EntityTags;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code /api/{model}/{id}/comments}: the comments on a record. Thread-safe. */
public final class CommentsResource {
    private static final CommentMapper MAPPER = new GeneratedCommentMapper();

    private final ModelRegistry models;
    private final ModelPath path;
    private final DiscussingRecords discussing;
    private final IdempotentPosts posts;

    /**
     * @param adminPath where the panel is mounted, such as {@code /admin}
     */
    public CommentsResource(
            ModelRegistry models, DiscussingRecords discussing, IdempotentPosts posts, String adminPath) {
        this.models = models;
        this.path = RecordsResource.registered(adminPath, models);
        this.discussing = discussing;
        this.posts = posts;
    }

    /** None where no model of the JSON API has comments. */
    public List<Route> routes() {
        boolean any = models.models().stream()
                .map(Model::definition)
                .anyMatch(model -> model.comments() && model.exposure().json());
        String all = path.template() + "/{id}/comments";
        String one = all + "/{comment}";
        return any
                ? List.of(
                        route(Method.GET, all, this::list),
                        route(Method.POST, all, posts.wrap(this::write)),
                        route(Method.GET, all + "/mentions", this::mentions),
                        route(Method.GET, one, this::read),
                        route(Method.PATCH, one, this::edit),
                        route(Method.DELETE, one, this::delete))
                : List.of();
    }

    private Route route(Method method, String template, Handler handler) {
        return new Route(method, template, Policy.RIGHTS, handler)
                .where(request -> path.find()
                        .apply(request)
                        .filter(model -> model.definition().comments())
                        .isPresent());
    }

    private Model model(RequestContext request) {
        return path.find().apply(request).orElseThrow();
    }

    private Response list(RequestContext request) {
        PageQuery query = PageQuery.of(request, Set.of());
        DiscussingRecords.Page page = discussing.list(
                request.signedIn(), model(request), request.variable("id"), query.offset(), query.perPage());
        return query.answer(
                request,
                page.total(),
                (totalPages, hasNext) -> new CommentPageResponse(
                        page.comments().stream().map(MAPPER::comment).toList(),
                        page.total(),
                        query.page(),
                        query.perPage(),
                        totalPages,
                        hasNext,
                        null,
                        null));
    }

    private Response mentions(RequestContext request) {
        QueryParameters.only(request, "q");
        String q = request.query().getOrDefault("q", "");
        return JsonResponse.of(
                200,
                new MentionsResponse(
                        q,
                        discussing.mentionable(request.signedIn(), model(request), request.variable("id"), q).stream()
                                .map(MAPPER::mention)
                                .toList()));
    }

    private Response read(RequestContext request) {
        Posted posted = discussing.get(request.signedIn(), model(request), request.variable("id"), comment(request));
        QueryParameters.only(request);
        String etag = EntityTags.of(posted.version());
        return EntityTags.known(request.header("If-None-Match"), etag)
                ? Response.empty(304).with("ETag", etag)
                : answer(200, posted).with("ETag", etag);
    }

    private Prepared<RequestOutcome<Response>> write(RequestContext request) {
        Model model = model(request);
        boolean dryRun = DryRun.wanted(request);
        Members body = new Members(request.body());
        return () -> {
            Posted posted = discussing.write(
                    request.signedIn(),
                    model,
                    request.variable("id"),
                    () -> {
                        Draft draft = new Draft(body.text("text"), body.optionalId("parent_id"));
                        body.check();
                        return draft;
                    },
                    dryRun);
            String list = request.path().endsWith("/") ? request.path() : request.path() + "/";
            return new RequestOutcome.Committed<>(written(
                    dryRun,
                    answer(201, posted).with("Location", list + posted.comment().id()),
                    posted));
        };
    }

    private Response edit(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Optional<List<Version>> expected = expected(request);
        Members body = new Members(request.body());
        Posted posted = discussing.edit(
                request.signedIn(),
                model(request),
                request.variable("id"),
                comment(request),
                () -> {
                    Optional<String> text = body.givenText("text");
                    body.check();
                    return text;
                },
                expected,
                dryRun);
        return written(dryRun, answer(200, posted), posted);
    }

    private Response delete(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        discussing.delete(
                request.signedIn(),
                model(request),
                request.variable("id"),
                comment(request),
                expected(request),
                dryRun);
        return dryRun
                ? DryRun.applied(true, JsonResponse.of(200, new DeletedResponse(Map.of("comments", 1L))))
                : Response.empty(204);
    }

    /** The id in the path; 0, which no comment has, when it is not valid. */
    private static long comment(RequestContext request) {
        try {
            return Long.parseLong(request.variable("comment"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Optional<List<Version>> expected(RequestContext request) {
        return EntityTags.precondition(request.header("If-Match"), request.header("If-None-Match"))
                .expected();
    }

    private static Response answer(int status, Posted posted) {
        return JsonResponse.of(status, MAPPER.comment(posted));
    }

    private static Response written(boolean dryRun, Response response, Posted posted) {
        return dryRun ? DryRun.applied(true, response) : response.with("ETag", EntityTags.of(posted.version()));
    }
}
