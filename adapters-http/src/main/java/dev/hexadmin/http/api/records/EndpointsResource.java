package dev.hexadmin.http.api.records;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.endpoints.CallingEndpoints;
import dev.hexadmin.application.endpoints.DeclaredEndpoints;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.replay.Done;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.headers.DryRun;
import dev.hexadmin.http.json.JsonBody;
import dev.hexadmin.http.json.JsonDocument;
import dev.hexadmin.http.json.JsonRecords;
import dev.hexadmin.http.problem.Problem;
import dev.hexadmin.http.replay.IdempotentPosts;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Handler;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import io.helidon.http.Method;
import java.util.ArrayList;
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
     * @param records for records whose key is an endpoint's name elsewhere
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
                        ? posts.wrap(exchange -> post(exchange, name))
                        : exchange -> answer(exchange, method, name);
                routes.add(new Route(Method.create(method.name()), api + "/{model}/" + name, Policy.RIGHTS, handler)
                        .where(exchange -> takes(exchange, method, name)));
            }
        }
        return routes;
    }

    private boolean takes(Exchange exchange, RecordEndpoint.Method method, String name) {
        return records.find(exchange)
                        .flatMap(model -> declared.find(model, method, name))
                        .isPresent()
                || (method != RecordEndpoint.Method.POST
                        && records.takes(Method.create(method.name()), exchange, name));
    }

    private Prepared<Done<Answer>> post(Exchange exchange, String name) {
        Model model = records.model(exchange);
        RecordEndpoint endpoint =
                declared.find(model, RecordEndpoint.Method.POST, name).orElseThrow();
        Prepared<Answer> call = prepare(exchange, model, endpoint);
        return () -> new Done.Committed<>(call.carryOut());
    }

    private Answer answer(Exchange exchange, RecordEndpoint.Method method, String name) {
        Model model = records.model(exchange);
        Optional<RecordEndpoint> endpoint = declared.find(model, method, name);
        if (endpoint.isPresent()) {
            return prepare(exchange, model, endpoint.get()).carryOut();
        }
        return switch (method) {
            case GET -> records.read(exchange, name);
            case PUT -> records.replace(exchange, name);
            case PATCH -> records.patch(exchange, name);
            case DELETE -> records.delete(exchange, name);
            case POST -> throw new IllegalStateException("POST has a handler of its own");
        };
    }

    private Prepared<Answer> prepare(Exchange exchange, Model model, RecordEndpoint endpoint) {
        Map<String, String> query = new HashMap<>(exchange.query());
        boolean dryRun = endpoint.method().writes() && DryRun.wanted(exchange, true);
        if (endpoint.method().writes()) {
            query.remove("dry_run");
        }
        @Nullable Object body = body(exchange, endpoint);
        return () -> answer(calling.call(exchange.actor(), model, endpoint, query, body, dryRun), dryRun);
    }

    private static Answer answer(EndpointAnswer given, boolean dryRun) {
        Answer answer = given.value().isEmpty()
                ? Answer.empty(given.status())
                : Answer.json(
                        given.status(),
                        JsonDocument.bytes(
                                out -> JsonRecords.writeValue(out, given.value().get())));
        return DryRun.applied(dryRun, answer);
    }

    private static @Nullable Object body(Exchange exchange, RecordEndpoint endpoint) {
        return switch (endpoint.body()) {
            case RecordEndpoint.Body.Any any -> JsonBody.value(exchange.body());
            case RecordEndpoint.Body.Fields fields -> JsonBody.object(exchange.body());
            case RecordEndpoint.Body.None none -> {
                if (exchange.body().length > 0) {
                    throw new Problem(400, "malformed", "This takes no body.");
                }
                yield null;
            }
        };
    }
}
