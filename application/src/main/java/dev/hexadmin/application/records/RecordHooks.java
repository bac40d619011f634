package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rules of one model that are code. All but {@link #prepare} and {@link #prepareUpdate} run inside the transaction of the change, on every
 * path to it, and so must not wait for anything; throwing {@link dev.hexadmin.application.RequestRejectedException} rolls the change back. Thread-safe.
 */
public interface RecordHooks {
    /** No rules. */
    static RecordHooks none() {
        return new RecordHooks() {};
    }

    /** Several rules as one: each method in the order given, row policies all together. */
    static RecordHooks inOrder(List<RecordHooks> hooks) {
        return hooks.size() == 1 ? hooks.getFirst() : new HooksInOrder(hooks);
    }

    /**
     * Before the transaction begins: the place for what takes time, such as hashing a password. In an import, which is one
     * transaction for all its rows, it runs inside.
     *
     * @param create whether it is a create; else it is an update
     * @param values what the client sent, by field name, of the fields' Java classes; may be changed
     */
    default void prepare(Actor actor, boolean create, Map<String, @Nullable Object> values) {}

    /** {@link #prepare} for an update of a known record. */
    default void prepareUpdate(Actor actor, RecordKey key, Map<String, @Nullable Object> values) {
        prepare(actor, false, values);
    }

    /**
     * Before a create.
     *
     * @param values by field name, of the fields' Java classes, defaults filled in; may be changed
     */
    default void onCreate(Actor actor, Map<String, @Nullable Object> values) {}

    /**
     * Whether the fields of a record go together. Asked for every create and every update that changes something, after
     * {@link #onCreate} or {@link #onUpdate} and before the record is stored; of several rules all are asked. What they
     * find is told at once, as one 422: in the panel beside the fields, in an import at the row. Values that break a
     * rule of their own field are told before, and then no rule is asked.
     *
     * <pre>{@code
     * public List<Violation> validate(Actor actor, Optional<StoredRecord> before, Map<String, Object> after) {
     *     return after.get("ends_on") instanceof LocalDate end
     *                     && after.get("starts_on") instanceof LocalDate start
     *                     && end.isBefore(start)
     *             ? List.of(Violation.at("ends_on", "order", "It ends before it begins."))
     *             : List.of();
     * }
     * }</pre>
     *
     * @param before the record as stored; empty for a create
     * @param after the record as it will be: every field of the model but the computed ones has an entry, by name, of the field's Java class.
     *     On a create that is null where the database makes the value. Not to be changed
     * @return what is wrong, with a pointer to a field ({@link Violation#at}) or {@code ""} for the record; a pointer to
     *     no field of the model counts as {@code ""}. Empty: the record is stored
     */
    default List<Violation> validate(Actor actor, Optional<StoredRecord> before, Map<String, @Nullable Object> after) {
        return List.of();
    }

    /** After a create, before the commit. */
    default void afterCreate(Actor actor, StoredRecord created) {}

    /**
     * Before an update.
     *
     * @param changes the fields that change, by name, of the fields' Java classes; may be changed
     */
    default void onUpdate(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes) {}

    /** After an update, before the commit. */
    default void afterUpdate(Actor actor, StoredRecord before, StoredRecord after) {}

    /** Before a delete. */
    default void onDelete(Actor actor, StoredRecord record) {}

    /** After a delete, before the commit. */
    default void afterDelete(Actor actor, StoredRecord record) {}

    /**
     * Who else is told of a change, besides those the model's definition names: of them too only those who may view the
     * record, and never the actor. Asked inside the transaction; for a delete before it.
     *
     * @param record as it is after a create or update, and before a delete
     * @return users of {@code admin_users}
     */
    default Collection<UserId> recipients(Actor actor, ChangeNotices.Change change, StoredRecord record) {
        return List.of();
    }

    /** Which records the actor may reach at all, besides rights and role policies; bound into every statement. */
    default Condition rowPolicy(Actor actor) {
        return Condition.always();
    }
}
