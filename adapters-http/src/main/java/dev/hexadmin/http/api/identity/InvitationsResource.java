package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.identity.InvitingUsers;
import dev.hexadmin.application.identity.InvitingUsers.Draft;
import dev.hexadmin.application.identity.InvitingUsers.Invitation;
import dev.hexadmin.application.identity.InvitingUsers.Listing;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.http.api.records.DeletedResponse;
import dev.hexadmin.http.api.records.PageQuery;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.json.Members;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** {@code /api/users/invitations}: invitations by mail. Thread-safe. */
public final class InvitationsResource {
    private final InvitingUsers inviting;
    private final IdempotentPosts posts;
    private final String path;

    /** @param adminPath where the panel is mounted, such as {@code /admin} */
    public InvitationsResource(InvitingUsers inviting, IdempotentPosts posts, String adminPath) {
        this.inviting = inviting;
        this.posts = posts;
        this.path = adminPath + "/api/users/invitations";
    }

    public List<Route> routes() {
        String one = path + "/{id}";
        return List.of(
                new Route(Method.GET, path, Policy.RIGHTS, this::list),
                new Route(Method.POST, path, Policy.RIGHTS, posts.wrap(this::invite)),
                new Route(Method.GET, one, Policy.RIGHTS, this::read),
                new Route(Method.DELETE, one, Policy.RIGHTS, this::withdraw),
                new Route(Method.POST, one + "/send", Policy.RIGHTS, posts.wrap(this::sendAgain)));
    }

    private Response list(RequestContext request) {
        PageQuery query = PageQuery.of(request, Set.of());
        Listing listing = inviting.list(request.signedIn(), query.page(), query.perPage());
        return query.answer(
                request,
                listing.total(),
                (totalPages, hasNext) -> new InvitationPageResponse(
                        listing.items().stream().map(InvitationsResource::body).toList(),
                        listing.total(),
                        query.page(),
                        query.perPage(),
                        totalPages,
                        hasNext,
                        null,
                        null));
    }

    private Response read(RequestContext request) {
        QueryParameters.only(request);
        return JsonResponse.of(200, body(inviting.get(request.signedIn(), id(request))));
    }

    private Prepared<RequestOutcome<Response>> invite(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Members body = new Members(request.body());
        Draft draft = new Draft(
                body.text("email"),
                body.optionalText("full_name").orElse(""),
                body.ids("roles"),
                Localized.current().language());
        body.check();
        return () -> {
            Invitation invitation = inviting.invite(request.signedIn(), draft, dryRun);
            return new RequestOutcome.Committed<>(DryRun.applied(
                    dryRun, JsonResponse.of(201, body(invitation)).with("Location", path + "/" + invitation.id())));
        };
    }

    private Prepared<RequestOutcome<Response>> sendAgain(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        if (request.body().length > 0) {
            new Members(request.body()).check();
        }
        return () -> new RequestOutcome.Committed<>(DryRun.applied(
                dryRun,
                JsonResponse.of(
                        200,
                        body(inviting.sendAgain(
                                request.signedIn(),
                                id(request),
                                Localized.current().language(),
                                dryRun)))));
    }

    private Response withdraw(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        inviting.withdraw(request.signedIn(), id(request), dryRun);
        return dryRun
                ? DryRun.applied(true, JsonResponse.of(200, new DeletedResponse(Map.of("admin_invitations", 1L))))
                : Response.empty(204);
    }

    /** The id in the path; 0, which no invitation has, when it is not valid. */
    private static long id(RequestContext request) {
        try {
            return Long.parseLong(request.variable("id"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static InvitationResponse body(Invitation invitation) {
        return new InvitationResponse(
                invitation.id(),
                invitation.email().value(),
                invitation.fullName(),
                invitation.roles().stream()
                        .map(role -> new RoleNameResponse(role.id(), role.name()))
                        .toList(),
                invitation.invitedBy().map(EmailAddress::value).orElse(null),
                invitation.state().name().toLowerCase(Locale.ROOT),
                invitation.sentAt(),
                invitation.expiresAt());
    }
}
