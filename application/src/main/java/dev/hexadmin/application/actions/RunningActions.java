package dev.hexadmin.application.actions;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.Selection;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An actor runs actions on records. Thread-safe. Each run is one transaction with the audit rows of the action and of
 * what its code changes; when it is rejected, everything is rolled back.
 */
public interface RunningActions {
    /**
     * An action of a model.
     *
     * @param form has the action's parameters as fields
     */
    record Offered(RecordAction action, Model form) {}

    /**
     * The result of a run.
     *
     * @param message for users
     * @param records number of records
     */
    record Ran(Message message, long records) {}

    /** The actions that the actor may run. */
    List<Offered> offered(Actor actor, Model model);

    /**
     * An action that the actor may run.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}, or {@code FORBIDDEN} without the
     *     right
     */
    Offered action(Actor actor, Model model, String name);

    /**
     * The number of records of a list on which an action would run now: shown in the confirmation.
     *
     * @param request as of {@link dev.hexadmin.application.records.BrowsingRecords#list}
     */
    long selected(Actor actor, String name, ListRequest request);

    /**
     * Runs an action. Its code is called once for all named records, or once for each 500 records of a filtered list.
     *
     * @param selection empty exactly for an action without records
     * @param parameters as {@link dev.hexadmin.domain.models.FieldInput} takes them, by name
     * @param precondition of the record, when there is only one
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} with pointers such as {@code
     *     /parameters/quantity}; {@code NOT_FOUND} or {@code FORBIDDEN} below {@code /ids}; {@code CONFLICT
     *     count_changed}; {@code PRECONDITION_REQUIRED} for several records of a model that is changed only with {@code
     *     If-Match}; and what the code throws
     */
    Ran run(
            Actor actor,
            Model model,
            String name,
            Optional<Selection> selection,
            Map<String, @Nullable Object> parameters,
            Precondition precondition,
            boolean dryRun);
}
