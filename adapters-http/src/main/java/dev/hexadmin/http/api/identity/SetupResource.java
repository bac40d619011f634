package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.json.Members;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.List;

/** The first superuser of an empty installation, made with the token of the one-time link. */
public final class SetupResource {
    private final String adminPath;
    private final ManagingUsers managingUsers;
    private final IdempotentPosts posts;

    public SetupResource(String adminPath, ManagingUsers managingUsers, IdempotentPosts posts) {
        this.adminPath = adminPath;
        this.managingUsers = managingUsers;
        this.posts = posts;
    }

    public List<Route> routes() {
        return List.of(new Route(Method.POST, adminPath + "/api/setup", Policy.PUBLIC, this::complete));
    }

    private Response complete(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Members body = new Members(request.body());
        String token = body.text("token");
        String email = body.text("email");
        String password = body.text("password");
        String fullName = body.optionalText("full_name").orElse("");
        body.check();
        return posts.once(request, () -> {
            Prepared<UserId> setup = managingUsers.prepareSetup(
                    new Actor.Anonymous(request.origin()), token, email, password, fullName, dryRun);
            return () -> {
                UserId id = setup.carryOut();
                return new RequestOutcome.Committed<>(
                        DryRun.applied(dryRun, JsonResponse.of(201, new NewUserResponse(id.value()))));
            };
        });
    }
}
