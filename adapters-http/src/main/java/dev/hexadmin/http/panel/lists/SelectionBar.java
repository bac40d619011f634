package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.actions.BulkAction;
import dev.hexadmin.http.panel.records.RecordCounts.RecordCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The actions on the selected records.
 *
 * @param buttons the first ones
 * @param more the others, in a menu
 * @param last a dangerous one, at the end
 * @param all matching records; empty when the page shows all of them
 */
public record SelectionBar(
        List<BulkAction> buttons, List<BulkAction> more, Optional<BulkAction> last, Optional<RecordCount> all) {
    private static final int BUTTONS = 2;

    static SelectionBar of(List<BulkAction> actions, Optional<RecordCount> count, int rows) {
        List<BulkAction> others = new ArrayList<>(actions);
        Optional<BulkAction> last = actions.isEmpty() || !actions.getLast().dangerous()
                ? Optional.empty()
                : Optional.of(others.removeLast());
        int buttons = others.size() <= BUTTONS + 1 ? others.size() : BUTTONS;
        return new SelectionBar(
                others.subList(0, buttons),
                others.subList(buttons, others.size()),
                last,
                count.filter(known -> known.total() > rows));
    }

    /** Whether there is an action. */
    public boolean available() {
        return !buttons.isEmpty() || last.isPresent();
    }

    /** The number of all matching records, if it is counted. */
    public String total() {
        return all.filter(known -> !known.more())
                .map(known -> Formats.number(known.total()))
                .orElse("");
    }
}
