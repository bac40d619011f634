package dev.hexadmin.application.actions.internal;

import dev.hexadmin.application.actions.ActionCall;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call of an action's code. */
record Call(
        CodeOnRecords.Call context,
        Model model,
        List<StoredRecord> selected,
        Map<String, @Nullable Object> parameters,
        Consumer<Message> reports,
        boolean dryRun)
        implements ActionCall, CodeOnRecords.SpecialCall {
    Call {
        selected = context.visible(selected);
    }

    @Override
    public void report(Message result) {
        reports.accept(result);
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
}
