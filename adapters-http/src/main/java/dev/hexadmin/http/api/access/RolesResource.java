package dev.hexadmin.http.api.access;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.ManagingRoles.Listing;
import dev.hexadmin.application.access.RoleListRequest;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.domain.access.Role;
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
import org.jspecify.annotations.Nullable;

/** {@code /api/roles}: roles with their permissions, field permissions and row policies. Thread-safe. */
public final class RolesResource {
    private static final RoleMapper MAPPER = new GeneratedRoleMapper();

    private final ManagingRoles roles;
    private final IdempotentPosts posts;
    private final String path;

    /**
     * @param adminPath where the panel is mounted, such as {@code /admin}
     */
    public RolesResource(ManagingRoles roles, IdempotentPosts posts, String adminPath) {
        this.roles = roles;
        this.posts = posts;
        this.path = adminPath + "/api/roles";
    }

    public List<Route> routes() {
        String one = path + "/{id}";
        return List.of(
                new Route(Method.GET, path, Policy.RIGHTS, this::list),
                new Route(Method.POST, path, Policy.RIGHTS, posts.wrap(this::create)),
                new Route(Method.GET, one, Policy.RIGHTS, this::read),
                new Route(Method.PUT, one, Policy.RIGHTS, this::replace),
                new Route(Method.PATCH, one, Policy.RIGHTS, this::patch),
                new Route(Method.DELETE, one, Policy.RIGHTS, this::delete));
    }

    private Response list(RequestContext request) {
        Listing listing = roles.list(request.actor(), RoleListRequest.of(request.query()));
        return new PageQuery(listing.page(), listing.perPage(), Optional.empty(), "")
                .answer(
                        request,
                        listing.total(),
                        (totalPages, hasNext) -> new RolePageResponse(
                                listing.roles().stream().map(MAPPER::role).toList(),
                                listing.total(),
                                listing.page(),
                                listing.perPage(),
                                totalPages,
                                hasNext,
                                null,
                                null));
    }

    private Response read(RequestContext request) {
        Role role = roles.get(request.actor(), id(request));
        QueryParameters.only(request);
        String etag = EntityTags.of(role.version());
        return EntityTags.known(request.header("If-None-Match"), etag)
                ? Response.empty(304).with("ETag", etag)
                : answer(200, role).with("ETag", etag);
    }

    private Prepared<RequestOutcome<Response>> create(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Map<String, @Nullable Object> body = JsonBody.object(request.body());
        return () -> {
            Role role = roles.create(request.actor(), () -> RoleBody.whole(body), dryRun);
            return new RequestOutcome.Committed<>(
                    written(dryRun, answer(201, role).with("Location", path + "/" + role.id()), role));
        };
    }

    private Response replace(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Optional<List<Version>> expected = expected(request);
        Map<String, @Nullable Object> body = JsonBody.object(request.body());
        Role role = roles.change(request.actor(), id(request), current -> RoleBody.whole(body), expected, dryRun);
        return written(dryRun, answer(200, role), role);
    }

    private Response patch(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Optional<List<Version>> expected = expected(request);
        Map<String, @Nullable Object> body = JsonBody.object(request.body());
        Role role =
                roles.change(request.actor(), id(request), current -> RoleBody.patch(body, current), expected, dryRun);
        return written(dryRun, answer(200, role), role);
    }

    private Response delete(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        roles.delete(request.actor(), id(request), expected(request), dryRun);
        if (!dryRun) {
            return Response.empty(204);
        }
        return DryRun.applied(true, JsonResponse.of(200, new DeletedResponse(Map.of("admin_roles", 1L))));
    }

    /** The id in the path; 0, which no role has, when it is not valid. */
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

    private static Response answer(int status, Role role) {
        return JsonResponse.of(status, MAPPER.role(role));
    }

    private static Response written(boolean dryRun, Response response, Role role) {
        return dryRun ? DryRun.applied(true, response) : response.with("ETag", EntityTags.of(role.version()));
    }
}
