package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.panel.records.SelectOption;
import gg.jte.Content;
import java.util.List;
import java.util.Optional;

/**
 * A page of a list of records.
 *
 * @param panel what is open between the toolbar and the table
 * @param empty shown in place of the table; empty when there are rows
 */
public record RecordList(
        ListContext list,
        Filters filters,
        ListSummary summary,
        SelectionBar selection,
        ListPanel panel,
        RecordTable table,
        Optional<EmptyList> empty,
        Pagination pagination) {

    /**
     * The filters.
     *
     * @param fields the markup of the fields to search and to filter by
     */
    public record Filters(FilterBar bar, Content fields) {}

    /**
     * What every part of the page refers to.
     *
     * @param path of the list
     * @param plural the model's label
     * @param query all parameters of the list and its page
     * @param density the height of rows
     * @param forms those that actions are sent with
     */
    public record ListContext(
            String path, String plural, String query, String csrfToken, String density, ActionForms forms) {
        /** The address of the page. */
        public String href() {
            return query.isEmpty() ? path : path + "?" + query;
        }
    }

    /**
     * The forms that actions are sent with.
     *
     * @param ofModel whether there are actions that need no records
     * @param ofRows whether there are actions of rows
     */
    public record ActionForms(boolean ofModel, boolean ofRows) {}

    /**
     * The line above the table.
     *
     * @param total the number of records, for people
     * @param resetSorting the address in the default order; {@code ""} when the list has it
     * @param builder the address with the builder of filters
     * @param columns the address with the choice of columns
     * @param densities addresses with other densities
     */
    public record ListSummary(
            String total, String resetSorting, String builder, String columns, List<SelectOption> densities) {}
}
