package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Custom rules of one model in code, for every way of changing records: the API, the panel, bulk operations, imports,
 * actions and code of the program. All methods except {@link #prepare} run inside the transaction of the change and so must
 * not wait for anything but locks ({@link #validate} also runs while a form is filled in).
 *
 * <p>A hook rejects a change with {@link RecordChange#reject}, which reports all violations together. Any exception rolls
 * the change back, too: a {@link dev.hexadmin.application.RequestRejectedException} is the response, any other exception is
 * a 500 without details. Thread-safe.
 */
public interface RecordHooks {
    /** Hooks without rules. */
    static RecordHooks none() {
        return new RecordHooks() {};
    }

    /**
     * Hooks that limit the records of a model for all users, superusers included: {@code RecordHooks.limitedTo("owner_id =
     * $user.id")}. The policies of roles apply in addition.
     *
     * @param policy a text of the language of row policies; the start fails when it does not fit the model
     */
    static RecordHooks limitedTo(String policy) {
        return new LimitingHooks(policy);
    }

    /** Combines several hooks: each method in the given order, row policies with {@code and}. */
    static RecordHooks inOrder(List<RecordHooks> hooks) {
        return hooks.size() == 1 ? hooks.getFirst() : new HooksInOrder(hooks);
    }

    /**
     * Runs once at each start, before any other method: the place to parse a {@link dev.hexadmin.domain.access.RowPolicy}.
     *
     * @param model for which the hooks are registered
     * @throws IllegalArgumentException when the model does not have what the hooks need; it stops the start
     */
    default void onStart(Model model) {}

    /**
     * Runs before the transaction of a create or an update: for slow work, such as hashing a password. In an import, which is
     * one transaction for all rows, and in a transaction of the program it runs inside.
     *
     * @param key of the record; empty for a create
     * @param values the given values by field name, of the fields' Java classes; may be changed. New values are read like those
     *     of {@link RecordChange#set}, but texts need not fit the options of their field, such as {@code max_length}
     */
    default void prepare(Actor actor, Optional<RecordKey> key, Map<String, @Nullable Object> values) {}

    /** Runs before a create; may set fields. Defaults are filled in. */
    default void onCreate(RecordChange change) {}

    /** Runs before an update that changes something; may set fields. */
    default void onUpdate(RecordChange change) {}

    /**
     * Checks the record as it will be stored. Runs for every create and every update that changes something, after {@link
     * #onCreate} or {@link #onUpdate} and before the record is stored. The rejections of all hooks are reported together as
     * one 422: in the panel next to the fields, in an import at the row. It does not run when a value violates a rule of its
     * own field. A form that is being filled in runs it, too, without a transaction and without the other hooks: it may read
     * records, and must have no effects.
     *
     * <pre>{@code
     * public void validate(RecordChange change) {
     *     Stay stay = change.after(Stay.class);
     *     if (stay.endsOn().isBefore(stay.startsOn())) {
     *         change.reject("ends_on", "order", "It ends before it begins.");
     *     }
     * }
     * }</pre>
     */
    default void validate(RecordChange change) {}

    /** Runs after a create, before the commit. */
    default void afterCreate(RecordChange change) {}

    /** Runs after an update, before the commit. */
    default void afterUpdate(RecordChange change) {}

    /** Runs before a delete, also one that is the consequence of another. */
    default void onDelete(RecordChange change) {}

    /** Runs after a delete, before the commit. */
    default void afterDelete(RecordChange change) {}

    /**
     * Further users who are notified of a change, in addition to those in the model's definition. Users who may not
     * view the record and the actor are never notified. Runs after a create or update, and before a delete.
     *
     * @return users of {@code admin_users}
     */
    default Collection<UserId> recipients(RecordChange change) {
        return List.of();
    }

    /**
     * Whether these hooks may change records other than that of the change. A bulk change reads its records one by one where
     * they may.
     */
    default boolean changesOthers() {
        return true;
    }

    /**
     * The records that the actor may access, in addition to rights and role policies; part of every statement. Code with
     * the rights of the program is not restricted. {@link #limitedTo} and {@link
     * dev.hexadmin.domain.access.RowPolicy#parse} make conditions of texts.
     */
    default Condition rowPolicy(Actor actor) {
        return Condition.always();
    }
}
