package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.panel.records.ActionButton;
import dev.hexadmin.http.panel.records.Cell;
import gg.jte.Content;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The table of a list.
 *
 * @param head the markup of its head
 * @param selectable whether rows can be selected
 * @param menu the markup of the menu that all rows share
 */
public record RecordTable(
        Content head, List<RecordColumn> columns, List<RecordRow> rows, boolean selectable, Content menu) {
    /** Rows that are painted first: more than any window shows. */
    private static final int PAINTED_FIRST = 40;

    private static final int PAINTED_NEXT = 20;

    /** The position of the column that names the record and leads to it. */
    public int named() {
        return named(columns);
    }

    static int named(List<RecordColumn> columns) {
        return IntStream.range(0, columns.size())
                .filter(column -> columns.get(column).look().contains("first"))
                .findFirst()
                .orElse(0);
    }

    /** The rows in the parts in which they are painted, so that a long list is shown as early as a short one. */
    public List<List<RecordRow>> parts() {
        return rows.size() <= PAINTED_FIRST
                ? List.of(rows)
                : Stream.concat(
                                Stream.of(rows.subList(0, PAINTED_FIRST)),
                                rows.stream().skip(PAINTED_FIRST).gather(Gatherers.windowFixed(PAINTED_NEXT)))
                        .toList();
    }

    /**
     * The longest cell of each column, which gives the columns their widths before all parts are painted; empty when there is one
     * part.
     */
    public List<Cell> longest() {
        return rows.size() <= PAINTED_FIRST
                ? List.of()
                : IntStream.range(0, columns.size())
                        .mapToObj(column -> rows.stream()
                                .map(row -> row.cells().get(column))
                                .max(Comparator.comparingInt(Cell::length))
                                .orElseThrow())
                        .toList();
    }

    /**
     * A column.
     *
     * @param name of the field
     * @param href sorts by it, or {@code ""}
     * @param sorted {@code ascending}, {@code descending} or {@code ""}
     * @param position among the columns sorted by, from 1
     * @param look classes of its cells: whether it holds numbers, and its place in the card of a phone, which is {@code
     *     first total who status when} or none; with {@code edits} where a browser without a hovering pointer keeps room
     *     for the button that changes the value
     * @param cell the start tag of its cells
     * @param changeable whether its values are changed where they stand
     */
    public record RecordColumn(
            String name,
            String label,
            String href,
            String sorted,
            int position,
            String look,
            Content cell,
            boolean changeable) {}

    /**
     * A record.
     *
     * @param actions those that a browser without scripts has nowhere else: its button "More" leads to the record's page
     */
    public record RecordRow(
            String key, String label, String href, String editHref, List<Cell> cells, List<ActionButton> actions) {}
}
