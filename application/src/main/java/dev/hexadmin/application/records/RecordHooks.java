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
 * Custom rules of one model in code. All methods except {@link #prepare} and {@link #prepareUpdate} run inside the
 * transaction of the change, for every way of changing records, and so must not wait for anything ({@link #validate}
 * also runs while a form is filled in); throwing {@link
 * dev.hexadmin.application.RequestRejectedException} rolls the change back. Thread-safe.
 */
public interface RecordHooks {
    /** Hooks without rules. */
    static RecordHooks none() {
        return new RecordHooks() {};
    }

    /** Combines several hooks: each method in the given order, row policies with {@code and}. */
    static RecordHooks inOrder(List<RecordHooks> hooks) {
        return hooks.size() == 1 ? hooks.getFirst() : new HooksInOrder(hooks);
    }

    /**
     * Runs before the transaction: for slow work, such as hashing a password. In an import, which is one transaction
     * for all rows, it runs inside.
     *
     * @param create whether it is a create or an update
     * @param values the client's values by field name, of the fields' Java classes; may be changed
     */
    default void prepare(Actor actor, boolean create, Map<String, @Nullable Object> values) {}

    /** Like {@link #prepare}, for an update of a known record. */
    default void prepareUpdate(Actor actor, RecordKey key, Map<String, @Nullable Object> values) {
        prepare(actor, false, values);
    }

    /**
     * Runs before a create.
     *
     * @param values by field name, of the fields' Java classes, defaults filled in; may be changed
     */
    default void onCreate(Actor actor, Map<String, @Nullable Object> values) {}

    /**
     * Validates the combination of a record's fields. Runs for every create and every update that changes something,
     * after {@link #onCreate} or {@link #onUpdate} and before the record is stored. The violations of all hooks are
     * reported together as one 422: in the panel next to the fields, in an import at the row. It does not run when a
     * value violates a rule of its own field. A form that is being filled in runs it, too, without a transaction and
     * without {@link #onCreate} and {@link #onUpdate}: it must have no effects.
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
     * @param after the record as it will be stored: every field of the model except computed ones has an entry, by
     *     name, of the field's Java class. On a create the value is null where the database generates it. Must not be
     *     changed
     * @return the violations, with a pointer to a field ({@link Violation#at}) or {@code ""} for the record; a pointer
     *     to an unknown field counts as {@code ""}. Empty: the record is stored
     */
    default List<Violation> validate(Actor actor, Optional<StoredRecord> before, Map<String, @Nullable Object> after) {
        return List.of();
    }

    /** Runs after a create, before the commit. */
    default void afterCreate(Actor actor, StoredRecord created) {}

    /**
     * Runs before an update.
     *
     * @param changes the fields that change, by name, of the fields' Java classes; may be changed
     */
    default void onUpdate(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes) {}

    /** Runs after an update, before the commit. */
    default void afterUpdate(Actor actor, StoredRecord before, StoredRecord after) {}

    /** Runs before a delete. */
    default void onDelete(Actor actor, StoredRecord record) {}

    /** Runs after a delete, before the commit. */
    default void afterDelete(Actor actor, StoredRecord record) {}

    /**
     * Further users who are notified of a change, in addition to those in the model's definition. Users who may not
     * view the record and the actor are never notified. Runs inside the transaction; for a delete, before it.
     *
     * @param record the record after a create or update, or before a delete
     * @return users of {@code admin_users}
     */
    default Collection<UserId> recipients(Actor actor, ChangeNotices.Change change, StoredRecord record) {
        return List.of();
    }

    /** The records that the actor may access, in addition to rights and role policies; part of every statement. */
    default Condition rowPolicy(Actor actor) {
        return Condition.always();
    }
}
