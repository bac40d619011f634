package dev.hexadmin.http.panel.lists;

import java.util.List;
import java.util.Optional;

/**
 * The saved views above a list.
 *
 * @param plural the model's label
 * @param tabs the whole list first
 * @param reset the address of the current view as it is saved; {@code ""} when nothing was changed
 * @param save the form that saves the changes; empty when nothing was changed or the view is not the user's
 * @param keep the address of the form for a new view; {@code ""} when there is nothing to keep
 * @param edit the address of the form of the current view, or {@code ""}
 */
public record ViewTabs(String plural, List<Tab> tabs, String reset, Optional<ViewForm> save, String keep, String edit) {
    /**
     * A view.
     *
     * @param tally the number of its records, where it is known; or {@code ""}
     * @param changed whether the page shows it with changes
     */
    public record Tab(String label, String href, String tally, boolean current, boolean changed) {}
}
