package dev.hexadmin.http.panel.children;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.http.panel.records.Cell;
import dev.hexadmin.http.panel.records.ChildTables;
import dev.hexadmin.http.panel.records.FormErrors.ErrorLine;
import dev.hexadmin.http.panel.records.FormField;
import dev.hexadmin.http.panel.records.FormField.FormFile;
import dev.hexadmin.http.panel.records.SelectOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table of the children of one model.
 *
 * @param name the child model's name
 * @param columns in order
 * @param blank the row that is added; empty when the user may not add one
 * @param focus the id of the input with the focus, {@value #ROWS}, or {@code ""}
 */
public record ChildTable(
        String name,
        TableLabels labels,
        List<ChildColumn> columns,
        List<ChildRow> rows,
        Optional<ChildRow> blank,
        TablePages pages,
        String focus) {
    /** The focus is on the rows as a whole. */
    static final String ROWS = "rows";

    /** Whether the focus is on its rows as a whole. */
    public boolean rowsHaveFocus() {
        return focus.equals(ROWS);
    }

    /** Whether files can be chosen in its rows. */
    public boolean hasFiles() {
        return Stream.concat(rows.stream(), blank.stream())
                .flatMap(row -> row.cells().stream())
                .anyMatch(cell -> cell.input().isPresent() && cell.file().isPresent());
    }

    /** The errors of its rows, each with the number of the row. */
    List<ErrorLine> errors() {
        List<ErrorLine> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            ChildRow row = rows.get(i);
            int number = i + 1;
            row.mistaken()
                    .forEach(cell -> lines.add(new ErrorLine(
                            cell.input()
                                    .map(CellInput::id)
                                    .orElseGet(() ->
                                            "f-" + prefix(row) + cell.column().name() + "-wrong"),
                            text(
                                    "{rows}, row {number}, {field}",
                                    "rows",
                                    labels.many(),
                                    "number",
                                    number,
                                    "field",
                                    cell.column().label()),
                            cell.error())));
            row.errors()
                    .forEach(error -> lines.add(new ErrorLine(
                            "f-" + prefix(row) + "row-wrong",
                            text("{rows}, row {number}", "rows", labels.many(), "number", number),
                            error)));
        }
        return lines;
    }

    /** What the names of a row's fields begin with. */
    public String prefix(ChildRow row) {
        return ChildTables.PREFIX + name + "." + row.index() + ".";
    }

    /**
     * The texts of a table.
     *
     * @param one one child
     * @param many all of them
     * @param all the address of the list of all of them; {@code ""} for a new parent
     * @param notice above the rows, or {@code ""}
     */
    public record TableLabels(String one, String many, String all, String notice) {}

    /**
     * A table as a form, on the page of a record.
     *
     * @param action where it is sent to
     * @param version of the parent
     * @param next the page without inputs
     */
    public record TableForm(ChildTable table, String action, String version, String csrfToken, String next) {}

    /**
     * A column.
     *
     * @param kind {@code position}, {@code number} or {@code ""}
     * @param whole whether its numbers have no fraction
     * @param sum of its values, {@code –} where one cannot be read, or {@code ""}
     */
    public record ChildColumn(String name, String label, String kind, boolean whole, String sum) {}

    /**
     * The pages of a table.
     *
     * @param number of this page, from 1
     * @param last the number of the last page
     * @param total number of stored children
     * @param address of another page, up to its number; {@code ""} where the form is sent to show it
     */
    public record TablePages(int number, int last, long total, String address) {}

    /**
     * A row.
     *
     * @param index of its fields in the form
     * @param id the key; {@code ""} for a new child
     * @param label the child's name
     * @param state {@code new edit fail} or {@code ""}, and whether it is to be deleted
     * @param errors those that belong to no cell
     */
    public record ChildRow(
            String index, String id, String label, RowState state, List<ChildCell> cells, List<String> errors) {
        /** The cells with an error. */
        public List<ChildCell> mistaken() {
            return cells.stream().filter(cell -> !cell.error().isEmpty()).toList();
        }

        /** Whether the row has an error. */
        public boolean failed() {
            return !errors.isEmpty() || !mistaken().isEmpty();
        }
    }

    /**
     * What is to become of a row.
     *
     * @param word {@code new}, {@code edit} or {@code ""}
     * @param removable whether it may be deleted
     * @param removed whether it is to be deleted
     */
    public record RowState(String word, boolean removable, boolean removed) {}

    /**
     * A cell.
     *
     * @param input empty when the value is only shown
     * @param shown the stored value; empty for a new child
     * @param error below the row, or {@code ""}
     * @param file of an input for files
     */
    public record ChildCell(
            ChildColumn column,
            Optional<CellInput> input,
            Optional<Cell> shown,
            String error,
            Optional<FormFile> file) {}

    /**
     * An input in a cell.
     *
     * @param prefix of the names of the row's fields
     * @param field the name of the model's field
     * @param kind {@code line area code flag select picker date time moment file}
     * @param was the digest of what is stored, or {@code ""}
     * @param length characters at most, or 0
     * @param mode the keyboard of small devices
     */
    public record CellInput(
            String prefix,
            String field,
            String kind,
            String value,
            String was,
            int length,
            String mode,
            CellChoices choices) {
        /** The element's id. */
        public String id() {
            return "f-" + prefix + field;
        }

        /** The type of a field of one line. */
        public String type() {
            return switch (kind) {
                case "date", "time" -> kind;
                case "moment" -> "datetime-local";
                default -> mode.equals("email") || mode.equals("url") ? mode : "text";
            };
        }

        /** Whether it is a number or a time, with figures of one width. */
        public boolean figures() {
            return mode.equals("numeric") || mode.equals("decimal");
        }

        /** The direction of its text: {@code auto}, {@code ltr}, or that of the page, which is null. */
        public @Nullable String direction() {
            return FormField.direction(kind, mode);
        }
    }

    /**
     * The options of a selection.
     *
     * @param href where records are searched while typing; {@code ""} when all are options
     * @param query the search text without a script
     */
    public record CellChoices(List<SelectOption> options, String href, String query) {
        static final CellChoices NONE = new CellChoices(List.of(), "", "");
    }
}
