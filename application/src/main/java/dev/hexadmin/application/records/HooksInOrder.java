package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
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
    public void prepare(Actor actor, boolean create, Map<String, @Nullable Object> values) {
        hooks.forEach(one -> one.prepare(actor, create, values));
    }

    @Override
    public void prepareUpdate(Actor actor, RecordKey key, Map<String, @Nullable Object> values) {
        hooks.forEach(one -> one.prepareUpdate(actor, key, values));
    }

    @Override
    public void onCreate(Actor actor, Map<String, @Nullable Object> values) {
        hooks.forEach(one -> one.onCreate(actor, values));
    }

    @Override
    public List<Violation> validate(Actor actor, Optional<StoredRecord> before, Map<String, @Nullable Object> after) {
        List<Violation> all = new ArrayList<>();
        hooks.forEach(one -> all.addAll(one.validate(actor, before, after)));
        return all;
    }

    @Override
    public void afterCreate(Actor actor, StoredRecord created) {
        hooks.forEach(one -> one.afterCreate(actor, created));
    }

    @Override
    public void onUpdate(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes) {
        hooks.forEach(one -> one.onUpdate(actor, before, changes));
    }

    @Override
    public void afterUpdate(Actor actor, StoredRecord before, StoredRecord after) {
        hooks.forEach(one -> one.afterUpdate(actor, before, after));
    }

    @Override
    public void onDelete(Actor actor, StoredRecord record) {
        hooks.forEach(one -> one.onDelete(actor, record));
    }

    @Override
    public void afterDelete(Actor actor, StoredRecord record) {
        hooks.forEach(one -> one.afterDelete(actor, record));
    }

    @Override
    public Collection<UserId> recipients(Actor actor, ChangeNotices.Change change, StoredRecord record) {
        Set<UserId> all = new LinkedHashSet<>();
        hooks.forEach(one -> all.addAll(one.recipients(actor, change, record)));
        return all;
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
