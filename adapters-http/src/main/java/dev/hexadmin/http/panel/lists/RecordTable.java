package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.panel.records.ActionButton;
import dev.hexadmin.http.panel.records.Cell;
import java.util.List;

/**
 * The table of a list.
 *
 * @param selectable whether rows can be selected
 * @param actions whether rows have actions
 */
public record RecordTable(List<RecordColumn> columns, List<RecordRow> rows, boolean selectable, boolean actions) {
    /**
     * A column.
     *
     * @param name of the field
     * @param href sorts by it, or {@code ""}
     * @param sorted {@code ascending}, {@code descending} or {@code ""}
     * @param position among the columns sorted by, from 1
     * @param look classes of its cells: whether it holds numbers, and its place in the card of a phone, which is {@code
     *     first total who status when} or none
     */
    public record RecordColumn(String name, String label, String href, String sorted, int position, String look) {}

    /** A record. */
    public record RecordRow(
            String key, String label, String href, String editHref, List<Cell> cells, List<ActionButton> actions) {}
}
