package dev.hexadmin.application.endpoints.internal;

import dev.hexadmin.application.endpoints.EndpointCall;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
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
        implements EndpointCall {

    @Override
    public Optional<Object> query(String name) {
        if (endpoint.query().stream().noneMatch(field -> field.name().equals(name))) {
            throw new IllegalArgumentException(
                    "endpoint '" + endpoint.name() + "' declares no query parameter '" + name + "'");
        }
        return Optional.ofNullable(query.get(name));
    }

    @Override
    public Actor actor() {
        return context.actor();
    }

    @Override
    public RecordAccess records() {
        return context.records();
    }

    @Override
    public void lock(String name) {
        context.lock(name);
    }

    @Override
    public void reject(String field, String code, String message) {
        context.reject(field, code, message);
    }

    @Override
    public void reject(String field, String code, Message message) {
        context.reject(field, code, message);
    }

    @Override
    public Notifier notifications() {
        return context.notifications();
    }

    @Override
    public void afterCommit(Runnable action) {
        context.afterCommit(action);
    }
}
