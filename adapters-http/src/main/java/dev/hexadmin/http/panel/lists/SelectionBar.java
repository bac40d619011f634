package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.records.RecordCounts.RecordCount;
import gg.jte.Content;
import java.util.Optional;

/**
 * The actions on the selected records.
 *
 * @param available whether there is an action
 * @param buttons their markup
 * @param all matching records; empty when the page shows all of them
 */
public record SelectionBar(boolean available, Content buttons, Optional<RecordCount> all) {
    /** The number of all matching records, if it is counted. */
    public String total() {
        return all.filter(known -> !known.more())
                .map(known -> Formats.number(known.total()))
                .orElse("");
    }
}
