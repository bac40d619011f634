package dev.hexadmin.http.panel.lists;

import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.RecordCounts.RecordCount;
import java.util.Locale;
import java.util.Optional;

/**
 * The reason why a list has no rows, and a button.
 *
 * @param detail more about it, or {@code ""}
 * @param action the text of the button; {@code ""} without one
 * @param primary whether it is the main action of the page
 */
public record EmptyList(String lead, String detail, String action, String href, boolean primary) {
    /**
     * @param clear the address without filters
     * @param createHref {@code ""} without the right
     */
    static EmptyList of(
            ModelDefinition definition,
            Address here,
            Pagination pagination,
            Optional<RecordCount> count,
            Page page,
            String clear,
            String createHref) {
        if (page.number().orElse(0) != 1 && (count.isEmpty() || count.get().total() > 0)) {
            String pages = count.filter(known -> !known.more())
                    .map(known -> known.pages(page.perPage()))
                    .map(number -> "The list has " + Formats.number(number) + " page" + (number == 1 ? "" : "s") + ".")
                    .orElse("");
            return pagination.previous().isEmpty()
                    ? new EmptyList(
                            "This page is past the end of the list.",
                            pages,
                            "Go to the first page",
                            pagination.first(),
                            false)
                    : new EmptyList(
                            "This page is past the end of the list.",
                            pages,
                            "Go to the last page",
                            pagination.previous(),
                            false);
        }
        if (!ListParameter.selecting(here.parameters()).isEmpty()) {
            return new EmptyList(
                    "No results match your filters.", "", clear.isEmpty() ? "" : "Clear filters", clear, false);
        }
        return new EmptyList(
                "No " + definition.labelPlural().toLowerCase(Locale.ROOT) + " yet.",
                "",
                createHref.isEmpty() ? "" : "Create the first one",
                createHref,
                true);
    }
}
