package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.panel.records.SelectOption;
import java.util.List;
import java.util.Map;

/** What is open between the toolbar and the table of a list. */
public sealed interface ListPanel {
    /** Nothing is open. */
    record Closed() implements ListPanel {}

    /**
     * The choice of columns.
     *
     * @param kept parameters that the form sends unchanged
     * @param close the address without the panel
     */
    record Columns(Map<String, String> kept, List<Column> columns, String close) implements ListPanel {}

    /**
     * A column that can be shown.
     *
     * @param position from 1, in the order of the form
     */
    record Column(String name, String label, boolean shown, int position) {}

    /**
     * The builder of filters with AND, OR and NOT.
     *
     * @param kept parameters that the form sends unchanged
     * @param lines groups and conditions in the order of the page
     * @param close the address without the panel
     */
    record Builder(Map<String, String> kept, List<Line> lines, String close) implements ListPanel {}

    /**
     * A group or a condition.
     *
     * @param path its place, such as {@code 1.0}; {@code ""} for the whole
     * @param depth of groups around it
     * @param joins of a group; empty for a condition
     * @param fields of a condition; so the others
     * @param values one; two for a range
     * @param error what is wrong with the value, or {@code ""}
     */
    record Line(
            String path,
            int depth,
            List<SelectOption> joins,
            List<SelectOption> fields,
            List<SelectOption> lookups,
            List<Value> values,
            String error) {
        /** Whether conditions can be added to it. */
        public boolean isGroup() {
            return !joins.isEmpty();
        }

        /** The beginning of the names of its inputs. */
        public String name() {
            return FilterBuilder.PREFIX + path;
        }

        /** Its number among its siblings, and theirs, for labels of controls. */
        public String number() {
            if (path.isEmpty()) {
                return "";
            }
            StringBuilder out = new StringBuilder();
            for (String part : path.split("\\.", -1)) {
                out.append(out.isEmpty() ? " " : ".").append(Integer.parseInt(part) + 1);
            }
            return out.toString();
        }
    }

    /**
     * An input of a condition.
     *
     * @param kind {@code text date time choice boxes picker}
     * @param options of a choice or of boxes
     * @param choices where records are looked for while typing, of a picker
     */
    record Value(String name, String kind, String text, List<SelectOption> options, String choices) {}

    /**
     * The form of a saved view.
     *
     * @param id of the view; {@code ""} for a new one
     * @param roles with whom it can be shared; empty when the user may not share
     * @param mine whether the user may change more than their default
     */
    record Save(
            String id,
            ViewForm form,
            String name,
            boolean isDefault,
            List<SelectOption> roles,
            boolean mine,
            String close)
            implements ListPanel {}
}
