package dev.hexadmin.application.views;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.domain.records.SavedView.Density;
import dev.hexadmin.domain.records.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A user saves views of lists. Thread-safe. A user sees their own views and those that are shared with one of their
 * roles, as far as they may view the model; they change their own, and of a shared one only whether it is their default.
 * Sharing needs {@code edit} on {@code admin_roles}. Each change is one transaction with its audit row.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN forbidden} and {@code field_forbidden}, {@code
 *     NOT_FOUND}, {@code CONFLICT unique} and {@code too_many_views}, {@code PRECONDITION_FAILED}, {@code INVALID} with
 *     pointers to the members {@code model}, {@code name}, {@code query}, {@code columns} and {@code shared_with}
 */
public interface ManagingSavedViews {
    /** How many views a user may have. */
    int MOST = 200;

    /** What the audit log calls the model of views. */
    String LOGGED_AS = "admin_saved_views";

    /** All views that the actor sees, by model and name. */
    List<SavedView> list(Actor.SignedIn actor);

    /**
     * The same for menus: it costs no statement, and is two seconds old at most when another server has changed a view.
     */
    List<SavedView> recent(Actor.SignedIn actor);

    /** One view. */
    SavedView get(Actor.SignedIn actor, long id);

    /**
     * Creates a view.
     *
     * @param draft read after the rights have been checked
     * @param dryRun whether everything is rolled back
     */
    SavedView create(Actor.SignedIn actor, Supplier<Draft> draft, boolean dryRun);

    /**
     * Changes a view.
     *
     * @param change of its current content
     * @param expected the versions that it may have; empty: any
     */
    SavedView change(
            Actor.SignedIn actor,
            long id,
            UnaryOperator<Draft> change,
            Optional<List<Version>> expected,
            boolean dryRun);

    /** Deletes a view of the actor. */
    void delete(Actor.SignedIn actor, long id, Optional<List<Version>> expected, boolean dryRun);

    /**
     * The content of a view, as {@link SavedView} has it.
     *
     * @param model cannot be changed
     */
    record Draft(
            String model,
            String name,
            Map<String, String> query,
            List<String> columns,
            Density density,
            List<Long> sharedWith,
            boolean isDefault) {
        public Draft {
            query = Map.copyOf(query);
            columns = List.copyOf(columns);
            sharedWith = List.copyOf(sharedWith);
        }

        /** The content of a stored view. */
        public static Draft of(SavedView view) {
            return new Draft(
                    view.model(),
                    view.name(),
                    view.query(),
                    view.columns(),
                    view.density(),
                    view.sharedWith(),
                    view.isDefault());
        }
    }
}
