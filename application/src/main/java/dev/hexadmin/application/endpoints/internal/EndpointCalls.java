package dev.hexadmin.application.endpoints.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.endpoints.CallingEndpoints;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.EndpointCall;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Validates calls against the declarations of their endpoints, and runs them. */
public final class EndpointCalls implements CallingEndpoints {
    private final ModelRegistry models;
    private final BrowsingRecords browsing;
    private final EditingRecords editing;
    private final UnitOfWork work;
    private final InstantSource clock;

    public EndpointCalls(
            ModelRegistry models,
            BrowsingRecords browsing,
            EditingRecords editing,
            UnitOfWork work,
            InstantSource clock) {
        this.models = models;
        this.browsing = browsing;
        this.editing = editing;
        this.work = work;
        this.clock = clock;
    }

    @Override
    public EndpointAnswer call(Actor actor, Model model, RecordEndpoint endpoint, Arguments arguments) {
        if (!actor.rights().allows(endpoint.needs(), model)) {
            throw RequestRejectedException.forbidden(
                    "forbidden", "This needs the right '" + endpoint.needs().word() + "' on '" + model.name() + "'.");
        }
        Call call = new Call(
                actor,
                model,
                endpoint,
                query(model, endpoint, arguments.parameters()),
                fields(model, endpoint, arguments.document().orElse(null)),
                arguments.document().orElse(null));
        if (!endpoint.method().writes()) {
            return answered(endpoint, call);
        }
        return arguments.dryRun()
                ? work.rehearse(scope -> answered(endpoint, call))
                : work.write(scope -> answered(endpoint, call));
    }

    private static EndpointAnswer answered(RecordEndpoint endpoint, Call call) {
        EndpointAnswer answer = endpoint.code().answer(call);
        if (!endpoint.results().contains(answer.result())) {
            throw new IllegalStateException("endpoint '" + endpoint.name() + "' of '"
                    + call.model().name() + "' answers " + answer.result() + ", which it does not declare");
        }
        return answer;
    }

