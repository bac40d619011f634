package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.endpoints.EndpointAnswer.Result;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.api.records.EndpointStatus;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The endpoints that an application adds to a model. */
final class EndpointOperations {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JSON = "application/json";

    private EndpointOperations() {}

    static Operation of(Model model, RecordEndpoint endpoint, String api) {
        Operation operation = new Operation(
                        Method.create(endpoint.method().name()),
                        api + "/" + model.name() + "/" + endpoint.name(),
                        api + "/{model}/" + endpoint.name(),
                        model.name() + "_" + endpoint.name() + "_"
                                + endpoint.method().name().toLowerCase(Locale.ROOT),
                        model.name(),
                        text(endpoint.summaryLabels()))
                .says("Requires `" + endpoint.needs().word() + "` on `" + model.name() + "`.");
        for (FieldDefinition field : endpoint.query()) {
            ObjectNode parameter = NODES.objectNode();
            parameter.put("name", field.name());
            parameter.put("in", "query");
            parameter.put(
                    "description",
                    field.presentation().help().map(Localized::text).orElse(text(field.labels()) + "."));
            if (field.required() && field.input().defaultValue().isEmpty()) {
                parameter.put("required", true);
            }
            parameter.set("schema", ModelSchemas.queried(model, field));
            operation.takes(parameter);
        }
        List<String> headers = new ArrayList<>();
        if (endpoint.method().writes()) {
            operation.takes("Prefer", "dry_run");
            headers.add("Preference-Applied");
        }
        if (endpoint.method() == RecordEndpoint.Method.POST) {
            operation.takes("Idempotency-Key");
            headers.add("Idempotent-Replayed");
        }
        switch (endpoint.body()) {
            case RecordEndpoint.Body.None none -> {}
            case RecordEndpoint.Body.Any any -> operation.body(true, NODES.objectNode(), JSON);
            case RecordEndpoint.Body.Fields(List<FieldDefinition> fields) ->
                operation.body(true, ModelSchemas.body(model, fields), JSON);
        }
        String[] told = headers.toArray(String[]::new);
        for (Result result : endpoint.results()) {
            int status = EndpointStatus.of(result);
            if (result == Result.EMPTY) {
                operation.answers(status, "Success.", told);
            } else {
                operation.answers(status, text(endpoint.summaryLabels()), NODES.objectNode(), told);
            }
        }
        return operation.refuses(401, 403, 404, 408, 409, 412, 413, 415, 422, 428, 429);
    }
}
