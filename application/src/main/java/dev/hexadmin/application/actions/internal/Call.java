package dev.hexadmin.application.actions.internal;

import dev.hexadmin.application.actions.ActionCall;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call of an action's code. */
record Call(
        ModelRegistry models,
        CodeOnRecords written,
        Actor actor,
        Model model,
        List<StoredRecord> records,
        Map<String, @Nullable Object> parameters,
        boolean dryRun)
        implements ActionCall {
    Call {
        records = List.copyOf(records);
    }

    @Override
    public Optional<Object> parameter(String name) {
        if (!parameters.containsKey(name)) {
            throw new IllegalArgumentException("the action declares no parameter '" + name + "'");
        }
        return Optional.ofNullable(parameters.get(name));
    }

    @Override
    public StoredRecord update(StoredRecord record, Map<String, @Nullable Object> changes) {
        return written.update(actor, record, changes);
    }

    @Override
    public void delete(StoredRecord record) {
        written.delete(actor, record);
    }

    @Override
    public StoredRecord create(String name, Map<String, @Nullable Object> values) {
        Model other =
                models.model(name).orElseThrow(() -> new IllegalArgumentException("there is no model '" + name + "'"));
        return written.create(actor, other, values);
    }
}
