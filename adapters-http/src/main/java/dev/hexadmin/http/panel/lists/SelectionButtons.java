package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.panel.actions.BulkAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The buttons for the selected records.
 *
 * @param first as buttons
 * @param more the others, in a menu
 * @param last a dangerous one, at the end
 */
public record SelectionButtons(List<BulkAction> first, List<BulkAction> more, Optional<BulkAction> last) {
    private static final int BUTTONS = 2;

    static SelectionButtons of(List<BulkAction> actions) {
        List<BulkAction> others = new ArrayList<>(actions);
        Optional<BulkAction> last = actions.isEmpty() || !actions.getLast().dangerous()
                ? Optional.empty()
                : Optional.of(others.removeLast());
        int buttons = others.size() <= BUTTONS + 1 ? others.size() : BUTTONS;
        return new SelectionButtons(others.subList(0, buttons), others.subList(buttons, others.size()), last);
    }
}
