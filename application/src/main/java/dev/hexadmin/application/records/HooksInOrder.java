package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Combines several hooks of one model. */
record HooksInOrder(List<RecordHooks> hooks) implements RecordHooks {
    HooksInOrder {
        hooks = List.copyOf(hooks);
    }

    @Override
    public void onStart(Model model) {
        hooks.forEach(one -> one.onStart(model));
    }

    @Override
    public void prepare(Actor actor, Optional<RecordKey> key, Map<String, @Nullable Object> values) {
        hooks.forEach(one -> one.prepare(actor, key, values));
    }

    @Override
    public void onCreate(RecordChange change) {
        hooks.forEach(one -> one.onCreate(change));
    }

    @Override
    public void onUpdate(RecordChange change) {
        hooks.forEach(one -> one.onUpdate(change));
    }

    @Override
    public void validate(RecordChange change) {
        hooks.forEach(one -> one.validate(change));
    }

    @Override
    public void afterCreate(RecordChange change) {
        hooks.forEach(one -> one.afterCreate(change));
    }

    @Override
    public void afterUpdate(RecordChange change) {
        hooks.forEach(one -> one.afterUpdate(change));
    }

    @Override
    public void onDelete(RecordChange change) {
        hooks.forEach(one -> one.onDelete(change));
    }

    @Override
    public void afterDelete(RecordChange change) {
        hooks.forEach(one -> one.afterDelete(change));
    }

    @Override
    public Collection<UserId> recipients(RecordChange change) {
        Set<UserId> all = new LinkedHashSet<>();
        hooks.forEach(one -> all.addAll(one.recipients(change)));
        return all;
    }

    @Override
    public boolean changesOthers() {
        return hooks.stream().anyMatch(RecordHooks::changesOthers);
    }

    @Override
    public Condition rowPolicy(Actor actor) {
        Condition all = Condition.always();
        for (RecordHooks one : hooks) {
            all = all.and(one.rowPolicy(actor));
        }
        return all;
    }
}
