package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.panel.records.SelectOption;
import gg.jte.Content;
import java.util.List;

/**
 * A page of a list of records.
 *
 * @param panel what is open between the toolbar and the table
 * @param empty shown in place of the table when there are no rows
 */
public record RecordList(
        ListContext list,
        Filters filters,
        ListSummary summary,
        SelectionBar selection,
        ListPanel panel,
        RecordTable table,
        EmptyList empty,
        Pagination pagination) {

    /**
     * The filters.
     *
     * @param menu the markup of the fields to filter by
     */
    public record Filters(FilterBar bar, Content menu) {}

    /**
     * What every part of the page refers to.
     *
     * @param path of the list
     * @param plural the model's label
     * @param query all parameters of the list except its page
     * @param density the height of rows
     */
    public record ListContext(String path, String plural, String query, String csrfToken, String density) {}

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
