package dev.hexadmin.application.actions;

import dev.hexadmin.application.records.RecordContext;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.TypedValue;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of an action, or one batch of it, inside its transaction. {@link #records} has the rights with which the action was
 * registered: {@link RecordAction.Builder#runAsProgram} or {@link RecordAction.Builder#runAsCaller}. Audit rows name the actor.
 *
 * <p>When a change is rejected, the exception names the record and the field with pointers such as {@code
 * /records/products/7/price}, or {@code /records/products/-/price} of a new one. It rolls back the whole run unless the
 * code catches it: then only the rejected change is rolled back. {@link #reject} takes the name of a parameter.
 */
public interface ActionCall extends RecordContext {
    /** The model for which the action is registered. */
    Model model();

    /**
     * The records on which the action runs, locked, in the requested order; for a whole list at most 500 per call. Empty for an
     * action without records.
     */
    List<StoredRecord> selected();

    /**
     * {@link #selected()} as objects of the record class of the model.
     *
     * @throws IllegalArgumentException when the model was not registered by this class
     */
    <T extends Record> List<T> selected(Class<T> type);

    /** All parameters by name; the value is null where none was given. */
    Map<String, @Nullable Object> parameters();

    /**
     * One parameter, of its type's Java class; empty when it was not given and has no default.
     *
     * @throws IllegalArgumentException when the action does not declare the parameter
     */
    Optional<Object> parameter(String name);

    /**
     * One parameter.
     *
     * @param type the Java class of its type
     * @throws IllegalArgumentException when the action does not declare the parameter
     * @throws ClassCastException when it has values of another class; the message names parameter and class
     */
    default <T> Optional<T> parameter(String name, Class<T> type) {
        return parameter(name).map(value -> TypedValue.of(name, value, type));
    }

    /**
     * Tells users the result in their language; it is shown before the sentence that the code returns, which may be empty then.
     *
     * <pre>{@code
     * call.report(TEXTS.message("restocked").with("count", count));
     * return "";
     * }</pre>
     */
    void report(Message result);

    /**
     * Whether everything is rolled back in the end: skip effects that cannot be rolled back, such as calls of other
     * systems, or leave them to {@link #afterCommit}.
     */
    boolean dryRun();
}
