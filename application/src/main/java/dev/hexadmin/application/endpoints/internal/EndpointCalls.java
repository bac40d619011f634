package dev.hexadmin.application.endpoints.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.endpoints.CallingEndpoints;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Validates calls against the declarations of their endpoints, and runs them. */
public final class EndpointCalls implements CallingEndpoints {
    private final CodeOnRecords records;
    private final InstantSource clock;

    public EndpointCalls(CodeOnRecords records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
    }

    @Override
    public EndpointAnswer call(Actor actor, Model model, RecordEndpoint endpoint, Arguments arguments) {
        if (!actor.rights().allows(endpoint.needs(), model)) {
            throw RequestRejectedException.missingRight(endpoint.needs(), model.name());
        }
        Map<String, @Nullable Object> query = query(model, endpoint, arguments.parameters());
        Map<String, @Nullable Object> fields =
                fields(model, endpoint, arguments.document().orElse(null));
        CodeOnRecords.Call context =
                records.call(actor, endpoint.rights(), endpoint.method().writes(), name -> pointer(endpoint, name));
        Call call = new Call(context, endpoint, model, query, fields, arguments.document(), arguments.dryRun());
        return endpoint.method().writes()
                ? records.run(arguments.dryRun(), () -> answered(endpoint, call))
                : answered(endpoint, call);
    }

    /** The pointer to a query parameter or a member of the body. */
    private static String pointer(RecordEndpoint endpoint, String name) {
        if (endpoint.query().stream().anyMatch(field -> field.name().equals(name))) {
            return "?" + name;
        }
        return endpoint.body() instanceof RecordEndpoint.Body.None
                ? ""
                : Violation.at(name, "", "").pointer();
    }

    private static EndpointAnswer answered(RecordEndpoint endpoint, Call call) {
        @Nullable EndpointAnswer answer = endpoint.code().answer(call);
        call.context().refuseRejected();
        if (answer == null) {
            throw new IllegalStateException("endpoint '" + endpoint.name() + "' of '"
                    + call.model().name() + "' answers null: use EndpointAnswer.nothing()");
        }
        if (!endpoint.results().contains(answer.result())) {
            throw new IllegalStateException("endpoint '" + endpoint.name() + "' of '"
                    + call.model().name() + "' answers " + answer.result() + ", which it does not declare");
        }
        return new EndpointAnswer(answer.result(), answer.value().map(call.context()::plain));
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
                            .map(one -> new Violation("?" + one.pointer().substring(1), one.code(), one.text()))
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
}
