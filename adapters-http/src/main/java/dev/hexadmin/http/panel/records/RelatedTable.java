package dev.hexadmin.http.panel.records;

import java.util.List;

/**
 * Records that belong to a record, on its page.
 *
 * @param label of all of them
 * @param one the label of one of them
 */
public record RelatedTable(String label, String one, List<Column> columns, List<Row> rows, Links links) {
    /**
     * A column.
     *
     * @param look the classes of its cells
     * @param sum of its values, or {@code ""}
     */
    public record Column(String label, String look, String sum) {}

    /** A record and the address of its page. */
    public record Row(String label, String href, List<Cell> cells) {}

    /**
     * Where the table leads to; {@code ""} without the right or without such a page.
     *
     * @param all the list of all of them
     * @param count the number in the text of that link, or {@code ""}
     * @param add the form for a new one
     * @param edit the table with inputs
     * @param previous the page before
     * @param next the page after
     */
    public record Links(String all, String count, String add, String edit, String previous, String next) {}

    public RelatedTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Whether a column has a sum. */
    public boolean summed() {
        return columns.stream().anyMatch(column -> !column.sum().isEmpty());
    }
}
