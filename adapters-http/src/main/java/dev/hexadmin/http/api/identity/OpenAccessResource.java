package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.ReviewingAccess;
import dev.hexadmin.application.identity.ReviewingAccess.Listing;
import dev.hexadmin.application.identity.ReviewingAccess.OwnedKey;
import dev.hexadmin.application.identity.ReviewingAccess.Wanted;
import dev.hexadmin.domain.identity.OpenSession;
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.http.api.records.DeletedResponse;
import dev.hexadmin.http.api.records.PageQuery;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** {@code /api/users/sessions} and {@code /api/users/api_keys}: the access of all users. Thread-safe. */
public final class OpenAccessResource {
    private static final Set<String> FILTERS = Set.of("user", "q");

    private final ReviewingAccess reviewing;
    private final ManagingUsers users;
    private final ManagingApiKeys keys;
    private final String base;

    /** @param adminPath where the panel is mounted, such as {@code /admin} */
    public OpenAccessResource(ReviewingAccess reviewing, ManagingUsers users, ManagingApiKeys keys, String adminPath) {
        this.reviewing = reviewing;
        this.users = users;
        this.keys = keys;
        this.base = adminPath + "/api/users";
    }

    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, base + "/sessions", Policy.PERSON, this::sessions),
                new Route(Method.DELETE, base + "/sessions/{id}", Policy.PERSON, this::endSession),
                new Route(Method.DELETE, base + "/{id}/sessions", Policy.PERSON, this::endSessions),
                new Route(Method.GET, base + "/api_keys", Policy.PERSON, this::keys),
                new Route(Method.DELETE, base + "/api_keys/{id}", Policy.PERSON, this::revoke));
    }

    private Response sessions(RequestContext request) {
        PageQuery query = PageQuery.of(request, FILTERS);
        Listing<OpenSession> listing = reviewing.sessions(request.signedIn(), wanted(query));
        return query.answer(
                request,
                listing.total(),
                (totalPages, hasNext) -> new OpenSessionPageResponse(
                        listing.items().stream().map(OpenAccessResource::body).toList(),
                        listing.total(),
                        query.page(),
                        query.perPage(),
                        totalPages,
                        hasNext,
                        null,
                        null));
    }

    private Response keys(RequestContext request) {
        PageQuery query = PageQuery.of(request, FILTERS);
        Listing<OwnedKey> listing = reviewing.keys(request.signedIn(), wanted(query));
        return query.answer(
                request,
                listing.total(),
                (totalPages, hasNext) -> new ApiKeyPageResponse(
                        listing.items().stream().map(OpenAccessResource::body).toList(),
                        listing.total(),
                        query.page(),
                        query.perPage(),
                        totalPages,
                        hasNext,
                        null,
                        null));
    }

    private static Wanted wanted(PageQuery query) {
        return new Wanted(query.user().map(UserId::new), query.q(), query.page(), query.perPage());
    }

    private Response endSession(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        reviewing.endSession(request.signedIn(), request.variable("id"), dryRun);
        return ended(dryRun, "sessions", 1);
    }

    private Response endSessions(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        UserId user = new UserId(id(request, "There is no such user."));
        return ended(dryRun, "sessions", users.endSessions(request.signedIn(), user, dryRun));
    }

    private Response revoke(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        keys.revoke(request.signedIn(), id(request, "There is no such API key."), dryRun);
        return ended(dryRun, "api_keys", 1);
    }

    private static Response ended(boolean dryRun, String what, long count) {
        return dryRun
                ? DryRun.applied(true, JsonResponse.of(200, new DeletedResponse(Map.of(what, count))))
                : Response.empty(204);
    }

    private static long id(RequestContext request, String otherwise) {
        try {
            return Long.parseLong(request.variable("id"));
        } catch (NumberFormatException e) {
            throw RequestRejectedException.notFound(otherwise);
        }
    }

    private static OpenSessionResponse body(OpenSession session) {
        return new OpenSessionResponse(
                session.id(),
                session.kind().name().toLowerCase(Locale.ROOT),
                session.user().value(),
                session.email().value(),
                session.createdAt(),
                session.expiresAt(),
                session.signIn().address(),
                session.signIn().browser(),
                session.signIn().method().map(SignInMethod::word).orElse(null));
    }

    private static ApiKeyResponse body(OwnedKey owned) {
        ManagingApiKeys.Key key = owned.key();
        return new ApiKeyResponse(
                key.id(),
                owned.user().value(),
                owned.email().value(),
                key.name(),
                key.prefix(),
                key.role().orElse(null),
                key.expiresAt().orElse(null),
                key.lastUsedAt().orElse(null));
    }
}