    private Map<String, @Nullable Object> query(Model model, RecordEndpoint endpoint, Map<String, String> query) {
        List<Violation> wrong = new ArrayList<>();
        Map<String, @Nullable Object> given = new LinkedHashMap<>();
        query.forEach((name, text) -> endpoint.query().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .ifPresentOrElse(
                        field -> given.put(name, field.valueType().plain(text)),
                        () -> wrong.add(Violation.at(name, "unknown_parameter", "There is no such parameter here."))));
        Map<String, @Nullable Object> values = read(model, endpoint.query(), given, wrong);
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.malformed(
                    "invalid_query",
                    "The query is not valid.",
                    wrong.stream()
                            .map(one -> new Violation("?" + one.pointer().substring(1), one.code(), one.message()))
                            .toList());
        }
        return values;
    }

    private Map<String, @Nullable Object> fields(Model model, RecordEndpoint endpoint, @Nullable Object body) {
        return switch (endpoint.body()) {
            case RecordEndpoint.Body.None() -> Map.of();
            case RecordEndpoint.Body.Any() -> Map.of();
            case RecordEndpoint.Body.Fields(List<FieldDefinition> fields) -> {
                if (!(body instanceof Map<?, ?> members)) {
                    throw RequestRejectedException.invalid(
                            List.of(new Violation("", "type", "An object is expected.")));
                }
                List<Violation> wrong = new ArrayList<>();
                Map<String, @Nullable Object> given = new LinkedHashMap<>();
                members.forEach((name, value) -> given.put(String.valueOf(name), value));
                for (String name : given.keySet()) {
                    if (fields.stream().noneMatch(field -> field.name().equals(name))) {
                        wrong.add(Violation.at(name, "unknown_field", "There is no such field."));
                    }
                }
                Map<String, @Nullable Object> values = read(model, fields, given, wrong);
                if (!wrong.isEmpty()) {
                    throw RequestRejectedException.invalid(wrong);
                }
                yield values;
            }
        };
    }

    private Map<String, @Nullable Object> read(
            Model model, List<FieldDefinition> fields, Map<String, @Nullable Object> given, List<Violation> wrong) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (FieldDefinition field : fields) {
            if (given.containsKey(field.name())) {
                switch (FieldInput.read(model, field, given.get(field.name()))) {
                    case FieldInput.Outcome.Fits(Object value) -> values.put(field.name(), value);
                    case FieldInput.Outcome.Refused(List<Violation> violations) -> wrong.addAll(violations);
                }
            } else if (field.input().defaultValue().orElse(null) instanceof DefaultValue.Constant(Object value)) {
                values.put(field.name(), value);
            } else if (field.input().defaultValue().orElse(null) instanceof DefaultValue.Now) {
                values.put(field.name(), clock.instant());
            } else if (field.required() || !field.nullable()) {
                wrong.add(Violation.at(field.name(), "required", "This is required."));
            }
        }
        return Collections.unmodifiableMap(values);
    }

    /** One call. */
    private final class Call implements EndpointCall {
        private final Actor actor;
        private final Model model;
        private final RecordEndpoint endpoint;
        private final Map<String, @Nullable Object> query;
        private final Map<String, @Nullable Object> fields;
        private final @Nullable Object document;

        Call(
                Actor actor,
                Model model,
                RecordEndpoint endpoint,
                Map<String, @Nullable Object> query,
                Map<String, @Nullable Object> fields,
                @Nullable Object document) {
            this.actor = actor;
            this.model = model;
            this.endpoint = endpoint;
            this.query = query;
            this.fields = fields;
            this.document = document;
        }

        @Override
        public Actor actor() {
            return actor;
        }

        @Override
        public Model model() {
            return model;
        }

        @Override
        public Optional<Object> query(String name) {
            if (endpoint.query().stream().noneMatch(field -> field.name().equals(name))) {
                throw new IllegalArgumentException(
                        "endpoint '" + endpoint.name() + "' declares no query parameter '" + name + "'");
            }
            return Optional.ofNullable(query.get(name));
        }

        @Override
        public Map<String, @Nullable Object> fields() {
            return fields;
        }

        @Override
        public Optional<Object> document() {
            return Optional.ofNullable(document);
        }

        @Override
        public List<Map<String, @Nullable Object>> list(String name, UnaryOperator<ListRequest.Builder> request) {
            PlainRecords records = new PlainRecords();
            browsing.list(actor, request.apply(ListRequest.builder(named(name))).build(), records::of);
            return records.all();
        }

        @Override
        public Map<String, @Nullable Object> read(String name, String id) {
            PlainRecords records = new PlainRecords();
            browsing.read(actor, ListRequest.all(named(name)), id, records::of);
            return records.all().getFirst();
        }

        @Override
        public Map<String, @Nullable Object> create(String name, Map<String, @Nullable Object> values) {
            writes();
            PlainRecords records = new PlainRecords();
            editing.create(actor, named(name), values, false, records::of);
            return records.all().getFirst();
        }

        @Override
        public Map<String, @Nullable Object> update(String name, String id, Map<String, @Nullable Object> changes) {
            writes();
            PlainRecords records = new PlainRecords();
            editing.patch(actor, named(name), id, changes, new Precondition.Exists(), false, records::of);
            return records.all().getFirst();
        }

        @Override
        public void delete(String name, String id) {
            writes();
            editing.delete(actor, named(name), id, new Precondition.Exists(), false);
        }

        private void writes() {
            if (!endpoint.method().writes()) {
                throw new IllegalStateException("endpoint '" + endpoint.name() + "' is a GET and changes nothing");
            }
        }

        private Model named(String name) {
            return models.model(name)
                    .orElseThrow(() -> new IllegalArgumentException("there is no model '" + name + "'"));
        }
    }
}
