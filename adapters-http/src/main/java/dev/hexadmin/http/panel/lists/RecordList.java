package dev.hexadmin.http.panel.lists;

/**
 * A page of a list of records.
 *
 * @param empty shown in place of the table when there are no rows
 */
public record RecordList(
        ListContext list,
        FilterBar filters,
        ListSummary summary,
        SelectionBar selection,
        RecordTable table,
        EmptyList empty,
        Pagination pagination) {

    /**
     * What every part of the page refers to.
     *
     * @param path of the list
     * @param plural the model's label
     * @param query all parameters of the list except its page
     */
    public record ListContext(String path, String plural, String query, String csrfToken) {}

    /**
     * The line above the table.
     *
     * @param total the number of records, for people
     * @param resetSorting the address in the default order; {@code ""} when the list has it
     */
    public record ListSummary(String total, String resetSorting) {}
}
