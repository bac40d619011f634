package dev.hexadmin.http.api.actions;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.DeclaredActions;
import dev.hexadmin.application.actions.RunningActions;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.application.actions.RunningActions.Ran;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.Selection;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.EntityTags;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /api/{model}/actions/{action}}: runs an action. Thread-safe. */
public final class ActionsResource {
    private static final ActionMapper MAPPER = new GeneratedActionMapper();

    private final ModelRegistry models;
    private final DeclaredActions declared;
    private final RunningActions running;
    private final IdempotentPosts posts;
    private final String api;

    /**
     * @param adminPath where the panel is mounted
     */
    public ActionsResource(
            ModelRegistry models,
            DeclaredActions declared,
            RunningActions running,
            IdempotentPosts posts,
            String adminPath) {
        this.declared = declared;
        this.models = models;
        this.running = running;
        this.posts = posts;
        this.api = adminPath + "/api";
    }

    /** None where no model of the JSON API has an action. */
    public List<Route> routes() {
        boolean any = models.models().stream()
                .anyMatch(model -> model.definition().exposure().json()
                        && !declared.of(model).isEmpty());
        return any
                ? List.of(
                        new Route(Method.POST, api + "/{model}/actions/{action}", Policy.RIGHTS, posts.wrap(this::run))
                                .where(request -> model(request).isPresent()))
                : List.of();
    }

    private Optional<Model> model(RequestContext request) {
        return models.model(request.variable("model"))
                .filter(known -> known.definition().exposure().json());
    }

    private Prepared<RequestOutcome<Response>> run(RequestContext request) {
        Model model = model(request).orElseThrow();
        boolean dryRun = DryRun.wanted(request);
        Offered offered = running.action(request.actor(), model, request.variable("action"));
        ActionBody asked = ActionBody.read(model, JsonBody.object(request.body(), "parameters"), offered.form());
        Precondition precondition =
                EntityTags.precondition(request.header("If-Match"), request.header("If-None-Match"));
        return () -> new RequestOutcome.Committed<>(answer(
                running.run(
                        request.actor(),
                        model,
                        offered.action().name(),
                        asked.selection(),
                        asked.parameters(),
                        precondition,
                        dryRun),
                dryRun));
    }

    private static Response answer(Ran ran, boolean dryRun) {
        return DryRun.applied(dryRun, JsonResponse.of(200, MAPPER.result(ran)));
    }

    /** The body, read. */
    private record ActionBody(Optional<Selection> selection, Map<String, @Nullable Object> parameters) {

        static ActionBody read(Model model, Map<String, @Nullable Object> body, Model form) {
            List<Violation> wrong = new ArrayList<>();
            Optional<List<String>> ids = Optional.empty();
            Optional<Map<String, String>> filters = Optional.empty();
            Optional<Long> count = Optional.empty();
            Map<String, @Nullable Object> parameters = Map.of();
            for (Map.Entry<String, @Nullable Object> member : body.entrySet()) {
                @Nullable Object value = member.getValue();
                switch (member.getKey()) {
                    case "ids" -> ids = Optional.of(ids(model, value, wrong));
                    case "filters" -> filters = Optional.of(filters(value, wrong));
                    case "count" -> {
                        count = FieldInput.wholeNumber(value).filter(number -> number >= 0);
                        if (count.isEmpty()) {
                            wrong.add(Violation.at("count", "type", "The number of records is expected."));
                        }
                    }
                    case "parameters" -> {
                        if (value instanceof JsonText text && text.text().startsWith("{")) {
                            parameters = JsonBody.record(text.text().getBytes(StandardCharsets.UTF_8), form);
                        } else {
                            wrong.add(Violation.at("parameters", "type", "An object is expected."));
                        }
                    }
                    default ->
                        wrong.add(Violation.at(
                                member.getKey(),
                                "unknown_field",
                                "Only ids, filters, count and parameters are expected."));
                }
            }
            if (ids.isPresent() && (filters.isPresent() || count.isPresent())) {
                wrong.add(Violation.at("ids", "unexpected", "Either 'ids', or 'filters' and 'count'."));
            } else if (filters.isPresent() != count.isPresent()) {
                wrong.add(Violation.at(
                        filters.isPresent() ? "count" : "filters",
                        "required",
                        "'filters' and 'count' are given together: how many records the list has is confirmed."));
            }
            if (!wrong.isEmpty()) {
                throw RequestRejectedException.invalid(wrong);
            }
            Optional<Selection> listed = filters.isPresent()
                    ? Optional.of(new Selection.Filtered(ListRequest.of(model, filters.get()), count.get()))
                    : Optional.empty();
            return new ActionBody(ids.<Selection>map(Selection.Keys::new).or(() -> listed), parameters);
        }

        private static List<String> ids(Model model, @Nullable Object value, List<Violation> wrong) {
            List<String> ids = new ArrayList<>();
            if (!(value instanceof List<?> items)) {
                wrong.add(Violation.at("ids", "type", "A list of keys is expected."));
                return ids;
            }
            for (int i = 0; i < items.size(); i++) {
                String place = "/ids/" + i;
                @Nullable Object item = items.get(i);
                if (model.key().size() == 1) {
                    FieldDefinition key = model.key().getFirst();
                    switch (FieldInput.read(model, key, item)) {
                        case FieldInput.Outcome.Fits(Object good)
                        when good != null -> ids.add(new RecordKey(List.of(good)).encoded());
                        case FieldInput.Outcome.Fits nothing ->
                            wrong.add(new Violation(place, "required", "The key of a record is expected."));
                        case FieldInput.Outcome.Refused(List<Violation> violations) ->
                            violations.forEach(one -> wrong.add(new Violation(place, one.code(), one.text())));
                    }
                } else if (item instanceof String text) {
                    ids.add(text);
                } else {
                    wrong.add(new Violation(
                            place,
                            "type",
                            "The values of the key, each percent-encoded, joined by commas, are expected."));
                }
            }
            return ids;
        }

        private static Map<String, String> filters(@Nullable Object value, List<Violation> wrong) {
            Map<String, String> filters = new LinkedHashMap<>();
            if (!(value instanceof Map<?, ?> members)) {
                wrong.add(Violation.at("filters", "type", "An object is expected."));
                return filters;
            }
            members.forEach((name, text) -> {
                if (text instanceof String given) {
                    filters.put(String.valueOf(name), given);
                } else {
                    wrong.add(new Violation(
                            "/filters/" + name, "type", "A text is expected, as in the query of the list."));
                }
            });
            return filters;
        }
    }
}
