package dev.hexadmin.application.views.port;

import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.records.SavedView;
import java.util.List;
import java.util.Optional;

/** The saved views of all users. Thread-safe; changes are only legal inside a unit of work. */
public interface SavedViews {
    /** The user's own views and those that are shared with a role of the user, by model and name. */
    List<SavedView> visible(UserId user);

    /** A view that the user sees, locked until the unit of work ends. */
    Optional<SavedView> lock(UserId user, long id);

    /**
     * Inserts a view. Its id and whether it is the default are ignored.
     *
     * @return the id; empty when the owner has a view of this model with this name
     */
    Optional<Long> insert(SavedView view);

    /** Replaces everything except owner, model and default; false when another view has the name. */
    boolean update(SavedView view);

    /** Removes a view; it is then the default of no user. */
    void delete(long id);

    /** Makes the view the user's default for its model, or ends that. */
    void makeDefault(UserId user, SavedView view, boolean isDefault);

    /** Those of the roles that exist. */
    List<Long> roles(List<Long> ids);
}
