package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.ChangeNotices.Change;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change with which a test calls hooks itself.
 *
 * @param before empty for a create
 * @param stored the record after the change, or before it
 * @param written the values that are written, which hooks may change
 */
record HookedChange(
        UnitOfWork work,
        Actor actor,
        Model model,
        Change kind,
        Optional<StoredRecord> before,
        @Nullable StoredRecord record,
        Map<String, @Nullable Object> written)
        implements RecordChange {

    static HookedChange create(UnitOfWork work, Actor actor, Model model, Map<String, @Nullable Object> values) {
        return new HookedChange(work, actor, model, Change.CREATE, Optional.empty(), null, values);
    }

    static HookedChange update(
            UnitOfWork work, Actor actor, StoredRecord before, Map<String, @Nullable Object> changes) {
        return new HookedChange(work, actor, before.model(), Change.UPDATE, Optional.of(before), before, changes);
    }

    static HookedChange updated(UnitOfWork work, Actor actor, StoredRecord before, StoredRecord after) {
        return new HookedChange(work, actor, before.model(), Change.UPDATE, Optional.of(before), after, Map.of());
    }

    static HookedChange delete(UnitOfWork work, Actor actor, StoredRecord record) {
        return new HookedChange(work, actor, record.model(), Change.DELETE, Optional.of(record), record, Map.of());
    }

    @Override
    public Map<String, @Nullable Object> after() {
        Map<String, @Nullable Object> after = new HashMap<>();
        before.ifPresent(stored -> after.putAll(stored.values()));
        after.putAll(written);
        return after;
    }

    @Override
    public StoredRecord stored() {
        if (record == null) {
            throw new IllegalStateException("it is not stored yet");
        }
        return record;
    }

    @Override
    public Set<String> changed() {
        return written.keySet();
    }

    @Override
    public void set(String field, @Nullable Object value) {
        written.put(field, value);
    }

    @Override
    public void keep(String field) {
        written.remove(field);
    }

    @Override
    public void afterCommit(Runnable action) {
        work.write(scope -> {
            scope.afterCommit(action);
            return action;
        });
    }

    @Override
    public <T extends Record> Optional<T> before(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T extends Record> T after(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RecordAccess records() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void lock(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void reject(String field, String code, String message) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void reject(String field, String code, Message message) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Notifier notifications() {
        throw new UnsupportedOperationException();
    }
}
