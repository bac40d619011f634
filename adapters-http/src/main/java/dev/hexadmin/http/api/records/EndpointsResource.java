package dev.hexadmin.http.api.records;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.endpoints.CallingEndpoints;
import dev.hexadmin.application.endpoints.DeclaredEndpoints;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.json.JsonDocument;
import dev.hexadmin.http.server.json.JsonRecords;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /api/{model}/{endpoint}}: endpoints of the application's own; else the segment is a key. Thread-safe. */
public final class EndpointsResource {
    private final DeclaredEndpoints declared;
    private final CallingEndpoints calling;
    private final RecordsResource records;
    private final IdempotentPosts posts;
    private final String api;

    /**
     * @param records handles records whose key is also the name of an endpoint
     * @param adminPath where the panel is mounted, such as {@code /admin}
     */
    public EndpointsResource(
            DeclaredEndpoints declared,
            CallingEndpoints calling,
            RecordsResource records,
            IdempotentPosts posts,
            String adminPath) {
        this.declared = declared;
        this.calling = calling;
        this.records = records;
        this.posts = posts;
        this.api = adminPath + "/api";
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (String name : declared.names()) {
            for (RecordEndpoint.Method method : RecordEndpoint.Method.values()) {
                Handler handler = method == RecordEndpoint.Method.POST
                        ? posts.wrap(request -> post(request, name))
                        : request -> answer(request, method, name);
                routes.add(new Route(Method.create(method.name()), api + "/{model}/" + name, Policy.RIGHTS, handler)
                        .where(request -> takes(request, method, name)));
            }
        }
        return routes;
    }

    private boolean takes(RequestContext request, RecordEndpoint.Method method, String name) {
        Optional<Model> model = records.find(request);
        if (model.flatMap(of -> declared.find(of, method, name)).isPresent()) {
            return true;
        }
        boolean another = model.isPresent()
                && Arrays.stream(RecordEndpoint.Method.values())
                        .anyMatch(one -> declared.find(model.get(), one, name).isPresent());
        Method asked = Method.create(method.name());
        return method != RecordEndpoint.Method.POST
                && (another ? records.takes(asked, request, name) : records.offers(asked, request));
    }

    private Prepared<RequestOutcome<Response>> post(RequestContext request, String name) {
        Model model = records.model(request);
        RecordEndpoint endpoint =
                declared.find(model, RecordEndpoint.Method.POST, name).orElseThrow();
        Prepared<Response> call = prepare(request, model, endpoint);
        return () -> new RequestOutcome.Committed<>(call.carryOut());
    }

    private Response answer(RequestContext request, RecordEndpoint.Method method, String name) {
        Model model = records.model(request);
        Optional<RecordEndpoint> endpoint = declared.find(model, method, name);
        if (endpoint.isPresent()) {
            return prepare(request, model, endpoint.get()).carryOut();
        }
        return switch (method) {
            case GET -> records.read(request, name);
            case PUT -> records.replace(request, name);
            case PATCH -> records.patch(request, name);
            case DELETE -> records.delete(request, name);
            case POST -> throw new IllegalStateException("POST has a handler of its own");
        };
    }

    private Prepared<Response> prepare(RequestContext request, Model model, RecordEndpoint endpoint) {
        Map<String, String> query = new HashMap<>(request.query());
        boolean dryRun = endpoint.method().writes() && DryRun.wanted(request, true);
        if (endpoint.method().writes()) {
            query.remove("dry_run");
        }
        @Nullable Object body = body(request, endpoint);
        CallingEndpoints.Arguments arguments = new CallingEndpoints.Arguments(query, Optional.ofNullable(body), dryRun);
        return () -> answer(calling.call(request.actor(), model, endpoint, arguments), dryRun);
    }

    private static Response answer(EndpointAnswer given, boolean dryRun) {
        int status = EndpointStatus.of(given.result());
        Response response = given.value().isEmpty()
                ? Response.empty(status)
                : Response.json(
                        status,
                        JsonDocument.bytes(
                                out -> JsonRecords.writeValue(out, given.value().get())));
        return DryRun.applied(dryRun, response);
    }

    private static @Nullable Object body(RequestContext request, RecordEndpoint endpoint) {
        return switch (endpoint.body()) {
            case RecordEndpoint.Body.Any any -> JsonBody.value(request.body());
            case RecordEndpoint.Body.Fields fields -> JsonBody.object(request.body());
            case RecordEndpoint.Body.None none -> {
                if (request.body().length > 0) {
                    throw new Problem(400, "malformed", "This takes no body.");
                }
                yield null;
            }
        };
    }
}
