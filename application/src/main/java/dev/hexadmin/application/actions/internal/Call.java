package dev.hexadmin.application.actions.internal;

import dev.hexadmin.application.actions.ActionCall;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call of an action's code. */
record Call(
        CodeOnRecords.Call context,
        Model model,
        List<StoredRecord> selected,
        Map<String, @Nullable Object> parameters,
        boolean dryRun)
        implements ActionCall {
    Call {
        selected = context.visible(selected);
    }

    @Override
    public <T extends Record> List<T> selected(Class<T> type) {
        return context.as(type, selected);
    }

    @Override
    public Optional<Object> parameter(String name) {
        if (!parameters.containsKey(name)) {
            throw new IllegalArgumentException("the action declares no parameter '" + name + "'");
        }
        return Optional.ofNullable(parameters.get(name));
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
