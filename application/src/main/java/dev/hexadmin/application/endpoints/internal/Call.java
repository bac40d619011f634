package dev.hexadmin.application.endpoints.internal;

import dev.hexadmin.application.endpoints.EndpointCall;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.domain.models.Model;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call of an endpoint's code. */
record Call(
        CodeOnRecords.Call context,
        RecordEndpoint endpoint,
        Model model,
        Map<String, @Nullable Object> query,
        Map<String, @Nullable Object> fields,
        Optional<Object> document,
        boolean dryRun)
        implements EndpointCall, CodeOnRecords.SpecialCall {

    @Override
    public Optional<Object> query(String name) {
        if (endpoint.query().stream().noneMatch(field -> field.name().equals(name))) {
            throw new IllegalArgumentException(
                    "endpoint '" + endpoint.name() + "' declares no query parameter '" + name + "'");
        }
        return Optional.ofNullable(query.get(name));
    }
}
