package dev.hexadmin.http.openapi;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A GET request that is brought to its route without a server. */
public record CannedRequestContext(
        String path, Map<String, String> variables, Map<String, String> query, Map<String, String> headers, Actor actor)
        implements RequestContext {

    /** A user with these grants. */
    public static Actor user(Grant... grants) {
        return new Actor.SignedIn(
                new UserId(7),
                new EmailAddress("u@example.com"),
                new Rights(false, List.of(grants)),
                Actor.Origin.LOCAL);
    }

    public static Actor superuser() {
        return new Actor.SignedIn(new UserId(1), new EmailAddress("s@example.com"), Rights.ALL, Actor.Origin.LOCAL);
    }

    public static Actor anonymous() {
        return new Actor.Anonymous(Actor.Origin.LOCAL);
    }

    /** Lets the matching one of the routes answer. */
    public static Response get(
            List<Route> routes, Actor actor, String path, Map<String, String> query, Map<String, String> headers) {
        @Nullable Route best = null;
        Map<String, String> variables = Map.of();
        for (Route route : routes) {
            Optional<Map<String, String>> match = match(route.template(), path);
            if (match.isPresent() && (best == null || match.get().size() < variables.size())) {
                best = route;
                variables = match.get();
            }
        }
        if (best == null) {
            throw new AssertionError("no route for " + path);
        }
        return best.handler().handle(new CannedRequestContext(path, variables, query, headers, actor));
    }

    private static Optional<Map<String, String>> match(String template, String path) {
        String[] wanted = template.split("/", -1);
        String[] given = (path.endsWith("/") ? path.substring(0, path.length() - 1) : path).split("/", -1);
        Map<String, String> variables = new LinkedHashMap<>();
        if (wanted.length != given.length) {
            return Optional.empty();
        }
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{")) {
                variables.put(wanted[i].substring(1, wanted[i].length() - 1), given[i]);
            } else if (!wanted[i].equals(given[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }

    @Override
    public Method method() {
        return Method.GET;
    }

    @Override
    public String variable(String name) {
        return java.util.Objects.requireNonNull(variables.get(name));
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    @Override
    public String url() {
        return "http://localhost" + path;
    }

    @Override
    public Actor.SignedIn signedIn() {
        if (actor instanceof Actor.SignedIn known) {
            return known;
        }
        throw RequestRejectedException.unauthenticated("unauthenticated", "Sign in first.");
    }

    @Override
    public byte[] body() {
        return new byte[0];
    }
}
